"""The search for a club by a link, an id, or roughly its name."""

import re
import unicodedata
from uuid import UUID

from scorebook.clubs.models import Club, LinkRoute
from scorebook.operations.all_clubs import club_names
from scorebook.operator_pages.operator_tables import row_of_any_club
from scorebook.play.models import Evening

MAX_FOUND = 50
LONGEST_TEXT = 500
# Separators of the parts of a URL, its query and its fragment included.
BETWEEN = re.compile(r"[/?#&=.\s]+")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def find_club_by_link_or_id(text: str) -> Club | None:
    """Return the club of any of its links, of a token in them, or of its or an evening's id. Three statements."""
    parts = [part for part in BETWEEN.split(text[:LONGEST_TEXT]) if part]
    ids = [found for part in parts if (found := _uuid_or_none(part))]
    clubs = LinkRoute.objects.filter(token__in=parts).values_list("club_id", flat=True)
    if club := Club.objects.filter(pk__in=[*clubs, *ids]).first():
        return club
    evening = row_of_any_club(Evening.objects.filter(pk__in=ids).select_related("club"))
    return evening.club if evening else None


def search_clubs_by_name(text: str) -> list[Club]:
    """Return the clubs whose name contains the text, in any case and spelling: LÖWEN, Loewen and Lowen find Löwen.

    All names are read: databases fold letters by their own locale, SQLite only ASCII, and an operator has thousands of
    clubs at most.
    """
    wanted = _folded_spellings(text[:LONGEST_TEXT])
    if not all(wanted):
        return []
    names = club_names(by="name").items()
    found = [pk for pk, name in names if any(map(str.__contains__, _folded_spellings(name), wanted))]
    return list(Club.objects.filter(pk__in=found[:MAX_FOUND]).order_by("name", "pk"))


def _folded_spellings(text: str) -> tuple[str, str]:
    """Return the text with an umlaut as two letters, and with the letter without its dots."""
    folded = unicodedata.normalize("NFC", " ".join(text.split()).casefold())
    return _without_accents(folded.translate(UMLAUTS)), _without_accents(folded)


def _without_accents(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


def _uuid_or_none(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
