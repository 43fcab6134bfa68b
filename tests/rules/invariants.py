"""What every walk through the space of hands asks of each score."""

from __future__ import annotations

from rules import Contract, Ruleset, Score
from rules.report import DeclaredHand, Surrender
from tests.rules import oracle
from tests.rules.hand_space import declaring_side, length
from tests.rules.oracle import Outcome
from tests.rules.table import agreed

# Every preset, and the house rules that change a formula.
RULESETS: dict[str, Ruleset] = {
    "palatinate": agreed("palatinate", "palatinate"),
    "palatinate-free-dealer": agreed("palatinate", dealer_pays=False, surrender_pays_hoch=False),
    "asserufen": agreed("asserufen", "asserufen"),
    "asserufen_quick": agreed("asserufen", "asserufen_quick"),
    "asserufen-solo-point": agreed("asserufen", "asserufen_quick", asserufen_solo_point=True, surrender=True),
    **{
        preset: agreed("bavarian", preset)
        for preset in (
            "pub_10_20_50", "school_10_50", "tariff_10_20", "tariff_5_20", "points_table", "tournament", "short",
        )
    },
    "twenty-cards": agreed("bavarian", "short", deck_cards=20, bettel_tariff=30),
    "solos-plain": agreed(
        "bavarian", "pub_10_20_50", solo_scores_schneider_schwarz=False, sie_counts_matadors=True, hochzeit_factor=3
    ),
}  # fmt: skip


def limits(ruleset: Ruleset, contract: str) -> oracle.Limits:
    if ruleset.GAME != "bavarian":
        return oracle.PALATINATE
    return oracle.MUSS if contract == "muss" else oracle.BAVARIAN


def value_of(ruleset: Ruleset, hand: DeclaredHand, level: int, bock: int = 0) -> int:
    """The value by the second calculation."""
    house_rules: oracle.HouseRules = ruleset.to_json()["house_rules"]  # type: ignore[assignment]
    run = length(hand.top_trumps)
    if ruleset.GAME == "bavarian":
        doublings = len(hand.kontra) + len(hand.laid) + bock
        return oracle.bavarian_value(hand.contract, house_rules=house_rules, level=level, run=run, doublings=doublings)
    return oracle.palatinate_value(
        hand.contract,
        suit=hand.trump_suit,
        level=level,
        run=run,
        calls=len(hand.kontra),
        solo_point=house_rules.get("asserufen_solo_point", True),
        hoch=hand.surrender is not Surrender.ACCEPTED or house_rules["surrender_pays_hoch"],
    )


def check_score(score: Score, ruleset: Ruleset, hand: DeclaredHand, contract: Contract, result: Outcome) -> None:
    """Winner, level and value by the second calculation, and who pays whom (P49, A23, B47, P51, B106)."""
    assert score.declarer_won == result.won, hand
    assert score.value == value_of(ruleset, hand, result.level), hand
    check_points(score, ruleset, hand, contract)


def check_points(score: Score, ruleset: Ruleset, hand: DeclaredHand, contract: Contract) -> None:
    """Every loser pays the value to every winner's side: the sum is 0, partners have the same, who sits out has 0."""
    active = ruleset.active(hand.table)
    side = declaring_side(hand, contract, active)
    dealer_pays = getattr(ruleset, "dealer_pays", False)
    against = set(hand.table.players if dealer_pays else active) - side
    sign = 1 if score.declarer_won else -1
    own = score.value * len(against) // len(side)
    expected = {player: sign * (own if player in side else -score.value) for player in side | against}
    assert score.points == {player: expected.get(player, 0) for player in hand.table.players}, hand
    assert sum(score.points.values()) + score.pot == 0
