"""The format of a backup: a gzip file of JSON lines, the same from and for SQLite and PostgreSQL.

    {"format": "scorebook backup", "version": 1, "made_at": "...", "migrations": [["clubs", "0001_initial"], ...]}
    {"table": "clubs_club", "columns": ["id", "name", ...]}
    ["5c0e...", "Stammtisch Linde", ...]
    ...
    {"end": true, "rows": {"clubs_club": 1, ...}, "sha256": "of all lines above"}

A file without the last line is incomplete, and it is not read. The backup of some clubs names them in its first line
("clubs": ["5c0e..."]); it has the same tables, with the rows of those clubs alone.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.db.models import Model, QuerySet

from scorebook.core.row_values import codec_of

FORMAT, VERSION = "scorebook backup", 1
BATCH = 500
Row = list[Any]
TableCallback = Callable[[str, int], None]


class BackupDamaged(Exception):
    """The file is no backup, is incomplete, or was changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupHeader:
    """The first line of a backup, and the numbers of rows of its last."""

    made_at: str
    migrations: frozenset[tuple[str, str]]  # (app, name) of all applied
    clubs: frozenset[UUID] | None = None  # None: the whole installation
    rows: Mapping[str, int] = field(default_factory=dict)  # table -> rows


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDump:
    name: str
    columns: Sequence[str]  # attribute names of model fields
    rows: Iterator[Row]  # must be read before the next table


class BackupWriter:
    """A writer of the lines of a backup, which counts and hashes them."""

    def __init__(self, file: IO[bytes]) -> None:
        # No time in the gzip header: the same database makes the same bytes.
        self._gzip = gzip.GzipFile(fileobj=file, mode="wb", mtime=0)
        self._sum = hashlib.sha256()
        self.rows: dict[str, int] = {}

    def write_header(
        self, *, made_at: datetime, migrations: Iterable[tuple[str, str]], clubs: Sequence[UUID] = ()
    ) -> None:
        self._write_backup_line(
            {
                "format": FORMAT,
                "version": VERSION,
                "made_at": made_at.astimezone(UTC).isoformat(timespec="seconds"),
                "migrations": sorted(list(one) for one in migrations),
                **({"clubs": sorted(map(str, clubs))} if clubs else {}),
            }
        )

    def write_table(self, model: type[Model], parts: Iterable[QuerySet[Any]], on_progress: TableCallback) -> None:
        """Write the rows of a table, part by part."""
        table, columns = model._meta.db_table, {field.attname: field for field in model._meta.concrete_fields}
        self._write_backup_line({"table": table, "columns": list(columns)})
        self.rows[table] = 0
        writers = [codec_of(field).write for field in columns.values()]
        ordered = (rows.order_by("pk").values_list(*columns).iterator(chunk_size=BATCH) for rows in parts)
        for row in chain.from_iterable(ordered):
            values = zip(writers, row, strict=True)
            self._write_backup_line([None if value is None else write(value) for write, value in values])
            self.rows[table] += 1
            on_progress(table, self.rows[table])

    def write_end(self) -> None:
        self._write_backup_line({"end": True, "rows": self.rows, "sha256": self._sum.hexdigest()})
        self._gzip.close()

    def _write_backup_line(self, value: object) -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._sum.update(line)
        self._gzip.write(line)


def check_backup(path: Path) -> BackupHeader:
    """Read and check the whole file, and return its header. Raises: BackupDamaged."""
    summed, counted, current = hashlib.sha256(), dict[str, int](), ""
    found: BackupHeader | None = None
    end: dict[str, Any] | None = None
    for line, value in _backup_lines(path):
        if end is not None:
            raise BackupDamaged("there is something after its end")
        if found is None:
            found = _read_backup_header(value)
        elif isinstance(value, list):
            if not current:
                raise BackupDamaged("it holds a row before any table")
            counted[current] += 1
        elif _is_backup_table(value):
            current = value["table"]
            if current in counted:
                raise BackupDamaged(f"it holds the table {current} twice")
            counted[current] = 0
        elif isinstance(value, dict) and value.keys() == {"end", "rows", "sha256"}:
            end = value
            continue
        else:
            raise BackupDamaged("it holds a line that is not of this form")
        summed.update(line)
    if found is None or end is None:
        raise BackupDamaged("its end is missing")
    if end["rows"] != counted or end["sha256"] != summed.hexdigest():
        raise BackupDamaged("it is not as it was written")
    return replace(found, rows=counted)


def read_backup(path: Path, header: BackupHeader) -> Iterator[TableDump]:
    """Yield the tables in the order of writing. header: what `check_backup` returned for the file."""
    values = (value for _, value in _backup_lines(path))
    for value in values:
        if _is_backup_table(value):
            rows = islice(values, header.rows[value["table"]])
            yield TableDump(name=value["table"], columns=value["columns"], rows=rows)


def _is_backup_table(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() != {"table", "columns"}:
        return False
    return _is_list_of_texts(value["columns"]) and isinstance(value["table"], str) and value["table"] != ""


def _read_backup_header(value: Any) -> BackupHeader:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise BackupDamaged("it is no backup of Scorebook")
    if value.get("version") != VERSION:
        raise BackupDamaged(f"it has the form {value.get('version')}, and only {VERSION} is known here")
    made_at, migrations, clubs = value.get("made_at"), value.get("migrations"), value.get("clubs")
    if not isinstance(made_at, str) or not isinstance(migrations, list):
        raise BackupDamaged("its first line is not of this form")
    if not all(_is_list_of_texts(one) and len(one) == 2 for one in migrations):
        raise BackupDamaged("its first line is not of this form")
    try:
        named = None if clubs is None else frozenset(map(UUID, clubs))
    except (TypeError, ValueError, AttributeError) as error:
        raise BackupDamaged("its first line is not of this form") from error
    return BackupHeader(made_at=made_at, migrations=frozenset((app, name) for app, name in migrations), clubs=named)


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _backup_lines(path: Path) -> Iterator[tuple[bytes, Any]]:
    try:
        with gzip.open(path, "rb") as file:
            for line in file:
                yield line, json.loads(line)
    except (EOFError, gzip.BadGzipFile, zlib.error, ValueError, RecursionError) as error:
        raise BackupDamaged(f"it cannot be read: {error}") from error
    except OSError as error:
        raise BackupDamaged(f"it cannot be opened: {error.strerror or error}") from error
