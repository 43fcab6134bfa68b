"""The tables that the extension Citus spreads over several servers, club by club (`operations.distribution`)."""

from django.db.backends.base.base import BaseDatabaseWrapper

_DISTRIBUTED = """
    SELECT relname FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid WHERE partmethod = 'h'
"""


def distributed_tables(connection: BaseDatabaseWrapper) -> frozenset[str]:
    """Return their names; none on a server without the extension."""
    if connection.vendor != "postgresql":
        return frozenset()
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('pg_dist_partition') IS NOT NULL")
        if cursor.fetchone() == (False,):
            return frozenset()
        cursor.execute(_DISTRIBUTED)
        return frozenset(name for (name,) in cursor.fetchall())
