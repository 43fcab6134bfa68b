"""Contracts of a table's own: priced as the table says, with what it lets count beside; nothing else changes. X75."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

import rules
from rules import PRESETS, Player, Ruleset, RulesetError, State
from rules.base_ruleset import RULESETS_KEPT
from rules.own_contracts import MAX_CONTRACTS, MAX_PRICE, OwnContract, check_names_are_new
from rules.problems import ProblemList
from rules.state import SpecialRound
from rules.wording import words
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, agreed, problems, scored, seated

BLUE = {"name": "Blauer Wenz", "price": 20}
OWN = "own:Blauer Wenz"
RUN = {"count": 4, "side": "declarer_side"}


def bavarian(*own: Mapping[str, object], **house_rules: object) -> Ruleset:
    return agreed("bavarian", "pub_10_20_50", own_contracts=list(own), **house_rules)


@pytest.mark.parametrize(
    ("level", "run", "doublings", "value"),
    [
        (True, True, True, (20 + 10 + 10 + 40) * 2),
        (True, True, False, 20 + 10 + 10 + 40),
        (True, False, True, (20 + 10 + 10) * 2),
        (True, False, False, 20 + 10 + 10),
        (False, True, True, (20 + 40) * 2),
        (False, True, False, 20 + 40),
        (False, False, True, 20 * 2),
        (False, False, False, 20),
    ],
)
def test_the_table_says_what_counts_beside_the_price(level: bool, run: bool, doublings: bool, value: int) -> None:
    ruleset = bavarian({**BLUE, "counts_schneider": level, "counts_run": run, "counts_doublings": doublings})
    hand = {
        "contract": OWN,
        "declarer": ANNA,
        "won": True,
        "level": "schwarz",
        **({"top_trumps": RUN} if run else {}),
        **({"kontra": 1} if doublings else {}),
    }
    assert scored(hand, ruleset).points == {ANNA: 3 * value, BEPPO: -value, CILLI: -value, DANI: -value}
    refused = {
        *([] if run else [("top_trumps", "no_top_trumps_in_this_contract")]),
        *([] if doublings else [("kontra", "kontra_not_in_this_contract")]),
    }
    assert problems({**hand, "top_trumps": RUN, "kontra": 1, "laid": 1}, ruleset) == refused


@pytest.mark.parametrize(
    ("sides", "points"),
    [
        ("alone", {ANNA: 60, BEPPO: -20, CILLI: -20, DANI: -20}),
        ("partners", {ANNA: 20, BEPPO: 20, CILLI: -20, DANI: -20}),
        ("opposite", {ANNA: 20, BEPPO: -20, CILLI: 20, DANI: -20}),
    ],
)
@pytest.mark.parametrize("won", [True, False])
def test_each_loser_pays_each_winner(sides: str, points: dict[Player, int], won: bool) -> None:
    hand = {"contract": OWN, "declarer": ANNA, "won": won, **({"partner": BEPPO} if sides == "partners" else {})}
    sign = 1 if won else -1
    assert scored(hand, bavarian({**BLUE, "sides": sides})).points == {
        player: sign * count for player, count in points.items()
    }


def test_of_five_at_the_table_the_dealer_neither_pays_nor_gets() -> None:
    hand = {"contract": OWN, "declarer": BEPPO, "won": True}
    assert scored(hand, bavarian(BLUE), seated(5)).points == {ANNA: -20, BEPPO: 60, CILLI: -20, DANI: -20, EVI: 0}


@pytest.mark.parametrize(
    ("aim", "fields", "value"),
    [
        ("card_points", {"card_points": 61}, 20), ("card_points", {"card_points": 60}, -20),
        ("card_points", {"card_points": 91}, 30), ("card_points", {"card_points": 30}, -30),
        ("card_points", {"card_points": 31}, -20),
        ("all_tricks", {"tricks": 8}, 20), ("all_tricks", {"tricks": 7}, -20),
        ("no_trick", {"tricks": 0}, 20), ("no_trick", {"tricks": 1}, -20),
    ],
)  # fmt: skip
def test_what_decides(aim: str, fields: dict[str, int], value: int) -> None:
    """The limits are those of the game; where tricks decide, there is no Schneider and nothing by itself is doubled."""
    hand = {"contract": OWN, "declarer": ANNA, **fields}
    assert scored(hand, bavarian({**BLUE, "aim": aim})).points[BEPPO] == -value


def test_a_run_counts_as_reported_because_nobody_knows_the_trumps() -> None:
    """Four Unters are eight card points, four Obers twelve; from the table's least to its most they are paid."""
    ruleset = bavarian(BLUE, matador_minimum=3, matador_maximum=5)
    hand = {"contract": OWN, "declarer": ANNA, "card_points": 8, "tricks": 2}
    for count, paid in ((2, 0), (3, 3), (5, 5), (8, 5)):
        with_run = {**hand, "top_trumps": {"count": count, "side": "declarer_side"}}
        assert scored({**with_run, "tricks": None}, ruleset).value == 30 + 10 * paid
    too_long = {**hand, "top_trumps": {"count": 9, "side": "declarer_side"}}
    assert problems(too_long, ruleset) == {("top_trumps.count", "top_trumps_out_of_range")}
    assert scored({**hand, "top_trumps": {"count": 4, "side": "opponents"}}, bavarian(BLUE, count_matadors=False)).value


@pytest.mark.parametrize(("counts", "value"), [(True, 20 * 4 * 2), (False, 20)])
def test_bock_and_rounds_double_it_only_where_doublings_count(counts: bool, value: int) -> None:
    state = State(bock=(2,), round=SpecialRound(kind="hadschader", left=1))
    score = scored(
        {"contract": OWN, "declarer": ANNA, "won": True}, bavarian({**BLUE, "counts_doublings": counts}), state=state
    )
    assert score.value == value
    assert score.state.bock == () and score.state.round is None  # but the Bock hand is used up


def test_other_house_rules_of_the_contracts_do_not_reach_it() -> None:
    dear = bavarian(
        {**BLUE, "aim": "all_tricks"},
        {"name": "Leise", "price": 7},
        tout_rule="with_schwarz",
        solo_scores_schneider_schwarz=False,
    )
    assert scored({"contract": OWN, "declarer": ANNA, "won": True}, dear).value == 20
    assert scored({"contract": "own:Leise", "declarer": ANNA, "card_points": 91}, dear).value == 17


def test_the_pot_goes_to_its_declarer() -> None:
    hand = {"contract": OWN, "declarer": ANNA, "won": True}
    assert scored(hand, bavarian(BLUE, pot_sweetener=10), state=State(pot=40)).points[ANNA] == 100


def test_it_stands_with_what_is_played_less_often() -> None:
    assert {one.id for one in bavarian(BLUE).contracts(4) if one.common}.isdisjoint({OWN})


def test_three_play_alone() -> None:
    three = agreed("bavarian", "short", own_contracts=[BLUE, {"name": "Zu zweit", "price": 5, "sides": "partners"}])
    assert scored({"contract": OWN, "declarer": ANNA, "won": True}, three, seated(3)).points[ANNA] == 40
    together = {"contract": "own:Zu zweit", "declarer": ANNA, "partner": BEPPO, "won": True}
    assert problems(together, three, seated(3)) == {("contract", "contract_needs_four")}
    assert scored(together, three, seated(4)).points[BEPPO] == 5


@pytest.mark.parametrize(
    ("fields", "value"),
    [
        ({"won": True}, 4), ({"won": False}, 4), ({"card_points": 91}, 5), ({"card_points": 29}, 5),
        ({"card_points": 30}, 4), ({"won": True, "level": "schwarz"}, 6), ({"won": True, "kontra": 2}, 16),
        ({"won": True, "top_trumps": {"count": 2}}, 4), ({"won": True, "top_trumps": {"count": 3}}, 7),
    ],
)  # fmt: skip
def test_in_the_palatinate_everything_beside_the_price_is_a_point(fields: dict[str, Any], value: int) -> None:
    """Neither game, Solo nor hearts are counted beside it; who deals and sits out pays too (P51)."""
    ruleset = agreed("palatinate", own_contracts=[{"name": "Doppelkopf", "price": 4}])
    hand = {"contract": "own:Doppelkopf", "declarer": ANNA, **fields}
    score = scored(hand, ruleset, seated(4))
    assert abs(score.points[ANNA]) == 3 * value and score.value == value
    assert problems({**hand, "trump_suit": "hearts"}, ruleset, seated(4)) == {
        ("trump_suit", "trump_suit_in_suitless_game")
    }


def test_a_du_of_ones_own_is_not_doubled_by_itself() -> None:
    ruleset = agreed("asserufen", own_contracts=[{"name": "Alles", "price": 6, "aim": "all_tricks"}])
    assert scored({"contract": "own:Alles", "declarer": ANNA, "won": True}, ruleset).value == 6


@pytest.mark.parametrize(
    ("counts", "level", "value"),
    [(True, "plain", 4), (True, "schneider", 5), (True, "schwarz", 6), (False, "plain", 4)],
)
def test_mucken_is_played_in_contracts_of_the_tables_own(counts: bool, level: str, value: int) -> None:
    """B107, X63: Schneider and Schwarz add what they add to a plain win."""
    mucken = agreed("bierkopf", "mucken", own_contracts=[{"name": "Geier", "price": 4, "counts_schneider": counts}])
    hand = {"contract": "own:Geier", "winner": BEPPO, "level": level}
    assert scored(hand, mucken, seated(4)).points == {ANNA: -value, BEPPO: value, CILLI: -value, DANI: value}
    assert scored({"contract": "mucken", "winner": BEPPO}, mucken, seated(4)).value == 1


def test_without_schneider_none_can_be_reported() -> None:
    mucken = agreed("bierkopf", "mucken", own_contracts=[{"name": "Mord", "price": 4, "counts_schneider": False}])
    hand = {"contract": "own:Mord", "winner": BEPPO, "level": "schneider"}
    assert problems(hand, mucken, seated(4)) == {("level", "tout_has_no_schneider")}


# -- what may be agreed ------------------------------------------------------------------------------------------------

REFUSED: list[tuple[object, set[tuple[str, str]]]] = [
    ("Blauer Wenz", {("own_contracts", "not_a_list")}),
    ([BLUE["name"]], {("own_contracts.0", "not_a_mapping")}),
    ([{}], {("own_contracts.0.name", "own_contract_unnamed"), ("own_contracts.0.price", "own_contract_price")}),
    ([{**BLUE, "price": 0}], {("own_contracts.0.price", "own_contract_price")}),
    ([{**BLUE, "price": MAX_PRICE + 1}], {("own_contracts.0.price", "own_contract_price")}),
    ([{**BLUE, "price": "much"}], {("own_contracts.0.price", "not_integer")}),
    ([{**BLUE, "price": True}], {("own_contracts.0.price", "not_integer")}),
    ([{**BLUE, "name": "a" * 31}], {("own_contracts.0.name", "own_contract_name_too_long")}),
    ([{**BLUE, "name": "\u200d"}], {("own_contracts.0.name", "own_contract_unnamed")}),
    ([{**BLUE, "name": "a\x00b"}], {("own_contracts.0.name", "own_contract_name_invalid")}),
    ([{**BLUE, "name": "a\u202eb"}], {("own_contracts.0.name", "own_contract_name_invalid")}),
    ([{**BLUE, "name": "{count}"}], {("own_contracts.0.name", "own_contract_name_invalid")}),
    ([{**BLUE, "name": 7}], {("own_contracts.0.name", "not_text")}),
    ([BLUE, {**BLUE, "name": "BLAUER  WENZ"}], {("own_contracts.1.name", "own_contract_twice")}),
    ([BLUE, {**BLUE, "name": "Zwei", "sides": "none"}], {("own_contracts.1.sides", "not_a_choice")}),
    ([{**BLUE, "sides": "three"}], {("own_contracts.0.sides", "not_a_choice")}),
    ([{**BLUE, "aim": "shown"}], {("own_contracts.0.aim", "not_a_choice")}),
    ([{**BLUE, "counts_run": "yes"}], {("own_contracts.0.counts_run", "not_yes_or_no")}),
    ([{**BLUE, "colour": "blue"}], {("own_contracts.0.colour", "field_unknown")}),
    ([{"name": f"No {no}", "price": 1} for no in range(9)], {("own_contracts", "too_many_contracts")}),
    (
        [{**BLUE, "price": "x"}, {"name": "", "price": 3}],
        {("own_contracts.0.price", "not_integer"), ("own_contracts.1.name", "own_contract_unnamed")},
    ),
]


@pytest.mark.parametrize(("own", "refused"), REFUSED, ids=[str(own)[:60] for own, _ in REFUSED])
def test_what_cannot_be_is_refused_by_its_field(own: object, refused: set[tuple[str, str]]) -> None:
    with pytest.raises(RulesetError) as error:
        agreed("bavarian", own_contracts=own)
    assert {(one.field, one.code) for one in error.value.problems} == refused
    for problem, language in product(error.value.problems, words.LANGUAGES):
        assert "{" not in words.problem_text(problem, language)


def test_as_many_as_there_is_room_for() -> None:
    own = [{"name": f"No {no}", "price": MAX_PRICE} for no in range(MAX_CONTRACTS)]
    assert len(bavarian(*own).contracts(4)) == len(bavarian().contracts(4)) + MAX_CONTRACTS


@pytest.mark.parametrize("game", ["palatinate", "bierkopf"])
def test_what_the_game_fixes_is_not_settled(game: str) -> None:
    with_partner = [{"name": "Zu zweit", "price": 5, "sides": "partners"}]
    if game == "palatinate":
        with pytest.raises(RulesetError, match=r"own_contracts\.0\.sides: not_a_choice"):
            agreed(game, own_contracts=with_partner)
    else:
        [sides] = {one.sides for one in agreed(game, own_contracts=with_partner).contracts(4) if one.is_own}
        assert sides == "opposite"


def test_it_is_built_by_the_same_check() -> None:
    with pytest.raises(RulesetError, match="own_contract_name_invalid"):
        rules.GAMES["bavarian"](own_contracts=(OwnContract(name=" Blau ", price=1),))  # type: ignore[call-arg]


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_a_ruleset_is_stored_with_every_part_and_read_again() -> None:
    ruleset = bavarian({"name": "Kreuz \u00fc <b>\"'\\", "price": 5, "sides": "partners", "counts_run": False})
    stored = json.loads(json.dumps(ruleset.to_json()))
    [own] = stored["house_rules"]["own_contracts"]
    assert own == {
        "name": "Kreuz \u00fc <b>\"'\\", "sides": "partners", "aim": "card_points", "price": 5,
        "counts_schneider": True, "counts_run": False, "counts_doublings": True,
    }  # fmt: skip
    assert rules.read_ruleset(stored) == ruleset


@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game in PRESETS for preset in PRESETS[game]])
def test_an_evening_of_before_is_read_as_it_was(game: str, preset: str) -> None:
    stored: dict[str, Any] = json.loads(json.dumps(PRESETS[game][preset].to_json()))
    assert stored["house_rules"].pop("own_contracts", []) == []
    assert rules.read_ruleset(stored) == PRESETS[game][preset]


def test_a_name_is_given_without_the_ruleset_in_any_language() -> None:
    assert {words.contract_name("own:Blauer Wenz", language) for language in words.LANGUAGES} == {"Blauer Wenz"}
    assert words.is_contract_name("FARBWENZ") and words.is_contract_name("suit wenz")
    assert not words.is_contract_name("Blauer Wenz")


def test_the_hand_and_its_sum_name_it() -> None:
    name = "Kreuz <b>\"'"
    ruleset, table = bavarian({"name": name, "price": 20}), seated(4)
    report = rules.read_report(
        {"contract": f"own:{name}", "declarer": ANNA, "card_points": 91}, ruleset=ruleset, table=table
    )
    score = rules.score(report, ruleset)
    assert words.hand_text(report, score, "de") == f"Anna: {name}, Schneider gewonnen, 91 Augen"
    assert words.sum_text(score, "de").replace(words.NO_BREAK, " ") == f"{name} 20 + Schneider 10 = 30"
    quiet = bavarian({**BLUE, "counts_doublings": False})
    with pytest.raises(rules.ReportError) as refused:
        rules.read_report({"contract": OWN, "declarer": ANNA, "won": True, "kontra": 1}, ruleset=quiet, table=table)
    assert [words.problem_text(one, "en") for one in refused.value.problems] == ["Blauer Wenz cannot be doubled."]


@pytest.mark.parametrize("name", ["Wenz", "wenz", "Simple game", "Einfaches Spiel", "Solo Du"])
def test_a_name_of_the_documents_is_refused_in_either_language_when_an_evening_starts(name: str) -> None:
    found = ProblemList()
    check_names_are_new((OwnContract(name="Blauer Wenz", price=20), OwnContract(name=name, price=20)), found)
    assert [(one.code, one.field) for one in found] == [("own_contract_known", "own_contracts.1.name")]


@pytest.mark.parametrize("game", ["bavarian", "palatinate", "asserufen", "bierkopf"])
def test_a_ruleset_that_nobody_asks_for_any_more_is_forgotten(game: str) -> None:
    """Whoever asks what a hand is worth may name a contract each time; the server must not keep them all."""
    preset = next(iter(PRESETS[game]))
    known = []
    for number in range(2 * RULESETS_KEPT):
        ruleset = agreed(game, preset, own_contracts=[{"name": f"Spiel {number}", "price": 5}])
        assert ruleset.contract(f"own:Spiel {number}", ruleset.MOST_PLAYERS)
        known.append(weakref.ref(ruleset))
    del ruleset
    gc.collect()
    assert sum(one() is not None for one in known) <= RULESETS_KEPT
