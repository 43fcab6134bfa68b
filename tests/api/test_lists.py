"""Every list of the API has one shape, and its pages together are the list."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from scorebook.api.pagination import MAX_LIMIT
from scorebook.core.budgets import NAMES_PER_CLUB
from scorebook.play.services import archive_evening
from tests.support.api_document import api_document, fields_of, operations
from tests.support.api_phone import Json, Phone, key
from tests.support.hall_evenings import closed_evening, four_evenings, sie
from tests.support.played_evening import PlayedEvening, rufer, solo

# Operation -> its address below that of the club.
LISTS = {
    "club_evenings": "/evenings",
    "archived_evenings": "/evenings/archived",
    "people": "/people",
    "seasons": "/seasons",
    "imports": "/imports",
    "search": "/hands",
    "feat": "/hall/sie",
    "cup_holdings": "/cup/holdings",
    "tab_entries": "/tab/entries",
    "statement_lines": "/people/{anna}/statement/lines",
    "statement_evenings": "/people/{anna}/statement/evenings",
}
MOST = {"people": NAMES_PER_CLUB}
# Lists whose cursor is the id of a row, with what follows the id.
BY_ID = {"people": "", "seasons": "", "imports": "", "cup_holdings": "", "search": ".1", "feat": ".1"}
READS = {name: one for name, one in operations().items() if "requestBody" not in one}
Lists = Mapping[str, str]


def fields_of_response(operation: Json) -> set[str]:
    return fields_of(operation["responses"]["200"]["content"]["application/json"]["schema"])


def query_of(operation: Json) -> set[str]:
    shared, own = api_document()["components"]["parameters"], operation.get("parameters", [])
    found = [shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in own]
    return {one["name"] for one in found if one["in"] == "query"}


def test_a_response_is_a_page_if_it_has_results() -> None:
    pages = {name for name, one in READS.items() if "results" in fields_of_response(one)}
    assert pages == LISTS.keys()
    assert pages == {name for name, one in READS.items() if {"limit", "cursor"} <= query_of(one)}
    assert pages == {name for name, one in READS.items() if {"limit", "cursor"} & query_of(one)}
    assert pages == {name for name, one in READS.items() if {"results", "next"} <= fields_of_response(one)}


def test_no_list_has_a_place_of_another_name() -> None:
    for operation in operations().values():
        assert not {"before", "after", "page", "offset", "older"} & query_of(operation)
        for status in operation["responses"].keys() & {"200", "201"}:
            content = operation["responses"][status].get("content", {})
            assert not {"older", "older_evenings"} & fields_of(content["application/json"]["schema"])


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    played = four_evenings()
    club, clock = played[0].club, played[-1].clock
    hands = [[sie("Anna"), sie("Beppo"), rufer("Done", "Beppo")], [solo("Cilli")], [solo("Done")], [sie("Anna")]]
    for week, one in enumerate(hands, 1):
        at = clock + timedelta(weeks=week)
        played.append(closed_evening("Anna Beppo Cilli Done", one, club=club, at=at))
    for evening in played[1:4]:
        archive_evening(evening=evening.stored, by="club link", at=evening.now())
    return played


@pytest.fixture
def club(phone: Phone, evenings: list[PlayedEvening]) -> str:
    club = f"clubs/{evenings[0].club.keeper_token}"
    for number in range(3):
        write_to_lists(phone, club, evenings, number)
    return club


@pytest.fixture
def lists(club: str, evenings: list[PlayedEvening]) -> Lists:
    return {name: club + path.format(anna=evenings[0].players["Anna"].pk) for name, path in LISTS.items()}


def write_to_lists(phone: Phone, club: str, evenings: list[PlayedEvening], number: int) -> None:
    """Write an entry of the tab, a season and an import."""
    anna, beppo = (str(evenings[0].players[name].pk) for name in ("Anna", "Beppo"))
    pay = {"verb": "pay", "person": anna, "payee": beppo, "amount_minor": 100 + number}
    season = {"name": f"Season {number}", "first_on": f"2026-01-{number + 1:02}", "game": "bavarian"}
    terms = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1, "figures": "EUR"}
    text = f"date;Anna;Beppo;Cilli;Done\n2020-01-{number + 1:02};1,20;-0,40;-0,40;-0,40\n"
    for path, body in (("tab/entries", pay), ("seasons", season), ("imports", terms | {"text": text})):
        answer = phone.post(f"{club}/{path}", key() | body)
        assert answer.status in (200, 201), answer.text


def read_page(phone: Phone, path: str, *, limit: int | None = None, cursor: str | None = None) -> Json:
    query = {"limit": limit, "cursor": cursor}
    answer = phone.get(path + "?" + "&".join(f"{name}={value}" for name, value in query.items() if value is not None))
    assert answer.status == 200, answer.text
    return answer.json


def read_pages(phone: Phone, path: str, *, limit: int, cursor: str | None = None) -> list[Any]:
    rows = []
    while True:
        page = read_page(phone, path, limit=limit, cursor=cursor)
        assert len(page["results"]) <= limit
        rows += page["results"]
        cursor = page["next"]
        if cursor is None:
            return rows


@pytest.mark.parametrize("name", LISTS)
def test_the_pages_of_a_list_are_the_list(phone: Phone, lists: Lists, name: str) -> None:
    whole = read_page(phone, lists[name])
    assert len(whole["results"]) >= 3 and whole["next"] is None
    for limit in (1, 2, len(whole["results"]), MAX_LIMIT):
        assert read_pages(phone, lists[name], limit=limit) == whole["results"], limit
    assert read_page(phone, lists[name], limit=1) == read_page(phone, lists[name], limit=1)


def test_rows_added_between_two_pages_leave_the_others_as_they_are(
    phone: Phone, club: str, lists: Lists, evenings: list[PlayedEvening]
) -> None:
    whole = {name: read_page(phone, path)["results"] for name, path in lists.items()}
    first = {name: read_page(phone, path, limit=2) for name, path in lists.items()}
    at, hands = evenings[-1].clock + timedelta(weeks=1), [sie("Anna"), sie("Emmi"), sie("Emmi")]
    added = closed_evening("Anna Beppo Cilli Emmi", hands, club=evenings[0].club, at=at)
    archive_evening(evening=added.stored, by="club link", at=added.now())
    closed_evening("Anna Beppo Cilli Emmi", hands, club=evenings[0].club, at=at + timedelta(weeks=1))
    write_to_lists(phone, club, evenings, 3)
    assert phone.post(f"{club}/people", key() | {"people": ["Aloisia"]}).status == 200
    for name, path in lists.items():
        assert read_page(phone, path, limit=2)["results"] != first[name]["results"], name
        rest = [without_balance(one) for one in read_pages(phone, path, limit=2, cursor=first[name]["next"])]
        known = [without_balance(one) for one in whole[name]]
        # An import may add rows to the rest: it brings earlier evenings.
        assert [one for one in rest if one in known] == known[2:], name


def without_balance(row: Json) -> Json:
    """The balance after a line is another one if an earlier line was added."""
    return {name: value for name, value in row.items() if name != "balance_minor"}


@pytest.mark.parametrize("name", LISTS)
def test_a_limit_and_a_cursor_that_cannot_be_are_named(phone: Phone, lists: Lists, name: str) -> None:
    most = MOST.get(name, MAX_LIMIT)
    for limit, code in (("0", "limit_out_of_range"), (str(most + 1), "limit_out_of_range"), ("x", "not_integer")):
        answer = phone.get(f"{lists[name]}?limit={limit}&cursor=no%20cursor")
        assert (answer.status, set(answer.problems)) == (400, {(code, "limit"), ("place_unknown", "cursor")})
    assert phone.get(f"{lists[name]}?limit={most}").status == 200
    assert phone.get(f"{lists[name]}?before=1").problems == [("field_unexpected", "before")]


@pytest.mark.parametrize("name", BY_ID)
def test_a_cursor_of_another_list_is_unknown(phone: Phone, lists: Lists, name: str) -> None:
    answer = phone.get(f"{lists[name]}?cursor={uuid4()}{BY_ID[name]}")
    assert (answer.status, answer.problems) == (400, [("place_unknown", "cursor")])


def test_a_write_about_people_returns_all_of_them(phone: Phone, club: str) -> None:
    names = [f"Person {number}" for number in range(50)]
    for part in (names, [f"{name} b" for name in names], [f"{name} c" for name in names]):
        answer = phone.post(f"{club}/people", key() | {"people": part})
    assert (len(answer.json["results"]), answer.json["next"]) == (155, None)
    assert answer.json == read_page(phone, f"{club}/people")
