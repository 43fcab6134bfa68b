from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from scorebook.clubs.services import create_club
from tests.support.browser import OpenPage
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start_fields, text_of, token_in_address

if TYPE_CHECKING:
    pass


@pytest.fixture
def club(evening: PagedEvening) -> str:
    """Anna and Beppo have won a Rufer, Cilli has lost a solo; the evening is closed."""
    evening.record()
    evening.record(contract="solo", declarer="Cilli", won="no")
    evening.post("close")
    return f"/c/{evening.club_token}/"


def test_club_page_shows_evenings_balances_and_leaderboard(client: Client, club: str) -> None:
    text = text_of(client.get(club))
    assert "1 Anna +70 +0,70 € · 1 Abend · 2 Spiele · 1 von 1 als Spieler gewonnen" in text
    assert "4 Cilli −170 −1,70 € · 1 Abend · 2 Spiele · 0 von 1 als Spieler gewonnen" in text
    assert "Bayerischer Schafkopf · 2 Spiele" in text


def test_who_never_declared_has_no_line_of_wins(client: Client, club: str) -> None:
    text = text_of(client.get(club))
    assert "1 Beppo +70 +0,70 € · 1 Abend · 2 Spiele 3" in text and "0 von 0" not in text


def test_a_hand_that_was_struck_out_is_no_hand_of_the_evening(client: Client, evening: PagedEvening) -> None:
    evening.record()
    evening.record()
    assert evening.post("void", 2, replaces=str(evening.event(2))).status_code == 302
    text = text_of(client.get(f"/c/{evening.club_token}/"))
    assert "Bayerischer Schafkopf · 1 Spiel " in text and "Bayerischer Schafkopf · 2 Spiele" not in text


def test_second_evening_with_the_same_people_adds_up(client: Client, evening: PagedEvening, club: str) -> None:
    answer = client.post(f"{club}start", start_fields("Anna", "Beppo", "Cilli", "Done"))
    token = token_in_address(answer)
    client.post(f"/t/{token}/", evening.by_id({
        "contract": "rufer", "declarer": "Anna", "partner": "Done", "won": "yes", "level": "plain", "known_hands": "0",
    }))  # fmt: skip
    assert "1 Anna +70" in text_of(client.get(club))
    client.post(f"/t/{token}/close", {"key": str(uuid4())})
    text = text_of(client.get(club))
    assert "1 Anna +90 +0,90 € · 2 Abende · 3 Spiele · 2 von 2 als Spieler gewonnen" in text
    assert timezone.localdate().strftime("%Y") in text


def test_names_can_be_changed(client: Client, evening: PagedEvening, club: str) -> None:
    client.post(f"{club}order", {"name": "Die Mittwochsrunde"})
    client.post(f"{club}order/people/{evening.ids['Anna']}/", {"name": "Anna Maria"})
    text = text_of(client.get(club))
    assert "Die Mittwochsrunde" in text and "1 Anna Maria +70" in text


@pytest.mark.parametrize("name", ["", "beppo", "y" * 41])
def test_a_name_that_cannot_be_stays_typed_and_changes_nothing(
    client: Client, evening: PagedEvening, club: str, name: str
) -> None:
    page = client.post(f"{club}order/people/{evening.ids['Anna']}/", {"name": name})
    assert page.status_code == 422
    assert f'name="name" value="{name}"' in markup(page) and 'class="problem"' in markup(page)
    assert "1 Anna +70" in text_of(client.get(club))


@pytest.mark.browser
def test_a_long_name_of_a_club_is_not_cut_on_its_own_page(live_server: LiveServer, open_page: OpenPage) -> None:
    club = create_club(key=uuid4(), name="Stammtisch im Goldenen Hirschen", at=timezone.now(), by="club link")
    heading = open_page(f"/c/{club.keeper_token}/").locator("h1")
    assert heading.evaluate("heading => heading.scrollWidth <= heading.clientWidth")
