"""One evening in currencies of no, two and three digits, by every way in and out: nowhere a hundredfold or a hundredth.

A Rufer of the pub tariff is 20 points; at a stake of 10 it moves 200 minor units.
"""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from scorebook.exchange.club_file import import_club
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_texts import amount_with_unit
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import Evening
from scorebook.play.terms import POINTS
from tests.exchange.club_with_everything import file_of, undone
from tests.exchange.test_table_files import xml_of
from tests.support.api_phone import ApiEvening, Json, Phone, opening
from tests.support.imported import balances, evenings_of, imported, new_club, problems_of
from tests.support.page import markup
from tests.support.paged_evening import problems_of as problems_of_page
from tests.support.paged_evening import text_of
from tests.support.played_evening import new_evening

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]
NAMES = ("Anna", "Beppo", "Cilli", "Done")
RUFER = {"contract": "rufer", "declarer": "Anna", "partner": "Beppo", "won": True}


@dataclass(frozen=True, kw_only=True)
class Money:
    """written: as somebody may type it. german, english: 200 minor units as pages show them. file: in a table."""

    unit: str
    written: str
    german: str
    english: str
    file: str
    stake: str
    number_format: str


MONEY = [
    Money(unit="JPY", written="jpy", german="200 JPY", english="JPY 200", file="200", stake="10 JPY",
          number_format=r'#,##0\ "JPY"'),
    Money(unit="USD", written="usd", german="2,00 USD", english="USD 2.00", file="2,00", stake="10 ct USD",
          number_format=r'#,##0.00\ "USD"'),
    Money(unit="BHD", written="Bhd", german="0,200 BHD", english="BHD 0.200", file="0,200", stake="10 x 0.001 BHD",
          number_format=r'#,##0.000\ "BHD"'),
    Money(unit="EUR", written="€", german="2,00 €", english="€2.00", file="2,00", stake="10 ct EUR",
          number_format=r'#,##0.00\ "€"'),
    Money(unit="CHF", written="Fr.", german="2,00 CHF", english="CHF 2.00", file="2,00", stake="10 ct CHF",
          number_format=r'#,##0.00\ "CHF"'),
]  # fmt: skip
every_currency = pytest.mark.parametrize("money", MONEY, ids=lambda money: money.unit)


@pytest.fixture
def phone() -> Phone:
    return Phone()


def opened(phone: Phone, unit: str, **changes: object) -> ApiEvening:
    answer = phone.post("evenings", opening(unit=unit, stake_minor=10, **changes))
    assert answer.status == 201, answer.json
    return ApiEvening(phone=phone, opened=answer.json)


def played(phone: Phone, unit: str, **changes: object) -> ApiEvening:
    evening = opened(phone, unit, **changes)
    assert evening.record(RUFER, known=0).status == 201
    return evening


def closed(phone: Phone, unit: str) -> ApiEvening:
    evening = played(phone, unit)
    assert phone.post(f"{evening.scribe}/close", {"id": str(uuid4())}).status == 200
    return evening


@every_currency
def test_the_api_keeps_the_code_and_takes_either_spelling(phone: Phone, money: Money) -> None:
    evening = closed(phone, money.written)
    assert evening.sheet()["unit"] == money.unit
    anna = evening.id("Anna")
    for spelled in (money.unit, money.written):
        statement = phone.get(f"{evening.club}/people/{anna}/statement?unit={spelled}").json
        assert (statement["unit"], statement["balance_minor"]) == (money.unit, 200)
        board = phone.get(f"{evening.club}/boards/money?unit={spelled}").json
        assert (board["unit"], board["lines"][0]["amounts"]) == (money.unit, {money.unit: 200})
        assert phone.get(f"{evening.club}/tab?unit={spelled}").json["unit"] == money.unit


@every_currency
def test_pages_show_minor_units_as_such(phone: Phone, client: Client, money: Money) -> None:
    evening = closed(phone, money.written)
    token = evening.token("scribe")
    for language, text in (("de", money.german), ("en", money.english)):
        for page in ("settle", "paper"):
            shown = text_of(client.get(f"/t/{token}/{page}", headers={"accept-language": language}))
            assert text in shown.replace("\xa0", " "), page


@every_currency
def test_amounts_typed_on_a_page_are_read_in_that_unit(phone: Phone, client: Client, money: Money) -> None:
    evening = played(phone, money.written)
    extras = f"/t/{evening.token('scribe')}/settle/extras"
    fee = {"form": "fee", "amount": money.file, "players": [evening.id("Anna")], "note": "", "key": str(uuid4())}
    too_fine = {"JPY": "0,5", "BHD": "0,0005"}.get(money.unit, "0,005")
    assert client.post(extras, fee).status_code == 302
    assert client.post(extras, {**fee, "key": str(uuid4()), "amount": too_fine}).status_code == 422
    [entry] = client.get(extras).context["other_entries"]
    assert entry.amount_minor == 200


@every_currency
def test_the_phone_knows_how_amounts_are_written(phone: Phone, client: Client, money: Money) -> None:
    evening = played(phone, money.written)
    found = re.search(r"data-phone='([^']*)'", client.get(f"/t/{evening.token('scribe')}/").content.decode())
    assert found is not None
    currency = json.loads(unescape(found[1]))["currency"]
    symbol = {"EUR": "€"}.get(money.unit, money.unit)
    assert currency == {"symbol": symbol, "digits": len(money.file.partition(",")[2])}


@every_currency
def test_the_notation_says_which_part_of_it_a_point_is(phone: Phone, money: Money) -> None:
    evening = played(phone, money.written)
    assert f"Stake: {money.stake}\n" in phone.get(f"{evening.scribe}/text").json["text"]


@every_currency
def test_tables_have_its_digits(phone: Phone, client: Client, money: Money) -> None:
    settle = f"/t/{closed(phone, money.written).token('scribe')}/settle"
    answer = client.get(settle, {"as": "csv", "table": "payments"}, headers={"accept-language": "de"})
    cells = [cell for row in csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";") for cell in row]
    assert money.file in cells and f"Betrag ({money.unit})" in cells
    styles = xml_of(client.get(settle, {"as": "xlsx"}).content, "xl/styles.xml")
    assert money.number_format in {one.get("formatCode") for one in styles.iter() if one.tag.endswith("numFmt")}


@every_currency
def test_a_table_of_results_comes_in(money: Money) -> None:
    club, amount = new_club(), {"JPY": "200", "BHD": "0,200"}.get(money.unit, "2,00")
    imported(club, f"Datum;Anna;Beppo;Cilli;Done\n13.11.2025;{amount} {money.unit};-{amount};0;0\n")
    assert balances(club, evenings_of(club)[0], unit=money.unit) == {"Anna": 200, "Beppo": -200}


@every_currency
def test_an_amount_may_be_headed_by_its_currency(money: Money) -> None:
    amount = {"JPY": "200", "BHD": "0.200"}.get(money.unit, "2.00")
    for heading in (money.unit, f"amount ({money.unit})"):
        club = new_club()
        imported(
            club, f"date,name,{heading}\n2025-11-13,Anna,{amount}\n2025-11-13,Beppo,-{amount}\n2025-11-13,Cilli,0\n"
        )
        assert balances(club, evenings_of(club)[0], unit=money.unit) == {"Anna": 200, "Beppo": -200}


@every_currency
def test_sharers_of_expenses_say_their_currency(money: Money) -> None:
    amount = {"JPY": "200", "BHD": "0.200"}.get(money.unit, "2.00")
    splitwise = (
        "Date,Description,Category,Cost,Currency,Anna,Beppo\n"
        f"2025-11-13,Pizza,Games,{amount},{money.unit},{amount},-{amount}\n"
    )
    people = [{"id": name[0], "name": name} for name in ("Anna", "Beppo")]
    shares = [{"participantId": "B", "shares": 1}]
    # Spliit counts in hundredths, also a currency with three digits.
    hundredths = 20 if money.unit == "BHD" else 200
    expense = {"expenseDate": "2025-11-13", "title": "Pizza", "amount": hundredths, "paidById": "A", "paidFor": shares}
    spliit = json.dumps({"participants": people, "expenses": [expense], "currencyCode": money.unit})
    for text in (splitwise, spliit):
        club = new_club()
        imported(club, text)
        assert balances(club, unit=money.unit) == {"Anna": 200, "Beppo": -200}
    assert amount_with_unit(-200, money.unit) == f"-{money.file} {money.unit}"


def test_without_a_code_spliit_counts_in_hundredths() -> None:
    """So 300 are 3 yen, whether the file names them or somebody chose them, and 150 are no whole number of yen."""
    shares = [{"participantId": "B", "shares": 1}]
    expense = {"expenseDate": "2025-11-13", "title": "Pizza", "amount": 300, "paidById": "A", "paidFor": shares}
    people = [{"id": "A", "name": "Anna"}, {"id": "B", "name": "Beppo"}]
    group = {"participants": people, "expenses": [expense]}
    assert ("figures_unclear", None, "currencyCode") in problems_of(json.dumps(group))
    for named, figures in (({"currency": "JPY"}, None), ({}, "JPY"), ({}, POINTS)):
        [evening] = read_evenings(json.dumps(group | named), figures=figures).evenings
        assert (evening.unit, evening.hands[0].amounts) == (figures or "JPY", {"Anna": 3, "Beppo": -3})
    expense["amount"] = 150
    assert problems_of(json.dumps(group), "JPY") == [("amount_too_fine", None, "expenses.0.amount")]


@every_currency
def test_figures_without_a_unit_are_what_somebody_chose(phone: Phone, client: Client, money: Money) -> None:
    evening, text = opened(phone, "EUR"), "date;Anna;Beppo;Cilli;Done\n2025-11-13;2;-2;0;0\n"
    whole = {"JPY": 2, "BHD": 2000}.get(money.unit, 200)
    body = opening() | {"text": text, "figures": money.written, "dry_run": True}
    del body["people"]
    drafted = phone.post(f"{evening.club}/imports", body).json["draft"]["evenings"][0]
    assert (drafted["unit"], drafted["sums"][evening.id("Anna")]) == (money.unit, whole)
    page = client.post(f"/c/{evening.token('club')}/import", {"text": text, "look": "1", "figures": money.unit})
    assert f'<option value="{money.unit}" selected>' in markup(page)


def test_figures_of_no_currency_are_refused(phone: Phone) -> None:
    body: Json = opening() | {"text": "date;Anna;Beppo\n2025-11-13;2;-2\n", "figures": "$"}
    del body["people"]
    answer = phone.post(f"{opened(phone, 'EUR').club}/imports", body)
    assert (answer.status, answer.problems) == (400, [("currency_unknown", "figures")])


@every_currency
def test_a_club_file_brings_it_back_byte_for_byte(money: Money) -> None:
    with undone():
        table = new_evening(*NAMES, unit=money.written, stake_minor=10)
        table.record(RUFER)
        table.close()
        file = file_of(table.club.pk)
    [club] = import_club(file).clubs
    assert (Evening.objects.get(club=club).unit, file_of(club.pk)) == (money.unit, file)
    assert audit_club(club) is None


@every_currency
def test_words_of_the_start_page_that_name_a_currency_are_whole_ones_of_it(client: Client, money: Money) -> None:
    """Each point is one of what was typed there: one dollar, not a cent. Euros have tariffs of their own."""
    fields = {"game": "bierkopf", "stake_bierkopf": "in_words", "names": NAMES, "unit_one_bierkopf": money.written}
    answer = client.post("/", fields, headers={"accept-language": "en"})
    if money.unit == "EUR":
        assert problems_of_page(answer) == ["Money and points have stakes of their own: choose one of those."]
        return
    assert answer.status_code == 302
    evening = Evening.objects.get()
    assert (evening.unit, evening.stake_minor) == (money.unit, 10 ** len(money.file.partition(",")[2]))
    again = markup(client.get(f"/c/{evening.club.keeper_token}/start"))
    assert f'name="unit_one_bierkopf" value="{money.unit}"' in again


@pytest.mark.parametrize(
    ("typed", "code"), [("$", "unit_ambiguous"), ("DEM", "unit_no_currency"), ("5 €", "unit_mixed")]
)
def test_what_may_be_two_units_is_refused_by_name(phone: Phone, client: Client, typed: str, code: str) -> None:
    answer = phone.post("evenings", opening(unit=typed))
    assert (answer.status, answer.problems) == (400, [(code, "unit")])
    fields = {"game": "bierkopf", "stake_bierkopf": "in_words", "names": NAMES, "unit_one_bierkopf": typed}
    page = client.post("/", fields, headers={"accept-language": "en"})
    assert page.status_code == 422 and any(typed in one for one in problems_of_page(page))
    assert f'value="{typed}"' in page.content.decode()
    assert Evening.objects.count() == 0


@every_currency
def test_a_girocode_is_for_euros_alone(phone: Phone, client: Client, money: Money) -> None:
    evening = closed(phone, money.written)
    settle = f"/t/{evening.token('scribe')}/settle"
    page = markup(client.get(settle, headers={"accept-language": "en"}))
    payment = re.findall(r"settle/([0-9a-f-]{36})/transfer", page)[0]
    typed = {"iban": "DE89 3704 0044 0532 0130 00", "name": "Anna Huber", "text": "Schafkopf"}
    transfer = markup(client.post(f"{settle}/{payment}/transfer", typed))
    is_euro = money.unit == "EUR"
    assert [text in transfer for text in ('name="iban"', "qr giro")] == [is_euro, is_euro]
    assert ("QR code" in page) is is_euro
    answer = phone.get(f"{evening.scribe}/payments")
    assert answer.status == 200 and "giro" not in answer.text.lower() and "iban" not in answer.text.lower()


@every_currency
def test_what_is_rounded_to_is_a_part_of_one(phone: Phone, client: Client, money: Money) -> None:
    """5, 10 and 50 hundredths; who counts in whole ones has none."""
    evening = closed(phone, money.written)
    page = markup(client.get(f"/t/{evening.token('scribe')}/settle/ways"))
    offered = {int(coin) for coin in re.findall(r'value="(\d+):kitty"', page)}
    assert offered <= {"JPY": set(), "BHD": {50, 100, 500}}.get(money.unit, {5, 10, 50})
