"""The course of an evening over HTTP, and the heads of a club's chains.

Rufer 20, Solo 50: Sepp 20 + 20 - 50 = -10, Vroni 20 - 20 - 50, Resi -20 + 20 - 50, Xaver -40 + 150.
"""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from rules import PRESETS
from scorebook.clubs.watching import hide_money
from scorebook.operations import anchor
from scorebook.play.ending import AgreedEnd
from scorebook.play.services import agree_end
from scorebook.standings.services.linking import link_club
from tests.support.api_phone import Json, Phone
from tests.support.hall_evenings import closed_evening, four_evenings
from tests.support.played_evening import NINE_O_CLOCK, THROWN_IN, PlayedEvening, new_evening, rufer, solo

HANDS = [rufer("Sepp", "Vroni"), rufer("Sepp", "Resi"), solo("Xaver")]


@pytest.fixture
def evening(db: None) -> PlayedEvening:
    evening = new_evening("Sepp", "Vroni", "Resi", "Xaver")
    for hand in HANDS:
        evening.record(hand)
    return evening


def course(phone: Phone, evening: PlayedEvening) -> Json:
    return phone.get(f"evenings/{evening.link}/course").json


def named(body: Json, figures: Json) -> dict[str, int]:
    return {body["names"][player]: count for player, count in figures.items()}


def test_what_stood_after_each_hand(phone: Phone, evening: PlayedEvening) -> None:
    evening.record(THROWN_IN)
    evening.void(2)
    body = course(phone, evening)
    assert [named(body, hand["running"]) for hand in body["hands"]] == [
        {"Sepp": 20, "Vroni": 20, "Resi": -20, "Xaver": -20},
        {"Sepp": 20, "Vroni": 20, "Resi": -20, "Xaver": -20},
        {"Sepp": -30, "Vroni": -30, "Resi": -70, "Xaver": 130},
        {"Sepp": -30, "Vroni": -30, "Resi": -70, "Xaver": 130},
    ]
    assert named(body, body["hands"][2]["points"]) == {"Sepp": -50, "Vroni": -50, "Resi": -50, "Xaver": 150}
    assert [(hand["is_void"], hand["points"] == {}) for hand in body["hands"]][1] == (True, True)
    assert (body["hand_count"], body["most"], body["ending"]) == (4, 130, None)
    assert body["hands"][2]["round"] == {"no": 1, "hand": 3, "of": 4}


@pytest.mark.parametrize(
    ("end", "standing"),
    [
        (None, None),
        (AgreedEnd(rounds=2), {"phase": "agreed", "after_hand": None}),
        (AgreedEnd(rounds=1), {"phase": "running", "after_hand": 4}),
        (AgreedEnd(points=110), {"phase": "reached", "after_hand": None}),
        (AgreedEnd(points=111), {"phase": "agreed", "after_hand": None}),
        (AgreedEnd(deals=3), {"phase": "over", "after_hand": None}),
        (AgreedEnd(at=NINE_O_CLOCK - timedelta(days=90)), {"phase": "reached", "after_hand": None}),
    ],
)
def test_how_near_the_end_is(
    phone: Phone, evening: PlayedEvening, end: AgreedEnd | None, standing: Json | None
) -> None:
    if end:
        agree_end(evening=evening.stored, key=uuid4(), end=end, at=timezone.now(), by="scribe")
    body = course(phone, evening)
    assert body["end"] == standing
    assert (body["agreed_end"] is None) is (end is None)
    assert (body["deals"], body["round"]) == (3, {"no": 1, "hand": 4, "of": 4})


def test_how_it_ended(phone: Phone, evening: PlayedEvening) -> None:
    evening.close()
    body = course(phone, evening)
    ending, names = body["ending"], body["names"]
    assert [names[one] for one in ending["winners"]] == ["Xaver"] and not ending["won_together"]
    assert [(one["rank"], names[one["person"]], one["count"]) for one in ending["places"]] == [
        (1, "Xaver", 110), (2, "Sepp", -10), (3, "Vroni", -50), (3, "Resi", -50),
    ]  # fmt: skip
    best = ending["best"]
    assert (best["no"], [names[one] for one in best["players"]], best["count"], best["text"]) == (
        3, ["Xaver"], 150, "Xaver: Solo in Hearts, won",
    )  # fmt: skip
    assert (ending["lead"], ending["turn"]) == ("taken", {"no": 3, "text": "Xaver: Solo in Hearts, won"})
    [run] = ending["runs"]
    assert (names[run["person"]], run["length"], run["first_no"], run["last_no"]) == ("Sepp", 2, 1, 2)
    assert (ending["hands"], ending["records"], ending["expectations"], body["end"]) == (3, [], [], None)


def test_what_the_club_knows_of_other_evenings(phone: Phone, db: None) -> None:
    """In the second evening the Tout's 300 are less than the Sie's 600; three hands in a row are more than two."""
    second = four_evenings()[1]
    body = course(phone, second)
    assert [(one["kind"], one["count"], one["before"], one["no"]) for one in body["ending"]["records"]] == [
        ("longest_run", 3, 2, None),
    ]  # fmt: skip
    assert [body["names"][player] for player in body["ending"]["records"][0]["people"]] == ["Anna"]


def test_from_the_fourth_evening_on_something_was_to_be_expected(phone: Phone, db: None) -> None:
    first = closed_evening("Anna Beppo Cilli Done", [solo("Anna")])
    for week in range(1, 4):
        at = NINE_O_CLOCK + timedelta(weeks=week)
        last = closed_evening("Anna Beppo Cilli Done", [solo("Anna")], club=first.club, at=at)
    body = course(phone, last)
    anna, *others = body["ending"]["expectations"]
    assert (body["names"][anna["person"]], anna["place"]) == ("Anna", 1)
    assert 1 < anna["expected"] < 2.5 and [one["place"] for one in others] == [3, 3, 3]


def test_in_a_linked_club_people_go_by_the_entries_that_sat_there(phone: Phone, evening: PlayedEvening) -> None:
    other = closed_evening("Sepp Vroni Resi Xaver", [solo("Xaver")])
    link_club(club=other.club, other=evening.club, key=uuid4(), by="club link", at=timezone.now())
    evening.record(solo("Xaver"))
    evening.close()
    body = course(phone, evening)
    records = {one["kind"]: [body["names"][player] for player in one["people"]] for one in body["ending"]["records"]}
    assert records["best_evening"] == ["Xaver"]


def test_an_evening_without_a_hand_has_no_winner(phone: Phone, db: None) -> None:
    evening = new_evening("Sepp", "Vroni", "Resi", "Xaver")
    evening.close()
    ending = course(phone, evening)["ending"]
    assert (ending["winners"], ending["places"], ending["best"], ending["lead"], ending["turn"]) == (
        [], [], None, None, None,
    )  # fmt: skip


def test_strokes_stand_beside_points(phone: Phone, db: None) -> None:
    """Trumps won with 74 card points are two strokes for both of the side (`cases/evenings/sasku.json`, hand 2)."""
    evening = new_evening("Sepp", "Vroni", "Resi", "Xaver", ruleset=PRESETS["sasku"]["sasku"], unit="points")
    evening.record({"contract": "trumps", "declarer": "Sepp", "trump_suit": "spades", "card_points": 74, "tricks": 6})
    body = course(phone, evening)
    [hand] = body["hands"]
    assert named(body, hand["running_tally"]) == {"Sepp": 2, "Vroni": 0, "Resi": 2, "Xaver": 0}
    assert (named(body, hand["points"]), body["most"]) == (dict.fromkeys(evening.players, 0), 2)


def test_watchers_see_the_same_and_nothing_of_money(phone: Phone, evening: PlayedEvening) -> None:
    hide_money(club=evening.club, key=uuid4(), by="club link", at=timezone.now())
    evening.close()
    answer = phone.get(f"evenings/{evening.stored.watch_token}/course")
    assert answer.json == course(phone, evening)
    assert "minor" not in answer.text and "EUR" not in answer.text and evening.stored.scribe_token not in answer.text


@pytest.mark.parametrize(("is_closed", "count"), [(False, 3), (True, 16)])
def test_it_costs_the_same_after_many_hands(
    phone: Phone, evening: PlayedEvening, django_assert_num_queries: DjangoAssertNumQueries,
    is_closed: bool, count: int,
) -> None:  # fmt: skip
    address = f"evenings/{evening.stored.watch_token}/course"
    for _ in range(2):
        if is_closed:
            evening.close()
        with django_assert_num_queries(count):
            phone.get(address)
        if is_closed:
            evening.reopen()
        for hand in HANDS * 4:
            evening.record(hand)


def test_the_anchor_is_what_the_operator_keeps(phone: Phone, db: None) -> None:
    first, *_ = four_evenings()
    closed_evening("Anna Beppo Cilli Done", [solo("Anna")])  # of another club
    body = phone.get(f"clubs/{first.club.keeper_token}/anchor").json
    at = timezone.now()
    lines = map(json.loads, anchor.anchor_lines(anchor.chain_heads(), at=at).splitlines())
    kept = [line for line in lines if line["club"] == str(first.club.pk)]
    assert body["club"] == str(first.club.pk)
    heads = [{name: value for name, value in head.items() if value is not None} for head in body["heads"]]
    assert heads == [{name: line[name] for name in line if name not in ("at", "club")} for line in kept]
    assert [head["chain"] for head in body["heads"]] == ["names", "ledger", *["evening"] * 4]


def test_an_anchor_costs_the_same_after_many_evenings(
    phone: Phone, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = closed_evening("Anna Beppo Cilli Done", [solo("Anna")])
    for _ in range(2):
        with django_assert_num_queries(4):
            phone.get(f"clubs/{first.club.keeper_token}/anchor")
        closed_evening("Anna Beppo Cilli Done", [solo("Anna")], club=first.club)
