"""The recognition of a database that is spread over several servers by club."""

from django.db.backends.base.base import BaseDatabaseWrapper

_known: dict[tuple[str, ...], bool] = {}  # by the address of the database


def is_distributed(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database has the extension citus. One statement for each database in a process."""
    if connection.vendor != "postgresql":
        return False
    address = tuple(str(connection.settings_dict.get(name)) for name in ("HOST", "PORT", "NAME"))
    if address not in _known:
        with connection.cursor() as cursor:
            cursor.execute("SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')")
            [_known[address]] = cursor.fetchone()
    return _known[address]
