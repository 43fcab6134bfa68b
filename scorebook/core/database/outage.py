"""Detection of database outages: away, hung, full, read-only, or of another version than the code.

Violated constraints and faults of the program (IntegrityError, DataError, ProgrammingError) are no outages. A missing
table or column is one only while the versions of code and database differ, that is, during an update.
"""

import re
import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError

from scorebook.core.database.migration_state import MigrationState, migration_state_now

RETRY_AFTER_S = 5
# Connection, resources (a full disk, too many connections), intervention (shutdown, timeout), system.
_CLASSES = ("08", "53", "57", "58")
# Read-only; idle too long; deadlock; a lock not available in time; serialization failure.
_LOCK_TAKEN = "55P03"
_STATES = ("25006", "25P03", "40P01", _LOCK_TAKEN, "40001")
# A coordinator of Citus reports as internal errors, without a state of their own, that a worker died within a
# transaction or at its end and that it dies itself while it waits for a worker.
_INTERNAL_ERROR = "XX000"
_SERVER_DIED = re.compile(
    "postmaster was shut down|server closed the connection|no connection to the server|connection not open"
    "|could not (receive data from|send data to) server|SSL (connection has been closed|SYSCALL error)"
    "|could not commit transaction for shard|failed to prepare transaction|failure on connection marked as essential"
)
_SQLITE = (
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
)  # fmt: skip
_PRIMARY = 0xFF
_UNDEFINED = ("42P01", "42703", "42883")  # table, column, function
# SQLite has one code for all faults of a statement.
_UNDEFINED_ON_SQLITE = re.compile("no such (table|column|function)|has no column named")


def is_outage(error: BaseException) -> bool:
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    if is_database_of_other_version(error):
        return True
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & _PRIMARY in _SQLITE
    if state := _sqlstate_of_cause(cause):
        has_died = state == _INTERNAL_ERROR and bool(_SERVER_DIED.search(str(cause)))
        return has_died or state.startswith(_CLASSES) or state in _STATES
    # Without a state, the server has not answered.
    return isinstance(error, OperationalError | InterfaceError)


def is_database_of_other_version(error: BaseException) -> bool:
    """Return whether a table, column or function is missing because the versions of database and code differ."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        is_undefined = bool(_UNDEFINED_ON_SQLITE.search(str(cause)))
    else:
        is_undefined = _sqlstate_of_cause(cause) in _UNDEFINED
    return is_undefined and migration_state_now() is not MigrationState.APPLIED


def is_database_lock_taken(error: BaseException) -> bool:
    """Return whether PostgreSQL could not get a lock, at once or in time."""
    return _sqlstate_of_cause(error.__cause__) == _LOCK_TAKEN


def is_database_file_taken(error: BaseException) -> bool:
    """Return whether another connection is writing in SQLite's file."""
    return getattr(error.__cause__, "sqlite_errorcode", 0) & _PRIMARY == sqlite3.SQLITE_BUSY


def outage_text(error: BaseException) -> str:
    """Return one English sentence for a terminal."""
    if is_database_lock_taken(error) or is_database_file_taken(error):
        return "the database is busy: another program is writing in it. Try again in a moment."
    return f"the database does not answer: {outage_reason(error)}"


def outage_reason(error: BaseException) -> str:
    """Return the first line of the database's message."""
    return str(error).strip().partition("\n")[0]


def _sqlstate_of_cause(cause: BaseException | None) -> str | None:
    """Return PostgreSQL's error code, without importing its driver, which SQLite does not need."""
    state: str | None = getattr(cause, "sqlstate", None)
    return state
