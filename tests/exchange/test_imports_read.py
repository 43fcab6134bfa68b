"""What a file says: rows at both sides of each bound, and every problem at its line and column."""

from datetime import date, datetime

import pytest

from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.formats.registry import FORMATS, detect_format, read_evenings
from scorebook.exchange.imports.import_amounts import (
    Unreadable,
    read_imported_amount,
)
from scorebook.exchange.imports.import_cells import read_import_cells
from scorebook.exchange.imports.import_dates import read_imported_day, read_imported_moment
from scorebook.exchange.imports.import_records import ImportRefused
from tests.support.imported import problems_of

pytestmark = pytest.mark.once

read_results, read_hands = FORMATS["results"].read, FORMATS["hands"].read


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("1,20", 120), ("1.20", 120), ("1,2", 120), ("+3", 300), ("-0.40", -40), ("−0,40", -40), ("– 0,40", -40),
        ("3 €", 300), ("€ -1.20", -120), ("-€1.20", -120), ("1,20 Euro", 120), ("EUR 5", 500), ("CHF 1'234.50", 123450),
        ("3,-", 300), ("0", 0), ("-0", 0), ("1.000,50", 100050), ("1,000.50", 100050), ("1 000,50", 100050),
        ("0,400", 40), ("1,2000", 120), ("10000,00", 1000000),
    ],
)  # fmt: skip
def test_an_amount_is_read_as_people_write_it(text: str, minor: int) -> None:
    assert read_imported_amount(text, "EUR") == minor


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1,234", "amount_ambiguous"), ("1.234", "amount_ambiguous"), ("-12,345", "amount_ambiguous"),
        ("1,2345", "amount_too_fine"), ("0,005", "amount_too_fine"), ("10000,01", "amount_too_large"),
        ("", "amount_unreadable"), ("-", "amount_unreadable"), ("viel", "amount_unreadable"),
        ("1 2", "amount_unreadable"),
        ("--1", "amount_unreadable"), ("1,2,3", "amount_unreadable"), ("=1+1", "amount_unreadable"),
        ("٣", "amount_unreadable"), ("1.000.50", "amount_unreadable"), ("$3", "amount_unreadable"),
    ],
)  # fmt: skip
def test_what_can_be_read_in_two_ways_is_not_read(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_imported_amount(text, "EUR")
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "found"),
    [("12", 12), ("-7", -7), ("12,0", 12), ("12,5", "amount_too_fine"), ("1.234", "amount_ambiguous"), ("1234", 1234)],
)
def test_points_are_whole(text: str, found: int | str) -> None:
    try:
        assert read_imported_amount(text, "points") == found
    except Unreadable as refused:
        assert refused.code == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2024-05-02", date(2024, 5, 2)), ("2.5.2024", date(2024, 5, 2)), ("02.05.24", date(2024, 5, 2)),
        ("Do, 2.5.2024", date(2024, 5, 2)), ("13/5/2024", date(2024, 5, 13)), ("5/13/2024", date(2024, 5, 13)),
        ("5/5/2024", date(2024, 5, 5)), ("2/5/2024", "date_ambiguous"), ("29.2.2024", date(2024, 2, 29)),
        ("29.2.2023", "date_impossible"), ("1900-01-01", date(1900, 1, 1)), ("1899-12-31", "date_impossible"),
        ("31.12.8999", date(8999, 12, 31)), ("1.1.9000", "date_impossible"),
        ("", "date_impossible"), ("gestern", "date_impossible"), ("2024-13-01", "date_impossible"),
        ("2.5.202", "date_impossible"), ("2024-5-2x", "date_impossible"), ("٢.٥.٢٠٢٤", "date_impossible"),
    ],
)  # fmt: skip
def test_a_day_is_read_as_people_write_it(text: str, found: date | str) -> None:
    try:
        assert read_imported_day(text) == found
    except Unreadable as refused:
        assert refused.code == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2024-05-02T20:15", "2024-05-02T20:15+02:00"), ("2024-11-02T20:15Z", "2024-11-02T21:15+01:00"),
        ("1900-01-01T00:00", "1900-01-01T00:00+01:00"), ("8999-12-31T23:59", "8999-12-31T23:59+01:00"),
        ("9000-01-01T00:00", "date_impossible"), ("2024-05-02T25:15", "date_impossible"),
        # A day of the books where it was given, and none here.
        ("1900-01-01T00:00+14:00", "date_impossible"), ("8999-12-31T23:59-12:00", "date_impossible"),
        ("0001-01-01T00:00+14:00", "date_impossible"), ("9999-12-31T23:59-12:00", "date_impossible"),
        ("2/5/2024", "date_ambiguous"),
    ],
)  # fmt: skip
def test_a_moment_is_one_here(text: str, found: str) -> None:
    try:
        moment = read_imported_moment(text)
        assert isinstance(moment, datetime) and moment.isoformat(timespec="minutes") == found
    except Unreadable as refused:
        assert refused.code == found


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_table_is_read_whatever_parts_it(delimiter: str, end: str, mark: str) -> None:
    rows = [
        ["date", "Anna", "Beppo"],
        ["2025-11-13", '"1,20"', '"-1,20"'],
        ["", "", ""],
        ["2025-11-14", "1.00", "'-1.00"],
    ]
    cells = read_import_cells(mark + end.join(delimiter.join(row) for row in rows) + end)
    assert cells.heading.cells == ("date", "Anna", "Beppo")
    assert [(row.line, row.cells) for row in cells.rows] == [
        (2, ("2025-11-13", "1,20", "-1,20")),
        (4, ("2025-11-14", "1.00", "-1.00")),
    ]


def test_a_quoted_cell_may_hold_a_line_and_the_next_row_keeps_its_number() -> None:
    cells = read_import_cells('date,note,Anna\n2025-11-13,"two\nlines",1\n2025-11-14,,2\n')
    assert [(row.line, row.cells[1]) for row in cells.rows] == [(2, "two\nlines"), (4, "")]


def test_a_spreadsheet_may_say_what_parts_its_columns() -> None:
    cells = read_import_cells("sep=;\r\ndate;Anna\r\n2025-11-13;1,20\r\n")
    assert [(row.line, row.cells) for row in cells.rows] == [(3, ("2025-11-13", "1,20"))]


HEAD = "date;Anna;Beppo;Cilli;Done\n"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [("nothing_there", None, "")]),
        (" \n;;\n", [("nothing_there", None, "")]),
        ("nur Text", [("no_columns", None, "")]),
        ("date;a,b\n", [("columns_unclear", None, "")]),
        (HEAD, [("nothing_there", None, "")]),
        ("Anna;Beppo\n1;-1\n", [("no_date_column", 1, "")]),
        (HEAD + "2025-11-13;1,20;-0,40;-0,40;-0,41\n", [("sum_not_0", 2, "")]),
        (
            HEAD + "2025-11-13;1,234;-0,40;zwei;-0,40\nmorgen;1,00;-1,00\n2025-11-14\n",
            [
                ("date_impossible", 3, ""), ("nobody_there", 4, ""),
                ("amount_too_fine", 2, "Anna"), ("amount_unreadable", 2, "Cilli"),
            ],
        ),
        (HEAD + "2025-11-13;1,00;-1,00;0;0\n;1,00;-1,00;0;0\n", [("date_missing", 3, "")]),
        (HEAD + "2025-11-13;1;-1;0;0\n", [("figures_unclear", None, "")]),
        (HEAD + "2025-11-13;1 €;-1 CHF;0;0\n", [("two_currencies", None, "")]),
        (HEAD + "2025-11-13;1,20;-0,40;-0,40;-0,40;3\n", [("row_too_long", 2, "")]),
        ("date;Anna;anna\n2025-11-13;1,00;-1,00\n", [("name_twice_in_heading", 1, "")]),
        ("date;Anna;\n2025-11-13;1,00;-1,00\n", [("name_missing", 1, "3")]),
        (f"date;Anna;{'B' * 40}\n2025-11-13;1,00;-1,00\n", []),
        (f"date;Anna;{'B' * 41}\n2025-11-13;1,00;-1,00\n", [("name_too_long", 1, "B" * 41)]),
        ('date;Anna\n2025-11-13;"offen\n', [("amount_unreadable", 2, "Anna"), ("figures_unclear", None, "")]),
        (
            "date,name,amount\n2025-11-13,Anna,1.20\n2025-11-13,Beppo,-1.20\n2025-11-13,anna,0\n",
            [("name_twice_that_day", 4, "")],
        ),
    ],
)  # fmt: skip
def test_every_problem_of_a_table_is_named_at_its_place(text: str, problems: list[object]) -> None:
    assert sorted(map(str, problems_of(text))) == sorted(map(str, problems))


@pytest.mark.parametrize(
    ("sums", "differing"),
    [
        ("Summe;1,20;-0,40;-0,40;-0,40", []),
        ("Summe:;1,20;-0,40;-0,40;-0,40", []),
        ("Gesamt 2025;1,20;-0,40;-0,40;", []),
        ("Summe;1,30;-0,50;-0,40;-0,40", [("total_differs", 3, "Anna", 10), ("total_differs", 3, "Beppo", -10)]),
        ("Endstand;12 Siege;;;", []),
    ],
)
def test_a_row_of_sums_is_left_out_and_compared(sums: str, differing: list[object]) -> None:
    found = read_results(HEAD + f"2025-11-13;1,20;-0,40;-0,40;-0,40\n{sums}\n")
    assert (len(found.evenings), _notices_of(found)) == (1, [("sums_left_out", 3, "", None), *differing])


def test_sums_of_months_are_those_of_the_rows_since_the_sums_before() -> None:
    month = "2025-{}-13;1,20;-0,40;-0,40;-0,40\nSumme {};1,20;-0,40;-0,40;-0,40\n"
    text = HEAD + month.format(10, "Oktober") + month.format(11, "November") + "Gesamt;2,40;-0,80;-0,80;-0,80\n"
    assert _notices_of(read_results(text)) == [("sums_left_out", line, "", None) for line in (3, 5, 6)]


def test_sums_above_the_rows_are_not_compared_and_a_balance_brought_forward_is_none() -> None:
    row = "2025-11-13;1,20;-0,40;-0,40;-0,40\n"
    assert _notices_of(read_results(f"{HEAD}Summe;1;2;3;4\n{row}")) == [("sums_left_out", 2, "", None)]
    assert problems_of(f"{HEAD}Saldo 2024;5,00;-5,00;0;0\n{row}") == [("date_impossible", 2, "")]


@pytest.mark.parametrize("sums", ["Summe;;;1,40;-0,20;-0,60;-0,60", ";;Summe;1,40;-0,20;-0,60;-0,60"])
def test_a_row_of_sums_is_no_hand(sums: str) -> None:
    head, hands = "Nr;Datum;Spiel;Anna;Beppo;Cilli;Done\n", "1;13.11.2025;Solo;1,20;-0,40;-0,40;-0,40\n"
    found = read_hands(f"{head}{hands}2;;Sauspiel;0,20;0,20;-0,20;-0,20\n{sums}\n")
    assert [len(one.hands) for one in found.evenings] == [2]
    assert _notices_of(found) == [("sums_left_out", 4, "", None)]


def test_a_row_that_has_a_date_and_a_word_for_sums_counts() -> None:
    text = "Bemerkung;Datum;Anna;Beppo\nGesamt zu viert;13.11.2025;1,20;-1,20\n"
    assert (len(read_results(text).evenings), read_results(text).notices) == (1, ())


def test_a_row_without_a_name_that_comes_to_the_rows_above_is_reported() -> None:
    text = "Datum;Spiel;Anna;Beppo\n13.11.2025;Solo;1,20;-1,20\n;Sauspiel;0,20;-0,20\n;;1,40;-1,40\n"
    found = read_hands(text)
    assert (len(found.evenings[0].hands), _notices_of(found)) == (3, [("row_like_sums", 4, "", None)])


def test_one_result_a_row_says_the_same_as_a_column_a_name() -> None:
    long = (
        "date,name,amount\n2025-11-13,Anna,1.20\n2025-11-13,Beppo,-1.20\n2025-11-14,Anna,0.5\n2025-11-14,Beppo,-0.5\n"
    )
    wide = "date;Anna;Beppo\n13.11.2025;1,20;-1,20\n14.11.2025;0,50;-0,50\n"
    assert _evenings_read(read_results(long)) == _evenings_read(read_results(wide))


def test_an_empty_cell_is_nobody_and_a_zero_is_somebody() -> None:
    [evening] = read_results("date;Anna;Beppo;Cilli\n2025-11-13;1,00;-1,00;\n").evenings
    assert evening.people == ("Anna", "Beppo")
    [evening] = read_results("date;Anna;Beppo;Cilli\n2025-11-13;1,00;-1,00;0\n").evenings
    assert evening.people == ("Anna", "Beppo", "Cilli")


@pytest.mark.parametrize(
    ("chosen", "unit", "amount"),
    [("points", "points", 12), ("EUR", "EUR", 1200), ("CHF", "CHF", 1200)],
)
def test_what_nobody_wrote_down_somebody_says(chosen: str, unit: str, amount: int) -> None:
    [evening] = read_results("date;Anna;Beppo\n2025-11-13;12;-12\n", chosen).evenings
    assert (evening.unit, evening.hands[0].amounts) == (unit, {"Anna": amount, "Beppo": -amount})


@pytest.mark.parametrize(
    ("anna", "beppo", "chosen", "unit", "amount"),
    [
        ("12", "-12", "points", "points", 12), ("12", "-12", "CHF", "CHF", 1200), ("12 CHF", "-12", "CHF", "CHF", 1200),
        ("12 CHF", "-12", None, "CHF", 1200), ("1,20", "-1,20", None, "EUR", 120),
    ],
)  # fmt: skip
def test_figures_of_hands_are_what_the_sheet_or_somebody_says(
    anna: str, beppo: str, chosen: str | None, unit: str, amount: int
) -> None:
    [evening] = read_hands(f"date;dealer;Anna;Beppo\n2025-11-13;Anna;{anna};{beppo}\n", chosen).evenings
    assert (evening.unit, evening.hands[0].amounts) == (unit, {"Anna": amount, "Beppo": -amount})


@pytest.mark.parametrize("name", ["Bob", "BOB", "Anna Franken", "Eurich", "TOP"])
def test_a_name_that_looks_like_a_currency_is_a_name(name: str) -> None:
    [evening] = read_results(f"date;{name};Beppo (EUR);Cilli\n2025-11-13;1,20;-1,20;0\n").evenings
    assert (evening.people, evening.unit) == ((name, "Beppo", "Cilli"), "EUR")


def _notices_of(found: Imported) -> list[tuple[str, int | None, str, object]]:
    return [(one.code, one.line, one.where, one.args.get("rest")) for one in found.notices]


def _evenings_read(found: Imported) -> list[object]:
    return [(one.day, one.people, one.unit, [hand.amounts for hand in one.hands]) for one in found.evenings]


# -- sheets of hands ---------------------------------------------------------------------------------------------------


def test_a_sheet_says_what_was_played_in_the_words_of_the_table() -> None:
    text = (
        "Datum;Geber;Spiel;Spieler;Partner;Farbe;Augen;Gewonnen;Stufe;Laufende;Stoß;Jungfrauen;Notiz;Anna;Beppo;Cilli;Done\n"
        "13.11.2025;Anna;Sauspiel;Anna;Cilli;;94;;;3 mit;Beppo, ?;;knapp;;;;\n"
        ";;Solo;Beppo;;Gras;;nein;Schneider;2;1;;;;;;\n"
        ";;Ramsch;;;;;;;;;Done, Cilli;;;;;\n"
    )
    [evening] = read_hands(text).evenings
    assert evening.people == ("Anna", "Beppo", "Cilli", "Done")
    assert [hand.hand for hand in evening.hands] == [
        {
            "contract": "rufer", "declarer": "Anna", "partner": "Cilli", "card_points": 94,
            "kontra": ["Beppo", None], "top_trumps": {"count": 3, "side": "declarer_side"},
        },
        {
            "contract": "solo", "declarer": "Beppo", "trump_suit": "leaves", "won": False, "level": "schneider",
            "kontra": 1, "top_trumps": {"count": 2},
        },
        {"contract": "ramsch", "maidens": ["Done", "Cilli"]},
    ]  # fmt: skip
    assert [(hand.place.line, hand.dealer, hand.note) for hand in evening.hands] == [
        (2, "Anna", "knapp"), (3, None, ""), (4, None, ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("contract;Anna\nSolo;1\n", [("no_date_column", 1, "")]),
        ("date;dealer;Anna;Beppo\n2025-11-13;Anna;1,00;-1,00\n", []),
        ("date;dealer\n2025-11-13;Anna\n", [("no_contract_column", 1, ""), ("no_players", 1, "")]),
        ("date;contract\n2025-11-13;Solo\n", [("no_players", 1, "")]),
        ("date;contract;players\n2025-11-13;Solo;\n", [("no_players", 2, "")]),
        (
            "date;contract;Augen;players\n;Solo;x;Anna, Beppo\nmorgen;Solo;y;\n",
            [("date_missing", 2, ""), ("number_unreadable", 2, "Augen"),
                ("date_impossible", 3, "date"), ("number_unreadable", 3, "Augen")],
        ),
        ("date;contract;players\n2025-11-13;;Anna, Beppo\n", [("hand_says_nothing", 2, "")]),
        ("date;contract;players\n2025-11-13;Solo;Anna, anna\n", [("name_twice_that_day", 2, "")]),
        (
            "date;contract;card points;run;more;players\n2025-11-13;Solo;viele;x;[1];Anna, Beppo\n",
            [
                ("number_unreadable", 2, "card points"), ("number_unreadable", 2, "run"),
                ("more_unreadable", 2, "more"),
            ],
        ),
        ("date;contract;Anna;Beppo\n2025-11-13;;1,00;-0,99\n", [("sum_not_0", 2, "")]),
        (f"date;contract;note;Anna;Beppo\n2025-11-13;;{'x' * 200};1,00;-1,00\n", []),
        (f"date;contract;note;Anna;Beppo\n2025-11-13;;{'x' * 201};1,00;-1,00\n", [("text_too_long", 2, "note")]),
    ],
)  # fmt: skip
def test_every_problem_of_a_sheet_is_named_at_its_place(text: str, problems: list[object]) -> None:
    assert problems_of(text) == problems


# -- which of them a text is -------------------------------------------------------------------------------------------

SPLIIT_HEAD = (
    "Date,Description,Category,Currency,Cost,Original cost,Original currency,Conversion rate,"
    "Is Reimbursement,Split mode"
)


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (HEAD, "results"),
        ("date,name,amount\n", "results"),
        ("date;contract;Anna\n", "hands"),
        ("Datum;Geber;Anna;Beppo\n", "hands"),
        ("Datum;Spieler;Betrag\n", "results"),
        (SPLIIT_HEAD + ",Anna,Beppo\n", "spliit"),
        ("Date,Description,Category,Cost,Currency,Anna,Beppo\n", "splitwise"),
        ('{"tische": []}', "phone"),
        ('\ufeff {"expenses": [], "participants": []}', "spliit"),
    ],
)
def test_a_text_says_which_format_it_is(text: str, format: str) -> None:
    assert detect_format(text).id == format


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", ("json_unreadable", 1, "2")),
        ("[1]", ("format_unknown", None, "")),
        ("{}", ("format_unknown", None, "")),
        ('{"tische": NaN}', ("json_unreadable", None, "")),
        ("[" * 100_000, ("json_unreadable", None, "")),
        ('{"tische": 1' + "0" * 5000 + "}", ("json_unreadable", None, "")),
        ('{"tische": []}', ("nothing_there", None, "")),
    ],
)
def test_other_json_is_refused(text: str, problem: object) -> None:
    assert problems_of(text) == [problem]


def test_a_wrongly_chosen_format_is_reported() -> None:
    for format in ("spliit", "splitwise"):
        with pytest.raises(ImportRefused, match="not_this_format"):
            read_evenings(HEAD, format=format)
    with pytest.raises(ImportRefused, match="not_this_format"):
        read_evenings("[]", format="phone")
