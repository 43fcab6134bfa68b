"""The contracts of Bavarian Schafkopf, in one table: sides, aim, trumps, rate and rank (B2, B11, B12, B14)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from rules.base_ruleset import SIE_RUN, Aim, Contract, Sides
from rules.cards import GERMAN, OBER_UNTER, Rank, Suit
from rules.report import DeclaredHand, HochzeitHand, KreuzspielHand, RamschHand, Report, RoundCall


class Rate(StrEnum):
    RUFER = "rufer"
    SOLO = "solo"
    BETTEL = "bettel"
    RAMSCH = "ramsch"


_HEARTS = (Suit.HEARTS,)
_OBER, _UNTER, _KING, _TEN = (Rank.OBER,), (Rank.UNTER,), (Rank.KING,), (Rank.TEN,)
SHORT_TOUT_RUN = 6  # four Obers and the two highest Unters (B102)


@dataclass(frozen=True, slots=True, kw_only=True)
class BavarianContract(Contract):
    """A row of the table of contracts; a Solo by default."""

    sides: Sides = Sides.ALONE
    report: type[Report] = DeclaredHand
    may_kontra: bool = True
    common: bool = False
    rate: Rate = Rate.SOLO
    most_suitor_trumps: int = 0  # of the player who offers a Hochzeit (B76)
    tariff_source: str = "B57"

    @property
    def is_tout(self) -> bool:
        """Return whether it is priced as a Tout; a short Tout is shown, not played."""
        return self.aim is Aim.ALL_TRICKS or (self.shown_run > 0 and not self.is_sie)

    @property
    def is_wenz(self) -> bool:
        """Return whether it is a Wenz or Geier in any form: one rank on top, matadors from two (B60, X40)."""
        return len(self.permanent_trumps) == 1

    @property
    def is_suit_wenz(self) -> bool:
        """Return whether it is a Suit Wenz or Suit Geier in any form; its suit must be named before play (B78)."""
        return self.is_wenz and bool(self.trump_suits)

    @property
    def is_geier(self) -> bool:
        """Return whether only the Obers are trumps: a Geier in any form but that with a suit (B78)."""
        return self.permanent_trumps == _OBER and not self.trump_suits

    def with_derived_fields(self) -> Self:
        by_points = self.aim is Aim.CARD_POINTS and issubclass(self.report, DeclaredHand)
        has_run = by_points or self.aim is Aim.ALL_TRICKS
        return replace(self, needs_trump=self.is_suit_wenz, has_top_trumps=has_run, has_levels=by_points)


_GAMES = (
    BavarianContract(id="rufer", rank=3, sides=Sides.PARTNERS,
        rate=Rate.RUFER, trump_suits=_HEARTS, calls_a_card=True, common=True, source="B13"),
    BavarianContract(id="wenz", rank=9, permanent_trumps=_UNTER, common=True, source="B11"),
    BavarianContract(id="solo", rank=10, trump_suits=GERMAN, common=True, source="B11"),
    BavarianContract(id="ramsch", rank=1, sides=Sides.NONE,
        rate=Rate.RAMSCH, trump_suits=_HEARTS, may_kontra=False, common=True, report=RamschHand, source="B64"),
    BavarianContract(id="geier", rank=8, permanent_trumps=_OBER, source="B78"),
    BavarianContract(id="suit_wenz", rank=7, permanent_trumps=_UNTER, trump_suits=GERMAN, source="B78"),
    BavarianContract(id="suit_geier", rank=6, permanent_trumps=_OBER, trump_suits=GERMAN, source="B78"),
    BavarianContract(id="koenig", rank=6, permanent_trumps=_KING, source="B78"),
    BavarianContract(id="eisenbahner", rank=6, permanent_trumps=_TEN, source="B78"),
)  # fmt: skip
_TOUT_RANKS = {
    "wenz": 15, "solo": 16, "geier": 14, "suit_wenz": 13, "suit_geier": 12, "koenig": 12, "eisenbahner": 12
}  # fmt: skip
_TOUTS = tuple(
    replace(one, id=f"{one.id}_tout", variant_of=one.id, rank=rank, aim=Aim.ALL_TRICKS, common=False, source="B35")
    for id, rank in _TOUT_RANKS.items()
    for one in _GAMES
    if one.id == id
)
_SPECIAL = (
    BavarianContract(id="sie", rank=17, aim=Aim.SHOWN, shown_run=SIE_RUN, source="B38"),
    BavarianContract(id="hochzeit", rank=4, sides=Sides.PARTNERS,
        rate=Rate.RUFER, trump_suits=_HEARTS, report=HochzeitHand, most_suitor_trumps=1, source="B76"),
    BavarianContract(id="bauernhochzeit", rank=4, sides=Sides.PARTNERS,
        rate=Rate.RUFER, trump_suits=_HEARTS, report=HochzeitHand, most_suitor_trumps=2, source="B76"),
    BavarianContract(id="bettel", rank=5, aim=Aim.NO_TRICK,
        rate=Rate.BETTEL, permanent_trumps=(), source="B73", tariff_source="X49"),
    BavarianContract(id="bettel_brett", rank=11, aim=Aim.NO_TRICK,
        rate=Rate.BETTEL, permanent_trumps=(), is_open=True, source="B74", tariff_source="X49"),
    BavarianContract(id="ramsch_tout", rank=11, aim=Aim.NO_TRICK,
        rate=Rate.BETTEL, trump_suits=_HEARTS, source="B75", tariff_source="X50"),
    BavarianContract(id="muss", rank=2, sides=Sides.PARTNERS, rate=Rate.RUFER, trump_suits=_HEARTS,
        is_forced=True, calls_a_card=True, may_call_void=True, may_kontra=False, source="B82"),
    BavarianContract(id="kreuzbock", rank=2, sides=Sides.OPPOSITE, rate=Rate.RUFER, trump_suits=_HEARTS,
        declared_by_pair=True, decided_by_doubling=True, source="B80", tariff_source="X60"),
)  # fmt: skip
# Played only if a table agrees on them; a rank that no document gives is that of a similar contract (X68).
_RARE = (
    BavarianContract(id="zupf_solo", variant_of="solo", rank=10, trump_suits=GERMAN,
        source="B81", tariff_source="X68"),
    BavarianContract(id="null", rank=5, aim=Aim.NO_TRICK,
        rate=Rate.BETTEL, permanent_trumps=(), source="B12", tariff_source="X68"),
    BavarianContract(id="bettel_with_trumps", rank=5, aim=Aim.NO_TRICK,
        rate=Rate.BETTEL, permanent_trumps=OBER_UNTER, source="B73", tariff_source="X49"),
    BavarianContract(id="short_tout", variant_of="sie", rank=16, aim=Aim.SHOWN,
        shown_run=SHORT_TOUT_RUN, source="B102", tariff_source="B102"),
    BavarianContract(id="kreuzspiel", rank=2, sides=Sides.OPPOSITE, rate=Rate.RUFER, trump_suits=_HEARTS,
        report=KreuzspielHand, has_declarer=False, source="X69", tariff_source="X69"),
)  # fmt: skip

CONTRACTS = {one.id: one.with_derived_fields() for one in (*_GAMES, *_TOUTS, *_SPECIAL, *_RARE)}
FULL_LIST = tuple(one.id for one in (*_GAMES, *_TOUTS, *_SPECIAL))
EVERY_CONTRACT = tuple(CONTRACTS)
ROUND_CALL = Contract(id="round", sides=Sides.NONE, aim=Aim.SHOWN, report=RoundCall, common=False, source="B81")
TOURNAMENT_LIST = ("rufer", "wenz", "solo", "wenz_tout", "solo_tout", "sie", "muss")  # B108
THREE_HANDED = ("solo", "wenz")  # with their Touts (B105)
SHORT_LIST = tuple(id for id in FULL_LIST if not CONTRACTS[id].is_sie)
