"""Seasons over HTTP: agreed, changed, closed with a receipt, reopened with a reason."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.standings.models import SeasonEvent
from tests.support.api_phone import Json, Phone, key, unchanged
from tests.support.hall_evenings import four_evenings
from tests.support.played_evening import PlayedEvening, rufer

YEAR = {"name": "2026", "first_on": "2026-01-01", "last_on": "2026-12-31", "game": "bavarian"}


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    return four_evenings()


@pytest.fixture
def club(evenings: list[PlayedEvening]) -> str:
    return f"clubs/{evenings[0].club.keeper_token}"


@pytest.fixture
def season(phone: Phone, club: str) -> Json:
    return phone.post(f"{club}/seasons", YEAR | key()).json


def table(season: Json) -> list[tuple[Any, ...]]:
    return [
        (line["rank"], season["names"][line["person"]], line["value"], line["movement"]) for line in season["lines"]
    ]


def seen(season: Json) -> Json:
    return {**key(), "replaces": season["last_event"]}


def test_the_table_is_what_the_evenings_come_to(season: Json, evenings: list[PlayedEvening]) -> None:
    """Of `hall_evenings`: Cilli 570 - 140 - 20, Anna -70 + 340 - 20, Emmi 80 + 20."""
    assert table(season) == [
        (1, "Cilli", 410, 0), (2, "Anna", 250, 0), (3, "Emmi", 100, 0), (4, "Done", -370, 0), (5, "Beppo", -390, 0),
    ]  # fmt: skip
    assert [one["number"] for one in season["evenings"]] == [1, 2, 3, 4]
    cilli = season["lines"][0]["evenings"]
    assert [(one["value"], one["counts"]) for one in cilli] == [(570, True), (-140, True), (0, True), (-20, True)]
    assert (season["is_closed"], season["receipt"], season["changed"]) == (False, "", [])


def test_figures_that_are_not_whole_are_exact(phone: Phone, club: str, season: Json) -> None:
    fields = {**YEAR, **seen(season), "measure": "per_evening", "least_evenings": 3}
    changed = phone.put(f"{club}/seasons/{season['id']}", fields).json
    assert [line[:3] for line in table(changed)] == [
        (1, "Cilli", "205/2"), (2, "Anna", "250/3"), (3, "Beppo", "-195/2"), (4, "Done", "-370/3"), (None, "Emmi", 50),
    ]  # fmt: skip
    assert (changed["agreement"]["measure"], changed["agreement"]["least_evenings"]) == ("per_evening", 3)


def test_place_points_go_by_the_usual_rows_or_by_the_clubs_own(phone: Phone, club: str) -> None:
    """First, second, third and fourth: C A D B, A B = D with C last, E C B = D, B = E first and then A = C."""
    agreed = {"name": "Cup", "first_on": "2026-01-01", "measure": "place_points"}
    usual = phone.post(f"{club}/seasons", agreed | key()).json
    assert usual["agreement"]["game"] is None and usual["agreement"]["scheme"]["4"] == [5, 3, 2, 1]
    expected = {"Anna": 3 + 5 + 2, "Beppo": 1 + 3 + 2 + 5, "Cilli": 5 + 1 + 3 + 2, "Done": 2 + 3 + 2, "Emmi": 5 + 5}
    assert {line[1]: line[2] for line in table(usual)} == expected
    own = phone.post(f"{club}/seasons", agreed | key() | {"scheme": {"4": [10, 0, 0, 0]}}).json
    assert {line[1]: line[2] for line in table(own)} == {"Anna": 10, "Beppo": 10, "Cilli": 10, "Done": 0, "Emmi": 20}


def test_evenings_may_be_left_out_and_be_of_one_ruleset(phone: Phone, club: str, evenings: list[PlayedEvening]) -> None:
    first, second = (str(one.stored.pk) for one in evenings[:2])
    fields = {**YEAR, **key(), "left_out": [first], "rules_of": second, "best": 1}
    season = phone.post(f"{club}/seasons", fields).json
    assert [one["number"] for one in season["evenings"]] == [2, 3, 4]
    assert table(season)[0][:3] == (1, "Anna", 340)
    assert season["agreement"] | {"left_out": [first], "rules_of": second, "best": 1} == season["agreement"]


def test_closed_it_keeps_its_table_and_says_what_has_changed_since(
    phone: Phone, club: str, season: Json, evenings: list[PlayedEvening]
) -> None:
    address = f"{club}/seasons/{season['id']}"
    closed = phone.post(f"{address}/close", seen(season)).json
    assert closed["is_closed"] and closed["receipt"] == closed["events"][-1]["hash"][:16]
    assert SeasonEvent.objects.get(pk=closed["last_event"]).hash == closed["events"][-1]["hash"]
    last = evenings[-1]
    last.reopen()
    last.correct(1, rufer("Beppo", "Emmi", won=False))
    last.close()
    body = phone.get(address).json
    assert table(body) == table(closed)
    names = body["names"]
    assert {names[one["person"]]: (one["closed"]["value"], one["now"]["value"]) for one in body["changed"]} == {
        "Anna": (250, 290), "Beppo": (-390, -430), "Cilli": (410, 450), "Emmi": (100, 60),
    }  # fmt: skip
    reopened = phone.post(f"{address}/close/undo", {**seen(body), "reason": "Beppo had lost"}).json
    assert (reopened["is_closed"], reopened["receipt"], reopened["changed"]) == (False, "", [])
    assert [(one["kind"], one["reason"]) for one in reopened["events"]] == [
        ("agreed", ""), ("closed", ""), ("reopened", "Beppo had lost"),
    ]  # fmt: skip
    assert table(reopened)[0][:3] == (1, "Cilli", 450)


def test_the_list_has_the_one_that_begins_last_first(phone: Phone, club: str, season: Json) -> None:
    spring = phone.post(f"{club}/seasons", {**YEAR, **key(), "name": "Spring", "first_on": "2026-03-01"}).json
    listed = phone.get(f"{club}/seasons").json["results"]
    assert [one["name"] for one in listed] == ["Spring", "2026"]
    assert listed[0] == {name: spring[name] for name in listed[0]}


def test_sent_twice_it_is_agreed_once(phone: Phone, club: str) -> None:
    body = YEAR | key()
    first, again = (phone.post(f"{club}/seasons", body) for _ in range(2))
    assert (first.status, again.status, first.json) == (201, 200, again.json)
    address = f"{club}/seasons/{first.json['id']}"
    for path, fields in (("", YEAR | {"best": 2}), ("/close", {}), ("/close/undo", {"reason": "a slip"})):
        fields = fields | seen(phone.get(address).json)
        send = phone.post if path else phone.put
        first = send(address + path, fields)
        again = unchanged(partial(send, address + path, fields))
        assert (first.status, again.status, first.json) == (200, 200, again.json)
    other = phone.post(f"{club}/seasons", body | {"name": "2027"})
    assert (other.status, other.problems) == (409, [("key_reused", "id")])


def test_a_key_of_another_club_is_taken(phone: Phone, club: str, season: Json) -> None:
    other = f"clubs/{four_evenings()[0].club.keeper_token}"
    answer = phone.post(f"{other}/seasons", YEAR | {"id": season["id"]})
    assert (answer.status, answer.problems) == (409, [("key_reused", "id")])
    its = phone.post(f"{other}/seasons", YEAR | key()).json
    answer = phone.post(f"{other}/seasons/{its['id']}/close", seen(its) | {"id": season["id"]})
    assert (answer.status, answer.problems) == (409, [("key_reused", "id")])
    assert not phone.get(f"{other}/seasons/{its['id']}").json["is_closed"]


def test_who_has_not_seen_the_newest_is_refused(phone: Phone, club: str, season: Json) -> None:
    address = f"{club}/seasons/{season['id']}"
    phone.put(address, {**YEAR, **seen(season), "best": 2})
    for path in ("close", "close/undo"):
        stale = phone.post(f"{address}/{path}", seen(season) | ({"reason": "x"} if path == "close/undo" else {}))
        assert (stale.status, stale.problems) == (409, [("stale_season", "season")])
    closed = phone.post(f"{address}/close", seen(phone.get(address).json)).json
    for refused in (phone.put(address, YEAR | seen(closed)), phone.post(f"{address}/close", seen(closed))):
        assert (refused.status, refused.problems) == (409, [("season_closed", "season")])


def test_everything_that_is_wrong_is_named(phone: Phone, club: str, season: Json) -> None:
    wrong = {
        "id": "x", "name": "", "first_on": "2026-12-31", "last_on": "2026-01-01", "game": "skat", "measure": "money",
        "rules_of": str(uuid4()), "left_out": ["x"], "least_evenings": 2, "least_percent": 50, "best": 0,
        "scheme": {"4": [1, 2, 3, 4]}, "prize": 1,
    }  # fmt: skip
    answer = unchanged(lambda: phone.post(f"{club}/seasons", wrong))
    assert answer.status == 400
    assert set(answer.problems) == {
        ("not_a_key", "id"), ("not_a_key", "left_out.0"), ("field_unexpected", "prize"), ("name_missing", "name"),
        ("season_reversed", "last_on"), ("game_unknown", "game"), ("evening_unknown", "rules_of"),
        ("unit_of_money", "unit"), ("scheme_of_places", "scheme"), ("place_points_row", "scheme.4"),
        ("season_figure_out_of_range", "best"), ("attendance_not_one", "least_percent"),
    }  # fmt: skip
    whole = unchanged(lambda: phone.post(f"{club}/seasons", {**YEAR, **key(), "game": None}))
    assert (whole.status, whole.problems) == (400, [("points_of_all_games", "measure")])
    shape = phone.post(f"{club}/seasons", {**YEAR, **key(), "best": "3", "scheme": {"x": [1], "3": 4}})
    assert set(shape.problems) == {("not_integer", "best"), ("not_integer", "scheme.x"), ("not_a_list", "scheme.3")}
    reason = phone.post(f"{club}/seasons/{season['id']}/close/undo", {**key(), "reason": " "})
    assert reason.problems == [("field_missing", "replaces"), ("reason_missing", "reason")]


def test_a_season_of_another_club_is_not_there(phone: Phone, club: str, season: Json) -> None:
    other = four_evenings()[0].club.keeper_token
    for path in (f"clubs/{other}/seasons/{season['id']}", f"{club}/seasons/{uuid4()}"):
        assert phone.get(path).status == 404
        assert phone.post(f"{path}/close", seen(season)).status == 404
        assert phone.put(path, {"x": 1}).problems == [("not_found", "path")]


def test_a_season_costs_the_same_however_long_it_is(
    phone: Phone,
    club: str,
    evenings: list[PlayedEvening],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    short = phone.post(f"{club}/seasons", {**YEAR, **key(), "left_out": [str(one.stored.pk) for one in evenings[1:]]})
    long = phone.post(f"{club}/seasons", YEAR | key())
    for season, count in ((short, 1), (long, 4)):
        with django_assert_num_queries(7):
            assert len(phone.get(f"{club}/seasons/{season.json['id']}").json["evenings"]) == count
    with django_assert_num_queries(4):
        phone.get(f"{club}/seasons")
