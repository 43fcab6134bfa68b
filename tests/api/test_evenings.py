"""An evening is opened, read, joined, left, closed and opened again."""

from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorebook.api.views import document
from scorebook.clubs.models import Player
from scorebook.clubs.services import rename_player
from tests.support.api_phone import ApiEvening, Json, Phone, key, opening, rows, unchanged

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True}


def test_an_evening_is_opened_with_its_links_and_an_empty_sheet(phone: Phone) -> None:
    wanted = opening(first_dealer="cilli")
    answer = phone.post("evenings", wanted)
    sheet = answer.json
    assert answer.status == 201
    assert (sheet["number"], sheet["unit"], sheet["stake_minor"]) == (1, "EUR", 1)
    assert sheet["id"] != wanted["id"]  # a repeated request gets the links, so its key is no id that others see
    assert sheet["links"].keys() == {"scribe", "watch", "club"}
    assert [player["name"] for player in sheet["people"]] == wanted["people"]
    assert (sheet["names"][sheet["next"]["dealer"]], sheet["names"][sheet["next"]["leader"]]) == ("Cilli", "Done")
    assert (sheet["hands"], sheet["payments"], sheet["hand_count"], sheet["may_write"]) == ([], [], 0, True)
    assert {"rufer", "solo", "thrown_in", "agreed"} <= {contract["id"] for contract in sheet["contracts"]}
    again = phone.get(sheet["links"]["scribe"]["url"].removeprefix("http://testserver")).json
    assert again == sheet | {"club": None, "links": {name: sheet["links"][name] for name in ("watch", "scribe")}}


def test_house_rules_are_pinned(phone: Phone) -> None:
    sheet = phone.post("evenings", opening(house_rules={"pot_sweetener": 10})).json
    assert sheet["ruleset"]["house_rules"]["pot_sweetener"] == 10


def test_contracts_of_the_tables_own_are_pinned_and_recorded(phone: Phone) -> None:
    name = "Kreuz ü <b>\"'"
    wanted = opening(house_rules={"own_contracts": [{"name": name, "price": 20, "counts_run": False}]})
    sheet = phone.post("evenings", wanted).json
    assert phone.post("evenings", wanted).status == 200
    [own] = [one for one in sheet["contracts"] if one["id"].startswith("own:")]
    assert (own["id"], own["name"], own["top_trumps"]) == (f"own:{name}", name, [])
    path = sheet["links"]["scribe"]["url"].removeprefix("http://testserver/api/v1/")
    facts = {"declarer": sheet["people"][0]["id"], "card_points": 91}
    hand = {"kind": "bavarian.own", "name": name, **facts}
    answer = phone.post(f"{path}/hands", {"id": str(uuid4()), "known_hands": 0, "hand": hand})
    assert answer.status == 201 and name in answer.text.replace('\\"', '"')
    assert (answer.json["hand"]["hand"], answer.json["hand"]["score"]["value"]) == (hand, 30)


@pytest.mark.parametrize(
    ("own", "code", "field"),
    [
        ([{"name": "Wenz", "price": 20}], "own_contract_known", "own_contracts.0.name"),
        ([{"name": "Blau", "price": "20"}], "not_integer", "own_contracts.0.price"),
        ([{"name": "Blau\x00", "price": 20}], "text_unstorable", "house_rules.own_contracts.0.name"),
        ([["Blau", 20]], "not_a_mapping", "own_contracts.0"),
        ({"name": "Blau"}, "not_a_list", "own_contracts"),
    ],
)
def test_a_contract_that_cannot_be_is_refused_by_its_field(phone: Phone, own: object, code: str, field: str) -> None:
    answer = unchanged(lambda: phone.post("evenings", opening(house_rules={"own_contracts": own})))
    assert (answer.status, answer.problems) == (400, [(code, field)])


def test_an_evening_sent_twice_is_opened_once(phone: Phone) -> None:
    wanted = opening()
    first = phone.post("evenings", wanted)
    again = unchanged(lambda: phone.post("evenings", wanted, accept_language="de"))
    assert (first.status, again.status) == (201, 200)
    assert again.json["links"] == first.json["links"]
    for change in ({"stake_minor": 2}, {"preset": "school_10_50"}, {"people": ["Done", "Cilli", "Beppo", "Anna"]}):
        other = unchanged(partial(phone.post, "evenings", wanted | change))
        assert (other.status, other.problems) == (409, [(_conflict(change), "id")])


def _conflict(change: Json) -> str:
    """Other names under the same ids are the club's to refuse, everything else is the evening's."""
    return "key_conflict" if "people" in change else "key_reused"


def test_the_same_people_play_again_in_their_club(evening: ApiEvening) -> None:
    wanted = opening("Anna", "beppo", "Cilli", "Elis", club_token=evening.token("club"))
    second = evening.phone.post("evenings", wanted)
    assert (second.status, second.json["number"]) == (201, 2)
    assert second.json["links"]["club"] == evening.opened["links"]["club"]
    assert set(second.json["names"]) - set(evening.opened["names"]) == {second.json["people"][3]["id"]}
    assert evening.phone.post("evenings", wanted).status == 200


@pytest.mark.parametrize("link", ["scribe", "watch"])
def test_only_the_club_link_starts_an_evening_in_the_club(evening: ApiEvening, link: str) -> None:
    answer = unchanged(lambda: evening.phone.post("evenings", opening(club_token=evening.token(link))))
    assert (answer.status, answer.problems) == (400, [("link_unknown", "club_token")])


@pytest.mark.parametrize("stake", [0, "x"])
def test_a_wrong_link_is_named_with_all_else_that_is_wrong(phone: Phone, stake: object) -> None:
    answer = unchanged(lambda: phone.post("evenings", opening(club_token="nobody", stake_minor=stake)))
    assert {field for _code, field in answer.problems} == {"stake_minor", "club_token"}


def test_everything_wrong_with_an_evening_is_named_at_once_and_nothing_is_written(phone: Phone) -> None:
    wanted = {
        "id": "today",
        "game": "bavarian",
        "preset": "nobody's",
        "unit": "",
        "stake_minor": 0,
        "people": ["Anna", " ", "anna"],
        "first_dealer": "Elis",
        "colour": "green",
    }
    answer = unchanged(lambda: phone.post("evenings", wanted))
    assert answer.status == 400
    assert answer.problems == [
        ("not_a_key", "id"),
        ("dealer_not_at_table", "first_dealer"),
        ("field_unexpected", "colour"),
        ("preset_unknown", "preset"),
        ("name_missing", "people.1"),
        ("name_twice", "people.2"),
        ("stake_out_of_range", "stake_minor"),
        ("unit_missing", "unit"),
    ]


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"people": ["Anna"]}, [("players_out_of_range", "people")]),
        ({"people": [f"Gast {n}" for n in range(51)]}, [("list_too_long", "people")]),
        ({"people": ["Anna", "Beppo", "Cilli", "x" * 41]}, [("name_too_long", "people.3")]),
        ({"people": "Anna"}, [("not_a_list", "people")]),
        ({"stake_minor": 1.5, "unit": "x" * 100}, [("not_integer", "stake_minor"), ("unit_impossible", "unit")]),
        ({"stake_minor": None}, [("field_missing", "stake_minor")]),
        ({"game": "skat", "people": ["Anna"]}, [("game_unknown", "game")]),
        (
            {"game": "bierkopf", "preset": "bierkopf", "people": ["Anna", "Beppo", "Cilli"]},
            [("players_exactly", "people")],
        ),
        (
            {"people": ["Anna"] * 2, "stake_minor": -1, "house_rules": {"unit": 0}},
            [
                ("house_rule_out_of_range", "unit"),
                ("name_twice", "people.1"),
                ("stake_out_of_range", "stake_minor"),
                ("players_out_of_range", "people"),
            ],
        ),
    ],
)
def test_what_cannot_be_agreed_is_refused(phone: Phone, changes: Json, problems: list[tuple[str, str]]) -> None:
    answer = unchanged(lambda: phone.post("evenings", opening(**changes)))
    assert (answer.status, answer.problems) == (400, problems)


def test_the_sheet_has_hands_totals_and_reasons(evening: ApiEvening) -> None:
    evening.record(RUFER | {"card_points": 94}, known=0)
    evening.record({"contract": "thrown_in"}, known=1)
    sheet = evening.sheet()
    first, second = sheet["hands"]
    assert evening.named(first["points"]) == {"Anna": -30, "Beppo": 30, "Cilli": 30, "Done": -30}
    assert evening.named(second["running"]) == evening.named(first["points"])
    assert first["score"]["text"] == "Beppo with Cilli: Rufer, won with Schneider, 94 card points"
    assert first["score"]["sum"] == "Rufer\u00a020 +\u00a0Schneider\u00a010 =\u00a030"
    assert {player["name"]: (player["points"], player["amount_minor"]) for player in sheet["people"]} == {
        "Anna": (-30, -30),
        "Beppo": (30, 30),
        "Cilli": (30, 30),
        "Done": (-30, -30),
    }
    assert (sheet["hand_count"], sheet["revision"], sheet["next"]["no"]) == (2, 3, 3)
    assert sheet["names"][sheet["next"]["dealer"]] == "Cilli"
    german = evening.phone.get(evening.watch, accept_language="de").json
    assert german["hands"][0]["score"]["text"] == "Beppo mit Cilli: Rufer, Schneider gewonnen, 94 Augen"


def test_an_unchanged_sheet_is_answered_with_304(evening: ApiEvening) -> None:
    evening.record(RUFER, known=0)
    first = evening.phone.get(evening.watch)
    etag = first.headers["ETag"]
    assert etag.startswith('"')
    assert first.headers["Cache-Control"] == "private, no-cache"
    for _ in range(3):
        evening.record({"contract": "thrown_in"}, known=evening.sheet()["hand_count"])
        etag = evening.phone.get(evening.watch).headers["ETag"]
        with CaptureQueriesContext(connection) as queries:
            again = evening.phone.get(evening.watch, if_none_match=etag)
        assert (again.status, again.text, again.headers["ETag"]) == (304, "", etag)
        # The evening, the last entry of its books, the names: the same for hand 2 and hand 200.
        assert len(queries) == 2


def test_the_etag_changes_with_all_that_the_sheet_shows(evening: ApiEvening) -> None:
    tags = [evening.phone.get(evening.scribe).headers["ETag"]]

    def is_new() -> None:
        tags.append(evening.phone.get(evening.scribe).headers["ETag"])
        assert len(set(tags)) == len(tags)

    evening.record(RUFER, known=0)
    is_new()
    evening.phone.post(f"{evening.scribe}/close", key())
    is_new()
    payment = evening.phone.get(f"{evening.scribe}/payments").json["payments"][0]["id"]
    evening.phone.post(f"{evening.scribe}/payments/{payment}/paid", key())
    is_new()
    evening.phone.post(f"{evening.scribe}/payments/{payment}/paid/undo", key())
    is_new()
    rename_player(player=Player.objects.get(name="Done"), name="Dani", by="club link", at=timezone.now())
    is_new()
    evening.phone.post(f"{evening.scribe}/close/undo", key())
    is_new()
    tags.append(evening.phone.get(evening.scribe, accept_language="de").headers["ETag"])
    tags.append(evening.phone.get(evening.watch).headers["ETag"])
    assert len(set(tags)) == len(tags)


def test_no_client_keeps_a_sheet_whose_fields_have_other_names_now(
    evening: ApiEvening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tag = evening.phone.get(evening.scribe).headers["ETag"]
    renamed = tmp_path / "openapi.json"
    renamed.write_text(document.DOCUMENT.read_text().replace('"people"', '"players"'))
    monkeypatch.setattr(document, "DOCUMENT", renamed)
    document.document_etag.cache_clear()
    try:
        assert evening.phone.get(evening.scribe, if_none_match=tag).status == 200
    finally:
        document.document_etag.cache_clear()


def test_the_sheet_costs_the_same_for_one_hand_and_for_many(evening: ApiEvening) -> None:
    costs = set()
    for known in range(4):
        evening.record(RUFER if known % 4 == 0 else {"contract": "thrown_in"}, known=known)
        with CaptureQueriesContext(connection) as queries:
            evening.phone.get(evening.scribe)
        costs.add(len(queries))
    assert costs == {4}


def test_closing_plans_the_payments_and_reopening_withdraws_them(evening: ApiEvening) -> None:
    evening.record(RUFER, known=0)
    close = key()
    closed = evening.phone.post(f"{evening.scribe}/close", close)
    assert (closed.status, len(closed.json["payments"])) == (200, 2)
    assert closed.json["closed_at"]
    again = unchanged(lambda: evening.phone.post(f"{evening.scribe}/close", close))
    assert (again.status, again.json) == (200, closed.json)

    refused = unchanged(lambda: evening.record(RUFER, known=1))
    assert (refused.status, refused.problems) == (409, [("evening_closed", "evening")])
    twice = unchanged(lambda: evening.phone.post(f"{evening.scribe}/close", key()))
    assert (twice.status, twice.problems) == (409, [("evening_closed", "evening")])

    reopen = key()
    opened = evening.phone.post(f"{evening.scribe}/close/undo", reopen)
    assert (opened.status, opened.json["closed_at"], opened.json["payments"]) == (200, None, [])
    assert unchanged(lambda: evening.phone.post(f"{evening.scribe}/close/undo", reopen)).status == 200
    assert evening.phone.post(f"{evening.scribe}/close/undo", key()).problems == [("evening_open", "evening")]
    assert evening.phone.post(f"{evening.scribe}/close/undo", close).problems == [("key_reused", "id")]


def test_somebody_joins_and_somebody_leaves(evening: ApiEvening) -> None:
    join = key() | {"name": "Elis", "place": 5}
    joined = evening.phone.post(f"{evening.scribe}/people", join)
    assert (joined.status, [player["name"] for player in joined.json["people"]][-1]) == (200, "Elis")
    assert joined.json["names"][joined.json["next"]["sitting_out"][0]] == "Anna"
    assert unchanged(lambda: evening.phone.post(f"{evening.scribe}/people", join)).status == 200
    other = unchanged(lambda: evening.phone.post(f"{evening.scribe}/people", join | {"place": 1}))
    assert (other.status, other.problems) == (409, [("key_reused", "id")])

    leave = key()
    left = evening.phone.post(f"{evening.scribe}/people/{evening.id('Anna')}/leave", leave)
    assert {player["name"]: player["present"] for player in left.json["people"]}["Anna"] is False
    assert (
        unchanged(lambda: evening.phone.post(f"{evening.scribe}/people/{evening.id('Anna')}/leave", leave)).status
        == 200
    )
    gone = evening.phone.post(f"{evening.scribe}/people/{evening.id('Anna')}/leave", key())
    assert (gone.status, gone.problems) == (409, [("player_not_there", "person")])
    assert unchanged(lambda: evening.phone.post(f"{evening.scribe}/people/{uuid4()}/leave", key())).status == 404


@pytest.mark.parametrize(
    ("body", "problems"),
    [
        ({"name": "Elis", "place": 9}, [("place_out_of_range", "place")]),
        ({"name": "Anna", "place": 9}, [("player_already_there", "person"), ("place_out_of_range", "place")]),
        ({"name": "", "place": 9}, [("name_missing", "name"), ("place_out_of_range", "place")]),
        ({"name": 5, "place": "1"}, [("not_text", "name"), ("not_integer", "place")]),
        ({"place": 0}, [("field_missing", "name")]),
        ({"name": "Elis", "place": 0}, [("place_out_of_range", "place")]),
        ({}, [("field_missing", "name")]),
    ],
)
def test_who_cannot_join_is_not_enrolled(evening: ApiEvening, body: Json, problems: list[tuple[str, str]]) -> None:
    answer = unchanged(lambda: evening.phone.post(f"{evening.scribe}/people", key() | body))
    assert (answer.status, answer.problems) == (400, problems)


def test_an_evening_that_is_refused_founds_no_club(phone: Phone) -> None:
    before = rows()
    phone.post("evenings", opening(stake_minor=0))
    assert rows() == before


def test_the_end_is_agreed_on_at_the_start_and_later(phone: Phone, evening: ApiEvening) -> None:
    assert phone.post("evenings", opening(end={"rounds": 8})).json["agreed_end"] == {"rounds": 8}
    assert evening.opened["agreed_end"] is None
    wanted = {**key(), "end": {"ends_at": "2026-11-20T23:00:00+01:00"}}
    assert evening.phone.post(f"{evening.scribe}/end", wanted).json["agreed_end"] == {
        "ends_at": "2026-11-20T22:00:00+00:00"
    }
    unchanged(lambda: evening.phone.post(f"{evening.scribe}/end", wanted))
    assert evening.phone.post(f"{evening.scribe}/end", {"id": wanted["id"], "end": {"rounds": 2}}).status == 409
    assert evening.phone.post(f"{evening.scribe}/end", {**key(), "end": {"deals": 12}}).json["agreed_end"] == {
        "deals": 12
    }
    nine = {**key(), "end": {"points": 9}}
    assert evening.phone.post(f"{evening.scribe}/end", nine).json["agreed_end"] == {"points": 9}
    assert evening.phone.post(f"{evening.scribe}/end", key()).json["agreed_end"] is None


@pytest.mark.parametrize(
    ("end", "problems"),
    [
        ({"rounds": 8, "ends_at": "2026-11-20T23:00:00Z"}, [("end_not_one", "end")]),
        ({}, [("end_not_one", "end")]),
        ({"rounds": 100}, [("end_out_of_range", "end.rounds")]),
        ({"rounds": "8"}, [("not_integer", "end.rounds")]),
        ({"ends_at": "23:00"}, [("moment_impossible", "end.ends_at")]),
        ({"ends_at": "2026-11-20T23:00:00"}, [("moment_impossible", "end.ends_at")]),
        ({"ends_at": "0001-01-01T00:00:00+14:00"}, [("moment_impossible", "end.ends_at")]),
        ({"beer": 3}, [("field_unexpected", "end.beer")]),
        (8, [("not_a_mapping", "end")]),
    ],
)
def test_an_end_that_cannot_be_is_refused(evening: ApiEvening, end: object, problems: list[tuple[str, str]]) -> None:
    answer = unchanged(lambda: evening.phone.post(f"{evening.scribe}/end", {**key(), "end": end}))
    assert (answer.status, answer.problems) == (400, problems)
    assert unchanged(lambda: evening.phone.post("evenings", opening(end=end))).problems == problems


@pytest.mark.parametrize("link", ["watch", "club"])
def test_only_the_scribes_link_agrees_on_an_end(evening: ApiEvening, link: str) -> None:
    answer = evening.phone.post(f"evenings/{evening.token(link)}/end", {**key(), "end": {"rounds": 8}})
    assert answer.status == 404


def test_the_sheet_has_the_rounds(evening: ApiEvening) -> None:
    for known in range(5):
        evening.record(RUFER, known=known)
    sheet = evening.sheet()
    assert [line["round"]["no"] for line in sheet["hands"]] == [1, 1, 1, 1, 2]
    assert sheet["next"]["round"] == {"no": 2, "hand": 2, "of": 4}
