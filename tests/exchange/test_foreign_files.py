"""Files that other programs wrote come in with the amounts that those programs calculate, to the cent."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.formats.registry import detect_format, read_evenings
from scorebook.exchange.imports.import_records import FilePosition
from scorebook.operations.audit.full_audit import audit_club
from tests.support.imported import balances, evenings_of, imported, new_club, previewed, problems_of

FILES = Path(__file__).parent / "foreign_files"
Balances = Mapping[str, int]


def text_of_file(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")


def expected(name: str) -> Any:
    return json.loads(text_of_file(f"{name}.expected.json"))


def read_rows(read: Imported) -> dict[FilePosition, Counter[str]]:
    """Place of each row -> name -> change of the balance."""
    rows = {hand.place: Counter(hand.amounts or {}) for one in read.evenings for hand in one.hands}
    for one in read.payments:
        rows.setdefault(one.place, Counter()).update({one.payer: one.amount_minor, one.payee: -one.amount_minor})
    return rows


def total(read: Imported) -> dict[str, int]:
    found = Counter[str]()
    for one in read_rows(read).values():
        found.update(one)
    return {name: amount for name, amount in sorted(found.items()) if amount}


# -- Spliit ------------------------------------------------------------------------------------------------------------

GROUPS = {"stammtisch": 5, "two": 0, "sign": 0, "yen": 0}  # rows of the CSV that do not show who paid


def changes(expense: Mapping[str, Any]) -> Balances:
    """Change of each balance by an expense, from the shares that Spliit calculated."""
    found = Counter({expense["payer"]: expense["amount"]})
    found.subtract(expense["shares"])
    return {name: amount for name, amount in found.items() if amount}


@pytest.mark.parametrize("group", GROUPS)
def test_each_expense_of_a_spliit_json_is_divided_as_spliit_divides_it(group: str) -> None:
    read, figures = read_evenings(text_of_file(f"spliit/{group}.json")), expected(f"spliit/{group}")
    rows = {place.where: dict(one) for place, one in read_rows(read).items()}
    own = {f"expenses.{no}": changes(one) for no, one in enumerate(figures["shares"])}
    assert rows == {place: one for place, one in own.items() if one}
    assert total(read) == {name: amount for name, amount in sorted(figures["balances"].items()) if amount}
    assert (read.left_out, read.notices) == (0, ())


def is_clear(expense: Mapping[str, Any], people: int) -> bool:
    """Whether the row of a CSV shows who paid: they have a share, or they alone have none."""
    owing = [name for name, share in expense["shares"].items() if share]
    return expense["payer"] in owing or people - len(owing) == 1


@pytest.mark.parametrize("group", GROUPS)
def test_each_row_of_a_spliit_csv_that_shows_who_paid_is_read(group: str) -> None:
    """The others are named, with the hint that the JSON has it."""
    read, figures = read_evenings(text_of_file(f"spliit/{group}.csv")), expected(f"spliit/{group}")
    expenses = {no: one for no, one in enumerate(figures["shares"], start=2) if changes(one)}
    unclear = [no for no, one in expenses.items() if not is_clear(one, len(figures["balances"]))]
    rows = {place.line: dict(one) for place, one in read_rows(read).items()}
    assert rows == {no: changes(one) for no, one in expenses.items() if no not in unclear}
    assert [(one.code, one.line, one.is_left_out) for one in read.notices] == [
        ("payer_unclear", no, True) for no in unclear
    ]
    assert read.left_out == len(unclear) == GROUPS[group]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("file", "unit"), [("stammtisch.json", "EUR"), ("two.json", "EUR"), ("two.csv", "EUR"), ("yen.csv", "JPY")]
)
def test_the_tab_shows_the_balances_of_spliit(file: str, unit: str) -> None:
    club = new_club()
    imported(club, text_of_file(f"spliit/{file}"))
    own = expected(f"spliit/{file.partition('.')[0]}")["balances"]
    assert balances(club, unit=unit) == {name: amount for name, amount in sorted(own.items()) if amount}
    assert audit_club(club) is None


def test_titles_of_spliit_are_as_people_wrote_them() -> None:
    for file in ("stammtisch.csv", "stammtisch.json"):
        read = read_evenings(text_of_file(f"spliit/{file}"))
        notes = {hand.note for one in read.evenings for hand in one.hands}
        assert {"=1+1", "+49 Wirt angerufen", "-20 % Rabatt", "@home", "Zwei Cent"} <= notes


@pytest.mark.parametrize(("code", "minor"), [("HUF", 300_000), ("JPY", 3_000), ("EUR", 3_000), ("BHD", 30_000)])
def test_spliit_counts_some_currencies_in_whole_ones(code: str, minor: int) -> None:
    """Its list gives the forint no digits, ISO gives it two; a currency that it does not know has two there."""
    raw = json.loads(text_of_file("spliit/yen.json")) | {"currencyCode": code}
    raw["expenses"] = [raw["expenses"][0] | {"amount": 3_000}]
    assert total(read_evenings(json.dumps(raw)))["Cilli"] == minor - minor // 3


@pytest.mark.parametrize(("file", "rows"), [("spliit/sign.csv", 2), ("spliit/sign.json", 2)])
def test_a_group_without_a_currency_has_the_chosen_one(file: str, rows: int) -> None:
    text = text_of_file(file).replace("Fr.", "Schafe")
    assert {code for code, _line, _where in problems_of(text)} == {"currency_unknown"}
    read = read_evenings(text, figures="USD")
    assert len(read_rows(read)) == rows and {one.unit for one in read.evenings} == {"USD"}
    assert total(read) == {name: amount for name, amount in expected("spliit/sign")["balances"].items() if amount}


# -- I Hate Money ------------------------------------------------------------------------------------------------------

PROJECTS = {"weights": 9, "whole": 5, "currencies": 4, "plain": 2}  # bills that move money
both_files = pytest.mark.parametrize("file", ["json", "csv"])


def read_project(name: str, file: str) -> Imported:
    return read_evenings(text_of_file(f"ihatemoney/{name}-bills.{file}"), figures="EUR" if name == "plain" else None)


@both_files
@pytest.mark.parametrize("project", PROJECTS)
def test_each_bill_of_i_hate_money_is_divided_by_its_weights(project: str, file: str) -> None:
    """It keeps fractions of a cent. Here each share is one of the two whole cents beside it, and nothing is lost."""
    read, bills = read_project(project, file), expected(f"ihatemoney/{project}")["bills"]
    rows = {no_of_bill(place): one for place, one in read_rows(read).items()}
    assert len(rows) == PROJECTS[project] and read.left_out == 0
    for no, bill in enumerate(bills):
        exact = Counter[str]({name: -100 * share for name, share in bill["shares"].items()})
        exact.update({bill["payer"]: 100 * bill["amount"]})
        found = rows.get(no, Counter())
        assert sum(found.values()) == 0
        assert all(abs(found[name] - exact[name]) < 1 for name in {*found, *exact}), bill["what"]


def no_of_bill(place: FilePosition) -> int:
    return place.line - 2 if place.line else int(place.where)


@both_files
@pytest.mark.parametrize("project", ["whole", "currencies", "plain"])
def test_where_every_bill_divides_the_balances_are_those_of_i_hate_money(project: str, file: str) -> None:
    read = read_project(project, file)
    for unit, own in expected(f"ihatemoney/{project}")["balances"].items():
        evenings = tuple(one for one in read.evenings if project == "plain" or one.unit == unit)
        payments = tuple(one for one in read.payments if project == "plain" or one.unit == unit)
        part = Imported(format=read.format, evenings=evenings, payments=payments)
        assert total(part) == {name: round(100 * amount) for name, amount in sorted(own.items()) if round(100 * amount)}


@pytest.mark.django_db
@both_files
def test_the_tab_shows_the_balances_of_i_hate_money(file: str) -> None:
    club = new_club()
    imported(club, text_of_file(f"ihatemoney/whole-bills.{file}"))
    own = expected("ihatemoney/whole")["balances"]["EUR"]
    assert balances(club) == {name: round(100 * amount) for name, amount in sorted(own.items())}
    assert audit_club(club) is None


@both_files
def test_a_plan_to_settle_is_not_taken_for_payments(file: str) -> None:
    text = text_of_file(f"ihatemoney/weights-transactions.{file}")
    assert detect_format(text).id == "ihatemoney"
    assert problems_of(text) == [("plan_no_bills", None, "")]


@both_files
def test_a_project_without_a_currency_asks_for_one(file: str) -> None:
    assert problems_of(text_of_file(f"ihatemoney/plain-bills.{file}")) == [("figures_unclear", None, "")]


@both_files
def test_people_who_never_paid_count_once_and_are_named(file: str) -> None:
    read = read_project("plain", file)
    assert [(one.code, one.args["names"]) for one in read.notices] == [("weight_assumed", "Cilli")]


HEAD = "what,bill_type,amount,currency,date,payer_name,payer_weight,owers\n"


def test_cospend_is_refused_by_name() -> None:
    """Its bills look like those of I Hate Money, but the weights of people who never paid are in another table."""
    text = (
        "name,weight,active,color\nAnna,1,1,#112233\nBeppo,2,1,#445566\n\n"
        "what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers\n"
        'Essen,45,2024-01-15,1705276800,Anna,1,1,"Anna,Beppo"\n'
    )
    assert problems_of(text) == [("cospend", None, "")]


def test_a_comma_may_be_a_part_of_the_name_of_someone_who_paid() -> None:
    row = 'Karten,Expense,9.0,EUR,2025-11-13,"Huber, Anna",2.0,"Beppo, Huber, Anna"\n'
    assert total(read_evenings(HEAD + row)) == {"Beppo": -300, "Huber, Anna": 300}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("Wirt,Expense,x,EUR,2025-11-13,Anna,1.0,Beppo", ("amount_unreadable", "amount")),
        ("Wirt,Expense,1.0,BTC,2025-11-13,Anna,1.0,Beppo", ("currency_unknown", "currency")),
        ("Wirt,Expense,1.0,EUR,gestern,Anna,1.0,Beppo", ("date_impossible", "date")),
        ("Wirt,Expense,1.0,EUR,2025-11-13,,1.0,Beppo", ("name_missing", "payer_name")),
        ("Wirt,Expense,1.0,EUR,2025-11-13,Anna,-1,Beppo", ("number_unreadable", "payer_weight")),
        ("Wirt,Expense,1.0,EUR,2025-11-13,Anna,1.0,", ("shares_missing", "owers")),
    ],
)
def test_a_bill_that_cannot_be_read_is_left_out_and_named(row: str, problem: object) -> None:
    read = read_evenings(f"{HEAD}Karten,Expense,9.0,EUR,2025-11-13,Cilli,1.0,Done\n{row}\n")
    assert total(read) == {"Cilli": 900, "Done": -900} and read.left_out == 1
    assert [(one.code, one.where) for one in read.notices if one.is_left_out] == [problem]
    assert [one.line for one in read.notices if one.is_left_out] == [3]


# -- Splitwise ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_splitwise_export_has_the_totals_of_its_last_row() -> None:
    club, text = new_club(), text_of_file("splitwise/english.csv")
    imported(club, text)
    assert balances(club, unit="INR") == {"Done Huber": -15000, "cilli wolf": 15000}
    read = read_evenings(text)
    assert (len(read_rows(read)), read.left_out) == (25, 0)
    assert [one.code for one in read.notices] == ["sums_left_out"]
    assert audit_club(club) is None


GERMAN = {
    3: {"DON": -236200, "Cilli": 236200},
    4: {"Anna Lang": -10098, "DON": -10097, "Beppo": 30292, "Cilli": -10097},
    5: {"Anna Lang": -320, "DON": -320, "Beppo": 960, "Cilli": -320},
    6: {"Anna Lang": 750, "DON": -2250, "Beppo": 1750, "Cilli": -250},
    7: {"Anna Lang": 9453, "Cilli": -9453},
}
SPANISH = {4: {"Cilli Wolf": 11614, "Anna Lang": -11614}, 6: {"Anna Lang": 400000, "Done Huber": -400000}}


@pytest.mark.parametrize(("file", "rows", "payments"), [("german", GERMAN, [7]), ("spanish", SPANISH, [4])])
def test_splitwise_writes_in_the_language_of_its_user(
    file: str, rows: dict[int, Balances], payments: list[int]
) -> None:
    read = read_evenings(text_of_file(f"splitwise/{file}.csv"))
    assert read.format.id == "splitwise"
    assert {place.line: dict(one) for place, one in read_rows(read).items()} == rows
    assert [one.place.line for one in read.payments] == payments
    assert sum(one.code == "sums_left_out" for one in read.notices) == 2


def test_more_than_ten_thousand_of_a_small_currency_are_left_out_and_named() -> None:
    read = read_evenings(text_of_file("splitwise/spanish.csv"))
    left_out = Counter((one.code, one.line) for one in read.notices if one.is_left_out)
    assert read.left_out == 2 and left_out == {("amount_too_large", 3): 3, ("amount_too_large", 5): 3}


def test_portuguese_headings_are_known() -> None:
    text = (
        "Data,Descrição,Categoria,Custo,Moeda,Anna,Beppo\n2026-02-04,Anna pagou Beppo,Pagamento,7.00,BRL,7.00,-7.00\n"
    )
    assert [one.amount_minor for one in read_evenings(text).payments] == [700]


def test_one_row_in_an_unknown_currency_is_left_out_and_the_rest_comes_in() -> None:
    text = text_of_file("splitwise/german.csv").replace("90.00,USD", "90.00,BTC")
    read = read_evenings(text)
    assert (len(read_rows(read)), read.left_out) == (4, 1)
    assert [(one.code, one.line, one.args["text"]) for one in read.notices if one.is_left_out] == [
        ("currency_unknown", 6, "BTC")
    ]


# -- the phone recorder ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_person_deleted_on_the_phone_keeps_their_money() -> None:
    """They have a name with their id, which the preview offers to match."""
    club, text, figures = new_club(), text_of_file("phone/deleted-person.json"), expected("phone/deleted-person")
    [(id, name)] = figures["deleted"].items()
    draft = previewed(club, text)
    assert not draft.problems and draft.imported.left_out == 0
    missing = [one for one in draft.notices if one.code == "person_missing"]
    assert [one.args["name"] for one in missing] == [f"? {id}"]
    assert f"? {id}" in [one.name for one in draft.people]
    imported(club, text)
    found = [
        {one.replace(f"? {id}", name): amount for one, amount in balances(club, evening).items()}
        for evening in evenings_of(club)
    ]
    assert found == [{one: round(100 * sum_) for one, sum_ in table.items()} for table in figures["punktestand"]]
    assert audit_club(club) is None
