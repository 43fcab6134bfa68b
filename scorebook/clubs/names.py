"""What may be a name, and when two names are the same."""

import re
import unicodedata
from uuid import UUID

PLAYER_NAME_MAX = 40
CLUB_NAME_MAX = 80

# The joiners inside an emoji or a Persian word are the only invisible characters a name needs.
_JOINERS = "\u200c\u200d"
_NAMELESS = re.compile(r"n\. n\. [0-9a-f]{8}")


def tidied_name(text: str) -> str:
    """The name as it is shown: no space around it, single spaces within, one form of each letter."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def folded_name(name: str) -> str:
    """The name as it is compared. Weiß and Weiss stay two people: lower(), not casefold()."""
    return tidied_name(name).lower()


def nameless(owner: UUID) -> str:
    """What somebody is called whose name was erased: two of them must not be one, nor choose whom they are."""
    return f"N. N. {owner.hex[:8]}"


def is_for_the_nameless(name: str) -> bool:
    """Whether it could be what somebody is called whose name is hidden: nobody is given it."""
    return _NAMELESS.fullmatch(folded_name(name)) is not None


def name_fault(name: str, *, longest: int) -> str | None:
    """The code of what is wrong with a tidied name."""
    if not name.strip(_JOINERS):
        return "name_missing"
    if len(name) > longest:
        return "name_too_long"
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs") and char not in _JOINERS for char in name):
        return "name_invalid"
    return None
