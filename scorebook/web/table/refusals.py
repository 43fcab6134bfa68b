"""Why a hand that somebody sent was not written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

import rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """problems: of the hand itself. is_stale: somebody else wrote meanwhile. text: any other reason, a sentence."""

    problems: Sequence[rules.Problem] = ()
    is_stale: bool = False
    text: str = ""

    @property
    def status(self) -> int:
        return HTTPStatus.UNPROCESSABLE_ENTITY if self.problems else HTTPStatus.CONFLICT
