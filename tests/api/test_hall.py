"""The hall, the cup and the year over HTTP: by evenings whose figures `hall_evenings` reckons by hand."""

from datetime import timedelta
from typing import Any

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.support.api_phone import Json, Phone, key, unchanged
from tests.support.hall_evenings import closed_evening, four_evenings, sie
from tests.support.played_evening import PlayedEvening, rufer


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    return four_evenings()


@pytest.fixture
def club(evenings: list[PlayedEvening]) -> str:
    return f"clubs/{evenings[0].club.keeper_token}"


def hand(record: Json, names: Json) -> tuple[Any, ...]:
    return (record["evening_number"], record["no"], [names[one] for one in record["people"]], record["gain"])


def test_every_sie_and_tout_and_march(phone: Phone, club: str) -> None:
    hall = phone.get(f"{club}/hall").json
    feats = {one["feat"]: [hand(memorable, hall["names"]) for memorable in one["hands"]] for one in hall["feats"]}
    assert feats == {
        "sie": [(1, 2, ["Cilli"], 600)], "tout": [(2, 1, ["Anna"], 300)], "march": [(3, 1, ["Emmi"], 60)],
    }  # fmt: skip
    memorable = hall["feats"][0]["hands"][0]
    assert (memorable["amount_minor"], memorable["unit"], memorable["hand"]["kind"]) == (600, "EUR", "bavarian.sie")
    assert memorable["score"]["text"].startswith("Cilli: Sie")
    assert [hall["names"][one] for one in memorable["players"]] == ["Anna", "Beppo", "Cilli", "Done"]


def test_the_records(phone: Phone, club: str) -> None:
    hall = phone.get(f"{club}/hall").json
    names = hall["names"]
    [bavarian] = hall["highest"]
    assert [hand(record, names) for record in bavarian["hands"]][:3] == [
        (1, 2, ["Cilli"], 600), (2, 1, ["Anna"], 300), (1, 1, ["Anna"], 150),
    ]  # fmt: skip
    runs = [(names[one["person"]], one["hands"], one["evening_number"]) for one in hall["runs"]]
    assert runs[0] == ("Anna", 3, 2) and set(runs[1:]) == {("Cilli", 2, 1), ("Emmi", 2, 3)}
    assert [(names[one["person"]], one["evenings"]) for one in hall["streaks"]] == [("Emmi", 2)]
    won = {names[one["person"]]: one["evenings"] for one in hall["won"]}
    assert won == {"Anna": 1, "Beppo": 1, "Cilli": 1, "Emmi": 2}
    assert hall["years"] == [2026]


def test_the_cup_is_lost_at_the_table(phone: Phone, club: str) -> None:
    """Cilli took it, Anna from her; Emmi won without Anna there, and nobody alone when she was."""
    hall, cup = phone.get(f"{club}/hall").json, phone.get(f"{club}/cup").json
    holdings = phone.get(f"{club}/cup/holdings").json
    names = cup["names"]
    line = [
        (names[one["person"]], one["before"] and names[one["before"]], one["first_on"]) for one in holdings["results"]
    ]
    assert line == [("Anna", "Cilli", "2026-01-16"), ("Cilli", None, "2026-01-09")]
    assert [one["ended_on"] for one in holdings["results"]] == [None, "2026-01-16"]
    assert (cup["now"]["rule"], cup["now"]["evenings"], holdings["next"]) == ("beaten", 3, None)
    assert cup["now"] == hall["cup"]
    held = {names[one["person"]]: (one["times"], one["days"]) for one in cup["holders"]}
    assert held["Cilli"] == (1, 7) and held["Anna"][0] == 1


def test_another_rule_tells_it_anew(phone: Phone, club: str) -> None:
    body = {**key(), "rule": "winner", "first_on": "2026-01-09"}
    agreed = phone.post(f"{club}/cup", body)
    assert agreed.json["now"]["rule"] == "winner"
    holdings = phone.get(f"{club}/cup/holdings").json
    assert [holdings["names"][one["person"]] for one in holdings["results"]] == ["Emmi", "Anna", "Cilli"]
    again = unchanged(lambda: phone.post(f"{club}/cup", body))
    assert (again.status, again.json) == (agreed.status, agreed.json)
    other = phone.post(f"{club}/cup", body | {"rule": "no_cup"})
    assert (other.status, other.problems) == (409, [("key_conflict", "id")])
    other = phone.post(f"clubs/{four_evenings()[0].club.keeper_token}/cup", body)  # in another club
    assert (other.status, other.problems) == (409, [("key_conflict", "id")])
    wrong = phone.post(f"{club}/cup", {"rule": "stolen", "first_on": "yesterday", "x": 1})
    assert (wrong.status, set(wrong.problems)) == (
        400,
        {("field_missing", "id"), ("not_a_choice", "rule"), ("date_impossible", "first_on"), ("field_unexpected", "x")},
    )


def test_the_year(phone: Phone, club: str) -> None:
    year = phone.get(f"{club}/years/2026").json
    names = year["names"]
    assert (year["year"], year["evenings"], year["hands"]) == (2026, 4, 9)
    [bavarian] = year["games"]
    assert (names[bavarian["winners"]["people"][0]], bavarian["winners"]["count"]) == ("Cilli", 410)
    assert (names[bavarian["best"]["person"]], bavarian["best"]["points"]) == ("Cilli", 570)
    assert hand(bavarian["highest"], names) == (1, 2, ["Cilli"], 600)
    assert year["money"]["EUR"]["count"] == 410
    assert (names[year["run"]["person"]], year["run"]["hands"]) == ("Anna", 3)
    assert {one["feat"]: one["count"] for one in year["feats"]} == {"sie": 1, "tout": 1, "march": 1}
    assert {names[one] for one in year["faithful"]["people"]} == {"Beppo", "Cilli"}
    assert (year["contract"]["contract"], year["contract"]["declared"], year["declarer"]) == ("rufer", 5, None)
    assert [names[one["person"]] for one in year["holders"]] == ["Cilli", "Anna"]
    anna = next(one for one in year["people"] if names[one["person"]] == "Anna")
    assert (anna["evenings"], anna["evenings_won"], anna["hands"], anna["points"]) == (3, 1, 7, {"bavarian": 250})


def test_a_year_without_an_evening_names_nobody(phone: Phone, club: str) -> None:
    year = phone.get(f"{club}/years/2019").json
    assert (year["evenings"], year["games"], year["people"], year["run"], year["faithful"]) == (0, [], [], None, None)
    for path in ("years/1899", "years/9000", "hall/luck", "hall/luck?x=1"):
        assert phone.get(f"{club}/{path}").status == 404


def test_all_hands_of_one_feat_page_by_page(phone: Phone, club: str, evenings: list[PlayedEvening]) -> None:
    closed_evening("Anna Beppo Cilli Done", [sie("Done")] * 21, club=evenings[0].club, at=evenings[-1].clock)
    first = phone.get(f"{club}/hall/sie").json
    older = phone.get(f"{club}/hall/sie?cursor={first['next']}").json
    assert [one["no"] for one in first["results"]] == list(range(21, 1, -1))
    assert [(one["evening_number"], one["no"]) for one in older["results"]] == [(5, 1), (1, 2)]
    assert older["next"] is None
    assert [one["has_more"] for one in phone.get(f"{club}/hall").json["feats"]] == [True, False, False]
    assert phone.get(f"{club}/hall/sie?cursor=x").problems == [("place_unknown", "cursor")]


@pytest.mark.parametrize(
    ("path", "count"), [("hall", 18), ("hall/sie", 5), ("cup", 6), ("cup/holdings", 4), ("years/2026", 20)]
)
def test_they_cost_the_same_after_many_evenings(
    phone: Phone, club: str, evenings: list[PlayedEvening], django_assert_num_queries: DjangoAssertNumQueries,
    path: str, count: int,
) -> None:  # fmt: skip
    with django_assert_num_queries(count):
        phone.get(f"{club}/{path}")
    for week in range(1, 4):
        hands = [sie("Anna"), rufer("Fritz", "Gusti")]
        closed_evening(
            "Anna Fritz Gusti Hans", hands, club=evenings[0].club, at=evenings[-1].clock + timedelta(weeks=week)
        )
    with django_assert_num_queries(count):
        phone.get(f"{club}/{path}")
