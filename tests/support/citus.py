"""A coordinator and two workers of Citus in a temporary folder.

SCOREBOOK_TEST_CITUS names the folder of a PostgreSQL with that extension; without it tests that need one are skipped.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from tests.support import postgres
from tests.support.process import free_port

FOLDER = os.environ.get("SCOREBOOK_TEST_CITUS", "")
WORKERS = 2
RECOVERED_S = 30
# Prepared transactions let a commit on several servers end after a crash; at most so long after it.
SETTINGS = postgres.CRASHING | {
    "listen_addresses": "127.0.0.1",
    "shared_preload_libraries": "citus",
    "max_prepared_transactions": "50",
    "citus.recover_2pc_interval": "1s",
    "max_connections": "100",
    "wal_level": "logical",  # clubs move between workers
    "log_line_prefix": "%e_",  # the SQLSTATE before each line
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One server of the cluster."""

    server: postgres.Server
    port: int

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    @property
    def log(self) -> Path:
        return self.server.folder / "log"

    def execute(self, database: str, statement: str | sql.Composed) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def make_database(self, name: str, *, template: str = "template1") -> None:
        """Make a database with the extension, known to no other server yet."""
        made = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        self.execute("postgres", made)
        self.execute(name, "CREATE EXTENSION citus")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    coordinator: Node
    workers: list[Node]

    @property
    def nodes(self) -> list[Node]:
        return [self.coordinator, *self.workers]

    def create_database(self, name: str, *, template: str = "template1") -> str:
        """Return the coordinator's URL of a new database that knows both workers. template: on the coordinator."""
        self.coordinator.make_database(name, template=template)
        for worker in self.workers:
            worker.make_database(name)
        self.coordinator.execute(name, f"SELECT citus_set_coordinator_host('127.0.0.1', {self.coordinator.port})")
        for worker in self.workers:
            self.coordinator.execute(name, f"SELECT citus_add_node('127.0.0.1', {worker.port})")
        return self.coordinator.url(name)

    def worker_of(self, database: str, club: object) -> Node:
        """Return the worker with the rows of a club."""
        found = (
            "SELECT nodeport FROM citus_shards WHERE shardid = get_shard_id_for_distribution_column('clubs_club', {})"
        )
        [(port,)] = self.coordinator.execute(database, sql.SQL(found).format(sql.Literal(str(club))))
        return next(worker for worker in self.workers if worker.port == port)

    def wait_until_nothing_is_prepared(self) -> None:
        """Until the coordinator has completed or undone each commit that a crash interrupted."""
        until_s = time.monotonic() + RECOVERED_S
        while any(node.execute("postgres", "SELECT 1 FROM pg_prepared_xacts") for node in self.nodes):
            assert time.monotonic() < until_s


@contextmanager
def cluster() -> Iterator[Cluster]:
    with ExitStack() as stack:
        coordinator, *workers = [stack.enter_context(server()) for _ in range(1 + WORKERS)]
        yield Cluster(coordinator=coordinator, workers=workers)


@contextmanager
def server() -> Iterator[Node]:
    """One that knows no other."""
    binaries = postgres.Binaries(folder=Path(FOLDER) / "bin", version=0)
    with tempfile.TemporaryDirectory(prefix="scorebook-citus-") as folder:
        port = free_port()
        started = postgres.Server(folder=Path(folder), binaries=binaries, settings=SETTINGS | {"port": str(port)})
        started.start()
        try:
            yield Node(server=started, port=port)
        finally:
            if started.is_up:
                started.stop()
