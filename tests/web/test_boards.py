"""The boards: who is the best at what, in a game and a period, and the same as CSV."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import quote_plus
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from rules import PRESETS
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import rename_player
from scorebook.standings.boards.query import BoardMeasure
from tests.support.browser import OpenPage
from tests.support.page import markup
from tests.support.paged_evening import PEOPLE, PagedEvening, start_fields, text_of
from tests.support.played_evening import new_evening, rufer, solo

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

FRIDAY = datetime(2026, 10, 2, 18, 0, tzinfo=UTC)
UNITS = ("beer/beers", "USD", "EUR")  # of `three_units`, the last one first


@pytest.fixture
def club(evening: PagedEvening) -> str:
    """Anna and Beppo have won a Rufer, Cilli has lost a solo; the evening is closed."""
    evening.record()
    evening.record(contract="solo", declarer="Cilli", won="no")
    evening.post("close")
    return f"/c/{evening.club_token}/"


@pytest.fixture
def both_games(client: Client, evening: PagedEvening, club: str) -> str:
    """And then a closed Palatinate evening at 50 cents a point: Cilli wins more money and fewer points."""
    fields = start_fields("Anna", "Beppo", "Cilli", game="palatinate", stake_palatinate="cents_50")
    answer = client.post(f"{club}start", fields)
    assert answer.status_code == 302, text_of(answer)
    hand: dict[str, object] = {
        "contract": "solo",
        "declarer": "Cilli",
        "trump_suit": "hearts",
        "won": "yes",
        "known_hands": "0",
    }
    assert client.post(answer["Location"], evening.by_id(hand)).status_code == 302
    client.post(f"{answer['Location']}close", {"key": str(uuid4())})
    return club


def ranks(answer: Answer) -> list[tuple[str, str]]:
    return re.findall(r'class="place">(\d+|–)</span><a class="name"[^>]*>(\w+)<', markup(answer))


@pytest.mark.parametrize(
    ("measure", "first"),
    [
        ("points", "1 Anna +70"), ("money", "1 Anna +0,70"), ("per_evening", "– Anna +70,0"),
        ("per_hand", "– Anna +35,0"), ("places", "1 Anna 5"), ("hands", "1 Anna 2"),
        ("declared", "– Anna 100"), ("schneider", "Keine Einträge"),
        ("run", "1 Anna 2"), ("highest", "1 Anna 50"), ("nonsense", "1 Anna +70"),
    ],
)  # fmt: skip
def test_each_measure_has_a_board(client: Client, club: str, measure: str, first: str) -> None:
    assert first in text_of(client.get(f"{club}board", {"measure": measure})).replace("\xa0", " ")


@pytest.mark.parametrize("measure", BoardMeasure)
def test_every_board_comes_as_csv_with_the_same_people(client: Client, both_games: str, measure: BoardMeasure) -> None:
    page = client.get(f"{both_games}board", {"measure": measure})
    answer = client.get(f"{both_games}board", {"measure": measure, "as": "csv"})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    [_head, *rows] = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert [(row[0] or "–", row[1]) for row in rows] == ranks(page)


def test_a_name_is_no_formula(client: Client, evening: PagedEvening) -> None:
    evening.record()
    evening.post("close")
    anna = Player.objects.get(pk=evening.ids["Anna"])
    rename_player(player=anna, name="=1+1", by="club link", at=timezone.now())
    text = client.get(f"/c/{evening.club_token}/board", {"as": "csv"}).content.decode("utf-8-sig")
    assert "1;'=1+1;20;" in text


@pytest.mark.usefixtures("still_clock")
def test_points_of_different_games_are_compared_one_game_at_a_time(client: Client, both_games: str) -> None:
    page = client.get(f"{both_games}board", {"game": "palatinate", "period": "year", "measure": "hands"})
    assert ranks(page) == [("1", "Anna"), ("1", "Beppo"), ("1", "Cilli")]
    html = markup(client.get(f"{both_games}board", {"game": "bavarian", "from": "2020-01-01"}))
    [form] = re.findall(r"<form[^>]*data-selects>(.*?)</form>", html)
    for part in (
        '<input type="hidden" name="from" value="2020-01-01">', '<option value="points" selected>',
        '<option value="bavarian" selected>', '<option value="palatinate">',
        '<option value="" selected>ab 01.01.2020</option><option value="all">',
    ):  # fmt: skip
        assert part in form, part
    assert '<input type="hidden" name="game" value="bavarian">' in html


def test_a_chosen_period_replaces_typed_dates(client: Client, club: str) -> None:
    """The form of selects sends typed dates along until another period is chosen in it."""
    dates = {"measure": "points", "from": "2000-01-01", "to": "2000-12-31"}
    assert ranks(client.get(f"{club}board", {**dates, "period": ""})) == []
    page = client.get(f"{club}board", {**dates, "from": "no date", "period": "all"})
    assert page.status_code == 200 and ranks(page)[0] == ("1", "Anna")
    assert 'name="from"' not in re.findall(r"<form[^>]*data-selects>(.*?)</form>", markup(page))[0]


def test_all_games_together_are_compared_by_money(client: Client, both_games: str) -> None:
    board = f"{both_games}board"
    assert ranks(client.get(board, {"measure": "money", "game": "all"}))[0] == ("1", "Cilli")
    assert "alle Varianten" in text_of(client.get(board, {"measure": "money"}))
    assert "alle Varianten" not in text_of(client.get(board, {"measure": "points"}))
    # Without a choice it is the game that was played last; so it is where somebody asks for one that is none.
    for query in ({}, {"game": "skat"}, {"measure": "points", "game": "all"}):
        assert len(ranks(client.get(board, query))) == 3
    assert ranks(client.get(board, {"game": "bavarian"}))[0] == ("1", "Anna")


@pytest.fixture
def three_units(db: None) -> str:
    """Three Fridays: Anna and Beppo win 200 cents for EUR, then Cilli 500 cents of each for USD, then Done 10 beers."""
    club = None
    evenings = (("EUR", 10, rufer("Anna", "Beppo")), ("usd", 10, solo("Cilli")), ("beer/beers", 1, solo("Done")))
    for week, (unit, stake_minor, hand) in enumerate(evenings):
        table = new_evening(*PEOPLE, unit=unit, stake_minor=stake_minor, club=club, at=FRIDAY + timedelta(weeks=week))
        table.record(hand)
        table.close()
        club = table.club
    assert club is not None
    return f"/c/{club.keeper_token}/"


@pytest.mark.parametrize(
    ("unit", "shown", "best", "csv_head"),
    [
        ("EUR", "1 Anna +2,00 €", "Anna", "Geld (EUR)"),
        ("USD", "1 Cilli +15,00 USD", "Cilli", "Geld (USD)"),
        ("beer/beers", "1 Done +150 beers", "Done", "Geld (beers)"),
        ("XYZ", "1 Done +150 beers", "Done", "Geld (beers)"),
        ("", "1 Done +150 beers", "Done", "Geld (beers)"),
    ],
)
def test_every_unit_of_the_club_can_be_chosen(
    client: Client, three_units: str, unit: str, shown: str, best: str, csv_head: str
) -> None:
    query = {"measure": "money", "unit": unit, "period": "all"}
    page = client.get(f"{three_units}board", query)
    assert shown in text_of(page).replace("\xa0", " ") and len(ranks(page)) == 4
    links = re.findall(r'href="\?([^"]*)"[^>]*>(?:beers|USD|€)</a>', markup(page))
    assert [f"unit={quote_plus(one)}" in link for one, link in zip(UNITS, links, strict=True)] == [True] * 3
    text = client.get(f"{three_units}board", {**query, "as": "csv"}).content.decode("utf-8-sig")
    head, first, *_others = csv.reader(io.StringIO(text), delimiter=";")
    assert (head[2].lower(), first[1]) == (csv_head.lower(), best)
    assert [row[5] for row in (first, *_others)] == ["1"] * 4, "evenings in that unit"


def test_a_period_keeps_unit_and_game(client: Client, three_units: str) -> None:
    html = markup(client.get(f"{three_units}board", {"measure": "money", "unit": "USD"}))
    assert html.count('<input type="hidden" name="unit" value="USD">') == 2  # with the selects and with the dates
    page = client.get(f"{three_units}board", {"measure": "points", "unit": "USD", "period": "all"})
    assert page.status_code == 200 and 'name="unit"' not in markup(page)  # of no use where points are compared


def test_a_unit_of_another_game_is_found_without_naming_the_game(client: Client, three_units: str) -> None:
    """A Palatinate evening for CHF comes last; the board for USD is still one of Bavarian Schafkopf."""
    club = Club.objects.get()
    table = new_evening(
        "Anna", "Beppo", "Cilli", ruleset=PRESETS["palatinate"]["palatinate"], unit="CHF", stake_minor=50, club=club,
        at=FRIDAY + timedelta(weeks=5),
    )  # fmt: skip
    table.record({"contract": "solo", "declarer": "Anna", "trump_suit": "hearts", "won": True})
    table.close()
    board = f"{three_units}board"
    page = client.get(board, {"measure": "money", "unit": "USD", "period": "all"})
    assert ranks(page)[0] == ("1", "Cilli") and "game=bavarian" in markup(page)
    newest = client.get(board, {"measure": "money", "period": "all"})
    assert ranks(newest)[0] == ("1", "Anna")
    link = re.findall(r'href="\?([^"]*)"[^>]*>USD</a>', markup(newest))[0]
    assert "game=all" in link and ranks(client.get(f"{board}?{unescape(link)}"))[0] == ("1", "Cilli")


def test_the_file_of_all_games_is_that_of_the_page(client: Client, both_games: str) -> None:
    page = client.get(f"{both_games}board", {"measure": "money", "game": "all"})
    [link] = re.findall(r'href="\?([^"]*as=csv[^"]*)"', markup(page))
    text = client.get(f"{both_games}board?{unescape(link)}").content.decode("utf-8-sig")
    [_head, *rows] = csv.reader(io.StringIO(text), delimiter=";")
    assert [(row[0], row[1]) for row in rows] == ranks(page)


@pytest.mark.parametrize(
    ("query", "is_shown"),
    [
        ({"period": "month"}, True), ({"period": "year"}, True), ({"period": "twelve"}, True),
        ({"period": "all"}, True), ({"from": "2000-01-01", "to": "2000-12-31"}, False),
        ({"from": "2000-01-01"}, True),
    ],
)  # fmt: skip
def test_the_board_of_a_period(client: Client, club: str, query: dict[str, str], is_shown: bool) -> None:
    text = text_of(client.get(f"{club}board", query))
    assert ("1 Anna +70" in text) == is_shown
    assert ("Keine Einträge in diesem Zeitraum." in text) != is_shown


def test_dates_that_cannot_be_are_named_and_stay_typed(client: Client, club: str) -> None:
    page = client.get(f"{club}board", {"from": "31.13.", "to": "2020-01-01"})
    assert page.status_code == 422
    assert "Gib ein Datum ein, zum Beispiel 2026-11-20." in text_of(page) and 'value="31.13."' in markup(page)
    assert "Der Zeitraum endet" in text_of(client.get(f"{club}board", {"from": "2020-02-02", "to": "2020-02-01"}))


def test_the_best_declarers_of_one_contract(client: Client, club: str) -> None:
    page = client.get(f"{club}board", {"measure": "declared", "contract": "solo"})
    assert ranks(page) == [("–", "Cilli")]
    assert "0 von 1" in text_of(page) and "Rufer" in text_of(page)


def test_ratings_begin_with_the_first_closed_evening(client: Client, evening: PagedEvening) -> None:
    ratings = f"/c/{evening.club_token}/ratings"
    evening.record()
    assert "Die Spielstärke beginnt mit dem ersten abgeschlossenen Abend." in text_of(client.get(ratings))
    evening.post("close")
    text = text_of(client.get(ratings))
    assert "– Anna 15" in text and "vorläufig" in text
    assert "Prozentpunkt" not in text  # too few predictions to judge them


@pytest.mark.browser
def test_a_board_follows_its_selects(open_page: OpenPage, transactional_db: None) -> None:
    table = new_evening(*PEOPLE, at=FRIDAY)
    table.record(rufer("Anna", "Beppo"))
    table.close()
    page = open_page(f"/c/{table.club.keeper_token}/board?period=all", locale="en-GB")
    page.get_by_label("Ranked by").select_option("hands")
    page.wait_for_url("**/board?measure=hands&period=all")
    expect(page.get_by_label("Ranked by")).to_have_value("hands")
    plain = open_page(page.url.removeprefix(page.evaluate("location.origin")), javascript=False, locale="en-GB")
    plain.get_by_label("Ranked by").select_option("points")
    plain.locator("[data-selects]").get_by_role("button", name="Show").click()
    plain.wait_for_url("**/board?measure=points&period=all")
