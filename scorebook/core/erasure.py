"""Removal of erased texts from the database's files and from the cached sheets.

SQLite: `secure_delete` (settings) overwrites the text in the file; here the write-ahead log, which still holds earlier
pages, is written back and truncated. PostgreSQL: `VACUUM` removes dead rows, and `ANALYZE` the sample names in its
statistics. Older files kept by an operating system, a backup or PostgreSQL's own log are out of reach
(docs/operation.md).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection
from functools import partial

from django.core.cache import caches
from django.db import DatabaseError, connection, models, transaction

log = logging.getLogger(__name__)
# How long to wait for the log's end; other writers wait meanwhile.
WAIT_MS = 100
# A reader of an older state keeps the log. No request and no export reads longer than all of these tries take.
RETRY_S, RETRIES = 5.0, 120


def erase_traces(*, after_changes_of: Collection[type[models.Model]]) -> None:
    """Erase the traces after the transaction commits. A failure is logged and does not affect the changes."""
    tables = sorted(model._meta.db_table for model in after_changes_of)
    transaction.on_commit(partial(_erase_traces_now, tables), robust=True)


def _erase_traces_now(tables: Collection[str]) -> None:
    try:
        caches["sheets"].clear()
    except OSError as error:
        log.warning("Sheets with an erased name may be shown for a minute: %s", error)
    if connection.vendor == "sqlite":
        _empty_log_or_retry(RETRIES)
        return
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM (ANALYZE) {', '.join(connection.ops.quote_name(table) for table in tables)}")


def _empty_log_or_retry(retries: int) -> None:
    if empty_sqlite_log():
        return
    if not retries:
        log.warning("SQLite's log could not be emptied, because it is read: stop and start the site to empty it.")
        return
    again = threading.Timer(RETRY_S, _empty_log_in_own_thread, [retries - 1])
    again.daemon = True
    again.start()


def _empty_log_in_own_thread(retries: int) -> None:
    try:
        _empty_log_or_retry(retries)
    except DatabaseError as error:
        log.warning("SQLite's log is not emptied: %s", error)
    finally:
        connection.close()


def empty_sqlite_log() -> bool:
    """Write SQLite's write-ahead log back and truncate it. Return whether no reader prevented that."""
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
