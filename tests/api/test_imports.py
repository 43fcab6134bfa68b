"""A club's way out over the API, and evenings of other programs on their way in."""

import json
from datetime import date, timedelta
from pathlib import Path

import jsonschema
import pytest

from scorebook.exchange.imports import limits
from scorebook.exchange.imports.limits import MAX_AT_ONCE
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import Evening
from tests.support.api_phone import Answer, ApiEvening, Json, key, unchanged

SCHEMA = Path(__file__).parents[2] / "docs/club-file.schema.json"
TABLE = "date;Anna;Beppo;Cilli;Hias\n2024-05-02;1,20;-0,40;-0,40;-0,40\n2024-05-09;-0,30;0,10;0,10;0,10\n"
WRONG = "2024-05-16;1,20;-0,40;-0,40;-0,30\n2024-13-01;0,10;0;0;-0,10\n"


def sent(evening: ApiEvening, **changes: object) -> Answer:
    terms = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1, "figures": "EUR"}
    return evening.phone.post(f"{evening.club}/imports", {**key(), **terms, "text": TABLE, **changes})


def balances(evening: ApiEvening) -> dict[str, int]:
    club = evening.phone.get(evening.club).json
    names = {one["id"]: one["name"] for one in club["people"]}
    found = club["balances"].get("EUR", {})
    return {names[id]: amount for id, amount in found.items() if amount}


def test_a_dry_run_says_all_and_writes_nothing(evening: ApiEvening) -> None:
    answer = unchanged(lambda: sent(evening, dry_run=True))
    assert (answer.status, answer.json["written"]) == (200, None)
    draft = answer.json["draft"]
    assert draft["format"] == "results"
    assert {one["name"]: one["is_new"] for one in draft["people"]} == {
        "Anna": False, "Beppo": False, "Cilli": False, "Hias": True
    }  # fmt: skip
    assert [one["started_on"] for one in draft["evenings"]] == ["2024-05-02", "2024-05-09"]
    assert draft["evenings"][0]["sums"][evening.id("Anna")] == 120


def test_a_dry_run_counts_and_names_the_rows_left_out(evening: ApiEvening) -> None:
    head = "Date,Description,Category,Cost,Currency,Anna,Beppo\n2024-05-02,Karten,Games,4.00,EUR,2.00,-2.00\n"
    answer = sent(evening, text=f"{head}2024-05-02,Wirt,Games,4.00,BTC,2.00,-2.00\n", dry_run=True)
    assert (answer.status, answer.json["draft"]["left_out"], len(answer.json["draft"]["payments"])) == (200, 1, 1)
    notices = {one["code"]: one for one in answer.json["notices"]}
    assert notices["rows_left_out"]["message"].startswith("Rows left out because they cannot be read: 1.")
    assert (notices["currency_unknown"]["place"], notices["currency_unknown"]["message"]) == (
        "line 3", "Left out: “BTC” is not a currency. Write its code, such as EUR.",
    )  # fmt: skip


def test_evenings_come_in_once_and_are_taken_back_as_one(evening: ApiEvening) -> None:
    body = key() | {"money": "open"}
    first, again = sent(evening, **body), unchanged(lambda: sent(evening, **body))
    assert (first.status, again.status) == (201, 200)
    assert first.json["written"] == again.json["written"]
    assert balances(evening) == {"Anna": 90, "Beppo": -30, "Cilli": -30, "Hias": -30}
    [listed] = evening.phone.get(f"{evening.club}/imports").json["results"]
    assert (listed["id"], len(listed["evenings"])) == (body["id"], 2)
    undo = key()
    for _ in range(2):
        taken_back = evening.phone.post(f"{evening.club}/imports/{body['id']}/undo", undo)
        assert (taken_back.status, taken_back.json["results"]) == (200, [])
    assert balances(evening) == {}
    assert audit_club(Evening.objects.all()[0].club) is None


def test_what_is_there_already_comes_in_no_second_time(evening: ApiEvening) -> None:
    sent(evening)
    answer = unchanged(lambda: sent(evening))
    assert (answer.status, answer.problems) == (409, [("nothing_new", "text")])


def test_a_name_may_be_somebody_else_s(evening: ApiEvening) -> None:
    answer = sent(evening, people={"Hias": evening.id("Done")})
    assert answer.status == 201
    people = evening.phone.get(evening.club).json["people"]
    assert [one["name"] for one in people] == ["Anna", "Beppo", "Cilli", "Done"]


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_name_like_a_known_one_needs_a_choice(evening: ApiEvening, dry_run: bool) -> None:
    text = TABLE.replace("Hias", "Doni").replace("Anna", "Ana")
    answer = unchanged(lambda: sent(evening, text=text, dry_run=dry_run))
    assert (answer.status, answer.problems) == (409, [("name_unclear", "text"), ("name_unclear", "text")])
    said = [one["message"] for one in answer.json["error"]["problems"]]
    assert [("Ana" in one, "Anna" in one, "Done" in one) for one in said] == [(True, True, False), (False, False, True)]
    chosen = sent(evening, text=text, people={"Ana": evening.id("Anna"), "Doni": None}, dry_run=dry_run)
    assert chosen.status == (200 if dry_run else 201)
    names = {one["name"]: one["is_new"] for one in chosen.json["draft"]["people"]}
    assert names == {"Ana": False, "Beppo": False, "Cilli": False, "Doni": True}


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"text": TABLE + WRONG}, [("sum_not_0", "text"), ("date_impossible", "text.date")]),
        ({"text": ""}, [("field_missing", "text")]),
        ({"stake_minor": 0}, [("stake_out_of_range", "stake_minor")]),
        ({"game": "skat"}, [("game_unknown", "game")]),
        ({"format": "excel", "people": {"Hias": "x"}}, [("not_a_choice", "format"), ("not_a_key", "people.Hias")]),
        ({"format": "spliit"}, [("not_this_format", "text")]),
    ],
)  # fmt: skip
def test_everything_wrong_is_named_at_once(evening: ApiEvening, changes: Json, problems: list[tuple[str, str]]) -> None:
    answer = unchanged(lambda: sent(evening, **changes))
    assert (answer.status, {code for code, _ in answer.problems}) == (400, {code for code, _ in problems})


def test_a_wrong_line_has_its_number(evening: ApiEvening) -> None:
    answer = sent(evening, text=TABLE + "2024-05-16;1,20;-0,40;-0,40;-0,30\n")
    [problem] = answer.json["error"]["problems"]
    assert (problem["code"], problem["line"]) == ("sum_not_0", 4)


def test_the_club_leaves_as_the_file_that_its_schema_describes(evening: ApiEvening) -> None:
    evening.record({"contract": "rufer", "declarer": "Anna", "partner": "Beppo", "won": True}, known=0)
    answer = evening.phone.get(f"{evening.club}/file")
    jsonschema.validate(answer.json, json.loads(SCHEMA.read_text()))
    assert answer.json["clubs"][0]["evenings"][0]["events"]
    etag = answer.headers["ETag"]
    assert evening.phone.get(f"{evening.club}/file", if_none_match=etag).status == 304
    assert evening.token("club") not in answer.text


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_text_of_more_evenings_than_a_request_writes_is_previewed_and_not_written(
    evening: ApiEvening, dry_run: bool
) -> None:
    rows = [f"{date(2024, 1, 1) + timedelta(days=day)};1,00;-1,00;0;0" for day in range(MAX_AT_ONCE + 1)]
    text = "date;Anna;Beppo;Cilli;Done\n" + "\n".join(rows)
    answer = unchanged(lambda: sent(evening, text=text, dry_run=dry_run))
    if dry_run:
        assert (answer.status, len(answer.json["draft"]["evenings"])) == (200, MAX_AT_ONCE + 1)
    else:
        assert (answer.status, answer.problems) == (400, [("too_many_at_once", "text")])


def test_what_is_written_in_parts_is_one_import(evening: ApiEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PART_WEIGHT", 1)
    text = "date;Anna;Beppo;Cilli;Done\n2024-01-01;1,00;-1,00;0;0\n2024-01-02;1,00;-1,00;0;0"
    answer = sent(evening, text=text)
    assert (answer.status, len(answer.json["written"]["evenings"])) == (201, 2)
    [listed] = evening.phone.get(f"{evening.club}/imports").json["results"]
    assert listed == answer.json["written"]
    undone = evening.phone.post(f"{evening.club}/imports/{listed['id']}/undo", key())
    assert (undone.status, undone.json) == (200, {"results": [], "next": None})
