"""Importing evenings in a real browser: a file of the phone, looked at, written and taken back."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import FilePayload, expect

from rules import Player as RulesPlayer
from scorebook.exchange.tables import evening_export_tables, xlsx_file
from tests.support.browser import OpenPage
from tests.support.played_evening import new_evening, rufer
from tests.web.test_axe import findings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLE = "Datum;Anna;Beppo;Cilly;Jürgen\r\n13.11.2025;1,20;-0,40;-0,40;-0,40\r\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_a_file_is_read_on_the_phone(open_page: OpenPage, encoding: str) -> None:
    club = new_evening("Anna", "Beppo", "Cilli", "Done").club
    page = open_page(f"/c/{club.keeper_token}/import", locale="en-GB")
    file = FilePayload(name="abende.csv", mimeType="text/csv", buffer=TABLE.encode(encoding))
    page.locator("[data-file]").set_input_files(file)
    if encoding == "utf-8-sig":  # the server reads the others
        expect(page.locator("textarea")).to_have_value(TABLE.replace("\r\n", "\n"))
    page.get_by_role("button", name="Show preview").last.click()
    expect(page.locator("textarea")).to_have_value(TABLE.replace("\r\n", "\n"))
    expect(page.get_by_text("Jürgen").first).to_be_visible()
    # Cilly is like Cilli, who is chosen until somebody chooses otherwise.
    expect(page.locator("select[name=person_2] option:checked")).to_have_text(re.compile(r"\s*Cilli\?\s*"))
    expect(page.locator(".import-sums").get_by_text("Cilli")).to_be_visible()
    page.locator("select[name=person_2]").select_option(label="new name")
    page.get_by_role("button", name="Update preview").click()
    expect(page.locator(".import-sums").get_by_text("Cilly")).to_be_visible()
    page.locator("select[name=person_2]").select_option(label="Cilli?")
    expect(page.get_by_text("was read as Windows-1252: Jürgen.")).to_have_count(int(encoding == "cp1252"))
    for fold in page.locator("main details").all():
        fold.evaluate("(one) => { one.open = true; }")
    assert findings(page) == []
    page.get_by_role("button", name="Import all").click()
    expect(page.get_by_text("1 evening imported.")).to_be_visible()
    page.get_by_text("abende.csv").click()
    assert findings(page) == []
    page.get_by_role("button", name="Undo import").click()
    expect(page.get_by_text("Import undone.")).to_be_visible()


def test_a_workbook_of_an_evening_comes_back_on_the_phone(open_page: OpenPage) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    names = {RulesPlayer(str(player.pk)): name for name, player in evening.players.items()}
    content = xlsx_file([make() for make in evening_export_tables(evening.fresh(), names).values()])
    other = new_evening("Ana", "Beppo", "Cilli", "Done").club
    page = open_page(f"/c/{other.keeper_token}/import", locale="en-GB")
    page.locator("[data-file]").set_input_files(FilePayload(name="a.xlsx", mimeType="", buffer=content))
    page.get_by_role("button", name="Show preview").last.click()
    expect(page.locator(".import-sums").get_by_text("Ana")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    page.get_by_role("button", name="Import all").click()
    expect(page.get_by_text("1 evening imported.")).to_be_visible()


def test_a_text_that_is_too_long_is_reported_before_it_is_sent(open_page: OpenPage) -> None:
    club = new_evening("Anna", "Beppo", "Cilli", "Done").club
    page = open_page(f"/c/{club.keeper_token}/import", locale="en-GB")
    problem = page.get_by_text("The text is longer than 120 kB.")
    page.locator("textarea").fill("ü" * 60_000)
    expect(problem).to_be_hidden()
    page.locator("textarea").fill("ü" * 60_000 + "x")
    expect(problem).to_be_visible()


def test_a_long_import_goes_on_by_itself_and_without_a_script_by_a_button(open_page: OpenPage) -> None:
    club = new_evening("Anna", "Beppo", "Cilli", "Done").club
    days = [date(2024, 1, 1) + timedelta(days=number) for number in range(40)]
    rows = "\n".join(f"{day};1,20;-0,40;-0,40;-0,40" for day in days)
    page = open_page(f"/c/{club.keeper_token}/import", locale="en-GB")
    page.locator("textarea").fill(f"date;Anna;Beppo;Cilli;Done\n{rows}")
    page.get_by_role("button", name="Show preview").last.click()
    page.add_init_script("HTMLButtonElement.prototype.click = () => {};")  # the script of the next part does nothing
    page.get_by_role("button", name="Import all").click()
    expect(page.get_by_text("33 of 40 evenings and payments imported.")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Import next part").click()
    expect(page.get_by_text("40 evenings imported.")).to_be_visible()
    page = open_page(f"/c/{club.keeper_token}/import", locale="en-GB")
    page.locator("details summary").last.click()
    page.get_by_role("button", name="Undo import").click()
    expect(page.get_by_text("Import undone.")).to_be_visible(timeout=60_000)
