"""The process that restores a backup into an empty database and audits it there.

Its environment names that database, so nothing here can reach the site's own. No model may be imported before Django
is set up from that environment.
"""

import logging
import os
import signal
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import django
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from scorebook.server.orphans import end_with_parent

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The result of a proof."""

    made_at: str = ""
    rows: Mapping[str, int]  # of each table, counted in the restored database
    wrong: tuple[str, ...] = ()  # why the backup is not right; empty if it is
    set_back: Mapping[Path, str]  # earlier anchors that its chains do not meet, each with its first difference


def prove_in_process(
    answers: Connection, environment: Mapping[str, str], file: Path, anchor: Path | None, earlier: Sequence[Path]
) -> None:
    """Send a Proof, or a text if it was not possible."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process, which then ends this one
    end_with_parent()
    os.environ.clear()
    os.environ.update(environment)
    django.setup()
    try:
        answers.send(_restore_and_compare(file, anchor, earlier))
    except (DatabaseError, OSError) as error:
        answers.send(str(error).strip())
    except Exception as error:
        log.exception("The proof of %s broke off", file.name)
        answers.send(f"{type(error).__name__}: {error}")


def _restore_and_compare(file: Path, anchor: Path | None, earlier: Sequence[Path]) -> Proof | str:
    from scorebook.operations.backup.backups import BackupDamaged, RestoreRefused, restore_backup

    if taken := connection.introspection.table_names():
        return f"the database is not empty: it has {len(taken)} tables, {taken[0]} among them"
    try:
        header, difference = restore_backup(file)
    except (BackupDamaged, RestoreRefused) as error:
        return Proof(rows={}, wrong=(str(error),), set_back={})
    rows, wrong = _count_restored_rows(header.rows), [str(difference)] if difference else []
    if set(MigrationLoader(connection).disk_migrations or ()) == header.migrations:
        wrong += [
            f"{table} has {rows.get(table, 0):,} rows instead of {count:,}"
            for table, count in header.rows.items()
            if rows.get(table) != count
        ]
    wrong += _own_anchor_differences(anchor)
    return Proof(made_at=header.made_at, rows=rows, wrong=tuple(wrong), set_back=_unmet_earlier_anchors(earlier))


def _count_restored_rows(tables: Collection[str]) -> dict[str, int]:
    """Count the rows of each table that exists; an older backup may have others, which migrations removed."""
    counted, existing = dict[str, int](), set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in tables:
            if table in existing:
                cursor.execute(f'SELECT COUNT(*) FROM "{table}"')
                counted[table] = cursor.fetchone()[0]
    return counted


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
