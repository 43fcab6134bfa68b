"""Fields of what stands behind an address, where everything is text."""

import re

from rules import GAMES
from rules.problems import ProblemList
from scorebook.api.told.fields import FIRST_YEAR, LAST_YEAR, GameId, ReadField, Yes

MOST_DIGITS = 9
_YEAR = re.compile("[0-9]{4}")


class GameOfQuery(GameId):
    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        if raw in GAMES:
            return str(raw)
        problems.add("game_unknown", name, choices=", ".join(GAMES))
        return None


class GamesOfQuery(GameOfQuery):
    """A game, or all of them."""

    schema = {"type": "string", "enum": [*GAMES, "all"]}

    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        return "all" if raw == "all" else super().read(raw, name, problems)


class MonthsOfQuery(ReadField):
    """Always, the last twelve months, or those of a year."""

    schema = {"type": "string", "pattern": "^(all|twelve|[0-9]{4})$"}

    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        text = raw if isinstance(raw, str) else ""
        if text in ("all", "twelve") or (_YEAR.fullmatch(text) and FIRST_YEAR <= int(text) < LAST_YEAR):
            return text
        problems.add("months_impossible", name)
        return None


class YesOfQuery(Yes):
    def read(self, raw: object, name: str, problems: ProblemList) -> bool | None:
        return super().read({"true": True, "false": False}.get(str(raw)), name, problems)


class NumberOfQuery(ReadField):
    schema = {"type": "integer", "minimum": 0, "maximum": 10**MOST_DIGITS - 1}

    def read(self, raw: object, name: str, problems: ProblemList) -> int | None:
        text = raw if isinstance(raw, str) else ""
        if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS:
            problems.add("not_integer", name)
            return None
        return int(text)
