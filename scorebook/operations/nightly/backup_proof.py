"""The proof of a backup: another process restores it into an empty database, audits it and compares it with anchors."""

import logging
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import quote

import django
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from scorebook.operations.nightly.daily import signals_held
from scorebook.server.orphans import end_with_parent

log = logging.getLogger(__name__)

SCRATCH = ".scratch-"
# The age of a folder that a killed process left; no proof takes a day.
STALE_S = 24 * 3600
# Bytes of the database for each byte of the compressed backup: 13 were measured.
ROOM_FACTOR = 30
ROOM_LEAST_BYTES = 16 << 20  # for tables without rows
# The database need not survive a power cut: without a log it takes half the room, and without syncs less time.
_FLEETING = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"
# Variables that the other process must not use.
_NOT_PASSED_ON = ("SCOREBOOK_BACKUPS", "SCOREBOOK_BACKUP_COPY", "SCOREBOOK_BACKUP_PING", "SCOREBOOK_ANCHOR")
_MAIL = ("EMAIL_URL", "SCOREBOOK_OPERATOR_EMAIL")


class ProofImpossible(Exception):
    """The proof was not possible for lack of room, or its process broke off; the backup may be right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The result of a proof."""

    made_at: str = ""
    rows: Mapping[str, int]  # of each table, counted in the restored database
    wrong: tuple[str, ...] = ()  # why the backup is not right; empty if it is
    set_back: Mapping[Path, str]  # earlier anchors that its chains do not meet, each with its first difference


@contextmanager
def backup_proof_folder(beside: Path) -> Iterator[Path]:
    """Make an empty folder, deleted at the end, and delete those left by killed processes."""
    for left in beside.glob(f"{SCRATCH}*"):
        if time.time() - left.stat().st_mtime > STALE_S:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=beside) as name:
        yield Path(name)


def prove_backup(
    file: Path,
    *,
    scratch: Path,
    database_url: str = "",
    anchor: Path | None,
    earlier: Sequence[Path] = (),
    club: str = "",
) -> Proof:
    """Prove a backup. Raises: ProofImpossible.

    scratch: an empty folder. database_url: of an empty database, "" for a SQLite file in the folder.
    club: its id or link, to prove its rows and those of its linked clubs alone.
    anchor: made at the same moment. earlier: anchors that the chains of the backup must have grown from.
    """
    if not database_url:
        _check_free_disk_space(file, scratch)
        database_url = f"sqlite:///{quote(str(scratch / 'scorebook.sqlite3'))}?init_command={quote(_FLEETING)}"
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    arguments = (theirs, _proof_environment(scratch, database_url), file, anchor, earlier, club)
    process = context.Process(target=_prove_in_process, args=arguments)
    try:
        with signals_held():
            process.start()
        theirs.close()  # so that its end is the end of the pipe
        answer = ours.recv()
    except EOFError as error:
        process.join()
        raise ProofImpossible(f"the process that proves the backup ended with {process.exitcode}") from error
    finally:
        if process.pid:
            process.kill()
            process.join()
        ours.close()
    if not isinstance(answer, Proof):
        raise ProofImpossible(str(answer))
    return answer


def _proof_environment(scratch: Path, database_url: str) -> Mapping[str, str]:
    """Return the environment without the site's database; the time zone stays, for the sums of months."""
    kept = {name: text for name, text in os.environ.items() if name not in (*_NOT_PASSED_ON, *_MAIL)}
    return kept | {
        "DJANGO_SETTINGS_MODULE": "scorebook.settings",
        "SCOREBOOK_DATA": str(scratch),
        "SCOREBOOK_TIME_ZONE": settings.TIME_ZONE,
        "DATABASE_URL": database_url,
    }


def _check_free_disk_space(file: Path, folder: Path) -> None:
    needed, free = ROOM_LEAST_BYTES + ROOM_FACTOR * file.stat().st_size, shutil.disk_usage(folder).free
    if free < needed:
        text = f"{folder.parent} has {free:,} bytes left, and a proof may need {needed:,}"
        raise ProofImpossible(f"{text}: nothing was restored, so that the disk does not run full")


# -- in the other process: its environment names the new database, so nothing here can reach the site's own; models are
# imported only after Django is set up from it ---------------------------------------------------------------------


def _prove_in_process(answers: Connection, environment: Mapping[str, str], *arguments: Any) -> None:
    """Send a Proof, or a text if it was not possible."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process, which then ends this one
    end_with_parent()
    os.environ.clear()
    os.environ.update(environment)
    django.setup()
    try:
        answers.send(_restore_and_compare(*arguments))
    except (DatabaseError, OSError) as error:
        answers.send(str(error).strip())
    except Exception as error:
        log.exception("The proof of %s broke off", arguments[0].name)
        answers.send(f"{type(error).__name__}: {error}")


def _restore_and_compare(file: Path, anchor: Path | None, earlier: Sequence[Path], club: str) -> Proof | str:
    from scorebook.operations.backup.backups import BackupDamaged, RestoreRefused, restore_backup

    if taken := connection.introspection.table_names():
        return f"the database is not empty: it has {len(taken)} tables, {taken[0]} among them"
    try:
        header, difference = restore_backup(file, club=club)
    except (BackupDamaged, RestoreRefused) as error:
        return Proof(rows={}, wrong=(str(error),), set_back={})
    rows, wrong = _count_restored_rows(header.rows), [str(difference)] if difference else []
    if set(MigrationLoader(connection).disk_migrations or ()) == header.migrations:
        wrong += [
            f"{table} has {rows.get(table, 0):,} rows instead of {count:,}"
            for table, count in header.rows.items()
            if rows.get(table) != count
        ]
    wrong += _own_anchor_differences(anchor, of_restored_clubs=bool(club))
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


def _own_anchor_differences(file: Path | None, *, of_restored_clubs: bool) -> list[str]:
    """Compare with the anchor of the same moment: no chain may be longer, and none may be missing.

    of_restored_clubs: leave out the chains of clubs that were not restored.
    """
    from scorebook.operations.all_clubs import club_names
    from scorebook.operations.anchor import AnchorRefused, chain_heads, read_anchors

    if file is None:
        return []
    try:
        anchored = set(read_anchors(file)) if file.stat().st_size else set()
    except (AnchorRefused, OSError) as error:
        return [str(error)]
    if of_restored_clubs:
        known = club_names().keys()
        anchored = {head for head in anchored if head.club_id in known}
    others = len(anchored ^ set(chain_heads()))
    return [f"{file.name} names {others} heads of chains that the backup does not have, or not so"] if others else []


def _unmet_earlier_anchors(files: Sequence[Path]) -> dict[Path, str]:
    from scorebook.operations.anchor import AnchorRefused, ChainHead, anchor_differences, read_anchors

    found, met = dict[Path, str](), set[ChainHead]()
    for file in files:
        try:
            anchors = read_anchors(file) if file.stat().st_size else {}
        except (AnchorRefused, OSError) as error:
            found[file] = str(error)
            continue
        # A finished evening has the same head in every anchor.
        new = {head: at for head, at in anchors.items() if head not in met}
        if difference := next(anchor_differences(new), None):
            found[file] = str(difference)
        else:
            met |= new.keys()
    return found
