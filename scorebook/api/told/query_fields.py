"""Fields of query parameters, which are all text."""

from rules import GAMES
from rules.problems import ProblemList
from scorebook.api.told.fields import BooleanField, GameIdField, ReadField
from scorebook.core.months import EARLIEST
from scorebook.core.spans import SpanName, span_called

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
        if span_called(text, EARLIEST) is not None:
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
