"""The value of a Bavarian hand: tariff, Schneider, Schwarz, matadors, and every doubling."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.base_ruleset import Contract, Sides
from rules.cards import Suit
from rules.games.bavarian import rounds
from rules.games.bavarian.contracts import BavarianContract, Rate
from rules.games.bavarian.house_rules import BavarianHouseRules, MatadorsOf, MatadorValue, ToutRule
from rules.games.top_trumps import MAX_TRUMPS, run_side
from rules.outcome import Outcome
from rules.price import doubling_reason, top_trumps_reason
from rules.report import DeclaredHand, HochzeitHand
from rules.score import Level, Reason, Side
from rules.state import State
from rules.table import Player, Table

_NOBODY = Table(players=(), dealer=None)


@dataclass(frozen=True, kw_only=True)
class BavarianTariff(BavarianHouseRules):
    """The pricing of a hand: parts are added up before any factor multiplies them (B57)."""

    def price_parts(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Iterator[Reason]:
        """Yield tariff, Schneider, Schwarz and matadors; extras in units, never in solo rates (B51, B52, B57)."""
        yield from self._tariff_reasons(contract, hand)
        level = self.paid_level(hand, contract, outcome)
        rule = "B51" if contract.has_levels else "X37"
        if level is not Level.PLAIN:
            yield Reason(code="schneider", rule=rule, amount=self.unit)
        if level is Level.SCHWARZ:
            yield Reason(code="schwarz", rule=rule, amount=self.unit)
        counted = self.paid_top_trumps(hand, contract, outcome)
        if counted:
            each = self.unit if self.matador_value is MatadorValue.UNIT else Fraction(self.unit, 2)
            held = contract.shown_run or (hand.top_trumps and hand.top_trumps.count) or 0
            capped = {"rule": "B61", "held": held} if held > counted else {"rule": "B59"}
            yield top_trumps_reason("matadors", hand, counted, each=each, **capped)

    def _tariff_reasons(self, contract: Contract, hand: DeclaredHand) -> Iterator[Reason]:
        """Yield the tariff; for a Tout of the points table two more of it (X37)."""
        if not isinstance(contract, BavarianContract):
            yield Reason(code=f"tariff.{contract.id}", rule="X75", amount=contract.price)
            return
        code, rule, tariff = f"tariff.{contract.id}", contract.tariff_source, self._contract_tariff(contract)
        if contract.is_suit_solo and hand.trump_suit is Suit.HEARTS and self.heart_solo_tariff:
            code, rule, tariff = "heart_solo", "X67", self.heart_solo_tariff
        elif contract.is_geier and self.geier_tariff:
            rule = "X67"
        yield Reason(code=code, rule=rule, amount=tariff)
        if contract.is_tout and self.tout_rule is ToutRule.POINTS_TABLE:
            yield Reason(code="tout_as_games", rule="X37", amount=2 * tariff, args={"count": 2})

    def _contract_tariff(self, contract: BavarianContract) -> int:
        if contract.rate is Rate.RUFER:
            return self.rufer_tariff
        if contract.rate is Rate.BETTEL:
            return self.bettel_tariff or self.solo_tariff
        if contract.is_geier and self.geier_tariff:
            return self.geier_tariff
        return self.wenz_tariff or self.solo_tariff if contract.is_wenz else self.solo_tariff

    def paid_level(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Level:
        if self._is_priced_as_tout(contract) and self.tout_rule is ToutRule.WITH_SCHWARZ:
            return Level.SCHWARZ
        if not contract.has_levels:
            return Level.PLAIN
        alone = contract.sides is Sides.ALONE and not contract.is_own
        if alone and not self.solo_scores_schneider_schwarz:  # only with long cards (B55)
            return Level.PLAIN
        unclaimed = self.schwarz_must_be_claimed and not hand.schwarz_claimed
        return Level.SCHNEIDER if unclaimed and outcome.level is Level.SCHWARZ else outcome.level

    def _is_priced_as_tout(self, contract: Contract) -> bool:
        return isinstance(contract, BavarianContract) and contract.is_tout

    def paid_top_trumps(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> int:
        """Return the number of paid matadors; a Sie is the eight highest trumps (B38, B59-B61)."""
        run = contract.shown_run or (hand.top_trumps and hand.top_trumps.count) or 0
        counted = self._paid_run(contract, run) if run else 0
        if not counted:
            return 0
        side = Side.DECLARERS if contract.shown_run else run_side(hand, contract, self, outcome)
        return counted if self._is_run_paid(side, outcome) else 0

    def _paid_run(self, contract: Contract, run: int) -> int:
        """Return the paid part of a run: from the minimum to the maximum; Wenz and Geier from two (B60, B61, X40)."""
        counts = contract.has_top_trumps
        if contract.shown_run:  # a Tout on the table counts as one that was played (B102)
            counts = self.sie_counts_matadors or self._is_priced_as_tout(contract)
        no_side = self.matadors_of is MatadorsOf.DECLARERS and not contract.has_declarer  # a Kreuz-Spiel (X69)
        if not self.count_matadors or not counts or no_side:
            return 0
        return min(run, self.matador_maximum) if run >= self.least_matadors(contract) else 0

    def least_matadors(self, contract: Contract) -> int:
        if not isinstance(contract, BavarianContract):
            return self.matador_minimum
        if contract.is_wenz:
            return (self.matador_minimum_suit_wenz if contract.trump_suits else None) or self.matador_minimum_wenz
        return (self.matador_minimum_rufer if contract.rate is Rate.RUFER else None) or self.matador_minimum

    def top_trump_chips(self, contract: Contract, players: int) -> tuple[int, ...]:
        if not self.count_matadors or not contract.has_top_trumps:
            return ()
        trumps = self.trumps(contract, DeclaredHand(table=_NOBODY))
        most = min(self.matador_maximum, len(trumps) or MAX_TRUMPS)
        return tuple(range(self.least_matadors(contract), most + 1))

    def _is_run_paid(self, side: Side | None, outcome: Outcome) -> bool:
        """Return whether this side's run is paid: everybody's, or only the declarers', winners' or losers'."""
        if self.matadors_of is MatadorsOf.DECLARERS:
            return side is Side.DECLARERS
        held_by_winners = (side is Side.DECLARERS) == outcome.won
        return {MatadorsOf.WINNERS: held_by_winners, MatadorsOf.LOSERS: not held_by_winners}.get(self.matadors_of, True)

    def price_factors(self, hand: DeclaredHand, contract: Contract, state: State) -> Iterator[Reason]:
        """Yield everything that multiplies, after everything that is added (B57, B91, X42)."""
        if not contract.is_doubled:
            return
        if self._is_priced_as_tout(contract) and self.tout_rule is not ToutRule.POINTS_TABLE:
            yield Reason(code="tout", rule="B36", factor=2)
        elif contract.is_sie:
            yield Reason(code="sie", rule="B38", factor=self.sie_factor)
        if issubclass(contract.report, HochzeitHand):
            yield Reason(code="hochzeit", rule="B77", factor=self.hochzeit_factor)
        if contract.is_open:
            yield Reason(code="bettel_brett", rule="B74", factor=2)
        yield from self.doubling_reasons(hand.laid, state)
        if hand.kontra:
            yield from doubling_reason(self._stoss_code(hand, contract, state), len(hand.kontra), rule="B90")

    def _stoss_code(self, hand: DeclaredHand, contract: Contract, state: State) -> str:
        side = self.declarer_side(hand, contract)
        if self.is_answered(replace(hand, kontra=hand.kontra[:1]), contract, side, state):
            return "retour"  # the round has said the Stoss (B81)
        twice = len(hand.kontra) == 2 and not self.is_answered(hand, contract, side, state)
        return "stoss_twice" if twice else "stoss"

    def doubling_reasons(self, laid: tuple[Player | None, ...], state: State) -> Iterator[Reason]:
        yield from doubling_reason("bock", state.bock[0] if state.bock else 0, rule="B89")
        by_round = rounds.round_factor(state.round, self.last_round)
        if by_round is not None:
            yield by_round
        yield from doubling_reason("laid", len(laid), rule="B93")
