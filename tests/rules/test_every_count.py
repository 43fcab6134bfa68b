"""Every card count with every number of tricks that the cards allow, scored like any hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import rules
from rules import Aim, Contract, ReportError, Ruleset, Table
from rules.cards import Suit
from rules.report import DeclaredHand, TopTrumps
from tests.rules import oracle
from tests.rules.hand_space import (
    LEVELS,
    Count,
    Deal,
    counts,
    deal_of,
    declared,
    declared_contracts,
    lost_top_trump,
    reported,
    results,
    room_of_run,
    runs,
)
from tests.rules.invariants import RULESETS, check_score, limits
from tests.rules.oracle import Outcome
from tests.rules.table import seated

pytestmark = pytest.mark.sampled

TABLES = [(name, 3 if name.startswith("palatinate") else 4) for name in RULESETS] + [("palatinate", 4), ("short", 3)]


def _counted_contracts(ruleset: Ruleset, table: Table) -> Iterator[tuple[Contract, DeclaredHand]]:
    for contract in declared_contracts(ruleset, table):
        if contract.aim is Aim.CARD_POINTS:
            # Hearts count a point of their own (P41); the other suits are all alike.
            for suit in (Suit.HEARTS, contract.trump_suits[1]) if contract.needs_trump else (None,):
                yield contract, declared(ruleset, table, contract, suit=suit)


def _outcome(ruleset: Ruleset, contract: Contract, count: Count, all_tricks: int) -> Outcome:
    bounds = limits(ruleset, contract.id)
    return oracle.outcome(bounds, points=count.points, tricks=count.tricks, all_tricks=all_tricks)


@pytest.mark.parametrize(("name", "people"), TABLES)
def test_a_count_gives_the_value_and_the_same_score_as_its_reported_result(name: str, people: int) -> None:
    ruleset, table = RULESETS[name], seated(people)
    deal = deal_of(ruleset, people)
    for contract, hand in _counted_contracts(ruleset, table):
        expected = {result: rules.score(reported(hand, result), ruleset) for result in results(contract)}
        seen = set()
        for count in counts(deal):
            counted = replace(hand, card_points=count.points, tricks=count.tricks)
            score = rules.score(counted, ruleset)
            result = _outcome(ruleset, contract, count, deal.tricks)
            check_score(score, ruleset, counted, contract, result)
            assert score.level is LEVELS[result.level]
            assert score == expected[result]
            seen.add(result)
        assert seen == set(expected), "some results can be reported but never counted"


@pytest.mark.parametrize(("name", "people"), TABLES)
def test_card_points_alone_are_enough_unless_the_losers_have_none(name: str, people: int) -> None:
    ruleset, table = RULESETS[name], seated(people)
    deal = deal_of(ruleset, people)
    for contract, hand in _counted_contracts(ruleset, table):
        for points in sorted({count.points for count in counts(deal)} - {0, 120}):
            by_points = rules.score(replace(hand, card_points=points), ruleset)
            result = _outcome(ruleset, contract, Count(points, 1), deal.tricks)
            check_score(by_points, ruleset, hand, contract, result)
        for points in (0, 120):
            with pytest.raises(ReportError, match="tricks: tricks_missing"):
                rules.score(replace(hand, card_points=points), ruleset)
            for level in (1, 2):
                score = rules.score(replace(hand, card_points=points, level=LEVELS[level]), ruleset)
                check_score(score, ruleset, hand, contract, Outcome(points == 120, level))


# The limits of the two sides, each a mirror of the other. In the Palatinate the opponents have the declaring side's
# own limits (P17), so that 120 - p points are worth to them what p are to it; Bavarian opponents need one point less
# each time (B44, B45), in a Muss one point more (B83).
MIRROR = {oracle.PALATINATE: 120, oracle.BAVARIAN: 121, oracle.MUSS: 119}


@pytest.mark.parametrize(("name", "people"), TABLES)
def test_both_sides_win_the_same_with_the_same_margin(name: str, people: int) -> None:
    ruleset, table = RULESETS[name], seated(people)
    for contract, hand in _counted_contracts(ruleset, table):
        scores = {points: rules.score(replace(hand, card_points=points), ruleset) for points in range(2, 119)}
        bounds = limits(ruleset, contract.id)
        for points in range(bounds.wins, 119):
            won, lost = scores[points], scores.get(MIRROR[bounds] - points)
            assert won.declarer_won
            if lost is not None:
                assert not lost.declarer_won
                assert (won.value, won.level) == (lost.value, lost.level)
                assert won.points == {player: -points for player, points in lost.points.items()}


# The product of counts and runs for each set of trumps; in other tests runs are walked by result.
DEEP = [
    ("palatinate", 3, "simple"),
    ("palatinate", 3, "solo"),
    ("asserufen_quick", 4, "assrufen"),
    ("asserufen_quick", 4, "solo"),
    ("pub_10_20_50", 4, "rufer"),
    ("pub_10_20_50", 4, "solo"),
    ("pub_10_20_50", 4, "wenz"),
    ("pub_10_20_50", 4, "suit_geier"),
    ("pub_10_20_50", 4, "eisenbahner"),
    ("short", 4, "kreuzbock"),
    ("short", 3, "solo"),
    ("twenty-cards", 4, "solo"),
]


def _refusal(run: TopTrumps | None, contract: Contract, count: Count, deal: Deal) -> str:
    """Why the run cannot lie where this count puts it (G5)."""
    if run is None:
        return ""
    if lost_top_trump(run, tricks=count.tricks, deal=deal):
        return "top_trump_always_takes_a_trick"
    room = room_of_run(run, contract.id, tricks=count.tricks, deal=deal)
    if room is None:
        return "top_trumps_need_tricks"
    return "" if room[0] <= count.points <= room[1] else "top_trumps_are_won"


@pytest.mark.parametrize(("name", "people", "contract_id"), DEEP)
@pytest.mark.thorough
def test_a_count_with_every_run(name: str, people: int, contract_id: str) -> None:
    ruleset, table = RULESETS[name], seated(people)
    deal = deal_of(ruleset, people)
    walked = [(contract, hand) for contract, hand in _counted_contracts(ruleset, table) if contract.id == contract_id]
    assert walked
    for contract, hand in walked:
        for count in counts(deal):
            result = _outcome(ruleset, contract, count, deal.tricks)
            counted = replace(hand, card_points=count.points, tricks=count.tricks)
            for run in runs(contract, deal):
                with_run = replace(counted, top_trumps=run)
                refusal = _refusal(run, contract, count, deal)
                if refusal:
                    with pytest.raises(ReportError, match=f"^top_trumps: {refusal}$"):
                        rules.score(with_run, ruleset)
                else:
                    check_score(rules.score(with_run, ruleset), ruleset, with_run, contract, result)


@pytest.mark.parametrize(("name", "people"), TABLES)
def test_counts_beyond_the_cards_are_refused(name: str, people: int) -> None:
    """Whatever lies outside the least and the most that so many tricks can hold; 1 and 119 never (G4)."""
    ruleset, table = RULESETS[name], seated(people)
    deal = deal_of(ruleset, people)
    contract, hand = next(_counted_contracts(ruleset, table))
    for tricks in range(deal.tricks + 1):
        possible = [count.points for count in counts(deal) if count.tricks == tricks]
        refused = {points for points in range(-2, 123) if not min(possible) <= points <= max(possible)} | {1, 119}
        for points in refused:
            with pytest.raises(ReportError, match="card_points: "):
                rules.score(replace(hand, card_points=points, tricks=tricks), ruleset)
