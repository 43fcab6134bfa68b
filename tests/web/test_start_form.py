"""The start form in a real browser: what it offers to whom, and how it says what is wrong."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.support.browser import OpenPage

pytestmark = pytest.mark.browser


NAMES = ("Anna", "Beppo", "Cilli", "Done")


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_the_first_name_and_the_button_are_on_the_first_screen(open_page: OpenPage, locale: str) -> None:
    page = open_page("/", locale=locale)
    first, button = (
        page.locator('[name="names"]').first.bounding_box(),
        page.locator(".start .button-main").bounding_box(),
    )
    assert first and button
    assert first["y"] <= 400 and button["y"] + button["height"] <= 740
    assert page.locator(".stakes:visible .hint:visible").count() == 1


def test_a_first_evening_takes_two_taps_and_the_keyboard(open_page: OpenPage) -> None:
    """A tap into the first name and one on the button: the key "next" of the keyboard leads from name to name."""
    page = open_page("/")
    page.locator('[name="names"]').first.tap()
    for name in NAMES:
        page.keyboard.type(name)
        if name != NAMES[-1]:
            page.keyboard.press("Enter")
    expect(page.locator('[name="names"]').nth(3)).to_be_focused()
    with page.expect_navigation():
        page.locator(".start .button-main").tap()
    expect(page.locator("h1")).to_have_text("Spiel 1")


def test_who_deals_is_one_tap(open_page: OpenPage) -> None:
    page = open_page("/")
    for place, name in enumerate(NAMES):
        page.locator('[name="names"]').nth(place).fill(name)
    dealer = page.locator(".deals").nth(2)
    expect(page.get_by_text("gibt", exact=True)).to_have_count(7)
    dealer.tap()
    expect(dealer.locator("input")).to_be_checked()
    with page.expect_navigation():
        page.locator(".start .button-main").tap()
    expect(page.locator(".who")).to_contain_text("Cilli")


def test_more_people_stand_as_far_apart_as_the_first_four(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_text("weitere Namen").tap()
    tops = page.locator('[name="names"]').evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert len({round(after - before) for before, after in pairwise(tops)}) == 1


def test_more_people_are_offered_only_where_they_can_play(open_page: OpenPage) -> None:
    page = open_page("/")
    offered = {}
    for game in ("bavarian", "asserufen", "palatinate", "sasku", "schafskopf24", "bierkopf"):
        page.locator(f'[name="game"][value="{game}"]').evaluate("(one) => { one.checked = true; }")
        offered[game] = page.locator(".more-names").is_visible()
    assert [game for game, is_offered in offered.items() if is_offered] == ["bavarian", "asserufen"]


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no-script"])
def test_what_is_wrong_is_listed_where_the_page_begins_and_leads_to_its_field(
    open_page: OpenPage, javascript: bool
) -> None:
    """A Rufer for -5: its group is shut when the form is sent, and open when it comes back."""
    page = open_page("/", javascript=javascript, expected_errors="422")
    for place, name in enumerate(("Anna", "Beppo", "Cilli", "Anna")):
        page.locator('[name="names"]').nth(place).fill(name)
    page.locator(".house > summary").tap()
    if not javascript:
        page.get_by_role("button", name="Hausregeln dieses Tarifs zeigen").tap()
    group = page.locator("details.rule-group:has([name=rule_rufer_tariff])")
    group.locator("summary").tap()
    page.locator('[name="rule_rufer_tariff"]').fill("-5")
    group.locator("summary").tap()
    page.get_by_role("button", name="Abend anfangen").tap()

    summary = page.locator("#problems")
    expect(summary).to_be_focused()
    expect(summary).to_be_in_viewport(ratio=1)
    expect(summary.get_by_role("link")).to_have_count(2)
    field = page.locator('[name="rule_rufer_tariff"]')
    summary.get_by_role("link").last.tap()
    expect(field).to_be_in_viewport()
    expect(field).to_be_focused()
    expect(field).to_have_value("-5")
    expect(page.locator("fieldset:has([name=rule_rufer_tariff]) .problem")).to_be_in_viewport()


def test_what_a_typed_number_brings_is_there_before_the_next_tap(open_page: OpenPage) -> None:
    """A pot brings more questions; coming only with the tap on the next group, they would push it off the thumb."""
    page = open_page("/")
    page.locator(".house > summary").tap()
    sweetener = page.locator('[name="rule_pot_sweetener"]')
    sweetener.wait_for(state="attached")
    page.locator("details.rule-group:has([name=rule_pot_sweetener]) > summary").tap()
    sweetener.fill("10")
    expect(page.locator("#rule-pot_at_end")).to_be_visible()
    rounds = page.locator("details.rule-group:has([name=rule_rounds])")
    rounds.locator("> summary").tap()
    expect(rounds).to_have_attribute("open", "")


def test_on_a_wide_screen_who_plays_stands_beside_what_for(open_page: OpenPage) -> None:
    page = open_page("/")
    page.set_viewport_size({"width": 1280, "height": 800})
    parts = [
        page.locator(part).bounding_box()
        for part in ("#names", "#stake", ".start > .fold:has([name=end_rounds])", ".house")
    ]
    names, stake, end, house = (one for one in parts if one)
    assert names["y"] == stake["y"] and names["x"] < stake["x"] == end["x"] == house["x"]
    assert stake["y"] + stake["height"] < end["y"] < house["y"]
