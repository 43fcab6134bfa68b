"""Ids that exist already. A client's key may be the id of a row of another club, which no statement looks for."""

import re
from collections.abc import Collection
from uuid import UUID

from django.apps import apps
from django.db import IntegrityError, connection, transaction

# Of an append-only table, SQLite's trigger refuses the row before the constraint does (`append_only`).
_OF_SQLITE = re.compile(r"UNIQUE constraint failed: (\w+)\.id$|^(\w+) is append-only$")
_PRIMARY_KEY = re.compile(r"_pkey(?:_\d+)?\b")  # in any language; with a number where a table is spread over servers
_OF_POSTGRESQL = re.compile(r"\(id\)=\(([-0-9a-f]+)\)")


def is_taken_id(error: IntegrityError) -> bool:
    """Return whether a new row was refused because another row, of any club, has its id."""
    # Any primary key: the transfers of a taken entry may be refused before the entry is.
    pattern = _PRIMARY_KEY if connection.vendor == "postgresql" else _OF_SQLITE
    return bool(pattern.search(str(error)))


def taken_id(error: IntegrityError, ids: Collection[UUID]) -> UUID | None:
    """Return which of the ids of new rows is that of another row; None if they were refused for another reason."""
    if connection.vendor == "postgresql":
        named = _OF_POSTGRESQL.search(str(error)) if is_taken_id(error) else None
        return UUID(named[1]) if named else None
    named = _OF_SQLITE.search(str(error))
    return _existing_id_on_sqlite(named[1] or named[2], ids) if named else None


def _existing_id_on_sqlite(table: str, ids: Collection[UUID]) -> UUID | None:
    # SQLite names the table and no value. It has undone the statement alone, so others may follow.
    is_undone = connection.in_atomic_block and transaction.get_rollback()
    if is_undone:
        transaction.set_rollback(False)
    try:
        return _existing_id(table, ids)
    finally:
        if is_undone:
            transaction.set_rollback(True)


def _existing_id(table: str, ids: Collection[UUID]) -> UUID | None:
    model = next(model for model in apps.get_models() if model._meta.db_table == table)
    return model._default_manager.filter(pk__in=ids).values_list("pk", flat=True).first()
