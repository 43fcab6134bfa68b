"""A planned payment as a GiroCode or as text; what is typed for it is kept nowhere."""

import re

import pytest
import segno
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.ledger import girocode
from scorebook.ledger.accounts import TILL
from scorebook.web.evening.settlement.transfer_views import girocode_svg
from tests.support.browser import OpenPage
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, problems_of, start, text_of
from tests.support.played_evening import new_evening, solo

IBAN = "DE89370400440532013000"
TYPED = {"iban": "de89 3704 0044 0532 0130 00", "name": "Anna  Müller", "text": "Schafkopf"}


@pytest.fixture
def closed(evening: PagedEvening) -> PagedEvening:
    """Cilli owes Anna and Beppo 0,20 €, or Done does."""
    evening.record()
    evening.post("close")
    return evening


def payments_in(html: str) -> list[str]:
    return re.findall(r"/settle/([0-9a-f-]{36})/transfer", html)


def open_payment(evening: PagedEvening) -> str:
    return payments_in(markup(evening.get("settle")))[0]


def test_the_form_knows_the_payee_and_the_occasion(closed: PagedEvening) -> None:
    page = closed.get("transfer", open_payment(closed))
    html = markup(page)
    assert re.search(r'name="name" value="(Anna|Beppo)"', html) and 'name="iban" value=""' in html
    assert re.search(r'name="text" value="Bayerischer Schafkopf \d\d\.\d\d\.\d{4}"', html)
    assert re.search(r"(Cilli|Done) → (Anna|Beppo): 0,20 €", text_of(page).replace("\xa0", " "))
    assert "<svg" not in html.partition('id="transfer-text"')[0].partition("<main")[2]


def test_the_qr_code_holds_the_transfer(closed: PagedEvening) -> None:
    payment = open_payment(closed)
    closed.post("settle", payment=payment, part="1", amount="0,05")
    page = closed.post("transfer", payment, **TYPED)
    payload = f"BCD\n002\n1\nSCT\n\nAnna Müller\n{IBAN}\nEUR0.15\n\n\nSchafkopf"
    assert payload == girocode.girocode_payload(
        name="Anna Müller", iban=IBAN, amount_minor=15, unit="EUR", text="Schafkopf"
    )
    assert page.status_code == 200 and girocode_svg(payload) in page.content.decode()
    words = text_of(page).replace("\xa0", " ")
    for line in ("0,15 €", "IBAN: DE89 3704 0044 0532 0130 00", "Verwendungszweck: Schafkopf"):
        assert line in words
    assert "style=" not in markup(page)


@pytest.mark.parametrize("letters", ["x", "ü"])
def test_the_largest_code_is_small_enough(letters: str) -> None:
    name, text = letters * 70, letters * 140
    if letters == "ü":
        name, text = letters * 30, letters * 100
    payload = girocode.girocode_payload(name=name, iban=IBAN, amount_minor=99_999_999_999, unit="EUR", text=text)
    code = segno.make(payload, error="m", boost_error=False, micro=False, encoding="utf-8")
    assert (code.error, code.mode) == ("M", "byte") and int(code.version) <= 13
    assert girocode_svg(payload).count("<path") == 1


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"iban": "", "name": ""}, ["Gib eine IBAN ein.", "Gib einen Namen ein."]),
        ({"iban": "DE89 3704 0044 0532 0130 01"}, ["In dieser IBAN ist ein Tippfehler: Die Prüfziffern passen nicht."]),
        ({"name": "x" * 71}, ["Dieser Name ist zu lang: höchstens 70 Zeichen."]),
        ({"text": "x" * 141}, ["Dieser Text ist zu lang für eine Überweisung."]),
    ],
)
def test_every_slip_is_reported_beside_its_field(
    closed: PagedEvening, fields: dict[str, str], problems: list[str]
) -> None:
    typed = TYPED | fields
    page = closed.post("transfer", open_payment(closed), **typed)
    assert (page.status_code, problems_of(page)) == (422, problems)
    html = markup(page)
    assert html.count('aria-invalid="true"') == len(problems) and "<path" not in html.partition("<main")[2]
    for name in ("iban", "text"):
        assert f'name="{name}" value="{typed[name]}"' in html


def test_nothing_that_is_typed_stays_on_the_server(closed: PagedEvening, caplog: pytest.LogCaptureFixture) -> None:
    payment = open_payment(closed)
    caplog.set_level("DEBUG")
    with CaptureQueriesContext(connection) as queries:
        page = closed.post("transfer", payment, **TYPED)
    assert "no-store" in page["Cache-Control"] and IBAN not in str(page.cookies)
    assert all(query["sql"].startswith("SELECT") for query in queries)
    for spelled in (IBAN, TYPED["iban"], "Müller"):
        assert spelled not in caplog.text and not any(spelled in query["sql"] for query in queries)


def test_the_till_has_no_bank(closed: PagedEvening) -> None:
    closed.post("ways", way=f"one_for_all:{TILL}")
    found = set(payments_in(markup(closed.get("settle"))))
    for payment in found:
        page = closed.get("transfer", payment)
        is_to_till = "→ Kasse: 0,20" in text_of(page)
        assert ('name="iban"' in markup(page)) is not is_to_till
        answered = markup(closed.post("transfer", payment, **TYPED)).partition("<main")[2]
        assert ("<svg" in answered) is not is_to_till
    assert len(found) == 4


def test_another_unit_is_passed_on_as_text(db: None, client: Client) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done", unit="beer", stake_minor=1)
    table.record(solo("Cilli"))
    table.close()
    settle = f"/t/{table.link}/settle"
    payment = payments_in(markup(client.get(settle)))[0]
    page = client.post(f"{settle}/{payment}/transfer", TYPED)
    assert "→ Cilli: 50 beer" in text_of(page).replace("\xa0", " ")
    assert 'name="iban"' not in markup(page)


def test_what_is_paid_or_replanned_is_not_passed_on(closed: PagedEvening) -> None:
    first, second = sorted(set(payments_in(markup(closed.get("settle")))))
    closed.post("settle", payment=first, tick="1")
    closed.post("ways", way="tab")
    for payment in (first, second):
        assert closed.get("transfer", payment).status_code == 302


def test_a_payment_of_another_evening_is_not_there(closed: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    payment = open_payment(closed)
    assert other.get("transfer", payment).status_code == 404
    assert other.post("transfer", payment, **TYPED).status_code == 404
    watching = reverse("web:transfer", args=[closed.stored.watch_token, payment])
    assert client.get(watching).status_code == 404


@pytest.mark.browser
def test_only_the_phone_remembers_and_only_when_asked(open_page: OpenPage) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(solo("Cilli"))
    table.close()
    page = open_page(f"/t/{table.link}/settle")
    transfer = page.locator(".more-of a").first.get_attribute("href") or ""
    kept = f"localStorage.getItem('scorebook-iban:{table.players['Cilli'].pk}')"
    for is_kept in (False, True):
        page.goto(transfer)
        assert page.locator('[name="iban"]').input_value() == ""
        page.locator('[name="iban"]').fill(IBAN)
        page.get_by_label("Auf diesem Handy merken").set_checked(is_kept)
        page.get_by_role("button", name="QR-Code zeigen").tap()
        expect(page.locator(".giro svg")).to_be_visible()
        assert (page.evaluate(kept) is not None) is is_kept
    page.goto(transfer)
    expect(page.locator('[name="iban"]')).to_have_value(IBAN)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Als Text teilen").tap()
    expect(page.locator("[data-copied] [role=status]")).to_have_text("Kopiert.")
    assert "→ Cilli: 0,50" in page.evaluate("navigator.clipboard.readText()")
    page.get_by_label("Auf diesem Handy merken").set_checked(False)
    page.get_by_role("button", name="QR-Code zeigen").tap()
    expect(page.locator(".giro svg")).to_be_visible()
    assert page.evaluate(kept) is None
