"""What was erased from rows is erased from the files of the database and from sheets that were kept.

SQLite: `secure_delete` (settings) overwrites it in the file itself, and here the write-ahead log, which still holds the
pages of before, is written back and cut to nothing. PostgreSQL: `VACUUM` takes the dead rows away, and `ANALYZE` the
examples of names that its statistics hold. What an operating system, a backup or PostgreSQL's own log keeps of older
files is beyond a program: docs/operation.md says so.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection
from functools import partial

from django.core.cache import caches
from django.db import DatabaseError, connection, models, transaction

log = logging.getLogger(__name__)
# How long the log's end is waited for: others who write wait meanwhile.
WAIT_MS = 100
# Whoever reads an older state keeps the log. No request and no export reads longer than all of these tries take.
RETRY_S, RETRIES = 5.0, 120


def erase_traces(*, after_changes_of: Collection[type[models.Model]]) -> None:
    """When the transaction is written. A failure is logged and changes nothing of what is written."""
    tables = sorted(model._meta.db_table for model in after_changes_of)
    transaction.on_commit(partial(_erase, tables), robust=True)


def _erase(tables: Collection[str]) -> None:
    try:
        caches["sheets"].clear()
    except OSError as error:
        log.warning("Sheets with an erased name may be shown for a minute: %s", error)
    if connection.vendor == "sqlite":
        _empty_log_or_retry(RETRIES)
    else:
        _vacuum(tables)


def _vacuum(tables: Collection[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM (ANALYZE) {', '.join(connection.ops.quote_name(table) for table in tables)}")


def _empty_log_or_retry(retries: int) -> None:
    if is_log_emptied():
        return
    if not retries:
        log.warning("SQLite's log could not be emptied, because it is read: stop and start the site to empty it.")
        return
    again = threading.Timer(RETRY_S, _in_own_thread, [retries - 1])
    again.daemon = True
    again.start()


def _in_own_thread(retries: int) -> None:
    try:
        _empty_log_or_retry(retries)
    except DatabaseError as error:
        log.warning("SQLite's log is not emptied: %s", error)
    finally:
        connection.close()


def is_log_emptied() -> bool:
    """Write SQLite's write-ahead log back into the file and cut it to nothing; whether nobody read from it."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        [before] = cursor.fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_busy, *_ = cursor.fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {int(before)}")
    return not is_busy
