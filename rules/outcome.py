"""Winner and level of a hand: by the thresholds of docs/rules, by tricks, or as reported."""

from dataclasses import dataclass

from rules.base_ruleset import Aim, Contract
from rules.cards import ALL_CARD_POINTS, most_card_points
from rules.problems import ProblemList
from rules.report import DeclaredHand
from rules.score import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Thresholds in card points of the declaring side; each bound belongs to the better result."""

    wins_from: int
    schneider_from: int
    free_from: int  # loses without Schneider from here


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of a declared hand from the declaring side's view."""

    won: bool
    level: Level


PALATINATE = Limits(wins_from=61, schneider_from=91, free_from=30)  # P15-P18
TURNED_ROUND = Limits(wins_from=60, schneider_from=90, free_from=30)  # B83 Muss; X43 Kontra takes over


def outcome_of(*, limits: Limits, card_points: int, tricks: int | None, all_tricks: int) -> Outcome:
    """Return winner and level by count. Schwarz depends on tricks, never on points (P19, B46)."""
    won = card_points >= limits.wins_from
    if tricks is not None and tricks == (all_tricks if won else 0):
        return Outcome(won=won, level=Level.SCHWARZ)
    if card_points >= limits.schneider_from or card_points < limits.free_from:
        return Outcome(won=won, level=Level.SCHNEIDER)
    return Outcome(won=won, level=Level.PLAIN)


def outcome_of_tricks(hand: DeclaredHand, contract: Contract, all_tricks: int, problems: ProblemList) -> Outcome | None:
    """Return the outcome of Tout, Du, Sie or Bettel by tricks alone; Schneider does not exist (P8, B35, B37, B73)."""
    if hand.level not in (None, Level.PLAIN):
        problems.add("tout_has_no_schneider", "level")
    by_tricks = _won_by_tricks(hand, contract, all_tricks)
    won = hand.won if by_tricks is None else by_tricks
    if won is None and _is_lost_by_points(hand, contract):
        won = False
    if won is None:
        problems.add("won_missing", "won")
        return None
    if hand.won is not None and hand.won != won:
        is_lost_tout = contract.aim is Aim.ALL_TRICKS and hand.won
        problems.add("du_won_but_trick_lost" if is_lost_tout else "claimed_result_contradicts_points", "won")
    elif won:
        _check_one_side_took_all(hand, contract, all_tricks, problems)
    return Outcome(won=won, level=Level.PLAIN)


def _won_by_tricks(hand: DeclaredHand, contract: Contract, all_tricks: int) -> bool | None:
    """Return who won by the tricks, None if open; the hand may have ended with the first trick of the wrong side."""
    if contract.aim is Aim.SHOWN:
        return True
    if contract.aim is Aim.ALL_TRICKS:
        if hand.opponents_tricks:
            return False
        if hand.tricks is not None:
            return hand.tricks == all_tricks
        return True if hand.opponents_tricks == 0 else None
    if hand.tricks is not None:
        return hand.tricks == 0
    return None if hand.opponents_tricks is None else hand.opponents_tricks == all_tricks


def _is_lost_by_points(hand: DeclaredHand, contract: Contract) -> bool:
    """Return whether card points prove a trick of the wrong side: in a Tout one of the opponents, in a Bettel its own.

    None of them proves nothing, because a trick may be empty.
    """
    points, theirs = hand.card_points, hand.opponents_card_points
    if points is None and theirs is not None:
        points = ALL_CARD_POINTS - theirs
    return points not in (None, 0 if contract.aim is Aim.NO_TRICK else ALL_CARD_POINTS)


def _check_one_side_took_all(hand: DeclaredHand, contract: Contract, all_tricks: int, problems: ProblemList) -> None:
    """Check that a made Tout or Sie has every trick and every point, a Bettel none of them (B35, B38, B73)."""
    tricks, points = (0, 0) if contract.aim is Aim.NO_TRICK else (all_tricks, ALL_CARD_POINTS)
    due = {
        "card_points": (hand.card_points, points, "schwarz_with_points"),
        "opponents_card_points": (hand.opponents_card_points, ALL_CARD_POINTS - points, "schwarz_with_points"),
        "tricks": (hand.tricks, tricks, "claimed_result_contradicts_points"),
        "opponents_tricks": (hand.opponents_tricks, all_tricks - tricks, "claimed_result_contradicts_points"),
    }
    for name, (reported, right, code) in due.items():
        if reported not in (None, right) and not problems.has(name):
            problems.add(code, name)


def reported_outcome(hand: DeclaredHand, all_tricks: int, problems: ProblemList) -> Outcome | None:
    """Return the outcome without card points: as reported, or a Schwarz by the tricks."""
    if hand.tricks in (0, all_tricks):
        return Outcome(won=hand.tricks == all_tricks, level=Level.SCHWARZ)
    if hand.won is None:
        if not problems.has("card_points"):
            problems.add("points_missing", "card_points")
        return None
    if hand.level is Level.SCHWARZ and hand.tricks is not None:
        problems.add("schwarz_with_trick", "level")
    return Outcome(won=hand.won, level=hand.level or Level.PLAIN)


def outcome_without_tricks(
    hand: DeclaredHand, outcome: Outcome, skat: int, pack_size: int, problems: ProblemList
) -> Outcome | None:
    """Return the outcome by card points alone; the report says whether the losers took a trick (P19, X17)."""
    if hand.tricks is not None or hand.card_points is None:
        return outcome
    lost_with = ALL_CARD_POINTS - hand.card_points if outcome.won else hand.card_points
    in_skat = 0 if outcome.won else most_card_points(cards=skat, pack_size=pack_size)
    if hand.level is Level.SCHWARZ:
        if lost_with > in_skat:
            problems.add("schwarz_with_points", "level")
            return None
        return Outcome(won=outcome.won, level=Level.SCHWARZ)
    if lost_with == 0 and hand.level is None:
        problems.add("tricks_missing", "tricks")
        return None
    return outcome


def outcome_after_refusal(hand: DeclaredHand, outcome: Outcome, problems: ProblemList) -> Outcome | None:
    """Return the outcome of a refused surrender: won only with Schneider, else lost, as a rule simply (P37, X5)."""
    if not outcome.won or outcome.level is not Level.PLAIN:
        return outcome
    if hand.card_points is None:
        problems.add("refusal_needs_schneider", "level")
        return None
    return Outcome(won=False, level=Level.PLAIN)
