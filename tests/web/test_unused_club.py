"""The pages of a club that nobody uses: the warning, the file, and the button by which it stays."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from playwright.sync_api import Page, expect

from scorebook.clubs.models import Club, ClubEvent
from scorebook.clubs.watching import hide_money
from tests.support.api_phone import Phone, key
from tests.support.browser import OpenPage
from tests.support.paged_evening import text_of
from tests.support.played_evening import PlayedEvening
from tests.support.unused_clubs import tried_out

WARNING = "Nothing has been written in this club since"
GERMAN = "In dieser Runde wurde nichts geschrieben seit dem"


@pytest.fixture
def evening(db: None) -> PlayedEvening:
    """Of a year ago."""
    return tried_out(at=timezone.now() - timedelta(days=365), closed=False)


def warn(evening: PlayedEvening) -> None:
    ends_at = timezone.now() + timedelta(days=12)
    Club.objects.filter(pk=evening.club.pk).update(unused_since=evening.clock, ends_at=ends_at)


def pages(evening: PlayedEvening) -> list[str]:
    return [f"/c/{evening.club.link_token}/", f"/t/{evening.stored.scribe_token}/"]


def seen(client: Client, page: str, language: str = "en") -> str:
    return text_of(client.get(page, headers={"accept-language": language}))


def test_both_its_pages_warn_in_both_languages_and_watchers_see_nothing(evening: PlayedEvening, client: Client) -> None:
    warn(evening)
    for page in pages(evening):
        assert WARNING in seen(client, page) and GERMAN in seen(client, page, "de")
        assert f"/c/{evening.club.link_token}/order/file" in client.get(page).content.decode()
    watch = f"/w/{evening.stored.watch_token}/"
    for page in (watch, f"{watch}sheet", f"{watch}hands", f"{watch}paper"):
        answer = client.get(page, headers={"accept-language": "en"})
        assert answer.status_code == 200 and WARNING not in text_of(answer) and b"/keep" not in answer.content


def test_pages_of_other_clubs_say_nothing_and_ask_nothing_more(evening: PlayedEvening, client: Client) -> None:
    counts = []
    for is_warned in (False, True):
        if is_warned:
            warn(evening)
        for page in pages(evening):
            client.get(page)
            with CaptureQueriesContext(
                connection,
            ) as asked:
                shown = client.get(page, headers={"accept-language": "en"})
            assert (WARNING in text_of(shown)) is is_warned
            counts.append([one["sql"] for one in asked.captured_queries])
    without, with_warning = counts[:2], counts[2:]
    assert [len(after) > len(before) for before, after in zip(without, with_warning, strict=True)] == [True, True]
    assert not any('MAX("' in sql and "standings_seasonevent" in sql for page in without for sql in page)


@pytest.mark.parametrize("by", ["club", "scribe"])
def test_kept_it_says_nothing_any_more_and_sent_twice_it_is_written_once(
    evening: PlayedEvening, client: Client, by: str
) -> None:
    warn(evening)
    page = pages(evening)[by == "scribe"]
    form = re.search(rf'action="({page}keep)".*?name="key" value="([^"]+)"', client.get(page).content.decode(), re.S)
    assert form
    for _ in range(2):
        answer = client.post(form[1], {"key": form[2]})
        assert answer.status_code == 302 and answer["Location"] == page
    [event] = ClubEvent.objects.filter(club=evening.club)
    assert (event.kind, str(event.pk), event.recorded_by) == ("kept", form[2], f"{by} link")
    assert "Die Runde bleibt." in seen(client, page)
    assert not any(WARNING in seen(client, one) for one in pages(evening))


def test_a_key_that_was_used_for_something_else_is_said(evening: PlayedEvening, client: Client) -> None:
    warn(evening)
    hide_money(club=evening.club, key=(used := uuid4()), by="club link", at=evening.clock)
    page = pages(evening)[0]
    assert client.post(f"{page}keep", {"key": str(used)}).status_code == 302
    assert WARNING in seen(client, page) and "Die Runde bleibt." not in seen(client, page)


def test_only_links_that_write_keep_it(evening: PlayedEvening, client: Client) -> None:
    warn(evening)
    watch, scribe, club = evening.stored.watch_token, evening.stored.scribe_token, evening.club.link_token
    for path in (f"/t/{watch}/keep", f"/w/{watch}/keep", f"/c/{scribe}/keep", f"/t/{club}/keep", "/c/unknown/keep"):
        assert client.post(path, {"key": str(uuid4())}).status_code == 404
    assert client.get(f"/c/{club}/keep").status_code == 405
    assert not ClubEvent.objects.exists()


def test_a_hand_written_since_takes_the_warning_away(evening: PlayedEvening, client: Client) -> None:
    warn(evening)
    evening.clock = timezone.now()
    evening.close()
    assert not any(WARNING in seen(client, one) for one in pages(evening))


def test_programs_see_it_and_keep_it(evening: PlayedEvening) -> None:
    phone, club = Phone(), f"clubs/{evening.club.link_token}"
    assert phone.get(club).json["ends_at"] is None
    warn(evening)
    assert phone.get(club).json["ends_at"] is not None
    told = key()
    for _ in range(2):
        answer = phone.post(f"{club}/keep", told)
        assert (answer.status, answer.json["ends_at"]) == (200, None)
    assert ClubEvent.objects.filter(club=evening.club).count() == 1
    hide_money(club=evening.club, key=(used := uuid4()), by="club link", at=timezone.now())
    assert phone.post(f"{club}/keep", {"id": str(used)}).status == 409
    for link in (evening.stored.scribe_token, evening.stored.watch_token):
        assert phone.post(f"clubs/{link}/keep", key()).status == 404


# -- in a browser --------------------------------------------------------------------------------------------------


def keep(page: Page) -> None:
    page.get_by_role("button", name="Runde behalten").tap()
    expect(page.get_by_text("Die Runde bleibt.")).to_be_visible()
    expect(page.locator("#ending")).to_have_count(0)


@pytest.mark.browser
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("javascript", [True, False])
def test_somebody_keeps_it(transactional_db: None, open_page: OpenPage, place: int, javascript: bool) -> None:
    evening = tried_out(at=timezone.now() - timedelta(days=365), closed=False)
    warn(evening)
    page = open_page(pages(evening)[place], javascript=javascript)
    expect(page.locator("#ending")).to_contain_text(GERMAN)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") if javascript else True
    with page.expect_download() as download:
        page.get_by_role("link", name="Datei herunterladen").tap()
    assert download.value.suggested_filename.endswith(".club.json")
    keep(page)
    page.reload()
    expect(page.locator("#ending")).to_have_count(0)
    assert ClubEvent.objects.filter(club=evening.club).count() == 1


@pytest.mark.browser
def test_tapped_twice_in_haste_it_is_written_once(transactional_db: None, open_page: OpenPage) -> None:
    evening = tried_out(at=timezone.now() - timedelta(days=365), closed=False)
    warn(evening)
    page = open_page(pages(evening)[1])
    page.get_by_role("button", name="Runde behalten").dblclick()
    expect(page.get_by_text("Die Runde bleibt.")).to_be_visible()
    assert ClubEvent.objects.filter(club=evening.club).count() == 1
