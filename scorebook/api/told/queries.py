"""What may stand behind an address."""

from rules.problems import ProblemList
from scorebook.api.told.fields import Choice, Day, Text
from scorebook.api.told.objects import Told, ToldObject
from scorebook.api.told.query_fields import GameOfQuery, GamesOfQuery, MonthsOfQuery, NumberOfQuery
from scorebook.standings.period import Shortcut
from scorebook.standings.queries import Ranking


class OfUnit(ToldObject):
    """unit: EUR, if nothing is said."""

    unit = Text(needed=False)


class Older(ToldObject):
    """before: the `older` of the page before."""

    before = NumberOfQuery(needed=False)


class OfTab(OfUnit, Older):
    """before: the `older` of the entries that were shown."""


class Period(ToldObject):
    """Two days, both of them counted; open where one is missing."""

    def get_fields(self):  # type: ignore[no-untyped-def] # `from` is a word of Python
        return {"from": Day(needed=False), "to": Day(needed=False), **super().get_fields()}

    def check_together(self, told: Told, place: str, problems: ProblemList) -> None:
        if told["from"] and told["to"] and told["from"] > told["to"]:
            problems.add("dates_reversed", "to")


class OfLeaderboard(Period, OfUnit):
    by = Choice(Ranking, needed=False)
    game = GameOfQuery(needed=False)


class OfStatement(Period, OfUnit, Older):
    """before: the `older` of the lines that were shown.
    evening: the `older_evenings` of the evenings that were shown.
    """

    evening = NumberOfQuery(needed=False)


class OfGame(ToldObject):
    """game: the one played last, if nothing is said."""

    game = GameOfQuery(needed=False)


class OfMonths(OfGame):
    """period: all, if nothing is said; twelve months, the present one the last; or a year."""

    period = MonthsOfQuery(needed=False)


class OfBoard(Period):
    """period: instead of two days; all, if nothing is said.
    game: the one played last, if nothing is said; all for money and places only.
    unit: of money; the one played for last, if nothing is said.
    contract: of declared and defended, one contract alone; counted by whole months.
    """

    period = Choice(Shortcut, needed=False)
    game = GamesOfQuery(needed=False)
    unit = Text(needed=False)
    contract = Text(needed=False)

    def check_together(self, told: Told, place: str, problems: ProblemList) -> None:
        super().check_together(told, place, problems)
        if told["period"] and (told["from"] or told["to"]):
            problems.add("field_unexpected", "period")
