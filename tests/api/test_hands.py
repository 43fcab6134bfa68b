"""Hands over the API: recorded, looked at before, corrected, voided."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.api_phone import ApiEvening, Json, key, unchanged

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True}
SOLO = {"contract": "solo", "declarer": "Done", "trump_suit": "hearts", "won": False, "kontra": 1}
THROWN_IN = {"contract": "thrown_in"}


def test_a_hand_is_written_with_its_score_in_words(evening: ApiEvening) -> None:
    answer = evening.record(RUFER | {"card_points": 94}, known=0)
    assert (answer.status, answer.json["hand_count"], answer.json["revision"]) == (201, 1, 2)
    hand = answer.json["hand"]
    assert (hand["no"], hand["kind"], hand["dealer"]) == (1, "recorded", evening.id("Anna"))
    assert evening.named(hand["score"]["points"]) == {"Anna": -30, "Beppo": 30, "Cilli": 30, "Done": -30}
    assert hand["score"]["sum"] == "Rufer\u00a020 +\u00a0Schneider\u00a010 =\u00a030"


def test_somebody_may_deal_out_of_turn(evening: ApiEvening) -> None:
    answer = evening.record(RUFER, known=0, dealer=evening.id("Done"))
    assert (answer.status, answer.json["hand"]["dealer"]) == (201, evening.id("Done"))
    stranger = str(uuid4())
    assert evening.record(RUFER, known=1, dealer=stranger).problems == [("player_unknown", "dealer")]


def test_a_hand_sent_twice_is_written_once(evening: ApiEvening) -> None:
    id = str(uuid4())
    first = evening.record(RUFER, known=0, id=id)
    again = unchanged(lambda: evening.record(RUFER, known=0, id=id))
    assert (first.status, again.status) == (201, 200)
    assert again.json == first.json
    other = unchanged(lambda: evening.record(SOLO, known=0, id=id))
    assert (other.status, other.problems) == (409, [("key_reused", "id")])


def test_a_writer_who_missed_hands_is_shown_them(evening: ApiEvening) -> None:
    evening.record(RUFER, known=0)
    evening.record(SOLO, known=1)
    evening.record(THROWN_IN, known=2)
    answer = unchanged(lambda: evening.record(RUFER, known=1))
    assert (answer.status, answer.problems) == (409, [("stale_hand", "known_hands")])
    current = answer.json["error"]["current"]
    assert (current["hand_count"], [line["no"] for line in current["hands"]]) == (3, [2, 3])
    assert current["hands"] == evening.sheet()["hands"][1:]


@pytest.mark.parametrize(
    ("hand", "changes", "problems"),
    [
        ({}, {}, [("contract_missing", "kind")]),
        ({"kind": "skat.grand"}, {}, [("game_unknown", "kind")]),
        ({"kind": 7}, {}, [("game_unknown", "kind")]),
        ({"kind": "bavarian.zebra"}, {}, [("contract_unknown", "kind")]),
        ({"kind": "bavarian. thrown_in"}, {}, [("contract_unknown", "kind")]),
        ({"kind": "bavarian.own:Blau"}, {}, [("contract_unknown", "kind")]),
        ({"kind": "bavarian.own", "name": 7}, {}, [("contract_unknown", "kind")]),
        (
            {"kind": "bavarian.zupf_solo", "declarer": "Anna", "won": True},
            {},
            [("not_agreed_at_this_table", "kind")],
        ),
        ({"kind": "palatinate.thrown_in"}, {}, [("hand_of_another_game", "kind")]),
        ({"kind": "bavarian.thrown_in", "name": "Blau"}, {}, [("passed_hand_with_result", "name")]),
        (RUFER | {"partner": "Elis"}, {}, [("player_unknown", "partner")]),
        (
            {"contract": "solo", "card_points": 121, "colour": "green", "kontra": -1},
            {"id": "one", "known_hands": "0", "dealer": "Anna", "note": "!"},
            [
                ("not_a_key", "id"),
                ("not_integer", "known_hands"),
                ("not_a_key", "dealer"),
                ("field_unexpected", "note"),
                ("field_unknown", "colour"),
                ("calls_out_of_range", "kontra"),
                ("declarer_missing", "declarer"),
                ("points_out_of_range", "card_points"),
            ],
        ),
        (RUFER, {"known_hands": True, "hand": []}, [("not_integer", "known_hands"), ("not_a_mapping", "hand")]),
        (RUFER, {"hand": None}, [("field_missing", "hand")]),
    ],
)
def test_every_problem_of_a_hand_is_named_at_once_and_nothing_is_written(
    evening: ApiEvening, hand: Json, changes: Json, problems: list[tuple[str, str]]
) -> None:
    body = {"id": str(uuid4()), "known_hands": 0, "hand": evening.by_id(hand)} | changes
    answer = unchanged(lambda: evening.phone.post(f"{evening.scribe}/hands", body))
    assert answer.status == 400
    assert set(problems) <= set(answer.problems)
    assert {field for _, field in answer.problems} - {field for _, field in problems} <= {"trump_suit"}


def test_problems_name_people_and_speak_the_language_of_the_request(evening: ApiEvening) -> None:
    evening.phone.post(f"{evening.scribe}/people", key() | {"name": "Elis", "place": 5})
    hand = RUFER | {"declarer": "Anna"}  # who deals at a table of five sits out
    messages = []
    for language in ("de", "en"):
        evening.phone.language = language
        messages.append(evening.record(hand, known=0).json["error"]["message"])
    assert messages == ["Anna setzt in diesem Spiel aus.", "Anna is sitting out this hand."]


def test_a_preview_is_what_the_hand_then_brings_and_writes_nothing(evening: ApiEvening) -> None:
    hand = {"hand": evening.by_id(SOLO)}
    seen = unchanged(lambda: evening.phone.post(f"{evening.scribe}/hands/preview", hand))
    assert (seen.status, evening.named(seen.json["points"])["Done"]) == (200, -300)
    score = evening.record(SOLO, known=0).json["hand"]["score"]
    assert seen.json == {name: value for name, value in score.items() if name != "text"}


def test_a_correction_is_previewed_with_its_number(evening: ApiEvening) -> None:
    evening.record(RUFER, known=0)
    preview = f"{evening.scribe}/hands/preview"
    seen = unchanged(lambda: evening.phone.post(preview, {"hand": evening.by_id(SOLO), "no": 1}))
    assert evening.named(seen.json["points"])["Done"] == -300
    refused = evening.phone.post(preview, {"hand": evening.by_id(SOLO), "no": 2})
    assert (refused.status, refused.problems) == (400, [("number_unknown", "no")])
    both = evening.phone.post(preview, {"hand": evening.by_id(SOLO), "no": 2, "dealer": 5})
    assert (both.status, both.problems) == (400, [("not_a_key", "dealer"), ("number_unknown", "no")])
    wrong = evening.phone.post(preview, {"hand": {"kind": "bavarian.zebra"}, "no": "1"})
    assert (wrong.status, wrong.problems) == (400, [("not_integer", "no"), ("contract_unknown", "kind")])


def test_a_corrected_hand_keeps_its_history(evening: ApiEvening) -> None:
    first = evening.record(RUFER, known=0).json["hand"]["id"]
    address = f"{evening.scribe}/hands/1"
    body = {"id": str(uuid4()), "replaces": first, "hand": evening.by_id(SOLO)}
    answer = evening.phone.put(address, body)
    assert (answer.status, answer.json["hand"]["kind"], answer.json["hand"]["replaces"]) == (200, "corrected", first)
    again = unchanged(lambda: evening.phone.put(address, body))
    assert (again.status, again.json) == (200, answer.json)
    other = unchanged(lambda: evening.phone.put(address, body | {"hand": evening.by_id(THROWN_IN)}))
    assert (other.status, other.problems) == (409, [("key_reused", "id")])

    history = evening.phone.get(f"{evening.watch}/hands/1").json
    assert [(event["kind"], event["id"]) for event in history["events"]] == [
        ("recorded", first),
        ("corrected", body["id"]),
    ]
    assert history["events"][0]["score"]["text"] == "Beppo with Cilli: Rufer, won"
    line = evening.sheet()["hands"][0]
    assert (line["id"], line["corrected"], evening.named(line["points"])["Done"]) == (body["id"], 1, -300)


def test_a_voided_hand_counts_for_nothing(evening: ApiEvening) -> None:
    first = evening.record(RUFER, known=0).json["hand"]["id"]
    body = {"id": str(uuid4()), "replaces": first}
    answer = evening.phone.post(f"{evening.scribe}/hands/1/undo", body)
    assert (answer.status, answer.json["hand"]["kind"]) == (200, "voided")
    assert unchanged(lambda: evening.phone.post(f"{evening.scribe}/hands/1/undo", body)).json == answer.json
    sheet = evening.sheet()
    assert sheet["hands"][0]["is_void"]
    assert [player["amount_minor"] for player in sheet["people"]] == [0, 0, 0, 0]


def test_who_corrects_what_somebody_else_has_corrected_is_shown_it(evening: ApiEvening) -> None:
    first = evening.record(RUFER, known=0).json["hand"]["id"]
    evening.record(THROWN_IN, known=1)
    address = f"{evening.scribe}/hands/1"
    evening.phone.put(address, key() | {"replaces": first, "hand": evening.by_id(SOLO)})
    late = key() | {"replaces": first}
    for answer in (
        unchanged(lambda: evening.phone.put(address, late | {"hand": evening.by_id(RUFER)})),
        unchanged(lambda: evening.phone.post(f"{address}/undo", late)),
    ):
        assert (answer.status, answer.problems) == (409, [("stale_hand", "replaces")])
        assert answer.json["error"]["current"] == {"hand_count": 2, "hands": evening.sheet()["hands"][:1]}


def test_a_correction_that_makes_a_later_hand_impossible_is_refused(evening: ApiEvening) -> None:
    opened = evening.phone.post("evenings", _pot_opening(evening)).json
    pot = ApiEvening(phone=evening.phone, opened=opened)
    first = pot.record(THROWN_IN, known=0).json["hand"]["id"]
    second = pot.record(RUFER | {"pot_taken_by": "Beppo"}, known=1)
    assert second.status == 201, second.json
    body = key() | {"replaces": first, "hand": pot.by_id(RUFER)}
    answer = unchanged(lambda: pot.phone.put(f"{pot.scribe}/hands/1", body))
    assert (answer.status, answer.problems[0]) == (409, ("later_hand_impossible", "hand"))
    assert answer.problems[1] == ("pot_is_empty", "hands.2.pot_taken_by")
    assert answer.json["error"]["message"].startswith("This change would make hand 2 impossible")


def _pot_opening(evening: ApiEvening) -> Json:
    return {
        "id": str(uuid4()),
        "club_token": evening.token("club"),
        "game": "bavarian",
        "preset": "pub_10_20_50",
        "house_rules": {"pot_sweetener": 10},
        "unit": "EUR",
        "stake_minor": 1,
        "people": list(evening.opened["names"].values()),
    }


@pytest.mark.parametrize("no", ["0", "2", "9" * 30])
def test_a_hand_that_is_not_there_is_not_found(evening: ApiEvening, no: str) -> None:
    evening.record(RUFER, known=0)
    address = f"{evening.scribe}/hands/{no}"
    for answer in (
        evening.phone.get(address),
        evening.phone.put(address, key() | {"replaces": str(uuid4()), "hand": evening.by_id(THROWN_IN)}),
        evening.phone.post(f"{address}/undo", key() | {"replaces": str(uuid4())}),
    ):
        assert (answer.status, answer.problems) == (404, [("hand_unknown", "no")])


def test_a_hand_costs_the_same_however_long_the_evening_is(evening: ApiEvening) -> None:
    costs = []
    for known in range(6):
        hand = {"id": str(uuid4()), "known_hands": known, "hand": evening.by_id(RUFER)}
        with CaptureQueriesContext(connection) as queries:
            assert evening.phone.post(f"{evening.scribe}/hands", hand).status == 201
        costs.append(len(queries))
    assert len(set(costs)) == 1, costs
