"""The proof of a backup: another process restores it into an empty database, audits it and compares it with anchors."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from urllib.parse import quote

from django.conf import settings

from scorebook.operations.nightly.daily import signals_held
from scorebook.operations.nightly.proof_process import Proof, prove_in_process

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


@contextmanager
def scratch_folder(beside: Path) -> Iterator[Path]:
    """Make an empty folder, deleted at the end, and delete those left by killed processes."""
    for left in beside.glob(f"{SCRATCH}*"):
        if time.time() - left.stat().st_mtime > STALE_S:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=beside) as name:
        yield Path(name)


def prove_backup(
    file: Path, *, scratch: Path, database_url: str = "", anchor: Path | None, earlier: Sequence[Path] = ()
) -> Proof:
    """Prove a backup. Raises: ProofImpossible.

    scratch: an empty folder. database_url: of an empty database, "" for a SQLite file in the folder.
    anchor: made at the same moment. earlier: anchors that the chains of the backup must have grown from.
    """
    if not database_url:
        _check_free_disk_space(file, scratch)
        database_url = f"sqlite:///{quote(str(scratch / 'scorebook.sqlite3'))}?init_command={quote(_FLEETING)}"
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(
        target=prove_in_process, args=(theirs, _proof_environment(scratch, database_url), file, anchor, earlier)
    )
    try:
        with signals_held():
            process.start()
        theirs.close()  # so that its end is the end of the pipe
        return _receive_proof(ours, process)
    finally:
        if process.pid:
            process.kill()
            process.join()
        ours.close()


def _receive_proof(ours: Connection, process: BaseProcess) -> Proof:
    try:
        answer = ours.recv()
    except EOFError as error:
        process.join()
        raise ProofImpossible(f"the process that proves the backup ended with {process.exitcode}") from error
    if isinstance(answer, Proof):
        return answer
    raise ProofImpossible(str(answer))


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
