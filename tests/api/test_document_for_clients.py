"""What programs that read the document need: texts, keys, tags, required fields; and no more of it than necessary."""

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from rules import Player, RulesError, Table, read_report, read_ruleset, read_state
from rules.hand_tags import tag_hand
from scripts import json_schema
from scripts.openapi import DOCUMENT
from scripts.openapi_keys import KEYS
from tests.support.api_document import CASES, Json, api_document, operations

pytestmark = pytest.mark.once

# Bytes as served, on 2026-11-29 with a text for each field.
MOST_BYTES = 525_000
COMPONENTS = api_document()["components"]


def fields() -> Iterator[tuple[str, str, Json]]:
    """Yield each field of each object with the object's name."""
    for name, schema in COMPONENTS["schemas"].items():
        for part in (schema, *schema.get("allOf", [])):
            yield from ((name, field, one) for field, one in part.get("properties", {}).items())


def test_every_field_response_and_parameter_has_a_text() -> None:
    for name, field, schema in fields():
        behind = COMPONENTS["schemas"].get(schema.get("$ref", "").rpartition("/")[2], {})
        assert schema.get("description") or behind.get("description"), (name, field)
    for operation in operations().values():
        assert operation["summary"] and operation["description"]
        for status, response in operation["responses"].items():
            response = COMPONENTS["responses"][status] if "$ref" in response else response
            assert response["description"], (operation["operationId"], status)
        for parameter in operation.get("parameters", []):
            name = parameter.get("$ref", "").rpartition("/")[2]
            assert COMPONENTS["parameters"].get(name, parameter).get("description"), parameter


def test_every_tag_is_declared() -> None:
    declared = [one["name"] for one in api_document()["tags"]]
    assert {tag for one in operations().values() for tag in one["tags"]} == {*declared}
    assert all(one["description"].endswith(".") for one in api_document()["tags"])


@pytest.mark.parametrize("name", sorted(operations()))
def test_each_operation_names_its_key(name: str) -> None:
    """A token in the path, whose description says of which link; a browser's cookie may stand for it."""
    operation = operations()[name]
    keys = {f"#/components/parameters/{key}" for key, _ in KEYS.values()}
    taken = [one["$ref"] for one in operation.get("parameters", []) if one.get("$ref") in keys]
    assert operation.get("security", api_document()["security"]) == ([{}, {"device": []}] if taken else [])
    assert len(taken) == (name not in {"games", "score_hand", "open_evening", "create_club"})


def test_a_field_that_may_be_left_out_may_be_null() -> None:
    """As the server reads it. Other schemas, such as hands, leave fields out in their own ways."""
    for name, schema in COMPONENTS["schemas"].items():
        if name.endswith(("Request", "RequestFields")):
            for field in schema.get("properties", {}).keys() - set(schema.get("required", [])):
                described = {"$ref": f"#/components/schemas/{name}/properties/{field}", "components": COMPONENTS}
                assert jsonschema_rs.Draft202012Validator(described).is_valid(None), (name, field)


def test_clients_can_send_the_cookie_by_its_name() -> None:
    """Some look for it among the headers too, which refuses anything but a token (RFC 9110)."""
    assert all(re.fullmatch(r"[\w-]+", one["name"], re.ASCII) for one in COMPONENTS["securitySchemes"].values())


def test_nothing_stands_in_it_that_generators_refuse() -> None:
    text = DOCUMENT.read_text()
    assert "x-spec-enum-id" not in text and '"nullable"' not in text
    for operation in operations().values():
        for response in operation["responses"].values():
            assert not any("requestBody" in link for link in response.get("links", {}).values())
    refusals = [
        response for one in operations().values() for status, response in one["responses"].items() if status > "3"
    ]
    assert all(response.keys() == {"$ref"} for response in refusals)


def test_it_is_no_longer_than_before_it_had_texts() -> None:
    assert len(DOCUMENT.read_bytes()) <= MOST_BYTES


def test_no_table_takes_a_hand_without_a_required_field() -> None:
    """As the worked cases have them: each field that is required somewhere was left out somewhere."""
    left_out = set()
    for case in _accepted_cases():
        game, hand = case["game"], case["hand"]
        kind = json_schema.hand_schema_name(game, hand["contract"])
        for field in _required(kind) - {"kind", "name"}:
            assert field in hand, (kind, hand)
            with pytest.raises(RulesError):
                _read(case, {name: value for name, value in hand.items() if name != field})
            left_out.add(field)
        _read(case, tag_hand(hand, game))
    assert left_out >= {"declarer", "partner", "trump_suit"}


def _required(kind: str) -> set[str]:
    schema = COMPONENTS["schemas"][kind]
    parts = [COMPONENTS["schemas"].get(part.get("$ref", "").rpartition("/")[2], part) for part in schema["allOf"]]
    return {field for part in parts for field in part.get("required", ())}


def _accepted_cases() -> list[Json]:
    lines = [line for name in ("hands", "sasku", "schafskopf24") for line in _text_of(name).splitlines()]
    cases = [json.loads(line) for line in lines]
    return [one for one in cases if "hand" in one and "refused" not in one.get("expected", ["refused"])]


def _text_of(name: str) -> str:
    return (CASES / f"{name}.jsonl").read_text()


def _read(case: Json, hand: Json) -> Any:
    ruleset = read_ruleset({name: case[name] for name in ("game", "preset", "house_rules", "version") if name in case})
    table = Table(players=tuple(map(Player, case["players"])), dealer=case.get("dealer"))
    return read_report(hand, ruleset=ruleset, table=table, state=read_state(case.get("state") or {}))
