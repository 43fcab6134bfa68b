"""Palatinate Schafkopf for three active players; a fourth deals, sits out and pays. docs/rules/palatinate.md."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.base_ruleset import AGREED, THROWN_IN, Aim, Contract, Sides, house_rule
from rules.cards import FRENCH, Suit
from rules.games.declarer_game import DeclarerGame
from rules.outcome import PALATINATE, Limits, Outcome
from rules.own_contracts import OwnContracts, OwnTerms
from rules.price import doubling_reason, top_trumps_reason
from rules.problems import ProblemList
from rules.report import DeclaredHand, Surrender
from rules.score import Level, Reason
from rules.state import State

HOCH_FROM = 3  # P22
_SIMPLE = Contract(
    id="simple", sides=Sides.ALONE, trump_suits=FRENCH, needs_trump=True, report=DeclaredHand, rank=1,
    takes_skat=True, has_top_trumps=True, has_levels=True, may_kontra=True, source="P6",
)  # fmt: skip
# Hearts outbid the other suits in both (P5, A2); a Du is not surrendered (X8).
_SOLO = replace(_SIMPLE, id="solo", takes_skat=False, rank=2, hearts_outbid=True, source="P7")
_SOLO_DU = replace(_SOLO, id="solo_du", aim=Aim.ALL_TRICKS, rank=3, has_levels=False, source="P8")


@dataclass(frozen=True, kw_only=True)
class PalatinateGame(DeclarerGame):
    """The shared rules of Palatinate Schafkopf and Asserufen: limits, hoch, Du, Kontra in turn without limit."""

    PACK: ClassVar[tuple[Suit, ...]] = FRENCH
    LIMITS: ClassVar[Limits] = PALATINATE
    SOLO_POINT_RULE: ClassVar[str] = "P44"

    def outcome(self, hand: DeclaredHand, contract: Contract, state: State, problems: ProblemList) -> Outcome | None:
        """Return the outcome; a level reported for a Du is ignored, since a Du always counts both (P47)."""
        reported = replace(hand, level=None) if contract.aim is Aim.ALL_TRICKS and hand.level else hand
        return super().outcome(reported, contract, state, problems)

    def paid_top_trumps(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> int:
        run = (hand.top_trumps and hand.top_trumps.count) or 0
        return run if run >= HOCH_FROM else 0

    def top_trump_chips(self, contract: Contract, players: int) -> tuple[int, ...]:
        return tuple(range(HOCH_FROM, 15)) if contract.has_top_trumps else ()

    def has_solo_point(self) -> bool:
        """Return whether a Solo counts a point of its own (P44, X1)."""
        return True

    @property
    @abstractmethod
    def surrender_pays_hoch(self) -> bool: ...

    def price_parts(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Iterator[Reason]:
        """Yield game, hearts, Schneider, Schwarz, Solo, hoch: a point each (P40-P45); a Du counts both levels (P47).

        An Assrufen has no hearts point, a Solo in Asserufen has (A20, A22, A24). A refused surrender adds 0 (P38).
        """
        is_du = _is_du(contract)
        if contract.is_own:
            yield Reason(code=f"tariff.{contract.id}", rule="X75", amount=contract.price)
        else:
            yield Reason(code="game", rule="P40", amount=1)
        if contract.names_trump and hand.trump_suit is Suit.HEARTS:
            yield Reason(code="hearts", rule="P41", amount=1)
        level = outcome.level if contract.has_levels else Level.PLAIN
        if is_du or level is not Level.PLAIN:
            yield Reason(code="schneider", rule="P47" if is_du else "P42", amount=1)
        if is_du or level is Level.SCHWARZ:
            yield Reason(code="schwarz", rule="P47" if is_du else "P43", amount=1)
        is_solo = contract.sides is Sides.ALONE and not contract.takes_skat and not contract.is_own
        if is_solo and self.has_solo_point():
            yield Reason(code="solo", rule=self.SOLO_POINT_RULE, amount=1)
        counted = self.paid_top_trumps(hand, contract, outcome)
        if counted and (hand.surrender is not Surrender.ACCEPTED or self.surrender_pays_hoch):
            yield top_trumps_reason("hoch", hand, counted, each=1, rule="P45")

    def price_factors(self, hand: DeclaredHand, contract: Contract, state: State) -> Iterator[Reason]:
        if _is_du(contract):
            yield Reason(code="du", rule="P46", factor=2)
        yield from doubling_reason("kontra", len(hand.kontra), rule="P48")

    def solos(self, *, may_surrender: bool) -> tuple[Contract, Contract]:
        return replace(_SOLO, may_surrender=may_surrender), _SOLO_DU


def _is_du(contract: Contract) -> bool:
    return contract.aim is Aim.ALL_TRICKS and not contract.is_own


@dataclass(frozen=True, kw_only=True)
class Palatinate(PalatinateGame):
    GAME: ClassVar[str] = "palatinate"
    LEAST_PLAYERS: ClassVar[int] = 3
    MOST_PLAYERS: ClassVar[int] = 4
    SEATS: ClassVar[int] = 3
    SKAT: ClassVar[int] = 2

    own_contracts: OwnContracts = house_rule((), source="X75", rows=OwnTerms(sides=(Sides.ALONE,)))
    surrender: bool = house_rule(True, source="P35")
    surrender_pays_hoch: bool = house_rule(True, source="X6", needs={"surrender": True})
    dealer_pays: bool = house_rule(True, source="P51")

    @property
    def sitting_out_pays(self) -> bool:
        return self.dealer_pays

    def list_contracts(self, players: int) -> tuple[Contract, ...]:
        simple = replace(_SIMPLE, may_surrender=self.surrender)
        own = (one.contract() for one in self.own_contracts)
        return (simple, *self.solos(may_surrender=self.surrender), *own, THROWN_IN, AGREED)


PRESETS = {"palatinate": Palatinate()}
