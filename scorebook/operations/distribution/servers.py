"""The servers over which a database can be distributed: PostgreSQL with the extension Citus."""

from django.db import connection


class ServersRefused(Exception):
    """The database cannot be distributed. The text says what its operator can do."""


def check_servers() -> None:
    """Raise ServersRefused unless the database is on a coordinator that knows a worker."""
    if connection.vendor != "postgresql":
        raise ServersRefused("only a database on PostgreSQL can be distributed; this one is on SQLite")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_extension WHERE extname = 'citus'")
        if cursor.fetchone() == (0,):
            raise ServersRefused("the database lacks the extension Citus: CREATE EXTENSION citus (docs/many-clubs.md)")
        cursor.execute("SELECT citus_is_coordinator(), (SELECT count(*) FROM citus_get_active_worker_nodes())")
        is_coordinator, workers = cursor.fetchone()
    if not is_coordinator:
        raise ServersRefused("this server is a worker; run the command with DATABASE_URL of the coordinator")
    if not workers:
        raise ServersRefused("the coordinator knows no worker: SELECT citus_add_node('host', 5432)")
