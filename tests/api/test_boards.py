"""Boards and ratings over HTTP: who is the best at what, by evenings whose figures `hall_evenings` reckons by hand."""

from calendar import monthrange
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.clubs.club_groups import club_group
from scorebook.standings.boards.query import BoardMeasure
from scorebook.standings.ratings import rating_queries
from tests.support.api_phone import Answer, Json, Phone
from tests.support.hall_evenings import closed_evening, four_evenings
from tests.support.played_evening import PlayedEvening, rufer, solo


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    return four_evenings()


@pytest.fixture
def club(evenings: list[PlayedEvening]) -> str:
    return f"clubs/{evenings[0].club.keeper_token}"


def lines(board: Json) -> list[tuple[Any, ...]]:
    """By name where they are level."""
    names = board["names"]
    found = [(line["rank"], names[line["person"]], line["value"]) for line in board["lines"]]
    return sorted(found, key=lambda line: (line[0] or 99, line[1]))


def test_the_boards_there_are(phone: Phone, club: str) -> None:
    body = phone.get(f"{club}/boards").json
    assert [one["id"] for one in body["boards"]] == [str(one) for one in BoardMeasure]
    assert {one["id"] for one in body["boards"] if one["of_all_games"]} == {"money", "places"}
    assert {one["id"] for one in body["boards"] if one["by_contract"]} == {"declared", "defended"}
    assert body["played"] == [{"game": "bavarian", "unit": "EUR"}]
    for one in body["boards"]:
        assert phone.get(f"{club}/boards/{one['id']}").json["least"] == one["least"]


def test_points_and_money_of_all_evenings(phone: Phone, club: str) -> None:
    board = phone.get(f"{club}/boards/points").json
    assert lines(board) == [
        (1, "Cilli", 410),
        (2, "Anna", 250),
        (3, "Emmi", 100),
        (4, "Done", -370),
        (5, "Beppo", -390),
    ]
    cilli = board["lines"][0]
    assert cilli | {"points": 410, "amounts": {"EUR": 410}, "evenings": 4, "hands": 9, "movement": 0} == cilli
    assert (cilli["declared"], cilli["declared_won"]) == (2, 2)
    assert (board["game"], board["unit"], board["first_on"], board["last_on"]) == ("bavarian", "EUR", None, None)
    assert lines(phone.get(f"{club}/boards/money?game=all").json) == lines(board)


def test_a_part_of_the_time(phone: Phone, club: str) -> None:
    """The second and the third evening: Anna 340, Emmi 80, then -140 for three of them."""
    board = phone.get(f"{club}/boards/points?first_on=2026-01-16&last_on=2026-01-23").json
    assert lines(board) == [
        (1, "Anna", 340), (2, "Emmi", 80), (3, "Beppo", -140), (3, "Cilli", -140), (3, "Done", -140),
    ]  # fmt: skip
    assert (board["first_on"], board["last_on"]) == ("2026-01-16", "2026-01-23")


def test_a_shortcut_says_from_when_on(phone: Phone, club: str) -> None:
    today = timezone.localdate()
    last = today.replace(day=monthrange(today.year, today.month)[1])
    board = phone.get(f"{club}/boards/points?period=month").json
    assert (board["first_on"], board["last_on"]) == (str(today.replace(day=1)), str(last))
    assert phone.get(f"{club}/boards/points?period=all").json == phone.get(f"{club}/boards/points").json


def test_averages_and_shares_are_exact(phone: Phone, club: str) -> None:
    """Emmi was there twice, for three hands; of 20 hands on one is ranked by them."""
    per_evening = phone.get(f"{club}/boards/per_evening").json
    assert lines(per_evening) == [
        (1, "Cilli", "205/2"), (2, "Anna", "250/3"), (3, "Emmi", 50), (4, "Beppo", "-195/2"), (5, "Done", "-370/3"),
    ]  # fmt: skip
    per_hand = phone.get(f"{club}/boards/per_hand").json
    emmi = next(line for line in per_hand["lines"] if per_hand["names"][line["person"]] == "Emmi")
    assert (per_hand["least"], emmi["rank"], emmi["value"], emmi["part"], emmi["of"]) == (20, None, "100/3", 100, 3)


def test_one_contract_alone(phone: Phone, club: str) -> None:
    board = phone.get(f"{club}/boards/declared?contract=rufer").json
    declared = {board["names"][line["person"]]: (line["part"], line["of"]) for line in board["lines"]}
    assert declared == {"Anna": (2, 2), "Beppo": (1, 1), "Cilli": (1, 1), "Emmi": (1, 1)}
    assert (board["of_closed"], board["of_months"]) == (True, False)
    assert board["contracts"] == ["rufer", "sie", "solo", "wenz_tout"]


def refused(answer: Answer) -> list[tuple[str, str]]:
    assert answer.status == 400
    return answer.problems


def test_everything_that_is_wrong_with_a_query_is_named(phone: Phone, club: str) -> None:
    wrong = "first_on=2026-02-01&last_on=2026-01-01&period=ever&game=skat&best=3"
    assert set(refused(phone.get(f"{club}/boards/points?{wrong}&contract=rufer"))) == {
        ("dates_reversed", "last_on"), ("period_impossible", "period"), ("game_unknown", "game"),
        ("field_unexpected", "best"), ("field_unexpected", "contract"),
    }  # fmt: skip
    assert refused(phone.get(f"{club}/boards/run?game=all&contract=rufer")) == [
        ("points_of_all_games", "game"), ("field_unexpected", "contract"),
    ]  # fmt: skip
    assert refused(phone.get(f"{club}/boards/run?period=year&first_on=2026-01-01")) == [("field_unexpected", "period")]
    assert refused(phone.get(f"{club}/ratings?game=x")) == [("game_unknown", "game")]
    for path in ("boards/luck", "boards/luck?x=1", "ratings/luck"):
        assert phone.get(f"{club}/{path}").status == 404


@pytest.mark.parametrize(
    ("query", "problems"),
    [
        ("first_on=yesterday&best=3", [("date_impossible", "first_on"), ("field_unexpected", "best")]),
        ("first_on=0001-01-01", [("date_impossible", "first_on")]),
        ("until=2026-02-01", [("field_unexpected", "until")]),
        ("game=", [("game_unknown", "game")]),
    ],
)
def test_a_period_or_game_that_cannot_be_is_refused(
    phone: Phone, club: str, query: str, problems: list[tuple[str, str]]
) -> None:
    assert refused(phone.get(f"{club}/boards/points?{query}")) == problems


def test_days_without_an_evening_and_a_game_never_played_have_no_lines(phone: Phone, club: str) -> None:
    board = phone.get(f"{club}/boards/points").json
    assert phone.get(f"{club}/boards/points?last_on=2001-01-01").json["lines"] == []
    assert phone.get(f"{club}/boards/points?first_on=2001-01-01&last_on=9999-12-31").json["lines"] == board["lines"]
    assert phone.get(f"{club}/boards/points?game=bavarian").json == board
    assert phone.get(f"{club}/boards/points?game=palatinate").json["lines"] == []


def test_ratings_are_those_of_the_club(phone: Phone, club: str, evenings: list[PlayedEvening]) -> None:
    ratings = phone.get(f"{club}/ratings").json
    assert (ratings["game"], ratings["games"], ratings["provisional_below"]) == ("bavarian", ["bavarian"], 10)
    found = rating_queries.rated_people(club_group(evenings[0].club.pk), "bavarian")
    assert [(line["person"], line["rating"], line["doubt"], line["gained"]) for line in ratings["lines"]] == [
        (str(one.person_id), one.rating.shown, one.rating.doubt, one.gained) for one in found
    ]
    assert {line["rank"] for line in ratings["lines"]} == {None} and all(
        line["is_provisional"] for line in ratings["lines"]
    )
    assert phone.get(f"{club}/ratings?game=sasku").json["lines"] == []


def test_calibration_has_ten_bins(phone: Phone, club: str) -> None:
    calibration = phone.get(f"{club}/ratings/calibration").json
    assert [one["lower"] for one in calibration["bins"]] == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    # Four evenings of four people each; the first expects half of the others behind everybody.
    assert sum(one["count"] for one in calibration["bins"]) == 16
    assert not any(one["says_something"] for one in calibration["bins"])


@pytest.mark.parametrize(
    ("path", "count"),
    [("boards", 2), ("boards/points", 7), ("boards/run", 6), ("ratings", 7), ("ratings/calibration", 6)],
)
def test_they_cost_the_same_after_many_evenings(
    phone: Phone, club: str, evenings: list[PlayedEvening], django_assert_num_queries: DjangoAssertNumQueries,
    path: str, count: int,
) -> None:  # fmt: skip
    first = evenings[-1]
    with django_assert_num_queries(count):
        phone.get(f"{club}/{path}")
    for week in range(1, 4):
        at = first.clock + timedelta(weeks=week)
        closed_evening("Anna Fritz Gusti Hans", [solo("Anna"), rufer("Fritz", "Gusti")], club=first.club, at=at)
    with django_assert_num_queries(count):
        phone.get(f"{club}/{path}")
