"""The rules book and the calculator on a phone, with and without a script."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser import OpenPage
from tests.support.touch import come_to_table, opens_before_its_script

pytestmark = pytest.mark.browser

PATHS = (
    "/rules/", "/rules/bavarian/pub_everything/", "/rules/sasku/sasku/", "/rules/bierkopf/mucken/", "/calculator/",
    "/rules/bavarian/specification/",
    "/calculator/?rules=schafskopf24/schafskopf24&cards=ober-clubs",
)  # fmt: skip


def chip(page: Page, name: str, value: str) -> None:
    page.locator(f'#entry label:has([name="{name}"][value="{value}"])').tap()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_nothing_is_wider_than_a_phone(open_page: OpenPage, theme: Literal["dark", "light"]) -> None:
    page = open_page(PATHS[0], color_scheme=theme)
    for path in PATHS:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path
        small = page.evaluate(
            "[...document.querySelectorAll('main :is(button, summary, .chip, select)')]"
            ".filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44).map(one => one.outerHTML)"
        )
        assert small == [], path


def test_the_answer_and_the_link_follow_each_tap(open_page: OpenPage) -> None:
    page = open_page("/calculator/")
    page.locator("[data-seat]", has_text="Anna").tap()
    page.locator("[data-seat]", has_text="Cilli").tap()
    expect(page.locator("#answer .text")).to_have_text("Anna mit Cilli: Rufer, gewonnen")
    page.locator('.call:has([name="kontra"]) > summary').tap()
    expect(page.locator("#answer")).to_contain_text("Stoß B90")
    expect(page.locator(".record b").first).to_have_text("+40")
    expect(page).to_have_url(re.compile("kontra=1"))
    again = open_page(page.url)
    expect(again.locator("#answer .text")).to_have_text("Anna mit Cilli: Rufer, gewonnen, Stoß")


def test_choosing_another_game_brings_its_form(open_page: OpenPage) -> None:
    page = open_page("/calculator/")
    page.locator('select[name="rules"]').select_option("sasku/sasku")
    expect(page.locator("#entry")).to_contain_text("Alle gepasst")
    page.locator("[data-seat]", has_text="Beppo").tap()
    chip(page, "trump_suit", "diamonds")
    chip(page, "level", "schneider")
    expect(page.locator("#answer .text")).to_have_text("Beppo mit Done: Karo, gewonnen mit mehr als 90")
    chip(page, "contract", "passed")
    chip(page, "team", "Anna")
    expect(page.locator("#answer .text")).to_have_text("Alle gepasst: Anna, Cilli, gewonnen")


def test_cards_are_counted_and_taken_over(open_page: OpenPage) -> None:
    page = open_page("/calculator/")
    page.locator("#cards summary").tap()
    for card in ("ober-acorns", "ober-leaves", "ober-hearts", "ober-bells", "ace-hearts", "ten-bells"):
        chip(page, "cards", card)
    expect(page.locator("[data-points-counted]")).to_have_text("33 Augen in 6 Karten")
    expect(page.locator("[data-run-counted]")).to_have_text("Laufende: mit 4")
    page.locator("[data-take=points]").tap()
    page.locator("[data-take=top]").tap()
    expect(page.locator("#card_points")).to_have_value("33")
    assert page.locator('[name="top_trumps"][value="4"]').is_checked()
    chip(page, "contract", "wenz")
    expect(page.locator("[data-run-counted]")).to_have_text("Laufende: ohne 4")
    page.locator("[data-clear]").tap()
    expect(page.locator("[data-points-counted]")).to_have_text("0 Augen in 0 Karten")


def test_everything_works_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/calculator/", javascript=False)
    page.locator('select[name="rules"]').select_option("palatinate/palatinate")
    page.locator('button[name="show"]').tap()
    chip(page, "contract", "solo")
    page.locator('.row-declarer label:has-text("Beppo")').tap()
    chip(page, "trump_suit", "hearts")
    page.locator("#cards summary").tap()
    for card in ("ace-hearts", "ace-clubs", "ace-spades", "ace-diamonds", "ten-hearts", "ten-clubs", "ten-spades"):
        chip(page, "cards", card)
    page.locator('button[value="points"]').tap()
    expect(page.locator("#card_points")).to_have_value("74")
    page.locator(".record").tap()
    expect(page.locator("#answer .text")).to_have_text("Beppo: Solo in Herz, gewonnen, 74 Augen")
    page.locator("#card_points").fill("119")
    page.locator(".record").tap()
    expect(page.locator(".row-won .problem")).to_be_visible()
    expect(page.locator("#card_points")).to_have_value("119")


def test_the_book_leads_from_a_figure_to_its_source(open_page: OpenPage) -> None:
    page = open_page("/rules/")
    page.locator('a[href="/rules/bavarian/school_10_50/"]').tap()
    page.locator('#examples a[href="#B57"]').first.tap()
    expect(page.locator("#B57")).to_be_in_viewport()


def test_house_rules_come_when_they_are_opened_and_follow_the_tariff(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.locator(".house-rule")).to_have_count(0)
    page.locator(".house > summary").tap()
    page.locator(".rule-group summary", has_text="Laufende").tap()
    expect(page.locator('[name="rule_count_matadors"][value="yes"]')).to_be_checked()
    expect(page.locator("#rule-matador_maximum")).to_be_visible()
    page.locator(".rule-group summary", has_text="Stock").tap()
    expect(page.locator("#rule-pot_shared")).to_be_hidden()  # without a pot it would change nothing
    page.locator('[name="rule_pot_sweetener"]').fill("8")
    page.locator('[name="rule_pot_sweetener"]').blur()
    expect(page.locator("#rule-pot_shared")).to_be_visible()
    page.locator(".of-bavarian .more-offers > summary").tap()
    page.locator('label:has([name="stake_bavarian"][value="school"])').tap()
    expect(page.locator('[name="rules_of"]')).to_have_value("bavarian/school_10_50")
    expect(page.locator('[name="rule_count_matadors"][value="no"]')).to_be_checked()
    expect(page.locator('[name="rule_pot_sweetener"]')).to_have_value("8")
    expect(page.locator('[name="rule_pot_sweetener"]')).to_be_visible()  # the open group stays open
    expect(page.locator("#rule-matador_maximum")).to_be_hidden()  # top trumps are not paid here
    expect(page.locator("#rule-pot_shared")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_refused_house_rule_keeps_everything_and_can_be_put_right(open_page: OpenPage, javascript: bool) -> None:
    page = open_page("/", javascript=javascript, expected_errors="422")
    for place, name in enumerate(("Anna", "Beppo", "Cilli", "Done")):
        page.locator('[name="names"]').nth(place).fill(name)
    page.locator(".house > summary").tap()
    if not javascript:
        page.locator('[name="show_rules"]').tap()
    page.locator(".rule-group summary", has_text="Ramsch").tap()
    page.locator('label:has([name="rule_ramsch_tie"][value="shared"])').tap()
    page.locator(".start .button-main").tap()
    expect(page.locator("#rule-ramsch_tie .problem")).to_be_visible()
    page.locator('label:has([name="rule_ramsch_full_tie"][value="divide"])').tap()
    with page.expect_navigation():
        page.locator(".start .button-main").tap()
    come_to_table(page)
    expect(page.locator("#entry")).to_be_visible()


def test_enter_in_a_name_starts_the_evening(open_page: OpenPage) -> None:
    page = open_page("/")
    for place, name in enumerate(("Anna", "Beppo", "Cilli", "Done")):
        page.locator('[name="names"]').nth(place).fill(name)
    page.locator('[name="names"]').nth(3).press("Enter")
    expect(page.locator("#entry")).to_be_visible()


def test_start_page_fits_whatever_is_open(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator(".more-games > summary").tap()
    page.locator(".house > summary").tap()
    for game in ("sasku", "schafskopf24", "bierkopf", "asserufen", "palatinate", "bavarian"):
        page.locator(f'.game:has([value="{game}"])').tap()
        expect(page.locator('[name="rules_of"]')).to_have_value(re.compile(f"^{game}/"))
        for summary in page.locator(".rule-group > summary").all():
            summary.tap()
        assert page.evaluate("document.documentElement.scrollWidth") == 360, game


def test_the_rules_of_the_game_chosen_last_are_shown_though_those_before_come_later(open_page: OpenPage) -> None:
    page, held = open_page("/"), list[Route]()
    page.route("**/house-rules", lambda route: route.continue_() if held else held.append(route))
    page.locator(".house > summary").tap()
    page.locator('.game:has([value="palatinate"])').tap()
    rules_of = page.locator('[name="rules_of"]')
    expect(rules_of).to_have_value(re.compile("^palatinate/"))
    with page.expect_response("**/house-rules") as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("new Promise((done) => setTimeout(done))")
    expect(rules_of).to_have_value(re.compile("^palatinate/"))


def test_house_rules_that_were_opened_before_their_script_came_are_shown(open_page: OpenPage) -> None:
    page = open_page("/")
    opens_before_its_script(page, ".house")
    page.reload()
    expect(page.locator('[name="rules_of"]')).to_have_value(re.compile("^bavarian/"))


@pytest.mark.parametrize("javascript", [True, False])
def test_cards_counted_beside_the_table_come_back_into_its_form(open_page: OpenPage, javascript: bool) -> None:
    page = open_page("/", javascript=javascript)
    for place, name in enumerate(("Anna", "Beppo", "Cilli", "Done")):
        page.locator('[name="names"]').nth(place).fill(name)
    with page.expect_navigation():
        page.locator(".start .button-main").tap()
    come_to_table(page)
    page.locator(".menu summary").tap()
    page.locator(".menu a", has_text="Karten zählen").tap()
    chip(page, "contract", "wenz")
    for card in ("unter-acorns", "unter-leaves", "ace-bells", "ten-bells"):
        chip(page, "cards", card)
    if javascript:
        expect(page.locator("[data-points-counted]")).to_have_text("25 Augen in 4 Karten")
        expect(page.locator("[data-run-counted]")).to_have_text("Laufende: mit 2")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator('button[value="points"]').tap()
    expect(page.locator("#card_points")).to_have_value("25")
    expect(page.locator('[name="contract"][value="wenz"]')).to_be_checked()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_tie_of_sasku_brings_its_replay_and_nothing_else(open_page: OpenPage, javascript: bool) -> None:
    page = open_page("/", javascript=javascript)
    page.locator(".more-games > summary").tap()
    page.locator('.game:has([value="sasku"])').tap()
    for place, name in enumerate(("Mari", "Liis", "Jaan", "Tiit")):
        page.locator('[name="names"]').nth(place).fill(name)
    with page.expect_navigation():
        page.locator(".start .button-main").tap()
    come_to_table(page)
    who = page.locator("[data-seat]" if javascript else ".row-declarer label", has_text="Liis")
    who.tap()
    chip(page, "trump_suit", "hearts")
    chip(page, "won", "tied")
    expect(page.locator(".record")).to_be_enabled()
    page.locator(".record").tap()
    expect(page.locator('#entry [name="contract"][value="replay"]')).to_be_checked()
    expect(page.locator('#entry [name="contract"][value="trumps"]')).to_have_count(0)
    chip(page, "won", "no")
    expect(page.locator(".record")).to_be_enabled()
    page.locator(".record").tap()
    expect(page.locator(".paper .unseen").nth(1)).to_have_text("4")
    expect(page.locator('#entry [name="contract"][value="trumps"]')).to_be_checked()
