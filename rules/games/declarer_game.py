"""The base of the games with a declaring side against the others.

The steps of a hand: `check` refuses what is impossible, `outcome` decides who won and how clearly, the game adds up its
parts and multiplies its factors, and the losers pay the value to the winners.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules import hand_validation
from rules.base_ruleset import Aim, Contract, Sides, score_agreed, settle
from rules.cards import ALL_CARD_POINTS, card_points_of_pack
from rules.games.top_trumps import check_top_trumps
from rules.hand_fields import Question
from rules.outcome import (
    Limits,
    Outcome,
    outcome_after_refusal,
    outcome_of,
    outcome_of_tricks,
    outcome_without_tricks,
    reported_outcome,
)
from rules.price import Price, price
from rules.problems import ProblemList
from rules.reading import MAX_CALLS
from rules.report import AgreedHand, Call, DeclaredHand, Report, Surrender, ThrownIn
from rules.score import Level, Reason, Score
from rules.state import State
from rules.table import Player, Table


@dataclass(frozen=True, kw_only=True)
class DeclarerGame(hand_validation.DealtGame):
    """A game in which a declarer, alone or with a partner, plays against the others."""

    LIMITS: ClassVar[Limits]
    laying_in_order = False  # in some games a house rule
    TRICKS_NEED_POINTS: ClassVar[bool] = False  # a number of tricks without card points proves nothing

    def limits(self, hand: DeclaredHand, contract: Contract, state: State) -> Limits:
        """Return the thresholds of this hand for the declaring side's card points."""
        return self.LIMITS

    @abstractmethod
    def price_parts(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Iterator[Reason]:
        """Yield the reasons that are added up."""

    def price_factors(self, hand: DeclaredHand, contract: Contract, state: State) -> Iterator[Reason]:
        """Return the reasons by which the sum is multiplied."""
        return iter(())

    def paid_top_trumps(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> int:
        """Return how many top trumps of the run are paid."""
        return 0

    def questions(self, contract: Contract, table: Table, state: State | None = None) -> frozenset[Question]:
        if not issubclass(contract.report, DeclaredHand):
            return super().questions(contract, table, state)
        has_run = contract.has_top_trumps and bool(self.top_trump_chips(contract, len(table.players)))
        questions = {
            Question.DECLARER: True,
            Question.PARTNER: contract.sides is Sides.PARTNERS,
            Question.TRUMP: contract.names_trump,
            Question.WON: contract.aim is not Aim.SHOWN,
            Question.LEVEL: contract.has_levels,
            Question.POINTS: contract.has_levels,
            Question.TOP: has_run,
            Question.TOP_SIDE: has_run,
            Question.KONTRA: contract.may_kontra,
            Question.LAID: contract.may_lay,
            Question.SURRENDER: contract.may_surrender,
            Question.CALL: contract.calls_a_card,
            Question.NOTE: True,
        }
        return frozenset(one for one, is_open in questions.items() if is_open)

    @property
    def rounds_up(self) -> bool:
        return True

    @property
    def sitting_out_pays(self) -> bool:
        return False

    def most_kontra(self, contract: Contract) -> int:
        """Return how often a hand of this contract may be doubled after the deal."""
        return MAX_CALLS if contract.may_kontra else 0

    def why_not(self, contract_id: str, players: int) -> str:
        """Return the code of the problem for a contract that this table does not play."""
        return "contract_unknown"

    # -- sides ---------------------------------------------------------------------------------------------------

    def fill_in_by_game(self, hand: DeclaredHand, contract: Contract) -> DeclaredHand:
        """Fill in what follows from the hand in this game, such as a declarer who was not named."""
        return hand

    def completed_hand(self, hand: DeclaredHand, contract: Contract) -> DeclaredHand:
        """Return the hand with all that follows from it: the other side's counts, then what the game fills in."""
        if contract.aim is not Aim.CARD_POINTS:  # stops at the first lost trick: the rest was never played
            return self.fill_in_by_game(hand, contract)
        points = other_side(hand.card_points, hand.opponents_card_points, of=ALL_CARD_POINTS)
        tricks = other_side(hand.tricks, hand.opponents_tricks, of=self.hand_size(len(hand.table.players)))
        if (points, tricks) != (hand.card_points, hand.tricks):
            hand = replace(hand, card_points=points, tricks=tricks)
        return self.fill_in_by_game(hand, contract)  # last, because a tie follows from the count

    # -- checks ----------------------------------------------------------------------------------------------------

    def check(self, report: Report, state: State, problems: ProblemList) -> None:
        self.check_table(report.table, problems)
        contract = self.contract(report.contract, len(report.table.players))
        if contract is None:
            problems.add(self.why_not(report.contract, len(report.table.players)), "contract", contract=report.contract)
        if contract is None or problems.has("players") or problems.has("dealer"):
            return
        if isinstance(report, DeclaredHand):
            self._check_declared(report, contract, state, problems)
        elif isinstance(report, AgreedHand):
            hand_validation.check_agreed(report, problems)
        else:
            self.check_undeclared(report, contract, problems)

    def check_undeclared(self, report: Report, contract: Contract, problems: ProblemList) -> None:
        """Check a hand without declarer, here a thrown-in one; games add theirs."""
        if isinstance(report, ThrownIn):
            hand_validation.check_laid(report.laid, report.table, contract, self, problems)

    def _check_declared(self, hand: DeclaredHand, contract: Contract, state: State, problems: ProblemList) -> None:
        hand = self.completed_hand(hand, contract)
        hand_validation.check_sides(hand, contract, self, problems)
        hand_validation.check_trump(hand, contract, self.PACK, problems)
        hand_validation.check_counts(hand, contract, self, problems)
        hand_validation.check_doublings(hand, contract, self, state, problems)
        hand_validation.check_surrender(hand, contract, problems)
        outcome = self.outcome(hand, contract, state, problems)
        check_top_trumps(hand, contract, self, outcome, problems)
        self.check_more(hand, contract, problems)
        claims = (hand.value, hand.counted_top_trumps, hand.pot_taken_by)
        if outcome is not None and claims != (None, None, None) and not problems:
            self.check_claims(hand, contract, outcome, state, problems)
        self.check_played(hand, contract, problems)

    def check_played(self, hand: DeclaredHand, contract: Contract, problems: ProblemList) -> None:
        """Check counts and result by the rules of one game, such as the trick that a card surely takes."""

    def check_more(self, hand: DeclaredHand, contract: Contract, problems: ProblemList) -> None:
        """Check the called card, and the report by the rules of one game."""
        hand_validation.check_call(hand, contract, self, problems)

    def check_claims(
        self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State, problems: ProblemList
    ) -> None:
        """Check the reported value, paid top trumps and taker of the pot against the right ones."""
        value = self.price(hand, contract, outcome, state).value
        if hand.value is not None and hand.value != value:
            problems.add("claimed_value_wrong", "value", claimed=hand.value, value=value)
        run = self.paid_top_trumps(hand, contract, outcome)
        if hand.counted_top_trumps is not None and hand.counted_top_trumps != run:
            problems.add("claimed_top_trumps_wrong", "counted_top_trumps", claimed=hand.counted_top_trumps, counted=run)
        if hand.pot_taken_by is not None:
            if state.pot == 0:
                problems.add("pot_is_empty", "pot_taken_by")
            elif not outcome.won or hand.pot_taken_by not in self.pot_takers(hand, contract):
                problems.add("pot_goes_to_declarer_alone", "pot_taken_by")

    def pot_takers(self, hand: DeclaredHand, contract: Contract) -> tuple[Player, ...]:
        """Return who gets the pot after a hand that the declaring side won: the declarer alone (B86)."""
        return self.declarer_side(hand, contract)[:1]

    # -- outcome -------------------------------------------------------------------------------------------------

    def outcome(self, hand: DeclaredHand, contract: Contract, state: State, problems: ProblemList) -> Outcome | None:
        """Return winner and level by count or as reported; None, with a problem added, if they cannot be decided."""
        if hand.offender is not None:
            side = self.declarer_side(hand, contract)
            after_offence = Outcome(won=hand.offender not in side, level=Level.PLAIN)  # X55
            hand_validation.check_reported_offence(hand, contract, side, after_offence, problems)
            return after_offence
        if contract.aim is not Aim.CARD_POINTS:
            return outcome_of_tricks(hand, contract, self.hand_size(len(hand.table.players)), problems)
        if hand.surrender is Surrender.ACCEPTED:
            return Outcome(won=True, level=Level.PLAIN)  # P36
        limits = self.limits(hand, contract, state)
        all_tricks = self.hand_size(len(hand.table.players))
        if hand.card_points is None:
            outcome = reported_outcome(hand, all_tricks, problems)
        elif problems.has("card_points") or problems.has("tricks"):
            return None
        else:
            outcome = outcome_of(limits=limits, card_points=hand.card_points, tricks=hand.tricks, all_tricks=all_tricks)
            outcome = outcome_without_tricks(hand, outcome, self.SKAT, self.pack_size, problems)
        if outcome is not None and hand.surrender is Surrender.REFUSED:
            outcome = outcome_after_refusal(hand, outcome, problems)
        if outcome is not None:
            hand_validation.check_reported_outcome(hand, outcome, problems)
        return outcome

    # -- value ---------------------------------------------------------------------------------------------------

    def price(self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State) -> Price:
        parts, factors = self.price_parts(hand, contract, outcome), self.price_factors(hand, contract, state)
        return price(parts=parts, factors=factors, round_up=self.rounds_up)

    def score(self, report: Report, state: State) -> Score:
        if isinstance(report, AgreedHand):
            return score_agreed(report, state)
        contract = self.contract(report.contract, len(report.table.players))
        if contract is None:
            raise AssertionError(f"{report.contract} was not checked")
        if not isinstance(report, DeclaredHand):
            return self.score_undeclared(report, contract, state)
        hand = self.completed_hand(report, contract)
        outcome = self.outcome(hand, contract, state, ProblemList())
        if outcome is None:
            raise AssertionError("a hand without outcome was not checked")
        return self._score_declared(hand, contract, outcome, state)

    def score_undeclared(self, report: Report, contract: Contract, state: State) -> Score:
        """Score a thrown-in hand: no points, the next player deals (P34, B21)."""
        return Score(
            points=dict.fromkeys(report.table.players, 0),
            value=0,
            reasons=(Reason(code="thrown_in", rule=contract.source),),
            state=self.state_after(report, state),
        )

    def _score_declared(self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State) -> Score:
        side = self.declarer_side(hand, contract)
        worth = self.price(hand, contract, outcome, state)
        opponents = tuple(player for player in self.paying_players(hand.table) if player not in side)
        winners, losers = (side, opponents) if outcome.won else (opponents, side)
        return Score(
            points=settle(hand.table, winners=winners, losers=losers, value=worth.value),
            value=worth.value,
            declarer_side=side,
            declarer_won=outcome.won,
            level=outcome.level,
            reasons=(*self.score_remarks(hand, contract, outcome, state), *worth.reasons),
            state=self.state_after(hand, state),
        )

    # -- the offline table -----------------------------------------------------------------------------------------

    def offline_settings(self) -> dict[str, object]:
        pays = "table" if self.sitting_out_pays else "active"
        return {"pack": card_points_of_pack(self.pack_size), "pays": pays, "rounds_up": self.rounds_up}

    def sample_hands(self, contract: Contract, table: Table) -> dict[str, tuple[DeclaredHand, Contract]]:
        """Return a hand without its result for each line of a contract, and the contract by which that hand is priced.

        "" is the line of the contract itself; others are named by the field of the report that leads to them.
        """
        active, cards = self.active(table), self.callable_cards(contract)
        hand = contract.report(table=table, contract=contract.id)
        if not isinstance(hand, DeclaredHand):
            return {}
        sample = replace(
            hand,
            declarer=active[0],
            partner=active[1] if contract.sides is Sides.PARTNERS else None,
            trump_suit=contract.trump_suits[0] if contract.needs_trump else None,
            call=Call(card=cards[0]) if cards else None,
        )
        return {"": (sample, contract)}

    def limit_fields(self, contract: Contract) -> dict[str, dict[str, object]]:
        """Return the fields that may be reported with a count and move its limits, by name for the offline table."""
        surrenders = (Surrender.ACCEPTED, Surrender.REFUSED) if contract.may_surrender else ()
        return {
            "": {},
            **({"kontra": {"kontra": (None,)}} if contract.may_kontra else {}),
            **{kind.value: {"surrender": kind} for kind in surrenders},
        }

    def card_point_bounds(self, hand: DeclaredHand, contract: Contract) -> set[int]:
        """Return the card points from which on a hand may end differently, as far as the game sets them."""
        limits = self.limits(hand, contract, State())
        return {limits.free_from, limits.wins_from, limits.schneider_from}

    def paying_players(self, table: Table) -> tuple[Player, ...]:
        """Return the active players who settle with the declarer, and those who sit out if agreed (P51, B106, X57)."""
        return table.players if self.sitting_out_pays else self.active(table)

    def score_remarks(self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State) -> Iterator[Reason]:
        """Yield the reasons without amount or factor; they stand before the sum."""
        if hand.revoked_by is not None:
            yield Reason(code="revoked", rule="X55", args={"player": hand.revoked_by})
        if hand.criticised_by is not None:
            yield Reason(code="criticised", rule="B43", args={"player": hand.criticised_by})
        if hand.surrender is Surrender.ACCEPTED:
            yield Reason(code="surrender_accepted", rule="P36")
        if hand.surrender is Surrender.REFUSED:
            yield Reason(code="surrender_refused_won" if outcome.won else "surrender_refused_lost", rule="P37")


def other_side(own: int | None, theirs: int | None, *, of: int) -> int | None:
    """Return the count of one side; if only the other side was counted, and validly, compute it from that."""
    return of - theirs if own is None and theirs is not None and 0 <= theirs <= of else own
