"""The plan over the API: in part, by another way, carried over, rounded."""

from functools import partial
from uuid import uuid4

import pytest

from tests.support.api_phone import Answer, ApiEvening, Json, Phone, key, opening, unchanged

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True}
SOLO = {"contract": "solo", "declarer": "Anna", "trump_suit": "hearts", "won": False}


@pytest.fixture
def closed(evening: ApiEvening) -> ApiEvening:
    """Beppo and Cilli are owed 0,70 €, Done 0,30 €; Anna owes 1,70 €."""
    evening.record(RUFER, known=0)
    evening.record(SOLO, known=1)
    evening.phone.post(f"{evening.scribe}/close", key())
    return evening


def settle(evening: ApiEvening, **fields: object) -> Answer:
    return evening.phone.post(f"{evening.scribe}/settle", key() | fields)


def plan(answer: Json) -> list[tuple[str, str, int]]:
    """Payer, payee and what is still open between them; the till is nobody."""
    names = answer["names"] | {None: "till"}
    found = [(names[one["payer"]], names[one["payee"]], one["open_minor"]) for one in answer["payments"]]
    return sorted(line for line in found if line[2])


def now(evening: ApiEvening) -> list[tuple[str, str, int]]:
    return plan(evening.phone.get(f"{evening.watch}/payments").json)


FEWEST = [("Anna", "Beppo", 70), ("Anna", "Cilli", 70), ("Anna", "Done", 30)]
THROUGH_DONE = [("Anna", "Done", 170), ("Done", "Beppo", 70), ("Done", "Cilli", 70)]
THROUGH_TILL = [("Anna", "till", 170), ("till", "Beppo", 70), ("till", "Cilli", 70), ("till", "Done", 30)]


def test_a_payment_is_paid_in_parts(closed: ApiEvening) -> None:
    planned = closed.phone.get(f"{closed.watch}/payments").json["payments"][0]
    assert (planned["amount_minor"], planned["paid_minor"], planned["open_minor"]) == (70, 0, 70)
    mark_paid = f"{closed.scribe}/payments/{planned['id']}/paid"
    part = key() | {"amount_minor": 20}
    first = closed.phone.post(mark_paid, part)
    one = first.json["payments"][0]
    assert (first.status, one["paid_minor"], one["open_minor"], one["is_paid"]) == (200, 20, 50, False)
    assert unchanged(lambda: closed.phone.post(mark_paid, part)).json == first.json
    for amount, status, code in ((51, 409, "part_out_of_range"), (0, 400, "amount_out_of_range")):
        refused = unchanged(partial(closed.phone.post, mark_paid, key() | {"amount_minor": amount}))
        assert (refused.status, refused.problems) == (status, [(code, "amount_minor")])
    typed = unchanged(lambda: closed.phone.post(mark_paid, key() | {"amount_minor": "0,20"}))
    assert (typed.status, typed.problems) == (400, [("not_integer", "amount_minor")])
    rest = closed.phone.post(mark_paid, key()).json["payments"][0]
    assert (rest["paid_minor"], rest["open_minor"], rest["is_paid"]) == (70, 0, True)


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ({"way": "one_for_all", "treasurer": "Done"}, THROUGH_DONE),
        ({"way": "one_for_all"}, THROUGH_TILL),
        ({"way": "direct"}, None),
        ({"way": "fewest"}, FEWEST),
        ({"way": "carry_over"}, []),
        (
            {"way": "round_off", "coin": 50, "to": "kitty"},
            [("Anna", "Beppo", 50), ("Anna", "Cilli", 50), ("Anna", "till", 100)],
        ),
        (
            {"way": "round_off", "coin": 50, "to": "largest_creditor"},
            [("Anna", "Beppo", 50), ("Anna", "Cilli", 50), ("Anna", "Done", 50)],
        ),
    ],
)
def test_settled_by_a_way(closed: ApiEvening, way: Json, expected: list[tuple[str, str, int]] | None) -> None:
    body = key() | closed.by_id(way)
    answer = closed.phone.post(f"{closed.scribe}/settle", body)
    assert answer.status == 200 and now(closed) == plan(answer.json)
    if expected is None:
        assert len(now(closed)) == 4 and sum(amount for payer, _, amount in now(closed) if payer == "Anna") == 170
    else:
        assert now(closed) == expected
    again = unchanged(lambda: closed.phone.post(f"{closed.scribe}/settle", body))
    assert (again.status, plan(again.json)) == (200, plan(answer.json))


def test_another_way_is_a_new_sheet(closed: ApiEvening) -> None:
    before = closed.phone.get(closed.watch).headers["ETag"]
    settle(closed, way="one_for_all")
    assert closed.phone.get(closed.watch, if_none_match=before).status == 200


@pytest.mark.parametrize(
    ("body", "status", "problems"),
    [
        ({}, 400, [("field_missing", "way")]),
        ({"way": "by_luck"}, 400, [("not_a_choice", "way")]),
        ({"way": "fewest", "coin": 50}, 400, [("field_unexpected", "coin")]),
        ({"way": "direct", "treasurer": str(uuid4())}, 400, [("field_unexpected", "treasurer")]),
        ({"way": "one_for_all", "treasurer": str(uuid4())}, 400, [("player_of_other_club", "treasurer")]),
        ({"way": "round_off"}, 400, [("field_missing", "coin"), ("field_missing", "to")]),
        ({"way": "round_off", "coin": 1, "to": "kitty"}, 400, [("coin_out_of_range", "coin")]),
        ({"way": "round_off", "coin": 10, "to": "kitty"}, 409, [("nothing_open", "coin")]),
    ],
)
def test_what_settling_cannot_be(closed: ApiEvening, body: Json, status: int, problems: list[tuple[str, str]]) -> None:
    refused = unchanged(lambda: settle(closed, **body))
    assert (refused.status, refused.problems) == (status, problems)


def test_only_a_closed_evening_for_money_is_settled(evening: ApiEvening, phone: Phone) -> None:
    evening.record(RUFER, known=0)
    points = ApiEvening(phone=phone, opened=phone.post("evenings", opening(unit="points")).json)
    for way in ({"way": "fewest"}, {"way": "carry_over"}, {"way": "round_off", "coin": 50, "to": "kitty"}):
        assert unchanged(partial(settle, evening, **way)).problems == [("evening_open", "evening")]
        assert unchanged(partial(settle, points, **way)).problems == [("played_for_points", "evening")]
    watching = phone.post(f"{evening.watch}/settle", key() | {"way": "fewest"})
    assert watching.status == 404
