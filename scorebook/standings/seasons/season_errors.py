"""The errors of the season services."""

from typing import ClassVar

from rules import Problem


class SeasonError(Exception):
    """A conflict with a concurrent change, or an unknown season. Nothing was written."""

    code: ClassVar[str]  # stable, translated at the edge
    field: ClassVar[str] = "season"  # the argument it is about

    def __init__(self) -> None:
        super().__init__(f"{self.field}: {self.code}")


class SeasonClosed(SeasonError):
    code = "season_closed"


class SeasonOpen(SeasonError):
    code = "season_open"


class SeasonUnknown(SeasonError):
    code = "season_unknown"


class StaleSeason(SeasonError):
    """The season has a newer event than the writer has seen."""

    code = "stale_season"


class SeasonKeyReused(SeasonError):
    code, field = "key_reused", "key"


class SeasonProblems(Exception):
    """Every problem of an agreement or a reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in problems))
        self.problems = problems
