"""Bavarian Schafkopf: contracts, tariffs, matadors, doublings and pot. RULES.md part 6; Ramsch in `rules.ramsch`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import ClassVar

from rules import calling
from rules.bavarian import ramsch
from rules.bavarian.contracts import CONTRACTS, FULL_LIST, SHORT_LIST, TOURNAMENT_LIST, Rate, Traits, heads
from rules.cards import GERMAN, Card, Rank, Suit, trump_order
from rules.declared import DeclarerGame, doubling_reason, top_trumps_reason, with_pot
from rules.limits import BAVARIAN, TURNED_ROUND, Limits, Outcome
from rules.problems import Complaints
from rules.report import DeclaredHand, RamschHand, Report
from rules.ruleset import AGREED, THROWN_IN, Aim, Contract, Sides, house_rule
from rules.score import Level, Reason, Score
from rules.state import State
from rules.table import Player, Table


class ToutRule(StrEnum):
    DOUBLE = "double"
    POINTS_TABLE = "points_table"


class MatadorValue(StrEnum):
    UNIT = "unit"
    HALF_UNIT = "half_unit"


class Rounding(StrEnum):
    UP = "up"
    DOWN = "down"


class Overclaim(StrEnum):
    REFUSE = "refuse"
    RECOUP_TWICE = "recoup_twice"


MOST_TARIFF = 1_000_000
CALLABLE_SUITS = (Suit.ACORNS, Suit.LEAVES, Suit.BELLS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bavarian(DeclarerGame):
    """The ruleset of Bavarian Schafkopf. Tariffs are in points; a stake turns a point into money.

    The defaults are those of the worked cases; what a table is offered first is a preset.
    """

    GAME: ClassVar[str] = "bavarian"
    PACK: ClassVar[tuple[Suit, ...]] = GERMAN
    LEAST_PLAYERS: ClassVar[int] = 3
    MOST_PLAYERS: ClassVar[int] = 7
    ALTERNATING_KONTRA: ClassVar[bool] = False  # several may double, each call counts (B90)

    allowed: tuple[str, ...] = house_rule(FULL_LIST, source="B12", choices=FULL_LIST)
    deck_cards: int = house_rule(32, source="B101", least=20, most=32)
    unit: int = house_rule(10, source="B50", least=1, most=MOST_TARIFF)
    rufer_tariff: int = house_rule(10, source="X39", least=1, most=MOST_TARIFF)
    solo_tariff: int = house_rule(50, source="X38", least=1, most=MOST_TARIFF)
    bettel_tariff: int | None = house_rule(None, source="X49", least=1, most=MOST_TARIFF, may_be_none=True)
    hochzeit_factor: int = house_rule(2, source="X39", least=1, most=4)
    tout_rule: ToutRule = house_rule(ToutRule.DOUBLE, source="X37")
    sie_factor: int = house_rule(4, source="B38", least=1, most=16)
    sie_counts_matadors: bool = house_rule(False, source="X41")
    count_matadors: bool = house_rule(False, source="B59")
    matador_value: MatadorValue = house_rule(MatadorValue.UNIT, source="B59")
    matador_minimum: int = house_rule(3, source="B60", least=1, most=14)
    matador_minimum_wenz: int = house_rule(2, source="X40", least=1, most=14)
    matador_maximum: int = house_rule(4, source="B61", least=1, most=14)
    solo_scores_schneider_schwarz: bool = house_rule(True, source="X62")
    schwarz_must_be_claimed: bool = house_rule(False, source="X54")
    overclaim: Overclaim = house_rule(Overclaim.REFUSE, source="X53")
    kontra_takes_over: bool = house_rule(False, source="X43")
    laying: bool = house_rule(True, source="B93")
    bock: bool = house_rule(True, source="B89")
    round_to: Rounding = house_rule(Rounding.UP, source="X56")
    pot_sweetener: int = house_rule(0, source="B85", least=0, most=MOST_TARIFF)
    ramsch_tariff: int | None = house_rule(None, source="X45", least=1, most=MOST_TARIFF, may_be_none=True)
    ramsch_settlement: ramsch.Settlement = house_rule(ramsch.Settlement.LOSER_PAYS_ALL, source="X45")
    durchmarsch: bool = house_rule(True, source="X47")
    jungfrau: bool = house_rule(True, source="X46")

    def check_together(self, complaints: Complaints) -> None:
        if self.deck_cards not in (20, 24, 32):
            complaints.add("house_rule_impossible", "deck_cards", choices="20, 24, 32")
        if not self.allowed:
            complaints.add("no_contract_allowed", "allowed")
        if self.rufer_tariff > self.solo_tariff:
            complaints.add("solo_cheaper_than_rufer", "solo_tariff", rufer=self.rufer_tariff)
        if self.sie_counts_matadors and not self.count_matadors:
            complaints.add("needs_count_matadors", "sie_counts_matadors")
        if self.matador_maximum < self.matador_minimum:
            complaints.add("maximum_below_minimum", "matador_maximum", least=self.matador_minimum)

    # -- table -----------------------------------------------------------------------------------------------------

    @property
    def pack_size(self) -> int:
        return self.deck_cards

    @property
    def rounds_up(self) -> bool:
        return self.round_to is Rounding.UP

    def seats(self, players: int) -> int:
        return min(players, 4)

    def check_table(self, table: Table, complaints: Complaints) -> None:
        DeclarerGame.check_table(self, table, complaints)
        if len(table.players) == 3 and self.deck_cards != 24:
            complaints.add("three_need_24_cards", "players")  # B105

    # -- contracts -------------------------------------------------------------------------------------------------

    def contracts(self, players: int) -> tuple[Contract, ...]:
        return _contracts(self, players)

    def why_not(self, contract_id: str, players: int) -> str:
        if contract_id not in CONTRACTS:
            return "contract_unknown"
        if contract_id == "sie" and self.deck_cards != 32:
            return "no_sie_with_short_cards"  # B102
        return "contract_needs_four" if players == 3 and contract_id in self.allowed else "not_agreed_at_this_table"

    def trumps(self, contract: Contract, hand: DeclaredHand) -> tuple[Card, ...]:
        fixed = contract.trump_suits[0] if contract.trump_suits else None
        return trump_order(
            heads=heads(contract.id), trump_suit=hand.trump_suit or fixed, pack=GERMAN, pack_size=self.deck_cards
        )

    def limits(self, hand: DeclaredHand, contract: Contract) -> Limits:
        """61/91/31, turned round in a Muss and where the Kontra takes the game over (B44, B45, B83, X43)."""
        taken_over = self.kontra_takes_over and self._last_call_by_opponents(hand, contract)
        return TURNED_ROUND if taken_over or contract.id == "muss" else BAVARIAN

    def _last_call_by_opponents(self, hand: DeclaredHand, contract: Contract) -> bool:
        if not hand.kontra:
            return False
        last = hand.kontra[-1]
        return len(hand.kontra) % 2 == 1 if last is None else last not in self.declarer_side(hand, contract)

    def complete(self, hand: DeclaredHand, contract: Contract) -> DeclaredHand:
        """In a Kreuzbock the last Stoss, else the first to lay, else the lead names the declaring team (B80)."""
        if contract.sides is not Sides.OPPOSITE or hand.declarer is not None:
            return hand
        said = [player for player in (*hand.kontra[-1:], *hand.laid[:1]) if player is not None]
        return replace(hand, declarer=said[0] if said else self.active(hand.table)[0])

    # -- checks ----------------------------------------------------------------------------------------------------

    def check(self, report: Report, state: State, complaints: Complaints) -> None:
        if state.bock and not self.bock:
            complaints.add("not_agreed_at_this_table", "state.bock")
        DeclarerGame.check(self, report, state, complaints)

    def check_more(self, hand: DeclaredHand, contract: Contract, complaints: Complaints) -> None:
        ranks = (Rank.ACE, Rank.TEN, Rank.KING) if contract.id == "muss" else (Rank.ACE,)
        calling.check_call(
            hand, contract, ranks=ranks, suits=CALLABLE_SUITS, must_be_noted=False, complaints=complaints
        )

    def check_undeclared(self, report: Report, contract: Contract, complaints: Complaints) -> None:
        DeclarerGame.check_undeclared(self, report, contract, complaints)
        if isinstance(report, RamschHand):
            ramsch.check(report, contract, self.ramsch_terms(report.table), complaints)

    def check_claims(
        self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State, complaints: Complaints
    ) -> None:
        if self.overclaim is Overclaim.RECOUP_TWICE and hand.value is not None:
            value = self.price(hand, contract, outcome, state).value
            if hand.value > value:
                hand = replace(hand, value=None)  # settled in `move_overclaim`, not refused
        DeclarerGame.check_claims(self, hand, contract, outcome, state, complaints)

    # -- value -----------------------------------------------------------------------------------------------------

    def parts(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Iterator[Reason]:
        """Tariff, Schneider, Schwarz and matadors; extras in units, never in solo rates (B51, B52, B57)."""
        traits = CONTRACTS[contract.id]
        yield Reason(code=f"tariff.{contract.id}", rule=traits.tariff_source, amount=self.tariff(traits))
        level = self.paid_level(hand, contract, outcome)
        if level is not Level.PLAIN:
            yield Reason(code="schneider", rule="B51", amount=self.unit)
        if level is Level.SCHWARZ:
            yield Reason(code="schwarz", rule="B51", amount=self.unit)
        counted = self.counted(contract, self._run(hand, contract))
        if counted:
            each = self.unit if self.matador_value is MatadorValue.UNIT else Fraction(self.unit, 2)
            yield top_trumps_reason("matadors", hand, counted, each=each, rule="B59")

    def tariff(self, traits: Traits) -> int:
        if traits.rate is Rate.RUFER:
            return self.rufer_tariff
        if traits.rate is Rate.BETTEL:
            return self.bettel_tariff or self.solo_tariff
        if traits.is_tout and self.tout_rule is ToutRule.POINTS_TABLE:
            return 3 * self.solo_tariff  # X37
        return self.solo_tariff

    def paid_level(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Level:
        if not contract.has_levels:
            return Level.PLAIN
        alone = contract.sides is Sides.ALONE
        if alone and not self.solo_scores_schneider_schwarz and self.deck_cards == 32:  # always in short (B55)
            return Level.PLAIN
        unclaimed = self.schwarz_must_be_claimed and not hand.schwarz_claimed
        return Level.SCHNEIDER if unclaimed and outcome.level is Level.SCHWARZ else outcome.level

    def _run(self, hand: DeclaredHand, contract: Contract) -> int:
        if contract.aim is Aim.SHOWN:
            return 8  # a Sie is the eight highest trumps (B38)
        return (hand.top_trumps and hand.top_trumps.count) or 0

    def counted(self, contract: Contract, run: int) -> int:
        """From the minimum up to the maximum; in Wenz and Geier from two (B60, B61, X40)."""
        counts = self.sie_counts_matadors if contract.aim is Aim.SHOWN else contract.has_top_trumps
        if not self.count_matadors or not counts:
            return 0
        least = self.matador_minimum_wenz if CONTRACTS[contract.id].is_wenz else self.matador_minimum
        return min(run, self.matador_maximum) if run >= least else 0

    def factors(self, hand: DeclaredHand, contract: Contract, state: State) -> Iterator[Reason]:
        """Everything that multiplies comes after everything that is added (B57, B91, X42)."""
        traits = CONTRACTS[contract.id]
        if traits.is_tout and self.tout_rule is ToutRule.DOUBLE:
            yield Reason(code="tout", rule="B36", factor=2)
        if contract.id == "sie":
            yield Reason(code="sie", rule="B38", factor=self.sie_factor)
        if contract.id == "hochzeit":
            yield Reason(code="hochzeit", rule="B77", factor=self.hochzeit_factor)
        if contract.id == "bettel_brett":
            yield Reason(code="bettel_brett", rule="B74", factor=2)
        yield from self.doublings(hand.laid, state)
        yield from doubling_reason("stoss", len(hand.kontra), rule="B90")

    def doublings(self, laid: tuple[Player | None, ...], state: State) -> Iterator[Reason]:
        yield from doubling_reason("bock", state.bock[0] if state.bock else 0, rule="B89")
        yield from doubling_reason("laid", len(laid), rule="B93")

    def remarks(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Iterator[Reason]:
        yield from DeclarerGame.remarks(self, hand, contract, outcome)
        if self.kontra_takes_over and self._last_call_by_opponents(hand, contract):
            yield Reason(code="kontra_takes_over", rule="B95")
        if outcome.level is Level.SCHWARZ and self.paid_level(hand, contract, outcome) is Level.SCHNEIDER:
            yield Reason(code="schwarz_not_claimed", rule="X54")

    # -- hands without declarer, pot, overclaim --------------------------------------------------------------------

    def ramsch_terms(self, table: Table) -> ramsch.Terms:
        return ramsch.Terms(
            active=self.active(table),
            tariff=self.ramsch_tariff or self.rufer_tariff,
            settlement=self.ramsch_settlement,
            durchmarsch=self.durchmarsch,
            jungfrau=self.jungfrau,
            pack_size=self.deck_cards,
        )

    def score_undeclared(self, report: Report, contract: Contract, state: State) -> Score:
        if isinstance(report, RamschHand):
            doublings = tuple(self.doublings(report.laid, state))
            return ramsch.score(report, self.ramsch_terms(report.table), doublings, self.after(report, state))
        score = DeclarerGame.score_undeclared(self, report, contract, state)
        if not self.pot_sweetener:
            return score
        active = self.active(report.table)
        reason = Reason(code="pot_sweetener", rule="B85", args={"points": self.pot_sweetener})
        changes = dict.fromkeys(active, -self.pot_sweetener)
        return with_pot(score, changes=changes, reason=reason, pot=state.pot + len(active) * self.pot_sweetener)

    def move_pot(self, score: Score, table: Table, state: State) -> Score:
        """The declarer alone sweeps the pot, or doubles it (B86, B87)."""
        if not state.pot or score.declarer is None:
            return score
        won = bool(score.declarer_won)
        change, code, rule = (state.pot, "pot_swept", "B86") if won else (-state.pot, "pot_doubled", "B87")
        reason = Reason(code=code, rule=rule, args={"player": score.declarer, "points": state.pot})
        return with_pot(score, changes={score.declarer: change}, reason=reason, pot=state.pot - change)

    def score(self, report: Report, state: State) -> Score:
        score = DeclarerGame.score(self, report, state)
        if isinstance(report, DeclaredHand) and report.value is not None and report.value > score.value:
            return _recouped(score, claimed=report.value)
        return score

    def after(self, report: Report, state: State) -> State:
        return State(dealer=report.table.next_dealer(), pot=state.pot, bock=state.bock[1:])


def _recouped(score: Score, *, claimed: int) -> Score:
    """Who asked too much pays back twice the difference (B49): the winners are left with 2V - C."""
    net = 2 * score.value - claimed
    reason = Reason(code="overclaimed", rule="B49", args={"claimed": claimed, "value": score.value})
    points = {player: points // score.value * net for player, points in score.points.items()}
    return replace(score, points=points, value=net, reasons=(*score.reasons, reason))


@cache
def _contracts(rules: Bavarian, players: int) -> tuple[Contract, ...]:
    """Only soloist games with three (B105), no Sie in short (B102)."""
    listed = [CONTRACTS[id] for id in CONTRACTS if id in rules.allowed]
    if rules.deck_cards != 32:
        listed = [traits for traits in listed if traits.id != "sie"]
    if players == 3:
        listed = [traits for traits in listed if traits.sides is Sides.ALONE]
    contracts = (traits.contract(laying=rules.laying, matadors=rules.count_matadors) for traits in listed)
    thrown_in = replace(THROWN_IN, may_lay=rules.laying, source="B21")
    return (*contracts, thrown_in, AGREED)


_PUB = {"count_matadors": True, "matador_maximum": 14}
PRESETS = {
    "pub_10_20_50": Bavarian(rufer_tariff=20, solo_tariff=50, **_PUB),  # type: ignore[arg-type]
    "school_10_50": Bavarian(),
    "tariff_10_20": Bavarian(solo_tariff=20),
    "tariff_5_20": Bavarian(unit=5, rufer_tariff=5, solo_tariff=20),
    "points_table": Bavarian(unit=1, rufer_tariff=1, solo_tariff=2, tout_rule=ToutRule.POINTS_TABLE),
    "tournament": Bavarian(
        unit=1, rufer_tariff=1, solo_tariff=2, allowed=TOURNAMENT_LIST, count_matadors=True, laying=False, bock=False
    ),
    "short": Bavarian(deck_cards=24, rufer_tariff=20, solo_tariff=50, allowed=SHORT_LIST, **_PUB),  # type: ignore[arg-type]
}
