"""Query parameters, which are all text, and their fields."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import UUID

from rules import GAMES
from rules.problems import ProblemList
from scorebook.api.pagination import LIMIT, MAX_LIMIT
from scorebook.api.serializers.common import StrictSerializer, ValidatedData
from scorebook.api.serializers.fields import KEY_PATTERN, BooleanField, DateField, GameIdField, ReadField, TextField
from scorebook.core.budgets import NAMES_PER_CLUB
from scorebook.core.months import EARLIEST
from scorebook.core.time_spans import ALL, Span, SpanName, parse_span
from scorebook.standings import hand_cursor

MAX_DIGITS = 9


class GameQueryField(GameIdField):
    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        if raw in GAMES:
            return str(raw)
        problems.add("game_unknown", name, choices=", ".join(GAMES))
        return None


class GamesQueryField(GameQueryField):
    """A game, or all of them."""

    schema = {"type": "string", "enum": [*GAMES, "all"]}

    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        return "all" if raw == "all" else super().read(raw, name, problems)


class SpanQueryField(ReadField):
    """A span by its name, or a year by its number.

    year is the present one, to its last day; twelve, this month and the eleven before it; month, this one.
    """

    schema = {"type": "string", "pattern": f"^({'|'.join(SpanName)}|[0-9]{{4}})$"}

    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        text = raw if isinstance(raw, str) else ""
        if parse_span(text, EARLIEST) is not None:
            return text
        problems.add("period_impossible", name)
        return None


class BooleanQueryField(BooleanField):
    def read(self, raw: object, name: str, problems: ProblemList) -> bool | None:
        return super().read({"true": True, "false": False}.get(str(raw)), name, problems)


class NumberQueryField(ReadField):
    schema = {"type": "integer", "minimum": 0, "maximum": 10**MAX_DIGITS - 1}

    def read(self, raw: object, name: str, problems: ProblemList) -> int | None:
        text = raw if isinstance(raw, str) else ""
        if not (text.isascii() and text.isdigit()) or len(text) > MAX_DIGITS:
            problems.add("not_integer", name)
            return None
        return int(text)


class UnitQuery(StrictSerializer):
    """unit: defaults to EUR."""

    unit = TextField(required=False)


class LimitField(NumberQueryField):
    """The number of rows of a page."""

    def __init__(self, default: int = LIMIT, *, most: int = MAX_LIMIT) -> None:
        super().__init__(required=False, default=default)
        self.most = most
        self.schema = {"type": "integer", "minimum": 1, "maximum": most, "default": default}

    def read(self, raw: object, name: str, problems: ProblemList) -> int | None:
        number = super().read(raw, name, problems)
        if number is not None and not 1 <= number <= self.most:
            problems.add("limit_out_of_range", name, most=self.most)
        return number


class CursorField(ReadField):
    """The `next` of a page. pattern: all cursors of the list. place: reads what one stands for."""

    def __init__(self, pattern: str, place: Callable[[str], Any]) -> None:
        super().__init__(required=False)
        self.pattern, self.place = re.compile(pattern), place
        self.schema = {"type": "string", "pattern": f"^{pattern}$"}

    def read(self, raw: object, name: str, problems: ProblemList) -> Any:
        if isinstance(raw, str) and self.pattern.fullmatch(raw):
            return self.place(raw)
        problems.add("place_unknown", name)
        return None


class NumberedListQuery(StrictSerializer):
    """limit: at most so many rows.
    cursor: the `next` of the previous page.
    """

    limit = LimitField()
    cursor = CursorField(f"[0-9]{{1,{MAX_DIGITS}}}", int)


class KeyedListQuery(NumberedListQuery):
    cursor = CursorField(KEY_PATTERN, UUID)


class HandListQuery(NumberedListQuery):
    cursor = CursorField(hand_cursor.PATTERN, hand_cursor.parse_hand_cursor)


class PeopleQuery(KeyedListQuery):
    limit = LimitField(NAMES_PER_CLUB, most=NAMES_PER_CLUB)


class HoldingsQuery(KeyedListQuery):
    limit = LimitField(30)


class TabEntriesQuery(NumberedListQuery, UnitQuery):
    limit = LimitField(100)


class PeriodQuery(StrictSerializer):
    """period: in place of two days; defaults to all.
    first_on, last_on: inclusive; open if missing.
    """

    first_on = DateField(required=False)
    last_on = DateField(required=False)
    period = SpanQueryField(required=False)

    def check_together(self, data: ValidatedData, problems: ProblemList) -> None:
        if data["first_on"] and data["last_on"] and data["first_on"] > data["last_on"]:
            problems.add("dates_reversed", "last_on")
        if data["period"] and (data["first_on"] or data["last_on"]):
            problems.add("field_unexpected", "period")


def span_of_query(data: ValidatedData, today: date) -> Span:
    """Return the span of a query with a `period` or with two days, which has no problem."""
    if data["period"]:
        return parse_span(data["period"], today) or ALL
    return Span.of_days(data.get("first_on"), data.get("last_on"))


class StatementQuery(PeriodQuery, UnitQuery):
    pass


class StatementEveningsQuery(NumberedListQuery, StatementQuery):
    pass


class StatementLinesQuery(NumberedListQuery, StatementQuery):
    limit = LimitField(100)


class GameQuery(StrictSerializer):
    """game: defaults to the one played last."""

    game = GameQueryField(required=False)


class HallQuery(StrictSerializer):
    """game: restricts every list to one game; defaults to all."""

    game = GamesQueryField(required=False)


class FeatQuery(HandListQuery, HallQuery):
    pass


class MonthsQuery(GameQuery):
    """period: defaults to all."""

    period = SpanQueryField(required=False)


class OneBoardQuery(PeriodQuery):
    """game: defaults to the one played last, for money the last one in that unit; all for money and places only.
    unit: for money, and only evenings in it count; defaults to the one played for last.
    contract: for declared and defended, one contract alone.
    """

    game = GamesQueryField(required=False)
    unit = TextField(required=False)
    contract = TextField(required=False)
