"""The agreed end on the pages: at the start and later, how near it is, and the last round that it offers to begin."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.templatetags.static import static
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from rules import PRESETS
from scorebook.play import services
from scorebook.play.ending import AgreedEnd, Phase, evening_end_progress, read_agreed_end, write_agreed_end
from scorebook.play.models import Evening
from scorebook.play.queries import evening_sheets
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import people_of_club
from scorebook.web.evening.table import ending
from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.played_evening import Hand, PlayedEvening, new_evening, rufer
from tests.support.touch import Thumb, opens_offline

SEVEN = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)  # in Berlin
PALATINATE = PRESETS["palatinate"]["palatinate"]
PLAIN = {"contract": "simple", "declarer": "Anna", "partner": "Beppo", "won": True}


def agree(table: PlayedEvening, **end: object) -> None:
    end_ = AgreedEnd(**end)  # type: ignore[arg-type]
    services.agree_end(evening=table.stored, key=uuid4(), end=end_, at=table.now(), by="scribe")


def page_of(client: Client, table: PlayedEvening, more: str = "") -> str:
    return client.get(f"/t/{table.stored.scribe_token}/{more}", headers={"accept-language": "en"}).content.decode()


@pytest.fixture
def table(db: None) -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done")


def send(client: Client, table: PlayedEvening, **fields: str) -> Any:
    return client.post(f"/t/{table.link}/end", fields, headers={"accept-language": "en"})


@pytest.mark.parametrize(
    ("typed", "now", "at"),
    [
        ("23:00", SEVEN, "2026-11-20T22:00:00+00:00"),
        ("23.30", SEVEN, "2026-11-20T22:30:00+00:00"),
        ("1", SEVEN, "2026-11-21T00:00:00+00:00"),  # after midnight
        ("22:00", SEVEN + timedelta(hours=4), "2026-11-20T21:00:00+00:00"),  # it has just gone by
        ("22:00", SEVEN + timedelta(days=1), "2026-11-21T21:00:00+00:00"),  # an evening that nobody closed
    ],
)
def test_a_time_of_day_is_the_next_one_of_the_sites_clock(typed: str, now: datetime, at: str) -> None:
    end, problems = ending.read_agreed_end_fields(FormData({ending.AT: [typed]}), now=now, begun=SEVEN)
    assert (write_agreed_end(end), problems) == ({"at": at}, [])


def test_it_is_agreed_on_changed_and_taken_back(client: Client, table: PlayedEvening) -> None:
    assert send(client, table, end_rounds="8").status_code == 302
    assert "Ends after round 8" in page_of(client, table)
    assert 'value="8"' in page_of(client, table, "end")
    assert send(client, table, end_points="12").status_code == 302
    assert "Ends at 12 points" in page_of(client, table)
    assert 'value="12"' in page_of(client, table, "end")
    assert send(client, table, end_at="23:00").status_code == 302
    assert 'value="23:00"' in page_of(client, table, "end")
    assert send(client, table).status_code == 302
    assert table.fresh().agreed_end is None


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"end_rounds": "many"}, "whole number"),
        ({"end_rounds": "0"}, "Enter a number from 1 to 99."),
        ({"end_points": "-1"}, "Enter a number from 1 to 100"),
        ({"end_points": "nine"}, "whole number"),
        ({"end_points": "9", "end_rounds": "8"}, "Choose only one: rounds, points or a time."),
        ({"end_at": "25:00"}, "Enter a time, such as 23:00."),
        ({"end_rounds": "8", "end_at": "23:00"}, "Choose only one: rounds, points or a time."),
    ],
)
def test_what_cannot_be_comes_back_as_it_was_typed(
    client: Client, table: PlayedEvening, fields: dict[str, str], problem: str
) -> None:
    answer = send(client, table, **fields)
    text = answer.content.decode()
    assert (answer.status_code, problem in text) == (422, True)
    assert all(f'value="{value}"' in text for value in fields.values())
    assert table.fresh().agreed_end is None


def test_sent_twice_it_is_agreed_once_and_a_closed_evening_refuses(client: Client, table: PlayedEvening) -> None:
    key = str(uuid4())
    for _twice in range(2):
        assert send(client, table, key=key, end_rounds="8").status_code == 302
    assert table.fresh().revision == 2
    assert send(client, table, key=key, end_rounds="9").status_code == 409
    table.close()
    assert send(client, table, end_rounds="9").status_code == 409


def test_watchers_and_strangers_agree_on_nothing(client: Client, table: PlayedEvening) -> None:
    for token in (table.stored.watch_token, "nobody"):
        assert client.get(f"/t/{token}/end").status_code == 404
        assert client.post(f"/t/{token}/end", {"end_rounds": "8"}).status_code == 404


NAMES = ["Anna", "Beppo", "Cilli", "Done"]


def test_it_may_be_agreed_with_the_start_and_need_not_be(client: Client, db: None) -> None:
    start = {"game": "bavarian", "stake_bavarian": "pub", "names": NAMES}
    refused = client.post("/", {**start, "end_rounds": "8", "end_at": "23:00"}, headers={"accept-language": "en"})
    assert (refused.status_code, Evening.objects.count()) == (422, 0)
    assert 'href="#end_rounds"' in refused.content.decode()
    client.post("/", {**start, "end_rounds": "8"})
    assert read_agreed_end(Evening.objects.get().agreed_end) == AgreedEnd(rounds=8)
    client.post("/", start)
    assert Evening.objects.filter(agreed_end__isnull=True).count() == 1


def test_the_old_man_is_to_deal_the_last_round(client: Client, table: PlayedEvening) -> None:
    agree(table, rounds=2)
    table.record(rufer("Anna", "Beppo", ober_holder="Cilli"))
    for _deal in range(3):
        table.record(rufer("Anna", "Beppo"))
    page = page_of(client, table)
    assert ("The last round starts now" in page, "Begin the last round: Cilli deals" in page) == (True, True)
    fields = {"contract": "round", "round": "last", "known_hands": "4"}
    assert client.post(f"/t/{table.stored.scribe_token}/", fields).status_code == 302
    assert table.dealer() == "Cilli"
    assert "Last round: ends after hand 9" in page_of(client, table)
    for _deal in range(4):
        table.record(rufer("Anna", "Beppo"))
    assert "The last round is played" in page_of(client, table)
    assert not table.fresh().is_closed


def test_rules_without_a_last_round_count_its_deals(client: Client, db: None) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PALATINATE)
    table.record({"contract": "thrown_in"})
    agree(table, at=table.clock - timedelta(minutes=1))
    page = page_of(client, table)
    assert ("The agreed end is reached" in page, 'name="end_deals" value="5"' in page) == (True, True)
    assert send(client, table, end_deals="5").status_code == 302
    assert "Last round: ends after hand 5" in page_of(client, table)


def test_an_open_page_learns_that_the_time_is_reached(client: Client, table: PlayedEvening) -> None:
    """Without an event, thus by another version of the sheet."""
    path = f"/w/{table.stored.watch_token}/sheet"
    agree(table, at=timezone.now() + timedelta(hours=1))
    before = client.get(path)["ETag"]
    assert client.get(path, headers={"if-none-match": before}).status_code == 304
    Evening.objects.update(agreed_end=write_agreed_end(AgreedEnd(at=timezone.now() - timedelta(hours=1))))
    assert client.get(path, headers={"if-none-match": before}).status_code == 200


def end_on_phone(page: Any, client: Client, table: PlayedEvening) -> str | None:
    token = table.stored.scribe_token
    arguments = {"script": static("web/offline/standing.js")}
    found = page.evaluate(
        """async ({ script, sheet, lookup }) => {
          const { standing, endStanding } = await import(script);
          const table = await (await fetch(lookup)).json();
          const end = endStanding(sheet.agreed_end, standing({ sheet, table }, []), Date.now());
          return end && `${end.phase} ${end.no ?? ""}`.trim();
        }""",
        {
            **arguments,
            "sheet": json.loads(client.get(f"/api/v1/evenings/{token}").content),
            "lookup": f"/t/{token}/lookup",
        },
    )
    return str(found) if found else None


def end_on_server(table: PlayedEvening) -> str | None:
    sheet, now = table.sheet(), timezone.now()
    standing = evening_end_progress(read_agreed_end(sheet.evening.agreed_end), sheet.course, now=now)
    assert (standing is None) == (ending.agreed_end_panel(sheet, people_of_club(table.club), now=now) is None)
    return f"{standing.phase} {standing.after_hand or ''}".strip() if standing else None


@pytest.mark.browser
def test_the_phone_tells_the_same_end_after_every_hand(open_page: OpenPage, client: Client) -> None:
    table, page, seen = new_evening("Anna", "Beppo", "Cilli", "Done"), open_page("/"), []
    first = {"contract": "round", "round": "last"}
    now, tomorrow = timezone.now(), timezone.now() + timedelta(days=1)
    ends: list[tuple[dict[str, object], Hand]] = [
        ({"rounds": 2}, RUFER), ({"at": now}, RUFER), ({"at": tomorrow}, first), ({"deals": 16}, RUFER),
        ({"points": 440}, RUFER),  # of Anna, with 20 a hand
    ]  # fmt: skip
    for end, hand in ends:
        agree(table, **end)
        table.record(hand)
        for _deal in range(4):
            assert (expected := end_on_server(table)) == end_on_phone(page, client, table)
            seen.append(str(expected))
            table.record(RUFER)
    assert {one.partition(" ")[0] for one in seen} == set(Phase)
    assert seen[-4:] == ["agreed", "agreed", "reached", "reached"]


@pytest.mark.browser
def test_nine_lines_of_chalk_end_an_evening_with_24_cards(open_page: OpenPage, client: Client) -> None:
    """B109: what is written down counts, not what is owed for it."""
    ruleset, page = PRESETS["schafskopf24"]["schafskopf24_differences"], open_page("/")
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset)
    agree(table, points=9)
    assert "Ends at 9 points" in page_of(client, table)
    for lines in (6, 8, 10):
        table.record(
            {"contract": "solo", "declarer": "Anna", "won": True, "level": "schwarz" if lines == 6 else "plain"}
        )
        assert end_on_server(table) == end_on_phone(page, client, table) == ("agreed" if lines < 9 else "reached")
    shown = page_of(client, table)
    assert ("The agreed end is reached" in shown, 'data-phase="reached"' in shown) == (True, True)
    assert not table.fresh().is_closed


RUFER = rufer("Anna", "Beppo", ober_holder="Done")


@pytest.mark.thorough
@pytest.mark.browser
def test_without_a_network_the_last_round_begins_all_the_same(open_page: OpenPage, net: Cellar) -> None:
    thumb = Thumb(open_page("/", at=net.url, expected_errors="Failed to load resource"), javascript=True)
    thumb.start(*NAMES)
    evening = Evening.objects.get()
    services.agree_end(evening=evening, key=uuid4(), end=AgreedEnd(rounds=1), at=timezone.now(), by="scribe")
    page = thumb.page
    page.reload()
    opens_offline(page)
    expect(page.locator("#end")).to_contain_text("Jetzt beginnt die letzte Runde")
    net.is_cut = True
    thumb.tap(page.get_by_role("button", name="Letzte Runde beginnen: Anna gibt"))
    expect(page.locator("h1")).to_have_text("Spiel 2")
    expect(page.locator(".end-text")).to_have_text("Letzte Runde: bis Spiel 5")
    for no in range(2, 6):
        thumb.tap(page.locator("[data-seat]", has_text="Anna"))
        thumb.tap(page.locator("[data-seat]", has_text="Beppo"))
        thumb.tap(page.locator(".record"))
        expect(page.locator("h1")).to_have_text(f"Spiel {no + 1}")
    expect(page.locator(".end-text")).to_have_text("Die letzte Runde ist gespielt")
    net.is_cut = False
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=60_000)
    assert [line.report.contract for line in evening_sheets.evening_sheet(Evening.objects.get()).lines][:1] == ["round"]
