"""The contracts of Bavarian Schafkopf, in one table: sides, aim, trumps, rate and rank (B2, B11, B12, B14)."""

from dataclasses import dataclass
from enum import StrEnum

from rules.base_ruleset import Aim, Contract, Sides
from rules.cards import GERMAN, OBER_UNTER, Rank, Suit
from rules.report import DeclaredHand, HochzeitHand, KreuzspielHand, RamschHand, Report, RoundCall


class Rate(StrEnum):
    RUFER = "rufer"
    SOLO = "solo"
    BETTEL = "bettel"
    RAMSCH = "ramsch"


_HEARTS = (Suit.HEARTS,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """One row of the table of contracts."""

    id: str
    rank: int
    sides: Sides = Sides.ALONE
    aim: Aim = Aim.CARD_POINTS
    rate: Rate = Rate.SOLO
    permanent_trumps: tuple[Rank, ...] = OBER_UNTER  # ranks that are always trumps, highest first
    trump_suits: tuple[Suit, ...] = ()
    calls: bool = False
    kontra: bool = True
    common: bool = False
    report: type[Report] = DeclaredHand
    source: str
    tariff_source: str = "B57"

    @property
    def is_tout(self) -> bool:
        """Return whether it is priced as a Tout; a short Tout is shown, not played."""
        return self.aim is Aim.ALL_TRICKS or self.id == "short_tout"

    @property
    def is_wenz(self) -> bool:
        """Return whether it is a Wenz or Geier in any form: one rank on top, matadors from two (B60, X40)."""
        return len(self.permanent_trumps) == 1

    @property
    def is_suit_wenz(self) -> bool:
        """Return whether it is a Suit Wenz or Suit Geier in any form; its suit must be named before play (B78)."""
        return self.is_wenz and bool(self.trump_suits)

    def contract(self, *, laying: bool, heart_solo_counts: bool) -> Contract:
        """Return the row as a contract; if hearts have their own price or consequences, a Solo must name its suit."""
        by_points = self.aim is Aim.CARD_POINTS and issubclass(self.report, DeclaredHand)
        return Contract(
            id=self.id, sides=self.sides, aim=self.aim, trump_suits=self.trump_suits, report=self.report,
            needs_trump=self.is_suit_wenz or (self.id == "solo" and heart_solo_counts), rank=self.rank,
            has_top_trumps=by_points or self.aim is Aim.ALL_TRICKS, has_levels=by_points,
            may_kontra=self.kontra, may_lay=laying, calls_a_card=self.calls, may_call_void=self.id == "muss",
            common=self.common, source=self.source,
        )  # fmt: skip


_OBER, _UNTER, _KING, _TEN = (Rank.OBER,), (Rank.UNTER,), (Rank.KING,), (Rank.TEN,)
_TABLE = (
    Traits(id="rufer", rank=3, sides=Sides.PARTNERS,
           rate=Rate.RUFER, trump_suits=_HEARTS, calls=True, common=True, source="B13"),
    Traits(id="wenz", rank=9, permanent_trumps=_UNTER, common=True, source="B11"),
    Traits(id="solo", rank=10, trump_suits=GERMAN, common=True, source="B11"),
    Traits(id="ramsch", rank=1, sides=Sides.NONE,
           rate=Rate.RAMSCH, trump_suits=_HEARTS, kontra=False, common=True, report=RamschHand, source="B64"),
    Traits(id="geier", rank=8, permanent_trumps=_OBER, source="B78"),
    Traits(id="suit_wenz", rank=7, permanent_trumps=_UNTER, trump_suits=GERMAN, source="B78"),
    Traits(id="suit_geier", rank=6, permanent_trumps=_OBER, trump_suits=GERMAN, source="B78"),
    Traits(id="koenig", rank=6, permanent_trumps=_KING, source="B78"),
    Traits(id="eisenbahner", rank=6, permanent_trumps=_TEN, source="B78"),
    Traits(id="wenz_tout", rank=15, aim=Aim.ALL_TRICKS, permanent_trumps=_UNTER, source="B35"),
    Traits(id="solo_tout", rank=16, aim=Aim.ALL_TRICKS, trump_suits=GERMAN, source="B35"),
    Traits(id="geier_tout", rank=14, aim=Aim.ALL_TRICKS, permanent_trumps=_OBER, source="B35"),
    Traits(id="suit_wenz_tout", rank=13, aim=Aim.ALL_TRICKS, permanent_trumps=_UNTER, trump_suits=GERMAN, source="B35"),
    Traits(id="suit_geier_tout", rank=12, aim=Aim.ALL_TRICKS, permanent_trumps=_OBER, trump_suits=GERMAN, source="B35"),
    Traits(id="koenig_tout", rank=12, aim=Aim.ALL_TRICKS, permanent_trumps=_KING, source="B35"),
    Traits(id="eisenbahner_tout", rank=12, aim=Aim.ALL_TRICKS, permanent_trumps=_TEN, source="B35"),
    Traits(id="sie", rank=17, aim=Aim.SHOWN, source="B38"),
    Traits(id="hochzeit", rank=4, sides=Sides.PARTNERS,
           rate=Rate.RUFER, trump_suits=_HEARTS, report=HochzeitHand, source="B76"),
    Traits(id="bauernhochzeit", rank=4, sides=Sides.PARTNERS,
           rate=Rate.RUFER, trump_suits=_HEARTS, report=HochzeitHand, source="B76"),
    Traits(id="bettel", rank=5, aim=Aim.NO_TRICK,
           rate=Rate.BETTEL, permanent_trumps=(), source="B73", tariff_source="X49"),
    Traits(id="bettel_brett", rank=11, aim=Aim.NO_TRICK,
           rate=Rate.BETTEL, permanent_trumps=(), source="B74", tariff_source="X49"),
    Traits(id="ramsch_tout", rank=11, aim=Aim.NO_TRICK,
           rate=Rate.BETTEL, trump_suits=_HEARTS, source="B75", tariff_source="X50"),
    Traits(id="muss", rank=2, sides=Sides.PARTNERS,
           rate=Rate.RUFER, trump_suits=_HEARTS, calls=True, kontra=False, source="B82"),
    Traits(id="kreuzbock", rank=2, sides=Sides.OPPOSITE,
           rate=Rate.RUFER, trump_suits=_HEARTS, source="B80", tariff_source="X60"),
)  # fmt: skip
# Played only if a table agrees on them; a rank that no document gives is that of a similar contract (X68).
_RARE = (
    Traits(id="zupf_solo", rank=10, trump_suits=GERMAN, source="B81", tariff_source="X68"),
    Traits(id="null", rank=5, aim=Aim.NO_TRICK,
           rate=Rate.BETTEL, permanent_trumps=(), source="B12", tariff_source="X68"),
    Traits(id="bettel_with_trumps", rank=5, aim=Aim.NO_TRICK,
           rate=Rate.BETTEL, permanent_trumps=OBER_UNTER, source="B73", tariff_source="X49"),
    Traits(id="short_tout", rank=16, aim=Aim.SHOWN, source="B102", tariff_source="B102"),
    Traits(id="kreuzspiel", rank=2, sides=Sides.OPPOSITE,
           rate=Rate.RUFER, trump_suits=_HEARTS, report=KreuzspielHand, source="X69", tariff_source="X69"),
)  # fmt: skip

CONTRACTS = {traits.id: traits for traits in (*_TABLE, *_RARE)}
FULL_LIST = tuple(traits.id for traits in _TABLE)
EVERY_CONTRACT = tuple(CONTRACTS)
ROUND_CALL = Contract(id="round", sides=Sides.NONE, aim=Aim.SHOWN, report=RoundCall, common=False, source="B81")
SHORT_TOUT_RUN = 6  # four Obers and the two highest Unters (B102)
TOURNAMENT_LIST = ("rufer", "wenz", "solo", "wenz_tout", "solo_tout", "sie", "muss")  # B108
SHORT_LIST = tuple(id for id in FULL_LIST if id != "sie")
