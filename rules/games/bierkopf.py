"""Bierkopf, Mucken and two-handed Schafkopf: fixed sides, and values that the players agree on. B107, X63.

The documents describe the play and give no scoring, so the table settles the value of a win: money, or a round of beer.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import ClassVar

from rules.base_ruleset import AGREED, NOTHING, THROWN_IN, Contract, Ruleset, Sides, house_rule, score_agreed, settle
from rules.cards import GERMAN, Suit
from rules.hand_validation import check_agreed
from rules.own_contracts import OwnContracts, OwnTerms
from rules.price import price
from rules.problems import ProblemList
from rules.report import AgreedHand, FixedSidesHand, Report, ThrownIn
from rules.score import Level, Reason, Score
from rules.state import State
from rules.table import Player, Table

MAX_VALUE = 1_000_000
_OWN_TERMS = OwnTerms(sides=(), aims=(), counts={"counts_schneider": NOTHING})


class Variant(StrEnum):
    BIERKOPF = "bierkopf"
    MUCKEN = "mucken"
    TWO_HANDED = "two_handed"


@dataclass(frozen=True, kw_only=True)
class Bierkopf(Ruleset):
    """A game of two fixed pairs who sit opposite, or of two players. Each loser pays a winner the value in points."""

    GAME: ClassVar[str] = "bierkopf"
    PACK: ClassVar[tuple[Suit, ...]] = GERMAN
    LEAST_PLAYERS: ClassVar[int] = 2
    MOST_PLAYERS: ClassVar[int] = 4

    variant: Variant = house_rule(Variant.BIERKOPF, source="B107")
    win_value: int = house_rule(1, source="X63", least=1, most=MAX_VALUE)
    schneider_value: int = house_rule(2, source="X63", least=1, most=MAX_VALUE)
    schwarz_value: int = house_rule(3, source="X63", least=1, most=MAX_VALUE)
    own_contracts: OwnContracts = house_rule((), source="X75", rows=_OWN_TERMS)

    def check_together(self, problems: ProblemList) -> None:
        if not self.win_value <= self.schneider_value <= self.schwarz_value:
            problems.add("values_fall", "schneider_value")

    def seats(self, players: int) -> int:
        return 2 if self.variant is Variant.TWO_HANDED else 4

    def list_contracts(self, players: int) -> tuple[Contract, ...]:
        sides = Sides.ALONE if self.variant is Variant.TWO_HANDED else Sides.OPPOSITE
        hand = Contract(id=self.variant.value, sides=sides, report=FixedSidesHand, has_levels=True, source="B107")
        own = (one.between_fixed_sides(sides, FixedSidesHand) for one in self.own_contracts)
        return (hand, *own, replace(THROWN_IN, source="B21"), AGREED)

    def side_of_player(self, table: Table, player: Player) -> tuple[Player, ...]:
        """Return the player and, in a pair, the player opposite."""
        active = self.active(table)
        place = active.index(player)
        return tuple(dict.fromkeys((player, active[(place + 2) % len(active)])))

    def check_table(self, table: Table, problems: ProblemList) -> None:
        super().check_table(table, problems)
        if len(table.players) != self.seats(len(table.players)):
            problems.add("players_exactly", "players", number=self.seats(0))

    def check(self, report: Report, state: State, problems: ProblemList) -> None:
        self.check_table(report.table, problems)
        contract = self.contract(report.contract, len(report.table.players))
        if contract is None:
            problems.add("contract_unknown", "contract", contract=report.contract)
        elif isinstance(report, AgreedHand):
            check_agreed(report, problems)
        elif isinstance(report, FixedSidesHand):
            if report.winner is None and not problems.has("winner"):
                problems.add("winner_unknown", "winner")
            elif report.winner is not None and report.winner not in report.table.players:
                problems.add("player_unknown", "winner", player=report.winner)
            if report.level not in (None, Level.PLAIN) and not contract.has_levels:
                problems.add("tout_has_no_schneider", "level")

    def offline_line(self, contract: Contract, table: Table) -> dict[str, object]:
        if issubclass(contract.report, ThrownIn):
            return {"laid": self.seats(len(table.players))}  # no check refuses it, because it moves nothing here
        if not issubclass(contract.report, FixedSidesHand):
            return {}
        levels = Level if contract.has_levels else (Level.PLAIN,)
        sums = {level.value: tuple(self.price_parts(contract, level)) for level in levels}
        return {"sides": contract.sides.value, "sums": sums}

    def score(self, report: Report, state: State) -> Score:
        if isinstance(report, AgreedHand):
            return score_agreed(report, state)
        contract = self.contract(report.contract, len(report.table.players))
        if not isinstance(report, FixedSidesHand) or report.winner is None or contract is None:
            points, thrown_in = dict.fromkeys(report.table.players, 0), Reason(code="thrown_in", rule="B21")
            return Score(points=points, value=0, reasons=(thrown_in,), state=self.state_after(report, state))
        winners = self.side_of_player(report.table, report.winner)
        losers = tuple(player for player in report.table.players if player not in winners)
        level = report.level or Level.PLAIN
        worth = price(parts=self.price_parts(contract, level), factors=())
        points = settle(report.table, winners=winners, losers=losers, value=worth.value)
        state = self.state_after(report, state)
        return Score(points=points, value=worth.value, level=level, reasons=worth.reasons, state=state)

    def price_parts(self, contract: Contract, level: Level) -> Iterator[Reason]:
        """Yield the value of the level; in an own contract its price and what the levels add to a plain win."""
        values = dict(zip(Level, (self.win_value, self.schneider_value, self.schwarz_value), strict=True))
        if not contract.is_own:
            yield Reason(code=f"won_{level}", rule="X63", amount=values[level])
            return
        yield Reason(code=f"tariff.{contract.id}", rule="X75", amount=contract.price)
        for lower, higher in pairwise(Level):
            more = values[higher] - values[lower]
            if more and level in (higher, Level.SCHWARZ):
                yield Reason(code=higher.value, rule="X75", amount=more)


PRESETS = {
    "bierkopf": Bierkopf(),
    "mucken": Bierkopf(variant=Variant.MUCKEN),
    "two_handed": Bierkopf(variant=Variant.TWO_HANDED),
}
