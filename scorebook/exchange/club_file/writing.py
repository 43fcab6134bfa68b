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
    head = [f'"format": {sorted_json(FORMAT)}', f'"version": {sorted_json(VERSION)}']
    for line in _json_object_lines([*head, _json_list_lines("clubs", clubs)]):
        yield f"{line}\n"


def row_text(form: RowSchema, row: Row) -> str:
    """Return a row on one line, without empty values. row: values by attributes, lists of parts by their names."""
    members = [*_row_json_members(form, row)]
    for name, part in form.parts.items():
        parts = ", ".join(row_text(part, one) for one in row[name])
        members.append(f'"{name}": [{parts}]')
    return f"{{{', '.join(members)}}}"


def _row_json_members(form: RowSchema, row: Row) -> Lines:
    for cell in form.cells:
        value = row[cell.attname]
        if not cell.may_be_left_out or value != cell.nothing:
            yield f'"{cell.name}": {"null" if value is None else cell.to_json(value)}'


def _club_lines(stored: StoredClub) -> Lines:
    ends = Ends()

    def rows_of(name: str, form: RowSchema, rows: Iterable[Row]) -> Lines:
        return _json_list_lines(name, (row_text(form, row) for row in ends.counted_rows(name, rows)))

    books = [
        rows_of("accounts", schema.ACCOUNT, stored.account_rows()),
        rows_of("plans", schema.PLAN, stored.plan_rows()),
        rows_of("entries", schema.ENTRY, stored.entry_rows()),
    ]
    evenings = (_evening_lines(one, ends) for one in ends.counted_rows("evenings", stored.evening_rows()))
    lists = [
        rows_of("people", schema.PERSON, stored.person_rows()),
        rows_of("texts", schema.TEXT, stored.text_rows()),
        rows_of("names", schema.NAME, stored.list_rows(schema.NAME, "seq")),
        rows_of("sayings", schema.CLUB_EVENT, stored.club_event_rows()),
        rows_of("seasons", schema.SEASON, stored.list_rows(schema.SEASON, "seq")),
        _json_list_lines("evenings", evenings),
        _json_member_lines("books", _json_object_lines(books)),
        rows_of("imports", schema.IMPORT, stored.list_rows(schema.IMPORT, "recorded_at", "pk")),
        _list_ends_lines(stored, ends),
    ]
    return _json_object_lines(chain(_row_json_members(schema.CLUB, stored.club_row), lists))


def _list_ends_lines(stored: StoredClub, ends: Ends) -> Lines:
    """Yield `ends` after all lists have passed; names, seasons and entries have the heads of their chains."""
    heads = stored.chain_heads()
    stated = {name: end | ({"hash": heads[name]} if heads.get(name) else {}) for name, end in ends.stated.items()}
    yield f'"ends": {sorted_json(stated)}'


def _evening_lines(row: Row, ends: Ends) -> Lines:
    shelved = [f'"shelved": {row_text(schema.SHELVED, row["shelved"])}'] if row["shelved"] else []
    events = ends.counted_rows(EVENTS, row["events"])
    texts = _json_list_lines("events", (row_text(schema.event_schema(one["kind"]), one) for one in events))
    return _json_object_lines(chain(_row_json_members(schema.EVENING, row), shelved, [texts]))


def _json_list_lines(name: str, items: Iterable[str | Lines]) -> Lines:
    return _json_member_lines(name, _json_container_lines("[", items, "]"))


def _json_object_lines(members: Iterable[str | Lines]) -> Lines:
    return _json_container_lines("{", members, "}")


def _json_member_lines(name: str, value: Lines) -> Lines:
    yield f'"{name}": {next(value)}'
    yield from value


def _json_container_lines(begin: str, items: Iterable[str | Lines], end: str) -> Lines:
    """Yield the lines of a container; an empty one is on one line."""
    held, is_empty = begin, True  # a line that another item follows ends in a comma
    for item in items:
        yield held if is_empty else f"{held},"
        lines = iter([item]) if isinstance(item, str) else item
        held, is_empty = INDENT + next(lines), False
        for line in lines:
            yield held
            held = INDENT + line
    if is_empty:
        yield begin + end
    else:
        yield held
        yield end
