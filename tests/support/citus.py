"""A coordinator and two workers of Citus in a temporary folder.

SCOREBOOK_TEST_CITUS names the folder of a PostgreSQL with that extension; without it tests that need one are skipped.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from tests.support import postgres
from tests.support.process import free_port

FOLDER = os.environ.get("SCOREBOOK_TEST_CITUS", "")
WORKERS = 2
# Prepared transactions let a commit on several servers end after a crash; at most so long after it.
SETTINGS = postgres.CRASHING | {
    "listen_addresses": "127.0.0.1",
    "shared_preload_libraries": "citus",
    "max_prepared_transactions": "50",
    "citus.recover_2pc_interval": "1s",
    "max_connections": "100",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One server of the cluster."""

    server: postgres.Server
    port: int

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def execute(self, database: str, statement: str | sql.Composed) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    coordinator: Node
    workers: list[Node]

    @property
    def nodes(self) -> list[Node]:
        return [self.coordinator, *self.workers]

    def create_database(self, name: str, *, template: str = "template1") -> str:
        """Return the coordinator's URL of a new database that knows both workers. template: on the coordinator."""
        for node in self.nodes:
            source = sql.Identifier(template if node is self.coordinator else "template1")
            created = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), source)
            node.execute("postgres", created)
            node.execute(name, "CREATE EXTENSION citus")
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

    def prepared_transactions(self) -> int:
        return sum(len(node.execute("postgres", "SELECT 1 FROM pg_prepared_xacts")) for node in self.nodes)


@contextmanager
def cluster() -> Iterator[Cluster]:
    binaries = postgres.Binaries(folder=Path(FOLDER) / "bin", version=0)
    with tempfile.TemporaryDirectory(prefix="scorebook-citus-") as folder:
        os.chmod(folder, 0o755)
        nodes = [_new_node(Path(folder) / f"node{number}", binaries) for number in range(1 + WORKERS)]
        try:
            for node in nodes:
                node.server.start()
            yield Cluster(coordinator=nodes[0], workers=nodes[1:])
        finally:
            for node in nodes:
                if node.server.is_up:
                    node.server.stop()


def _new_node(folder: Path, binaries: postgres.Binaries) -> Node:
    folder.mkdir()
    port = free_port()
    server = postgres.Server(folder=folder, binaries=binaries, settings=SETTINGS | {"port": str(port)})
    return Node(server=server, port=port)
