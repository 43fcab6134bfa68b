"""The replay of a tie of 60:60: the same dealer, the same trumps, the same makers, no bidding. S31."""

from __future__ import annotations

from dataclasses import replace

from rules.games.sasku.contracts import PASSED, REPLAY, TRUMPS
from rules.games.sasku.hand import SaskuHand
from rules.games.sasku.teams import team_of
from rules.match import Tie
from rules.problems import ProblemList
from rules.report import Report
from rules.state import State
from rules.table import Player, Table


def due_tie(state: State) -> Tie | None:
    """Return the tie that the next hand replays."""
    return state.match.tie if state.match else None


def replayed_hand(report: Report, state: State) -> Report:
    """Return a replay as the hand that it repeats, with trumps and makers of the tie (S31, X24)."""
    tie = due_tie(state)
    if (
        not isinstance(report, SaskuHand)
        or report.contract != REPLAY.id
        or tie is None
        or len(report.table.players) < 4
    ):
        return report
    # Taken from the tie: a copy in the replay's report would contradict a later correction of the tied hand.
    contract = PASSED if tie.maker is None else TRUMPS
    return replace(
        report,
        contract=contract.id,
        trump_suit=tie.trump_suit,
        declarer=_trump_maker_now(report.table, tie, state),
        partner=None,
        auction=None,
    )


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
    if report.contract in (TRUMPS.id, PASSED.id):
        problems.add("tie_must_be_replayed", "contract")
        return
    if None not in (tie.dealer, report.table.dealer) and report.table.dealer != tie.dealer:
        problems.add("replay_with_other_dealer", "dealer", player=tie.dealer or "")
    if report.trump_suit not in (None, tie.trump_suit):
        problems.add("replay_with_other_trump", "trump_suit", choices=tie.trump_suit or "")
    if report.declarer is not None and report.declarer not in team_of(
        report.table, _trump_maker_now(report.table, tie, state)
    ):
        problems.add("replay_with_other_maker", "declarer", player=tie.maker or "")
    if report.auction is not None:
        problems.add("replay_has_no_bidding", "auction")
