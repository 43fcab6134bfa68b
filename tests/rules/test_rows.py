"""Worked cases, row by row: in one process and on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import rules
from rules import RulesError, Score, State, Table
from rules.cards import FRENCH, Card, Rank, Suit, run_of_top_trumps, trump_order
from tests.rules.rows import Row, legal_row, line_of, report_of, row_id, rows, ruleset_of, state_of, table_of
from tests.rules.table import answers

HANDS = rows("hands.jsonl")
REFUSALS = rows("refusals.jsonl")
SCORED = [row for row in HANDS if "points" in row["expected"]]
SCORED += [legal_row(row) for row in REFUSALS if "legal" in row]
REFUSED = [{**row, "refused": row["expected"]["refused"]} for row in HANDS if "refused" in row["expected"]] + REFUSALS
SEQUENCES = rows("sequences.jsonl")

PERMANENT_TRUMPS = (Rank.OBER, Rank.UNTER)  # P1
HOCH_FROM = 3  # P22


def _score(row: Row) -> Score:
    return rules.score(report_of(row), ruleset_of(row), state_of(row))


@pytest.mark.parametrize("row", SCORED, ids=row_id)
def test_a_worked_hand_has_the_expected_points(row: Row) -> None:
    expected, score = row["expected"], _score(row)
    assert score.points == expected["points"]
    facts = {"value": score.value, "declarer_won": score.declarer_won, "level": score.level}
    assert {name: facts[name] for name in facts if name in expected} == {
        name: expected[name] for name in facts if name in expected
    }
    if "stake_cents" in expected:
        cents = {player: points * expected["stake_cents"] for player, points in score.points.items()}
        assert cents == expected["money_cents"]


@pytest.mark.parametrize("row", SCORED, ids=row_id)
def test_a_worked_hand_survives_json(row: Row) -> None:
    report, ruleset = report_of(row), ruleset_of(row)
    again = json.loads(json.dumps(report.to_json()))
    assert rules.read_report(again, ruleset=ruleset, table=report.table, state=state_of(row)) == report
    assert rules.read_ruleset(json.loads(json.dumps(ruleset.to_json()))) == ruleset
    assert rules.read_state(json.loads(json.dumps(_score(row).state.to_json()))) == _score(row).state


@pytest.mark.parametrize("row", REFUSED, ids=row_id)
def test_an_impossible_hand_is_refused_with_its_problems(row: Row) -> None:
    with pytest.raises(RulesError) as refused:
        report_of(row)
    assert {problem.field: problem.code for problem in refused.value.problems} == row["refused"]


def test_the_command_line_answers_every_row_in_order() -> None:
    given = sorted(SCORED + REFUSED, key=row_id)
    found = answers(map(line_of, given))
    assert len(found) == len(given)
    for row, answer in zip(given, found, strict=True):
        if "refused" in row:
            assert {one["field"]: one["code"] for one in _problems(answer)} == row["refused"], row["id"]
        else:
            assert answer["points"] == row["expected"]["points"], row["id"]


def _problems(answer: dict[str, object]) -> list[dict[str, str]]:
    found = answer["problems"]
    assert isinstance(found, list)
    return found


# -- hands in a row ----------------------------------------------------------------------------------------------------


def _played(row: Row) -> Iterator[tuple[Score, Score]]:
    """Each hand of a row: the score it has, and the one it would have if there were no pot at all."""
    ruleset, state, table = ruleset_of(row), State(), table_of(row)
    without_pot = ruleset.with_house_rules({"pot_sweetener": 0}) if "pot" in row["expected"] else ruleset
    for hand in row["hands"]:
        report = rules.read_report(hand, ruleset=ruleset, table=table, state=state)
        score = rules.score(report, ruleset, state)
        yield score, rules.score(report, without_pot)
        state, table = score.state, Table(players=table.players, dealer=score.state.dealer)


@pytest.mark.parametrize("row", [row for row in SEQUENCES if "points" in row["expected"]], ids=row_id)
def test_hands_in_a_row_add_up(row: Row) -> None:
    scores = [score for score, _ in _played(row)]
    assert {name: sum(score.points[name] for score in scores) for name in row["players"]} == row["expected"]["points"]


@pytest.mark.parametrize("row", [row for row in SEQUENCES if "pot" in row["expected"]], ids=row_id)
def test_the_pot_goes_from_hand_to_hand_beside_the_payments(row: Row) -> None:
    played, expected = list(_played(row)), row["expected"]
    moved = {
        name: sum(score.points[name] - without_pot.points[name] for score, without_pot in played)
        for name in row["players"]
    }
    assert moved == expected["pot_points"]
    assert played[-1][0].state.pot == expected["pot"] == sum(score.pot for score, _ in played)


@pytest.mark.parametrize("row", [row for row in SEQUENCES if "next_dealer" in row["expected"]], ids=row_id)
def test_the_deal_passes_to_the_left(row: Row) -> None:
    assert [score.state.dealer for score, _ in _played(row)][-1] == row["expected"]["next_dealer"]


# -- runs --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("runs.jsonl"), ids=row_id)
def test_the_run_of_top_trumps_is_found_from_cards(row: Row) -> None:
    side = [Card(rank=Rank(card["rank"]), suit=Suit(card["suit"])) for card in row["side"]]
    trumps = trump_order(
        permanent_trumps=PERMANENT_TRUMPS, trump_suit=Suit(row["trump_suit"]), pack=FRENCH, pack_size=32
    )
    run = run_of_top_trumps(held=side, trumps=trumps)
    assert run.held == row["expected"]["held"]
    assert (run.count if run.count >= HOCH_FROM else 0) == row["expected"]["counted"]
