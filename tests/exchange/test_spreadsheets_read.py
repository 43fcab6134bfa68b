"""Cells, dates and rows as the spreadsheets of thirty years save them: read as they are meant, or refused by name."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from django.utils import timezone

from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_amounts import Unreadable, read_imported_amount
from scorebook.exchange.imports.import_dates import read_imported_moment
from tests.support.imported import problems_of

pytestmark = pytest.mark.once
HEAD = "Datum;Anna;Beppo;Cilli;Done\n"


def read_cell(text: str, unit: str = "EUR", decimal: str | None = None) -> int | str:
    try:
        return read_imported_amount(text, unit, decimal)
    except Unreadable as error:
        return error.code


def results(text: str, figures: str | None = None) -> list[tuple[str, dict[str, int]]]:
    """Day or time of each evening, and the amounts of its only hand."""
    return [
        (_when(one.when), dict(one.hands[0].amounts or {})) for one in read_evenings(text, figures=figures).evenings
    ]


def notices(found: Imported) -> list[tuple[str, int | None]]:
    return [(one.code, one.line) for one in found.notices]


def _when(found: date | datetime) -> str:
    return f"{timezone.make_naive(found):%Y-%m-%d %H:%M}" if isinstance(found, datetime) else found.isoformat()


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("1.234,50", 123450), ("1,234.50", 123450), ("1 234,50", 123450), ("1'234.50", 123450), ("1’234.50", 123450),
        ("1\u00a0234,50", 123450), ("1\u202f234,50", 123450), ("1\u2009234,50", 123450), ("1\u2007234,50", 123450),
        ("-1.234,50 €", -123450), ("1.234.567,00", "amount_too_large"), ("9.999", "amount_ambiguous"),
        ("\u22121,20", -120), ("1,20-", -120), ("1,20 -", -120), ("1.20- €", -120),
        ("(1,20)", -120), ("(1.20 €)", -120),
        ("-1,20 €", -120), ("€ -1,20", -120), ("3,-", 300), ("-3,-", -300), ("- €", 0), ("-   €", 0), ("+1,20 €", 120),
        ("€1.20", 120), ("Fr. 1.20", 120),
        ("1,205", "amount_ambiguous"), ("0,125", "amount_too_fine"),
        ("12,345", "amount_ambiguous"), ("1,2050", "amount_too_fine"), ("--1,20", "amount_unreadable"),
        ("-(1,20)", "amount_unreadable"), ("(1,20)-", "amount_unreadable"), ("#WERT!", "amount_unreadable"),
    ],
)  # fmt: skip
def test_a_cell_of_money(text: str, minor: int | str) -> None:
    assert read_cell(text) == minor


@pytest.mark.parametrize(
    ("text", "decimal", "found"),
    [
        ("1.234", ",", 123400), ("1,234", ".", 123400), ("1.234", ".", "amount_too_fine"), ("1.230", ".", 123),
        ("1,234", ",", "amount_too_fine"), ("1.234,50", ",", 123450), ("-1.234", ",", -123400),
        ("0.125", ",", "amount_too_fine"),
    ],
)  # fmt: skip
def test_a_cell_beside_others_that_reveal_the_decimal_sign(text: str, decimal: str, found: int | str) -> None:
    assert read_cell(text, decimal=decimal) == found


@pytest.mark.parametrize(
    ("cells", "amounts"),
    [
        (("1.234,50", "-1.000", "-234,50", "0"), (123450, -100000, -23450, 0)),
        (("1,234.50", "-1,000", "-234.5", "0"), (123450, -100000, -23450, 0)),
        (("1'234.50", "-1'000.-", "-234.50", "-"), (123450, -100000, -23450, None)),
        (("1 234,50 €", "−1 000,00 €", "234,50- €", "- €"), (123450, -100000, -23450, 0)),
        (("1,20", "(0,40)", "-0,80", "–"), (120, -40, -80, None)),
    ],
)  # fmt: skip
def test_a_row_is_read_by_all_its_cells(cells: tuple[str, ...], amounts: tuple[int | None, ...]) -> None:
    people = ("Anna", "Beppo", "Cilli", "Done")
    there = {name: amount for name, amount in zip(people, amounts, strict=True) if amount is not None}
    assert results(HEAD + "13.11.2025;" + ";".join(cells) + "\n") == [("2025-11-13", there)]


@pytest.mark.parametrize(
    ("cells", "problems"),
    [
        # Both signs are decimal ones here: nothing says what 1.000 is.
        ("1,50;-0.50;1.000;-2,00", [("amount_ambiguous", 2, "Cilli")]),
        (
            "1.000;-1.000;0;0",
            [("amount_ambiguous", 2, "Anna"), ("amount_ambiguous", 2, "Beppo"), ("figures_unclear", None, "")],
        ),
        ("0,125;-0,125;0,5;-0,5", [("amount_too_fine", 2, "Anna"), ("amount_too_fine", 2, "Beppo")]),
        ("1,205;-1,205;0,50;-0,50", [("amount_too_fine", 2, "Anna"), ("amount_too_fine", 2, "Beppo")]),
        ("$1.20;$-1.20;0;0", [("sign_unclear", None, "")]),
    ],
)  # fmt: skip
def test_a_row_that_its_cells_leave_open_is_a_question(cells: str, problems: list[object]) -> None:
    assert sorted(map(str, problems_of(HEAD + f"13.11.2025;{cells}\n"))) == sorted(map(str, problems))


@pytest.mark.parametrize("unit", ["USD", "AUD"])
def test_a_sign_of_several_currencies_is_that_of_the_chosen_one(unit: str) -> None:
    assert results("date,Anna,Beppo\n2025-11-13,$1.20,-$1.20\n", unit) == [("2025-11-13", {"Anna": 120, "Beppo": -120})]
    assert read_cell("$1.20", "EUR") == "amount_unreadable"


# -- dates -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("13.11.2025 20:15", "2025-11-13 20:15"), ("13.11.2025 20:15:30", "2025-11-13 20:15"),
        ("13.11.2025, 20:15 Uhr", "2025-11-13 20:15"), ("Do, 13.11.2025 20:15", "2025-11-13 20:15"),
        ("2025-11-13 20:15:00", "2025-11-13 20:15"), ("2025-11-13T20:15:00.000", "2025-11-13 20:15"),
        ("2025-11-13T20:15:00+01:00", "2025-11-13 20:15"), ("11/13/2025 8:15 PM", "2025-11-13 20:15"),
        ("11/13/2025 12:15 AM", "2025-11-13 00:15"), ("11/13/25 20:15", "2025-11-13 20:15"),
        ("13.11.2025 00:00:00", "2025-11-13"), ("2025-11-13 00:00:00", "2025-11-13"),
        ("13.11.99", "1999-11-13"), ("13.11.25", "2025-11-13"), ("1.1.00", "2000-01-01"),
        ("2025/11/13", "2025-11-13"), ("13/11/2025", "2025-11-13"), ("13-11-2025", "2025-11-13"),
        ("13. November 2025", "2025-11-13"), ("Donnerstag, 13. November 2025", "2025-11-13"),
        ("13-Nov-25", "2025-11-13"),
        ("13 Nov 2025", "2025-11-13"), ("Nov 13, 2025", "2025-11-13"), ("Thursday, November 13, 2025", "2025-11-13"),
        ("1. März 2025", "2025-03-01"), ("1. Mrz. 2025", "2025-03-01"), ("20251113", "2025-11-13"),
        ("45974", "2025-11-13"), ("45974,84375", "2025-11-13 20:15"), ("45974.84375", "2025-11-13 20:15"),
        ("3/4/2025", "date_ambiguous"), ("03/04/25 20:15", "date_ambiguous"), ("3-4-2025", "date_ambiguous"),
        ("25-11-13", "date_ambiguous"), ("11/31/2025", "date_impossible"), ("13.13.2025", "date_impossible"),
        ("13. Foo 2025", "date_impossible"), ("13.11.2025 25:15", "date_impossible"), ("13:15", "date_impossible"),
        ("13.11.2025 13:15 PM", "date_impossible"), ("12", "date_impossible"),
        ("2025", "date_impossible"), ("13.11.", "date_impossible"),
    ],
)  # fmt: skip
def test_a_cell_of_a_date(text: str, found: str) -> None:
    try:
        assert _when(read_imported_moment(text)) == found
    except Unreadable as error:
        assert error.code == found


@pytest.mark.parametrize(
    ("dates", "found"),
    [
        (("3/4/2025", "3/13/2025"), ["2025-03-04", "2025-03-13"]),
        (("3/4/2025", "13/3/2025"), ["2025-03-13", "2025-04-03"]),
    ],
)
def test_dates_with_a_slash_are_read_by_the_other_rows(dates: tuple[str, ...], found: list[str]) -> None:
    text = HEAD + "".join(f"{day};1,00;-1,00;0;0\n" for day in dates)
    assert sorted(when for when, _amounts in results(text)) == found


def test_dates_that_contradict_each_other_are_a_question() -> None:
    text = HEAD + "3/4/2025;1,00;-1,00;0;0\n3/13/2025;1,00;-1,00;0;0\n13/3/2025;1,00;-1,00;0;0\n"
    assert problems_of(text) == [("date_ambiguous", 2, "")]


def test_day_numbers_of_a_spreadsheet_are_read_and_reported_once() -> None:
    found = read_evenings(HEAD + "45974;1,00;-1,00;0;0\n45975;1,00;-1,00;0;0\n")
    assert [str(one.day) for one in found.evenings] == ["2025-11-13", "2025-11-14"]
    assert notices(found) == [("day_from_number", 2)]


# -- rows --------------------------------------------------------------------------------------------------------------

ROW = "13.11.2025;1,20;-0,40;-0,40;-0,40\n"
READ = [("2025-11-13", {"Anna": 120, "Beppo": -40, "Cilli": -40, "Done": -40})]


@pytest.mark.parametrize(
    "text",
    [
        "Stammtisch Linde\n\n" + HEAD + ROW,
        "Stammtisch Linde;;;;\n;;;;\n" + HEAD + ROW,
        "Schafkopf, Saison 2025, Tisch 1, Linde, Kasse\n" + HEAD + ROW,
        "Schafkopf;Saison 2025\nStand;14.11.2025\n" + HEAD + ROW,
        "\n\n\n" + HEAD + ROW,
        "sep=;\n" + HEAD + ROW,
        '"sep=;"\r\n' + HEAD + ROW,
        "SEP=;\r\nTitel\r\n" + HEAD + ROW,
        HEAD.replace("\n", ";;;\n") + ROW.replace("\n", ";;;\n") + ";;;;;;;\n" * 3,
        HEAD.replace(";", "\t") + ROW.replace(";", "\t"),
        HEAD.replace(";", ",") + '13.11.2025,"1,20","-0,40","-0,40","-0,40"\n',
        '"Datum"\t"Anna"\t"Beppo"\t"Cilli"\t"Done"\n' + ROW.replace(";", "\t"),
        "Datum;Anna [€];Beppo (EUR);Cilli €;Done\n" + ROW,
        "Nr.;Datum;Anna;Beppo;Cilli;Done;Bemerkung\n1;13.11.2025;1,20;-0,40;-0,40;-0,40;\"zwei\nZeilen\"\n",
        "Datum;Anna;Beppo;Cilli;Done;Summe\n13.11.2025;1,20;-0,40;-0,40;-0,40;0,00\n",
        "Datum;Uhrzeit;Ort;Anna;Beppo;Cilli;Done;Einsatz\n13.11.2025;;Linde;1,20;-0,40;-0,40;-0,40;0,10\n",
    ],
)  # fmt: skip
def test_a_table_with_what_spreadsheets_put_around_it(text: str) -> None:
    found = read_evenings(text)
    assert [(str(one.day), one.hands[0].amounts) for one in found.evenings] == READ


def test_a_column_that_is_nobody_is_named() -> None:
    found = read_evenings("Datum;Ort;Anna;Beppo\n13.11.2025;Linde;1,20;-1,20\n")
    assert [(one.code, one.line, one.where) for one in found.notices] == [("column_left_out", 1, "Ort")]


@pytest.mark.parametrize("heading", ["Anna Stand", "Summe Anna", "Anna (Saldo)", "Anwesend"])
def test_a_column_of_sums_is_no_person(heading: str) -> None:
    found = read_evenings(f"Datum;Anna;{heading};Beppo\n13.11.2025;1,20;1,20;-1,20\n")
    assert found.evenings[0].people == ("Anna", "Beppo")
    assert [(one.code, one.where) for one in found.notices] == [("column_left_out", heading)]


def test_a_time_beside_its_date_is_the_beginning_of_the_evening() -> None:
    text = "Datum;Uhrzeit;Anna;Beppo\n13.11.2025;20:15;1,20;-1,20\n14.11.2025;;1,20;-1,20\n"
    assert [when for when, _amounts in results(text)] == ["2025-11-13 20:15", "2025-11-14"]
