"""The reasons why a sent hand was not recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

import rules


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRefusal:
    problems: Sequence[rules.Problem] = ()  # of the hand itself
    is_stale: bool = False  # another hand was written meanwhile
    text: str = ""  # any other reason, as a sentence

    @property
    def status(self) -> int:
        return HTTPStatus.UNPROCESSABLE_ENTITY if self.problems else HTTPStatus.CONFLICT
