from django.core.management.base import CommandError
from django.db import OperationalError, connection

from scorebook.core.database.migration_state import REFUSALS, MigrationState, migration_state
from scorebook.core.database.outage import outage_text


def check_migrations_current() -> None:
    """Raise CommandError if the database is away, was made by another version, or is not migrated yet."""
    try:
        state = migration_state(connection)
    except OperationalError as error:
        raise CommandError(outage_text(error)) from error
    if refusal := REFUSALS.get(state):
        raise CommandError(refusal)
    if state is MigrationState.MISSING:
        raise CommandError("the database is not of this version: run manage.py migrate first")
