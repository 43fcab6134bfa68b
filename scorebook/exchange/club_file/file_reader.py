"""The reader of a club file: from its text to rows whose values fit their columns.

`references` checks later whether the rows belong together, and the audit finally whether they are right.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorebook.core.row_values import UnfitValue
from scorebook.exchange.club_file import schema, versions
from scorebook.exchange.club_file.ends import truncated_lists
from scorebook.exchange.club_file.problems import ClubFileRefused, FileProblems, file_refused
from scorebook.exchange.club_file.schema import RowField, RowSchema
from scorebook.play.models import HandEvent

# Lists of a club, and of its books: name -> schema.
LISTS = {
    "people": schema.PERSON,
    "texts": schema.TEXT,
    "names": schema.NAME,
    "sayings": schema.CLUB_EVENT,
    "seasons": schema.SEASON,
    "imports": schema.IMPORT,
}
BOOKS = {"accounts": schema.ACCOUNT, "plans": schema.PLAN, "entries": schema.ENTRY}
HAND_KINDS = frozenset(HandEvent.Kind.values)


class FileRow(NamedTuple):
    """A row of the file."""

    form: RowSchema
    place: str
    values: dict[str, Any]  # by attributes of the model
    parts: dict[str, list[FileRow]]  # rows of the lists in it


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEvening:
    row: FileRow
    shelved: FileRow | None
    events: list[FileRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileClub:
    row: FileRow
    lists: dict[str, list[FileRow]]  # of the club and of its books, by name
    evenings: list[FileEvening]
    cut: list[str]  # lists that end differently from `ends`

    def all_rows(self) -> Iterator[FileRow]:
        yield self.row
        for rows in self.lists.values():
            for row in rows:
                yield row
                for parts in row.parts.values():
                    yield from parts
        for evening in self.evenings:
            yield evening.row
            if evening.shelved:
                yield evening.shelved
            yield from evening.events


def read_club_file(text: bytes) -> list[FileClub]:
    """Read a file. Raises: ClubFileRefused."""
    document, problems = versions.upgraded_document(_parse_file_json(text)), FileProblems()
    _report_unknown_members(document, {"format", "version", "clubs"}, "", problems)
    raw = _pop_json_list(document, "clubs", "", problems)
    clubs = [club for place, one in _items_with_place("clubs", raw) if (club := _read_file_club(one, place, problems))]
    if not clubs:
        problems.add("clubs", "holds no club")
    problems.raise_if_any()
    return clubs


# -- JSON ----------------------------------------------------------------------------------------------------------


def _parse_file_json(text: bytes) -> Any:
    try:
        return json.loads(
            text.decode(),
            object_pairs_hook=_unique_json_members,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except json.JSONDecodeError as error:
        raise file_refused(f"it is no JSON, or not all of it: {error}") from error
    except UnicodeDecodeError as error:
        raise file_refused(f"it is not UTF-8: {error}") from error
    except (ValueError, RecursionError) as error:
        raise file_refused(f"it cannot be read: {error}") from error


def _unique_json_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise file_refused(f"an object has two members of the name {max(names, key=names.count)}")
    return found


def _refuse_number(text: str) -> Any:
    raise file_refused(f"it holds {text}: all numbers are whole")


# -- rows ----------------------------------------------------------------------------------------------------------


def _read_file_club(raw: Any, place: str, problems: FileProblems) -> FileClub | None:
    if not isinstance(raw, dict):
        problems.add(place, "is no object")
        return None
    _report_unknown_members(raw, {*schema.CLUB.names, *LISTS, "evenings", "books", "ends"}, place, problems)
    cut = truncated_lists(raw)  # before the lists are taken out
    row = _read_row_fields(schema.CLUB, raw, place, problems)
    lists = {name: _read_file_rows(form, raw, name, place, problems) for name, form in LISTS.items()}
    books = raw.pop("books", None)
    if isinstance(books, dict):
        _report_unknown_members(books, {*BOOKS}, f"{place}.books", problems)
        lists |= {name: _read_file_rows(form, books, name, f"{place}.books", problems) for name, form in BOOKS.items()}
    else:
        problems.add(f"{place}.books", "is no object")
    evenings = [
        evening
        for own, one in _items_with_place(f"{place}.evenings", _pop_json_list(raw, "evenings", place, problems))
        if (evening := _read_file_evening(one, own, problems))
    ]
    return FileClub(row=row, lists=lists, evenings=evenings, cut=cut)


def _read_file_evening(raw: Any, place: str, problems: FileProblems) -> FileEvening | None:
    if not isinstance(raw, dict):
        problems.add(place, "is no object")
        return None
    _report_unknown_members(raw, {*schema.EVENING.names, "shelved", "events"}, place, problems)
    row = _read_row_fields(schema.EVENING, raw, place, problems)
    shelved = _read_file_row(schema.SHELVED, raw["shelved"], f"{place}.shelved", problems) if "shelved" in raw else None
    events = [
        event
        for own, one in _items_with_place(f"{place}.events", _pop_json_list(raw, "events", place, problems))
        if (event := _read_file_row(_event_row_schema(one), one, own, problems))
    ]
    return FileEvening(row=row, shelved=shelved, events=events)


def _event_row_schema(raw: Any) -> RowSchema:
    kind = raw.get("kind") if isinstance(raw, dict) else None
    return schema.HAND_EVENT if isinstance(kind, str) and kind in HAND_KINDS else schema.EVENING_EVENT


def _read_file_rows(
    form: RowSchema, raw: dict[str, Any], name: str, place: str, problems: FileProblems
) -> list[FileRow]:
    prefix = f"{place}.{name}"
    rows = _items_with_place(prefix, _pop_json_list(raw, name, place, problems))
    return [row for own, one in rows if (row := _read_file_row(form, one, own, problems))]


def _read_file_row(form: RowSchema, raw: Any, place: str, problems: FileProblems) -> FileRow | None:
    if not isinstance(raw, dict):
        problems.add(place, "is no object")
        return None
    if not raw.keys() <= form.names:
        _report_unknown_members(raw, form.names, place, problems)
    return _read_row_fields(form, raw, place, problems)


def _read_row_fields(form: RowSchema, raw: dict[str, Any], place: str, problems: FileProblems) -> FileRow:
    values = {}
    for cell in form.cells:
        if cell.name in raw:
            values[cell.attname] = _read_row_field(cell, raw[cell.name], place, problems)
        elif cell.may_be_left_out:
            values[cell.attname] = cell.nothing.copy() if isinstance(cell.nothing, dict) else cell.nothing
        else:
            problems.add(f"{place}.{cell.name}", "is missing")
    parts = {name: _read_file_rows(part, raw, name, place, problems) for name, part in form.parts.items()}
    return FileRow(form, place, values, parts)


def _read_row_field(cell: RowField, value: Any, place: str, problems: FileProblems) -> Any:
    try:
        if cell.may_be_left_out and value == cell.nothing:
            raise UnfitValue("says nothing, and is left out then")
        return cell.read(value)
    except UnfitValue as error:
        problems.add(f"{place}.{cell.name}", str(error))
        return None


def _report_unknown_members(
    raw: dict[str, Any], known: set[str] | frozenset[str], place: str, problems: FileProblems
) -> None:
    for name in sorted(raw.keys() - known):
        problems.add(f"{place}.{name}".lstrip("."), "is not known here")


def _pop_json_list(raw: dict[str, Any], name: str, place: str, problems: FileProblems) -> list[Any]:
    """Take the list out of the object, so that its rows can be freed while they are read."""
    found = raw.pop(name, None)
    if isinstance(found, list):
        return found
    problems.add(f"{place}.{name}".lstrip("."), "is no list" if found is not None else "is missing")
    return []


def _items_with_place(prefix: str, raw: list[Any]) -> Iterator[tuple[str, Any]]:
    """Yield each item with its place, and free it."""
    for number in range(len(raw)):
        one, raw[number] = raw[number], None
        yield f"{prefix}[{number}]", one


__all__ = ["ClubFileRefused", "FileClub", "FileEvening", "FileRow", "read_club_file"]
