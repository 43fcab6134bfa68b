"""One idea has one name in the API: docs/api.md, *Names*, held against the document."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from scripts.openapi_layout import operations
from tests.support.api_document import api_document

Json = dict[str, Any]

DOCUMENT = api_document()
SCHEMAS: Json = DOCUMENT["components"]["schemas"]
# Those who hold cards or sit at the table of one hand, in seating order.
AT_ONE_HAND = {
    "BestHandResponse", "FoundHandResponse", "HandEventResponse", "MemorableHandResponse", "NextHandResponse",
    "ScoreHandRequestFields", "SheetHandResponse",
}  # fmt: skip
# How many people a game or a contract takes.
NUMBERS_OF_PEOPLE = {"GameResponseFields", "TableContractsResponse"}
BY_THE_RULES = {"AuctionCall", "Duty"}
ELSEWHERE = {
    "players": AT_ONE_HAND | NUMBERS_OF_PEOPLE,
    "player": BY_THE_RULES,
    # Who receives what is left by rounding, and no time.
    "to": {"SettleEveningRequest"},
    # The number of an evening in the evening itself.
    "number": {
        "ArchivedEveningResponse", "ClubEveningResponse", "SeasonEveningResponse", "SheetResponse",
        "StatementEveningResponse",
    },
}  # fmt: skip
GONE = {"at", "day", "end_on", "first", "from", "last", "newest", "on", "seen", "since", "start_on", "until"}
# Tokens that a request names beside that of its path.
TOKENS = {"token", "club_token"}


def properties() -> Iterator[tuple[str, str, Json]]:
    """Schema, property, and its schema without references and null."""
    for schema, content in SCHEMAS.items():
        for part in (content, *content.get("allOf", ())):
            for name, field in part.get("properties", {}).items():
                yield schema, name, resolved(field)


def resolved(field: Json) -> Json:
    if "$ref" in field:
        return resolved(SCHEMAS[field["$ref"].rpartition("/")[2]])
    kinds_of_value: list[Json] = field.get("anyOf") or field.get("oneOf") or []
    one_of = [resolved(one) for one in kinds_of_value if one.get("type") != "null"]
    found = one_of[0] if len(one_of) == 1 else field
    kinds: Any = found.get("type")
    if isinstance(kinds, list):
        kinds = next(kind for kind in kinds if kind != "null")
    return {**found, "type": kinds}


def parameters() -> Iterator[tuple[str, str, Json]]:
    """Operation, query parameter, and its schema."""
    for _path, operation in operations(DOCUMENT):
        for one in operation.get("parameters", ()):
            if one.get("in") == "query":
                yield operation["operationId"], one["name"], resolved(one["schema"])


FIELDS = [*properties(), *parameters()]


def with_name(pattern: str) -> list[tuple[str, str, Json]]:
    found = [(place, name, field) for place, name, field in FIELDS if re.fullmatch(pattern, name)]
    assert found, f"nothing is called {pattern}"
    return found


def unlike(found: list[tuple[str, str, Json]], **wanted: str) -> list[tuple[str, str]]:
    return [(place, name) for place, name, field in found if {one: field.get(one) for one in wanted} != wanted]


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_name_with_a_second_meaning_stays_where_it_is_listed(name: str) -> None:
    assert {place for place, _, _ in with_name(name)} == ELSEWHERE[name]


def test_no_second_name_for_one_idea() -> None:
    assert [(place, name) for place, name, _ in FIELDS if name in GONE] == []


@pytest.mark.parametrize("name", ["person", "evening", "last_event"])
def test_an_id_is_a_uuid(name: str) -> None:
    assert unlike(with_name(name), type="string", format="uuid") == []


def test_a_number_of_an_evening_is_a_number() -> None:
    assert unlike(with_name("evening_number|number|(first_|last_)?no|before_evenings"), type="integer") == []


def test_an_evening_is_named_by_its_id_and_its_number() -> None:
    """A file's evening has no id before it is imported."""
    named = {place: {name for one, name, _ in FIELDS if one == place} for place, _, _ in with_name("evening_number")}
    assert {place for place, names in named.items() if "evening" not in names} == {"FileEveningResponse"}


def test_people_are_ids_or_objects_or_the_names_of_those_to_be_enrolled() -> None:
    others = {place: field for place, _, field in with_name("people") if field["type"] != "array"}
    assert others.keys() == {"ImportEveningsRequestFields"}  # name -> id
    items = {place: field["items"] for place, _, field in with_name("people") if field["type"] == "array"}
    no_ids = {place for place, one in items.items() if "$ref" not in one and one.get("format") != "uuid"}
    assert no_ids == {"CreateClubRequest", "EnrolPeopleRequest", "OpenEveningRequestFields"}


def test_names_are_told_by_id() -> None:
    assert unlike(with_name("names"), type="object") == []


def test_players_of_a_hand_are_ids_except_at_a_table_without_people() -> None:
    found = [one for one in with_name("players") if one[0] in AT_ONE_HAND]
    assert {place for place, _, field in found if field["items"].get("format") != "uuid"} == {"ScoreHandRequestFields"}


def test_days_end_in_on_and_moments_in_at() -> None:
    for ending, form in (("on", "date"), ("at", "date-time")):
        assert unlike(with_name(f".+_{ending}"), type="string", format=form) == []
        assert [
            (place, name) for place, name, one in FIELDS if one.get("format") == form if name[-3:] != f"_{ending}"
        ] == []


def test_a_span_has_both_ends() -> None:
    ends: dict[str, set[str]] = {}
    for place, name, _ in with_name("(first|last)_on"):
        ends.setdefault(place, set()).add(name)
    # A holder of the cup hands it on during a day. The course and the cup's rule have no last day.
    begins = {"AgreeCupRequest", "CupNowResponse", "HoldingResponse", "StandResponse"}
    assert {place for place, names in ends.items() if names != {"first_on", "last_on"}} == begins


def test_a_period_has_the_same_values_everywhere() -> None:
    assert len({field["pattern"] for _, _, field in with_name("period")}) == 1


def test_every_token_is_called_so() -> None:
    told = [(place, name) for place, name, field in FIELDS if "token of" in field.get("description", "")]
    assert {name for _, name in told} - TOKENS == {"replaces"}  # of the link before
