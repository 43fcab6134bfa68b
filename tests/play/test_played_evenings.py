"""Whole evenings of the worked cases, from the first hand to the last payment."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from rules import read_ruleset
from scorebook.ledger.services import mark_paid
from scorebook.play.services import preview_hand
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening

FILES = sorted((Path(__file__).parent.parent / "cases" / "evenings").glob("*.json"))


@pytest.fixture(params=FILES, ids=[file.stem for file in FILES])
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(request.param.read_text(encoding="utf-8"))
    return found


@pytest.fixture
def table(case: dict[str, Any], db: None) -> PlayedEvening:
    return new_evening(
        *case["players"],
        ruleset=read_ruleset({"game": case["game"], "preset": case["preset"]}),
        stake_minor=case["stake_minor"],
        first_dealer=case["first_dealer"],
    )


def test_an_evening_ends_with_these_points_cents_and_payments(case: dict[str, Any], table: PlayedEvening) -> None:
    names = case["players"]
    for no, row in enumerate(case["hands"], start=1):
        assert table.dealer() == row["dealer"]
        expected = preview_hand(evening=table.fresh(), hand=table.by_id(row["hand"]))
        table.record(row["hand"])
        assert table.sheet().lines[-1].score == expected
        assert (no, [table.hand_points(no)[name] for name in names]) == (no, row["points"])
    assert [table.points()[name] for name in names] == case["final_points"]
    assert [table.balances()[name] for name in names] == case["final_minor"]
    table.check()

    table.close()
    assert len(table.plan()) == case["payments"]
    for line in table.plan():
        mark_paid(planned=line.planned, key=uuid4(), by="Anna", at=table.now())
    assert set(table.balances().values()) == {0}


def test_a_wrong_start_put_right_ends_with_the_same_figures(case: dict[str, Any], table: PlayedEvening) -> None:
    """The first hand is first written wrongly, the second twice; the evening ends as if nothing had been."""
    first, second, *rest = [row["hand"] for row in case["hands"]]
    # Not every game lets people throw their cards in; and the bidding of one hand fits no other dealer.
    is_known = read_ruleset(table.stored.ruleset).contract(str(THROWN_IN["contract"]), len(case["players"]))
    table.record(THROWN_IN if is_known else {name: value for name, value in second.items() if name != "auction"})
    table.record(second)
    table.record(second, dealer=case["hands"][1]["dealer"])
    for row, hand in zip(case["hands"][2:], rest, strict=True):
        table.record(hand, dealer=row["dealer"])
    table.correct(1, first)
    table.void(2)
    assert [table.balances()[name] for name in case["players"]] == case["final_minor"]
    table.check()
