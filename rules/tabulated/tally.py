"""What the tables of Sasku and 24-card Schafskopf hold beside value and sides."""

from __future__ import annotations

from rules.match import Match
from rules.ruleset import Ruleset
from rules.sasku import Sasku
from rules.sasku.contracts import PASSED, REPLAY, TRUMPS
from rules.schafskopf24 import QueensHand
from rules.score import Level, Score
from rules.state import State
from rules.tabulated import declared
from rules.tabulated.declared import Shared
from rules.tabulated.probe import Json, Probe, seated
from rules.tallied import TallyGame


def line(probe: Probe, shared: Shared) -> Json | None:
    """The line of a contract whose result is written down as a tally; None in games without one."""
    if not isinstance(probe.ruleset, TallyGame):
        return None
    if probe.contract.id == REPLAY.id:
        return {"report": "replay", "of_trumps": TRUMPS.id, "of_passed": PASSED.id}
    if probe.contract.id == PASSED.id:
        # Nobody made trumps: the result is told of any team.
        by_team = probe.told(declarer=None, team=probe.active[0])
        return {**declared.line(by_team, shared), "by_team": True, "suit_when_tied": _suit_when_tied(by_team)}
    if not isinstance(probe.base, QueensHand):
        return declared.line(probe, shared)
    return {**_queens(probe, shared), **_alone_instead(probe, shared)}


def _suit_when_tied(probe: Probe) -> str | None:
    """Which suit is trumps again after a tie, where nobody names one."""
    tied = probe.score(tied=True)
    tie = _after(tied).tie if tied is not None else None
    return tie.trump_suit if tie is not None else None


def _alone_instead(probe: Probe, shared: Shared) -> Json:
    """The line of an announcer whom no partner joined, because no trick was led with a non-trump (K16, X32)."""
    alone = probe.told(partner=None, no_fehlstich=True)
    return {"no_fehlstich": {**_queens(alone, shared), "sides": "alone"}} if alone.accepts() else {}


def _queens(probe: Probe, shared: Shared) -> Json:
    """owes: how often the losers owe the value for what is written down, 0 where they owe nothing."""
    won = _scored(probe, State(), level=Level.PLAIN)
    against = 3 if len(won.declarer_side) == 1 else 1
    return {**declared.line(probe, shared), "owes": won.points[probe.active[0]] // (won.value * against)}


def tables(ruleset: Ruleset) -> Json:
    if not isinstance(ruleset, TallyGame):
        return {}
    return {"tally": True, **({"match": _match(ruleset)} if isinstance(ruleset, Sasku) else {})}


def _match(ruleset: Sasku) -> Json:
    """When a game is won and what that counts.

    to_win: strokes. carries: those above it begin the next game. schwarz, to_nil: games that it counts.
    stroke_pays, game_pays: what each loser owes. tie_adds: strokes that a tie adds to the next hand.
    """
    probe = Probe(ruleset, TRUMPS, 4)
    to_win = ruleset.strokes_to_win
    schwarz = _scored(probe, _strokes(0, 1), level=Level.SCHWARZ)
    over = _scored(probe, _strokes(to_win - 1, 1))
    to_nil = _scored(probe, _strokes(to_win - 1, 0))
    started = _scored(probe, _strokes(0, 1))
    declarer = probe.active[0]
    stroke_pays = started.points[declarer] // started.value
    return {
        "to_win": to_win,
        "carries": _after(over).strokes[0] > 0,
        "schwarz": _after(schwarz).games[0],
        "to_nil": _after(to_nil).games[0],
        **({"tie_adds": extra} if (extra := _strokes_after_tie(probe)) else {}),
        "stroke_pays": stroke_pays,
        "game_pays": 0 if stroke_pays else over.points[declarer],
    }


def _strokes_after_tie(probe: Probe) -> int:
    tied = probe.score(tied=True)
    return _after(tied).extra if tied is not None else 0


def _strokes(first: int, second: int) -> State:
    return State(match=Match(strokes=(first, second), teams=seated(4).players))


def _after(score: Score) -> Match:
    if score.state.match is None:
        raise AssertionError("a hand of Sasku left no match")
    return score.state.match


def _scored(probe: Probe, state: State, level: Level = Level.PLAIN) -> Score:
    answer = probe.score(state, won=True, level=level)
    if answer is None:
        raise AssertionError(f"{probe.contract.id} was refused")
    return answer
