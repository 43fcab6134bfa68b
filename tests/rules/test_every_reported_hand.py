"""Every result that a table can tell, with every run, every number of doublings, and every seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

import pytest

import rules
from rules import Aim, Contract, Player, ReportError, Ruleset, Sides, State, Table
from rules.report import DeclaredHand, Surrender
from tests.rules.hand_space import (
    Deal,
    deal_of,
    declared,
    declared_contracts,
    reported,
    reports_lost_top_trump,
    results,
    rich_and_schneider,
    runs,
    suits,
)
from tests.rules.invariants import RULESETS, check_points, check_score, value_of
from tests.rules.oracle import Outcome
from tests.rules.table import PEOPLE, seated

pytestmark = pytest.mark.sampled

NAMES = tuple(RULESETS)
MOST_KONTRA, MOST_LAID = 3, 2


def _table(name: str) -> Table:
    return seated(3 if name.startswith("palatinate") else 4)


def _is_bavarian(ruleset: Ruleset) -> bool:
    return ruleset.GAME == "bavarian"


def _doublings(contract: Contract) -> Iterator[tuple[int, int]]:
    most_kontra = MOST_KONTRA if contract.may_kontra else 0
    return product(range(most_kontra + 1), range((MOST_LAID if contract.may_lay else 0) + 1))


def _doubled(hand: DeclaredHand, kontra: int, laid: int) -> DeclaredHand:
    return replace(hand, kontra=(None,) * kontra, laid=(None,) * laid)


def _possible(hand: DeclaredHand, contract: Contract, deal: Deal) -> Iterator[tuple[DeclaredHand, Outcome]]:
    """Every result with every run that the cards allow."""
    for result in results(contract):
        with_result = reported(hand, result)
        for run in runs(contract, deal) if contract.has_top_trumps else (None,):
            facts = (run, contract, result, deal)
            if not reports_lost_top_trump(*facts) and not rich_and_schneider(*facts):
                yield replace(with_result, top_trumps=run), result


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.thorough
def test_each_doubling_doubles_and_nothing_else(name: str) -> None:
    ruleset, table = RULESETS[name], _table(name)
    deal = deal_of(ruleset, len(table.players))
    for contract in declared_contracts(ruleset, table):
        suit = contract.trump_suits[-1] if contract.needs_trump else None
        for hand, result in _possible(declared(ruleset, table, contract, suit=suit), contract, deal):
            plain = rules.score(hand, ruleset)
            check_score(plain, ruleset, hand, contract, result)
            for kontra, laid in _doublings(contract):
                score = rules.score(_doubled(hand, kontra, laid), ruleset)
                factor = 2 ** (kontra + laid)
                assert score.value == plain.value * factor
                assert score.points == {player: points * factor for player, points in plain.points.items()}
                assert (score.declarer_won, score.level) == (plain.declarer_won, plain.level)


@pytest.mark.parametrize("name", NAMES)
def test_only_hearts_in_the_palatinate_change_the_value(name: str) -> None:
    ruleset, table = RULESETS[name], _table(name)
    deal = deal_of(ruleset, len(table.players))
    for contract in declared_contracts(ruleset, table):
        for suit in suits(contract):
            for hand, result in _possible(declared(ruleset, table, contract, suit=suit), contract, deal):
                check_score(rules.score(hand, ruleset), ruleset, hand, contract, result)


@pytest.mark.parametrize("name", [name for name in NAMES if RULESETS[name].GAME == "bavarian"])
def test_bock_doubles_beside_the_other_doublings(name: str) -> None:
    """B57, B89: Bock, laid and Stoss each times two, and the hand uses up its own Bock only."""
    ruleset, table = RULESETS[name], _table(name)
    for contract in declared_contracts(ruleset, table):
        hand = declared(ruleset, table, contract)
        for result, (kontra, laid), bock in product(results(contract), _doublings(contract), range(3)):
            doubled = _doubled(reported(hand, result), kontra, laid)
            state = State(bock=(bock, 1)) if bock else State()
            if bock and not ruleset.to_json()["house_rules"]["bock"]:  # type: ignore[index]
                with pytest.raises(ReportError, match="state.bock: not_agreed_at_this_table"):
                    rules.score(doubled, ruleset, state)
                continue
            score = rules.score(doubled, ruleset, state)
            assert score.value == value_of(ruleset, doubled, result.level, bock)
            check_points(score, ruleset, doubled, contract)
            assert score.state.bock == ((1,) if bock else ())


@pytest.mark.parametrize("name", NAMES)
def test_a_higher_level_never_lowers_the_value_and_both_sides_get_the_same(name: str) -> None:
    ruleset, table = RULESETS[name], _table(name)
    deal = deal_of(ruleset, len(table.players))
    for contract in declared_contracts(ruleset, table):
        if contract.aim is Aim.SHOWN:
            continue
        values: dict[tuple[object, ...], dict[bool, dict[int, int]]] = {}
        for hand, result in _possible(declared(ruleset, table, contract), contract, deal):
            run = hand.top_trumps and (hand.top_trumps.count, hand.top_trumps.side)
            by_winner = values.setdefault((run,), {True: {}, False: {}})
            by_winner[result.won][result.level] = rules.score(hand, ruleset).value
        for by_winner in values.values():
            for by_level in by_winner.values():
                in_order = [by_level[level] for level in sorted(by_level)]
                assert in_order == sorted(in_order)
            for level in by_winner[True].keys() & by_winner[False].keys():
                assert by_winner[True][level] == by_winner[False][level]


@pytest.mark.parametrize("name", NAMES)
def test_with_and_without_are_worth_the_same(name: str) -> None:
    """Whoever holds the run, it is paid to the winner (P23, B60)."""
    ruleset, table = RULESETS[name], _table(name)
    deal = deal_of(ruleset, len(table.players))
    for contract in declared_contracts(ruleset, table):
        values: dict[tuple[Outcome, int | None], set[int]] = {}
        for hand, result in _possible(declared(ruleset, table, contract), contract, deal):
            count = hand.top_trumps.count if hand.top_trumps else None
            values.setdefault((result, count), set()).add(rules.score(hand, ruleset).value)
        assert all(len(found) == 1 for found in values.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_lost_top_trump_is_refused_wherever_it_is_reported(name: str) -> None:
    """G5: whoever holds the highest trump in play takes a trick."""
    ruleset, table = RULESETS[name], _table(name)
    deal = deal_of(ruleset, len(table.players))
    refused = 0
    for contract in declared_contracts(ruleset, table):
        hand = declared(ruleset, table, contract)
        for result, run in product(results(contract), runs(contract, deal) if contract.has_top_trumps else ()):
            if reports_lost_top_trump(run, contract, result, deal):
                refused += 1
                with pytest.raises(ReportError, match="^top_trumps: top_trump_always_takes_a_trick$"):
                    rules.score(replace(reported(hand, result), top_trumps=run), ruleset)
            elif rich_and_schneider(run, contract, result, deal):
                with pytest.raises(ReportError, match="^top_trumps: top_trumps_are_won$"):
                    rules.score(replace(reported(hand, result), top_trumps=run), ruleset)
    assert refused > 0


# -- seats -------------------------------------------------------------------------------------------------------------

PEOPLE_AT = [
    *(("palatinate", people) for people in (3, 4)),
    ("palatinate-free-dealer", 4),
    *(("asserufen_quick", people) for people in (4, 5, 6, 7)),
    *(("pub_10_20_50", people) for people in (4, 5, 6, 7)),
    *(("short", people) for people in (3, 4, 5, 7)),
]


@pytest.mark.parametrize(("name", "people"), PEOPLE_AT)
def test_the_value_does_not_depend_on_who_sits_where(name: str, people: int) -> None:
    """Every dealer, declarer and partner: the same value, and everybody's points by what they did."""
    ruleset = RULESETS[name]
    for dealer in PEOPLE[:people]:
        table = seated(people, dealer=dealer)
        active = ruleset.active(table)
        assert active == tuple((PEOPLE[:people] * 2)[PEOPLE.index(dealer) + 1 :][: len(active)])
        for contract in declared_contracts(ruleset, table):
            partners = range(1, len(active)) if contract.sides is Sides.PARTNERS else (2,)
            for seat, partner, result in product(range(len(active)), partners, results(contract)):
                hand = reported(declared(ruleset, table, contract, seat=seat, partner=partner), result)
                check_score(rules.score(hand, ruleset), ruleset, hand, contract, result)


@pytest.mark.parametrize(("name", "people"), PEOPLE_AT)
def test_who_sits_out_plays_no_part(name: str, people: int) -> None:
    ruleset = RULESETS[name]
    for dealer in PEOPLE[:people]:
        table = seated(people, dealer=dealer)
        out = ruleset.sitting_out(table)
        assert len(out) == people - ruleset.seats(people)
        assert dealer in out or not out
        for contract, outsider in product(declared_contracts(ruleset, table), out):
            hand = reported(declared(ruleset, table, contract), next(results(contract)))
            with pytest.raises(ReportError, match="declarer: dealer_sits_out"):
                rules.score(replace(hand, declarer=outsider), ruleset)


# -- surrender ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["palatinate", "palatinate-free-dealer", "asserufen-solo-point"])
def test_every_surrender(name: str) -> None:
    """Accepted: won plainly (P36). Refused: won only with Schneider (P37), and nothing extra for it (P38)."""
    ruleset, table = RULESETS[name], _table(name)
    deal = deal_of(ruleset, len(table.players))
    for contract in declared_contracts(ruleset, table):
        if not contract.may_surrender:
            assert contract.aim is Aim.ALL_TRICKS  # X8: a Du is not offered
            continue
        for suit, run, kontra in product(suits(contract), runs(contract, deal), range(MOST_KONTRA + 1)):
            hand = _doubled(replace(declared(ruleset, table, contract, suit=suit), top_trumps=run), kontra, 0)
            accepted = replace(hand, surrender=Surrender.ACCEPTED)
            check_score(rules.score(accepted, ruleset), ruleset, accepted, contract, Outcome(True, 0))
        for points in range(2, 119):
            refused = replace(declared(ruleset, table, contract), surrender=Surrender.REFUSED, card_points=points)
            level = int(points >= 91 or points < 30)
            check_score(rules.score(refused, ruleset), ruleset, refused, contract, Outcome(points >= 91, level))


# -- who doubled -------------------------------------------------------------------------------------------------------


def _callers(active: tuple[Player, ...]) -> Iterator[tuple[Player | None, ...]]:
    for length in range(MOST_KONTRA + 1):
        yield from product((None, *active), repeat=length)


@pytest.mark.parametrize("name", ["palatinate", "asserufen_quick"])
def test_the_sides_kontra_in_turn(name: str) -> None:
    """P28: first an opponent, then the declaring side, and so on; a forgotten name takes the turn that fits."""
    ruleset, table = RULESETS[name], _table(name)
    for contract in declared_contracts(ruleset, table):
        hand = reported(declared(ruleset, table, contract), Outcome(True, 0))
        side = {hand.declarer, hand.partner}
        for callers in _callers(table.players):
            doubled = replace(hand, kontra=callers)
            in_turn = all(caller is None or (caller in side) == bool(place % 2) for place, caller in enumerate(callers))
            if in_turn:
                assert rules.score(doubled, ruleset).value == rules.score(hand, ruleset).value * 2 ** len(callers)
            else:
                with pytest.raises(ReportError, match="^kontra: doubling_out_of_turn$"):
                    rules.score(doubled, ruleset)


def test_in_bavaria_everybody_may_double_once_an_opponent_has() -> None:
    """B90: several players may double, two, four, eight, sixteen times."""
    ruleset, table = RULESETS["pub_10_20_50"], seated(4)
    for contract in declared_contracts(ruleset, table):
        if not contract.may_kontra or contract.sides is Sides.OPPOSITE:
            continue
        hand = reported(declared(ruleset, table, contract), next(results(contract)))
        side = {hand.declarer, hand.partner} - {None}
        plain = rules.score(hand, ruleset).value
        for callers in (order[:length] for order in permutations(table.players) for length in range(5)):
            doubled = replace(hand, kontra=callers)
            if callers and callers[0] in side:
                with pytest.raises(ReportError, match="^kontra: doubling_out_of_turn$"):
                    rules.score(doubled, ruleset)
            else:
                assert rules.score(doubled, ruleset).value == plain * 2 ** len(callers)


# -- JSON and determinism ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_report_goes_through_json_and_back(name: str) -> None:
    ruleset, table = RULESETS[name], _table(name)
    assert rules.read_ruleset(json.loads(json.dumps(ruleset.to_json()))) == ruleset
    deal = deal_of(ruleset, len(table.players))
    for contract in declared_contracts(ruleset, table):
        most = 1 if contract.may_kontra else 0
        for hand, _result in _possible(declared(ruleset, table, contract), contract, deal):
            report = _doubled(hand, most, int(contract.may_lay))
            again = rules.read_report(json.loads(json.dumps(report.to_json())), ruleset=ruleset, table=table)
            assert again == report
            first, second = rules.score(report, ruleset), rules.score(again, ruleset)
            assert first == second
            assert rules.read_state(json.loads(json.dumps(first.state.to_json()))) == first.state
