"""Sasku: a roof that is shown brings the other team strokes, where that is agreed. 001 The Deal, S11, X25."""

from __future__ import annotations

import pytest

import rules
from rules import Player, State
from rules.cards import Suit
from rules.state import Tie
from rules.wording import words
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, agreed, problems, scored
from tests.rules.test_sasku import FOUR, SASKU, TIED, before, made, match_after

FINED = agreed("sasku", roof_penalty=2)


@pytest.mark.parametrize(
    ("roof", "hand", "strokes", "tally"),
    [
        (ANNA, made(card_points=70), (2, 2), (2, 2)),  # her own team won two strokes
        (CILLI, made(card_points=50), (0, 6), (0, 6)),  # it lost: four and two
        (BEPPO, made(card_points=70), (4, 0), (4, 0)),
        (DANI, {"contract": "passed", "team": DANI, "won": True}, (2, 1), (2, 1)),
    ],
)
def test_a_roof_brings_the_other_team_strokes_where_it_is_fined(
    roof: Player, hand: dict[str, object], strokes: tuple[int, int], tally: tuple[int, int]
) -> None:
    score = scored({**hand, "roof_shown_by": roof}, FINED, state=before())
    assert match_after(score).strokes == strokes
    assert tuple(score.tally.values()) == tally * 2
    assert words.sum_text(score, "en").endswith(f"; {roof} showed a roof, strokes for the others: 2")


def test_a_roof_alone_wins_no_game() -> None:
    shown = {**made(card_points=70), "roof_shown_by": ANNA}
    assert match_after(scored(shown, FINED, state=before(3, 14))).strokes == (5, 15)
    assert match_after(scored(shown, FINED, state=before(14, 14))).games == (1, 0)
    lost = {**made(card_points=50), "roof_shown_by": ANNA}
    assert match_after(scored(lost, FINED, state=before(3, 14))).games == (0, 1)


@pytest.mark.parametrize(
    ("strokes", "fine", "games"), [(7, 2, 0), (8, 1, 0), (9, 0, 0), (10, 0, 1), (12, 0, 1), (15, 0, 1)]
)
def test_a_roof_adds_to_the_strokes_of_a_hand_but_wins_no_game(strokes: int, fine: int, games: int) -> None:
    """X25: Beppo and Dani write down 6 strokes for 29 card points of the makers, then the fine up to 15."""
    carrying = agreed("sasku", roof_penalty=2, carry_excess_strokes=True)
    for ruleset in (FINED, carrying):
        score = scored({**made(card_points=29), "roof_shown_by": ANNA}, ruleset, state=before(3, strokes))
        assert tuple(score.tally.values()) == (0, 6 + fine) * 2
        assert match_after(score).games == (0, games)


def test_a_passed_hand_says_who_won_it_also_where_both_teams_get_strokes() -> None:
    hand = {"contract": "passed", "team": DANI, "won": True, "roof_shown_by": BEPPO}
    report = rules.read_report(hand, ruleset=FINED, table=FOUR, state=State())
    assert words.hand_text(report, rules.score(report, FINED, State()), "en") == "All passed: Beppo, Dani, won"


@pytest.mark.parametrize(
    ("ruleset", "hand", "found"),
    [
        (SASKU, made(card_points=70), {("roof_shown_by", "not_agreed_at_this_table")}),
        (FINED, TIED, {("roof_shown_by", "roof_in_tied_hand")}),
        (FINED, {**TIED, "card_points": None, "tied": True}, {("roof_shown_by", "roof_in_tied_hand")}),
    ],
)
def test_a_roof_that_cannot_be_reported(
    ruleset: rules.Ruleset, hand: dict[str, object], found: set[tuple[str, str]]
) -> None:
    assert problems({**hand, "roof_shown_by": ANNA}, ruleset) == found


def test_a_roof_of_nobody_who_sits_there() -> None:
    assert problems({**made(card_points=70), "roof_shown_by": EVI}, FINED) == {("roof_shown_by", "player_unknown")}


def test_a_tied_hand_tells_its_roof_when_it_is_dealt_again() -> None:
    tie = Tie(dealer=DANI, trump_suit=Suit.HEARTS, maker=ANNA)
    replay = {"contract": "replay", "won": True, "level": "plain", "roof_shown_by": BEPPO}
    assert match_after(scored(replay, FINED, state=before(tie=tie))).strokes == (4, 0)
