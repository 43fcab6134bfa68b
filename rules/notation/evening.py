"""A whole evening as it is written: what was agreed, then hand by hand, and who came and went."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.report import Report
from rules.ruleset import Ruleset
from rules.scoring import score
from rules.state import State
from rules.table import Player, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What a point is worth: so many of the unit, `10 ct EUR`. The rules know no money; the unit is kept as told."""

    amount: int
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenEnd:
    """When the table agreed to stop. kind: rounds, deals, points or at. value: how many, or the time as told."""

    kind: str
    value: int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStep:
    """A hand with who sat there and dealt.

    is_void: struck out; it moved nothing. line: where it stood. named_dealer: whom the line names, if anybody.
    """

    report: Report
    is_void: bool = False
    line: int = field(default=0, compare=False)
    named_dealer: Player | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comes:
    """place: from 1, clockwise among those who then sit there."""

    player: Player
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Goes:
    player: Player


Step = HandStep | Comes | Goes


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenEvening:
    """players: those who began, in seating order. dealer: of the first hand."""

    ruleset: Ruleset
    players: tuple[Player, ...]
    dealer: Player
    date: str = ""
    stake: Stake | None = None
    end: WrittenEnd | None = None
    steps: tuple[Step, ...] = ()

    @property
    def hands(self) -> tuple[HandStep, ...]:
        return tuple(step for step in self.steps if isinstance(step, HandStep))


class Course:
    """Who sits there, whose deal it is and what the hands before left behind, while an evening is gone through.

    The deal of somebody who has left falls to whoever sits at their place then, as at a real table.
    """

    def __init__(self, *, ruleset: Ruleset, table: Table, state: State | None = None) -> None:
        self.ruleset = ruleset
        self.players = list(table.players)
        self.state = state or State()
        self._due = table.dealer
        self._left_places = dict[Player, int]()

    def table(self, dealer: Player | None = None) -> Table:
        """Of the next hand. dealer: who deals out of turn."""
        return Table(players=tuple(self.players), dealer=dealer or self._dealer_due())

    def _dealer_due(self) -> Player | None:
        if self._due is None or self._due in self.players or self._due not in self._left_places:
            return self._due
        place = self._left_places[self._due]
        return self.players[place] if place < len(self.players) else self.players[0] if self.players else None

    def play(self, report: Report) -> None:
        """Raises: ReportError where it moves more than books hold."""
        answer = score(report, self.ruleset, self.state)
        self.state = answer.state
        self._due = self.state.dealer or self._due

    def pass_deal(self) -> None:
        """After a hand of which nobody knows what it was: the next one deals, all else is as it was."""
        self._due = self.table().next_dealer() or self._due

    def change(self, one: Comes | Goes) -> None:
        if isinstance(one, Comes):
            self.players.insert(one.place - 1, one.player)
            return
        self._left_places[one.player] = self.players.index(one.player)
        self.players.remove(one.player)


def changes_of_seats(before: tuple[Player, ...], after: tuple[Player, ...]) -> tuple[Comes | Goes, ...]:
    """Who went and who came between two hands; those who stay keep their order."""
    gone = tuple(Goes(player=player) for player in before if player not in after)
    come = (Comes(player=player, place=place) for place, player in enumerate(after, start=1) if player not in before)
    return (*gone, *come)
