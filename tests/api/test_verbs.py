"""The verbs of the API, by its document: what takes a write back, and that a repeated write is known by its `id`."""

from __future__ import annotations

from itertools import chain

import pytest

from scripts.openapi_layout import bodies
from tests.support.api_document import Json, api_document

UNDO = "/undo"
# What a write made, taken back at its own address -> the operation.
OF_RESOURCES = {
    "/evenings/{token}/hands/{no}": "undo_hand",
    "/evenings/{token}/entries/{entry}": "undo_entry",
    "/clubs/{token}/tab/entries/{entry}": "undo_tab_entry",
    "/clubs/{token}/imports/{entry}": "undo_import",
    "/clubs/{token}/clubs/{other}": "undo_link_club",
}
OTHER_WORDS = ("void", "tick", "unlink", "reopen", "withdraw", "show", "join_ratings", "ratings/join", "restore")
# They write nothing.
COMPUTATIONS = {"score_hand", "preview_hand"}


def paths() -> dict[str, Json]:
    found: dict[str, Json] = api_document()["paths"]
    return found


def posts() -> dict[str, Json]:
    """Path -> what is posted there."""
    return {path: methods["post"] for path, methods in paths().items() if "post" in methods}


def test_what_takes_a_write_back_is_the_address_of_that_write_with_undo() -> None:
    undone = {path.removesuffix(UNDO): one["operationId"] for path, one in posts().items() if path.endswith(UNDO)}
    of_writes = {path: f"undo_{posts()[path]['operationId']}" for path in undone if path in posts()}
    assert undone == of_writes | OF_RESOURCES and len(of_writes) > len(OF_RESOURCES)
    assert OF_RESOURCES.keys().isdisjoint(posts())


def test_undo_is_a_post_and_nothing_else_is_named_so() -> None:
    assert {tuple(methods) for path, methods in paths().items() if path.endswith(UNDO)} == {("post",)}
    operations = [(path, one["operationId"]) for path, methods in paths().items() for one in methods.values()]
    assert [path for path, name in operations if path.endswith(UNDO) != name.startswith("undo_")] == []


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_no_other_word_takes_back(word: str) -> None:
    names = [one["operationId"] for methods in paths().values() for one in methods.values()]
    assert [
        name for name in chain(paths(), names, api_document()["components"]["schemas"]) if word in name.lower()
    ] == []


def test_each_post_that_writes_has_an_id() -> None:
    writing = {one["operationId"]: dict(bodies(one))["request"]["schema"] for one in posts().values()}
    without = {name for name, body in writing.items() if "id" not in required_fields(body)}
    assert without == COMPUTATIONS | {"record_hands"}
    assert "id" in required_fields(resolved(writing["record_hands"])["properties"]["hands"]["items"])


def resolved(schema: Json) -> Json:
    """The schema that a reference names."""
    while "$ref" in schema:
        schema = api_document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def required_fields(schema: Json) -> set[str]:
    """Of a union those that all its members require."""
    schema = resolved(schema)
    if "oneOf" in schema:
        return set.intersection(*map(required_fields, schema["oneOf"]))
    return {*schema.get("required", ())}.union(*map(required_fields, schema.get("allOf", ())))
