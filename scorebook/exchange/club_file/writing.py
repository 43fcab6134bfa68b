"""A club as the lines of its file: a hand, an entry or a person a line, so that a comparison shows which one differs.

Two databases that hold the same club make the same bytes of it, whatever their engines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any
from uuid import UUID

from scorebook.clubs.circle import circle_of
from scorebook.exchange.club_file import forms
from scorebook.exchange.club_file.forms import RowForm
from scorebook.exchange.club_file.stored import StoredClub
from scorebook.exchange.club_file.values import encoded
from scorebook.exchange.club_file.versions import FORMAT, VERSION

INDENT = "  "
Row = Mapping[str, Any]
Lines = Iterator[str]


def club_file_lines(club_id: UUID) -> Lines:
    """The file of a club and of those that are one with it, line by line, each with its end.

    What is read is of one moment where the caller sees to that (`one_moment`), and only some evenings of it are in
    memory at a time. Raises: ClubUnsound where an entry moves money between accounts that are not its own.
    """
    circle = circle_of(club_id)
    clubs = (_club(StoredClub(pk, circle=circle)) for pk in circle.clubs)
    head = [_member("format", encoded(FORMAT)), _member("version", encoded(VERSION))]
    for line in _object(chain(head, [_list("clubs", clubs)])):
        yield f"{line}\n"


def row_text(form: RowForm, row: Row) -> str:
    """A row on one line; what says nothing is left out. row: values by the model's names, lists of parts by theirs."""
    said = ", ".join([*_cells(form, row), *_parts(form, row)])
    return f"{{{said}}}"


def _cells(form: RowForm, row: Row) -> Iterator[str]:
    for cell in form.cells:
        value = row[cell.attname]
        if not cell.may_be_left_out or value != cell.nothing:
            yield f'"{cell.name}": {"null" if value is None else cell.write(value)}'


def _parts(form: RowForm, row: Row) -> Iterator[str]:
    for name, part in form.parts.items():
        rows = ", ".join(row_text(part, one) for one in row[name])
        yield f'"{name}": [{rows}]'


def _club(stored: StoredClub) -> Lines:
    return _object(
        chain(
            _columns(forms.CLUB, stored.club),
            [
                _rows("people", forms.PERSON, stored.people()),
                _rows("texts", forms.TEXT, stored.texts()),
                _rows("names", forms.NAME, stored.names()),
                _rows("sayings", forms.SAYING, stored.sayings()),
                _rows("seasons", forms.SEASON, stored.seasons()),
                _list("evenings", map(_evening, stored.evenings())),
                _named(
                    "books",
                    _object(
                        [
                            _rows("accounts", forms.ACCOUNT, stored.accounts()),
                            _rows("plans", forms.PLAN, stored.plans()),
                            _rows("entries", forms.ENTRY, stored.entries()),
                        ]
                    ),
                ),
                _rows("imports", forms.IMPORT, stored.imports()),
            ],
        )
    )


def _evening(row: Row) -> Lines:
    shelved = [_member("shelved", row_text(forms.SHELVED, row["shelved"]))] if row["shelved"] else []
    events = (iter([row_text(form, event)]) for form, event in row["events"])
    return _object(chain(_columns(forms.EVENING, row), shelved, [_list("events", events)]))


def _columns(form: RowForm, row: Row) -> Iterator[Lines]:
    """Each on a line of its own."""
    return (iter([said]) for said in _cells(form, row))


def _member(name: str, value: str) -> Lines:
    return iter([f'"{name}": {value}'])


def _rows(name: str, form: RowForm, rows: Iterable[Row]) -> Lines:
    return _list(name, (iter([row_text(form, row)]) for row in rows))


def _list(name: str, items: Iterable[Lines]) -> Lines:
    return _named(name, _within("[", items, "]"))


def _object(members: Iterable[Lines]) -> Lines:
    return _within("{", members, "}")


def _named(name: str, value: Lines) -> Lines:
    yield f'"{name}": {next(value)}'
    yield from value


def _within(begin: str, items: Iterable[Lines], end: str) -> Lines:
    """Lines of a container; an empty one is on one line."""
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
