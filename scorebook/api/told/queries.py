"""Query parameters."""

from datetime import date

from rules.problems import ProblemList
from scorebook.api.told.fields import Choice, Day, Text
from scorebook.api.told.objects import Told, ToldObject
from scorebook.api.told.query_fields import GameOfQuery, GamesOfQuery, NumberOfQuery, SpanOfQuery
from scorebook.core.spans import ALL, Span, span_called
from scorebook.standings.queries import Ranking


class OfUnit(ToldObject):
    """unit: defaults to EUR."""

    unit = Text(needed=False)


class Older(ToldObject):
    """before: the `older` of the previous page."""

    before = NumberOfQuery(needed=False)


class OfTab(OfUnit, Older):
    """before: the `older` of the previous page of entries."""


class Period(ToldObject):
    """period: in place of two days; defaults to all.
    from, to: inclusive; open if missing.
    """

    period = SpanOfQuery(needed=False)

    def get_fields(self):  # type: ignore[no-untyped-def] # `from` is a word of Python
        return {"from": Day(needed=False), "to": Day(needed=False), **super().get_fields()}

    def check_together(self, told: Told, place: str, problems: ProblemList) -> None:
        if told["from"] and told["to"] and told["from"] > told["to"]:
            problems.add("dates_reversed", "to")
        if told["period"] and (told["from"] or told["to"]):
            problems.add("field_unexpected", "period")


def span_of(told: Told, today: date) -> Span:
    """Return the span of a Period that has no problem."""
    if told["period"]:
        return span_called(told["period"], today) or ALL
    return Span.of_days(told["from"], told["to"])


class OfLeaderboard(Period, OfUnit):
    by = Choice(Ranking, needed=False)
    game = GameOfQuery(needed=False)


class OfStatement(Period, OfUnit, Older):
    """before: the `older` of the previous page of lines.
    evening: the `older_evenings` of the previous page of evenings.
    """

    evening = NumberOfQuery(needed=False)


class OfGame(ToldObject):
    """game: defaults to the one played last."""

    game = GameOfQuery(needed=False)


class OfHall(ToldObject):
    """game: restricts every list to one game; defaults to all."""

    game = GamesOfQuery(needed=False)


class OfFeat(OfHall, Older):
    pass


class OfMonths(OfGame):
    """period: defaults to all."""

    period = SpanOfQuery(needed=False)


class OfBoard(Period):
    """game: defaults to the one played last, for money the last one in that unit; all for money and places only.
    unit: for money, and only evenings in it count; defaults to the one played for last.
    contract: for declared and defended, one contract alone.
    """

    game = GamesOfQuery(needed=False)
    unit = Text(needed=False)
    contract = Text(needed=False)
