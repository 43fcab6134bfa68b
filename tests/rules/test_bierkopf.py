"""Games without scoring in the documents: the table's own values between fixed sides. B107, X63."""

from __future__ import annotations

import pytest

import rules
from rules import RulesetError
from rules.wording import words
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, agreed, problems, scored, seated


@pytest.mark.parametrize(("level", "value"), [("plain", 1), ("schneider", 2), ("schwarz", 3)])
@pytest.mark.parametrize("winner", [BEPPO, DANI])
def test_partners_opposite_win_and_lose_together(level: str, value: int, winner: str) -> None:
    score = scored({"contract": "bierkopf", "winner": winner, "level": level}, agreed("bierkopf"), seated(4))
    assert score.points == {ANNA: -value, BEPPO: value, CILLI: -value, DANI: value}
    assert score.state.dealer == ANNA


def test_two_players_settle_between_them() -> None:
    two = agreed("bierkopf", "two_handed", win_value=5, schneider_value=5, schwarz_value=5)
    assert scored({"contract": "two_handed", "winner": ANNA}, two, seated(2)).points == {ANNA: 5, BEPPO: -5}


def test_what_cannot_be_is_refused() -> None:
    mucken = agreed("bierkopf", "mucken")
    assert problems({"contract": "mucken"}, mucken, seated(4)) == {("winner", "winner_unknown")}
    assert problems({"contract": "mucken", "winner": "Zenzi"}, mucken, seated(4)) == {("winner", "player_unknown")}
    assert problems({"contract": "bierkopf", "winner": ANNA}, mucken, seated(4)) == {("contract", "contract_unknown")}
    assert problems({"contract": "mucken", "winner": ANNA}, mucken, seated(3)) == {("players", "players_exactly")}
    with pytest.raises(RulesetError, match="values_fall"):
        agreed("bierkopf", schneider_value=4, schwarz_value=3)


def test_thrown_in_moves_nothing() -> None:
    assert set(scored({"contract": "thrown_in"}, agreed("bierkopf"), seated(4)).points.values()) == {0}


@pytest.mark.parametrize(
    ("level", "sentence"),
    [("plain", "A, C: Bierkopf, gewonnen"), ("schwarz", "A, C: Bierkopf, schwarz gewonnen")],
)
def test_a_hand_in_one_line(level: str, sentence: str) -> None:
    ruleset, table = agreed("bierkopf"), seated(4)
    report = rules.read_report(
        {"contract": "bierkopf", "winner": table.players[0], "level": level}, ruleset=ruleset, table=table
    )
    names = dict(zip(table.players, "ABCD", strict=True))
    assert words.hand_text(report, rules.score(report, ruleset), "de", names) == sentence
