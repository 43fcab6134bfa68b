"""Installations of their own, between which clubs move by the commands that an operator has."""

from __future__ import annotations

import gzip
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support import postgres
from tests.support.extent import IS_CI
from tests.support.process import ROOT, environment, manage

PROXY = Path(__file__).with_name("killing_proxy.py")
# Notes are of one installation, and so is what an arriving club is marked with.
OF_ONE_SITE = {"clubs_endedclub": (), "clubs_club": ("arriving_from",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """url: under which its people know it. database: of PostgreSQL; empty for SQLite in the folder."""

    folder: Path
    url: str
    database: str = ""

    @property
    def variables(self) -> dict[str, str]:
        allowed = {"SCOREBOOK_ALLOWED_HOSTS": "alt.example,neu.example,127.0.0.1"}
        return allowed | ({"DATABASE_URL": self.database} if self.database else {})

    def run(self, *arguments: str, code: int = 0) -> str:
        done = manage(*arguments, "--data", str(self.folder), **self.variables)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def receive_command(self, *before: str) -> str:
        settings = [f"{name}={text}" for name, text in self.variables.items()]
        manage_py = [sys.executable, str(ROOT / "manage.py"), "receive_club", "--data", str(self.folder)]
        return shlex.join([*before, "env", *settings, *manage_py])

    def move(self, club: str, other: Installation, *more: str, code: int = 0, through: str = "") -> str:
        sites = ("--from", self.url, "--to", other.url, "--through", through or other.receive_command())
        return self.run("move_club", club, *sites, *more, code=code)

    def try_move(self, club: str, other: Installation) -> int:
        """Return the exit code."""
        sites = ("--from", self.url, "--to", other.url, "--through", other.receive_command())
        return manage("move_club", club, *sites, "--data", str(self.folder), **self.variables).returncode

    def killed_move(self, club: str, other: Installation, *, whom: str, point: str) -> subprocess.CompletedProcess[str]:
        """A move in which one side is killed at a point (see `killing_proxy`)."""
        through = other.receive_command(sys.executable, str(PROXY), whom, point)
        sites = ["--from", self.url, "--to", other.url, "--through", through, "--data", str(self.folder)]
        command = [sys.executable, str(ROOT / "manage.py"), "move_club", club, *sites]
        return subprocess.run(command, env=environment(**self.variables), capture_output=True, text=True, timeout=120)

    def is_right(self) -> bool:
        return "everything is right" in self.run("audit")

    def rows(self, club: str) -> dict[str, list[Any]]:
        """All rows of the club and those linked with it, by table, as a backup has them."""
        file = self.folder / "rows.backup"
        self.run("backup", str(file), "--club", club)
        tables, place = dict[str, list[Any]](), ""
        kept: list[int] = []
        for line in map(json.loads, gzip.decompress(file.read_bytes()).splitlines()):
            if isinstance(line, dict) and "table" in line:
                place, left_out = line["table"], OF_ONE_SITE.get(line["table"], ())
                kept = [at for at, column in enumerate(line["columns"]) if column not in left_out]
                tables[place] = []
            elif isinstance(line, list) and OF_ONE_SITE.get(place) != ():
                tables[place].append(json.dumps([line[at] for at in kept], sort_keys=True))
        return {name: sorted(rows) for name, rows in tables.items()}


@contextmanager
def two_databases() -> Iterator[tuple[str, str]]:
    """Yield the addresses of two empty databases of PostgreSQL. Skips the test if there is no server; not in CI."""
    try:
        with postgres.private_server() as url:
            first, second = url, url.replace("/scorebook?", "/second?")
            with psycopg.connect(url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
                admin.execute("CREATE DATABASE scorebook")
                admin.execute("CREATE DATABASE second")
            yield first, second
    except postgres.PostgresMissing as missing:
        if IS_CI:
            raise
        pytest.skip(str(missing))
