"""A game of a test, registered in the two places that CONTRIBUTING names, walks through the whole house."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser

import rules
from rules.wording.texts import TEXTS
from scorebook.play.models import Evening
from scorebook.web import games
from tests.games import fuchsjagd
from tests.rules.hand_generator import everything
from tests.rules.phone import Phone
from tests.support.api_phone import Phone as ApiPhone
from tests.support.api_phone import key, opening
from tests.support.paged_evening import PagedEvening, start, text_of

JAGD = {"contract": "jagd", "trump_suit": "clubs", "won": "yes", "level": "schneider", "kontra": "1"}


@pytest.fixture(autouse=True)
def _fuchsjagd() -> Iterator[None]:
    kept = [(known, dict(known)) for known in (rules.GAMES, rules.PRESETS, TEXTS, games.PRESENTATIONS)]
    rules.games.registry.register_game(fuchsjagd.Fuchsjagd, fuchsjagd.PRESETS, fuchsjagd.TEXTS)
    games.register_presentation(fuchsjagd.PRESENTATION)
    yield
    for known, before in kept:
        known.clear()
        known.update(before)  # type: ignore[arg-type]


@pytest.fixture
def evening(db: None, client: Client) -> PagedEvening:
    return start(client, "Anna", "Beppo", "Cilli", game="fuchsjagd", stake_fuchsjagd="cents_10")


def test_the_start_page_offers_it(db: None, client: Client) -> None:
    text = text_of(client.get("/"))
    assert "Fuchsjagd" in text and "One fox" in text and "10 Cent" in text


def test_an_evening_is_played_and_a_hand_corrected(evening: PagedEvening) -> None:
    page = evening.get("table").content.decode()
    assert "Jagd" in page and "hunts" in page
    assert evening.record(declarer="Anna", **JAGD).status_code == 302
    # Fox 2 + Schneider 1, doubled, to each of the two others.
    assert evening.points() == {"Anna": 12, "Beppo": -6, "Cilli": -6}
    assert "The fox 2" in text_of(evening.get("table"))
    corrected = evening.by_id({"declarer": "Anna", **JAGD, "kontra": "0"})
    evening.post("hand", 1, replaces=str(evening.event(1)), **corrected)
    assert evening.points() == {"Anna": 6, "Beppo": -3, "Cilli": -3}


def test_its_rules_are_a_page_of_the_book(evening: PagedEvening, client: Client) -> None:
    assert "Fuchsjagd" in text_of(client.get("/rules/"))
    for path in ("/rules/fuchsjagd/", "/rules/fuchsjagd/fuchsjagd_dear/", evening.url("rules_of_evening")):
        text = text_of(client.get(path, follow=True))
        assert "What the fox is worth." in text and "Jagd" in text, path


def test_the_calculator_values_a_hand(db: None, client: Client) -> None:
    fields = {"rules": "fuchsjagd/fuchsjagd_dear", "people": "3", "declarer": "Anna", **JAGD}
    answer = client.post("/calculator/preview", fields).json()
    assert answer["problems"] == [] and [one["points"] for one in answer["points"]] == ["+24", "−12", "−12"]


@pytest.mark.browser
def test_the_phone_counts_it_as_the_server_does(chromium: Browser, evening: PagedEvening) -> None:
    table = evening.client.get(f"/t/{evening.stored.scribe_token}/lookup").json()
    assert table["texts"]["fox"] == "The fox"
    page = chromium.new_page()
    phone = Phone(page)
    assert list(phone.differences(fuchsjagd.PRESETS["fuchsjagd"], everything(fuchsjagd.PRESETS["fuchsjagd"]))) == []
    assert phone.accepted > 40
    page.close()


def test_a_program_plays_it_too(db: None) -> None:
    phone = ApiPhone(is_documented=False)
    assert "fuchsjagd" in [one["id"] for one in phone.get("games").json["games"]]
    opened = phone.post("evenings", opening("Anna", "Beppo", "Cilli", game="fuchsjagd", preset="fuchsjagd")).json
    players = {line["name"]: line["id"] for line in opened["people"]}
    result = {"trump_suit": "spades", "declarer": players["Beppo"], "won": False, "level": "plain"}
    hand = {"kind": "fuchsjagd.jagd", **result}
    token = Evening.objects.get(pk=opened["id"]).scribe_token
    answer = phone.post(f"evenings/{token}/hands", {**key(), "known_hands": 0, "hand": hand})
    assert answer.status == 201
    points = {line["name"]: line["points"] for line in phone.get(f"evenings/{token}").json["people"]}
    assert points == {"Anna": 2, "Beppo": -4, "Cilli": 2}
