"""A whole evening in notation: what was agreed, then hand by hand, and the players who came and went."""

from dataclasses import dataclass, field
from itertools import combinations

from rules.base_ruleset import Ruleset
from rules.report import Report
from rules.scoring import score
from rules.state import State
from rules.table import Player, Table, dealer_in_place


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """The value of a point: `10 ct EUR`. The rules know no money; the unit is kept as written."""

    amount: int
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenEnd:
    kind: str  # rounds, deals, points or at
    value: int | str  # a number, or the time as written


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStep:
    report: Report
    is_void: bool = False  # struck out; it moved nothing
    line: int = field(default=0, compare=False)  # its number in the text
    named_dealer: Player | None = field(default=None, compare=False)  # by its line


@dataclass(frozen=True, slots=True, kw_only=True)
class Comes:
    player: Player
    place: int  # from 1, clockwise among all who then sit there


@dataclass(frozen=True, slots=True, kw_only=True)
class Goes:
    player: Player


Step = HandStep | Comes | Goes


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenEvening:
    ruleset: Ruleset
    players: tuple[Player, ...]  # at the first hand, in seating order
    dealer: Player  # of the first hand
    date: str = ""
    stake: Stake | None = None
    end: WrittenEnd | None = None
    steps: tuple[Step, ...] = ()

    @property
    def hands(self) -> tuple[HandStep, ...]:
        return tuple(step for step in self.steps if isinstance(step, HandStep))


class EveningState:
    """The players, the dealer and the state at each point of an evening, hand by hand."""

    def __init__(self, *, ruleset: Ruleset, table: Table, state: State | None = None) -> None:
        self.ruleset = ruleset
        self.players = list(table.players)
        self.state = state or State()
        self._due = table.dealer
        self.hands = 0  # all so far, struck out or not
        # For `rules.table.dealer_in_place`. Per player who left: the place of their left neighbour, and the number of
        # hands then; per player who came: that number.
        self._gaps = dict[Player, int]()
        self._left = dict[Player, int]()
        self._came = dict[Player, int]()

    def next_table(self, dealer: Player | None = None) -> Table:
        """Return the table of the next hand; `dealer` is a player who deals out of turn."""
        return Table(players=tuple(self.players), dealer=dealer or self._dealer_due())

    def _dealer_due(self) -> Player | None:
        if self._due is None or self._due in self.players or self._due not in self._gaps or not self.players:
            return self._due
        since = max(self._left[self._due], 1)
        newcomers = {player for player, hands in self._came.items() if hands >= since}
        return dealer_in_place(self.players, gap=self._gaps[self._due], newcomers=newcomers)

    def play_hand(self, report: Report) -> None:
        """Score a hand and pass the deal on. Raises: ReportError if it moves more points than the books hold."""
        answer = score(report, self.ruleset, self.state)
        self.state = answer.state
        self._due = self.state.dealer or self._due

    def pass_deal(self) -> None:
        """Pass the deal on after a hand that could not be read; the state stays the same."""
        self._due = self.next_table().next_dealer() or self._due

    def change_seats(self, one: Comes | Goes) -> None:
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
    """Return who went and who came between two hands; a player who took another chair goes and comes."""
    kept = _players_in_order(before, after)
    gone = tuple(Goes(player=player) for player in before if player not in kept)
    come = (Comes(player=player, place=place) for place, player in enumerate(after, start=1) if player not in kept)
    return (*gone, *come)


def _players_in_order(before: tuple[Player, ...], after: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the largest group of players who sit at both tables in the same order."""
    common = [player for player in before if player in after]
    places = {player: place for place, player in enumerate(after)}
    for count in range(len(common), 0, -1):
        for some in combinations(common, count):
            if sorted(some, key=places.__getitem__) == list(some):
                return some
    return ()
