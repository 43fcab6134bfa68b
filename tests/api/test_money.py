"""After the evening: payments, and the club."""

from functools import partial
from uuid import uuid4

import pytest

from tests.support.api_phone import ApiEvening, Json, Phone, key, opening, unchanged

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True}


@pytest.fixture
def closed(evening: ApiEvening) -> ApiEvening:
    evening.record(RUFER, known=0)
    evening.phone.post(f"{evening.scribe}/close", key())
    return evening


def _payments(evening: ApiEvening) -> list[Json]:
    found: list[Json] = evening.phone.get(f"{evening.watch}/payments").json["payments"]
    return found


def _balances(evening: ApiEvening) -> dict[str, int]:
    return evening.named(evening.phone.get(evening.club).json["balances"]["EUR"])


def test_the_plan_says_who_pays_whom(closed: ApiEvening) -> None:
    names = closed.sheet()["names"]
    payments = {(names[line["payer"]], names[line["payee"]], line["amount_minor"]) for line in _payments(closed)}
    assert {payer for payer, _, _ in payments} == {"Anna", "Done"}
    assert {payee for _, payee, _ in payments} == {"Beppo", "Cilli"}
    assert {amount for _, _, amount in payments} == {20}


def test_a_payment_is_ticked_once_and_unticked(closed: ApiEvening) -> None:
    payment = f"{closed.scribe}/payments/{_payments(closed)[0]['id']}"
    mark_paid = key()
    ticked = closed.phone.post(f"{payment}/paid", mark_paid)
    assert (ticked.status, ticked.json["payments"][0]["is_paid"]) == (200, True)
    assert unchanged(lambda: closed.phone.post(f"{payment}/paid", mark_paid)).json == ticked.json
    twice = unchanged(lambda: closed.phone.post(f"{payment}/paid", key()))
    assert (twice.status, twice.problems) == (409, [("already_paid", "planned")])
    assert sorted(_balances(closed).values()) == [-20, 0, 0, 20]

    mark_unpaid = key()
    open_again = closed.phone.post(f"{payment}/paid/undo", mark_unpaid)
    assert (open_again.status, open_again.json["payments"][0]["is_paid"]) == (200, False)
    assert unchanged(lambda: closed.phone.post(f"{payment}/paid/undo", mark_unpaid)).status == 200
    assert closed.phone.post(f"{payment}/paid/undo", key()).problems == [("not_paid", "planned")]
    reused = unchanged(lambda: closed.phone.post(f"{payment}/paid", mark_unpaid))
    assert (reused.status, reused.problems) == (409, [("key_conflict", "id")])


def test_a_plan_that_was_withdrawn_is_not_paid(closed: ApiEvening) -> None:
    payment = _payments(closed)[0]["id"]
    closed.phone.post(f"{closed.scribe}/close/undo", key())
    assert _payments(closed) == []
    late = unchanged(lambda: closed.phone.post(f"{closed.scribe}/payments/{payment}/paid", key()))
    assert (late.status, late.problems) == (409, [("plan_superseded", "planned")])


def test_a_payment_of_another_evening_is_not_there(closed: ApiEvening, phone: Phone) -> None:
    other = ApiEvening(phone=phone, opened=phone.post("evenings", opening(club_token=closed.token("club"))).json)
    for payment in (_payments(closed)[0]["id"], uuid4()):
        for verb in ("paid", "paid/undo"):
            act = partial(phone.post, f"{other.scribe}/payments/{payment}/{verb}", key())
            assert unchanged(act).status == 404


def test_nobody_pays_for_points(phone: Phone) -> None:
    evening = ApiEvening(phone=phone, opened=phone.post("evenings", opening(unit="points")).json)
    evening.record(RUFER, known=0)
    assert phone.post(f"{evening.scribe}/close", key()).json["payments"] == []
    assert phone.get(evening.club).json["balances"] == {}


def test_the_club_adds_up(closed: ApiEvening) -> None:
    club = closed.phone.get(closed.club).json
    assert [player["name"] for player in club["people"]] == ["Anna", "Beppo", "Cilli", "Done"]
    [evening_line] = closed.phone.get(f"{closed.club}/evenings").json["results"]
    assert (evening_line["number"], evening_line["hand_count"], evening_line["game"]["name"]) == (
        1,
        1,
        "Bavarian Schafkopf",
    )
    assert {one["points"] for one in evening_line["results"]} == {20, -20}
    assert _balances(closed) == {"Anna": -20, "Beppo": 20, "Cilli": 20, "Done": -20}
