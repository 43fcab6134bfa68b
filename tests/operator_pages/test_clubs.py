"""A club found by what somebody has of it, given new links, and a name hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorebook.clubs.identities import forget_person, hide_name
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.clubs.services import create_club
from scorebook.operations.club_stats import club_figures
from scorebook.play import services as play
from scorebook.play.models import Evening
from tests.support.devices import device_of
from tests.support.imported import imported
from tests.support.paged_evening import text_of
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer

FIND = "/admin/clubs/club/find/"


@pytest.fixture
def evening(db: None) -> PlayedEvening:
    found = new_evening("Anna", "Beppo", "Cilli", "Done")
    found.record(rufer("Anna", "Beppo"))
    return found


def page_of(club: Club, name: str = "change") -> str:
    return f"/admin/clubs/club/{club.pk}/{name}/"


SEARCH_TEXTS: dict[str, Callable[[Evening], str]] = {
    "the club's link": lambda one: f"https://scorebook.example/c/{one.club.keeper_token}/",
    "a page below it": lambda one: f"http://192.168.1.5:8000/c/{one.club.keeper_token}/order/people?x=1#top",
    "its token": lambda one: one.club.keeper_token,
    "with space around": lambda one: f"  {one.club.keeper_token}\n",
    "a scribe's link": lambda one: f"http://localhost:8000/t/{one.scribe_token}/hands",
    "a watch link": lambda one: f"http://localhost:8000/w/{one.watch_token}/",
    "the API's address": lambda one: f"/api/v1/evenings/{one.watch_token}",
    "the club's id": lambda one: str(one.club_id),
    "an evening's id": lambda one: one.pk.hex,
}


@pytest.mark.parametrize("what", SEARCH_TEXTS)
def test_a_club_is_found_by_what_somebody_has_of_it(desk: Client, evening: PlayedEvening, what: str) -> None:
    create_club(key=uuid4(), name="Another", by="club link", at=NINE_O_CLOCK)
    answer = desk.post(FIND, {"text": SEARCH_TEXTS[what](evening.stored)})
    assert (answer.status_code, answer["Location"]) == (302, page_of(evening.club))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("löwen", ["Löwen Haag"]), ("LÖWEN", ["Löwen Haag"]), ("Loewen", ["Löwen Haag"]), ("lowen", ["Löwen Haag"]),
        ("weiß", ["Weißbräu"]), ("weissbrau", ["Weißbräu"]), ("WEISSBRAEU", ["Weißbräu"]),
        ("Lo\u0308wen", ["Löwen Haag"]),
        ("a", ["Löwen Haag", "Stammtisch Linde", "Weißbräu"]),
        ("%", []), ("_", []), ("nobody", []), ("", []), ("\x00", []),
    ],
)  # fmt: skip
def test_a_club_is_found_by_its_name_roughly(
    desk: Client, evening: PlayedEvening, typed: str, found: list[str]
) -> None:
    for name in ("Löwen Haag", "Weißbräu"):
        create_club(key=uuid4(), name=name, by="club link", at=NINE_O_CLOCK)
    answer = desk.post(FIND, {"text": typed})
    assert answer.status_code == 200
    names = re.findall(r'<th scope="row">\s*<a href="[^"]+">([^<]+)</a>', answer.content.decode())
    assert names == found


def test_a_link_that_was_replaced_finds_nothing(desk: Client, evening: PlayedEvening) -> None:
    old = evening.club.keeper_token
    play.renew_keeper_link(link=old, key=uuid4())
    answer = desk.post(FIND, {"text": old})
    assert answer.status_code == 200 and "/admin/clubs/club/" + str(evening.club.pk) not in answer.content.decode()
    assert desk.get(FIND).status_code == 405


def test_the_list_says_how_large_and_when_last_used(desk: Client, evening: PlayedEvening) -> None:
    text = text_of(desk.get("/admin/clubs/club/"))
    figures = club_figures([evening.club.pk])[evening.club.pk]
    stored = evening.fresh()
    assert (figures.people, figures.evenings, figures.hands) == (4, 1, 1)
    # Names: the club's and four people's. Events: the opening and a hand. One entry.
    assert figures.rows == 5 + 4 + 1 + 2 + 1
    assert figures.last_used_at == evening.clock > stored.started_at
    assert re.search(r"Stammtisch Linde 4 1 1 13 ", text)


def test_a_club_without_anything_was_last_used_when_it_was_founded(db: None) -> None:
    club = create_club(key=uuid4(), name="Empty", by="club link", at=NINE_O_CLOCK)
    figures = club_figures([club.pk])[club.pk]
    assert (figures.people, figures.hands, figures.rows, figures.last_used_at) == (0, 0, 1, NINE_O_CLOCK)


def test_clubs_without_a_hand_and_clubs_not_used_for_long_are_listed(desk: Client) -> None:
    def named(name: str, *, days_ago: int) -> Club:
        return create_club(key=uuid4(), name=name, by="club link", at=timezone.now() - timedelta(days=days_ago))

    def played(name: str, *, days_ago: int) -> None:
        club = named(name, days_ago=days_ago + 30)
        at = timezone.now() - timedelta(days=days_ago)
        new_evening("Anna", "Beppo", "Cilli", "Done", club=club, at=at).record(rufer("Anna", "Beppo"))

    def listed(choice: str) -> set[str]:
        page = desk.get(f"/admin/clubs/club/?unused={choice}").content.decode()
        return set(re.findall(r'class="field-name"><a [^>]+>([^<]+)</a>', page))

    named("Founded today", days_ago=0)
    named("Founded long ago", days_ago=400)
    named("Played today", days_ago=1200)
    played("Played last year", days_ago=370)
    played("Played in spring", days_ago=200)
    today = Club.objects.get(name="Played today")
    new_evening("Anna", "Beppo", "Cilli", "Done", club=today, at=timezone.now()).record(rufer("Anna", "Beppo"))
    long_ago = {"Founded long ago", "Played last year"}
    assert listed("never") == {"Founded today", "Founded long ago"}
    assert listed("180") == long_ago | {"Played in spring"}
    assert listed("365") == long_ago and listed("1095") == set()
    assert len(listed("nonsense")) == len(listed("")) == 5
    assert re.findall(r"\((\d)\)", text_of(desk.get("/admin/clubs/club/?_facets=1"))) == ["2", "3", "2", "0"]
    page = text_of(desk.get("/admin/clubs/club/"))
    assert "Nach letzter Benutzung" in page and "Kein Spiel eingetragen" in page


def test_what_was_imported_counts_as_use_on_the_day_of_the_import(evening: PlayedEvening) -> None:
    at = evening.clock + timedelta(days=300)
    imported(evening.club, "Datum;Anna;Beppo;Cilli\n13.11.2025;1,20;-1,00;-0,20\n", at=at)
    assert club_figures([evening.club.pk])[evening.club.pk].last_used_at == at
    Club.objects.update(imported_at=at + timedelta(days=1))  # the whole club, as a file
    assert club_figures([evening.club.pk])[evening.club.pk].last_used_at == at + timedelta(days=1)


def test_more_clubs_cost_no_more_statements(desk: Client, evening: PlayedEvening) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert desk.get("/admin/clubs/club/").status_code == 200
        counts.append(len(queries))
        for number in range(3):
            new_evening("Anna", "Beppo", "Cilli", "Done", club=create_club(
                key=uuid4(), name=f"Club {number}", by="club link", at=NINE_O_CLOCK
            ))  # fmt: skip
    assert counts[0] == counts[1] <= 6


def test_new_links_are_shown_once_and_end_the_old_ones(desk: Client, evening: PlayedEvening, client: Client) -> None:
    old, scribe, watch = evening.club.keeper_token, evening.stored.scribe_token, evening.stored.watch_token
    page = desk.get(page_of(evening.club, "links")).content.decode()
    form = dict(re.findall(r'name="(key|seen)" value="([^"]+)"', page))
    answer = desk.post(page_of(evening.club, "links"), form)
    new = Club.objects.get().keeper_token
    assert new != old and f"http://localhost/c/{new}/" in answer.content.decode()
    assert "data:image/svg" in answer.content.decode() and "no-store" in answer["Cache-Control"]
    assert [client.get(path).status_code for path in (f"/c/{old}/", f"/t/{scribe}/")] == [404, 404]
    assert [client.get(path).status_code for path in (f"/c/{new}/", f"/w/{watch}/")] == [200, 200]
    # The answer was lost on its way, and the form is sent again.
    assert f"/c/{new}/" in desk.post(page_of(evening.club, "links"), form).content.decode()
    assert LogEntry.objects.count() == 1
    for path in (page_of(evening.club), page_of(evening.club, "links"), page_of(evening.club, "history"), "/admin/"):
        assert new not in desk.get(path).content.decode(), path
    assert "New links" in text_of(desk.get(page_of(evening.club, "history")))


def test_new_links_of_the_operator_remove_all_devices(desk: Client, evening: PlayedEvening) -> None:
    """Whoever took the club may hold a device."""
    taken = device_of(evening.club.keeper_token)
    page = desk.get(page_of(evening.club, "links")).content.decode()
    desk.post(page_of(evening.club, "links"), dict(re.findall(r'name="(key|seen)" value="([^"]*)"', page)))
    assert taken.get(f"/c/{evening.club.pk}/").status_code == 404


def test_links_that_somebody_renewed_meanwhile_are_looked_at_first(desk: Client, evening: PlayedEvening) -> None:
    page = desk.get(page_of(evening.club, "links")).content.decode()
    form = dict(re.findall(r'name="(key|seen)" value="([^"]+)"', page))
    theirs = play.renew_keeper_link(link=evening.club.keeper_token, key=uuid4()).keeper_token
    assert desk.post(page_of(evening.club, "links"), form).status_code == 302
    assert desk.post(page_of(evening.club, "links"), {"seen": "guessed"}).status_code == 302
    assert Club.objects.get().keeper_token == theirs and not LogEntry.objects.exists()


def test_a_name_is_hidden_and_shown_again(desk: Client, evening: PlayedEvening) -> None:
    anna = evening.players["Anna"]
    page = f"/admin/clubs/player/{anna.pk}"
    hide = {"key": str(uuid4()), "hide": "1"}
    assert "Anna" in desk.get(f"{page}/name/").content.decode()
    for _ in range(2):
        assert desk.post(f"{page}/name/", hide)["Location"] == f"{page}/change/"
    event = ClubEvent.objects.get()
    assert (event.kind, event.player_id, event.recorded_by) == ("name_hidden", anna.pk, "operator rosi")
    for path in (f"{page}/change/", f"{page}/history/", f"{page}/name/", page_of(evening.club), "/admin/"):
        assert "Anna" not in desk.get(path).content.decode(), path
    desk.post(f"{page}/name/", {"key": str(uuid4()), "show": "1"})
    assert Player.objects.get(pk=anna.pk).name == "Anna"
    assert list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True)) == [
        "Hidden.", "Shown again."
    ]  # fmt: skip
    assert not LogEntry.objects.filter(object_repr__contains="Anna").exists()


def test_what_is_open_is_stated_before_a_name_is_hidden(desk: Client, evening: PlayedEvening) -> None:
    page = f"/admin/clubs/player/{evening.players['Done'].pk}/name/"
    assert "Das ist noch offen: schuldet noch 0,20 €" in text_of(desk.get(page)).replace("\xa0", " ")
    evening.void(1)
    assert "offen" not in text_of(desk.get(page))


def test_a_refused_change_names_its_reason(desk: Client, evening: PlayedEvening) -> None:
    anna, beppo = evening.players["Anna"], evening.players["Beppo"]
    hide_name(player=anna, key=uuid4(), by="club link", at=evening.now())
    forget_person(player=beppo, key=uuid4(), by="club link", at=evening.now())
    page = f"/admin/clubs/player/{anna.pk}/name/"
    answer = desk.post(page, {"hide": "1"}, follow=True)
    assert "Dieser Name ist schon ausgeblendet." in text_of(answer)
    forgotten = f"/admin/clubs/player/{beppo.pk}/name/"
    assert desk.get(forgotten).status_code == 302
    assert "endgültig gelöscht" in text_of(desk.post(forgotten, {"show": "1"}, follow=True))
    assert desk.get(f"/admin/clubs/player/{uuid4()}/name/").status_code == 404
    assert desk.get(f"/admin/clubs/club/{uuid4()}/links/").status_code == 404
