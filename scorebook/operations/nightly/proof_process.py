"""The process that restores a backup into an empty database and audits it there.

Its environment names that database, so nothing here can reach the site's own. No model may be imported before Django
is set up from that environment.
"""

import logging
import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import django
from django.db import DatabaseError

from scorebook.server.orphans import end_with_parent

log = logging.getLogger(__name__)


class NotEmpty(Exception):
    """The database for the proof holds tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    file: Path
    anchor: Path | None
    earlier: tuple[Path, ...]
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The result of a proof."""

    made_at: str = ""
    rows: Mapping[str, int]  # of each table, counted in the restored database
    wrong: tuple[str, ...] = ()  # why the backup is not right; empty if it is
    set_back: Mapping[Path, str]  # earlier anchors that its chains do not meet, each with its first difference


def prove_in_process(job: Job, answers: Connection) -> None:
    """Send a Proof, or a text if it was not possible."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process, which then ends this one
    end_with_parent()
    os.environ.clear()
    os.environ.update(job.environment)
    django.setup()
    try:
        answers.send(_restore_and_compare(job))
    except (NotEmpty, DatabaseError, OSError) as error:
        answers.send(str(error).strip())
    except Exception as error:
        log.exception("The proof of %s broke off", job.file.name)
        answers.send(f"{type(error).__name__}: {error}")


def _restore_and_compare(job: Job) -> Proof:
    from scorebook.operations.backup.backups import BackupDamaged, RestoreRefused, restore_backup

    if taken := _existing_tables():
        raise NotEmpty(f"the database is not empty: it has {len(taken)} tables, {taken[0]} among them")
    try:
        header, difference = restore_backup(job.file)
    except (BackupDamaged, RestoreRefused) as error:
        return Proof(rows={}, wrong=(str(error),), set_back={})
    rows, wrong = _count_restored_rows(job.file), [str(difference)] if difference else []
    if _has_current_migrations(header.migrations):
        wrong += rows_that_differ(job.file, rows)
    wrong += _own_anchor_differences(job.anchor)
    return Proof(made_at=header.made_at, rows=rows, wrong=tuple(wrong), set_back=_unmet_earlier_anchors(job.earlier))


def _existing_tables() -> list[str]:
    from django.db import connection

    return connection.introspection.table_names()


def _has_current_migrations(migrations: frozenset[tuple[str, str]]) -> bool:
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    return set(MigrationLoader(connection).disk_migrations or ()) == set(migrations)


def _rows_in_file(file: Path) -> dict[str, int]:
    from scorebook.operations.backup.backup_format import TableDump, read_backup

    rows, table = dict[str, int](), ""
    for line in read_backup(file):
        if isinstance(line, TableDump):
            table = line.name
            rows[table] = 0
        else:
            rows[table] += 1
    return rows


def _count_restored_rows(file: Path) -> dict[str, int]:
    """Count the rows of each table in both the file and the database; `restore_backup` has checked the names."""
    from django.db import connection

    counted, there = dict[str, int](), set(_existing_tables())
    with connection.cursor() as cursor:
        for table in _rows_in_file(file):
            if table in there:
                cursor.execute(f'SELECT COUNT(*) FROM "{table}"')
                counted[table] = cursor.fetchone()[0]
    return counted


def rows_that_differ(file: Path, counted: Mapping[str, int]) -> list[str]:
    return [
        f"{table} has {counted.get(table, 0):,} rows instead of {rows:,}"
        for table, rows in _rows_in_file(file).items()
        if counted.get(table) != rows
    ]


def _own_anchor_differences(file: Path | None) -> list[str]:
    """Compare with the anchor of the same moment: no chain may be longer, and none may be missing."""
    from scorebook.operations.anchor import AnchorRefused, chain_heads, read_anchors

    if file is None:
        return []
    try:
        anchored = {one.head for one in read_anchors(file)} if file.stat().st_size else set()
    except (AnchorRefused, OSError) as error:
        return [str(error)]
    others = len(anchored ^ set(chain_heads()))
    return [f"{file.name} names {others} heads of chains that the backup does not have, or not so"] if others else []


def _unmet_earlier_anchors(files: Sequence[Path]) -> dict[Path, str]:
    from scorebook.operations.anchor import AnchorRefused, ChainHead, anchor_differences, read_anchors

    found, met = dict[Path, str](), set[ChainHead]()
    for file in files:
        try:
            # A finished evening has the same head in every anchor.
            anchors = [one for one in read_anchors(file) if one.head not in met] if file.stat().st_size else []
        except (AnchorRefused, OSError) as error:
            found[file] = str(error)
            continue
        if difference := next(anchor_differences(anchors), None):
            found[file] = str(difference)
        else:
            met |= {one.head for one in anchors}
    return found
