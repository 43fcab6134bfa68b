"""Sasku: strokes by the table, ties dealt again, games to sixteen, a series of games. docs/rules/sasku.md."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.base_ruleset import Contract
from rules.cards import Card, Suit
from rules.games.sasku import auction, checks, game_score
from rules.games.sasku.game_score import agreed_strokes, for_teams, match_of, team_number, team_of
from rules.games.sasku.hand import CONTRACTS, PASSED, TRUMPS, SaskuHand
from rules.games.sasku.house_rules import DiamondsRule, PaidFor, SaskuHouseRules
from rules.games.tally_game import AgreedTally, counts_by_seat
from rules.hand_fields import Question
from rules.outcome import Limits, Outcome
from rules.price import Price, price
from rules.problems import ProblemList
from rules.report import DeclaredHand, Report
from rules.score import Level, Reason, Score
from rules.state import Match, State, Tie
from rules.table import Table

DIAMONDS_MORE = 2


@dataclass(frozen=True, kw_only=True)
class Sasku(SaskuHouseRules):
    """The ruleset of Sasku. The teams are the players who sit opposite each other (S1)."""

    GAME: ClassVar[str] = "sasku"
    PACK_SIZE: ClassVar[int] = auction.PACK_SIZE
    LIMITS: ClassVar[Limits] = Limits(wins_from=61, schneider_from=91, free_from=30)  # the rows of the table, S25

    def list_contracts(self, players: int) -> tuple[Contract, ...]:
        return CONTRACTS

    def trumps(self, contract: Contract, hand: DeclaredHand) -> tuple[Card, ...]:
        return auction.trump_order(hand.trump_suit or Suit.DIAMONDS)

    # -- reports -----------------------------------------------------------------------------------------------

    def check(self, report: Report, state: State, problems: ProblemList) -> None:
        if len(set(report.table.players)) != self.MOST_PLAYERS:
            super().check(report, state, problems)  # reports it and checks nothing else
            return
        if isinstance(report, SaskuHand) and report.is_replay and checks.due_tie(state) is None:
            self.check_table(report.table, problems)
            problems.add("replay_without_tie", "contract")
        else:
            super().check(checks.replayed_hand(report, state), state, problems)
        if isinstance(report, SaskuHand):
            for name, maker in (("declarer", report.declarer), ("partner", report.partner)):
                if not report.has_maker and maker is not None:  # nobody makes trumps in a passed hand (S14)
                    problems.add("passed_hand_has_maker", name)
            checks.check_replay(report, state, problems)
        checks.check_running_game(report, state, problems, strokes_to_win=self.strokes_to_win)

    def fill_in_by_game(self, hand: DeclaredHand, contract: Contract) -> DeclaredHand:
        """Fill in a tie by count, the level of a reported lambapea, and the team of a passed hand as declarer."""
        if not isinstance(hand, SaskuHand):
            return hand
        if hand.card_points == checks.TIED_AT:
            hand = replace(hand, tied=True)
        if hand.level is None and hand.tricks is None and hand.card_points in (None, 0, 120):
            if hand.lambapea:
                hand = replace(hand, level=Level.SCHWARZ)
            elif hand.lambapea is False and hand.card_points is not None:
                hand = replace(hand, level=Level.SCHNEIDER)
        if not contract.has_declarer:
            known = hand.team if hand.team in hand.table.players else hand.table.players[0]
            hand = replace(hand, declarer=known, partner=None)
        return hand

    def check_more(self, hand: DeclaredHand, contract: Contract, problems: ProblemList) -> None:
        super().check_more(hand, contract, problems)
        if not isinstance(hand, SaskuHand):
            return
        if contract.has_declarer and hand.team is not None:
            problems.add("field_unknown", "team")
        elif not contract.has_declarer and hand.team is None and not hand.tied:
            problems.add("team_missing", "team")
        elif hand.team is not None and hand.team not in hand.table.players:
            problems.add("player_unknown", "team", player=hand.team)
        hand.check_roof(problems, penalty=self.roof_penalty)
        auction.check_auction(hand, self.active(hand.table), problems)

    def outcome(self, hand: DeclaredHand, contract: Contract, state: State, problems: ProblemList) -> Outcome | None:
        """Return the outcome of a completed hand; a tied one counts as not won."""
        if isinstance(hand, SaskuHand) and hand.tied:
            checks.check_tie(hand, problems)
            return Outcome(won=False, level=Level.PLAIN)
        outcome = super().outcome(hand, contract, state, problems)
        if isinstance(hand, SaskuHand) and outcome is not None and hand.lambapea is not None:
            if hand.lambapea and outcome.level is not Level.SCHWARZ:
                problems.add("lambapea_needs_all_tricks", "lambapea")
            elif not hand.lambapea and outcome.level is Level.SCHWARZ:
                problems.add("claimed_result_contradicts_points", "lambapea")
        return outcome

    def card_point_bounds(self, hand: DeclaredHand, contract: Contract) -> set[int]:
        return {*super().card_point_bounds(hand, contract), checks.TIED_AT}

    # -- strokes -----------------------------------------------------------------------------------------------

    def price(self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State) -> Price:
        """Return the strokes of the winners, with those that wait for them from a tie (S31)."""
        parts = list(self.price_parts(hand, contract, outcome))
        waiting = state.match.extra if state.match else 0
        if waiting and not hand.is_tied and not self._is_whole_game(outcome):
            parts.append(Reason(code="after_tie", rule="S31", amount=waiting))
        return price(parts=parts, factors=())

    def price_parts(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Iterator[Reason]:
        """Yield the strokes; nothing while the hand is tied (S31)."""
        if hand.is_tied:
            return
        if outcome.level is Level.SCHWARZ:
            code = "lambapea" if self.lambapea_strokes is None else "lambapea_strokes"
            rule, strokes = "S30" if contract.has_declarer else "S34", self.lambapea_strokes or self.strokes_to_win
            yield Reason(code=code, rule=rule, amount=strokes)
        elif not contract.has_declarer:
            yield Reason(code="all_passed", rule="S33", amount=self.passed_strokes)
        else:
            row = _sasku_table_row(outcome)
            yield row
            if hand.trump_suit is Suit.DIAMONDS:
                is_table = self.diamonds_rule is DiamondsRule.TABLE
                more = Reason(code="diamonds", rule="S25", amount=DIAMONDS_MORE)
                yield more if is_table else replace(more, rule="X18", amount=row.amount)

    def score_remarks(self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State) -> Iterator[Reason]:
        """Yield the remark on a tie: the hand is dealt again, or the next one counts more (S31)."""
        if hand.is_tied:
            yield self._tie_reason

    @property
    def _tie_reason(self) -> Reason:
        return Reason(code="tie_forward" if self.tie_adds_strokes else "tie", rule="S31")

    def _is_whole_game(self, outcome: Outcome) -> bool:
        return outcome.level is Level.SCHWARZ and self.lambapea_strokes is None

    # -- score -------------------------------------------------------------------------------------------------

    def score(self, report: Report, state: State) -> Score:
        match = match_of(report.table, state)
        if match is None:
            raise AssertionError("teams that changed were not checked")
        if isinstance(report, AgreedTally):
            return self._score_agreed(report, state, match)
        hand = checks.replayed_hand(report, state)
        contract = self.contract(hand.contract, len(hand.table.players))
        if contract is None or not isinstance(hand, SaskuHand):
            raise AssertionError(f"{report.contract} was not checked")
        maker = hand.declarer if contract.has_declarer else None
        hand = hand if hand.declarer == maker else replace(hand, declarer=maker)
        remarks = [Reason(code="replay", rule="S31")] if isinstance(report, SaskuHand) and report.is_replay else []
        completed = self.completed_hand(hand, contract)
        if completed.is_tied:
            tied = self._score_tie(hand, state, match, remarks)
            return self._score_tie_forward(tied, hand.table, match) if self.tie_adds_strokes else tied
        return self._score_won(hand, completed, contract, state, match, remarks)

    def _score_tie(self, hand: SaskuHand, state: State, match: Match, remarks: list[Reason]) -> Score:
        """Score a tie without strokes; the same dealer deals it again with the same trumps and makers."""
        tie = Tie(dealer=hand.table.dealer, trump_suit=hand.trump_suit or Suit.DIAMONDS, maker=hand.declarer)
        return Score(
            points=counts_by_seat(hand.table, None),
            tally=counts_by_seat(hand.table, None),
            value=0,
            declarer_side=team_of(hand.table, hand.declarer),
            reasons=(*remarks, self._tie_reason),
            state=replace(state, dealer=hand.table.dealer, match=replace(match, tie=tie)),
        )

    def _score_tie_forward(self, tied: Score, table: Table, match: Match) -> Score:
        """Pass the deal on after a tie that is not dealt again; the next winner gets so many strokes more."""
        waiting = match.extra + self.tie_adds_strokes
        reason = replace(self._tie_reason, args={"strokes": waiting})
        state = replace(tied.state, dealer=table.next_dealer(), match=replace(match, tie=None, extra=waiting))
        return replace(tied, reasons=(reason,), state=state)

    def _score_won(
        self, hand: SaskuHand, completed: DeclaredHand, contract: Contract, state: State, match: Match,
        remarks: list[Reason],
    ) -> Score:  # fmt: skip
        outcome = self.outcome(completed, contract, state, ProblemList())
        if outcome is None or completed.declarer is None:
            raise AssertionError("a hand without outcome was not checked")
        worth = self.price(completed, contract, outcome, state)
        counted = team_number(hand.table, completed.declarer)
        winner = counted if outcome.won else 1 - counted
        strokes, remark = self._roof_fine(hand, match, (worth.value, 0) if winner == 0 else (0, worth.value))
        match = replace(match, tie=None, extra=0)
        booked = game_score.book(match, strokes, self, is_lambapea=self._is_whole_game(outcome))
        return Score(
            points=game_score.owed(hand.table, strokes, booked, self),
            tally=for_teams(hand.table, strokes),
            value=worth.value,
            declarer_side=team_of(hand.table, hand.declarer),
            declarer_won=outcome.won if hand.declarer is not None else None,
            level=outcome.level,
            reasons=(*remarks, *worth.reasons, *remark, *game_score.end_of_game(hand.table, booked)),
            state=replace(state, dealer=hand.table.next_dealer(), match=booked.match),
        )

    def _roof_fine(
        self, hand: SaskuHand, match: Match, strokes: tuple[int, int]
    ) -> tuple[tuple[int, int], tuple[Reason, ...]]:
        """Return the hand's strokes with those for a shown roof, and the reason. The fine wins no game (X25)."""
        if hand.fined_player is None:
            return strokes, ()
        # The others gain strokes: the offenders may have none to lose. And no lost hand: no document says so.
        others = 1 - team_number(hand.table, hand.fined_player)
        fine = max(0, min(self.roof_penalty, self.strokes_to_win - 1 - match.strokes[others] - strokes[others]))
        args: dict[str, str | int] = {"player": hand.fined_player, "strokes": fine}
        reason = Reason(code="roof_shown", rule="X25", args=args)
        return (strokes[0] + fine * (others == 0), strokes[1] + fine * (others == 1)), (reason,)

    def _score_agreed(self, report: AgreedTally, state: State, match: Match) -> Score:
        """Score strokes that the table settled; a dealt hand ends a tie, a mere correction leaves it as it is."""
        strokes = agreed_strokes(report)
        booked = game_score.book(replace(match, tie=None) if report.was_dealt else match, strokes, self)
        owed = game_score.owed(report.table, strokes, booked, self)
        more = game_score.end_of_game(report.table, booked)
        state = replace(state, match=booked.match)
        return self.score_agreed_tally(report, state, tally=for_teams(report.table, strokes), owed=owed, more=more)

    # -- the offline table -------------------------------------------------------------------------------------

    def questions(self, contract: Contract, table: Table, state: State | None = None) -> frozenset[Question]:
        """Return the questions; a passed hand has no makers, a replay those of the tie, if it had any."""
        if not issubclass(contract.report, SaskuHand):
            return super().questions(contract, table, state)
        roof = {Question.ROOF} if self.roof_penalty else set[Question]()
        if contract.needs_trump:
            return super().questions(contract, table, state) | {Question.BID} | roof
        tie = state.match.tie if state and state.match else None
        has_makers = contract.is_replay and (tie is None or tie.maker is not None)
        result = {Question.WON, Question.POINTS} if has_makers else {Question.TEAM}
        return frozenset(result | {Question.LEVEL, Question.NOTE} | roof)

    def offline_settings(self) -> dict[str, object]:
        """Return the settings with the running game.

        to_win: strokes. carries: those above it begin the next game. schwarz, to_nil: the games that it counts.
        tie_adds: strokes that a tie adds to the next hand. roof: those that a roof gives the others.
        stroke_pays, game_pays: what each loser owes for one.
        """
        match = {
            "to_win": self.strokes_to_win,
            "carries": self.carry_excess_strokes,
            "schwarz": self.lambapea_games if self.lambapea_strokes is None else 0,
            "to_nil": self.to_nil_games,
            **({"tie_adds": self.tie_adds_strokes} if self.tie_adds_strokes else {}),
            **({"roof": self.roof_penalty} if self.roof_penalty else {}),
            "stroke_pays": int(self.paid_for is PaidFor.STROKES),
            "game_pays": int(self.paid_for is PaidFor.GAMES),
        }
        return {**super().offline_settings(), "match": match}

    def offline_line(self, contract: Contract, table: Table) -> dict[str, object]:
        """Return the keys of a passed hand or a replay.

        by_team: the count is of a team that is named; suit_when_tied: trumps of the hand that is dealt again.
        """
        if contract.is_replay:
            return {"report": "replay", "of_trumps": TRUMPS.id, "of_passed": PASSED.id}
        if contract.has_declarer:
            return {}
        return {"by_team": True, "suit_when_tied": None if self.tie_adds_strokes else Suit.DIAMONDS}

    def sample_hands(self, contract: Contract, table: Table) -> dict[str, tuple[DeclaredHand, Contract]]:
        """Return the sample hands: a passed hand has a team, a replay has none of its own, since it repeats a hand."""
        if contract.is_replay:
            return {}
        if contract.has_declarer:
            return super().sample_hands(contract, table)
        passed = SaskuHand(table=table, contract=contract.id, team=self.active(table)[0])
        return {"": (passed, contract)}

    def limit_fields(self, contract: Contract) -> dict[str, dict[str, object]]:
        return {**super().limit_fields(contract), "tied": {"tied": True}}


def _sasku_table_row(outcome: Outcome) -> Reason:
    """Return the strokes with clubs, spades or hearts as trumps (S25)."""
    is_high = outcome.level is Level.SCHNEIDER
    code = f"makers_{'won' if outcome.won else 'lost'}{'_high' if is_high else ''}"
    return Reason(code=code, rule="S25", amount=2 + 2 * is_high + 2 * (not outcome.won))


PRESETS = {
    "sasku": Sasku(),
    "sasku_per_stroke": Sasku(paid_for=PaidFor.STROKES),
    "sasku_diamonds_double": Sasku(diamonds_rule=DiamondsRule.DOUBLE),
}
