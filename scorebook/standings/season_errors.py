"""Why a season refuses."""

from rules import Problem


class SeasonError(Exception):
    """Somebody else got there first, or the season is not there. Nothing was written.

    code: stable, translated at the edge. field: the argument it is about.
    """

    def __init__(self, *, code: str, field: str = "season") -> None:
        self.code = code
        self.field = field
        super().__init__(f"{field}: {code}")


class SeasonClosed(SeasonError):
    """A closed season is changed by nobody: reopen it first."""

    def __init__(self) -> None:
        super().__init__(code="season_closed")


class SeasonOpen(SeasonError):
    """Only a closed season can be reopened."""

    def __init__(self) -> None:
        super().__init__(code="season_open")


class SeasonUnknown(SeasonError):
    """The club has no such season."""

    def __init__(self) -> None:
        super().__init__(code="season_unknown")


class StaleSeason(SeasonError):
    """Somebody else wrote to the season meanwhile; the writer has to look before writing again."""

    def __init__(self) -> None:
        super().__init__(code="stale_season")


class SeasonKeyReused(SeasonError):
    """A key was used before, for something else."""

    def __init__(self) -> None:
        super().__init__(code="key_reused", field="key")


class SeasonProblems(Exception):
    """What was to be agreed cannot be; every problem at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in problems))
        self.problems = problems
