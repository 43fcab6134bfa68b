"""What may be a name, and when two names are the same.

The database holds a name once as `folded_name` writes it, so that what was given before stays. Whoever is called by a
name, and whether a name may be given, is asked of `KnownNames`, which also sees names that only look the same.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Generic, TypeVar
from uuid import UUID

from scorebook.clubs.look_alikes import is_blank, looks_of

T = TypeVar("T")

PLAYER_NAME_MAX = 40
CLUB_NAME_MAX = 80

# The joiners inside an emoji or a Persian word are the only invisible characters a name needs.
_JOINERS = "\u200c\u200d"
NO_NAME = "N. N."
_NAMELESS = re.compile(r"n\. n\. [0-9a-f]{8}")


def tidied_name(text: str) -> str:
    """The name as it is shown: no space around it, single spaces within, one form of each letter."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def folded_name(name: str) -> str:
    """The name as it is compared. Weiß and Weiss stay two people: lower(), not casefold()."""
    return tidied_name(name).lower()


def nameless(owner: UUID) -> str:
    """What somebody is called whose name was erased: two of them must not be one, nor choose whom they are."""
    return f"{NO_NAME} {owner.hex[:8]}"


def is_for_the_nameless(name: str) -> bool:
    """Whether it could be what somebody is called whose name is hidden: nobody is given it."""
    return any(_NAMELESS.fullmatch(look) for look in looks_of(tidied_name(name)))


def name_fault(name: str, *, longest: int) -> str | None:
    """The code of what is wrong with a tidied name."""
    if is_blank(name):
        return "name_missing"
    if len(name) > longest:
        return "name_too_long"
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs") and char not in _JOINERS for char in name):
        return "name_invalid"
    return None


class KnownNames(Generic[T]):
    """Names that are in use, each with whose it is.

    A club may have two names that look the same from before they were compared: each is found by its own letters.
    """

    def __init__(self, known: Iterable[tuple[str, T]] = ()) -> None:
        self._by_name: dict[str, T] = {}
        self._by_look: dict[str, T] = {}
        for name, owner in known:
            self.add(name, owner)

    def add(self, name: str, owner: T) -> None:
        """The first one keeps the name."""
        self._by_name.setdefault(folded_name(name), owner)
        for look in looks_of(tidied_name(name)):
            self._by_look.setdefault(look, owner)

    def find(self, name: str) -> T | None:
        """By the very letters, else by what looks the same."""
        if (owner := self._by_name.get(folded_name(name))) is not None:
            return owner
        looks = sorted(looks_of(tidied_name(name)))
        return next((self._by_look[look] for look in looks if look in self._by_look), None)
