"""The first screen after an evening: who pays whom, few things to tap, and one action in gold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorebook.clubs.models import Club
from scorebook.ledger.services import SettlementMethod, mark_paid
from scorebook.play.models import Evening
from scorebook.play.services import settle_evening
from scorebook.texts.refusal_texts import club_name_of_table
from scorebook.web.templatetags.evening_tags import club_and_day
from tests.support.browser import OpenPage
from tests.support.paged_evening import PagedEvening, text_of
from tests.support.played_evening import NINE_O_CLOCK, THROWN_IN, PlayedEvening, new_evening, ramsch, rufer, solo
from tests.web.test_large_print import phone

PEOPLE = ("Sebastian", "Hannelore", "Katharina", "Maximilian", "Franziska", "Ferdinand", "Genoveva")
LANGUAGES = ("de-DE", "en-GB")
MAX_TARGETS = 12
FIRST_PAYMENT_PX = 400
IN_VIEW = """() => [...document.querySelectorAll('a, button, summary, select')].filter((one) => {
  const { top, bottom, width } = one.getBoundingClientRect();
  return one.checkVisibility() && width > 1 && top < innerHeight && bottom > 0;
}).map((one) => one.innerText.trim())"""
TOP = "(row) => row.getBoundingClientRect().top + scrollY"
# Names of more than one line, and places that are wider than the screen.
CROWDED = """() => [...document.querySelectorAll('.places > .place')].flatMap((place) => {
  const name = place.querySelector('.name'), range = document.createRange();
  range.selectNodeContents(name);
  const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  return lines > 1 || place.getBoundingClientRect().right > innerWidth || place.scrollWidth > place.clientWidth
    ? [name.textContent.trim()] : [];
})"""


def played(people: int, *, club: Club | None = None, at: datetime = NINE_O_CLOCK) -> PlayedEvening:
    """A Solo of each, won and lost in turn; at five or more the dealer sits out."""
    names, after_dealer = PEOPLE[:people], 1 if people > 4 else 0
    table = new_evening(*names, club=club, at=at)
    for no in range(people):
        table.record(solo(names[(no + after_dealer) % people], won=no % 2 == 0, kontra=max(2 - no, 0)))
    return table


def won_by_three(people: int) -> PlayedEvening:
    """Everybody has played, and three share the first place: the heading names all of them."""
    names = PEOPLE[:people]
    table = new_evening(*names)
    for _ in range(people):
        table.record(THROWN_IN)
    table.record(ramsch(names[3]))
    return table


def closed(table: PlayedEvening) -> str:
    """Close the evening. Return the address of its settlement."""
    table.close()
    return f"/t/{table.link}/settle"


def in_view(page: Page) -> list[str]:
    found: list[str] = page.evaluate(IN_VIEW)
    return found


@pytest.mark.browser
@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("people", [4, 5, 7])
@pytest.mark.parametrize("play", [played, won_by_three])
def test_the_first_payment_is_on_the_first_screen(
    open_page: OpenPage, play: Callable[[int], PlayedEvening], people: int, locale: str
) -> None:
    page = open_page(closed(play(people)), locale=locale)
    expect(page.locator(".place")).to_have_count(people)
    assert page.evaluate(CROWDED) == []
    assert page.locator(".payment").first.evaluate(TOP) <= FIRST_PAYMENT_PX
    assert len(in_view(page)) <= MAX_TARGETS
    expect(page.locator(".button-main:not([name=tick])")).to_have_count(0)


@pytest.mark.browser
def test_six_payments_are_no_more_to_tap(open_page: OpenPage) -> None:
    table = played(4)
    path = closed(table)
    settle_evening(evening=table.fresh(), at=table.now(), method=SettlementMethod.DIRECT, treasurer=None)
    page = open_page(path)
    expect(page.locator(".payment")).to_have_count(6)
    assert len(in_view(page)) <= MAX_TARGETS


@pytest.mark.browser
def test_gold_is_the_tick_and_then_the_next_evening(open_page: OpenPage) -> None:
    table = played(4)
    path = closed(table)
    first, *others = table.plan()
    mark_paid(planned=first.planned, key=uuid4(), by="scribe", at=table.now(), amount_minor=1)
    page, gold = open_page(path), ".button-main"
    assert page.locator(gold).all_inner_texts() == ["Rest als bezahlt abhaken", *["Als bezahlt abhaken"] * len(others)]
    for _ in table.plan():
        page.locator(gold).first.tap()
    expect(page.locator(gold)).to_have_text(["Neuer Abend mit denselben Leuten"])
    expect(page.locator(gold)).to_be_in_viewport()
    expect(page.locator(".payment").get_by_role("button")).to_have_count(len(others) + 1)  # each can be undone


@pytest.mark.browser
@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_page_of_the_close_shows_the_payments_and_its_one_button(open_page: OpenPage, locale: str) -> None:
    table = played(5)
    page = open_page(f"/t/{table.link}/close", locale=locale)
    expect(page.locator(".total")).to_have_count(0)
    expect(page.locator(".payment").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".button-main")).to_have_count(1)
    expect(page.locator(".button-main")).to_be_in_viewport(ratio=1)
    assert len(in_view(page)) <= MAX_TARGETS


@pytest.mark.browser
@pytest.mark.parametrize("name", ["ways", "extras", "transfer"])
def test_each_further_page_has_one_button_in_gold(open_page: OpenPage, name: str) -> None:
    table = played(7)
    path = closed(table)
    planned = table.plan()[0].planned
    page = open_page(f"{path}/{planned.pk}/transfer" if name == "transfer" else f"{path}/{name}")
    expect(page.locator(".button-main:visible")).to_have_count(1)
    expect(page.locator(".button-main")).to_be_in_viewport()
    assert len(in_view(page)) <= MAX_TARGETS


@pytest.mark.browser
def test_of_the_ways_only_the_chosen_one_shows_its_payments(open_page: OpenPage) -> None:
    table = played(4)
    table.record(rufer("Sebastian", "Hannelore"))  # so that there is something to round
    page = open_page(f"{closed(table)}/ways")
    payments, direct = page.locator(".would:visible"), page.locator('[value="direct"]')
    expect(payments).to_have_count(1)
    direct.check()
    expect(page.locator(".way", has=direct).locator(".would")).to_be_visible()
    expect(payments).to_have_count(1)
    page.get_by_text("Auf Münzen runden").tap()
    expect(payments).to_have_count(2)


@pytest.mark.browser
@pytest.mark.parametrize("javascript", [True, False])
def test_files_are_behind_one_button(open_page: OpenPage, *, javascript: bool) -> None:
    page = open_page(closed(played(4)), javascript=javascript)
    files = page.locator(".files")
    expect(files.locator("a:visible")).to_have_count(0)
    expect(page.locator('a[href*="as="]:visible')).to_have_count(0)
    files.locator("summary").tap()
    expect(files.locator("a:visible")).to_have_count(5)
    expect(files.locator("button:visible")).to_have_count(2 if javascript else 0)
    expect(page.locator('[data-share="picture"]:visible')).to_have_count(1 if javascript else 0)


@pytest.mark.browser
def test_what_is_open_of_other_evenings_is_in_the_why(open_page: OpenPage) -> None:
    before = played(4)
    before.close()
    page = open_page(closed(played(4, club=before.club, at=before.now())))
    other_balance = page.locator(".altogether")
    expect(other_balance).to_be_hidden()
    page.get_by_text("Warum so?").tap()
    expect(other_balance).to_be_visible()
    page.locator(".why").get_by_role("link", name="Sebastian").tap()
    expect(page.locator("h1")).to_contain_text("Sebastian")


@pytest.mark.browser
@pytest.mark.parametrize("letters", [24, 32])
def test_places_find_room_with_large_letters(chromium: Browser, live_server: LiveServer, letters: int) -> None:
    table = played(5)
    path = closed(table)
    with phone(chromium, 360, letters) as page:
        for one in (path, f"/c/{table.club.keeper_token}/", f"/w/{table.stored.watch_token}/"):
            page.goto(live_server.url + one)
            assert (one, page.evaluate(CROWDED)) == (one, [])


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_day_that_is_in_the_name_of_the_club_is_not_repeated(language: str) -> None:
    at = datetime(2026, 11, 25, 20, 0, tzinfo=UTC)
    with translation.override(language):
        named_by_day = Evening(club=Club(name=club_name_of_table(at)), started_at=at)
    with translation.override("de"):
        assert club_and_day(named_by_day) == named_by_day.club.name
        assert club_and_day(Evening(club=Club(name="Linde"), started_at=at)) == "Linde · 25. November 2026"


def test_a_refused_payment_is_still_there_to_correct(evening: PagedEvening) -> None:
    assert 'class="fold part" >' in evening.get("extras").content.decode()
    answer = evening.post("extras", form="pay", payer=evening.ids["Anna"], amount="viel")
    assert 'class="fold part" open>' in answer.content.decode() and "viel" in answer.content.decode()
    assert "Wer bekommt es?" in text_of(answer)
