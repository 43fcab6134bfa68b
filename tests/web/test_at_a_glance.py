"""What the pages tell at a glance: totals on the seats, contracts in groups, who declared, what is agreed, links."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.support.browser import OpenPage
from tests.support.page import markup
from tests.support.played_evening import new_evening, rufer, solo
from tests.support.touch import opens_offline

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
COPIED = "window.copied = []; navigator.clipboard.writeText = async (text) => { window.copied.push(text); };"
SHARED = "window.shared = []; navigator.share = async (what) => { window.shared.push(what.url); };"


def words(found: list[str]) -> list[str]:
    return [re.sub(r"\s+", " ", one).strip() for one in found]


@pytest.mark.browser
def test_a_seat_says_what_its_player_has_by_now(open_page: OpenPage) -> None:
    table = new_evening(*PEOPLE)
    table.record(rufer("Anna", "Beppo"))
    page = open_page(f"/t/{table.stored.scribe_token}/")
    seats = page.locator("[data-seat]")
    # Hand 1: Anna dealt, so that Beppo deals now and Cilli leads.
    assert words(seats.all_inner_texts()) == ["Anna +20", "Beppo gibt +20", "Cilli kommt raus −20", "Done −20"]
    opens_offline(page)
    page.locator('[name="contract"][value="wenz"]').check(force=True)
    seats.nth(2).tap()
    page.locator(".record").tap()
    expect(page.locator("h1")).to_have_text("Spiel 3")
    # A Wenz is 50 of each loser.
    expect(seats.locator(".stands")).to_have_text(["−30", "−30", "+130", "−70"])


@pytest.mark.django_db
def test_the_sheet_marks_who_declared(client: Client) -> None:
    table = new_evening(*PEOPLE)
    table.record(rufer("Cilli", "Done"))
    table.record(solo("Beppo"))
    page = client.get(f"/t/{table.stored.scribe_token}/").content.decode()
    lines = re.findall(r"<tr>.*?</tr>", page.partition('<table class="sheet')[2], flags=re.DOTALL)
    marked = [[place for place, cell in enumerate(re.findall(r"<td[^>]*>", line)) if "plays" in cell] for line in lines]
    assert [places for places in marked if places] == [[1], [2, 3]]


@pytest.mark.django_db
def test_rare_contracts_stand_in_groups_and_first_what_was_played(client: Client) -> None:
    table = new_evening(*PEOPLE)
    url = f"/t/{table.stored.scribe_token}/"

    def groups() -> dict[str, list[str]]:
        box = markup(client.get(url)).partition('id="more-contracts"')[2].partition("</fieldset>")[0]
        parts = re.split(r'<p class="soft small">\s*(.*?)\s*</p>', box)[1:]
        return {
            title: re.findall(r'value="([^"]+)"', text) for title, text in zip(parts[::2], parts[1::2], strict=True)
        }

    before = groups()
    assert list(before) == ["Mit Partner", "Allein", "Alle Stiche", "Kein Stich", "Sonstige"]
    assert "geier" in before["Allein"] and "sie" in before["Alle Stiche"] and before["Kein Stich"][0] == "bettel"
    table.record({"contract": "geier", "declarer": "Anna", "won": True, "level": "plain"})
    after = groups()
    assert next(iter(after.items())) == ("Schon gespielt", ["geier"]) and "geier" not in after["Allein"]
    assert sorted(sum(before.values(), [])) == sorted(sum(after.values(), []))


@pytest.mark.browser
def test_the_start_page_says_in_a_line_what_was_changed(open_page: OpenPage) -> None:
    page = open_page("/")
    house, summary = page.locator("details.house"), page.locator(".house-text")
    assert summary.text_content() == ""
    house.locator("> summary").tap()
    page.locator("#rule-solo_tariff").wait_for(state="attached")
    page.locator("[name=rule_solo_tariff]").evaluate(
        "(one) => { one.value = '60'; one.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    house.locator("> summary").tap()
    expect(summary).to_have_text("Grundwert jedes Alleinspiels: 60")


@pytest.mark.browser
def test_the_link_to_look_on_is_scanned_shared_and_copied(open_page: OpenPage, client: Client) -> None:
    table = new_evening(*PEOPLE)
    page = open_page(f"/t/{table.stored.scribe_token}/#share")
    page.add_init_script(SHARED + COPIED)
    page.reload()
    box = page.locator("[data-link]")
    link = box.get_attribute("data-link") or ""
    assert link.endswith(reverse("web:watch", args=[table.stored.watch_token]))
    box.get_by_role("button", name="Link teilen").tap()
    box.get_by_role("button", name="Link kopieren").tap()
    expect(box.get_by_role("status")).to_have_text("Kopiert.")
    assert page.evaluate("[window.shared, window.copied]") == [[link], [link]]
    code = page.locator(".qr img")
    code.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.qr img').naturalWidth > 0")


@pytest.mark.django_db
def test_a_code_is_only_for_whom_the_link_is(client: Client) -> None:
    table = new_evening(*PEOPLE)
    code = client.get(reverse("web:watch_code", args=[table.stored.watch_token]))
    assert code["Content-Type"] == "image/svg+xml" and b"<svg" in code.content and b'xmlns="' in code.content
    assert client.get(reverse("web:watch_code", args=["nobody"])).status_code == 404


def tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"the tab key does not lead to {selector}")


@pytest.mark.browser
def test_a_whole_hand_by_the_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page(f"/t/{new_evening(*PEOPLE).stored.scribe_token}/")
    tab_to(page, '[name="contract"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # Rufer, Wenz, Solo
    tab_to(page, "[data-seat]:nth-of-type(2)")
    page.keyboard.press("Enter")
    tab_to(page, '[name="trump_suit"]')
    page.keyboard.press("Space")
    tab_to(page, '[name="won"]')
    page.keyboard.press("ArrowRight")
    tab_to(page, '[name="level"]')
    page.keyboard.press("ArrowRight")
    tab_to(page, ".row-kontra summary")
    page.keyboard.press("Enter")
    tab_to(page, ".options > summary")
    page.keyboard.press("Enter")
    tab_to(page, '[name="note"]')
    page.keyboard.type("zu früh gelegt")
    tab_to(page, ".record")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Spiel 2")
    expect(page.locator("#last .text")).to_contain_text("Beppo: Solo in Eichel, Schneider verloren, Stoß")
    expect(page.locator("#last .text")).to_contain_text("zu früh gelegt")
    opens_offline(page)


@pytest.mark.browser
def test_the_sheet_reads_aloud_in_words(open_page: OpenPage) -> None:
    table = new_evening(*PEOPLE)
    table.record(rufer("Anna", "Beppo", level="schneider"))
    page = open_page(f"/t/{table.stored.scribe_token}/")
    read = page.locator(".sheet").aria_snapshot()
    # A plus and a minus sign (not a dash) are read as words, and the meaning of a second figure before it.
    for expected in (
        'table "Block, das neueste Spiel oben"', 'columnheader "Anna"', 'rowheader "1"', 'cell "+30"',
        'cell "\u221230"', 'group: "Anna mit Beppo: Rufer, Schneider gewonnen"',
    ):  # fmt: skip
        assert expected in read
    page.locator("#hand-1 summary").tap()
    read = page.locator(".sheet").aria_snapshot()
    assert 'cell "+30 insgesamt +30"' in read and 'cell "\u221230 insgesamt \u221230"' in read
    opens_offline(page)
