"""Errors of an evening. Errors in a hand itself are `rules.ReportError`."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from rules import Problem
from scorebook.ledger import services as ledger


class PlayError(Exception):
    """A refused change of an evening. Nothing was written."""

    code: str  # stable, translated at the edge
    field: str  # the argument concerned

    def __str__(self) -> str:
        return f"{self.field}: {self.code}"


class EveningClosed(PlayError):
    code, field = "evening_closed", "evening"


class EveningOpen(PlayError):
    """The evening is open; only a closed one can be reopened or settled."""

    code, field = "evening_open", "evening"


class PlayedForPoints(PlayError):
    """The evening is played for points, so no money can be booked."""

    code, field = "played_for_points", "evening"


class KeyReused(PlayError):
    """The key was already used for something else. key: the one concerned, of several."""

    code, field = "key_reused", "key"

    def __init__(self, key: UUID | None = None) -> None:
        self.key = key


class LinkGone(PlayError):
    """The link of the request was replaced and is no longer valid."""

    code, field = "not_found", "path"


class LinkRenewed(PlayError):
    """The link was renewed by another request meanwhile; the client must load the new one."""

    code, field = "link_renewed", "links"


class CeilingReached(PlayError):
    """A limit of `scorebook.core.budgets` is reached."""

    def __init__(self, *, code: str, field: str) -> None:
        self.code, self.field = code, field


class HandUnknown(PlayError):
    code, field = "hand_unknown", "no"

    def __init__(self, *, no: int) -> None:
        self.no = no


class StaleHand(PlayError):
    """Another writer changed the evening meanwhile; the client must load it before writing again."""

    code = "stale_hand"

    def __init__(self, *, field: str, current: int, current_event: UUID | None = None) -> None:
        self.field = field
        self.current = current  # number of hands
        self.current_event = current_event  # of a hand to correct


class HandRefused(Exception):
    """One of several hands is invalid. Nothing was written."""

    def __init__(self, *, place: int, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"hands.{place}.{problem.field}: {problem.code}" for problem in problems))
        self.place = place  # index of the hand
        self.problems = problems  # all of the hand


class LaterHandImpossible(PlayError):
    """A later hand would be invalid after this correction."""

    code, field = "later_hand_impossible", "hand"

    def __init__(self, *, no: int, problems: tuple[Problem, ...]) -> None:
        self.no = no  # of the later hand
        self.problems = problems  # all of that hand


class EveningProblems(Exception):
    """Invalid input for an evening, with every problem found."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in problems))
        self.problems = problems


@contextmanager
def translate_ledger_errors() -> Iterator[None]:
    """Translate ledger errors into errors of `play`: KeyReused, CeilingReached."""
    try:
        yield
    except ledger.KeyConflict as conflict:
        raise KeyReused from conflict
    except ledger.EntryRefused as refused:
        if refused.code != "entries_full":
            raise
        raise CeilingReached(code=refused.code, field=refused.field) from refused
