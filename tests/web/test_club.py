from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from scorebook.clubs.services import create_club
from scorebook.web.core import periods
from scorebook.web.core.form_data import FormData
from tests.support.browser import OpenPage
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start_fields, text_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


@pytest.fixture
def club(evening: PagedEvening) -> str:
    """Anna and Beppo have won a Rufer, Cilli has lost a solo; the evening is closed."""
    evening.record()
    evening.record(contract="solo", declarer="Cilli", won="no")
    evening.post("close")
    return f"/c/{evening.club_token}/"


def test_club_page_shows_evenings_balances_and_leaderboard(client: Client, club: str) -> None:
    said = text_of(client.get(club))
    assert "1 Anna +70 +0,70 € · 1 Abend · 2 Spiele · 1 von 1 als Spieler gewonnen" in said
    assert "4 Cilli −170 −1,70 € · 1 Abend · 2 Spiele · 0 von 1 als Spieler gewonnen" in said
    assert "Bayerischer Schafkopf · 2 Spiele" in said


def test_who_never_declared_is_not_told_of_no_wins(client: Client, club: str) -> None:
    said = text_of(client.get(club))
    assert "1 Beppo +70 +0,70 € · 1 Abend · 2 Spiele 3" in said and "0 von 0" not in said


def test_a_hand_that_was_struck_out_is_no_hand_of_the_evening(client: Client, evening: PagedEvening) -> None:
    evening.record()
    evening.record()
    assert evening.post("void", 2, replaces=str(evening.event(2))).status_code == 302
    said = text_of(client.get(f"/c/{evening.club_token}/"))
    assert "Bayerischer Schafkopf · 1 Spiel " in said and "Bayerischer Schafkopf · 2 Spiele" not in said


@pytest.mark.parametrize("sort", ["points", "money", "hands", "won", "nonsense"])
def test_leaderboard_sorts(client: Client, club: str, sort: str) -> None:
    said = text_of(client.get(club, {"sort": sort})).replace("\xa0", " ")
    assert ("1 Anna +0,70 € +70 Pkt. ·" if sort == "money" else "1 Anna +70 +0,70 € ·") in said


@pytest.fixture
def both_games(client: Client, evening: PagedEvening, club: str) -> str:
    """And then a Palatinate evening at 50 cents a point: Cilli wins what is more money, and fewer points."""
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
    return club


def ranks(answer: Answer) -> list[tuple[str, str]]:
    return re.findall(r'class="place">(\d+)</span><a class="name"[^>]*>(\w+)<', markup(answer))


def test_points_of_different_games_are_compared_one_game_at_a_time(client: Client, both_games: str) -> None:
    page = client.get(both_games, {"game": "palatinate", "period": "year", "sort": "hands"})
    chosen = '<a class="chip" href="?period=year&amp;game=palatinate&amp;sort=hands#board" aria-current="true">'
    assert markup(page).count(chosen) == 2
    assert ranks(page) == [("1", "Anna"), ("1", "Beppo"), ("1", "Cilli")]
    html = markup(client.get(both_games, {"game": "bavarian", "from": "2020-01-01"}))
    for link in (
        "?period=month&amp;game=bavarian#board",
        "?from=2020-01-01&amp;to=&amp;game=palatinate#board",
        "?from=2020-01-01&amp;to=#board",
        "?from=2020-01-01&amp;to=&amp;game=bavarian&amp;sort=won#board",
    ):
        assert f'href="{link}"' in html, link
    assert '<input type="hidden" name="game" value="bavarian">' in html


def test_all_games_together_are_compared_by_money(client: Client, both_games: str) -> None:
    said = text_of(client.get(both_games))
    assert "alle Spiele Bayerischer Schafkopf Pfälzer" in said and "Pkt." not in said
    assert "Pkt." not in text_of(client.get(both_games, {"sort": "hands"}))
    by_money = ranks(client.get(both_games))
    assert by_money == ranks(client.get(both_games, {"sort": "money"})) and by_money[0] == ("1", "Cilli")
    for query in ({"sort": "points"}, {"game": "bavarian"}):
        assert ranks(client.get(both_games, query))[0] == ("1", "Anna")
    assert client.get(both_games, {"game": "skat"}).content.count(b'class="place"') == 4


def test_a_club_of_one_game_is_offered_no_choice(client: Client, club: str) -> None:
    said = text_of(client.get(club))
    assert "alle Spiele" not in said and "1 Anna +70 +0,70 €" in said


@pytest.mark.parametrize(
    ("query", "is_shown"),
    [
        ({"period": "month"}, True), ({"period": "year"}, True), ({"period": "twelve"}, True),
        ({"from": "2000-01-01", "to": "2000-12-31"}, False), ({"from": "2000-01-01"}, True),
    ],
)  # fmt: skip
def test_leaderboard_of_a_period(client: Client, club: str, query: dict[str, str], is_shown: bool) -> None:
    said = text_of(client.get(club, query))
    assert ("1 Anna +70" in said) == is_shown
    assert ("In dieser Zeit hat niemand gespielt." in said) != is_shown


def test_dates_that_cannot_be_are_named_and_stay_typed(client: Client, club: str) -> None:
    page = client.get(club, {"from": "31.13.", "to": "2020-01-01"})
    assert "Das ist kein Datum." in text_of(page) and 'value="31.13."' in markup(page)
    assert "Der Zeitraum endet" in text_of(client.get(club, {"from": "2020-02-02", "to": "2020-02-01"}))


@pytest.mark.parametrize("today", [date(2024, 2, 29), date(2025, 3, 1), date(2025, 12, 31), date(2025, 1, 1)])
def test_twelve_months_end_today(today: date) -> None:
    first_on = periods.read_period(FormData({"period": ["twelve"]}), today).first_on
    assert first_on is not None
    assert 365 <= (today - first_on + timedelta(days=1)).days <= 366


def test_second_evening_with_the_same_people_adds_up(client: Client, evening: PagedEvening, club: str) -> None:
    answer = client.post(f"{club}start", start_fields("Anna", "Beppo", "Cilli", "Done"))
    token = answer["Location"].strip("/").split("/")[-1]
    client.post(f"/t/{token}/", evening.by_id({
        "contract": "rufer", "declarer": "Anna", "partner": "Done", "won": "yes", "level": "plain", "known_hands": "0",
    }))  # fmt: skip
    said = text_of(client.get(club))
    assert "1 Anna +90 +0,90 € · 2 Abende · 3 Spiele · 2 von 2 als Spieler gewonnen" in said
    assert timezone.localdate().strftime("%Y") in said


def test_names_can_be_changed(client: Client, evening: PagedEvening, club: str) -> None:
    client.post(f"{club}rename", {"name": "Die Mittwochsrunde"})
    client.post(f"{club}rename", {"player": evening.ids["Anna"], "name": "Anna Maria"})
    said = text_of(client.get(club))
    assert "Die Mittwochsrunde" in said and "1 Anna Maria +70" in said


@pytest.mark.parametrize("name", ["", "beppo", "y" * 41])
def test_a_name_that_cannot_be_stays_typed_and_changes_nothing(
    client: Client, evening: PagedEvening, club: str, name: str
) -> None:
    page = client.post(f"{club}rename", {"player": evening.ids["Anna"], "name": name})
    assert page.status_code == 422
    assert f'name="name" value="{name}"' in markup(page) and 'class="problem"' in markup(page)
    assert "1 Anna +70" in text_of(client.get(club))


@pytest.mark.browser
def test_a_long_name_of_a_club_is_not_cut_on_its_own_page(live_server: LiveServer, open_page: OpenPage) -> None:
    club = create_club(key=uuid4(), name="Stammtisch im Goldenen Hirschen", at=timezone.now(), by="club link")
    heading = open_page(f"/c/{club.link_token}/").locator("h1")
    assert heading.evaluate("heading => heading.scrollWidth <= heading.clientWidth")
