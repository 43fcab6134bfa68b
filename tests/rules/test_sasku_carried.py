"""What a lambapea leaves for the next game where strokes go on."""

from __future__ import annotations

import pytest

from tests.rules.table import agreed, scored
from tests.rules.test_sasku import FOUR, before, made


@pytest.mark.parametrize(("strokes", "carried"), [((12, 14), 12), ((0, 15), 0)])
def test_a_lambapea_is_sixteen_strokes_where_strokes_go_on(strokes: tuple[int, int], carried: int) -> None:
    """S30 "effectively they score 16 strokes", X19, X23: the twelve that stood there are beyond the end of the game."""
    carrying = agreed("sasku", carry_excess_strokes=True)
    score = scored(made(suit="spades", level="schwarz", won=True), carrying, FOUR, before(*strokes))
    assert score.state.match is not None
    assert (score.state.match.strokes, score.state.match.games) == ((carried, 0), (1, 0))
    usual = scored(made(suit="spades", level="schwarz", won=True), agreed("sasku"), FOUR, before(*strokes))
    assert usual.state.match is not None
    assert (usual.state.match.strokes, usual.state.match.games) == ((0, 0), (1, 0))


@pytest.mark.parametrize(
    ("strokes", "to_nil_games", "games", "rule"),
    [
        ((4, 1), 1, 2, "X19"),  # 4 and 6 are two games to 5
        ((4, 0), 1, 2, "X19"),
        ((4, 0), 2, 2, "X19"),
        ((4, 0), 3, 3, "X20"),
        ((0, 0), 2, 2, "X20"),
    ],
)
def test_the_rule_that_counted_several_games_is_cited(
    strokes: tuple[int, int], to_nil_games: int, games: int, rule: str
) -> None:
    """Diamonds with more than 90 are 6 strokes."""
    short = agreed("sasku", carry_excess_strokes=True, strokes_to_win=5, to_nil_games=to_nil_games)
    score = scored(made(suit="diamonds", card_points=91), short, FOUR, before(*strokes))
    [counted] = [reason for reason in score.reasons if reason.code == "games_counted"]
    assert (counted.args["count"], counted.rule) == (games, rule)
