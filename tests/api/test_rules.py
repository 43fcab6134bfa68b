"""The house rules of an evening over HTTP, in words."""

from typing import Any

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from rules import PRESETS
from tests.support.api_phone import ApiEvening, Json, Phone, opening

EACH = [(game, name) for game, presets in PRESETS.items() for name in presets]


def rules_page(phone: Phone, **changes: Any) -> Json:
    evening = ApiEvening(phone=phone, opened=phone.post("evenings", opening(**changes)).json)
    return phone.get(f"{evening.watch}/rules").json


def differing(rules: Json) -> dict[str, tuple[str, str]]:
    return {one["id"]: (one["preset_text"], one["value_text"]) for one in rules["house_rules"] if one["differs"]}


def test_what_differs_from_the_preset_is_in_words(phone: Phone) -> None:
    changes = {
        "rufer_tariff": 25,
        "bock_after": ["lost_solo", "re"],
        "ramsch_tie": "highest_trump",
        "after_thrown_in": "ramsch",
    }
    rules = rules_page(phone, house_rules=changes)
    assert rules["game"] == {"id": "bavarian", "name": "Bavarian Schafkopf"}
    assert rules["preset"]["id"] == "pub_10_20_50"
    differences = differing(rules)
    assert differences.keys() == changes.keys()
    assert differences["rufer_tariff"] == ("20", "25")
    assert differences["bock_after"] == ("none", "a lost Solo, a Re")
    assert differences["after_thrown_in"][1] == "a Ramsch"
    values = {one["id"]: one["value"] for one in rules["house_rules"]}
    assert values | changes == values


def test_in_the_language_of_the_request(db: None) -> None:
    rules = rules_page(Phone(language="de"), house_rules={"bock_after": ["lost_solo"]})
    assert differing(rules)["bock_after"][1] == "ein verlorenes Solo"


@pytest.mark.parametrize(("game", "preset"), EACH, ids=[f"{game} {preset}" for game, preset in EACH])
def test_a_preset_has_words_for_all_its_rules_and_differs_in_none(phone: Phone, game: str, preset: str) -> None:
    people = ["Anna", "Beppo"] if preset == "two_handed" else ["Anna", "Beppo", "Cilli", "Done"]
    rules = rules_page(phone, game=game, preset=preset, people=people)
    assert differing(rules) == {}
    assert PRESETS[game][rules["preset"]["id"]] == PRESETS[game][preset]
    names = [name for name, _default, _metadata in PRESETS[game][preset].house_rules()]
    assert [one["id"] for one in rules["house_rules"]] == names
    assert all(one["text"] and one["value_text"] for one in rules["house_rules"])


def test_a_rule_without_effect_is_marked(phone: Phone) -> None:
    effects = {one["id"]: one["has_effect"] for one in rules_page(phone)["house_rules"]}
    assert effects["rufer_tariff"] and not effects["bock_length"]


def test_they_cost_one_statement(
    phone: Phone, evening: ApiEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        phone.get(f"{evening.watch}/rules")
