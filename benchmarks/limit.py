"""The limit of a hand: its rows written by plain statements, without a program in front of the database.

The rows are those that `scorebook.core.rows.write_rows` receives when the product records a hand, so they stay the
same as the product's. One statement per table; each hand gets new ids and numbers, as in the product.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import pickle
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from uuid import UUID, uuid4

from benchmarks.machine import ROOT
from benchmarks.phone import PEOPLE
from benchmarks.postgresql import Postgres

if TYPE_CHECKING:
    from scorebook.core.rows import Change, Shape
    from scorebook.play.models import Evening

MOST_HANDS = 1_000_000  # that a turn may write; then the numbers of the next one begin
WAIT_S = 60  # for the one file of SQLite


@dataclass(frozen=True)
class FreshId:
    """The id of a new row, different in every hand. place: 0 for the hand itself, then its transfers."""

    place: int


@dataclass(frozen=True)
class FreshNumber:
    """One more than in the hand before."""


@dataclass(frozen=True)
class Statement:
    """sql: with a %s for each of the values."""

    sql: str
    values: Sequence[object]


def hand_statements(evening: Evening) -> list[Statement]:
    """Record a hand of the evening and return the statements that write its rows again."""
    from scorebook.core import rows
    from scorebook.core.rows.row_changes import changes_by_shape

    changes: list[Change] = []
    write_rows = rows.write_rows

    def kept(those: Sequence[Change], *, club_id: UUID) -> None:
        changes.extend(those)
        write_rows(those, club_id=club_id)

    with patch.object(rows, "write_rows", kept):
        key = _record(evening)
    fresh: dict[object, object] = {key: FreshId(0)}
    return [_statement(shape, change, fresh) for shape, change in changes_by_shape(changes).items()]


def _record(evening: Evening) -> UUID:
    from datetime import UTC, datetime

    from scorebook.play import services

    evening.refresh_from_db()
    players = [str(seat.player_id) for seat in evening.all_seats()]
    hand = {"contract": "rufer", "declarer": players[0], "partner": players[2], "won": True}
    key, known = uuid4(), evening.hand_count
    services.record_hand(evening=evening, key=key, known_hands=known, hand=hand, at=datetime.now(UTC), by="scribe")
    return key


def _statement(shape: Shape, change: Change, fresh: dict[object, object]) -> Statement:
    from scorebook.core.rows import Insert

    return _insert(shape, change, fresh) if isinstance(change, Insert) else _update(shape, change)


def _insert(shape: Shape, change: Change, fresh: dict[object, object]) -> Statement:
    meta: Any = shape.model._meta
    columns = [field.column for field in meta.concrete_fields]
    values = [_fresh(field, row, fresh) for row in change.rows for field in meta.concrete_fields]
    each = f"({', '.join('%s' for _ in columns)})"
    sql = f"INSERT INTO {meta.db_table} ({_names(columns)}) VALUES {', '.join(each for _ in change.rows)}"
    if shape.adds:
        key = _names(field.column for field in meta.pk_fields)
        grown = ", ".join(f'"{name}" = {meta.db_table}."{name}" + excluded."{name}"' for name in shape.adds)
        sql += f" ON CONFLICT ({key}) DO UPDATE SET {grown}"
    return Statement(sql, values)


def _fresh(field: Any, row: Any, fresh: dict[object, object]) -> object:
    value = _value(field, row)
    if field.column in ("seq", "no"):
        return FreshNumber()
    if field.primary_key and isinstance(value, UUID) and value not in fresh:
        fresh[value] = FreshId(len(fresh))
    return fresh.get(value, _stored(field, row)) if isinstance(value, UUID) else _stored(field, row)


def _update(shape: Shape, change: Change) -> Statement:
    """One row by its key, or several that grow at once."""
    meta: Any = shape.model._meta
    fields = {field.name: field for field in meta.concrete_fields}
    fields_by_column = {field.column: field for field in meta.concrete_fields}
    [key] = meta.pk_fields
    changed = [fields[name] for name in (*shape.sets, *shape.adds)]
    if not shape.adds:
        [row] = change.rows
        assigned = ", ".join(f'"{field.column}" = %s' for field in changed)
        values = [*(_stored(field, row) for field in changed), _stored(key, row)]
        return Statement(f'UPDATE {meta.db_table} SET {assigned} WHERE "{key.column}" = %s', values)
    names = [key.column, *(field.column for field in changed)]
    values = [_stored(fields_by_column[name], row) for row in change.rows for name in names]
    grown = ", ".join(f'"{name}" = {meta.db_table}."{name}" + new.column{at}' for at, name in enumerate(names[1:], 2))
    each = f"({', '.join('%s' for _ in names)})"
    return Statement(
        f"UPDATE {meta.db_table} SET {grown} FROM (VALUES {', '.join(each for _ in change.rows)}) AS new"
        f' WHERE {meta.db_table}."{key.column}" = new.column1',
        values,
    )


def _stored(field: Any, row: Any) -> object:
    """Return the value as this engine stores it."""
    from django.db import connection

    value = field.get_db_prep_save(_value(field, row), connection)
    return str(value) if isinstance(value, str) else value  # a choice is a text of a class of its own


def _value(field: Any, row: Any) -> object:
    """row: of a model, or its columns alone."""
    return row[field.attname] if isinstance(row, dict) else getattr(row, field.attname)


def _names(columns: Any) -> str:
    return ", ".join(f'"{column}"' for column in columns)


# -- PostgreSQL ---------------------------------------------------------------------------------------------------


@dataclass
class Pgbench:
    """Clients that write hands on a database of the product's, each in a club of its own."""

    postgres: Postgres
    database: str
    script: Path
    turn: int = 0

    def rate(self, clients: int, seconds: float) -> float:
        """Hands a second."""
        self.turn += 1
        command = [
            str(self.postgres.bin / "pgbench"), "--no-vacuum", "--protocol=simple", f"--time={max(1, round(seconds))}",
            f"--client={clients}", f"--jobs={min(2, clients)}", f"--define=number={self.turn * MOST_HANDS}",
            f"--file={self.script}", f"--host={self.postgres.folder}", "--username=postgres", self.database,
        ]  # fmt: skip
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found = re.search(r"tps = ([\d.]+)", output)
        if found is None or re.search(r"failed transactions: [1-9]", output):
            raise RuntimeError(output)
        return float(found[1])


def pgbench(postgres: Postgres, clients: int, folder: Path) -> Pgbench:
    script = folder / "hand.sql"
    script.write_text(_script(_statements(postgres.create("limit"), clients)))
    return Pgbench(postgres, "limit", script)


def _script(clients: Sequence[Sequence[Statement]]) -> str:
    """Return one script for all clients; each finds its own hand."""
    lines = [r"\set number :number + 1"]
    for client, statements in enumerate(clients):
        lines.append(rf"\{'elif' if client else 'if'} :client_id = {client}")
        lines += ["BEGIN;", *(f"{_with_literals(one, client)};" for one in statements), "COMMIT;"]
    return "\n".join([*lines, r"\endif", ""])


def _with_literals(statement: Statement, client: int) -> str:
    return statement.sql % tuple(_literal(value, client) for value in statement.values)


def _literal(value: object, client: int) -> str:
    from psycopg import sql

    if isinstance(value, FreshNumber):
        return ":number"
    if isinstance(value, FreshId):  # as scattered as those of phones
        return f"md5('{client} {value.place} :number')::uuid"
    return sql.Literal(value).as_string(None)


# -- SQLite -------------------------------------------------------------------------------------------------------


def sqlite_rate(file: Path, clients: Sequence[Sequence[Statement]], seconds: float, turn: int) -> float:
    """Hands a second, of processes that write side by side, each in a club of its own."""
    # Ended by the pool, and not by what the run does when it is ended.
    as_usual = (signal.SIGTERM, signal.SIG_DFL)
    with get_context("fork").Pool(len(clients), initializer=signal.signal, initargs=as_usual) as pool:
        jobs = [(file, client, statements, seconds, turn) for client, statements in enumerate(clients)]
        return sum(pool.starmap(_write_plainly, jobs, chunksize=1)) / seconds


def _write_plainly(file: Path, client: int, statements: Sequence[Statement], seconds: float, turn: int) -> int:
    connection = sqlite3.connect(file, timeout=WAIT_S, isolation_level=None)
    # As scorebook.settings has them.
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;")
    texts = [statement.sql.replace("%s", "?") for statement in statements]
    written, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        number = turn * MOST_HANDS + written
        connection.execute("BEGIN IMMEDIATE")
        for text, statement in zip(texts, statements, strict=True):
            connection.execute(text, [_plain(value, client, number) for value in statement.values])
        connection.execute("COMMIT")
        written += 1
    connection.close()
    return written


def _plain(value: Any, client: int, number: int) -> Any:
    if isinstance(value, FreshNumber):
        return number
    if isinstance(value, FreshId):
        return hashlib.md5(f"{client} {value.place} {number}".encode(), usedforsecurity=False).hexdigest()
    return value


def sqlite_statements(data: Path, clients: int) -> list[list[Statement]]:
    """Return the statements for the file that the product makes in this folder."""
    return _statements("", clients, data)


# -- the product, in a process of its own -------------------------------------------------------------------------


def _statements(database: str, clients: int, data: Path | None = None) -> list[list[Statement]]:
    """Migrate an empty database, open an evening for each client and return the statements of its hand."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"DATABASE_URL": database, "SCOREBOOK_DATA": str(data or folder)}
        out = Path(folder) / "statements"
        command = [sys.executable, "-m", "benchmarks.limit", "--clients", str(clients), "--out", str(out)]
        subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=True)
        found: list[list[Statement]] = pickle.loads(out.read_bytes())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorebook.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    options.out.write_bytes(pickle.dumps([hand_statements(_evening()) for _ in range(options.clients)]))


def _evening() -> Evening:
    """Open an evening with a hand, so that the next one finds its months there, as nearly every hand does."""
    from datetime import UTC, datetime

    from rules import PRESETS
    from scorebook.play.services import Terms
    from scorebook.play.services.start import Start, start_evening

    terms = Terms(ruleset=PRESETS["bavarian"]["pub_10_20_50"], unit="EUR", stake_minor=1)
    start, at = Start(terms=terms, names=PEOPLE), datetime.now(UTC)
    evening = start_evening(start, key=uuid4(), club=None, own_club_name="Stammtisch", at=at, by="scribe")
    _record(evening)
    return evening


if __name__ == "__main__":
    # So that the pickled classes have this module's name.
    from benchmarks import limit

    limit.main()
