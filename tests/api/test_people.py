"""A person over HTTP, and who wins with whom: by evenings whose figures `hall_evenings` reckons by hand."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.clubs import identities
from scorebook.clubs.services import rename_player
from scorebook.standings.services import linking
from tests.support.api_phone import Json, Phone
from tests.support.hall_evenings import closed_evening, four_evenings
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer, solo

STAMP: dict[str, Any] = {"by": "club link", "at": NINE_O_CLOCK}


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    return four_evenings()


@pytest.fixture
def club(evenings: list[PlayedEvening]) -> str:
    return f"clubs/{evenings[0].club.keeper_token}"


@pytest.fixture
def anna(phone: Phone, club: str, evenings: list[PlayedEvening]) -> Json:
    return phone.get(f"{club}/people/{evenings[0].players['Anna'].pk}").json


def test_what_a_person_won_and_lost(anna: Json) -> None:
    """7 hands: three, three and one."""
    assert anna["totals"] == {
        "evenings": 3, "points": 250, "amounts": {"EUR": 250}, "hands": 7, "declared": 4, "declared_won": 4,
    }  # fmt: skip
    assert anna["course"] == {
        "is_by_month": False,
        "points": [
            {"first_on": "2026-01-09", "value": -70}, {"first_on": "2026-01-16", "value": 270},
            {"first_on": "2026-01-30", "value": 250},
        ],
        "amounts": {"EUR": anna["course"]["points"]},
    }  # fmt: skip
    assert [(one["evening_number"], one["points"], one["place"], one["people_count"]) for one in anna["evenings"]] == [
        (4, -20, 3, 4), (2, 340, 1, 4), (1, -70, 2, 4),
    ]  # fmt: skip
    assert (anna["name"], anna["game"], anna["months"]) == ("Anna", "bavarian", None)
    assert anna["games"] == [{"game": "bavarian", "first_on": "2026-01-01", "last_on": "2026-01-31"}]


def test_contracts_add_up_to_the_points(anna: Json) -> None:
    contracts = {one["contract"]: (one["hands"], one["won"], one["points"]) for one in anna["contracts"]}
    assert contracts == {"rufer": (4, 2, 0), "solo": (1, 1, 150), "sie": (1, 0, -200), "wenz_tout": (1, 1, 300)}


def test_bests_and_records(anna: Json, evenings: list[PlayedEvening]) -> None:
    second = str(evenings[1].stored.pk)
    bests = {name: anna["bests"][name] for name in ("best_evening", "best_hand", "longest_run")}
    assert {name: (one["value"], one["evening"], one["evening_number"], one["no"]) for name, one in bests.items()} == {
        "best_evening": (340, second, 2, None), "best_hand": (300, second, 2, 1), "longest_run": (3, second, 2, None),
    }  # fmt: skip
    figures = ("evenings", "evenings_won", "streak", "longest_streak")
    assert [anna["bests"][name] for name in figures] == [3, 1, -1, 1]
    # Cilli's Sie won more than any hand of hers, Emmi had two winning evenings in a row.
    assert (anna["records"], anna["has_cup"]) == (["run", "cup"], True)


def test_head_to_head(anna: Json, evenings: list[PlayedEvening]) -> None:
    """With Beppo she lost against the Sie and a Rufer and won one; against him she lost only the last hand of all."""
    beppo = str(evenings[0].players["Beppo"].pk)
    common = next(one for one in anna["common"] if one["person"] == beppo)
    assert common == {
        "person": beppo, "together": 3, "together_won": 1, "together_points": -200, "partner_points": -200,
        "against": 4, "against_won": 3, "against_points": 450, "other_points": -150,
    }  # fmt: skip
    assert anna["names"][beppo] == "Beppo"
    # Nobody has thirty hands in common with her.
    assert all(one in (None, []) for one in anna["rivals"].values()) and len(anna["rivals"]) == 10


def test_a_year_alone(phone: Phone, club: str, anna: Json) -> None:
    address = f"{club}/people/{anna['id']}"
    year = phone.get(f"{address}?period=2026&game=bavarian").json
    assert (year["months"], year["totals"]) == ({"first_on": "2026-01-01", "last_on": "2026-12-31"}, anna["totals"])
    before = phone.get(f"{address}?period=2025").json
    assert (before["totals"]["evenings"], before["contracts"], before["common"]) == (0, [], [])
    assert (before["bests"]["evenings"], before["bests"]["longest_run"], before["records"]) == (0, None, ["cup"])
    other = phone.get(f"{address}?game=sasku").json
    assert (other["totals"]["evenings"], other["bests"]["best_hand"], other["evenings"]) == (0, None, [])


def test_somebody_who_has_not_played_yet(phone: Phone, db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    body = phone.get(f"clubs/{evening.club.keeper_token}/people/{evening.players['Anna'].pk}").json
    assert (body["game"], body["games"], body["bests"], body["totals"]["hands"]) == (None, [], None, 0)
    assert phone.get(f"clubs/{evening.club.keeper_token}/partners").json["people"] == []


def test_names_that_are_hidden_stay_hidden(phone: Phone, club: str, evenings: list[PlayedEvening]) -> None:
    beppo, anna = evenings[0].players["Beppo"], evenings[0].players["Anna"]
    rename_player(player=beppo, name="Sepp", **STAMP)
    body = phone.get(f"{club}/people/{beppo.pk}").json
    assert (body["name"], [one["name"] for one in body["former_names"]]) == ("Sepp", ["Beppo"])
    beppo.refresh_from_db()
    identities.hide_name(player=beppo, key=uuid4(), **STAMP)
    nameless = f"N. N. {beppo.pk.hex[:8]}"
    answers = [
        phone.get(f"{club}/{path}")
        for path in (f"people/{beppo.pk}", f"people/{anna.pk}", "partners", "boards/points", "ratings")
    ]
    for answer in answers:
        assert "Sepp" not in answer.text and "Beppo" not in answer.text and nameless in answer.text
    assert answers[0].json["former_names"] == []


def test_another_entry_leads_to_the_same_person(phone: Phone, club: str, evenings: list[PlayedEvening]) -> None:
    fifth = closed_evening("Nane Cilli Done Emmi", [rufer("Nane", "Emmi")], club=evenings[0].club, at=NINE_O_CLOCK)
    nane, anna = fifth.players["Nane"], evenings[0].players["Anna"]
    linking.link_players(player=nane, other=anna, key=uuid4(), **STAMP)
    body = phone.get(f"{club}/people/{nane.pk}").json
    assert (body["id"], body["entries"]) == (str(anna.pk), [str(anna.pk), str(nane.pk)])
    assert (body["totals"]["evenings"], body["totals"]["points"]) == (4, 270)


def test_bad_queries_and_strangers(phone: Phone, club: str, anna: Json) -> None:
    for path in (f"people/{anna['id']}", "partners"):
        answer = phone.get(f"{club}/{path}?period=26&game=skat&x=1")
        assert (answer.status, set(answer.problems)) == (
            400, {("period_impossible", "period"), ("game_unknown", "game"), ("field_unexpected", "x")},
        )  # fmt: skip
        assert phone.get(f"{club}/{path}?period=9000").status == 400
    for path in (f"people/{uuid4()}", f"people/{uuid4()}?x=1"):
        assert phone.get(f"{club}/{path}").status == 404


def test_who_wins_with_whom(phone: Phone, db: None) -> None:
    """Anna and Beppo win all twenty hands together, and half of those with the others.

    20 of 20 is at least 1 / (1 + 1.96² / 20) = 0.8389 with 95 % of certainty; 0.5 was to be expected.
    """
    hands = [rufer("Anna", "Beppo")] * 20 + [rufer("Anna", "Cilli"), rufer("Anna", "Cilli", won=False)] * 10
    evening = closed_evening("Anna Beppo Cilli Done", hands)
    body = phone.get(f"clubs/{evening.club.keeper_token}/partners?period=all").json
    names = body["names"]
    best, *_, worst = body["pairs"]
    assert {names[best["person"]], names[best["other"]]} == {"Anna", "Beppo"}
    assert (best["hands"], best["won"], best["expected"], best["difference"]) == (20, 20, 0.5, 0.5)
    assert (best["low"], best["high"], best["is_sure"]) == (0.3389, 0.5, True)
    assert {names[worst["person"]], names[worst["other"]]} == {"Cilli", "Done"}
    assert (worst["won"], worst["difference"]) == (0, -0.5)
    assert {names[one["person"]]: (one["won"], one["hands"]) for one in body["people"]} == {
        "Anna": (30, 40), "Beppo": (30, 40), "Cilli": (10, 40), "Done": (10, 40),
    }  # fmt: skip
    assert (body["least"], body["others"]) == (20, [])


def test_pairs_with_few_hands_are_listed_without_a_verdict(phone: Phone, club: str) -> None:
    body = phone.get(f"{club}/partners").json
    assert body["pairs"] == []
    pairs = {frozenset((body["names"][one["person"]], body["names"][one["other"]])): one for one in body["others"]}
    both = pairs[frozenset(("Anna", "Beppo"))]
    assert (both["hands"], both["won"]) == (3, 1)


@pytest.mark.parametrize(("path", "count"), [("people/{anna}", 22), ("partners", 5)])
def test_they_cost_the_same_after_many_evenings(
    phone: Phone, club: str, evenings: list[PlayedEvening], django_assert_num_queries: DjangoAssertNumQueries,
    path: str, count: int,
) -> None:  # fmt: skip
    address = f"{club}/{path.format(anna=evenings[0].players['Anna'].pk)}"
    with django_assert_num_queries(count):
        phone.get(address)
    for week in range(1, 14):
        at = evenings[-1].clock + timedelta(weeks=week)
        hands = [solo("Anna"), rufer("Fritz", "Gusti")]
        closed_evening("Anna Fritz Gusti Hans", hands, club=evenings[0].club, at=at)
    with django_assert_num_queries(count):
        phone.get(address)
