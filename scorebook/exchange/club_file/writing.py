"""The lines of a club file: one line per hand, entry or person, so that a diff shows the rows that differ.

Two databases with the same club give the same bytes, on either engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any
from uuid import UUID

from scorebook.clubs.groups import club_group
from scorebook.exchange.club_file import schema
from scorebook.exchange.club_file.ends import EVENTS, Ends
from scorebook.exchange.club_file.schema import RowSchema, sorted_json
from scorebook.exchange.club_file.stored import StoredClub
from scorebook.exchange.club_file.versions import FORMAT, VERSION

INDENT = "  "
Row = Mapping[str, Any]
Lines = Iterator[str]


def club_file_lines(club_id: UUID) -> Lines:
    """Yield the lines of the file of a club and the clubs linked with it, each with its end.

    All is of one moment if the caller sees to it (`one_moment`); only a batch of evenings is loaded at a time.
    Raises: ClubUnsound if an entry moves money between accounts that are not its own.
    """
    group = club_group(club_id)
    clubs = (_club_lines(StoredClub(pk, group=group)) for pk in group.clubs)
    head = [_member_line("format", sorted_json(FORMAT)), _member_line("version", sorted_json(VERSION))]
    for line in _object_lines(chain(head, [_list_lines("clubs", clubs)])):
        yield f"{line}\n"


def row_text(form: RowSchema, row: Row) -> str:
    """Return a row on one line, without empty values. row: values by attributes, lists of parts by their names."""
    members = ", ".join([*_row_member_texts(form, row), *_row_part_texts(form, row)])
    return f"{{{members}}}"


def _row_member_texts(form: RowSchema, row: Row) -> Iterator[str]:
    for cell in form.cells:
        value = row[cell.attname]
        if not cell.may_be_left_out or value != cell.nothing:
            yield f'"{cell.name}": {"null" if value is None else cell.write(value)}'


def _row_part_texts(form: RowSchema, row: Row) -> Iterator[str]:
    for name, part in form.parts.items():
        rows = ", ".join(row_text(part, one) for one in row[name])
        yield f'"{name}": [{rows}]'


def _club_lines(stored: StoredClub) -> Lines:
    ends = Ends()

    def rows_of(name: str, form: RowSchema, found: Iterable[Row]) -> Lines:
        return _row_list_lines(name, form, _counted_rows(ends, name, found))

    return _object_lines(
        chain(
            _column_lines(schema.CLUB, stored.club_row),
            [
                rows_of("people", schema.PERSON, stored.person_rows()),
                rows_of("texts", schema.TEXT, stored.text_rows()),
                rows_of("names", schema.NAME, stored.name_rows()),
                rows_of("sayings", schema.CLUB_EVENT, stored.club_event_rows()),
                rows_of("seasons", schema.SEASON, stored.season_rows()),
                _list_lines(
                    "evenings",
                    (_evening_lines(one, ends) for one in _counted_rows(ends, "evenings", stored.evening_rows())),
                ),
                _named_member_lines(
                    "books",
                    _object_lines(
                        [
                            rows_of("accounts", schema.ACCOUNT, stored.account_rows()),
                            rows_of("plans", schema.PLAN, stored.plan_rows()),
                            rows_of("entries", schema.ENTRY, stored.entry_rows()),
                        ]
                    ),
                ),
                rows_of("imports", schema.IMPORT, stored.import_rows()),
                _ends_lines(stored, ends),
            ],
        )
    )


def _counted_rows(ends: Ends, name: str, rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        ends.count_row(name, row)
        yield row


def _ends_lines(stored: StoredClub, ends: Ends) -> Lines:
    """Yield `ends` after all lists have passed; names, seasons and entries have the heads of their chains."""
    heads = stored.chain_heads()
    stated = {name: end | ({"hash": heads[name]} if heads.get(name) else {}) for name, end in ends.stated.items()}
    yield f'"ends": {sorted_json(stated)}'


def _evening_lines(row: Row, ends: Ends) -> Lines:
    shelved = [_member_line("shelved", row_text(schema.SHELVED, row["shelved"]))] if row["shelved"] else []
    events = (iter([row_text(form, event)]) for form, event in _counted_events(ends, row["events"]))
    return _object_lines(chain(_column_lines(schema.EVENING, row), shelved, [_list_lines("events", events)]))


def _counted_events(ends: Ends, events: Iterable[tuple[RowSchema, Row]]) -> Iterator[tuple[RowSchema, Row]]:
    for form, event in events:
        ends.count_row(EVENTS, event)
        yield form, event


def _column_lines(form: RowSchema, row: Row) -> Iterator[Lines]:
    """Yield each column as a line of its own."""
    return (iter([line]) for line in _row_member_texts(form, row))


def _member_line(name: str, value: str) -> Lines:
    return iter([f'"{name}": {value}'])


def _row_list_lines(name: str, form: RowSchema, rows: Iterable[Row]) -> Lines:
    return _list_lines(name, (iter([row_text(form, row)]) for row in rows))


def _list_lines(name: str, items: Iterable[Lines]) -> Lines:
    return _named_member_lines(name, _container_lines("[", items, "]"))


def _object_lines(members: Iterable[Lines]) -> Lines:
    return _container_lines("{", members, "}")


def _named_member_lines(name: str, value: Lines) -> Lines:
    yield f'"{name}": {next(value)}'
    yield from value


def _container_lines(begin: str, items: Iterable[Lines], end: str) -> Lines:
    """Yield the lines of a container; an empty one is on one line."""
    held, is_empty = begin, True  # a line that another item follows ends in a comma
    for item in items:
        yield held if is_empty else f"{held},"
        held, is_empty = INDENT + next(item), False
        for line in item:
            yield held
            held = INDENT + line
    if is_empty:
        yield begin + end
    else:
        yield held
        yield end
