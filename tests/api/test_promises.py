"""What docs/api.md says of all operations is so: ids of writes, orders of lists, codes, budgets and defaults."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from rules import GAMES, PRESETS
from scorebook.api.serializers.hands import MAX_HANDS
from scorebook.core.budgets import BUDGETS
from scorebook.play.services.archive import archive_evening
from tests.support.api_document import fields_of, operations
from tests.support.api_phone import ApiEvening, Json, Phone, key, opening
from tests.support.hall_evenings import four_evenings
from tests.support.process import ROOT

TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
# They calculate and store nothing.
COMPUTE = {"score_hand", "preview_hand"}
# They state what shall be so.
STATE = {"rename_club", "rename_person"}


def section(begin: str, end: str) -> str:
    """Return the text between two marks, without line breaks."""
    return " ".join(TEXT.partition(begin)[2].partition(end)[0].split())


def request_fields(operation: Json) -> set[str]:
    return fields_of(operation["requestBody"]["content"]["application/json"]["schema"])


def test_a_write_carries_an_id_unless_the_text_says_otherwise() -> None:
    without = {name for name, one in operations().items() if "requestBody" in one and "id" not in request_fields(one)}
    assert without == COMPUTE | STATE | {"record_hands"}
    assert request_fields(operations()["record_hands"]) >= {"hands"}  # each with its own
    assert "a batch carries one for each hand; a new name needs none" in section("# The API", "## An")


@pytest.mark.parametrize("name", sorted(STATE))
def test_a_write_without_an_id_is_executed_once(phone: Phone, name: str) -> None:
    evening = four_evenings()[0]
    club = f"clubs/{evening.club.keeper_token}"
    path, body = {
        "rename_club": (f"{club}/name", {"name": "Krone"}),
        "rename_person": (f"{club}/people/{evening.players['Anna'].pk}/name", {"name": "Annerl"}),
    }[name]
    first, read = phone.put(path, body), phone.get(club).text
    assert first.status == 200, first.text
    assert phone.put(path, body).status == 200 and phone.get(club).text == read


def test_a_read_answers_304_to_who_has_it() -> None:
    assert {
        name for name, one in operations().items() if "requestBody" not in one and "304" not in one["responses"]
    } == set()


def test_a_game_without_a_preset_has_the_one_that_the_text_names(phone: Phone) -> None:
    text = section("Without `preset`", "`house_rules` changes")
    named = {"bavarian": "school_10_50"}
    assert "the preset named like the game, for `bavarian` `school_10_50`, which counts no Laufende" in text
    assert {game: GAMES[game]() for game in GAMES} == {game: PRESETS[game][named.get(game, game)] for game in GAMES}
    opened = phone.post("evenings", {**opening(), "preset": None}).json
    rules = phone.get(f"evenings/{opened['links']['scribe']['token']}/rules").json
    assert rules["preset"]["id"] == "school_10_50" and not any(one["differs"] for one in rules["house_rules"])
    again = opening("Anna", "Beppo", "Cilli", "Done", club_token=opened["links"]["club"]["token"])  # the pub's rules
    phone.post("evenings", again)
    third = phone.post("evenings", {**again, "id": str(uuid4()), "preset": None}).json
    rules = phone.get(f"evenings/{third['links']['scribe']['token']}/rules").json
    assert rules["preset"]["id"] == "school_10_50"


@pytest.fixture
def club(db: None) -> str:
    evenings = four_evenings()
    for one in evenings[:2]:
        archive_evening(evening=one.stored, by="club link", at=one.now())
    return f"clubs/{evenings[0].club.keeper_token}"


def test_lists_are_newest_first(phone: Phone, club: str) -> None:
    anna = next(one["id"] for one in phone.get(club).json["people"] if one["name"] == "Anna")
    beppo = next(one["id"] for one in phone.get(club).json["people"] if one["name"] == "Beppo")
    for amount in (100, 200, 300):
        body = {**key(), "unit": "EUR", "verb": "pay", "person": anna, "payee": beppo, "amount_minor": amount}
        answer = phone.post(f"{club}/tab/entries", body)
        assert answer.status == 200, answer.text

    def listed(path: str, *, by: str) -> list[Any]:
        found = phone.get(f"{club}{path}").json
        assert found["next"] is None
        return [one[by] for one in found["results"]]

    newest_first = [
        listed("/evenings", by="number"),
        listed("/evenings/archived", by="number"),
        listed("/tab/entries", by="seq"),
        listed("/cup/holdings", by="first_on"),
        listed("/hands?contract=rufer", by="evening_number"),
        listed("/hall/sie", by="evening_number"),
        listed(f"/people/{anna}/statement/lines", by="recorded_at"),
        listed(f"/people/{anna}/statement/evenings", by="number"),
    ]
    assert all(found == sorted(found, reverse=True) and found for found in newest_first)
    assert len(newest_first[2]) == 3 and len(set(newest_first[4])) > 1 and len(set(newest_first[6])) > 3


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("losers", [], "field_unknown"), ("losers", None, "field_unknown"), ("march_by", "", "field_unknown"),
        ("trump_suit", None, None), ("trump_suit", "", "trump_not_in_pack"), ("won", None, None),
        ("won", "", "not_yes_or_no"),
    ],
)  # fmt: skip
def test_a_field_of_another_contract_is_an_error_and_null_counts_as_absent(
    evening: ApiEvening, field: str, value: object, problem: str | None
) -> None:
    hand = evening.by_id({"contract": "rufer", "declarer": "Anna", "partner": "Beppo", "card_points": 94, field: value})
    answer = evening.phone.post(f"{evening.scribe}/hands/preview", {"hand": hand})
    assert (answer.status == 200) is (problem is None)
    assert problem is None or answer.problems == [(problem, field)]


def test_the_budgets_are_those_of_the_code() -> None:
    text = section("- 429", "- 503").replace(",", "")
    assert f"`POST evenings` and `POST clubs` {_rate('opening', 'hour')} an hour" in text
    assert f"({_rate('opening_in_club', 'hour')} with `club_token`" in text
    assert f"`POST hands/score` {_rate('scoring', 'minute')} a minute" in text
    assert f"404s {_rate('wrong_link', 'minute')} a minute" in text
    assert f"takes up to {MAX_HANDS:,} hands" in TEXT


def _rate(name: str, unit: str) -> str:
    number, _, per = BUDGETS[name].partition("/")
    assert per == unit
    return number
