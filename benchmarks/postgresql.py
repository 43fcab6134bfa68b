"""A PostgreSQL server of the benchmarks' own, with the settings it is installed with, and databases on it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from benchmarks.machine import ROOT, cpu_s, processes
from tests.support.postgres import Server, durable_server


@dataclass(frozen=True)
class Postgres:
    server: Server

    @property
    def bin(self) -> Path:
        return self.server.binaries

    @property
    def folder(self) -> Path:
        """Return the folder of its socket."""
        return self.server.folder

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def cpu_s(self) -> float:
        return cpu_s(processes(self.server.pid))

    def has(self, database: str) -> bool:
        with self.connected() as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone()
        return found is not None

    def create(self, database: str) -> str:
        """Make an empty database of this name, in place of an older one, and return its URL."""
        self.drop(database)
        with self.connected() as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        return self.url(database)

    def copy(self, database: str, to: str) -> str:
        self.drop(to)
        with self.connected() as connection:
            # Fast for large ones; from PostgreSQL 15 on.
            connection.execute(f'CREATE DATABASE "{to}" TEMPLATE "{database}" STRATEGY file_copy')
        return self.url(to)

    def drop(self, database: str) -> None:
        with self.connected() as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def connected(self, database: str = "postgres") -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self.url(database), autocommit=True)

    def version(self) -> str:
        with self.connected() as connection:
            return "PostgreSQL {}".format(*connection.execute("SHOW server_version").fetchone() or "?")


@contextmanager
def private_postgres(kept: Path | None = None) -> Iterator[Postgres]:
    """kept: the folder in which its databases stay for the next run. Raises tests.support.postgres.PostgresMissing."""
    with durable_server(kept and kept / "postgresql") as server:
        yield Postgres(server)


def filled(postgres: Postgres, hands: int) -> str:
    """Return a database with a club of so many hands, kept or filled now."""
    name, unfinished = f"filled_{hands}", f"filling_{hands}"
    if not postgres.has(name):
        command = [sys.executable, "-m", "benchmarks.filled_club", "--hands", str(hands)]
        subprocess.run(command, cwd=ROOT, env=os.environ | {"DATABASE_URL": postgres.create(unfinished)}, check=True)
        with postgres.connected() as connection:
            connection.execute(f'ALTER DATABASE "{unfinished}" RENAME TO "{name}"')
    return name
