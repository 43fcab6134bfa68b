"""The recognition of a database that is spread over several servers by club."""

from django.db.backends.base.base import BaseDatabaseWrapper

_known: dict[tuple[str, ...], bool] = {}  # by the address of the database


def is_distributed(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database has the extension citus. One statement for each database in a process."""
    if connection.vendor != "postgresql":
        return False
    address = tuple(str(connection.settings_dict.get(name)) for name in ("HOST", "PORT", "NAME"))
    if address not in _known:
        connection.ensure_connection()
        with connection.wrap_database_errors:  # by the driver: the statement belongs to the process, not to a request
            found = connection.connection.execute("SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')")
            [_known[address]] = found.fetchone()
    return _known[address]
