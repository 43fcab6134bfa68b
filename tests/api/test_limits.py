"""The limits of requests in the document are those of the server: both sides of each border, in every field."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import transaction

from tests.api import example_story
from tests.support.api_document import api_document, operation_name, operations
from tests.support.api_phone import Answer, Json, Phone

pytestmark = pytest.mark.thorough

SCHEMAS = api_document()["components"]["schemas"]
A_KEY = "00000000-0000-4000-8000-000000000000"
# Problems that depend on other fields, on the game, or on what is written: no schema has these limits.
CONTENT = {
    "claimed_top_trumps_wrong", "claimed_value_wrong", "club_unknown", "contract_missing", "currency_unknown",
    "dealer_not_at_table",
    "end_not_one", "evening_unknown", "field_unexpected", "hand_unknown", "line_too_long", "link_renewed", "name_twice",
    "link_unknown", "no_columns", "number_unknown", "part_out_of_range", "place_out_of_range",
    "player_of_other_club", "player_twice", "players_out_of_range", "player_unknown", "points_sum_not_120",
    "season_out_of_range", "season_reversed", "season_too_long", "stale_hand", "tricks_out_of_range", "unit_of_money",
    "unit_unknown", "version_unknown", "word_unknown",
}  # fmt: skip
# Their hands have the fields of `score_hand`.
HANDS_ELSEWHERE = ("preview_hand", "record_hand", "correct_hand")
# The most of an amount is what is open.
PARTS_OF_PAYMENTS = ("mark_paid", "mark_tab_paid")
Path = tuple[str, ...]


class ProbingPhone(example_story.RecordingPhone):
    """Sends, before the first request of an operation, the same one with a value at each border; nothing is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.probed: set[str] = set()
        self.fields = 0
        self.faults: list[tuple[str, ...]] = []

    def _send(self, method: str, path: str, body: object, headers: Any) -> Answer:
        name = operation_name(method, f"/api/v1/{path}")
        if name and isinstance(body, dict) and name not in self.probed:
            self.probed.add(name)
            for place, schema in _fields(_schema_of_body(name), body):
                if place[0] == "hand" and name in HANDS_ELSEWHERE:
                    continue
                self.fields += 1
                for value, is_within in _borders(schema):
                    codes = self._probe(method, path, _with(body, place, value), place)
                    if is_within and name in PARTS_OF_PAYMENTS:
                        continue
                    if bool(set(codes) - CONTENT if is_within else codes) is is_within:
                        self.faults.append((name, ".".join(place), str(value)[:40], *codes))
        return super()._send(method, path, body, headers)

    def _probe(self, method: str, path: str, body: Json, place: Path) -> list[str]:
        """Return the codes of the problems with the field."""
        with transaction.atomic():
            answer = Phone._send(self, method, path, body, {})
            transaction.set_rollback(True)
        named = (".".join(place), place[-1] if place[0] == "hand" else "")
        return [code for code, field in answer.problems if field.startswith(named)] if answer.status >= 400 else []


def test_schema_and_server_agree_on_every_border(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = ProbingPhone()
    monkeypatch.setattr(example_story, "RecordingPhone", lambda: phone)
    example_story.examples_played()
    assert phone.probed == {name for name, one in operations().items() if "requestBody" in one}
    assert phone.fields > 150
    assert phone.faults == []


@pytest.mark.parametrize(
    ("value", "status"), [(94, 200), (94.0, 200), (9.4e1, 200), (94.5, 400), (121.0, 400), (1e400, 400)]
)
def test_a_whole_number_may_have_a_point_as_json_schema_says(db: None, value: float, status: int) -> None:
    text = json.dumps({
        "game": "bavarian",
        "preset": "pub_10_20_50",
        "players": ["Anna", "Beppo", "Cilli", "Done"],
        "hand": {"kind": "bavarian.rufer", "declarer": "Anna", "partner": "Beppo", "card_points": value},
    })  # fmt: skip
    assert Phone().post("hands/score", text.replace("Infinity", "1e400").encode()).status == status


def _schema_of_body(operation: str) -> Json:
    found: Json = operations()[operation]["requestBody"]["content"]["application/json"]["schema"]
    return found


def _fields(schema: Json, body: Json) -> Iterator[tuple[Path, Json]]:
    """Yield path and schema of each field of a request, of objects in it too."""
    schema = _resolved(schema)
    if "discriminator" in schema:
        tag = schema["discriminator"]
        schema = _resolved({"$ref": tag["mapping"][body[tag["propertyName"]]]})
    for part in map(_resolved, schema.get("allOf", [schema])):
        for name, one in part.get("properties", {}).items():
            yield (name,), _resolved(one)
            if isinstance(inner := body.get(name), dict):
                yield from (((name, *path), found) for path, found in _fields(one, inner))


def _resolved(schema: Json) -> Json:
    """Return the schema behind a reference; of something or null that of something."""
    if "$ref" in schema:
        return _resolved(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    for word in ("anyOf", "oneOf"):
        others = [one for one in schema.get(word, []) if one != {"type": "null"}]
        if len(others) == 1:
            return _resolved(others[0])
    return schema


def _borders(schema: Json) -> Iterator[tuple[Any, bool]]:
    """Yield values at the borders of a field, and whether they are within."""
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if "integer" in kinds:
        for limit, beyond in ((schema["minimum"], -1), (schema["maximum"], 1)):
            yield from ((limit, True), (limit + beyond, False))
    elif schema.get("format") == "date":
        yield from (("1900-01-01", True), ("1899-12-31", False), ("9999-12-31", True), ("2026-02-29", False))
    elif schema.get("format") == "date-time":
        for year, is_within in ((1900, True), (1899, False), (9000, True), (9001, False)):
            yield f"{year}-06-30T20:00:00Z", is_within
    elif schema.get("format") == "uuid":
        yield from ((A_KEY[:-1], False), (A_KEY.replace("-", ""), False))
    elif "enum" in schema:
        yield "x", False
    elif "string" in kinds and "maxLength" in schema:
        yield from _lengths(["x"] * schema["maxLength"], schema, ("minLength", "maxLength"), "".join)
    elif "minLength" in schema:
        yield "", False
    elif "array" in kinds and "maxItems" in schema:
        item = _resolved(schema["items"])
        if item.get("type") == "string":
            one = A_KEY if item.get("format") == "uuid" else "Name"
            names = [f"{one[:-4]}{no:04}" for no in range(schema["maxItems"])]
            yield from _lengths(names, schema, ("minItems", "maxItems"), list)


def _lengths(whole: Sequence[str], schema: Json, words: tuple[str, str], join: Any) -> Iterator[tuple[Any, bool]]:
    least = schema.get(words[0], 0)
    yield join(whole), True
    yield join([*whole, "y" if join is not list else A_KEY]), False
    yield join(whole[:least]), True
    if least:
        yield join(whole[: least - 1]), False


def _with(body: Json, path: Sequence[str], value: object) -> Json:
    name, *rest = path
    return {**body, name: _with(body.get(name) or {}, rest, value) if rest else value}
