"""A whole evening as it is written: what was agreed, then hand by hand, and who came and went."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from rules.report import Report
from rules.ruleset import Ruleset
from rules.scoring import score
from rules.state import State
from rules.table import Player, Table, dealer_in_place


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

    hands: how many were written, struck out or not. Who deals for somebody who has left: `rules.table.dealer_in_place`.
    """

    def __init__(self, *, ruleset: Ruleset, table: Table, state: State | None = None) -> None:
        self.ruleset = ruleset
        self.players = list(table.players)
        self.state = state or State()
        self._due = table.dealer
        self.hands = 0
        # Of who left: the place of their left neighbour, and the number of hands then; of who came: that number.
        self._gaps = dict[Player, int]()
        self._left = dict[Player, int]()
        self._came = dict[Player, int]()

    def table(self, dealer: Player | None = None) -> Table:
        """Of the next hand. dealer: who deals out of turn."""
        return Table(players=tuple(self.players), dealer=dealer or self._dealer_due())

    def _dealer_due(self) -> Player | None:
        if self._due is None or self._due in self.players or self._due not in self._gaps or not self.players:
            return self._due
        since = max(self._left[self._due], 1)
        newcomers = {player for player, hands in self._came.items() if hands >= since}
        return dealer_in_place(self.players, gap=self._gaps[self._due], newcomers=newcomers)

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
            place = one.place - 1
            self.players.insert(place, one.player)
            self._came[one.player] = self.hands
            self._gaps = {player: gap + (gap >= place) for player, gap in self._gaps.items() if player != one.player}
            return
        place = self.players.index(one.player)
        self.players.remove(one.player)
        self._gaps = {player: gap - (gap > place) for player, gap in self._gaps.items()} | {one.player: place}
        self._left[one.player] = self.hands


def changes_of_seats(before: tuple[Player, ...], after: tuple[Player, ...]) -> tuple[Comes | Goes, ...]:
    """Return who went and who came between two hands; somebody who took another chair goes and comes."""
    kept = _players_in_order(before, after)
    gone = tuple(Goes(player=player) for player in before if player not in kept)
    come = (Comes(player=player, place=place) for place, player in enumerate(after, start=1) if player not in kept)
    return (*gone, *come)


def _players_in_order(before: tuple[Player, ...], after: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the most players of both tables who sit in the same order at both."""
    common = [player for player in before if player in after]
    places = {player: place for place, player in enumerate(after)}
    for count in range(len(common), 0, -1):
        for some in combinations(common, count):
            if sorted(some, key=places.__getitem__) == list(some):
                return some
    return ()
