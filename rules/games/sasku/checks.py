"""The checks of a hand of Sasku beyond those of every game, and the replay of a tie.

A replay has the same dealer, the same trumps, the same makers, and no bidding. S31.
"""

from dataclasses import replace

from rules.games.sasku import auction
from rules.games.sasku.game_score import agreed_strokes, match_of, sasku_teams, team_of
from rules.games.sasku.hand import PASSED, TRUMPS, SaskuHand
from rules.games.tally_game import AgreedTally
from rules.problems import ProblemList
from rules.report import Report
from rules.score import Level
from rules.state import State, Tie
from rules.table import Player, Table

TIED_AT = 60  # card points of either team, S31


def check_running_game(report: Report, state: State, problems: ProblemList, *, strokes_to_win: int) -> None:
    """Check that the running game is of these teams, not over yet, and does not fall below 0."""
    match = match_of(report.table, state)
    if match is None:
        problems.add("teams_changed", "players")
    elif max(match.strokes) >= strokes_to_win:
        problems.add("game_is_over", "state.match.strokes", most=strokes_to_win - 1)
    elif isinstance(report, AgreedTally) and not problems:
        reported = agreed_strokes(report)
        for names, strokes in zip(sasku_teams(report.table), reported, strict=True):
            if len({(report.tally or {})[name] for name in names if name in (report.tally or {})}) > 1:
                problems.add("partners_share_strokes", "tally", player=", ".join(names), strokes=strokes)
        totals = [before + added for before, added in zip(match.strokes, reported, strict=True)]
        if min(totals) < 0:
            problems.add("strokes_below_zero", "tally")
        if min(totals) >= strokes_to_win:
            problems.add("game_won_by_both", "tally")


def check_tie(hand: SaskuHand, problems: ProblemList) -> None:
    """Check that a tied hand has 60:60, no winner, and neither all tricks nor none."""
    if hand.card_points not in (None, TIED_AT):
        problems.add("claimed_result_contradicts_points", "tied")
    if hand.won is not None:
        problems.add("claimed_result_contradicts_points", "won")
    if hand.level not in (None, Level.PLAIN):
        problems.add("claimed_result_contradicts_points", "level")
    if hand.lambapea:
        problems.add("lambapea_needs_all_tricks", "lambapea")
    if hand.tricks in (0, auction.CARDS_IN_HAND) and not problems.has("card_points"):
        problems.add("schwarz_with_points", "card_points", tricks=hand.tricks)


def due_tie(state: State) -> Tie | None:
    return state.match.tie if state.match else None


def replayed_hand(report: Report, state: State) -> Report:
    """Return a replay as the hand that it repeats, with trumps and makers of the tie (S31, X24)."""
    tie = due_tie(state)
    if not isinstance(report, SaskuHand) or not report.is_replay:
        return report
    if tie is None or len(report.table.players) < 4:
        return report
    # Taken from the tie: a copy in the replay's report would contradict a later correction of the tied hand.
    contract = PASSED if tie.maker is None else TRUMPS
    maker = _trump_maker_now(report.table, tie, state)
    return replace(report, contract=contract.id, trump_suit=tie.trump_suit, declarer=maker, partner=None, auction=None)


def _trump_maker_now(table: Table, tie: Tie, state: State) -> Player | None:
    """Return the maker of the tied hand, or a player of their team if they have left the table."""
    if tie.maker is None or tie.maker in table.players:
        return tie.maker
    teams = state.match.teams if state.match else ()
    side = teams.index(tie.maker) % 2 if tie.maker in teams else 0
    stayed = (player for player in teams[side::2] if player in table.players)
    return next(stayed, table.players[side])


def check_replay(report: SaskuHand, state: State, problems: ProblemList) -> None:
    """Check that a tie is followed by its replay: same dealer, same trumps, same makers, no bidding (S31)."""
    tie = due_tie(state)
    if tie is None:
        return
    if not report.is_replay:
        problems.add("tie_must_be_replayed", "contract")
        return
    if None not in (tie.dealer, report.table.dealer) and report.table.dealer != tie.dealer:
        problems.add("replay_with_other_dealer", "dealer", player=tie.dealer or "")
    if report.trump_suit not in (None, tie.trump_suit):
        problems.add("replay_with_other_trump", "trump_suit", choices=tie.trump_suit or "")
    makers = team_of(report.table, _trump_maker_now(report.table, tie, state))
    if report.declarer is not None and report.declarer not in makers:
        problems.add("replay_with_other_maker", "declarer", player=tie.maker or "")
    if report.auction is not None:
        problems.add("replay_has_no_bidding", "auction")
