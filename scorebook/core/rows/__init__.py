"""Reads and writes of rows of several tables at once, by the models' own fields, on either engine.

The changes of one write are one statement, and so all or nothing. Every statement names the club, and every club's
table has a field `club`.
Decision: docs/decisions/406-a-hand-is-scored-before-anything-is-locked.md.
"""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from django.db import connection

from scorebook.core.rows.on_postgresql import write_at_once
from scorebook.core.rows.on_sqlite import prepared_trigger_write
from scorebook.core.rows.row_changes import (
    Change,
    Insert,
    Row,
    RowChanged,
    RowMissing,
    Shape,
    Update,
    changes_by_shape,
)
from scorebook.core.rows.selecting import (
    column_count,
    columns_sql,
    copied_instance,
    execute_prepared,
    instance_from_columns,
    unsaved_instance,
)

__all__ = [
    "Change",
    "Insert",
    "Row",
    "RowChanged",
    "RowMissing",
    "Shape",
    "Update",
    "column_count",
    "columns_sql",
    "copied_instance",
    "execute_prepared",
    "instance_from_columns",
    "prepared_write",
    "unsaved_instance",
    "write_rows",
]


def write_rows(changes: Sequence[Change], *, club_id: UUID) -> None:
    """Make all changes, all of rows of this club, in the order of `WRITTEN_ROWS`.

    Raises: RowChanged; RowMissing; django.db.IntegrityError if a row breaks a constraint of its table.
    """
    prepared_write(changes, club_id=club_id)()


def prepared_write(changes: Sequence[Change], *, club_id: UUID) -> Callable[[], None]:
    """Return a function that makes the changes, to be called once. SQLite's values are converted now, before any lock.

    The function raises as `write_rows`.
    """
    wanted = changes_by_shape(changes)
    if not wanted:
        return lambda: None
    if connection.vendor == "postgresql":
        return partial(write_at_once, wanted, club_id)
    return prepared_trigger_write(wanted, club_id)
