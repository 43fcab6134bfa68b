"""The reader of a club file: from its text to rows whose values fit their columns.

`club_file_references` checks later whether the rows belong together, and the audit finally whether they are right.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar

from scorebook.core.row_values import UnfitValue
from scorebook.exchange.club_file import club_file_schema, versions
from scorebook.exchange.club_file.club_file_ends import truncated_lists
from scorebook.exchange.club_file.club_file_schema import BOOKS, LISTS, RowField, RowSchema
from scorebook.exchange.club_file.problems import FileProblems, file_refused

T = TypeVar("T")


class FileRow(NamedTuple):
    form: RowSchema
    place: str
    values: dict[str, Any]  # by attributes of the model
    parts: dict[str, list[FileRow]]  # rows of the lists in it; of an evening, `shelved` has one or none


@dataclass(frozen=True, slots=True, kw_only=True)
class FileClub:
    row: FileRow
    lists: dict[str, list[FileRow]]  # of the club and of its books, by name
    cut: list[str]  # lists that end differently from `ends`

    def all_rows(self) -> Iterator[FileRow]:
        yield self.row
        for rows in self.lists.values():
            for row in rows:
                yield row
                for parts in row.parts.values():
                    yield from parts


def read_club_file(text: bytes) -> list[FileClub]:
    """Read a file. Raises: ClubFileRefused."""
    document = versions.upgraded_club_file(_parse_file_json(text))
    reader = _ClubFileReader()
    reader.report_unknown_members(document, {"format", "version", "clubs"}, "")
    clubs = reader.read_list(document, "clubs", "", reader.read_club)
    if not clubs:
        reader.problems.add("clubs", "holds no club")
    reader.problems.raise_file_problems()
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


class _ClubFileReader:
    def __init__(self) -> None:
        self.problems = FileProblems()

    def read_club(self, raw: dict[str, Any], place: str) -> FileClub:
        self.report_unknown_members(raw, {*club_file_schema.CLUB.names, *LISTS, "evenings", "books", "ends"}, place)
        cut = truncated_lists(raw)  # before the lists are taken out
        row = self._read_row_fields(club_file_schema.CLUB, raw, place)
        lists = self._read_file_lists(LISTS, raw, place)
        books = raw.pop("books", None)
        if isinstance(books, dict):
            self.report_unknown_members(books, BOOKS.keys(), f"{place}.books")
            lists |= self._read_file_lists(BOOKS, books, f"{place}.books")
        else:
            self.problems.add(f"{place}.books", "is no object")
        lists["evenings"] = self.read_list(raw, "evenings", place, self._read_file_evening)
        return FileClub(row=row, lists=lists, cut=cut)

    def read_list(
        self, raw: dict[str, Any], name: str, place: str, read: Callable[[dict[str, Any], str], T]
    ) -> list[T]:
        """Read the objects of a list. They are taken out of it first, so that each can be freed once it is read."""
        items, place = raw.pop(name, None), f"{place}.{name}".lstrip(".")
        if not isinstance(items, list):
            self.problems.add(place, "is missing" if items is None else "is no list")
            return []
        found = []
        for number in range(len(items)):
            item, items[number] = items[number], None
            if isinstance(item, dict):
                found.append(read(item, f"{place}[{number}]"))
            else:
                self.problems.add(f"{place}[{number}]", "is no object")
        return found

    def report_unknown_members(self, raw: dict[str, Any], known: AbstractSet[str], place: str) -> None:
        for name in sorted(raw.keys() - known):
            self.problems.add(f"{place}.{name}".lstrip("."), "is not known here")

    def _read_file_evening(self, raw: dict[str, Any], place: str) -> FileRow:
        self.report_unknown_members(raw, {*club_file_schema.EVENING.names, "shelved", "events"}, place)
        row, shelved = self._read_row_fields(club_file_schema.EVENING, raw, place), raw.get("shelved")
        if isinstance(shelved, dict):
            row.parts["shelved"] = [self._read_file_row(club_file_schema.SHELVED, shelved, f"{place}.shelved")]
        elif "shelved" in raw:
            self.problems.add(f"{place}.shelved", "is no object")
        row.parts["events"] = self.read_list(raw, "events", place, self._read_file_event)
        return row

    def _read_file_event(self, raw: dict[str, Any], place: str) -> FileRow:
        return self._read_file_row(club_file_schema.event_schema(raw.get("kind")), raw, place)

    def _read_file_lists(
        self, forms: Mapping[str, RowSchema], raw: dict[str, Any], place: str
    ) -> dict[str, list[FileRow]]:
        return {
            name: self.read_list(raw, name, place, partial(self._read_file_row, form)) for name, form in forms.items()
        }

    def _read_file_row(self, form: RowSchema, raw: dict[str, Any], place: str) -> FileRow:
        if not raw.keys() <= form.names:
            self.report_unknown_members(raw, form.names, place)
        return self._read_row_fields(form, raw, place)

    def _read_row_fields(self, form: RowSchema, raw: dict[str, Any], place: str) -> FileRow:
        values = {}
        for cell in form.cells:
            if cell.name in raw:
                values[cell.attname] = self._read_row_field(cell, raw[cell.name], place)
            elif cell.may_be_left_out:
                values[cell.attname] = cell.nothing.copy() if isinstance(cell.nothing, dict) else cell.nothing
            else:
                self.problems.add(f"{place}.{cell.name}", "is missing")
        return FileRow(form, place, values, self._read_file_lists(form.parts, raw, place))

    def _read_row_field(self, cell: RowField, value: Any, place: str) -> Any:
        try:
            if cell.may_be_left_out and value == cell.nothing:
                raise UnfitValue("says nothing, and is left out then")
            return cell.read(value)
        except UnfitValue as error:
            self.problems.add(f"{place}.{cell.name}", str(error))
            return None
