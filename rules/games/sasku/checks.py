"""The checks of a hand of Sasku beyond those of every game."""

from __future__ import annotations

from rules.games.sasku import auction
from rules.games.sasku.contracts import PASSED
from rules.games.sasku.hand import SaskuHand
from rules.games.sasku.teams import agreed_strokes, match_of, sasku_teams
from rules.games.tally_game import AgreedTally
from rules.problems import ProblemList
from rules.report import Report
from rules.score import Level
from rules.state import State

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


def check_no_maker_when_passed(report: SaskuHand, problems: ProblemList) -> None:
    """Check that no player makes trumps in a passed hand (S14)."""
    if report.contract == PASSED.id:
        for name in ("declarer", "partner"):
            if getattr(report, name) is not None:
                problems.add("passed_hand_has_maker", name)
