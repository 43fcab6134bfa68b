from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def check_is_current() -> None:
    """Raises: CommandError where the database was made by another version, or not at all yet."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("the database is not of this version: run manage.py migrate first")
