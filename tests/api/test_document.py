"""The document of the API: made of what checks the requests, with an example of each operation, and true."""

import inspect
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from drf_spectacular.validation import validate_schema
from rest_framework.serializers import Serializer

from rules import hand_tags
from scorebook.api.serializers.common import ResponseSerializer, StrictSerializer
from scorebook.api.urls import urlpatterns
from scripts import json_schema, openapi, openapi_rules
from tests.api.example_story import examples_played
from tests.support.api_document import api_document, check_answer, hands_of_cases, operations, validator
from tests.support.api_phone import Phone

AGAIN = "python -m scripts.openapi"
REWRITE = "WRITE_EXAMPLES"  # set, the test below writes them anew


@pytest.mark.once
def test_the_document_is_what_follows_from_the_code() -> None:
    """Without a warning: `document` raises every one."""
    assert openapi.DOCUMENT.read_text() == openapi.document_text(openapi.examples(api_document())), AGAIN


@pytest.mark.once
def test_the_document_is_openapi() -> None:
    validate_schema(api_document())  # type: ignore[no-untyped-call]


@pytest.mark.once
def test_every_address_stands_in_the_document() -> None:
    routes: list[Any] = [route.callback for route in urlpatterns if hasattr(route.callback, "actions")]
    handlers = [getattr(view.cls, name) for view in routes for method, name in view.actions.items() if method != "head"]
    handlers = [one for one in handlers if hasattr(one, "operation")]
    assert {handler.operation.name for handler in handlers} == operations().keys()
    assert len(handlers) == len(operations())


def test_every_operation_has_an_example_that_a_test_played(db: None) -> None:
    played = examples_played()
    if os.environ.get(REWRITE):
        openapi.DOCUMENT.write_text(openapi.document_text(played))
    else:
        assert openapi.examples(api_document()) == played, f"{REWRITE}=1 pytest {__file__}"
    assert played.keys() == operations().keys()


@pytest.mark.once
@pytest.mark.parametrize("name", sorted(operations()))
def test_examples_are_as_the_document_says(name: str) -> None:
    for part, example in openapi.examples(api_document())[name].items():
        assert validator(name, part).is_valid(example)


@pytest.mark.once
def test_an_answer_that_is_otherwise_is_found() -> None:
    answer = openapi.examples(api_document())["evening"]["200"]
    wrongs: list[Any] = [{**answer, "revision": "7"}, {name: answer[name] for name in answer if name != "hands"}, []]
    for wrong in wrongs:
        with pytest.raises(AssertionError):
            check_answer(method="GET", url="/api/v1/evenings/x", status=200, answer=wrong)
    with pytest.raises(AssertionError):
        check_answer(method="GET", url="/api/v1/evenings/x", status=418, answer=answer)


@pytest.mark.once
def test_the_site_serves_the_document(phone: Phone) -> None:
    first = phone.get("openapi.json")
    assert first.json == json.loads(openapi.DOCUMENT.read_text())
    assert phone.get("openapi.json", if_none_match=first.headers["ETag"]).status == 304


def _schema(name: str) -> Any:
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": api_document()["components"]}
    )


@pytest.mark.once
def test_hands_are_described_for_each_game_and_contract() -> None:
    schemas = api_document()["components"]["schemas"]
    kinds = {"BavarianRufer", "PalatinateSoloDu", "SaskuPassed", "Schafskopf24Queens", "BierkopfOwnContract"}
    assert kinds < schemas.keys()
    rufer: dict[str, Any] = schemas["BavarianRufer"]["allOf"][0]
    assert rufer["properties"]["kind"]["const"] == "bavarian.rufer"
    assert {"$ref": "#/components/schemas/GermanSuit"} in rufer["properties"]["trump_suit"]["anyOf"]
    assert schemas["GermanSuit"]["enum"] == ["acorns", "leaves", "hearts", "bells"]


@pytest.mark.once
def test_every_hand_that_tables_agree_on_is_described() -> None:
    """As one kind, which its tag tells; those too that no preset has."""
    kinds = json_schema.kinds_of_hands(openapi_rules.refer)
    validators = {name: _schema(name) for name in kinds}
    for game, hand in hands_of_cases():
        tagged = hand_tags.tag_hand(hand, game)
        assert _schema("Hand").is_valid(tagged), tagged
        fitting = [name for name, one in validators.items() if one.is_valid(tagged)]
        assert fitting == [json_schema.hand_schema_name(game, hand["contract"])]
    assert "BavarianZupfSolo" in kinds


@pytest.mark.once
def test_every_union_of_objects_is_decided_by_a_tag() -> None:
    """A constant of each member, in one property that all of them require."""
    schemas = api_document()["components"]["schemas"]
    unions = {name: one for name, one in schemas.items() if "oneOf" in one}
    assert {
        "Hand",
        "RecordedHandResponseOrMinimal",
        "GameResponse",
        "RulesetResponse",
        "OpenEveningRequest",
    } <= unions.keys()
    for name, union in unions.items():
        tag, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
        assert list(mapping.values()) == [one["$ref"] for one in union["oneOf"]], name
        for value, reference in mapping.items():
            assert {value} == _values_of_tag(reference, tag), (name, reference)


def _values_of_tag(reference: str, tag: str) -> set[str]:
    schema = api_document()["components"]["schemas"][reference.rpartition("/")[2]]
    parts = [one for one in schema.get("allOf", [schema]) if tag in one.get("properties", {})]
    assert all(tag in one["required"] for one in parts), reference
    return {one["properties"][tag]["const"] for one in parts}


@pytest.mark.once
def test_objects_are_chosen_by_tags_alone() -> None:
    """Every other union is of values that differ in their JSON type."""
    for place, union in _unions(api_document(), ""):
        kinds = [kind for one in union for kind in _json_types(one)]
        assert len(kinds) == len(set(kinds)), place


def _unions(part: Any, place: str) -> Iterator[tuple[str, list[Any]]]:
    if isinstance(part, dict):
        for name, one in part.items():
            if name in ("anyOf", "oneOf") and "discriminator" not in part:
                yield place, one
            if name != "example":
                yield from _unions(one, f"{place}/{name}")
    elif isinstance(part, list):
        for one in part:
            yield from _unions(one, place)


def _json_types(schema: dict[str, Any]) -> list[str]:
    """Return the JSON types that a schema allows."""
    if "$ref" in schema:
        return _json_types(api_document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return [kind for one in schema["anyOf"] for kind in _json_types(one)]
    if "type" not in schema:
        return ["object"]
    return schema["type"] if isinstance(schema["type"], list) else [schema["type"]]


class _Described:
    """Something of which
    much is said.

    one, two: what both are, which takes
    a second line, and
      a third that is indented.
    three: said in one line.

    The whole goes on here.
    """


def test_a_description_goes_on_to_the_next_field_or_an_empty_line() -> None:
    both = "what both are, which takes a second line, and a third that is indented."
    assert json_schema.field_descriptions(_Described) == {"one": both, "two": both, "three": "said in one line."}
    assert json_schema.class_description(_Described) == "Something of which\nmuch is said.\n\nThe whole goes on here."


def _described_objects() -> Iterator[type[Serializer[Any]]]:
    waiting: list[type[Any]] = [ResponseSerializer, StrictSerializer]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__doc__ and kind.__module__.startswith("scorebook."):
            yield kind


@pytest.mark.once
def test_no_description_is_cut() -> None:
    """Every word of a docstring stands in one description, each of which ends with its sentence."""
    for kind in _described_objects():
        whole, own = json_schema.split_docstring(kind)
        assert {name for names, _ in own for name in names} <= kind().fields.keys(), kind
        assert all(text.endswith(".") for text in (whole, *(text for _, text in own)) if text), kind
        labels = [f"{', '.join(names)}:" for names, _ in own]
        written = Counter(" ".join([whole, *labels, *(text for _, text in own)]).split())
        assert written == Counter(inspect.cleandoc(kind.__doc__ or "").split()), kind


@pytest.mark.once
def test_no_description_names_another_field() -> None:
    """Two fields in one line of a docstring would be the description of the first."""
    for kind in _described_objects():
        whole, own = json_schema.split_docstring(kind)
        for text in (whole, *(text for _, text in own)):
            named = set(re.findall(r"(?:^|[.;,\n] *)([a-z_]+)(?:, [a-z_]+)*:", text))
            assert not named & kind().fields.keys(), kind
