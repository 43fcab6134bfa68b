"""Parsers of days and times as people and programs write them; an ambiguous text is refused."""

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from scorebook.core.months import EARLIEST, LATEST, day_of
from scorebook.exchange.imports.import_amounts import Unreadable

MONTHS = {
    name: month
    for month, names in enumerate(
        ("jan jän", "feb", "mar mär mrz", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"), 1
    )
    for name in names.split()
}
_WEEKDAY = r"(?:[^\W\d_]{2,10}[.,]?,?\s+)?"
_DAY = re.compile(
    rf"{_WEEKDAY}(?P<one>[0-9]{{1,4}})(?P<by>[-./])\s?(?P<two>[0-9]{{1,2}})(?P=by)\s?(?P<three>[0-9]{{2,4}})"
)
_NAMED = re.compile(
    rf"{_WEEKDAY}(?P<day>[0-9]{{1,2}})(?:\.|st|nd|rd|th)?[- ]*(?P<month>[^\W\d_]{{3,9}})\.?[-, ]+(?P<year>[0-9]{{2,4}})"
)
_NAMED_FIRST = re.compile(
    rf"{_WEEKDAY}(?P<month>[^\W\d_]{{3,9}})\.? (?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?,? (?P<year>[0-9]{{4}})"
)
_BASIC = re.compile(r"((?:19|20)[0-9]{2})([0-9]{2})([0-9]{2})")
# A day as spreadsheets count it, from 1954 to 2119: what a cell shows that lost its format.
_NUMBER = re.compile(r"([2-7][0-9]{4})(?:[.,]([0-9]+))?")
FIRST_DAY = date(1899, 12, 30)
_CLOCK = re.compile(
    r"(?P<day>.*?)(?:\s*[,T]\s*|\s+(?:um |at )?|^)(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:[.,][0-9]+)?)?(?:\s*(?:Uhr|h|(?P<half>[AaPp])\.?[Mm]\.?))?"
)


def is_day_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def is_clock(text: str) -> bool:
    """Return whether it is a time without a day."""
    found = _CLOCK.fullmatch(text)
    return found is not None and not found["day"]


def day_comes_first(texts: Iterable[str]) -> bool | None:
    """Return whether days precede months in these dates; None if none reveals it, or if they differ."""
    found = [one for one in map(_DAY.match, texts) if one and one["by"] != "." and len(one["one"]) < 3]
    revealed = {int(one["one"]) > 12 for one in found if max(int(one["one"]), int(one["two"])) > 12}
    return revealed.pop() if len(revealed) == 1 else None


def read_imported_day(text: str, is_day_first: bool | None = None) -> date:
    """Parse 2024-05-02, 2.5.2024, 2.5.24, Do, 2.5.2024, 2. Mai 2024, 20240502, or 45414, a spreadsheet's day number.

    is_day_first: for 3/4/2024, if other dates of the file reveal it.
    Raises: Unreadable date_impossible, date_ambiguous.
    """
    bare = text.strip()
    if found := _DAY.fullmatch(bare):
        return _read_day_of_numbers(found, is_day_first)
    if found := _NAMED.fullmatch(bare) or _NAMED_FIRST.fullmatch(bare):
        month = MONTHS.get(found["month"].casefold()[:3], 0)
        return _plausible_day(_full_year(found["year"]), month, int(found["day"]))
    if found := _BASIC.fullmatch(bare):
        return _plausible_day(*map(int, found.groups()))
    if is_day_number(bare):
        return FIRST_DAY + timedelta(days=int(bare[:5]))
    raise Unreadable("date_impossible")


def _read_day_of_numbers(found: re.Match[str], is_day_first: bool | None) -> date:
    one, two, year = int(found["one"]), int(found["two"]), _full_year(found["three"])
    if len(found["one"]) == 4:
        return _plausible_day(one, two, int(found["three"]))
    if len(found["one"]) == 3:
        raise Unreadable("date_impossible")
    if found["by"] == ".":
        return _plausible_day(year, two, one)
    if found["by"] == "-" and len(found["three"]) == 2:
        raise Unreadable("date_ambiguous")  # 25-11-13 may begin with the year
    if one <= 12 and two <= 12 and one != two and is_day_first is None:
        raise Unreadable("date_ambiguous")  # 3/4/2024: in April, or in March
    is_day_first = is_day_first if one <= 12 and two <= 12 else two <= 12
    return _plausible_day(year, two, one) if is_day_first else _plausible_day(year, one, two)


def _full_year(text: str) -> int:
    """Return the year; of two digits the latest that is not in the future."""
    if len(text) == 3:
        raise Unreadable("date_impossible")
    year, this_year = int(text), day_of(timezone.now()).year
    return year if len(text) == 4 else year + (this_year - year) // 100 * 100


def read_imported_moment(text: str, is_day_first: bool | None = None) -> datetime | date:
    """Parse a day, or a day with a time (2024-05-02T20:15), local unless a zone is named. Raises: Unreadable."""
    bare = text.strip()
    number = _NUMBER.fullmatch(bare)
    if number and int(number[2] or 0):
        clock = timedelta(seconds=round(float(f"0.{number[2]}") * 86_400))
        return _local_moment(datetime.combine(read_imported_day(bare), time.min) + clock)
    if (found := _CLOCK.fullmatch(bare)) and found["day"]:
        day, clock_time = read_imported_day(found["day"], is_day_first), read_imported_clock(bare[found.end("day") :])
        # A spreadsheet that has times writes every day with one.
        is_day = found["second"] and clock_time == time.min and "T" not in bare
        return day if is_day else _local_moment(datetime.combine(day, clock_time))
    try:
        return read_imported_day(bare, is_day_first)
    except Unreadable as error:
        if error.code == "date_ambiguous":
            raise
    try:
        return _local_moment(datetime.fromisoformat(bare))
    except (ValueError, OverflowError) as error:
        raise Unreadable("date_impossible") from error


def read_imported_clock(text: str) -> time:
    """Parse 20:15, 20:15:30, 8:15 PM or 20:15 Uhr. Raises: Unreadable date_impossible."""
    found = _CLOCK.fullmatch(text.strip(" ,T\t"))
    if found is None or found["day"]:
        raise Unreadable("date_impossible")
    hour, half = int(found["hour"]), (found["half"] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0) if 1 <= hour <= 12 else 24
    try:
        return time(hour, int(found["minute"]), int(found["second"] or 0))
    except ValueError as error:
        raise Unreadable("date_impossible") from error


def read_clock_of_day(text: str, day: date) -> datetime:
    """Parse a time of that day; a text with a day of its own is read with it. Raises: Unreadable."""
    try:
        return _local_moment(datetime.combine(day, read_imported_clock(text)))
    except Unreadable:
        moment = read_imported_moment(text)
    if not isinstance(moment, datetime):
        raise Unreadable("date_impossible")
    return moment


def _local_moment(moment: datetime) -> datetime:
    zone = timezone.get_default_timezone()
    local = (moment if moment.tzinfo else timezone.make_aware(moment, zone)).astimezone(zone)
    _plausible_day(local.year, local.month, local.day)
    return local


def _plausible_day(year: int, month: int, day: int) -> date:
    try:
        found = date(year, month, day)
    except ValueError as error:
        raise Unreadable("date_impossible") from error
    if not EARLIEST <= found < LATEST:
        raise Unreadable("date_impossible")
    return found
