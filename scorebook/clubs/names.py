"""Validation and comparison of names.

The database constraint makes `folded_name` unique per club. `KnownNames` also finds names that only look the same;
use it to look up a player by name and to check whether a name is free.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Generic, TypeVar
from uuid import UUID

from scorebook.clubs.look_alikes import is_blank_text, looks_of_name

T = TypeVar("T")

MAX_PLAYER_NAME = 40
MAX_CLUB_NAME = 80

# The joiners inside an emoji or a Persian word are the only invisible characters a name needs.
_JOINERS = "\u200c\u200d"
NO_NAME = "N. N."
_NAMELESS = re.compile(r"n\. n\. [0-9a-f]{8}")


def tidied_name(text: str) -> str:
    """Return the name for display: trimmed, single spaces, Unicode NFC."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def folded_name(name: str) -> str:
    """Return the name for comparison. lower(), not casefold(), because Weiß and Weiss are different people."""
    return tidied_name(name).lower()


def substitute_name(owner: UUID) -> str:
    """Return the substitute for a hidden or erased name, which is unique per owner and cannot be chosen as a name."""
    return f"{NO_NAME} {owner.hex[:8]}"


def is_substitute_name(name: str) -> bool:
    """Return whether the name looks like a substitute of `substitute_name`, which cannot be chosen as a name."""
    return any(_NAMELESS.fullmatch(look) for look in looks_of_name(tidied_name(name)))


def name_fault(name: str, *, longest: int) -> str | None:
    """Return the error code of a tidied name, or None."""
    if is_blank_text(name):
        return "name_missing"
    if len(name) > longest:
        return "name_too_long"
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs") and char not in _JOINERS for char in name):
        return "name_invalid"
    return None


class KnownNames(Generic[T]):
    """Names in use with their owners.

    Older clubs may hold two names that look the same; exact spelling finds each of them.
    """

    def __init__(self, known: Iterable[tuple[str, T]] = ()) -> None:
        self._by_name: dict[str, T] = {}
        self._by_look: dict[str, T] = {}
        for name, owner in known:
            self.add(name, owner)

    def add(self, name: str, owner: T) -> None:
        """Add a name; an earlier owner keeps it."""
        self._by_name.setdefault(folded_name(name), owner)
        for look in looks_of_name(tidied_name(name)):
            self._by_look.setdefault(look, owner)

    def find(self, name: str) -> T | None:
        """Find the owner by exact spelling, then by look."""
        if (owner := self._by_name.get(folded_name(name))) is not None:
            return owner
        looks = sorted(looks_of_name(tidied_name(name)))
        return next((self._by_look[look] for look in looks if look in self._by_look), None)
