"""A table that plays for litres of beer: a unit in words, from the start to the last payment, in whole ones."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from scorebook.play.models import Evening
from scorebook.web.core.money import amount_text, amount_typed
from tests.support.played_evening import new_evening

NAMES = ["Anna", "Beppo", "Cilli", "Done"]
BIERKOPF = {"game": "bierkopf", "stake_bierkopf": "in_words", "names": NAMES}
LITRES = {"unit_one_bierkopf": "litre", "unit_many_bierkopf": "litres"}


@pytest.mark.parametrize(
    ("count", "unit", "text"),
    [
        (1, "litre/litres", "1 litre"),
        (-1, "litre/litres", "−1 litre"),
        (0, "litre/litres", "0 litres"),
        (12, "litre/litres", "12 litres"),
        (1, "Maß", "1 Maß"),
        (2, "Maß", "2 Maß"),
        (2, "litres of beer", "2 litres of beer"),
    ],
)
def test_one_and_several_have_their_words(count: int, unit: str, text: str) -> None:
    assert amount_text(count, unit).replace("\u00a0", " ") == text


@pytest.mark.parametrize(
    ("typed", "amount"), [("3", 3), ("1 litre", 1), ("3 litres", 3), ("3,-", 3), ("1.5", None), ("1,5 litres", None)]
)
def test_only_whole_ones_can_be_typed(typed: str, amount: int | None) -> None:
    assert amount_typed(typed, "litre/litres") == amount


def started(client: Client, **more: object) -> Any:
    return client.post("/", {**BIERKOPF, **more}, headers={"accept-language": "en"})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("one", "many", "unit"),
    [("litre", "litres", "litre/litres"), ("Maß", "Maß", "Maß"), ("Maß", "", "Maß"), ("", "Halbe", "Halbe")],
)
def test_the_table_types_what_it_plays_for(client: Client, one: str, many: str, unit: str) -> None:
    assert started(client, unit_one_bierkopf=one, unit_many_bierkopf=many).status_code == 302
    evening = Evening.objects.get()
    assert (evening.unit, evening.stake_minor) == (unit, 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("one", "many", "problem"),
    [
        ("", "", "What are you playing for?"),
        ("litre of beer", "litres of beer", "at most 20"),
        ("1/2 litre", "litres", "at most 20"),
        ("EUR", "", "Money and points have stakes"),
        ("€", "€", "Money and points have stakes"),
        ("point", "Points", "Money and points have stakes"),
    ],
)
def test_what_is_no_unit_comes_back_as_it_was_typed(client: Client, one: str, many: str, problem: str) -> None:
    answer = started(client, unit_one_bierkopf=one, unit_many_bierkopf=many)
    text = answer.content.decode()
    assert (answer.status_code, problem in text, Evening.objects.count()) == (422, True, 0)
    assert f'value="{one}"' in text and f'value="{many}"' in text


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("en", ("beer", "beers")), ("de", ("Maß", "Maß"))])
def test_bierkopf_and_24_cards_propose_beer(client: Client, language: str, words: tuple[str, str]) -> None:
    page = client.get("/", headers={"accept-language": language}).content.decode()
    for game in ("bierkopf", "schafskopf24"):
        shown = re.findall(rf'name="unit_(?:one|many)_{game}"\s+value="([^"]*)"', page)
        assert tuple(shown) == words
        common = page[page.index(f"stakes of-{game}") :]
        assert common.index("in_words") < common.index("unit-words")


@pytest.mark.django_db
def test_an_evening_for_beer_from_the_first_hand_to_the_last_litre(client: Client) -> None:
    """Two pairs; the losers owe whole litres, which can be paid or stay on the tab, and are no euros anywhere."""
    started(client, **LITRES)
    evening = Evening.objects.get()
    table, en = f"/t/{evening.scribe_token}/", {"accept-language": "en"}
    winner = str(evening.seats.get(place=1).player_id)
    for known, level in enumerate(("plain", "schwarz")):
        hand = {"contract": "bierkopf", "team": winner, "level": level, "known_hands": str(known)}
        assert client.post(table, hand).status_code == 302
    sheet = client.get(table, headers=en).content.decode().replace("\u00a0", " ")
    assert ("+4 litres" in sheet, "−4 litres" in sheet) == (True, True)
    client.post(f"{table}close")
    settle = client.get(f"{table}settle", headers=en).content.decode().replace("\u00a0", " ")
    assert settle.count("4 litres") >= 2
    assert "Transfer with QR code" not in settle and "€" not in settle
    payment = re.findall(r"settle/[0-9a-f-]{36}/transfer", settle)[0]
    assert "IBAN" not in client.get(f"{table}{payment}", headers=en).content.decode()
    assert "round_off" not in client.get(f"{table}settle/ways", headers=en).content.decode()
    club = client.get(f"/c/{evening.club.keeper_token}/", headers=en).content.decode().replace("\u00a0", " ")
    assert "+4 litres" in club and "€" not in club
    player = evening.seats.get(place=1).player_id
    statement = client.get(f"/c/{evening.club.keeper_token}/players/{player}/", {"unit": "litre/litres"}, headers=en)
    assert "litres" in statement.content.decode()


@pytest.mark.django_db
def test_the_next_evening_proposes_the_same_words(client: Client) -> None:
    started(client, **LITRES)
    club = Evening.objects.get().club
    page = client.get(f"/c/{club.keeper_token}/start").content.decode()
    assert re.findall(r'name="unit_(?:one|many)_bierkopf"\s+value="([^"]*)"', page) == ["litre", "litres"]
    assert re.search(r'value="in_words"\s+checked', page)


@pytest.mark.django_db
def test_beer_and_euros_stand_beside_each_other_on_the_leaderboard(client: Client) -> None:
    table = new_evening(*NAMES, unit="litre/litres")
    hand = {"contract": "rufer", "declarer": "Anna", "partner": "Beppo", "won": True}
    table.record(hand)
    with translation.override("en"):
        other = new_evening("Emil", "Fanny", "Gustl", "Hias", club=table.club)
    other.record({**hand, "declarer": "Emil", "partner": "Fanny"})
    for one in (table, other):
        one.close()
    page = client.get(f"/c/{table.club.keeper_token}/", headers={"accept-language": "en"}).content.decode()
    text = page.replace("\u00a0", " ")
    assert ("+20 litres" in text, "+€0.20" in text) == (True, True)
