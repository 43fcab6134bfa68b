"""The club's tab over the API, and what is paid in an evening beside the plan."""

from uuid import uuid4

import pytest

from scorebook.clubs.models import Club
from scorebook.ledger.queries import units_in_books
from scorebook.operations.audit.full_audit import audit_club
from tests.support.api_phone import Answer, ApiEvening, Json, key, opening, unchanged


def booked(evening: ApiEvening, verb: str, **more: object) -> Answer:
    return evening.phone.post(f"{evening.club}/tab/entries", {**key(), "verb": verb, "amount_minor": 500, **more})


def balances(evening: ApiEvening, answer: Answer) -> dict[str, int]:
    return {name: amount for name, amount in evening.named(answer.json["balances"]).items() if amount}


def entries(evening: ApiEvening) -> list[Json]:
    found: list[Json] = evening.phone.get(f"{evening.club}/tab/entries").json["results"]
    return found


def test_every_verb_moves_what_it_says(evening: ApiEvening) -> None:
    anna, beppo, cilli = (evening.id(name) for name in ("Anna", "Beppo", "Cilli"))
    assert balances(evening, booked(evening, "deposit", person=anna)) == {"Anna": 500}
    assert balances(evening, booked(evening, "pay_out", person=beppo, amount_minor=200)) == {"Anna": 500, "Beppo": -200}
    paid = booked(evening, "pay", person=beppo, payee=anna, amount_minor=200, note="in Wasserburg")
    assert balances(evening, paid) == {"Anna": 300}
    charged = booked(evening, "charge", people=[anna, cilli], amount_minor=100)
    assert (balances(evening, charged), charged.json["kitty_minor"]) == ({"Anna": 200, "Cilli": -100}, 200)
    granted = booked(evening, "grant", people=[cilli], amount_minor=50)
    assert (balances(evening, granted), granted.json["kitty_minor"]) == ({"Anna": 200, "Cilli": -50}, 150)
    spent = booked(evening, "spend", amount_minor=150, note="new cards")
    assert (spent.json["kitty_minor"], spent.json["till_minor"]) == (0, 150)
    codes = [(entry["code"], entry["note"]) for entry in entries(evening)]
    assert codes == [
        ("spending", "new cards"), ("grant", ""), ("charge", ""), ("paid", "in Wasserburg"), ("payout", ""),
        ("deposit", ""),
    ]  # fmt: skip
    assert audit_club(Club.objects.get()) is None


def test_sent_twice_is_booked_once(evening: ApiEvening) -> None:
    fields: Json = {"person": evening.id("Anna"), "id": str(uuid4())}
    first = booked(evening, "deposit", **fields)
    assert unchanged(lambda: booked(evening, "deposit", **fields)).json == first.json
    answer = unchanged(lambda: booked(evening, "deposit", **fields, amount_minor=600))
    assert (answer.status, answer.problems) == (409, [("key_conflict", "id")])


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"verb": "deposit"}, [("field_missing", "person")]),
        ({"verb": "pay", "person": "x"}, [("not_a_key", "person"), ("field_missing", "payee")]),
        ({"verb": "charge", "people": []}, [("field_missing", "people")]),
        ({"verb": "spend", "people": ["x"]}, [("not_a_key", "people.0"), ("field_unexpected", "people")]),
        ({"verb": "spend", "unit": 7}, [("not_text", "unit")]),
        ({"verb": "steal", "amount_minor": "7"}, [("not_a_choice", "verb"), ("not_integer", "amount_minor")]),
        ({"verb": "spend", "note": "x" * 101}, [("note_too_long", "note")]),
        ({"verb": "spend", "unit": "beer/beers"}, [("unit_unknown", "unit")]),
    ],
)  # fmt: skip
def test_everything_wrong_is_named_at_once(evening: ApiEvening, fields: Json, problems: list[tuple[str, str]]) -> None:
    body = {**key(), "amount_minor": 100, **fields}
    answer = unchanged(lambda: evening.phone.post(f"{evening.club}/tab/entries", body))
    assert (answer.status, sorted(answer.problems)) == (400, sorted(problems))


def test_points_are_no_money_of_the_tab(evening: ApiEvening) -> None:
    played = evening.phone.post("evenings", opening(club_token=evening.token("club"), unit="points", stake_minor=1))
    assert played.status == 201
    assert "points" in units_in_books(Club.objects.get())
    answer = unchanged(lambda: booked(evening, "deposit", person=evening.id("Anna"), unit="points"))
    assert (answer.status, answer.problems) == (400, [("unit_unknown", "unit")])


def test_people_of_other_clubs_have_no_account_here(evening: ApiEvening) -> None:
    strangers = [evening.id("Anna"), str(uuid4())]
    answer = unchanged(lambda: booked(evening, "grant", people=strangers))
    assert (answer.status, answer.problems) == (400, [("player_of_other_club", "people.1")])
    nothing = unchanged(lambda: booked(evening, "grant", people=strangers[:1], amount_minor=0))
    assert (nothing.status, nothing.problems) == (400, [("amount_out_of_range", "amount_minor")])


def test_the_tab_is_settled_ticked_off_and_taken_back(evening: ApiEvening) -> None:
    anna, beppo, tab = evening.id("Anna"), evening.id("Beppo"), f"{evening.club}/tab"
    booked(evening, "pay", person=anna, payee=beppo)
    [planned] = evening.phone.post(f"{tab}/settle", key()).json["payments"]
    assert (planned["payer"], planned["payee"], planned["open_minor"]) == (beppo, anna, 500)
    path = f"{tab}/payments/{planned['id']}"
    part = evening.phone.post(f"{path}/paid", {**key(), "amount_minor": 300}).json["payments"][0]
    assert (part["paid_minor"], part["open_minor"]) == (300, 200)
    assert evening.phone.post(f"{path}/paid", key()).json["payments"] == []
    again = evening.phone.post(f"{path}/paid", key())
    assert (again.status, again.problems) == (409, [("already_paid", "planned")])
    assert evening.phone.post(f"{path}/paid/undo", key()).json["payments"][0]["open_minor"] == 200
    assert evening.phone.post(f"{tab}/settle/undo", key()).json["payments"] == []
    entry = entries(evening)[-1]
    undone = evening.phone.post(f"{tab}/entries/{entry['id']}/undo", key())
    assert entries(evening)[-1]["undone_at"] is not None
    assert balances(evening, undone) == {"Anna": -300, "Beppo": 300}
    assert audit_club(Club.objects.get()) is None


@pytest.mark.thorough
def test_a_long_tab_is_read_page_by_page(evening: ApiEvening) -> None:
    anna = evening.id("Anna")
    for _ in range(101):
        booked(evening, "deposit", person=anna, amount_minor=1)
    first = evening.phone.get(f"{evening.club}/tab/entries").json
    second = evening.phone.get(f"{evening.club}/tab/entries?cursor={first['next']}").json
    assert (len(first["results"]), len(second["results"]), second["next"]) == (100, 1, None)
    assert evening.phone.get(f"{evening.club}/tab").json["balances"] == {anna: 101}


def test_payments_and_fees_of_an_evening_are_booked_and_taken_back(evening: ApiEvening) -> None:
    anna, beppo = evening.id("Anna"), evening.id("Beppo")
    paid = {**key(), "payer": anna, "payee": beppo, "amount_minor": 30, "note": "a schnapps"}
    first, again = (evening.phone.post(f"{evening.scribe}/payments", paid) for _ in range(2))
    assert first.json == again.json
    [beside] = first.json["beside"]
    assert (beside["payer"], beside["payee"], beside["note"]) == (anna, beppo, "a schnapps")
    fee = {**key(), "people": [anna, beppo], "amount_minor": 100}
    entries = evening.phone.post(f"{evening.scribe}/charges", fee).json["beside"]
    assert entries[1]["amounts"] == {anna: -100, beppo: -100}
    undone = evening.phone.post(f"{evening.scribe}/entries/{entries[0]['id']}/undo", key())
    assert [one["kind"] for one in undone.json["beside"]] == ["charge"]
    itself = unchanged(lambda: evening.phone.post(f"{evening.scribe}/payments", {**paid, **key(), "payee": anna}))
    assert (itself.status, itself.problems) == (400, [("payer_is_payee", "payee")])
    assert audit_club(Club.objects.get()) is None
