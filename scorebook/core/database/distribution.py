"""A database that the extension Citus spreads over several servers, club by club (`operations.distribution`)."""

from django.db.backends.base.base import BaseDatabaseWrapper

_DISTRIBUTED = """
    SELECT relname FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid WHERE partmethod = 'h'
"""
_known: dict[tuple[str, ...], bool] = {}  # by the address of the database


def is_distributed(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database has the extension. One statement for each database in a process."""
    if connection.vendor != "postgresql":
        return False
    address = tuple(str(connection.settings_dict.get(name)) for name in ("HOST", "PORT", "NAME"))
    if address not in _known:
        connection.ensure_connection()
        with connection.wrap_database_errors:  # by the driver: the statement belongs to the process, not to a request
            found = connection.connection.execute("SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')")
            [_known[address]] = found.fetchone()
    return _known[address]


def distributed_tables(connection: BaseDatabaseWrapper) -> frozenset[str]:
    """Return their names; none on a server without the extension."""
    if not is_distributed(connection):
        return frozenset()
    with connection.cursor() as cursor:
        cursor.execute(_DISTRIBUTED)
        return frozenset(name for (name,) in cursor.fetchall())
