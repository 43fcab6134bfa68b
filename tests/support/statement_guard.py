"""A plugin of pytest: a statement of the product that does not name the club of its rows fails the test that sent it.

Clubs can be spread over several servers only if every statement says whose rows it wants. The guard reads each
statement that product code sends, on either engine (`statement_clubs`). A function that is excepted may ask for all
clubs, but no statement may need rows of several servers together.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.backends.sqlite3.base import DatabaseWrapper as SqliteWrapper
from sqlglot.errors import ParseError

from tests.support.statement_clubs import shape, tables_without_club, uncompared_tables
from tests.support.statement_exceptions import EXCEPTIONS

ROOT = Path(__file__).resolve().parents[2]
_ROWS = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b", re.IGNORECASE)
_OURS = tuple(f"{ROOT / folder}{os.sep}" for folder in ("scorebook", "tests", "benchmarks", "scripts"))
PRODUCT = _OURS[0]
# Functions that send the statements of others.
_BETWEEN = (__file__, f"{PRODUCT}core/rows/", f"{PRODUCT}core/append_only.py")
_MIGRATION = re.compile(r"/migrations/|/database/migration_|/commands/migrate\.py$")
# Django reads the row of a broken reference by its rowid, on SQLite alone.
_CHECK_OF_REFERENCES = SqliteWrapper.check_constraints.__code__

Execute = Callable[[Any, Any, bool, Any], Any]
_found: list[str] = []  # statements without their club, since the test began


def pytest_configure() -> None:
    connection_created.connect(_watch, dispatch_uid="statement guard")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    _found.clear()
    result = yield
    if _found:
        pytest.fail("statements without the club of their rows:\n" + "\n".join(_found), pytrace=False)
    return result


def _watch(connection: BaseDatabaseWrapper, **_: object) -> None:
    if read_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(read_statement)


def read_statement(execute: Execute, sql: Any, params: Any, many: bool, context: Mapping[str, Any]) -> Any:
    vendor = context["connection"].vendor
    if isinstance(sql, str) and (tables := _faulty_tables(shape(sql), vendor, tables_without_club)):
        caller = _caller(sys._getframe(1))
        if caller.partition(":")[0] in EXCEPTIONS:
            tables = _faulty_tables(shape(sql), vendor, uncompared_tables)
        if caller and tables:
            _found.append(f"{caller}: {', '.join(tables)}: {sql}")
    return execute(sql, params, many, context)


@cache
def _faulty_tables(sql: str, vendor: str, read: Callable[..., list[str]]) -> tuple[str, ...]:
    if not _ROWS.match(sql):
        return ()
    try:
        return tuple(read(sql, vendor=vendor, club_columns=club_columns()))
    except ParseError as error:
        return (f"cannot be read: {error}",)


@lru_cache
def club_columns() -> dict[str, str]:
    """Return table -> its column of the club, for every table with rows of a club."""
    from scorebook.clubs import club_tables  # the plugin is loaded before Django

    return {model._meta.db_table: column for model, column in club_tables.club_columns().items()}


def _caller(frame: FrameType | None) -> str:
    """Return the product's function that sent the statement, as "module.function:line"; "" for all that is excused."""
    found = ""
    while frame:
        file = frame.f_code.co_filename
        if _MIGRATION.search(file) or frame.f_code is _CHECK_OF_REFERENCES:
            return ""
        if not found and file.startswith(_OURS) and not file.startswith(_BETWEEN):
            if not file.startswith(PRODUCT):
                return ""
            found = f"{frame.f_globals['__name__']}.{frame.f_code.co_qualname}:{frame.f_lineno}"
        frame = frame.f_back
    return found
