"""Why an evening refuses. What is wrong with a hand itself is `rules.ReportError`."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from rules import Problem
from scorebook.ledger import services as ledger


class PlayError(Exception):
    """code: stable, translated at the edge. field: the argument it is about."""

    def __init__(self, *, code: str, field: str) -> None:
        self.code = code
        self.field = field
        super().__init__(f"{field}: {code}")


class EveningClosed(PlayError):
    """The evening is closed: reopen it first."""

    def __init__(self) -> None:
        super().__init__(code="evening_closed", field="evening")


class EveningOpen(PlayError):
    """Only a closed evening can be reopened, or settled."""

    def __init__(self) -> None:
        super().__init__(code="evening_open", field="evening")


class PlayedForPoints(PlayError):
    """Nobody pays anybody in this evening."""

    def __init__(self) -> None:
        super().__init__(code="played_for_points", field="evening")


class KeyReused(PlayError):
    """A key was used before, for something else. Nothing was written.

    key: which one, of several.
    """

    def __init__(self, key: UUID | None = None) -> None:
        super().__init__(code="key_reused", field="key")
        self.key = key


class LinkGone(PlayError):
    """The link that asked was replaced and opens nothing any more. Nothing was written."""

    def __init__(self) -> None:
        super().__init__(code="not_found", field="path")


class LinkRenewed(PlayError):
    """Somebody else made a new link meanwhile; whoever asked has to look at that one. Nothing was written."""

    def __init__(self) -> None:
        super().__init__(code="link_renewed", field="links")


class CeilingReached(PlayError):
    """There is no room for more (`scorebook.core.budgets`). Nothing was written."""


class HandUnknown(PlayError):
    """The evening has no hand of this number."""

    def __init__(self, *, no: int) -> None:
        super().__init__(code="hand_unknown", field="no")
        self.no = no


class StaleHand(PlayError):
    """Somebody else wrote meanwhile; the writer has to look before writing again. Nothing was written.

    current: how many hands there are now. current_event: what stands for the hand now, when one was to be corrected.
    """

    def __init__(self, *, field: str, current: int, current_event: UUID | None = None) -> None:
        super().__init__(code="stale_hand", field=field)
        self.current = current
        self.current_event = current_event


class HandRefused(Exception):
    """One of several hands cannot be as it was told. Nothing was written.

    place: among them, from 0. problems: everything that is wrong with it.
    """

    def __init__(self, *, place: int, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"hands.{place}.{problem.field}: {problem.code}" for problem in problems))
        self.place = place
        self.problems = problems


class LaterHandImpossible(PlayError):
    """After this correction a later hand could not have been as it was written. Nothing was written.

    no: that hand. problems: what would be wrong with it.
    """

    def __init__(self, *, no: int, problems: tuple[Problem, ...]) -> None:
        super().__init__(code="later_hand_impossible", field="hand")
        self.no = no
        self.problems = problems


class EveningProblems(Exception):
    """What was to be settled for the evening cannot be; every problem at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in problems))
        self.problems = problems


@contextmanager
def said_by_play() -> Iterator[None]:
    """What the books refuse of an evening, in the words of the evening."""
    try:
        yield
    except ledger.KeyConflict as conflict:
        raise KeyReused from conflict
    except ledger.EntryRefused as refused:
        if refused.code != "entries_full":
            raise
        raise CeilingReached(code=refused.code, field=refused.field) from refused
