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
from scorebook.exchange.club_file.schema import RowSchema, encoded
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
    clubs = (_club(StoredClub(pk, group=group)) for pk in group.clubs)
    head = [_member("format", encoded(FORMAT)), _member("version", encoded(VERSION))]
    for line in _object(chain(head, [_list("clubs", clubs)])):
        yield f"{line}\n"


def row_text(form: RowSchema, row: Row) -> str:
    """Return a row on one line, without empty values. row: values by attributes, lists of parts by their names."""
    said = ", ".join([*_cells(form, row), *_parts(form, row)])
    return f"{{{said}}}"


def _cells(form: RowSchema, row: Row) -> Iterator[str]:
    for cell in form.cells:
        value = row[cell.attname]
        if not cell.may_be_left_out or value != cell.nothing:
            yield f'"{cell.name}": {"null" if value is None else cell.write(value)}'


def _parts(form: RowSchema, row: Row) -> Iterator[str]:
    for name, part in form.parts.items():
        rows = ", ".join(row_text(part, one) for one in row[name])
        yield f'"{name}": [{rows}]'


def _club(stored: StoredClub) -> Lines:
    ends = Ends()

    def rows(name: str, form: RowSchema, found: Iterable[Row]) -> Lines:
        return _rows(name, form, _counted(ends, name, found))

    return _object(
        chain(
            _columns(schema.CLUB, stored.club),
            [
                rows("people", schema.PERSON, stored.people()),
                rows("texts", schema.TEXT, stored.texts()),
                rows("names", schema.NAME, stored.names()),
                rows("sayings", schema.CLUB_EVENT, stored.club_events()),
                rows("seasons", schema.SEASON, stored.seasons()),
                _list("evenings", (_evening(one, ends) for one in _counted(ends, "evenings", stored.evenings()))),
                _named(
                    "books",
                    _object(
                        [
                            rows("accounts", schema.ACCOUNT, stored.accounts()),
                            rows("plans", schema.PLAN, stored.plans()),
                            rows("entries", schema.ENTRY, stored.entries()),
                        ]
                    ),
                ),
                rows("imports", schema.IMPORT, stored.imports()),
                _ends(stored, ends),
            ],
        )
    )


def _counted(ends: Ends, name: str, rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        ends.count(name, row)
        yield row


def _ends(stored: StoredClub, ends: Ends) -> Lines:
    """Yield `ends` after all lists have passed; names, seasons and entries have the heads of their chains."""
    heads = stored.heads()
    stated = {name: end | ({"hash": heads[name]} if heads.get(name) else {}) for name, end in ends.stated.items()}
    yield f'"ends": {encoded(stated)}'


def _evening(row: Row, ends: Ends) -> Lines:
    shelved = [_member("shelved", row_text(schema.SHELVED, row["shelved"]))] if row["shelved"] else []
    events = (iter([row_text(form, event)]) for form, event in _counted_events(ends, row["events"]))
    return _object(chain(_columns(schema.EVENING, row), shelved, [_list("events", events)]))


def _counted_events(ends: Ends, events: Iterable[tuple[RowSchema, Row]]) -> Iterator[tuple[RowSchema, Row]]:
    for form, event in events:
        ends.count(EVENTS, event)
        yield form, event


def _columns(form: RowSchema, row: Row) -> Iterator[Lines]:
    """Yield each column as a line of its own."""
    return (iter([said]) for said in _cells(form, row))


def _member(name: str, value: str) -> Lines:
    return iter([f'"{name}": {value}'])


def _rows(name: str, form: RowSchema, rows: Iterable[Row]) -> Lines:
    return _list(name, (iter([row_text(form, row)]) for row in rows))


def _list(name: str, items: Iterable[Lines]) -> Lines:
    return _named(name, _within("[", items, "]"))


def _object(members: Iterable[Lines]) -> Lines:
    return _within("{", members, "}")


def _named(name: str, value: Lines) -> Lines:
    yield f'"{name}": {next(value)}'
    yield from value


def _within(begin: str, items: Iterable[Lines], end: str) -> Lines:
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
