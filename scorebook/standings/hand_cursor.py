"""The place in a list of hands from which a page goes on."""

import re
from dataclasses import dataclass
from uuid import UUID

PATTERN = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}[.][0-9]{1,9}"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCursor:
    """The position where a page begins: with the hand before this one, the newest first."""

    evening: UUID
    no: int  # 0 to skip all hands of the evening

    def __str__(self) -> str:
        return f"{self.evening}.{self.no}"


def parse_hand_cursor(text: str) -> HandCursor | None:
    """Read the text of a cursor; None if it is none."""
    if not re.fullmatch(PATTERN, text):
        return None
    evening, _dot, no = text.partition(".")
    return HandCursor(evening=UUID(evening), no=int(no))
