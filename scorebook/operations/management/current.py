from django.core.management.base import CommandError
from django.db import OperationalError, connection

from scorebook.core.migration_state import MigrationState, migration_state


def check_is_current() -> None:
    """Raises: CommandError where the database is away, was made by another version, or not at all yet."""
    try:
        state = migration_state(connection)
    except OperationalError as error:
        raise CommandError(f"the database does not answer: {str(error).strip()}") from error
    if state is MigrationState.NEWER:
        raise CommandError("the database was brought up to date by a newer Scorebook: docs/operator.md, Update")
    if state is MigrationState.MISSING:
        raise CommandError("the database is not of this version: run manage.py migrate first")
