"""Like contracts are treated alike: a Tout like what it is a Tout of, a table's own like the one it resembles.

Walks over every value of every house rule, every such pair, every suit, result, doubling, and everything that the hands
before may have left: what differs must be what a rule says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import rules
from rules import PRESETS, Contract, RulesError, Ruleset, Score, State
from rules.games.bavarian import Bavarian
from rules.games.bavarian.contracts import EVERY_CONTRACT
from rules.games.bavarian.house_rules import ToutRule
from rules.games.bavarian.rounds import RoundKind
from rules.state import SpecialRound
from tests.rules.table import ANNA, BEPPO, ROOT, Json, seated
from tests.support.extent import in_ci
from tests.web.house_rule_values import RICHEST, SettledValue, settled_values

TOUTS = {
    "wenz_tout": "wenz", "solo_tout": "solo", "geier_tout": "geier", "suit_wenz_tout": "suit_wenz",
    "suit_geier_tout": "suit_geier", "koenig_tout": "koenig", "eisenbahner_tout": "eisenbahner",
}  # fmt: skip
SETTLED = tuple(settled_values("bavarian"))
GAMES = sorted((ROOT / "rules" / "games").rglob("*.py"))
# The one place that answers for an id that nobody knows as a contract.
NAMED_BY_A_REPORT = ["contract_id == SILENT.id"]
HEARTS = ("heart_solo_tariff", "heart_solo_outbids")
FIRST, TABLE = State(), seated(4)
LIKE = {**TOUTS, "zupf_solo": "solo"}
DOUBLINGS: tuple[Json, ...] = (
    {}, {"kontra": 1}, {"kontra": 2}, {"kontra": [BEPPO, ANNA]}, {"kontra": [ANNA]}, {"laid": 1},
    {"laid": 1, "kontra": 1},
)  # fmt: skip
STATES = (
    State(), State(bock=(1,)),
    *(State(round=SpecialRound(kind=kind, left=4)) for kind in RoundKind),
)  # fmt: skip


def richest() -> Bavarian:
    ruleset = RICHEST["bavarian"]
    assert isinstance(ruleset, Bavarian)
    return ruleset


def played(hand: Json, ruleset: Ruleset, state: State = FIRST) -> Score | frozenset[tuple[str, str]]:
    """The score, or field and code of everything that is wrong."""
    try:
        return rules.score(rules.read_report(hand, ruleset=ruleset, table=TABLE, state=state), ruleset, state)
    except RulesError as error:
        return frozenset((problem.field, problem.code) for problem in error.problems)


def value_of(hand: Json, ruleset: Ruleset, state: State = FIRST) -> int:
    score = played(hand, ruleset, state)
    assert isinstance(score, Score), score
    return score.value


def pairs(ruleset: Bavarian, people: int) -> Iterator[tuple[Contract, Contract]]:
    contracts = {one.id: one for one in ruleset.contracts(people)}
    yield from ((contracts[form], contracts[game]) for form, game in LIKE.items() if {form, game} <= contracts.keys())


def hands(contract: Contract) -> Iterator[Json]:
    for suit, won, doubling in product((None, *contract.trump_suits), (True, False), DOUBLINGS):
        trump = {"trump_suit": suit} if suit else {}
        yield {"contract": contract.id, "declarer": ANNA, "won": won, **trump, **doubling}


def as_played(score: Score) -> tuple[object, ...]:
    """What a hand leaves, but not what it was worth."""
    left = score.state
    return left.bock, left.round and replace(left.round, results=None), left.dealer, score.declarer_won


def due_for(form: Contract, hand: Json, ruleset: Bavarian, state: State) -> int:
    """What a form of the game is worth beside the game (B36, X37, X68)."""
    if form.id not in TOUTS:
        return value_of(hand, ruleset, state)
    if ruleset.tout_rule is ToutRule.WITH_SCHWARZ:
        return 2 * value_of({**hand, "level": "schwarz"}, ruleset, state)
    return (3 if ruleset.tout_rule is ToutRule.POINTS_TABLE else 2) * value_of(hand, ruleset, state)


def check_alike(ruleset: Bavarian, states: tuple[State, ...]) -> int:
    count = 0
    for form, game in pairs(ruleset, 4):
        for hand, state in product(hands(form), states):
            like = {**hand, "contract": game.id}
            found, other = played(hand, ruleset, state), played(like, ruleset, state)
            count += 1
            if isinstance(found, Score) and isinstance(other, Score):
                assert as_played(found) == as_played(other), (hand, state)
                assert found.value == due_for(form, like, ruleset, state), (hand, state)
            else:
                assert found == other, (hand, state)
    return count


@pytest.mark.parametrize("settled", SETTLED, ids=str)
def test_a_form_of_a_game_is_paid_and_doubled_like_the_game(settled: SettledValue) -> None:
    assert isinstance(settled.ruleset, Bavarian)
    check_alike(settled.ruleset, (State(),))


@pytest.mark.parametrize("state", STATES, ids=str)
def test_a_form_of_a_game_may_be_played_when_the_game_may(state: State) -> None:
    assert check_alike(richest(), (state,)) > 300


@pytest.mark.parametrize("people", [3, 4])
def test_a_form_of_a_game_is_offered_where_the_game_is(people: int) -> None:
    """B105: of three people a Tout too."""
    ruleset = richest().with_house_rules({"deck_cards": 24})
    offered = {one.id for one in ruleset.contracts(people)}
    assert {form for form, game in LIKE.items() if game in offered} == LIKE.keys() & offered
    assert (people == 4) == ("geier" in offered)


@pytest.mark.parametrize("settled", SETTLED, ids=str)
def test_hearts_are_a_suit_like_the_others_but_where_a_house_rule_names_them(settled: SettledValue) -> None:
    names_hearts = settled.rule in HEARTS or settled.value in (["heart_solo"],)
    for contract in (one for one in settled.ruleset.contracts(4) if one.names_trump):
        for doubling in DOUBLINGS:
            hand = {"contract": contract.id, "declarer": ANNA, "won": True, **doubling}
            hearts, acorns = ({**hand, "trump_suit": suit} for suit in ("hearts", "acorns"))
            one, other = played(hearts, settled.ruleset), played(acorns, settled.ruleset)
            if isinstance(one, Score) and isinstance(other, Score):
                assert names_hearts or (one.value, as_played(one)) == (other.value, as_played(other))
            else:
                assert one == other


# Own contract with the same sides and aim -> the contract it resembles, if it has the same price (X75).
OWN_LIKE = {("alone", "card_points"): "solo", ("partners", "card_points"): "rufer", ("alone", "no_trick"): "null"}
# The house rules that name the documents' contracts: a Solo for B55, a Rufer for X40.
NAMES_ONE = ("solo_scores_schneider_schwarz", "matador_minimum_rufer", "own_contracts")


def results_of_own(sides: str) -> Iterator[Json]:
    runs: tuple[Json, ...] = ({}, {"top_trumps": {"count": 4, "side": "declarer_side"}})
    levels: tuple[Json, ...] = ({}, {"level": "schneider"})
    partner = {"partner": BEPPO} if sides == "partners" else {}
    for won, doubling, level, run in product((True, False), DOUBLINGS, levels, runs):
        yield {"declarer": ANNA, **partner, "won": won, **doubling, **level, **run}


@pytest.mark.parametrize("settled", SETTLED[:: in_ci(1, otherwise=5)], ids=str)
def test_an_own_contract_is_paid_and_doubled_like_the_one_it_resembles(settled: SettledValue) -> None:
    for (sides, aim), game in OWN_LIKE.items():
        like = settled.ruleset.contract(game, 4)
        if like is None or settled.rule in NAMES_ONE:
            continue
        plain = {"contract": game, **({"trump_suit": "acorns"} if like.names_trump else {})}
        lost = {"declarer": ANNA, "won": False, **plain, **({"partner": BEPPO} if sides == "partners" else {})}
        price = value_of(lost, settled.ruleset)
        own = {"name": "Farbenspiel", "sides": sides, "aim": aim, "price": price}
        ruleset = settled.ruleset.with_house_rules({"own_contracts": [own]})
        for result in results_of_own(sides):
            hand, own_hand = {**result, **plain}, {**result, "contract": "own:Farbenspiel"}
            one, other = played(hand, ruleset), played(own_hand, ruleset)
            if isinstance(one, Score) and isinstance(other, Score):
                assert (one.value, one.points, as_played(one)) == (other.value, other.points, as_played(other)), result
            else:
                assert one == other, result


def compared_ids(path: Path) -> Iterator[str]:
    """The comparisons of a module with the id of a contract."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            parts = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
            if any(isinstance(part, ast.Constant) and part.value in ALL_IDS for part in parts) or any(
                isinstance(part, ast.Attribute) and part.attr == "id" and ast.unparse(part.value).isupper()
                for part in parts
            ):
                yield ast.unparse(node)


ALL_IDS = {
    contract.id
    for presets in PRESETS.values() for ruleset in presets.values() for contract in ruleset.contracts(4)
} | set(EVERY_CONTRACT)  # fmt: skip


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_no_rule_asks_for_a_contract_by_its_id(path: Path) -> None:
    """It asks for a trait, so that a contract with the same trait is treated alike."""
    assert [one for one in compared_ids(path) if one not in NAMED_BY_A_REPORT] == []
