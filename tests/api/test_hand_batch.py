"""Many hands at once, as a phone brings them that was without a network: all of them or none."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorebook.api.serializers.hands import MAX_HANDS
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import Evening, HandEvent
from tests.support.api_phone import Answer, ApiEvening, Json, key, opening, unchanged

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True}
SOLO = {"contract": "solo", "declarer": "Done", "trump_suit": "hearts", "won": False, "kontra": 1}
THROWN_IN = {"contract": "thrown_in"}
RAMSCH = {"contract": "ramsch", "losers": ["Anna"]}
AGREED = {"contract": "agreed", "points": {"Anna": 5, "Beppo": -5}, "why": "a bet on the side"}


def batch_of(evening: ApiEvening, *hands: Json, **more: object) -> list[Json]:
    return [{"id": str(uuid4()), "hand": evening.by_id(hand), **more} for hand in hands]


def sent(evening: ApiEvening, hands: object, *, known: int) -> Answer:
    return evening.phone.post(f"{evening.scribe}/hands/batch", {"known_hands": known, "hands": hands})


def test_many_hands_come_to_what_they_come_to_one_by_one(evening: ApiEvening) -> None:
    other = ApiEvening(phone=evening.phone, opened=evening.phone.post("evenings", opening()).json)
    hands: list[Json] = [RUFER, SOLO, THROWN_IN, RAMSCH, RUFER | {"card_points": 94}, SOLO]
    evening.record(THROWN_IN, known=0)
    other.record(THROWN_IN, known=0)
    batch = batch_of(evening, *hands)
    answer = sent(evening, batch, known=1)
    assert answer.status == 201, answer.json
    assert (answer.json["hand_count"], answer.json["revision"]) == (7, 8)
    assert [hand["no"] for hand in answer.json["hands"]] == [2, 3, 4, 5, 6, 7]
    assert [hand["id"] for hand in answer.json["hands"]] == [hand["id"] for hand in batch]
    for known, hand in enumerate(hands, start=1):
        other.record(hand, known=known)
    mine, theirs = evening.sheet(), other.sheet()
    for ours, one_by_one in zip(mine["hands"], theirs["hands"], strict=True):
        assert evening.named(ours["running"]) == other.named(one_by_one["running"])
        assert ours["score"]["sum"] == one_by_one["score"]["sum"]
    assert [player["hands"] for player in mine["people"]] == [player["hands"] for player in theirs["people"]]
    assert all(audit_club(stored.club) is None for stored in Evening.objects.all())


def test_a_batch_sent_twice_is_written_once(evening: ApiEvening) -> None:
    batch = batch_of(evening, RUFER, SOLO, THROWN_IN)
    first = sent(evening, batch, known=0)
    again = unchanged(lambda: sent(evening, batch, known=0))
    assert (first.status, again.status) == (201, 200)
    assert again.json == first.json


def test_what_came_through_the_first_time_is_not_written_again(evening: ApiEvening) -> None:
    """The answer was lost, and two more hands were played before the phone found the network again."""
    batch = batch_of(evening, RUFER, SOLO)
    sent(evening, batch, known=0)
    more = batch_of(evening, THROWN_IN, RUFER)
    answer = sent(evening, [*batch, *more], known=0)
    assert (answer.status, answer.json["hand_count"]) == (201, 4)
    assert [hand["no"] for hand in answer.json["hands"]] == [1, 2, 3, 4]


def test_a_hand_recorded_alone_is_known_in_a_batch(evening: ApiEvening) -> None:
    first, second = batch_of(evening, RUFER, SOLO)
    evening.record(RUFER, known=0, id=first["id"])
    answer = sent(evening, [first, second], known=0)
    assert (answer.status, answer.json["hand_count"]) == (201, 2)


def test_somebody_else_wrote_meanwhile(evening: ApiEvening) -> None:
    evening.record(SOLO, known=0)
    answer = unchanged(lambda: sent(evening, batch_of(evening, RUFER, RUFER), known=0))
    assert (answer.status, answer.problems) == (409, [("stale_hand", "known_hands")])
    current = answer.json["error"]["current"]
    assert (current["hand_count"], [line["no"] for line in current["hands"]]) == (1, [1])


def test_a_hand_that_cannot_be_is_named_and_nothing_is_written(evening: ApiEvening) -> None:
    wrong = SOLO | {"declarer": "Elis", "card_points": 121}
    answer = unchanged(lambda: sent(evening, batch_of(evening, RUFER, wrong, SOLO), known=0))
    assert answer.status == 400
    assert set(answer.problems) >= {
        ("player_unknown", "hands.1.declarer"),
        ("points_out_of_range", "hands.1.card_points"),
    }
    dealt = batch_of(evening, RUFER) + batch_of(evening, SOLO, dealer=str(uuid4()))
    answer = unchanged(lambda: sent(evening, dealt, known=0))
    assert (answer.status, answer.problems) == (400, [("player_unknown", "hands.1.dealer")])


@pytest.mark.parametrize(
    ("body", "problems"),
    [
        ({}, [("field_missing", "known_hands"), ("field_missing", "hands")]),
        ({"known_hands": 0, "hands": []}, [("field_missing", "hands")]),
        ({"known_hands": 0, "hands": {}}, [("not_a_list", "hands")]),
        (
            {"known_hands": "0", "hands": [{"id": "one", "hand": {}, "note": "!"}, 7, {"hand": []}], "note": "!"},
            [
                ("not_integer", "known_hands"),
                ("not_a_key", "hands.0.id"),
                ("contract_missing", "hands.0.kind"),
                ("not_a_mapping", "hands.1"),
                ("not_a_mapping", "hands.2.hand"),
                ("field_missing", "hands.2.id"),
                ("field_unexpected", "note"),
                ("field_unexpected", "hands.0.note"),
            ],
        ),
        ({"known_hands": 0, "hands": [{}] * (MAX_HANDS + 1)}, [("list_too_long", "hands")]),
    ],
)
def test_every_problem_of_the_form_is_named_at_once(
    evening: ApiEvening, body: Json, problems: list[tuple[str, str]]
) -> None:
    answer = unchanged(lambda: evening.phone.post(f"{evening.scribe}/hands/batch", body))
    assert (answer.status, sorted(answer.problems)) == (400, sorted(problems))


def test_one_key_is_for_one_hand(evening: ApiEvening) -> None:
    first, second = batch_of(evening, RUFER, SOLO)
    twice = [first, second | {"id": first["id"]}]

    def refused_field(hands: list[Json]) -> str:
        answer = unchanged(lambda: sent(evening, hands, known=0))
        [(code, field)] = answer.problems
        assert (answer.status, code) == (409, "key_reused")
        return field

    assert refused_field(twice) == "hands.1.id"
    sent(evening, [first], known=0)
    assert refused_field([second, first]) == "hands.1.id"
    assert refused_field([first | {"hand": second["hand"]}, second]) == "hands.0.id"


def test_a_key_of_another_club_is_refused(evening: ApiEvening) -> None:
    other = ApiEvening(phone=evening.phone, opened=evening.phone.post("evenings", opening()).json)
    taken = str(uuid4())
    other.record(RUFER, known=0, id=taken)
    hands = [*batch_of(evening, RUFER), {"id": taken, "hand": evening.by_id(SOLO)}]
    answer = unchanged(lambda: sent(evening, hands, known=0))
    assert (answer.status, answer.problems) == (409, [("key_reused", "hands.1.id")])


def test_a_closed_evening_takes_none(evening: ApiEvening) -> None:
    evening.phone.post(f"{evening.scribe}/close", key())
    answer = unchanged(lambda: sent(evening, batch_of(evening, RUFER), known=0))
    assert (answer.status, answer.problems) == (409, [("evening_closed", "evening")])


def test_only_the_scribe_s_link_writes_and_whatever_the_body_is(evening: ApiEvening) -> None:
    for link in (evening.watch, "evenings/nobody"):
        for body in ({"known_hands": 0, "hands": batch_of(evening, RUFER)}, {}, b"{"):
            answer = unchanged(lambda link=link, body=body: evening.phone.post(f"{link}/hands/batch", body))  # type: ignore[misc]
            assert (answer.status, answer.problems) == (404, [("not_found", "path")])


def test_what_somebody_typed_is_kept_beside(evening: ApiEvening) -> None:
    hands = batch_of(evening, AGREED, RUFER, AGREED | {"why": "a schnapps"})
    answer = sent(evening, hands, known=0)
    assert answer.status == 201, answer.json
    assert sorted(event.note.text for event in HandEvent.objects.filter(note__isnull=False) if event.note) == [
        "a bet on the side",
        "a schnapps",
    ]
    assert unchanged(lambda: sent(evening, hands, known=0)).status == 200
    assert audit_club(Evening.objects.get().club) is None


def test_a_thousand_hands_cost_as_many_statements_as_one(evening: ApiEvening) -> None:
    assert sent(evening, batch_of(evening, RUFER), known=0).status == 201  # the evening is read
    costs = []
    for hands in (1, MAX_HANDS - 1):
        known = evening.sheet()["hand_count"]
        batch = batch_of(evening, *[RUFER] * hands)
        with CaptureQueriesContext(connection) as queries:
            answer = sent(evening, batch, known=known)
        assert answer.status == 201, answer.json
        costs.append(len(queries))
    assert costs[0] == costs[1]
    assert Evening.objects.get().hand_count == MAX_HANDS + 1
    assert audit_club(Evening.objects.get().club) is None


def test_a_phone_that_knows_the_words_itself_asks_for_less(evening: ApiEvening) -> None:
    id = str(uuid4())
    body = {"id": id, "known_hands": 0, "hand": evening.by_id(RUFER)}
    answer = evening.phone.post(f"{evening.scribe}/hands", body, prefer="return=minimal")
    assert (answer.status, answer.headers["Preference-Applied"]) == (201, "return=minimal")
    at = answer.json["hand"].pop("recorded_at")
    assert answer.json == {"returned": "minimal", "hand": {"no": 1, "id": id}, "revision": 2, "hand_count": 1}
    assert evening.sheet()["hands"][0]["recorded_at"] == at
