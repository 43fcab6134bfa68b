"""Palatinate Schafkopf, bound by bound. The rows are the limits of the documents, both sides of each."""

from __future__ import annotations

import pytest

from rules import Level
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, agreed, problems, scored, seated

PALATINATE = agreed("palatinate", "palatinate")
PLAIN, SCHNEIDER, SCHWARZ = Level
SIMPLE = {"contract": "simple", "declarer": ANNA, "trump_suit": "spades"}
HEART_SOLO = {"contract": "solo", "declarer": ANNA, "trump_suit": "hearts"}
HEART_DU = {"contract": "solo_du", "declarer": ANNA, "trump_suit": "hearts"}


@pytest.mark.parametrize(
    ("points", "tricks", "won", "level"),
    [
        (120, 10, True, SCHWARZ), (120, 9, True, SCHNEIDER),  # P19: Schwarz is about tricks
        (118, 9, True, SCHNEIDER),
        (91, 8, True, SCHNEIDER), (90, 8, True, PLAIN),  # P17: the opponents are out with 30
        (61, 5, True, PLAIN), (60, 5, False, PLAIN),  # P15, P16
        (59, 5, False, PLAIN),
        (31, 3, False, PLAIN), (30, 3, False, PLAIN),  # P18: 30 is free, unlike in Bavaria
        (29, 3, False, SCHNEIDER),
        (2, 1, False, SCHNEIDER), (0, 1, False, SCHNEIDER),
        (22, 0, False, SCHWARZ), (0, 0, False, SCHWARZ),  # X17: the skat is no trick
    ],
)  # fmt: skip
def test_winner_and_level(points: int, tricks: int, won: bool, level: Level) -> None:
    score = scored({**SIMPLE, "card_points": points, "tricks": tricks}, PALATINATE)
    assert (score.declarer_won, score.level) == (won, level)


@pytest.mark.parametrize(("points", "accepted"), [(22, True), (23, False), (0, True), (-1, False)])
def test_without_a_trick_the_declarer_has_no_more_than_the_skat(points: int, accepted: bool) -> None:
    """P6, P7, P19: two Aces at most, discarded or in the skat."""
    assert bool(problems({**SIMPLE, "card_points": points, "tricks": 0}, PALATINATE)) is not accepted


@pytest.mark.parametrize(
    ("points", "refused"),
    [
        (0, "tricks"), (1, "card_points"), (2, None),
        (118, None), (119, "card_points"), (120, "tricks"), (121, "card_points"),
    ],
)  # fmt: skip
def test_card_points_that_can_be_reported_alone(points: int, refused: str | None) -> None:
    """G4: no card is worth 1. With 0 or 120 the table must say whether the losers took a trick (P19)."""
    assert {field for field, _ in problems({**SIMPLE, "card_points": points}, PALATINATE)} == {refused} - {None}


@pytest.mark.parametrize(
    ("count", "side", "value"),
    [
        (0, "declarer_side", 1), (2, "declarer_side", 1), (3, "declarer_side", 4),  # P22
        (12, "declarer_side", 13),  # P25
        (2, "opponents", 1), (3, "opponents", 4), (14, "opponents", 15),  # P21, P45: with it or without it
    ],
)  # fmt: skip
def test_top_trumps_count_from_three_each_one(count: int, side: str, value: int) -> None:
    run = {"count": count, "side": side}
    assert scored({**SIMPLE, "card_points": 61, "top_trumps": run}, PALATINATE).value == value
    assert scored({**SIMPLE, "card_points": 60, "top_trumps": run}, PALATINATE).value == value  # P23: won or lost


@pytest.mark.parametrize(("count", "side"), [(13, "declarer_side"), (15, "opponents"), (-1, "opponents")])
def test_no_side_has_more_top_trumps_than_cards(count: int, side: str) -> None:
    """P24, P25, X4: ten cards and the skat or the discards; fourteen trumps."""
    found = problems({**SIMPLE, "card_points": 61, "top_trumps": {"count": count, "side": side}}, PALATINATE)
    assert found == {("top_trumps.count", "top_trumps_out_of_range")}


@pytest.mark.parametrize(("count", "accepted"), [(2, True), (3, False)])
def test_without_a_trick_only_two_top_trumps_can_lie_in_the_skat(count: int, accepted: bool) -> None:
    run = {"count": count, "side": "declarer_side"}
    found = problems({**SIMPLE, "card_points": 6, "tricks": 0, "top_trumps": run}, PALATINATE)
    assert found == (set() if accepted else {("top_trumps", "top_trump_always_takes_a_trick")})


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ({**SIMPLE, "won": True}, 1),  # P40
        ({**SIMPLE, "won": True, "trump_suit": "hearts"}, 2),  # P41
        ({**SIMPLE, "won": True, "level": "schneider"}, 2),  # P42
        ({**SIMPLE, "won": True, "level": "schwarz"}, 3),  # P43, P20: with the point for Schneider
        ({**HEART_SOLO, "won": False, "trump_suit": "clubs"}, 2),  # P44
        ({**HEART_SOLO, "won": False}, 3),
        ({**HEART_SOLO, "won": True, "level": "schwarz", "kontra": 2}, 20),  # P48: 5 x 4
        ({**HEART_DU, "won": True}, 10), ({**HEART_DU, "won": False}, 10),  # P46, P47
        ({**HEART_DU, "won": True, "trump_suit": "clubs"}, 8),
        ({**HEART_DU, "tricks": 10}, 10), ({**HEART_DU, "tricks": 9}, 10), ({**HEART_DU, "opponents_tricks": 1}, 10),
        ({**HEART_DU, "won": True, "top_trumps": {"count": 6, "side": "declarer_side"}}, 22),  # P52
        ({**HEART_DU, "won": False, "top_trumps": {"count": 3, "side": "opponents"}}, 16),  # P23, P47
        ({**HEART_DU, "won": False, "card_points": 45, "tricks": 4, "opponents_tricks": 1, "kontra": 2}, 40),  # P8, P48
        ({**SIMPLE, "surrender": "accepted", "kontra": 1}, 2),  # P36, P48
    ],
)  # fmt: skip
def test_value(hand: dict[str, object], value: int) -> None:
    assert scored(hand, PALATINATE).value == value


@pytest.mark.parametrize(
    ("hand", "won"),
    [({"tricks": 10}, True), ({"tricks": 9}, False), ({"opponents_tricks": 0}, True), ({"opponents_tricks": 1}, False)],
)
def test_one_lost_trick_loses_a_du(hand: dict[str, object], won: bool) -> None:
    """P8: whatever the card points."""
    assert scored({**HEART_DU, **hand}, PALATINATE).declarer_won is won


@pytest.mark.parametrize("level", [None, "plain", "schneider", "schwarz"])
@pytest.mark.parametrize("won", [True, False])
def test_a_du_counts_schneider_and_schwarz_whatever_is_reported_of_them(level: str | None, won: bool) -> None:
    """P47."""
    assert scored({**HEART_DU, "won": won, "level": level}, PALATINATE).value == 10


@pytest.mark.parametrize(
    ("points", "tricks", "won", "value"),
    [
        (120, 10, True, 3), (120, 9, True, 2), (91, 8, True, 2),  # P37, P38: no more than any other Schneider
        (90, 8, False, 1), (61, 5, False, 1), (60, 5, False, 1),  # the opponents have 30: simply lost
        (30, 3, False, 1), (29, 3, False, 2), (0, 0, False, 3),  # X5: below 30 the declarer's own Schneider
    ],
)  # fmt: skip
def test_a_refused_surrender_is_won_only_with_schneider(points: int, tricks: int, won: bool, value: int) -> None:
    hand = {**SIMPLE, "card_points": points, "tricks": tricks, "surrender": "refused"}
    score = scored(hand, PALATINATE)
    assert (score.declarer_won, score.value) == (won, value)


@pytest.mark.parametrize(
    ("points", "won", "value"), [(91, True, 16), (90, False, 14), (30, False, 14), (29, False, 16)]
)
@pytest.mark.parametrize("pays_hoch", [True, False])
def test_a_refused_surrender_pays_everything_but_the_levels(
    points: int, won: bool, value: int, pays_hoch: bool
) -> None:
    """X5: game, hearts, Solo, four top trumps, doubled; what was agreed on accepted ones has no say (X6)."""
    run = {"count": 4, "side": "declarer_side"}
    hand = {**HEART_SOLO, "card_points": points, "top_trumps": run, "surrender": "refused", "kontra": 1}
    score = scored(hand, agreed("palatinate", surrender_pays_hoch=pays_hoch))
    assert (score.declarer_won, score.value) == (won, value)


def test_nobody_makes_a_du_without_the_highest_trump() -> None:
    """G5: it wins its trick, unless it lies in the skat."""
    run = {"count": 1, "side": "opponents"}
    found = problems({**HEART_DU, "won": True, "top_trumps": run}, PALATINATE)
    assert found == {("top_trumps", "top_trump_always_takes_a_trick")}


@pytest.mark.parametrize(("pays_hoch", "value"), [(True, 4), (False, 1)])
def test_an_accepted_surrender_pays_top_trumps_where_agreed(pays_hoch: bool, value: int) -> None:
    """P35, P36, X6."""
    hand = {**SIMPLE, "surrender": "accepted", "top_trumps": {"count": 3, "side": "declarer_side"}}
    score = scored(hand, agreed("palatinate", surrender_pays_hoch=pays_hoch))
    assert (score.declarer_won, score.level, score.value) == (True, PLAIN, value)


@pytest.mark.parametrize(("dealer_pays", "points"), [(True, (6, -2, -2, -2)), (False, (4, -2, -2, 0))])
def test_the_fourth_deals_and_pays(dealer_pays: bool, points: tuple[int, ...]) -> None:
    """P49, P51."""
    score = scored({**SIMPLE, "card_points": 91}, agreed("palatinate", dealer_pays=dealer_pays), seated(4))
    assert score.points == dict(zip((ANNA, BEPPO, CILLI, DANI), points, strict=True))


def test_a_hand_that_everybody_passed_counts_nothing() -> None:
    """P34: the next player deals."""
    score = scored({"contract": "thrown_in"}, PALATINATE)
    assert set(score.points.values()) == {0}
    assert score.state.dealer == ANNA


def test_a_kontra_has_a_number_and_no_time() -> None:
    """P28, X9: who called may be left out; the answers count all the same."""
    named = scored({**SIMPLE, "won": True, "kontra": [BEPPO, ANNA, CILLI]}, PALATINATE)
    assert named.value == scored({**SIMPLE, "won": True, "kontra": 3}, PALATINATE).value == 8
    found = problems({**SIMPLE, "won": True, "kontra": [BEPPO, CILLI]}, PALATINATE)
    assert found == {("kontra", "doubling_out_of_turn")}


@pytest.mark.parametrize(("people", "accepted"), [(2, False), (3, True), (4, True), (5, False)])
def test_three_or_four_sit_at_the_table(people: int, accepted: bool) -> None:
    found = problems({**SIMPLE, "won": True}, PALATINATE, seated(people))
    assert found == (set() if accepted else {("players", "players_out_of_range")})
