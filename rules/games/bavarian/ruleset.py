"""The ruleset of Bavarian Schafkopf: contracts, limits, checks, and the score of a whole hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.base_ruleset import AGREED, THROWN_IN, Aim, Contract, Sides, Turns
from rules.cards import GERMAN, Card, Rank, Suit
from rules.games.bavarian import carry_over, pot, ramsch, rounds
from rules.games.bavarian.contracts import (
    CONTRACTS,
    ROUND_CALL,
    SHORT_LIST,
    THREE_HANDED,
    TOURNAMENT_LIST,
    BavarianContract,
)
from rules.games.bavarian.house_rules import MatadorsOf, Overclaim, PointRounding, RamschSettlement, ToutRule
from rules.games.bavarian.rounds import Event, round_events_of_hand
from rules.games.bavarian.tariff import BavarianTariff
from rules.hand_fields import Question
from rules.outcome import PALATINATE, TURNED_ROUND, Limits, Outcome
from rules.problems import ProblemList
from rules.report import DeclaredHand, HochzeitHand, KreuzspielHand, RamschHand, Report, RoundCall
from rules.score import Level, Reason, Score
from rules.state import State
from rules.table import Player, Table

TIED_AT = 60  # card points of either side of a Kreuz-Spiel (X69)
CALLABLE_SUITS = (Suit.ACORNS, Suit.LEAVES, Suit.BELLS)


@dataclass(frozen=True, kw_only=True)
class Bavarian(BavarianTariff):
    """The ruleset of Bavarian Schafkopf. Tariffs are in points; a stake turns a point into money."""

    GAME: ClassVar[str] = "bavarian"
    PACK: ClassVar[tuple[Suit, ...]] = GERMAN
    LEAST_PLAYERS: ClassVar[int] = 3
    MOST_PLAYERS: ClassVar[int] = 7

    # -- table -----------------------------------------------------------------------------------------------------

    @property
    def pack_size(self) -> int:
        return self.deck_cards

    @property
    def rounds_up(self) -> bool:
        return self.round_to is PointRounding.UP

    def doubling_turns(self, contract: Contract, state: State) -> Turns:
        anybody = contract.sides is Sides.OPPOSITE
        return Turns(
            anybody=anybody,
            alternate=not self.several_may_double,
            stossed=rounds.is_stossed(state.round),
            forehand_first=self.only_forehand_doubles and not anybody,
            opponents_only=self.only_opponents_double and not anybody,
        )

    def most_laid(self, players: int) -> int:
        return 1 if self.only_forehand_lays else super().most_laid(players)

    def seats(self, players: int) -> int:
        return min(players, 4)

    def check_table(self, table: Table, problems: ProblemList) -> None:
        super().check_table(table, problems)
        if len(table.players) == 3 and self.deck_cards != 24:
            problems.add("three_need_24_cards", "players")  # B105

    # -- contracts -------------------------------------------------------------------------------------------------

    def list_contracts(self, players: int) -> tuple[Contract, ...]:
        """Return the agreed contracts: with three only Solo and Wenz (B105), with short cards no Sie (B102)."""
        whole_hand = (0, self.deck_cards // self.SEATS)  # shown trumps are a whole hand: 8 in a Sie, 6 in short
        listed = [one for id, one in CONTRACTS.items() if id in self.allowed and one.shown_run in whole_hand]
        agreed = [self._agreed_contract(one) for one in listed]
        # People may leave until one is left; fewer than three keep the agreed contracts.
        contracts = [one for one in agreed if players != 3 or one.base_id in THREE_HANDED]
        own = [one.contract(laying=self.laying) for one in self.own_contracts]
        own = [one for one in own if players > 3 or one.sides is Sides.ALONE]
        thrown_in = replace(THROWN_IN, may_lay=self.laying, source="B21")
        has_calls = any(rounds.is_playable(kind, (*contracts, *own), self.last_round) for kind in self.rounds)
        calls = (ROUND_CALL,) if has_calls else ()
        return (*contracts, *own, thrown_in, *calls, AGREED)

    def _agreed_contract(self, contract: Contract) -> Contract:
        if contract.is_suit_solo:  # if hearts have their own price or consequences, the suit must be named
            hearts = self.heart_solo_tariff is not None
            hearts |= Event.HEART_SOLO in (*self.bock_after, *self.kreuzbock_after)
            contract = replace(contract, needs_trump=hearts, hearts_outbid=self.heart_solo_outbids)
        if contract.is_forced and self.muss_with_opposite:  # the other form of the Muss (X44)
            contract = replace(contract, sides=Sides.OPPOSITE, calls_a_card=False)
        return replace(contract, may_lay=self.laying)

    def why_not(self, contract_id: str, players: int) -> str:
        if contract_id not in CONTRACTS:
            is_own = any(one.id == contract_id for one in self.own_contracts)
            return "contract_needs_four" if is_own else "contract_unknown"
        if CONTRACTS[contract_id].is_sie and self.deck_cards != 32:
            return "no_sie_with_short_cards"  # B102
        return "contract_needs_four" if players == 3 and contract_id in self.allowed else "not_agreed_at_this_table"

    def limits(self, hand: DeclaredHand, contract: Contract, state: State) -> Limits:
        """Return 61/91/31, turned round in a Muss and if the Kontra takes the game over (B44, B45, B83, X43)."""
        if issubclass(contract.report, KreuzspielHand):
            return PALATINATE  # 30 is free for both sides (X69)
        if self._is_taken_over(hand, contract, state) or contract.is_forced:
            return TURNED_ROUND
        return Limits(wins_from=61, schneider_from=91, free_from=self.free_from)

    def _is_taken_over(self, hand: DeclaredHand, contract: Contract, state: State) -> bool:
        """Return whether the opponents doubled last and so play; where the last call declares, that says it (B95)."""
        if not self.kontra_takes_over or not hand.kontra:
            return False
        if contract.decided_by_doubling or not contract.has_levels or not contract.has_declarer:
            return False
        last = hand.kontra[-1]
        if last is None:
            turns = self.doubling_turns(contract, state)
            return turns.opponents_only or len(turns.all_calls(hand.kontra)) % 2 == 1
        return last not in self.declarer_side(hand, contract)

    def fill_in_by_game(self, hand: DeclaredHand, contract: Contract) -> DeclaredHand:
        """Name the declarer of a Kreuzbock: by the last Stoss, else the first to lay, else the leader (B80)."""
        if not contract.decided_by_doubling or hand.declarer is not None:
            return hand
        if hand.kontra or hand.laid:
            return replace(hand, declarer=self._kreuzbock_declarer(hand))
        return replace(hand, declarer=self.active(hand.table)[0]) if hand.table.dealer is not None else hand

    def _kreuzbock_declarer(self, hand: DeclaredHand) -> Player | None:
        """Return the player whose doubling decided which team declares; None without a named one."""
        caller = next(iter(hand.kontra[-1:] or hand.laid[:1]), None)
        return caller if caller is None or caller in self.active(hand.table) else self.active(hand.table)[0]

    def questions(self, contract: Contract, table: Table, state: State | None = None) -> frozenset[Question]:
        if issubclass(contract.report, RamschHand):
            laid = {Question.LAID} if contract.may_lay else set[Question]()
            required = self.required_questions(contract)
            return frozenset({Question.LOSERS, Question.COUNTS, Question.NOTE, *laid, *required})
        if issubclass(contract.report, RoundCall):
            return frozenset({Question.ROUND})
        questions = super().questions(contract, table, state)
        if not issubclass(contract.report, DeclaredHand):
            return questions
        more = {
            Question.OFFENCE: contract.aim is not Aim.SHOWN,
            Question.CLAIM: contract.has_levels and self.schwarz_must_be_claimed,
            Question.VALUE: self.overclaim is Overclaim.RECOUP_TWICE,
            Question.OBER: contract.is_rufer and rounds.RoundKind.LAST in self.rounds,
            Question.SUITOR: issubclass(contract.report, HochzeitHand),
        }
        return questions | {one for one, is_open in more.items() if is_open}

    def required_questions(self, contract: Contract) -> frozenset[Question]:
        """Require the side of the run if only one side's is paid, and the winner of a Ramsch if only they are paid."""
        if issubclass(contract.report, RamschHand):
            return frozenset({Question.WINNER} if self.ramsch_settlement is RamschSettlement.MOST_PAYS_FEWEST else ())
        return frozenset({Question.TOP_SIDE} if self.matadors_of is not MatadorsOf.BOTH else ())

    def callable_cards(self, contract: Contract) -> tuple[Card, ...]:
        """Return the aces; in a Muss also the tens and kings (B13, B84)."""
        if not contract.calls_a_card:
            return ()
        ranks = (Rank.ACE, Rank.TEN, Rank.KING) if contract.is_forced else (Rank.ACE,)
        return tuple(Card(rank=rank, suit=suit) for rank in ranks for suit in CALLABLE_SUITS)

    def playable_now(self, contracts: Sequence[Contract], state: State) -> list[Contract]:
        if state.round is None or not rounds.is_playable(state.round.kind, contracts, self.last_round):
            return super().playable_now(contracts, state)
        return rounds.playable_in_round(contracts, state.round.kind, self.last_round)

    def most_kontra(self, contract: Contract) -> int:
        most = super().most_kontra(contract)
        return most if self.most_doublings is None else min(most, self.most_doublings)

    # -- checks ----------------------------------------------------------------------------------------------------

    def check(self, report: Report, state: State, problems: ProblemList) -> None:
        if state.bock and not self.bock:
            problems.add("not_agreed_at_this_table", "state.bock")
        if state.round is not None and state.round.kind not in tuple(rounds.RoundKind):
            problems.add("not_a_choice", "state.round.kind", choices=", ".join(rounds.RoundKind))
        super().check(report, state, problems)
        contract = self.contract(report.contract, len(report.table.players))
        if contract is None or state.round is None or problems.has("state.round.kind"):
            return
        is_bound = contract is not AGREED and self.plays_round(state.round.kind, len(report.table.players))
        if not isinstance(report, RoundCall) and is_bound:
            forehand = self.active(report.table)[0]
            leaders = (forehand, self.opposite(report.table, forehand)) if contract.declared_by_pair else (forehand,)
            if isinstance(report, DeclaredHand):  # the doublings name the declarer of a Kreuzbock
                report = self.completed_hand(report, contract)
            rounds.check_round(report, contract, state.round, leaders, self.last_round, problems)
        elif isinstance(report, RoundCall):
            problems.add("round_in_progress", "round")

    def check_more(self, hand: DeclaredHand, contract: Contract, problems: ProblemList) -> None:
        if contract.decided_by_doubling and not problems:
            declarer = self._kreuzbock_declarer(hand)
            if declarer is not None and declarer not in self.declarer_side(hand, contract):
                problems.add("kreuzbock_declared_by", "declarer", player=declarer)
        super().check_more(hand, contract, problems)
        if isinstance(hand, HochzeitHand):
            _check_suitor(hand, contract, problems)
        if self.most_doublings is not None and len(hand.kontra) > self.most_doublings:
            problems.add("too_many_doublings", "kontra", most=self.most_doublings)
        if self.laying_in_order and not problems.has("laid"):
            in_order = self.active(hand.table)[: len(hand.laid)]
            if any(who not in (None, due) for who, due in zip(hand.laid, in_order, strict=False)):
                problems.add("laid_out_of_order", "laid")

    def run_side_decides(self, contract: Contract, count: int) -> bool:
        return self.matadors_of is not MatadorsOf.BOTH and self._paid_run(contract, count) > 0

    def check_played(self, hand: DeclaredHand, contract: Contract, problems: ProblemList) -> None:
        if isinstance(hand, KreuzspielHand) and hand.card_points == TIED_AT and hand.offender is None:
            # Refused, no tie in the books: a hand that is played again moves nothing and passes no deal.
            problems.add("tied_is_played_again", "card_points")

    def card_point_bounds(self, hand: DeclaredHand, contract: Contract) -> set[int]:
        return super().card_point_bounds(hand, contract) | ({TIED_AT} if isinstance(hand, KreuzspielHand) else set())

    def check_undeclared(self, report: Report, contract: Contract, problems: ProblemList) -> None:
        super().check_undeclared(report, contract, problems)
        if isinstance(report, RamschHand):
            ramsch.check_ramsch(report, contract, self, problems)
        if isinstance(report, RoundCall):
            offered = self.announced_rounds(len(report.table.players))
            if report.round not in offered:
                problems.add("not_a_choice", "round", choices=", ".join(offered))

    def check_claims(
        self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State, problems: ProblemList
    ) -> None:
        if self.overclaim is Overclaim.RECOUP_TWICE and hand.value is not None:
            value = self.price(hand, contract, outcome, state).value
            if hand.value > value:
                hand = replace(hand, value=None)  # settled in `score`, not refused
        super().check_claims(hand, contract, outcome, state, problems)

    def pot_takers(self, hand: DeclaredHand, contract: Contract) -> tuple[Player, ...]:
        side = () if self.pot_kept else self.declarer_side(hand, contract)
        return pot.pot_takers(side, hand.table, contract, self)

    def score_remarks(self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State) -> Iterator[Reason]:
        yield from super().score_remarks(hand, contract, outcome, state)
        if hand.offender is not None and self.revoker_pays_alone:
            yield Reason(code="offender_pays", rule="X55", args={"player": hand.offender})
        if self._is_taken_over(hand, contract, state):
            yield Reason(code="kontra_takes_over", rule="B95")
        if outcome.level is Level.SCHWARZ and self.paid_level(hand, contract, outcome) is Level.SCHNEIDER:
            yield Reason(code="schwarz_not_claimed", rule="X54")

    # -- the whole hand ----------------------------------------------------------------------------------------------

    def score_undeclared(self, report: Report, contract: Contract, state: State) -> Score:
        if isinstance(report, RamschHand):
            doublings = tuple(self.doubling_reasons(report.laid, state))
            return ramsch.score_ramsch(report, self, doublings, self.state_after(report, state))
        if isinstance(report, RoundCall):
            return self._score_call(report, state)
        return super().score_undeclared(report, contract, state)

    def _score_call(self, call: RoundCall, state: State) -> Score:
        """Score a call without a deal: the same dealer deals the first hand, in the last round the old man (B99)."""
        is_last = call.round == rounds.RoundKind.LAST
        here = state.old_man if is_last and state.old_man in call.table.players else call.table.dealer
        return Score(
            points=dict.fromkeys(call.table.players, 0),
            value=0,
            reasons=(Reason(code=f"round.{call.round}", rule="B99" if is_last else "B81"),),
            state=replace(state, dealer=here, round=rounds.started_round(call.round, call.table)),
        )

    def score(self, report: Report, state: State) -> Score:
        score = super().score(report, state)
        contract = self.contract(report.contract, len(report.table.players))
        if contract is None or contract is AGREED or isinstance(report, RoundCall):
            return score
        if isinstance(report, DeclaredHand) and report.offender is not None and self.revoker_pays_alone:
            score = _let_offender_pay(score, report.offender)
        if isinstance(report, DeclaredHand) and report.value and report.value > score.value:
            score = _recoup_overclaim(score, claimed=report.value)
        moved = pot.move_pot(score, report.table, contract, self, state)
        # Points without the pot, which has no part in how poor a solo of a Minas round was (B88).
        return carry_over.leave_for_next_hand(moved, score.points, report, contract, self, state)

    # -- the offline table -------------------------------------------------------------------------------------------

    def offline_settings(self) -> dict[str, object]:
        contracts = self.contracts(self.seats(self.MOST_PLAYERS))
        settings = {
            kind: carry_over.offline_round(kind, contracts, self)
            for kind in rounds.RoundKind
            if kind in rounds.ANNOUNCED_ROUNDS or kind.value == self.after_thrown_in.value
        }
        return {
            **super().offline_settings(),
            **({"takes_over": True} if self.kontra_takes_over else {}),
            **({"claims_schwarz": True} if self.schwarz_must_be_claimed else {}),
            **({"recoups": True} if self.overclaim is Overclaim.RECOUP_TWICE else {}),
            **({"offender_pays": True} if self.revoker_pays_alone else {}),
            "customs": {"pot": pot.offline_pot(self), "bock": carry_over.offline_bock(self), "rounds": settings},
        }

    def offline_line(self, contract: Contract, table: Table) -> dict[str, object]:
        """Return the keys of a Ramsch, or how many trumps the suitor of a Hochzeit may hold."""
        if issubclass(contract.report, RamschHand):
            return ramsch.offline_ramsch_line(self.active(table), self)
        most = contract.most_suitor_trumps if isinstance(contract, BavarianContract) else 0
        return {"suitor": most} if most else {}

    def carry_over(
        self, report: Report, contract: Contract, *, won: bool = False, level: Level | None = None
    ) -> dict[str, object]:
        answered = isinstance(report, DeclaredHand) and self.is_answered(
            report, contract, self.declarer_side(report, contract), State()
        )
        events = set(round_events_of_hand(report, contract, won=won, level=level, is_answered=answered))
        follows = carry_over.round_that_follows(events, self, len(report.table.players))
        starts: dict[str, object] = {}
        if follows:
            each = rounds.hands_of_round(follows.kind)
            starts = {"round": follows.kind.value, **({"left": 1} if follows.is_one_hand else {"hands": each})}
        return {**carry_over.queued_bock(events, self), **starts}


def _check_suitor(hand: HochzeitHand, contract: Contract, problems: ProblemList) -> None:
    """Check that the suitor holds a single trump; in a Bauernhochzeit at most two, as two cards change hands (B76)."""
    most = contract.most_suitor_trumps if isinstance(contract, BavarianContract) else 0
    if hand.suitor_trumps is not None and not 1 <= hand.suitor_trumps <= most:
        problems.add("hochzeit_needs_one_trump" if most == 1 else "bauernhochzeit_needs_two_trumps", "suitor_trumps")


def _let_offender_pay(score: Score, offender: Player) -> Score:
    """Let the offender pay for their partners too (X55)."""
    lost = sum(points for points in score.points.values() if points < 0)
    points = {player: max(points, 0) for player, points in score.points.items()} | {offender: lost}
    return replace(score, points=points)


def _recoup_overclaim(score: Score, *, claimed: int) -> Score:
    """Charge twice the overclaimed difference (B49): the winners are left with 2V - C."""
    more, net = claimed - score.value, 2 * score.value - claimed
    paid = Reason(code="overclaimed", rule="X53", amount=more, args={"claimed": claimed, "value": score.value})
    back = Reason(code="recouped", rule="B49", amount=-2 * more)
    points = {player: points // score.value * net for player, points in score.points.items()}
    return replace(score, points=points, value=net, reasons=(*score.reasons, paid, back))


_PUB = Bavarian(rufer_tariff=20, solo_tariff=50, count_matadors=True, matador_maximum=14)
_POINTS = Bavarian(unit=1, rufer_tariff=1, solo_tariff=2)
PRESETS = {
    "pub_10_20_50": _PUB,
    "school_10_50": Bavarian(),  # B50
    "tariff_10_20": Bavarian(solo_tariff=20),
    "tariff_5_20": Bavarian(unit=5, rufer_tariff=5, solo_tariff=20),
    "points_table": replace(_POINTS, tout_rule=ToutRule.POINTS_TABLE),  # B56
    "tournament": replace(
        _POINTS, allowed=TOURNAMENT_LIST, count_matadors=True, laying=False, bock=False, rounds=()
    ),  # B108
    "short": replace(_PUB, deck_cards=24, allowed=SHORT_LIST, matador_maximum=12),  # B101
    "pub_everything": replace(_PUB, pot_sweetener=10, bock_after=("lost_solo", "re", "schwarz"), ramsch_tariff=20),
}
