"""LibreOffice with a German locale opens every table and adds up what we add up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone, translation

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.services import enrol_players
from scorebook.exchange import tables
from scorebook.exchange.tables.export_table import Cell, Column, ColumnKind, ExportTable, Tables, export_number
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.standings.boards.leaderboards import compute_board
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_agreement import SeasonMeasure as SeasonMeasure
from scorebook.standings.seasons.season_results import season_standings
from tests.conftest import Figure
from tests.exchange.shared_evenings import FILES, play_shared, shared_case
from tests.exchange.spreadsheet import Seen, opened, summed_csv, summed_xlsx
from tests.exchange.table_columns import NASTY, names_in
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.thorough]
TEXT_KINDS = (ColumnKind.TEXT, ColumnKind.DAY, ColumnKind.MOMENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Our table, and what the program made of it out of CSV and out of XLSX, the sums in the last row."""

    table: ExportTable
    csv_rows: list[list[Seen]]
    xlsx_rows: list[list[Seen]]

    def sums(self, rows: list[list[Seen]]) -> dict[str, Decimal | str]:
        return {self.table.columns[place].id: rows[-1][place].value for place in _number_places(self.table)}


@pytest.fixture(autouse=True)
def _in_german() -> Iterator[None]:
    with translation.override("de"):
        yield


def test_every_table_of_ours_in_a_german_spreadsheet(tmp_path: Path, figure: Figure) -> None:
    """One start for all files, because a start takes a second."""
    evenings = {file.stem: play_shared(shared_case(file)) for file in FILES}
    club = nasty_club()
    made: dict[str, Tables] = {
        **{name: tables.evening_export_tables(one.fresh(), names_in(one.club)) for name, one in evenings.items()},
        **tables_of_club(club),
    }
    found = shown_by_program({name: [make() for make in own.values()] for name, own in made.items()}, tmp_path)
    for shown in found.values():
        for rows in (shown.csv_rows, shown.xlsx_rows):
            holds_what_we_wrote(shown.table, rows)
            assert shown.sums(rows) == our_sums(shown.table)
    for file in FILES:
        adds_up_to_the_case(found, file, evenings[file.stem])
    adds_up_to_the_books(found, club)
    cells = sum(len(shown.table.rows) * len(shown.table.columns) for shown in found.values())
    figure(f"LibreOffice read {len(found)} tables with {cells:,} cells as we wrote them, each as CSV and as XLSX")


# -- what is opened ------------------------------------------------------------------------------------------------


def nasty_club() -> PlayedEvening:
    """People with names that a spreadsheet would take for something else, and notes of the same kind."""
    evening = new_evening(*NASTY[:4])
    for no, name in enumerate(NASTY[:4]):
        evening.record(solo(name, note=NASTY[no]))
    evening.record(rufer(NASTY[0], NASTY[1]))
    evening.void(2)
    evening.close()
    others = enrol_players(club=evening.club, names=NASTY[4:], at=evening.now(), by="club link")
    for place, player in enumerate(others, start=1):
        ledger.deposit(
            club=evening.club, unit="EUR", key=uuid4(), player=player, amount_minor=10 * place + 1,
            note=f"{player.name}\n{player.name}", by="club link", at=evening.now(),
        )  # fmt: skip
    return evening


def tables_of_club(evening: PlayedEvening) -> dict[str, Tables]:
    club, group, names = evening.club, club_group(evening.club.pk), names_in(evening.club)
    first = next(iter(evening.players.values()))
    agreed = Agreement(first_on=date(2026, 1, 1), game="bavarian", measure=SeasonMeasure.PER_EVENING)
    standings = season_standings(group, agreed)
    found: dict[str, Tables] = {
        "nasty": tables.evening_export_tables(evening.fresh(), names),
        "club_statement": {"statement": lambda: tables.export_statement(first, "EUR", names)},
        "club_tab": {"tab": lambda: tables.tab_table(club, "EUR", names)},
        "club_season": tables.season_tables(standings, agreed, names, measured="Punkte je Abend"),
    }
    for measure in (BoardMeasure.POINTS, BoardMeasure.MONEY, BoardMeasure.PER_HAND, BoardMeasure.DECLARED):
        board = compute_board(group, BoardQuery(measure=measure))
        found[f"board_{measure}"] = {
            "board": lambda board=board: tables.board_table(board, names, measured="=1+1")  # type: ignore[misc]
        }
    return found


def shown_by_program(made: Mapping[str, list[ExportTable]], folder: Path) -> dict[str, Shown]:
    """By the name of the file and the id of the table, with a dot between them."""
    files: dict[str, bytes] = {}
    for name, own in made.items():
        sums = [(len(table.rows), _number_places(table)) for table in own]
        files[f"{name}.xlsx"] = summed_xlsx(tables.xlsx_file(own), sums)
        for table in own:
            files[f"{name}.{table.id}.csv"] = summed_csv(tables.csv_file(table), _number_places(table))
    seen = opened(files, folder)
    return {
        f"{name}.{table.id}": Shown(
            table=table,
            csv_rows=rows_of(table, next(iter(seen[f"{name}.{table.id}.csv"].values()))),
            xlsx_rows=rows_of(table, seen[f"{name}.xlsx"][tables.table_name(table.id)]),
        )
        for name, own in made.items()
        for table in own
    }


def rows_of(table: ExportTable, rows: Sequence[Sequence[Seen]]) -> list[list[Seen]]:
    """As many cells as the table has columns: the file leaves out an empty end of a row."""
    empty = Seen(kind="", value="", shown="", formula="")
    return [[*row, *[empty] * len(table.columns)][: len(table.columns)] for row in rows][: len(table.rows) + 2]


# -- what has to stand there ---------------------------------------------------------------------------------------


def holds_what_we_wrote(table: ExportTable, rows: list[list[Seen]]) -> None:
    heading, *lines = rows
    assert [cell.kind for cell in heading] == ["string"] * len(table.columns)
    for row, ours in zip(lines, table.rows, strict=False):
        for column, seen, cell in zip(table.columns, row, ours, strict=True):
            is_what_we_wrote(column, seen, cell)
    assert not any(cell.formula for row in lines[: len(table.rows)] for cell in row)


def is_what_we_wrote(column: Column, seen: Seen, cell: Cell) -> None:
    match cell:
        case None | "":
            assert seen.kind in ("", "string") and seen.shown == ""
        case str():
            # CSV has an apostrophe before what would be a formula, XLSX a space before what would be its own markup.
            assert seen.kind == "string" and seen.shown.lstrip("' ") == cell.lstrip("' ")
        case datetime():
            local = timezone.localtime(cell, timezone.get_default_timezone()).replace(tzinfo=None)
            assert seen.kind == "date" and _moment(seen) == local.isoformat()
        case date():
            assert (seen.kind, seen.value) == ("date", cell.isoformat())
        case _:
            assert seen.kind in ("float", "currency", "percentage"), (column.id, seen)
            minor, digits = export_number(column, cell)
            assert seen.value == Decimal(minor).scaleb(-digits), (column.id, seen)


def our_sums(table: ExportTable) -> dict[str, Decimal]:
    """Of whole numbers, and only at the end as euros."""
    found = {}
    for place in _number_places(table):
        column = table.columns[place]
        parts = [export_number(column, row[place]) for row in table.rows if row[place] is not None]  # type: ignore[arg-type]
        digits = parts[0][1] if parts else 0
        found[column.id] = Decimal(sum(minor for minor, _digits in parts)).scaleb(-digits)
    return found


def adds_up_to_the_case(found: Mapping[str, Shown], file: Path, evening: PlayedEvening) -> None:
    """By the figures that somebody else has reckoned."""
    case = shared_case(file)
    hands = found[f"{file.stem}.hands"]
    for rows in (hands.csv_rows, hands.xlsx_rows):
        sums = hands.sums(rows)
        assert [sums[f"points:{evening.players[name].pk}"] for name in case["players"]] == case["final_points"]
    payments = found[f"{file.stem}.payments"]
    won = sum(amount for amount in case["final_minor"] if amount > 0)
    assert (
        payments.sums(payments.csv_rows)["amount"] == payments.sums(payments.xlsx_rows)["amount"] == Decimal(won) / 100
    )


def adds_up_to_the_books(found: Mapping[str, Shown], evening: PlayedEvening) -> None:
    club = evening.club
    first = next(iter(evening.players.values()))
    statement, tab = found["club_statement.statement"], found["club_tab.tab"]
    balance = books.balances(club=club, unit="EUR")[first.pk]
    put_in = sum(books.tab_balances(club=club, unit="EUR").values())
    till = books.till_balance(club=club, unit="EUR")
    for sums, expected in ((statement, balance), (tab, put_in + till)):
        assert sums.sums(sums.csv_rows)["amount"] == sums.sums(sums.xlsx_rows)["amount"] == Decimal(expected) / 100
    # In euros on a German screen.
    assert any(row[-1].shown == "0,11\xa0€" or row[-1].shown == "0,11 €" for row in tab.xlsx_rows)


def _moment(seen: Seen) -> str:
    """The program says fractions of a second where a double cannot hold the second."""
    return datetime.fromisoformat(str(seen.value)[:26]).replace(microsecond=0).isoformat()


def _number_places(table: ExportTable) -> list[int]:
    return [place for place, column in enumerate(table.columns) if column.kind not in TEXT_KINDS]
