"""A club and its people over the API: begun without an evening, renamed, linked, hidden, forgotten."""

from functools import partial
from uuid import uuid4

import pytest

from scorebook.clubs.models import Club
from scorebook.operations.audit.full_audit import audit_club
from tests.support.api_phone import Answer, ApiEvening, Json, Phone, key, opening, unchanged

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True, "level": "schneider"}


def founded(phone: Phone, *people: str, **more: object) -> Answer:
    return phone.post("clubs", {**key(), "name": "Eichel-Ober", "people": list(people), **more})


def people_of(club: Json, phone: Phone) -> dict[str, Json]:
    found = phone.get(f"clubs/{club['links']['club']['token']}/people").json["results"]
    return {one["name"]: one for one in found}


def test_a_club_begins_without_an_evening(phone: Phone) -> None:
    body = {**key(), "name": " Eichel-Ober ", "people": ["Anna", "Beppo"]}
    first, again = phone.post("clubs", body), phone.post("clubs", body)
    assert (first.status, again.status) == (201, 200)
    assert first.json == again.json
    assert first.json["name"] == "Eichel-Ober"
    assert [one["name"] for one in first.json["people"]] == ["Anna", "Beppo"]
    started = phone.post("evenings", opening(club_token=first.json["links"]["club"]["token"]))
    assert started.status == 201
    anna = first.json["people"][0]["id"]
    assert started.json["names"][anna] == "Anna"


def test_everything_wrong_with_a_club_is_named_at_once(phone: Phone) -> None:
    answer = unchanged(lambda: founded(phone, "Anna", "anna", "", name="x" * 200))
    assert (answer.status, answer.problems) == (
        400,
        [("name_too_long", "name"), ("name_twice", "people.1"), ("name_missing", "people.2")],
    )
    answer = unchanged(lambda: founded(phone, "Anna", "anna", id="today"))
    assert answer.problems == [("not_a_key", "id"), ("name_twice", "people.1")]
    answer = unchanged(lambda: phone.post("clubs", {"people": "Anna", "colour": "green"}))
    assert answer.problems == [
        ("field_missing", "id"),
        ("field_missing", "name"),
        ("not_a_list", "people"),
        ("field_unexpected", "colour"),
    ]


def test_a_key_founds_one_club(phone: Phone) -> None:
    sent = str(uuid4())
    first = founded(phone, id=sent)
    assert first.json["id"] != sent  # who learns the club's id must not be able to repeat the request
    assert founded(phone, id=sent).json == first.json
    answer = unchanged(lambda: founded(phone, id=sent, name="Schellen-Sau"))
    assert (answer.status, answer.problems) == (409, [("key_conflict", "id")])


def test_people_are_enrolled_and_renamed(phone: Phone) -> None:
    club = founded(phone, "Anna").json
    path = f"clubs/{club['links']['club']['token']}/people"
    body = {**key(), "people": ["Beppo", "Anna", "Cilli"]}
    assert phone.post(path, body).json == phone.post(path, body).json
    people = people_of(club, phone)
    assert list(people) == ["Anna", "Beppo", "Cilli"]
    beppo = people["Beppo"]["id"]
    assert phone.put(f"{path}/{beppo}/name", {"name": "Beppo H."}).status == 200
    assert list(people_of(club, phone)) == ["Anna", "Beppo H.", "Cilli"]
    answer = unchanged(lambda: phone.put(f"{path}/{beppo}/name", {"name": "ANNA"}))
    assert (answer.status, answer.problems) == (409, [("name_taken", "name")])
    assert phone.put(f"{path}/{uuid4()}/name", {"name": "Done"}).status == 404
    assert audit_club(Club.objects.get()) is None


def test_a_name_does_not_go_with_open_money_where_the_client_asks(evening: ApiEvening) -> None:
    """Anna has lost a Rufer with Schneider, 30 points at a cent."""
    evening.record(RUFER, known=0)
    path, anna = f"{evening.club}/people", evening.id("Anna")
    open_lines = {one["person"]: one for one in evening.phone.get(path).json["open"]}
    assert open_lines[anna] == {
        "person": anna, "unit": "EUR", "net_minor": -30, "evenings_minor": -30, "tab_minor": 0, "linked_minor": 0,
    }  # fmt: skip
    for verb in ("hide", "forget"):
        refusing = {**key(), "accept_balance": False}
        answer = unchanged(partial(evening.phone.post, f"{path}/{anna}/{verb}", refusing))
        assert (answer.status, answer.problems) == (409, [("balance_open", "accept_balance")])
    assert evening.phone.post(f"{path}/{anna}/hide", {**key(), "accept_balance": True}).status == 200
    request = key()
    for body in (request, {**request, "accept_balance": False}):  # sent again, it is done already
        assert evening.phone.post(f"{path}/{anna}/forget", body).status == 200


def test_two_entries_are_linked_and_parted(phone: Phone) -> None:
    club = founded(phone, "Sepp", "Josef", "Anna").json
    path, people = f"clubs/{club['links']['club']['token']}/people", people_of(club, phone)
    sepp, josef = people["Sepp"]["id"], people["Josef"]["id"]
    body = {**key(), "other": josef}
    for _ in range(2):
        assert phone.post(f"{path}/{sepp}/link", body).status == 200
    assert people_of(club, phone)["Sepp"]["person"] == josef
    answer = phone.post(f"{path}/{sepp}/link", {**key(), "other": people["Anna"]["id"]})
    assert (answer.status, answer.problems) == (409, [("already_linked", "person")])
    answer = phone.post(f"{path}/{josef}/link", {**key(), "other": str(uuid4())})
    assert (answer.status, answer.problems) == (400, [("player_of_other_club", "other")])
    assert phone.post(f"{path}/{sepp}/link/undo", key()).status == 200
    assert people_of(club, phone)["Sepp"]["person"] == sepp


def test_names_are_hidden_shown_and_forgotten(phone: Phone) -> None:
    club = founded(phone, "Anna", "Beppo").json
    path, anna = f"clubs/{club['links']['club']['token']}/people", people_of(club, phone)["Anna"]["id"]

    def changed(verb: str) -> Json:
        answer = phone.post(f"{path}/{anna}/{verb}", key())
        assert answer.status == 200, answer.text
        return next(one for one in answer.json["results"] if one["id"] == anna)

    hidden = changed("hide")
    assert (hidden["is_hidden"], "Anna" in hidden["name"]) == (True, False)
    assert phone.post(f"{path}/{anna}/hide", key()).problems == [("already_hidden", "person")]
    assert changed("hide/undo")["name"] == "Anna"
    assert changed("ratings/leave")["is_rated"] is False
    assert changed("ratings/leave/undo")["is_rated"] is True
    forgotten = changed("forget")
    assert (forgotten["is_forgotten"], forgotten["is_hidden"]) == (True, False)
    assert "Anna" not in phone.get(path).text


@pytest.mark.parametrize("verb", ["hide", "hide/undo"])
def test_the_club_says_whether_those_who_look_on_see_money(evening: ApiEvening, verb: str) -> None:
    evening.phone.post(f"{evening.club}/money/hide", key())
    body = key()
    first, again = (evening.phone.post(f"{evening.club}/money/{verb}", body) for _ in range(2))
    assert (first.status, first.json) == (200, again.json)
    assert first.json["hides_money"] is (verb == "hide")
    seen = evening.phone.get(evening.watch).json["stake_minor"]
    assert seen is None if verb == "hide" else seen == 1


def test_clubs_become_one_and_part(evening: ApiEvening, phone: Phone) -> None:
    other = founded(phone, "Anna", "Gustl").json
    body = {**key(), "club_token": other["links"]["club"]["token"]}
    first, again = (phone.post(f"{evening.club}/clubs", body) for _ in range(2))
    assert (first.status, first.json) == (200, again.json)
    assert [one["name"] for one in first.json["clubs"]][1:] == ["Eichel-Ober"]
    unknown = phone.post(f"{evening.club}/clubs", {**key(), "club_token": "nobody"})
    assert (unknown.status, unknown.problems) == (400, [("club_unknown", "club_token")])
    itself = phone.post(f"{evening.club}/clubs", {**key(), "club_token": evening.token("club")})
    assert itself.problems == [("same_club", "club_token")]
    parted = phone.post(f"{evening.club}/clubs/{other['id']}/undo", key())
    assert [one["id"] for one in parted.json["clubs"]] == [parted.json["id"]]


def test_a_club_is_renamed(evening: ApiEvening) -> None:
    assert evening.phone.put(f"{evening.club}/name", {"name": "Schellen-Sau"}).json["name"] == "Schellen-Sau"
    answer = unchanged(lambda: evening.phone.put(f"{evening.club}/name", {"name": ""}))
    assert (answer.status, answer.problems) == (400, [("name_missing", "name")])


def test_evenings_are_archived_and_come_back(evening: ApiEvening) -> None:
    def ask(verb: str, id: str = evening.opened["id"]) -> Answer:
        return evening.phone.post(f"{evening.club}/evenings/{id}/{verb}", key())

    assert [one["state"] for one in ask("discard").json["results"]] == ["discarded"]
    assert evening.phone.get(f"{evening.club}/evenings").json["results"] == []
    assert ask("archive/undo").json["results"] == []
    evening.record({"contract": "thrown_in"}, known=0)
    answer = ask("discard")
    assert (answer.status, [code for code, _ in answer.problems]) == (409, ["evening_not_empty"])
    assert [one["state"] for one in ask("archive").json["results"]] == ["archived"]
    assert [one["number"] for one in evening.phone.get(f"{evening.club}/evenings/archived").json["results"]] == [1]
    assert [ask(verb, str(uuid4())).status for verb in ("archive", "archive/undo", "discard")] == [404, 404, 404]
