"""The temporary views that `scorebook.core.rows` writes through, each with a trigger."""

from django.db.backends.base.base import BaseDatabaseWrapper

# The beginning of their names.
VIEW = "rows_"


def drop_views(connection: BaseDatabaseWrapper) -> None:
    """Drop all views of this connection; they are made again when needed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_temp_master WHERE type = 'view' AND name GLOB %s", [f"{VIEW}*"])
        for (name,) in cursor.fetchall():
            cursor.execute(f'DROP VIEW "{name}"')
