"""The contracts of Sasku."""

from __future__ import annotations

from rules.base_ruleset import Contract, Sides
from rules.cards import FRENCH, Suit
from rules.games.sasku.hand import SaskuHand
from rules.games.tally_game import AGREED_TALLY

TRUMPS = Contract(
    id="trumps", sides=Sides.OPPOSITE, trump_suits=FRENCH, needs_trump=True, report=SaskuHand, rank=2,
    has_levels=True, source="S15",
)  # fmt: skip
PASSED = Contract(
    id="passed", sides=Sides.OPPOSITE, trump_suits=(Suit.DIAMONDS,), report=SaskuHand, rank=1,
    has_levels=True, source="S14",
)  # fmt: skip
REPLAY = Contract(id="replay", sides=Sides.OPPOSITE, report=SaskuHand, has_levels=True, source="S31")
CONTRACTS = (PASSED, TRUMPS, REPLAY, AGREED_TALLY)
