"""Hands found again over HTTP, in the evenings of `hall_evenings`."""

from datetime import timedelta
from uuid import uuid4

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.support.api_phone import Json, Phone
from tests.support.hall_evenings import closed_evening, four_evenings
from tests.support.played_evening import PlayedEvening, new_evening, rufer


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    return four_evenings()


@pytest.fixture
def club(evenings: list[PlayedEvening]) -> str:
    return f"clubs/{evenings[0].club.keeper_token}"


def found(body: Json) -> list[tuple[int, int]]:
    """Evening and hand."""
    return [(hand["evening_number"], hand["no"]) for hand in body["results"]]


ALL = [(4, 1), (3, 2), (3, 1), (2, 3), (2, 2), (2, 1), (1, 3), (1, 2), (1, 1)]


@pytest.mark.parametrize(
    ("query", "hands"),
    [
        ("", ALL),
        ("person={Anna}", [(2, 3), (2, 2), (2, 1), (1, 1)]),
        ("person={Beppo}&partner={Anna}", [(2, 2)]),
        ("partner={Emmi}", [(4, 1)]),
        ("contract=rufer&person={Anna}", [(2, 3), (2, 2)]),
        ("result=nobody", [(3, 1)]),
        ("result=lost", []),
        ("feat=sie", [(1, 2)]),
        ("feat=march", [(3, 1)]),
        ("value=100", [(2, 1), (1, 2)]),
        ("first_on=2026-01-16&last_on=2026-01-23", ALL[1:6]),
        ("period=2026", ALL),
        ("period=2025", []),
        ("doubled=true", []),
        ("level=schwarz", []),
        ("doubled=false", ALL),
        ("note=maß", []),
    ],
)
def test_hands_as_somebody_wants_them(
    phone: Phone, club: str, evenings: list[PlayedEvening], query: str, hands: list[tuple[int, int]]
) -> None:
    ids = {name: player.pk for one in evenings for name, player in one.players.items()}
    body = phone.get(f"{club}/hands?{query.format(**ids)}").json
    assert found(body) == hands
    assert body["counted"]["hands"] == len(hands)
    assert (body["next"], body["has_open_evening"]) == (None, False)


def test_a_hand_is_shown_with_its_reason(phone: Phone, club: str) -> None:
    body = phone.get(f"{club}/hands?feat=sie").json
    [hand] = body["results"]
    assert body["names"][hand["hand"]["declarer"]] == "Cilli"
    assert {body["names"][player]: points for player, points in hand["points"].items()} == {
        "Anna": -200, "Beppo": -200, "Cilli": 600, "Done": -200,
    }  # fmt: skip
    assert hand["score"]["text"].startswith("Cilli: Sie") and not hand["is_corrected"]
    assert (body["counted"], body["contracts"]) == (
        {"hands": 1, "won": 1, "lost": 0, "is_more": False}, ["ramsch", "rufer", "sie", "solo", "wenz_tout"],
    )  # fmt: skip


def test_older_hands_stand_behind_a_cursor(phone: Phone, club: str, evenings: list[PlayedEvening]) -> None:
    closed_evening("Anna Beppo Cilli Done", [rufer("Done", "Beppo")] * 25, club=evenings[0].club, at=evenings[-1].clock)
    new_evening("Anna", "Beppo", "Cilli", "Done", club=evenings[0].club)
    first = phone.get(f"{club}/hands").json
    older = phone.get(f"{club}/hands?cursor={first['next']}").json
    assert found(first) == [(5, no) for no in range(25, 5, -1)]
    assert found(older) == [*((5, no) for no in range(5, 0, -1)), *ALL]
    assert (first["counted"]["hands"], older["counted"], older["next"]) == (34, None, None)
    assert first["has_open_evening"]


def test_everything_that_is_wrong_is_named(phone: Phone, club: str) -> None:
    stranger = uuid4()
    wrong = f"person={stranger}&partner=x&result=draw&level=high&feat=solo&doubled=1&value=-1"
    answer = phone.get(f"{club}/hands?{wrong}&cursor=1.2&limit=0&first_on=x&y=1")
    assert (answer.status, set(answer.problems)) == (
        400,
        {
            ("player_of_other_club", "person"), ("not_a_key", "partner"), ("not_a_choice", "result"),
            ("not_a_choice", "level"), ("not_a_choice", "feat"), ("not_yes_or_no", "doubled"),
            ("not_integer", "value"), ("place_unknown", "cursor"), ("limit_out_of_range", "limit"),
            ("date_impossible", "first_on"), ("field_unexpected", "y"),
        },
    )  # fmt: skip
    assert phone.get(f"{club}/hands?person={stranger}").problems == [("player_of_other_club", "person")]
    assert phone.get(f"{club}/hands?cursor={stranger}.3").problems == [("place_unknown", "cursor")]


def test_it_costs_the_same_after_many_evenings(
    phone: Phone, club: str, evenings: list[PlayedEvening], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(9):
        phone.get(f"{club}/hands")
    for week in range(1, 4):
        at = evenings[-1].clock + timedelta(weeks=week)
        closed_evening("Anna Fritz Gusti Hans", [rufer("Fritz", "Gusti")] * 9, club=evenings[0].club, at=at)
    with django_assert_num_queries(9):
        phone.get(f"{club}/hands")
