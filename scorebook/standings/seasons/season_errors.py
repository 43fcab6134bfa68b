"""The errors of the season services."""

from rules import Problem


class SeasonError(Exception):
    """A conflict with a concurrent change, or an unknown season. Nothing was written."""

    def __init__(self, *, code: str, field: str = "season") -> None:
        self.code = code  # stable, translated at the edge
        self.field = field  # the argument it is about
        super().__init__(f"{field}: {code}")


class SeasonClosed(SeasonError):
    """The season is closed; it has to be reopened before a change."""

    def __init__(self) -> None:
        super().__init__(code="season_closed")


class SeasonOpen(SeasonError):
    """The season is open; only a closed one can be reopened."""

    def __init__(self) -> None:
        super().__init__(code="season_open")


class SeasonUnknown(SeasonError):
    def __init__(self) -> None:
        super().__init__(code="season_unknown")


class StaleSeason(SeasonError):
    """The season has a newer event than the writer has seen."""

    def __init__(self) -> None:
        super().__init__(code="stale_season")


class SeasonKeyReused(SeasonError):
    """The key was used before, for something else."""

    def __init__(self) -> None:
        super().__init__(code="key_reused", field="key")


class SeasonProblems(Exception):
    """Every problem of an agreement or a reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in problems))
        self.problems = problems
