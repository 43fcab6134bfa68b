from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from scorebook.clubs.services import create_club
from scorebook.play.models import Evening
from scorebook.web.club.front import front_rows
from tests.support.browser import OpenPage
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start_fields, text_of, token_in_address


@pytest.fixture
def club(evening: PagedEvening) -> str:
    """Anna and Beppo have won a Rufer, Cilli has lost a solo; the evening is closed."""
    evening.record()
    evening.record(contract="solo", declarer="Cilli", won="no")
    evening.post("close")
    return f"/c/{evening.club_token}/"


def test_the_club_page_shows_who_leads_what_is_open_and_the_last_evening(client: Client, club: str) -> None:
    text = text_of(client.get(club))
    assert "1 Anna +70 +0,70 € · 1 Abend · 2 Spiele · 1 von 1 als Spieler gewonnen" in text
    assert "4 Cilli" not in text  # the leaderboard has all of them
    assert "Noch abzurechnen von Cilli 1,70 €" in text
    assert "2 Spiele Gewinner: Anna +70 Gewinner: Beppo +70 Done +30 Cilli −170" in text
    assert "Abend anfangen" in text and "Weiterspielen" not in text


def began_yesterday(evening: PagedEvening) -> None:
    began = timezone.now() - front_rows.RUNNING
    Evening.objects.filter(pk=evening.stored.pk).update(started_at=began)


def test_a_running_evening_comes_first_until_it_is_a_day_old(client: Client, evening: PagedEvening) -> None:
    evening.record()
    club = f"/c/{evening.club_token}/"
    text = text_of(client.get(club))
    assert "Weiterspielen: Anna, Beppo, Cilli, Done" in text and "läuft" not in text
    assert "Noch kein Abend" not in text and "Abend anfangen" in text
    assert markup(client.get(club)).count("button-main") == 1
    began_yesterday(evening)
    text = text_of(client.get(club))
    assert "Weiterspielen" not in text and "läuft 1 Spiel Anna +20" in text


def test_the_game_is_named_where_it_is_not_the_usual_one(client: Client, evening: PagedEvening) -> None:
    evening.record()
    for _ in range(2):
        answer = client.post(f"/c/{evening.club_token}/start", start_fields(game="sasku", stake_sasku="points"))
        assert answer.status_code == 302
    text = text_of(client.get(f"/c/{evening.club_token}/"))
    assert "Bayerischer Schafkopf · 1 Spiel " in text and "Sasku ·" not in text


PAGES = {
    "board", "seasons", "hall", "cup", "partners", "ratings", "search", "tab", "receipt", "links",
    "order", "import", "order#calendar",
}  # fmt: skip


def test_every_page_of_the_club_has_a_link_with_a_teaser(client: Client, evening: PagedEvening, club: str) -> None:
    found = re.findall(r'class="club-page" href="/c/[^/]+/([^"]+)"', markup(client.get(club)))
    year = f"years/{timezone.localtime(evening.stored.started_at).year}/"
    assert len(found) == len(PAGES) + 1 and {*found} == PAGES | {year}
    assert "Ranglisten Wer gewinnt? Saisons Um den Titel" in text_of(client.get(club))
    member = f"/c/{evening.stored.club.member_token}/"
    found = re.findall(r'class="club-page" href="(/c/[^"]+)"', markup(client.get(member)))
    assert len(found) == 11 and {client.get(one).status_code for one in found} == {200}


def test_archived_evenings_are_mentioned_and_their_year_has_a_link(
    client: Client, evening: PagedEvening, club: str
) -> None:
    year = f"years/{timezone.localtime(evening.stored.started_at).year}/"
    assert client.post(f"{club}order/evenings", {"key": str(uuid4()), "number": 1, "archive": "1"}).status_code == 302
    page = client.get(club)
    assert "1 Abend ist archiviert." in text_of(page) and "Noch kein Abend" not in text_of(page)
    assert f'href="{club}{year}"' in markup(page) and "2 Spiele" in text_of(client.get(club + year))


def test_a_club_whose_only_evening_was_deleted_has_none_yet(client: Client, evening: PagedEvening) -> None:
    club = f"/c/{evening.club_token}/"
    assert client.post(f"{club}order/evenings", {"key": str(uuid4()), "number": 1, "discard": "1"}).status_code == 302
    page = client.get(club)
    assert "Noch kein Abend" in text_of(page) and "archiviert" not in text_of(page) and "/years/" not in markup(page)


def test_who_never_declared_has_no_line_of_wins(client: Client, club: str) -> None:
    text = text_of(client.get(club))
    assert "1 Beppo +70 +0,70 € · 1 Abend · 2 Spiele 3" in text and "0 von 0" not in text


def test_a_hand_that_was_struck_out_is_no_hand_of_the_evening(client: Client, evening: PagedEvening) -> None:
    evening.record()
    evening.record()
    assert evening.post("void", 2, replaces=str(evening.event(2))).status_code == 302
    began_yesterday(evening)
    text = text_of(client.get(f"/c/{evening.club_token}/"))
    assert "läuft 1 Spiel " in text


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
