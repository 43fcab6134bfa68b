"""Parsers of amounts and days as people and programs write them; an ambiguous text is refused."""

import re
from datetime import date, datetime

from django.utils import timezone

from scorebook.core.currencies import SPELLINGS, currencies, digits_of
from scorebook.core.months import EARLIEST, LATEST

MAX_MINOR = 1_000_000  # ten thousand euros in one hand; the rules take no more points either
MINUSES = str.maketrans({"−": "-", "–": "-", "—": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "’": "'"})


class Unreadable(ValueError):
    """A text that is no amount, or no day; `code` is the reason."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


# A code in capitals counts only beside a figure or in brackets, because a column may have BOB's name as its heading.
_CODES = re.compile(r"(?<![^\W_])[A-Z]{3}(?=\s*[-+]?\d)|(?<=\d)\s*[A-Z]{3}(?![^\W_])|(?<=[(\[])[A-Z]{3}(?=[)\]])")
_SPELLED = re.compile(
    "|".join(rf"(?<![^\W\d_]){re.escape(one)}(?![^\W\d_])" for one in sorted(SPELLINGS, key=len, reverse=True)),
    re.IGNORECASE,
)
_PLAIN = re.compile(r"(?P<whole>\d{1,9})(?:[.,](?P<part>\d*|-))?")
_GROUPED = re.compile(
    r"(?P<whole>\d{1,3}(?P<group>[.,' ])\d{3}(?:(?P=group)\d{3})*)(?:(?!(?P=group))[.,](?P<part>\d*))?"
)


def unit_named_in_import(text: str) -> str | None:
    """Return the code of the currency that a heading or a cell names."""
    if found := _SPELLED.search(text):
        return SPELLINGS[found[0].casefold()]
    codes = (one.strip() for one in _CODES.findall(text))
    return next((code for code in codes if code in currencies()), None)


def strip_unit(text: str) -> str:
    bare = _CODES.sub(_strip_currency_code, _SPELLED.sub(" ", text))
    return " ".join(re.sub(r"[(\[]\s*[)\]]", " ", bare).split())


def _strip_currency_code(found: re.Match[str]) -> str:
    return " " if found[0].strip() in currencies() else found[0]


def has_cents(text: str) -> bool:
    return re.search(r"\d[.,]\d{1,2}(?!\d)", text) is not None


def read_imported_amount(text: str, unit: str) -> int:
    """Return minor units of a currency, or points.

    Raises: Unreadable amount_unreadable, amount_ambiguous, amount_too_fine, amount_too_large.
    """
    bare, digits = strip_unit(text.translate(MINUSES)), digits_of(unit)
    sign, bare = (-1 if bare.startswith("-") else 1), bare.removeprefix("-").removeprefix("+").strip()
    plain, grouped = _PLAIN.fullmatch(bare), _GROUPED.fullmatch(bare)
    if not bare.isascii() or not (plain or grouped):
        raise Unreadable("amount_unreadable")
    if plain and grouped and not bare.startswith("0"):
        raise Unreadable("amount_ambiguous")  # 1,234 may be 1234 or 1.234
    found = plain or grouped
    assert found is not None
    whole, part = re.sub(r"\D", "", found["whole"]), (found["part"] or "").strip("-").rstrip("0")
    if len(part) > digits:
        raise Unreadable("amount_too_fine")
    minor = int(whole + part.ljust(digits, "0"))
    if minor > MAX_MINOR:
        raise Unreadable("amount_too_large")
    return sign * minor


_DAY = re.compile(
    r"(?:[^\W\d_]{2,10}[.,]?\s+)?(?P<one>\d{1,4})(?P<by>[-./])\s?(?P<two>\d{1,2})(?P=by)\s?(?P<three>\d{2,4})"
)


def read_imported_day(text: str) -> date:
    """Parse 2024-05-02, 2.5.2024, 2.5.24 or Do, 2.5.2024. Raises: Unreadable date_impossible, date_ambiguous."""
    found = _DAY.fullmatch(text.strip())
    if found is None or not text.isascii():
        raise Unreadable("date_impossible")
    one, two, three = int(found["one"]), int(found["two"]), int(found["three"])
    if len(found["one"]) == 4:
        return _plausible_day(one, two, three)
    if len(found["three"]) == 3 or len(found["one"]) == 3 or found["by"] == "-":
        raise Unreadable("date_impossible")
    year = 2000 + three if len(found["three"]) == 2 else three
    if found["by"] == "/" and one <= 12 and two <= 12 and one != two:
        raise Unreadable("date_ambiguous")  # 3/4/2024: in April, or in March
    if found["by"] == "/" and two > 12:
        return _plausible_day(year, one, two)
    return _plausible_day(year, two, one)


def read_imported_moment(text: str) -> datetime | date:
    """Parse a day, or a day with a time (2024-05-02T20:15), local unless a zone is named. Raises: Unreadable."""
    try:
        return read_imported_day(text)
    except Unreadable as error:
        if error.code == "date_ambiguous":
            raise
    try:
        moment, zone = datetime.fromisoformat(text.strip()), timezone.get_default_timezone()
        local = (moment if moment.tzinfo else timezone.make_aware(moment, zone)).astimezone(zone)
        _plausible_day(local.year, local.month, local.day)
        return local
    except (ValueError, OverflowError) as error:
        raise Unreadable("date_impossible") from error


def _plausible_day(year: int, month: int, day: int) -> date:
    try:
        found = date(year, month, day)
    except ValueError as error:
        raise Unreadable("date_impossible") from error
    if not EARLIEST <= found < LATEST:
        raise Unreadable("date_impossible")
    return found
