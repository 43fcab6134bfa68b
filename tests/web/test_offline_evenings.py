"""No network: evenings that began on the phone, or were kept by an older version, come to the server."""

from __future__ import annotations

import re

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page, expect

from scorebook.core import budgets
from scorebook.play.models import Evening
from tests.support.offline_network import Cellar
from tests.support.touch import Thumb, totals
from tests.web.test_offline import SYNC_TIMEOUT_MS, at_table, back_online, record, wait_for_hand

pytestmark = pytest.mark.browser
__all__ = ["at_table"]  # the fixture


def begin(page: Page, *known: str, new: str = "") -> None:
    """Begin an evening on the page that a phone has without a network. new: somebody whom it does not know."""
    for name in known:
        page.locator(".known").get_by_role("button", name=name).tap()
    if new:
        page.locator('#begin [name="name"]').fill(new)
        page.locator("#add").tap()
    page.get_by_role("button", name="Abend anfangen").tap()
    wait_for_hand(page, 1)


def test_a_new_evening_with_known_people_without_a_network(at_table: Thumb, net: Cellar) -> None:
    net.is_cut = True
    page = at_table.page
    page.goto("/calculator/")  # nothing that this phone keeps
    expect(page.locator("h1")).to_have_text("Ohne Netz")
    begin(page, "Done", "Cilli", "Beppo", new="Emil")
    expect(page.locator(".who b").first).to_have_text("Done")
    thumb = Thumb(page, javascript=True)
    record(thumb, 1, {"declarer": "Emil", "partner": "Done"})
    record(thumb, 2, {"declarer": "Cilli"}, contract="wenz", won="no")
    page.reload()
    expect(page.locator(".kept")).to_contain_text("3 zu senden")
    assert totals(page) == {"Done": "+70", "Cilli": "−170", "Beppo": "+30", "Emil": "+70"}

    back_online(thumb, net)
    expect(page).to_have_url(re.compile(r"/t/[^/]+/$"))
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible()
    assert totals(page) == {"Done": "+70", "Cilli": "−170", "Beppo": "+30", "Emil": "+70"}
    first, second = Evening.objects.order_by("number")
    assert (first.club, first.hand_count, second.hand_count) == (second.club, 0, 2)
    assert first.ruleset == second.ruleset
    assert second.club.players.count() == 5


def test_an_evening_that_a_full_club_refuses_stays_on_the_phone_and_goes_when_there_is_room(
    at_table: Thumb, net: Cellar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 409 that is no `stale_hand`: the person decides, and what comes after it waits."""
    net.is_cut = True
    page = at_table.page
    page.goto("/calculator/")  # nothing that this phone keeps
    begin(page, "Done", "Cilli", "Beppo", new="Emil")
    record(at_table, 1, {"declarer": "Emil", "partner": "Done"})
    with monkeypatch.context() as full:
        full.setattr(budgets, "NAMES_PER_CLUB", 0)
        back_online(at_table, net)
        expect(page.locator("#conflict[data-about] p").first).to_contain_text("Namen", timeout=SYNC_TIMEOUT_MS)
        assert Evening.objects.count() == 1
    page.locator('[data-choice="mine"]').tap()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/$"), timeout=SYNC_TIMEOUT_MS)
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible()
    assert [one.hand_count for one in Evening.objects.order_by("number")] == [0, 1]


# What a phone keeps, as it was kept before 2026-11-29.
OLDER = """async (script) => {
  const { change, evenings, writings } = await import(script), [kept, waiting] = [await evenings(), await writings()];
  await change((store, queue) => {
    for (const one of kept.filter(({ sheet }) => sheet)) {
      const { people: players, ...sheet } = one.sheet;
      store.put({ ...one, sheet: { ...sheet, players, agreed_end: { at: "2026-11-20T23:00:00Z" } } });
    }
    for (const one of waiting.filter(({ wanted }) => wanted)) {
      const { people: players, club_token: club, ...wanted } = one.wanted;
      queue.put({ ...one, wanted: { ...wanted, players, club } });
    }
  });
}"""


def test_what_was_kept_under_older_names_is_drawn_and_sent(at_table: Thumb, net: Cellar) -> None:
    net.is_cut = True
    page = at_table.page
    page.goto("/offline/")
    begin(page, "Done", "Cilli", "Beppo", "Anna")
    record(Thumb(page, javascript=True), 1, {"declarer": "Anna", "partner": "Done"})
    page.evaluate(OLDER, static("web/offline/store.js"))
    page.reload()
    expect(page.locator(".kept")).to_contain_text("2 zu senden")
    assert totals(page) == {"Done": "+20", "Cilli": "−20", "Beppo": "−20", "Anna": "+20"}
    expect(page.locator("main")).to_contain_text("Das ausgemachte Ende ist erreicht")
    back_online(Thumb(page, javascript=True), net)
    expect(page).to_have_url(re.compile(r"/t/[^/]+/$"))
    first, second = Evening.objects.order_by("number")
    assert (first.club, second.hand_count, second.club.players.count()) == (second.club, 1, 4)
