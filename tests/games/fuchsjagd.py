"""A game that nobody plays: one hunts a fox alone, for one or two points. It is there to be added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.base_ruleset import AGREED, THROWN_IN, Contract, Sides, house_rule
from rules.cards import FRENCH, Card, Rank, Suit
from rules.games.declarer_game import DeclarerGame
from rules.outcome import Limits, Outcome
from rules.report import DeclaredHand
from rules.score import Level, Reason
from rules.state import State
from scorebook.web.games.presentation import ANNA, BEPPO, Presentation, example_hand, offer_per_point

JAGD = Contract(
    id="jagd", sides=Sides.ALONE, trump_suits=(Suit.CLUBS, Suit.SPADES), needs_trump=True, report=DeclaredHand,
    rank=1, has_levels=True, may_kontra=True, source="X16",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Fuchsjagd(DeclarerGame):
    GAME: ClassVar[str] = "fuchsjagd"
    PACK: ClassVar[tuple[Suit, ...]] = FRENCH
    LEAST_PLAYERS: ClassVar[int] = 3
    MOST_PLAYERS: ClassVar[int] = 3
    SEATS: ClassVar[int] = 3
    LIMITS: ClassVar[Limits] = Limits(wins_from=61, schneider_from=91, free_from=31)

    fox_value: int = house_rule(2, source="X16", least=1, most=9)

    def list_contracts(self, players: int) -> tuple[Contract, ...]:
        return (JAGD, THROWN_IN, AGREED)

    def trumps(self, contract: Contract, hand: DeclaredHand) -> tuple[Card, ...]:
        return tuple(Card(rank=rank, suit=hand.trump_suit or Suit.CLUBS) for rank in Rank)

    def price_parts(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Iterator[Reason]:
        yield Reason(code="fox", rule="X16", amount=self.fox_value)
        if outcome.level is not Level.PLAIN:
            yield Reason(code=outcome.level.value, rule="X16", amount=1)

    def price_factors(self, hand: DeclaredHand, contract: Contract, state: State) -> Iterator[Reason]:
        if hand.kontra:
            yield Reason(code="kontra", rule="X16", factor=2 ** len(hand.kontra))


PRESETS = {"fuchsjagd": Fuchsjagd(), "fuchsjagd_dear": Fuchsjagd(fox_value=5)}
TEXTS = {
    "game.fuchsjagd": "Fuchsjagd",
    "preset.fuchsjagd": "Fuchsjagd",
    "preset.fuchsjagd_dear": "Dear Fuchsjagd",
    "contract.jagd": "Jagd",
    "reason.fox": "The fox",
    "house_rule.fox_value": "What the fox is worth.",
}
PRESENTATION = Presentation(
    game="fuchsjagd",
    blurb="One fox · 3 people",
    offers=(offer_per_point("fuchsjagd", 10), offer_per_point("fuchsjagd_dear", 50)),
    examples=(
        example_hand("jagd", declarer=ANNA, trump_suit="clubs", card_points=70),
        example_hand("jagd", declarer=BEPPO, trump_suit="spades", card_points=95, kontra=1),
    ),
    kontra="kontra",
    roles=("hunts", ""),
)
