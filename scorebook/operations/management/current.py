from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor


def check_is_current() -> None:
    """Raises: CommandError where the database is away, was made by another version, or not at all yet."""
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        raise CommandError(f"the database does not answer: {str(error).strip()}") from error
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("the database is not of this version: run manage.py migrate first")
