"""The house rules of a Bavarian table, with the defaults of the worked cases. docs/rules/bavarian.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.base_ruleset import NOTHING, Contract, Needs, PotAtEnd, Value, house_rule
from rules.games.bavarian.contracts import CONTRACTS, EVERY_CONTRACT, FULL_LIST, Rate
from rules.games.bavarian.rounds import ANNOUNCED_ROUNDS, Event, LastRound, RoundKind, is_playable, was_answered
from rules.games.declarer_game import DeclarerGame
from rules.own_contracts import OwnContracts, OwnTerms
from rules.problems import ProblemList
from rules.report import DeclaredHand
from rules.state import State
from rules.table import Player

MAX_TARIFF = 1_000_000
LONG_PACK = 32
_EVENTS = tuple(Event)


def _point_rule(default: Value, *, source: str, needs: Needs | tuple[Needs, ...] = NOTHING) -> Value:
    """Return a house rule that is a number of points from 1."""
    return house_rule(default, source=source, least=1, most=MAX_TARIFF, needs=needs)


def _any_contract(*contracts: str) -> Needs:
    return {"allowed": contracts}


_SUIT_SOLOS = tuple(id for id, one in CONTRACTS.items() if one.is_suit_solo)
_WENZ_GAMES = tuple(id for id, one in CONTRACTS.items() if one.is_wenz)
_SUIT_WENZ_GAMES = tuple(id for id, one in CONTRACTS.items() if one.is_suit_wenz)
_BETTELS = tuple(id for id, one in CONTRACTS.items() if one.rate is Rate.BETTEL)
_TOUTS = tuple(id for id, one in CONTRACTS.items() if one.is_tout)
_LONG: Needs = {"deck_cards": (LONG_PACK,)}
_SIE: Needs = {**_any_contract("sie"), **_LONG}
_RUNS: Needs = {"count_matadors": True}
_SWEETENER: Needs = {"pot_sweetener": True}
_POT: tuple[Needs, ...] = (_SWEETENER, {"pot_reuegeld": True})
_POT_TO_WIN: tuple[Needs, ...] = tuple({**one, "pot_kept": False} for one in _POT)
_COUNTS: Mapping[str, Needs] = {"counts_schneider": NOTHING, "counts_run": _RUNS, "counts_doublings": NOTHING}
_BOCK: Needs = {"bock_after": True}
_RAMSCH = _any_contract("ramsch")
_MARCH: Needs = {**_RAMSCH, "durchmarsch": True}


class AfterThrownIn(StrEnum):
    """The hand that follows automatically after a hand that everybody passed (B21)."""

    NOTHING = "nothing"
    MUSS = "muss"
    RAMSCH = "ramsch"
    KREUZSPIEL = "kreuzspiel"


class ToutRule(StrEnum):
    DOUBLE = "double"
    POINTS_TABLE = "points_table"
    WITH_SCHWARZ = "with_schwarz"


class MatadorValue(StrEnum):
    UNIT = "unit"
    HALF_UNIT = "half_unit"


class MatadorsOf(StrEnum):
    BOTH = "both"
    DECLARERS = "declarers"
    WINNERS = "winners"
    LOSERS = "losers"


class PointRounding(StrEnum):
    UP = "up"
    DOWN = "down"


class Overclaim(StrEnum):
    REFUSE = "refuse"
    RECOUP_TWICE = "recoup_twice"


class BockLength(StrEnum):
    HAND = "hand"
    ROUND = "round"


class BockMeeting(StrEnum):
    QUEUE = "queue"
    STACK = "stack"


class RamschSettlement(StrEnum):
    LOSER_PAYS_ALL = "loser_pays_all"
    TWO_WORST_PAY_TWO_BEST = "two_worst_pay_two_best"
    MOST_PAYS_FEWEST = "most_pays_fewest"


class RamschTie(StrEnum):
    TRICKS = "tricks"
    HIGHEST_TRUMP = "highest_trump"
    SHARED = "shared"


class RamschFullTie(StrEnum):
    ASK = "ask"
    BOTH_PAY = "both_pay"
    DIVIDE = "divide"


class MarchFrom(StrEnum):
    ALL_TRICKS = "all_tricks"
    NINETY = "ninety"
    ALL_POINTS = "all_points"


class MarchPays(StrEnum):
    RAMSCH = "ramsch"
    SOLO = "solo"
    SOLO_SCHWARZ = "solo_schwarz"


class JungfrauDoubles(StrEnum):
    EACH = "each"
    ONCE = "once"
    OWN_SHARE = "own_share"


@dataclass(frozen=True, kw_only=True)
class BavarianHouseRules(DeclarerGame):
    """The house rules, which the other modules of this package implement. Tariffs are in points."""

    allowed: tuple[str, ...] = house_rule(FULL_LIST, source="B12", choices=EVERY_CONTRACT)
    own_contracts: OwnContracts = house_rule((), source="X75", rows=OwnTerms(counts=_COUNTS))
    deck_cards: int = house_rule(32, source="B101", least=20, most=32)

    unit: int = _point_rule(10, source="B50")
    rufer_tariff: int = _point_rule(10, source="X39")
    solo_tariff: int = _point_rule(50, source="X38")
    wenz_tariff: int | None = _point_rule(None, source="X38", needs=_any_contract(*_WENZ_GAMES))
    bettel_tariff: int | None = _point_rule(None, source="X49", needs=_any_contract(*_BETTELS))
    heart_solo_tariff: int | None = _point_rule(None, source="X67", needs=_any_contract(*_SUIT_SOLOS))
    heart_solo_outbids: bool = house_rule(False, source="X67", needs=_any_contract(*_SUIT_SOLOS))
    geier_tariff: int | None = _point_rule(None, source="X67", needs=_any_contract("geier", "geier_tout"))
    hochzeit_factor: int = house_rule(
        2, source="X39", least=1, most=4, needs=_any_contract("hochzeit", "bauernhochzeit")
    )
    tout_rule: ToutRule = house_rule(ToutRule.DOUBLE, source="X37", needs=_any_contract(*_TOUTS))
    sie_factor: int = house_rule(4, source="B38", least=1, most=16, needs=_SIE)
    round_to: PointRounding = house_rule(PointRounding.UP, source="X56", needs={"matador_value": ("half_unit",)})

    count_matadors: bool = house_rule(False, source="B59")
    matador_value: MatadorValue = house_rule(MatadorValue.UNIT, source="B59", needs=_RUNS)
    matador_minimum: int = house_rule(3, source="B60", least=1, most=14, needs=_RUNS)
    matador_minimum_rufer: int | None = house_rule(None, source="B60", least=1, most=14, needs=_RUNS)
    matador_minimum_wenz: int = house_rule(
        2, source="X40", least=1, most=14, needs={**_RUNS, **_any_contract(*_WENZ_GAMES)}
    )
    matador_minimum_suit_wenz: int | None = house_rule(
        None, source="X40", least=1, most=14, needs={**_RUNS, **_any_contract(*_SUIT_WENZ_GAMES)}
    )
    matador_maximum: int = house_rule(4, source="B61", least=1, most=14, needs=_RUNS)
    matadors_of: MatadorsOf = house_rule(MatadorsOf.BOTH, source="X40", needs=_RUNS)
    sie_counts_matadors: bool = house_rule(False, source="X41", needs={**_RUNS, **_SIE})

    free_from: int = house_rule(31, source="B45", least=29, most=31)
    solo_scores_schneider_schwarz: bool = house_rule(True, source="X62", needs=_LONG)
    schwarz_must_be_claimed: bool = house_rule(False, source="X54")
    overclaim: Overclaim = house_rule(Overclaim.REFUSE, source="X53")
    revoker_pays_alone: bool = house_rule(False, source="X55")

    several_may_double: bool = house_rule(True, source="B90")
    only_forehand_doubles: bool = house_rule(False, source="B90")
    only_opponents_double: bool = house_rule(False, source="B90")
    most_doublings: int | None = house_rule(None, source="B92", least=0, most=16)
    kontra_takes_over: bool = house_rule(False, source="X43")
    laying: bool = house_rule(True, source="B93")
    laying_in_order: bool = house_rule(False, source="B94", needs={"laying": True, "only_forehand_lays": False})
    only_forehand_lays: bool = house_rule(False, source="B94", needs={"laying": True})
    after_thrown_in: AfterThrownIn = house_rule(AfterThrownIn.NOTHING, source="B21")
    muss_with_opposite: bool = house_rule(False, source="X44", needs=_any_contract("muss"))

    pot_sweetener: int = house_rule(0, source="B85", least=0, most=MAX_TARIFF)
    pot_paid_by_all: bool = house_rule(False, source="X51", needs=_SWEETENER)
    pot_reuegeld: int = house_rule(0, source="X64", least=0, most=MAX_TARIFF)
    pot_reuegeld_with_partner: bool = house_rule(False, source="X64", needs={"pot_reuegeld": True})
    pot_kept: bool = house_rule(False, source="X64", needs=_POT)
    pot_shared: bool = house_rule(False, source="X51", needs=_POT_TO_WIN)
    pot_cap: int | None = _point_rule(None, source="X51", needs=_POT_TO_WIN)
    pot_at_end: PotAtEnd = house_rule(PotAtEnd.PAID_BACK, source="X64", needs=_POT)

    # Forms never offer it: without an event in `bock_after` no Bock hands exist.
    bock: bool = house_rule(True, source="B89", needs=())
    bock_after: tuple[str, ...] = house_rule((), source="B89", choices=_EVENTS)
    bock_length: BockLength = house_rule(BockLength.ROUND, source="B89", needs=_BOCK)
    bock_meeting: BockMeeting = house_rule(BockMeeting.QUEUE, source="X52", needs=_BOCK)

    ramsch_tariff: int | None = _point_rule(None, source="X45", needs=_RAMSCH)
    ramsch_settlement: RamschSettlement = house_rule(RamschSettlement.LOSER_PAYS_ALL, source="X45", needs=_RAMSCH)
    ramsch_tie: RamschTie = house_rule(RamschTie.TRICKS, source="B65", needs=_RAMSCH)
    ramsch_full_tie: RamschFullTie = house_rule(RamschFullTie.ASK, source="X48", needs=_RAMSCH)
    durchmarsch: bool = house_rule(True, source="B68", needs=_RAMSCH)
    march_from: MarchFrom = house_rule(MarchFrom.ALL_TRICKS, source="X47", needs=_MARCH)
    march_pays: MarchPays = house_rule(MarchPays.RAMSCH, source="X47", needs=_MARCH)
    jungfrau: bool = house_rule(True, source="B69", needs=_RAMSCH)
    jungfrau_doubles: JungfrauDoubles = house_rule(
        JungfrauDoubles.EACH, source="X46", needs={**_RAMSCH, "jungfrau": True}
    )

    rounds: tuple[str, ...] = house_rule(ANNOUNCED_ROUNDS, source="B81", choices=ANNOUNCED_ROUNDS)
    hadschader_after_lost_solo: bool = house_rule(False, source="B81")
    minas_after_won_solo: bool = house_rule(False, source="B81")
    minas_payment: int = _point_rule(50, source="B81", needs=({"rounds": ("minas",)}, {"minas_after_won_solo": True}))
    kreuzbock_after: tuple[str, ...] = house_rule((), source="B80", choices=_EVENTS, needs=_any_contract("kreuzbock"))
    last_round: LastRound = house_rule(LastRound.PLAIN, source="B99", needs={"rounds": ("last",)})

    @property
    def has_pot(self) -> bool:
        return bool(self.pot_sweetener or self.pot_reuegeld)

    @property
    def pot_goes_to(self) -> PotAtEnd:
        return self.pot_at_end

    @property
    def has_last_round(self) -> bool:
        return RoundKind.LAST in self.rounds

    def plays_round(self, kind: str, players: int) -> bool:
        """Return whether so many people can play the round; else it is never due and binds nobody (B21, B81)."""
        return is_playable(kind, self.contracts(players), self.last_round)

    def announced_rounds(self, players: int) -> tuple[str, ...]:
        return tuple(kind for kind in self.rounds if self.plays_round(kind, players))

    def is_answered(self, hand: DeclaredHand, contract: Contract, side: tuple[Player, ...], state: State) -> bool:
        turns = self.doubling_turns(contract, state)
        return not turns.opponents_only and was_answered(hand.kontra, side, turns)

    def check_together(self, problems: ProblemList) -> None:
        if self.deck_cards not in (20, 24, 32):
            problems.add("house_rule_impossible", "deck_cards", choices="20, 24, 32")
        elif self.deck_cards != LONG_PACK and not self.solo_scores_schneider_schwarz:
            problems.add("short_cards_score_schneider", "solo_scores_schneider_schwarz")  # B55
        if not self.allowed:
            problems.add("no_contract_allowed", "allowed")
        if self.rufer_tariff > self.solo_tariff:
            problems.add("solo_cheaper_than_rufer", "solo_tariff", rufer=self.rufer_tariff)
        if self.sie_counts_matadors and not self.count_matadors:
            problems.add("needs_count_matadors", "sie_counts_matadors")
        self._check_matadors(problems)
        if self.bock_after and not self.bock:
            problems.add("needs_bock", "bock_after")
        if self.laying_in_order and not self.laying:
            problems.add("needs_laying", "laying_in_order")
        if self.ramsch_tie is RamschTie.SHARED and self.ramsch_full_tie is RamschFullTie.ASK:
            problems.add("needs_full_tie", "ramsch_tie")
        due = self.after_thrown_in
        if due is not AfterThrownIn.NOTHING and due.value not in self.allowed:
            problems.add("needs_contract", "after_thrown_in", contract=due.value)
        if self.kreuzbock_after and not any(CONTRACTS[id].decided_by_doubling for id in self.allowed):
            problems.add("needs_contract", "kreuzbock_after", contract="kreuzbock")
        at_end = self.pot_at_end is not PotAtEnd.PAID_BACK
        of_pot = self.pot_kept or self.pot_shared or self.pot_cap is not None or at_end
        if (of_pot and not self.has_pot) or (self.pot_paid_by_all and not self.pot_sweetener):
            problems.add("needs_pot", "pot_sweetener")

    def _check_matadors(self, problems: ProblemList) -> None:
        """Refuse a maximum below a minimum that has an effect: matadors of those games would never be paid (X40)."""
        least = max(self.matador_minimum, self.matador_minimum_rufer or 0)
        for name, games in (("matador_minimum_wenz", _WENZ_GAMES), ("matador_minimum_suit_wenz", _SUIT_WENZ_GAMES)):
            minimum = getattr(self, name) or 0
            if self.count_matadors and minimum > self.matador_maximum and not set(games).isdisjoint(self.allowed):
                problems.add("minimum_above_maximum", name, most=self.matador_maximum)
                least = max(least, minimum)
        if self.matador_maximum < least:
            problems.add("maximum_below_minimum", "matador_maximum", least=least)
