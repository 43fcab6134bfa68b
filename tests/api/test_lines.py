"""Hands typed as lines over the API, and the evening written out."""

from functools import partial

from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import Evening
from tests.support.api_phone import Answer, ApiEvening, key, opening, unchanged

LINES = "Anna+Beppo Rufer Eichel 94\nCilli Wenz verloren\nzusammengeworfen\n"


def typed(evening: ApiEvening, lines: object, *, known: int, **more: object) -> Answer:
    body = {**key(), "known_hands": known, "lines": lines, **more}
    return evening.phone.post(f"{evening.scribe}/hands/lines", body)


def test_lines_are_the_hands_that_they_say(evening: ApiEvening) -> None:
    answer = typed(evening, LINES, known=0)
    assert (answer.status, answer.json["hand_count"]) == (201, 3)
    hands = [line["hand"] for line in evening.sheet()["hands"]]
    assert [hand["kind"] for hand in hands] == ["bavarian.rufer", "bavarian.wenz", "bavarian.thrown_in"]
    assert (hands[0]["card_points"], hands[1]["won"]) == (94, False)
    assert audit_club(Evening.objects.get().club) is None


def test_sent_twice_is_written_once(evening: ApiEvening) -> None:
    body = {**key(), "known_hands": 0, "lines": LINES}
    first = evening.phone.post(f"{evening.scribe}/hands/lines", body)
    again = unchanged(lambda: evening.phone.post(f"{evening.scribe}/hands/lines", body))
    assert (first.status, again.status) == (201, 200)
    assert first.json == again.json


def test_wrong_lines_are_named_with_their_columns_and_nothing_is_written(evening: ApiEvening) -> None:
    answer = unchanged(lambda: typed(evening, "Anna+Beppo Rufer 94\nCilli Wenz 121\nQuax Solo Herz gewonnen", known=0))
    assert answer.status == 400
    places = {(problem["line"], problem["column"]) for problem in answer.json["error"]["problems"]}
    assert {line for line, _ in places} == {2, 3}
    assert (2, 12) in places and (3, 1) in places


def test_a_wrong_form_is_named(evening: ApiEvening) -> None:
    for lines, problem in (
        ("", "field_missing"),
        (7, "not_text"),
        (" \n", "field_missing"),
        ("x" * 60_001, "lines_too_long"),
    ):
        answer = unchanged(partial(typed, evening, lines, known=0))
        assert (answer.status, answer.problems) == (400, [(problem, "lines")])
    many = unchanged(lambda: typed(evening, "\n" * 1_000, known=0))
    assert many.problems == [("list_too_long", "lines")]


def test_somebody_else_wrote_meanwhile(evening: ApiEvening) -> None:
    evening.record({"contract": "thrown_in"}, known=0)
    answer = unchanged(lambda: typed(evening, LINES, known=0))
    assert (answer.status, answer.problems) == (409, [("stale_hand", "known_hands")])


def test_the_evening_written_out_is_read_again(evening: ApiEvening) -> None:
    typed(evening, LINES, known=0)
    evening.phone.language = "de"
    text = evening.phone.get(f"{evening.watch}/text").json["text"]
    hands = [line for line in text.splitlines() if "Rufer" in line or "Wenz" in line or "zusammengeworfen" in line]
    other = ApiEvening(phone=evening.phone, opened=evening.phone.post("evenings", opening()).json)
    assert typed(other, "\n".join(hands), known=0).status == 201
    assert other.phone.get(f"{other.scribe}/text").json["text"] == text


def test_watchers_who_see_no_money_read_no_stake(evening: ApiEvening) -> None:
    shown = evening.phone.get(f"{evening.watch}/text").json["text"]
    evening.phone.post(f"{evening.club}/money/hide", key())
    hidden = evening.phone.get(f"{evening.watch}/text").json["text"]
    assert ("ct EUR" in shown, "ct EUR" in hidden) == (True, False)
