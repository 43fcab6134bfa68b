"""A club by whatever somebody who asks the operator has of it: a link, an id, or roughly its name."""

from __future__ import annotations

import re
import unicodedata
from uuid import UUID

from django.db.models import Q

from scorebook.clubs.models import Club
from scorebook.play.models import Evening

MOST_FOUND = 50
LONGEST_TEXT = 500
# What may stand between the parts of an address, its query and its fragment too.
BETWEEN = re.compile(r"[/?#&=\s]+")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def club_of_link_or_id(text: str) -> Club | None:
    """By a club's, a scribe's or a watch link or its token, or the id of a club or of an evening. Two statements."""
    parts = [part for part in BETWEEN.split(text[:LONGEST_TEXT]) if part]
    ids = [found for part in parts if (found := _uuid(part))]
    club = Club.objects.filter(Q(link_token__in=parts) | Q(pk__in=ids)).first()
    if club is None:
        by_link = Q(scribe_token__in=parts) | Q(watch_token__in=parts) | Q(pk__in=ids)
        evening = Evening.objects.filter(by_link).select_related("club").first()
        club = evening.club if evening else None
    return club


def clubs_called(text: str) -> list[Club]:
    """Whose name holds the text, whatever its letters are dressed in: Löwen is found by LÖWEN, Loewen and Lowen.

    All names are read: a database folds letters as its own locale says, SQLite none but ASCII, and an operator has
    thousands of clubs at the most.
    """
    wanted = _spellings(text[:LONGEST_TEXT])
    if not all(wanted):
        return []
    names = Club.objects.order_by("name", "pk").values_list("pk", "name").iterator()
    found = [pk for pk, name in names if any(map(str.__contains__, _spellings(name), wanted))]
    return list(Club.objects.filter(pk__in=found[:MOST_FOUND]).order_by("name", "pk"))


def _spellings(text: str) -> tuple[str, str]:
    """With an umlaut as two letters, and as the letter without its dots."""
    folded = unicodedata.normalize("NFC", " ".join(text.split()).casefold())
    return _bare(folded.translate(UMLAUTS)), _bare(folded)


def _bare(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
