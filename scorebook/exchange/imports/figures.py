"""Amounts and days as people and programs write them; where two readings are possible, neither is taken."""

from __future__ import annotations

import re
from datetime import date, datetime
from enum import StrEnum

from django.utils import timezone

from scorebook.core.months import EARLIEST

MOST_MINOR = 1_000_000  # ten thousand euros in one hand; the rules take no more points either
MINUSES = str.maketrans({"−": "-", "–": "-", "—": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "’": "'"})


class Figures(StrEnum):
    """What the figures of a file are."""

    EUR = "EUR"
    CHF = "CHF"
    POINTS = "points"

    @property
    def digits(self) -> int:
        return 0 if self is Figures.POINTS else 2


class Unreadable(ValueError):
    """code: why a text is no amount, or no day."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


_SIGNS = re.compile(r"€|\beuros?\b|\beur\b|\bchf\b|\bfr\.|\bsfr\b", re.IGNORECASE)
_PLAIN = re.compile(r"(?P<whole>\d{1,9})(?:[.,](?P<part>\d*|-))?")
_GROUPED = re.compile(
    r"(?P<whole>\d{1,3}(?P<group>[.,' ])\d{3}(?:(?P=group)\d{3})*)(?:(?!(?P=group))[.,](?P<part>\d*))?"
)


def unit_said(text: str) -> Figures | None:
    """The currency that a heading or a cell names."""
    found = _SIGNS.search(text)
    if found is None:
        return None
    return Figures.EUR if found[0].casefold().startswith(("€", "eu")) else Figures.CHF


def without_unit(text: str) -> str:
    return _SIGNS.sub("", text).strip()


def has_part(text: str) -> bool:
    """Whether cents are written."""
    return re.search(r"\d[.,]\d{1,2}(?!\d)", text) is not None


def read_amount(text: str, figures: Figures) -> int:
    """Minor units, or points. Raises: Unreadable amount_unreadable, amount_ambiguous, amount_too_fine,
    amount_too_large."""
    bare = " ".join(_SIGNS.sub(" ", text.translate(MINUSES)).split())
    sign, bare = (-1 if bare.startswith("-") else 1), bare.removeprefix("-").removeprefix("+").strip()
    plain, grouped = _PLAIN.fullmatch(bare), _GROUPED.fullmatch(bare)
    if not bare.isascii() or not (plain or grouped):
        raise Unreadable("amount_unreadable")
    if plain and grouped and not bare.startswith("0"):
        raise Unreadable("amount_ambiguous")  # 1,234: a thousand and more, or one and a bit
    found = plain or grouped
    assert found is not None
    whole, part = re.sub(r"\D", "", found["whole"]), (found["part"] or "").strip("-").rstrip("0")
    if len(part) > figures.digits:
        raise Unreadable("amount_too_fine")
    minor = int(whole + part.ljust(figures.digits, "0"))
    if minor > MOST_MINOR:
        raise Unreadable("amount_too_large")
    return sign * minor


_DAY = re.compile(
    r"(?:[^\W\d_]{2,10}[.,]?\s+)?(?P<one>\d{1,4})(?P<by>[-./])\s?(?P<two>\d{1,2})(?P=by)\s?(?P<three>\d{2,4})"
)


def read_day(text: str) -> date:
    """2024-05-02, 2.5.2024, 2.5.24, Do, 2.5.2024. Raises: Unreadable date_impossible, date_ambiguous."""
    found = _DAY.fullmatch(text.strip())
    if found is None or not text.isascii():
        raise Unreadable("date_impossible")
    one, two, three = int(found["one"]), int(found["two"]), int(found["three"])
    if len(found["one"]) == 4:
        return _day(one, two, three)
    if len(found["three"]) == 3 or len(found["one"]) == 3 or found["by"] == "-":
        raise Unreadable("date_impossible")
    year = 2000 + three if len(found["three"]) == 2 else three
    if found["by"] == "/" and one <= 12 and two <= 12 and one != two:
        raise Unreadable("date_ambiguous")  # 3/4/2024: in April, or in March
    if found["by"] == "/" and two > 12:
        return _day(year, one, two)
    return _day(year, two, one)


def read_moment(text: str) -> datetime | date:
    """A day, or a day with its hour (2024-05-02T20:15), which is local where no zone is named. Raises: Unreadable."""
    try:
        return read_day(text)
    except Unreadable as error:
        if error.code == "date_ambiguous":
            raise
    try:
        moment = datetime.fromisoformat(text.strip())
        local = moment if moment.tzinfo else timezone.make_aware(moment, timezone.get_default_timezone())
        _day(local.year, local.month, local.day)
        return local.astimezone(timezone.get_default_timezone())
    except (ValueError, OverflowError) as error:
        raise Unreadable("date_impossible") from error


def _day(year: int, month: int, day: int) -> date:
    try:
        found = date(year, month, day)
    except ValueError as error:
        raise Unreadable("date_impossible") from error
    if not EARLIEST.year <= found.year <= 9000:
        raise Unreadable("date_impossible")
    return found
