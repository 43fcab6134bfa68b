"""Asserufen: Palatinate Schafkopf for four, in which the declarer calls an ace. docs/rules/asserufen.md."""

from dataclasses import dataclass
from typing import ClassVar

from rules.base_ruleset import AGREED, THROWN_IN, Contract, Sides, house_rule
from rules.cards import Card, Rank, Suit
from rules.games.palatinate import PalatinateGame
from rules.hand_fields import Question
from rules.own_contracts import OwnContracts, OwnTerms
from rules.report import DeclaredHand
from rules.state import State
from rules.table import Table

CALLABLE_SUITS = (Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS)  # hearts are trumps (A10)


@dataclass(frozen=True, kw_only=True)
class Asserufen(PalatinateGame):
    """The ruleset of Asserufen. With more than four at the table the dealer sits out."""

    GAME: ClassVar[str] = "asserufen"
    LEAST_PLAYERS: ClassVar[int] = 4
    MOST_PLAYERS: ClassVar[int] = 7
    SOLO_POINT_RULE: ClassVar[str] = "X1"

    own_contracts: OwnContracts = house_rule((), source="X75", rows=OwnTerms())
    asserufen_solo_point: bool = house_rule(False, source="X1")
    surrender: bool = house_rule(False, source="X7")
    surrender_pays_hoch: bool = house_rule(True, source="X6", needs={"surrender": True})
    call_is_noted: bool = house_rule(True, source="A10")
    king_may_be_called: bool = house_rule(False, source="X11")

    def list_contracts(self, players: int) -> tuple[Contract, ...]:
        assrufen = Contract(
            id="assrufen", sides=Sides.PARTNERS, trump_suits=(Suit.HEARTS,), report=DeclaredHand, rank=1,
            has_top_trumps=True, has_levels=True, may_kontra=True, may_surrender=self.surrender,
            calls_a_card=True, may_call_void=True, source="A10",
        )  # fmt: skip
        own = (one.contract() for one in self.own_contracts)
        return (assrufen, *self.solos(may_surrender=self.surrender), *own, THROWN_IN, AGREED)

    def has_solo_point(self) -> bool:
        return self.asserufen_solo_point

    def callable_cards(self, contract: Contract) -> tuple[Card, ...]:
        """Return the aces, the tens (called with all three aces in hand) and, if agreed, the kings (A10, A11, X11)."""
        if not contract.calls_a_card:
            return ()
        ranks = (Rank.ACE, Rank.TEN, Rank.KING) if self.king_may_be_called else (Rank.ACE, Rank.TEN)
        return tuple(Card(rank=rank, suit=suit) for rank in ranks for suit in CALLABLE_SUITS)

    def questions(self, contract: Contract, table: Table, state: State | None = None) -> frozenset[Question]:
        """Add `hung_on`: who hung on, and the aces and open suits of the declarer (A3, A10-A12)."""
        questions = super().questions(contract, table, state)
        return questions | {Question.HUNG_ON} if contract.calls_a_card else questions

    def offline_line(self, contract: Contract, table: Table) -> dict[str, object]:
        """Return `open_first`: a void suit may be called only without a suit whose ace could be called (A10)."""
        return {"open_first": True} if contract.calls_a_card else {}

    def required_questions(self, contract: Contract) -> frozenset[Question]:
        return frozenset({Question.CALL} if contract.calls_a_card and self.call_is_noted else ())


PRESETS = {
    "asserufen": Asserufen(),
    # The called card does not change the score (A26): the quick book leaves it out.
    "asserufen_quick": Asserufen(call_is_noted=False),
}
