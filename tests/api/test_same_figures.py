"""One club over HTTP: what answers and pages say of the same figure. More pairs: `standings/figure_pairs.py`."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from rules import PRESETS
from tests.support.api_phone import Phone
from tests.support.paged_evening import text_of
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
PALATINATE = PRESETS["palatinate"]["palatinate"]


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    """In the Palatinate the dealer of four pays without cards; a fine, a struck hand, and an old book's sums."""
    old = new_evening(*PEOPLE, ruleset=PALATINATE, at=NINE_O_CLOCK - timedelta(days=7))
    old.record({"contract": "agreed", "points": {"Anna": 900, "Beppo": -900}, "why": "import", "was_dealt": False})
    old.close()
    table = new_evening(*PEOPLE, ruleset=PALATINATE, club=old.club)
    for declarer, is_won in (("Anna", True), ("Beppo", False), ("Cilli", True), ("Done", True)):
        dealer = {"Anna": "Done"}.get(declarer, "Anna")
        hand = {"contract": "solo", "declarer": declarer, "trump_suit": "clubs", "won": is_won}
        table.record(hand, dealer=dealer)
    table.void(4)
    table.record({"contract": "agreed", "points": {"Anna": -5, "Cilli": 5}, "why": "wrong lead", "was_dealt": False})
    table.close()
    return [old, table]


def test_answers_say_the_same_of_everybody(phone: Phone, evenings: list[PlayedEvening]) -> None:
    club = f"clubs/{evenings[0].club.keeper_token}"
    year = {one["person"]: one for one in phone.get(f"{club}/years/2026?game=palatinate").json["people"]}
    boards = {
        measure: {one["person"]: one for one in phone.get(f"{club}/boards/{measure}?game=palatinate").json["lines"]}
        for measure in ("points", "money", "hands", "per_hand", "run")
    }
    for player in evenings[0].players.values():
        id = str(player.pk)
        person = phone.get(f"{club}/people/{id}?game=palatinate").json
        head, rows = person["totals"], person["contracts"]
        for name in ("hands", "points", "declared", "declared_won"):
            assert head[name] == sum(row[name] for row in rows), name
        assert head["points"] == year[id]["points"]["palatinate"] == boards["points"][id]["value"]
        assert head["points"] == boards["money"][id]["points"] == person["course"]["points"][-1]["value"]
        assert head["hands"] == year[id]["hands"] == boards["hands"][id]["value"] == boards["money"][id]["hands"]
        assert head["evenings"] == year[id]["evenings"] == person["bests"]["evenings"] == 2
        assert boards["per_hand"][id]["of"] == head["hands"]
        run = person["bests"]["longest_run"]
        assert (run and run["value"]) == (boards["run"][id]["value"] if id in boards["run"] else None)


def test_the_page_of_a_person_adds_up(client: Client, evenings: list[PlayedEvening]) -> None:
    done = evenings[0].players["Done"]
    page = client.get(reverse("web:person", args=[done.club.keeper_token, done.pk]), headers={"accept-language": "en"})
    assert "Without cards" in text_of(page) and "sat out, agreed at the table, or from the pot" in text_of(page)
