"""The calendar of a club's evenings: read by two programs, and held to what RFC 5545 and RFC 7986 ask for.

`icalendar` wrote it; `ical`, the reader of Home Assistant, is strict and shares no code with it.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from ical.calendar import Calendar as ReadCalendar
from ical.calendar_stream import IcsCalendarStream
from icalendar import Calendar

from scorebook.clubs.identities import hide_name
from scorebook.clubs.models import Club
from scorebook.clubs.services import create_club, rename_player
from scorebook.exchange import calendar as calendars
from scorebook.play import services as play
from scorebook.play.ending import AgreedEnd
from scorebook.play.services.archive import archive_evening
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.services.season_services import agree_season
from tests.exchange.table_columns import NASTY
from tests.support.devices import device_of
from tests.support.paged_evening import PagedEvening, start, text_of
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer

pytestmark = pytest.mark.django_db
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")


@pytest.fixture
def evening() -> PlayedEvening:
    """Anna and Beppo win 20 each; closed a quarter of an hour after it began."""
    found = new_evening(*PEOPLE)
    found.record(rufer("Anna", "Beppo"))
    found.record(rufer("Anna", "Beppo"))
    found.close()
    return found


def address(club: Club, tongue: str = "en") -> str:
    return f"/calendar/{club.pk}/{tongue}/{calendars.calendar_signature(club)}.ics"


def feed(client: Client, club: Club, tongue: str = "en") -> bytes:
    answer = client.get(address(club, tongue))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    content: bytes = answer.content
    assert_is_right_by_rfc_5545(content)
    read(content)
    return content


def read(content: bytes) -> ReadCalendar:
    return IcsCalendarStream.calendar_from_ics(content.decode())


def lines_of(content: bytes) -> list[str]:
    return content.replace(b"\r\n ", b"").decode().split("\r\n")[:-1]


def events(content: bytes) -> list[Any]:
    return list(Calendar.from_ical(content).walk("VEVENT"))


def event_of(content: bytes, evening: PlayedEvening) -> Any:
    [found] = [event for event in events(content) if event["UID"] == str(evening.stored.pk)]
    return found


def assert_is_right_by_rfc_5545(content: bytes) -> None:
    """By hand, without the library that wrote it; the numbers are those of its sections."""
    assert content.endswith(b"\r\n") and b"\n" not in content.replace(b"\r\n", b"")  # 3.1
    lines = content.split(b"\r\n")[:-1]
    assert max(map(len, lines)) <= 75  # 3.1, octets
    assert all(line.decode("utf-8") for line in lines)  # 3.1.4; no fold inside a character either
    whole = lines_of(content)
    assert (whole[0], whole[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")  # 3.4
    assert whole.count("VERSION:2.0") == 1 and sum(line.startswith("PRODID:") for line in whole) == 1  # 3.6
    assert sum(line.startswith("BEGIN:") for line in whole) >= 2  # 3.6, at least one component
    assert all(re.match(r"[A-Z0-9-]+(;[A-Z0-9-]+=[^:]*)?:", line) for line in whole)  # 3.1
    stamp = r"\d{8}T\d{6}Z"
    uids = []
    for part in "\n".join(whole).split("BEGIN:VEVENT")[1:]:
        part = part.partition("END:VEVENT")[0]
        for name, form in (("UID", ".+"), ("DTSTAMP", stamp), ("LAST-MODIFIED", stamp), ("SEQUENCE", r"\d+")):
            assert len(re.findall(rf"^{name}:{form}$", part, flags=re.M)) == 1, name  # 3.6.1, 3.8.7
        begins = re.findall(rf"^DTSTART(?:;VALUE=DATE:\d{{8}}|:{stamp})$", part, flags=re.M)
        assert len(begins) == 1
        assert len(re.findall(r"^DTEND", part, flags=re.M)) == 1 and "DURATION:" not in part
        if ";VALUE=DATE" in begins[0]:
            assert re.search(r"^DTEND;VALUE=DATE:\d{8}$", part, flags=re.M)  # both of one type
        uids += re.findall(r"^UID:(.+)$", part, flags=re.M)
    assert len(uids) == len(set(uids))


def test_a_closed_evening_says_when_it_was_who_was_there_and_who_won(client: Client, evening: PlayedEvening) -> None:
    event = event_of(feed(client, evening.club), evening)
    assert event.decoded("DTSTART") == NINE_O_CLOCK
    assert event.decoded("DTEND") == event.decoded("LAST-MODIFIED") == NINE_O_CLOCK + timedelta(minutes=15)
    assert event["SUMMARY"] == "Schafkopf, evening 1: Anna, Beppo won"
    assert event["DESCRIPTION"] == "Bavarian Schafkopf\nAnna +40\nBeppo +40\nCilli -40\nDone -40"
    assert event["SEQUENCE"] == evening.fresh().revision


def test_the_calendar_says_what_rfc_7986_has_words_for(client: Client, evening: PlayedEvening) -> None:
    club = evening.club
    content = feed(client, club)
    lines = lines_of(content)
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in lines  # 5.7: the type has no default
    assert f"SOURCE;VALUE=URI:http://testserver{address(club)}" in lines  # 5.8: as well
    found = read(content)
    assert found.name == [club.name] and found.uid == str(club.pk)  # 5.1, 5.3
    assert found.description == ["The evenings of the club: who was there, and who won."]  # 5.2
    assert found.url == f"http://testserver/c/{club.pk}/"  # 5.5
    assert found.last_modified == evening.fresh().closed_at  # 5.4
    assert (found.color, found.categories) == ("goldenrod", ["Schafkopf"])  # 5.9, a name of CSS 3; 5.6
    german = read(feed(client, club, "de"))
    assert german.uid == found.uid and german.description != found.description
    assert german.source == f"http://testserver{address(club, 'de')}"


@pytest.mark.parametrize("name", ["Anna, Beppo; der Stammtisch\\", "Überäß 🃏 " + "🃏" * 20, "a:b=c", *NASTY])
def test_a_name_of_a_club_is_read_as_it_was_typed(client: Client, name: str) -> None:
    club = create_club(key=uuid4(), name=name, at=NINE_O_CLOCK, by="club link")
    content = feed(client, club)
    assert read(content).name == [club.name]
    escaped = re.sub(r"([\\\\;,])", r"\\\1", club.name)  # RFC 5545, 3.3.11
    assert {f"NAME:{escaped}", f"X-WR-CALNAME:{escaped}"} <= set(lines_of(content))


def test_an_evening_over_the_change_of_clocks_lasts_as_long_as_it_did(client: Client, evening: PlayedEvening) -> None:
    """From 23:30 in summer time to 02:30 in winter time: four hours, not three."""
    berlin = ZoneInfo("Europe/Berlin")
    starts_at, closed_at = (
        datetime(2026, 10, 24, 23, 30, tzinfo=berlin),
        datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=berlin),
    )
    type(evening.stored).objects.update(started_at=starts_at, closed_at=closed_at)
    [event] = read(feed(client, evening.club)).events
    assert (event.dtstart, event.dtend) == (starts_at.astimezone(UTC), closed_at.astimezone(UTC))
    assert event.duration is None and event.computed_duration == timedelta(hours=4)


def test_an_event_leads_to_its_page_for_devices_of_the_club(client: Client, evening: PlayedEvening) -> None:
    event = event_of(feed(client, evening.club), evening)
    assert event["URL"] == f"http://testserver/t/{evening.club.pk}.{evening.stored.pk}/"
    assert event["STATUS"] == "CONFIRMED" and event["CATEGORIES"].cats == ["Bavarian Schafkopf"]
    path = event["URL"].removeprefix("http://testserver")
    assert client.get(path).status_code == 404  # no link: it opens nothing without a key of the device
    assert device_of(evening.club.member_token).get(path, follow=True).status_code == 200


def test_a_changed_name_is_a_changed_event(client: Client, evening: PlayedEvening) -> None:
    """Programs that compare LAST-MODIFIED would keep the old name, also one that was to be hidden."""
    first = evening.fresh().closed_at
    rename_player(player=evening.players["Anna"], name="Annerl", by="club link", at=evening.now())
    renamed = evening.clock
    content = feed(client, evening.club)
    event = event_of(content, evening)
    assert event.decoded("LAST-MODIFIED") == event.decoded("DTSTAMP") == read(content).last_modified == renamed != first
    hide_name(player=evening.players["Beppo"], key=uuid4(), by="club link", at=evening.now())
    assert event_of(feed(client, evening.club), evening).decoded("LAST-MODIFIED") == evening.clock > renamed
    changed = evening.clock
    new_evening("Emmi", "Fritz", "Gustl", "Hans", club=evening.club)  # four new names change no old event
    assert event_of(feed(client, evening.club), evening).decoded("LAST-MODIFIED") == changed


def test_no_amount_and_no_link_is_published(client: Client, evening: PlayedEvening) -> None:
    content = feed(client, evening.club).decode()
    for secret in (
        evening.club.keeper_token,
        evening.club.member_token,
        evening.stored.scribe_token,
        evening.stored.watch_token,
        "€",
        "EUR",
    ):
        assert secret not in content


def test_an_open_evening_lasts_as_agreed_or_usual_and_at_least_until_its_last_change(client: Client) -> None:
    evening = new_evening(*PEOPLE)
    event = event_of(feed(client, evening.club), evening)
    assert event.decoded("DTEND") == NINE_O_CLOCK + calendars.USUAL and event["SUMMARY"] == "Schafkopf, evening 1"
    assert event["DESCRIPTION"] == "Bavarian Schafkopf\nAnna, Beppo, Cilli, Done"
    ends_at = NINE_O_CLOCK + timedelta(hours=2)
    play.agree_end(evening=evening.stored, key=uuid4(), end=AgreedEnd(at=ends_at), at=evening.now(), by="scribe")
    later = event_of(feed(client, evening.club), evening)
    assert later.decoded("DTEND") == ends_at
    assert later["SEQUENCE"] == event["SEQUENCE"] + 1
    assert later.decoded("DTSTAMP") == evening.clock > event.decoded("DTSTAMP")
    evening.clock = ends_at + timedelta(minutes=20)
    evening.record(rufer("Anna", "Beppo"))
    assert event_of(feed(client, evening.club), evening).decoded("DTEND") == evening.clock


def test_an_evening_whose_end_nobody_knows_lasts_as_usual(client: Client) -> None:
    evening = new_evening(*PEOPLE)
    type(evening.stored).objects.update(closed_at=NINE_O_CLOCK)  # such as an import that knows the day alone
    assert event_of(feed(client, evening.club), evening).decoded("DTEND") == NINE_O_CLOCK + calendars.USUAL


def test_who_closes_it_the_next_day_has_not_sat_there_all_night(client: Client, evening: PlayedEvening) -> None:
    evening.reopen()
    evening.clock += timedelta(days=3)
    evening.close()
    event = event_of(feed(client, evening.club), evening)
    assert event.decoded("DTEND") == NINE_O_CLOCK + timedelta(hours=14)


def test_a_reopened_evening_is_the_same_event_with_a_higher_number(client: Client, evening: PlayedEvening) -> None:
    before = event_of(feed(client, evening.club), evening)
    evening.reopen()
    evening.record(rufer("Cilli", "Done"))
    after = event_of(feed(client, evening.club), evening)
    assert after["SEQUENCE"] == before["SEQUENCE"] + 2
    assert after["SUMMARY"] == "Schafkopf, evening 1" and after.decoded("DTSTAMP") == evening.clock


def test_the_last_day_of_a_season_is_a_whole_day(client: Client, evening: PlayedEvening) -> None:
    agreed = Agreement(first_on=date(2026, 1, 1), last_on=date(2026, 12, 31), game="bavarian")
    season = agree_season(
        club=evening.club, key=uuid4(), name="2026; die zweite", agreement=agreed, by="club link", at=evening.now()
    )
    [event] = [one for one in events(feed(client, evening.club)) if one["UID"] == str(season.id)]
    assert (event.decoded("DTSTART"), event.decoded("DTEND")) == (date(2026, 12, 31), date(2027, 1, 1))
    assert event["SUMMARY"] == "Last day of the season 2026; die zweite"
    assert event["URL"] == f"http://testserver/c/{evening.club.pk}/seasons/{season.id}/"
    assert (event["TRANSP"], event["STATUS"], event["CATEGORIES"].cats) == ("TRANSPARENT", "CONFIRMED", ["Season"])
    open_end = Agreement(first_on=date(2027, 1, 1), game="bavarian")
    agree_season(club=evening.club, key=uuid4(), name="2027", agreement=open_end, by="club link", at=evening.now())
    assert len(events(feed(client, evening.club))) == 2


def test_hidden_names_stay_hidden_and_nasty_ones_are_names(client: Client) -> None:
    evening = new_evening(*NASTY[4:8])
    evening.record(rufer(NASTY[4], NASTY[5]))
    evening.close()
    event = event_of(feed(client, evening.club), evening)
    assert event["SUMMARY"] == f"Schafkopf, evening 1: {NASTY[5]}, {NASTY[4]} won"
    hide_name(player=evening.players[NASTY[4]], key=uuid4(), by="club link", at=evening.now())
    content = feed(client, evening.club)
    assert "Wilde" not in content.replace(b"\r\n ", b"").decode() and "N. N." in str(event_of(content, evening))


def test_a_club_without_an_evening_has_a_calendar_too(client: Client) -> None:
    club = create_club(key=uuid4(), name="Stammtisch Linde", at=NINE_O_CLOCK, by="club link")
    content = feed(client, club)
    assert events(content) == [] and Calendar.from_ical(content)["NAME"] == "Stammtisch Linde"


def test_what_lists_do_not_show_the_calendar_does_not_either(
    client: Client, evening: PlayedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = new_evening("Emmi", "Fritz", "Gustl", "Hans", club=evening.club)
    assert len(events(feed(client, evening.club))) == 2
    monkeypatch.setattr(calendars, "MAX_EVENINGS", 1)
    assert [one["UID"] for one in events(feed(client, evening.club))] == [str(other.stored.pk)]
    monkeypatch.undo()
    archive_evening(evening=evening.stored, by="club link", at=evening.now())
    assert [one["UID"] for one in events(feed(client, evening.club))] == [str(other.stored.pk)]


def test_an_unchanged_calendar_is_answered_with_304(client: Client, evening: PlayedEvening) -> None:
    answer = client.get(address(evening.club))
    again = client.get(address(evening.club), headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"") and again["ETag"] == answer["ETag"]
    rename_player(player=evening.players["Anna"], name="Annerl", by="club link", at=evening.now())
    changed = client.get(address(evening.club), headers={"if-none-match": answer["ETag"]})
    assert changed.status_code == 200 and b"Annerl" in changed.content


def test_each_language_has_an_address(client: Client, evening: PlayedEvening) -> None:
    assert b"Bayerischer Schafkopf" in feed(client, evening.club, "de")
    assert client.get(address(evening.club, "fr")).status_code == 404


def test_a_new_link_of_the_club_ends_the_address_and_no_other_opens_it(client: Client, evening: PlayedEvening) -> None:
    club, old = evening.club, address(evening.club)
    other = create_club(key=uuid4(), name="Krone", at=NINE_O_CLOCK, by="club link")
    for wrong in (
        f"/calendar/{club.pk}/en/{calendars.calendar_signature(other)}.ics",
        f"/calendar/{other.pk}/en/{calendars.calendar_signature(club)}.ics",
        f"/calendar/{club.pk}/en/{club.keeper_token}.ics",
        f"/calendar/{uuid4()}/en/{calendars.calendar_signature(club)}.ics",
        f"/calendar/{club.pk}/en/a:b.ics",
    ):
        assert client.get(wrong).status_code == 404
    assert client.get(old).status_code == 200 and client.post(old).status_code == 405
    play.renew_member_link(club=Club.objects.get(pk=club.pk), key=uuid4())
    assert client.get(old).status_code == 404


def test_it_costs_as_many_statements_however_much_was_played(client: Client, evening: PlayedEvening) -> None:
    costs = []
    for _ in range(2):
        new_evening(*(f"{name} {uuid4().hex[:4]}" for name in PEOPLE), club=evening.club)
        with CaptureQueriesContext(connection) as statements:
            feed(client, evening.club)
        costs.append(len(statements))
    assert costs[0] == costs[1] <= 12


def test_the_club_is_shown_the_address(client: Client) -> None:
    paged: PagedEvening = start(client)
    club = paged.stored.club
    page = client.get(f"/c/{club.keeper_token}/order")
    path = address(club, "de")
    assert f"http://testserver{path}" in text_of(page)
    assert f'href="webcal://testserver{path}"' in page.content.decode()
    assert client.get(path)["Content-Language"] == "de"
