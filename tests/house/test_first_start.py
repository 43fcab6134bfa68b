"""Several installations of one site start at the same moment: each waits for its turn, and all of them serve."""

import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.support import postgres
from tests.support.process import Serving, manage, serving

TOGETHER = 4

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Server | None]:
    if connection.vendor == "sqlite":
        yield None
        return
    with postgres.crashing_server() as server:
        yield server


def new_database(folder: Path, cluster: postgres.Server | None, name: str) -> str:
    """The URL of one that nobody has opened yet, of the engine that this run is for."""
    if cluster is None:
        return f"sqlite:///{folder}/{name}.sqlite3"
    with psycopg.connect(cluster.url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    return cluster.url.replace("/scorebook?", f"/{name}?")


def test_first_starts_at_the_same_time_all_serve(tmp_path: Path, cluster: postgres.Server | None) -> None:
    url = new_database(tmp_path, cluster, "started")
    with ExitStack() as running, ThreadPoolExecutor(TOGETHER) as starts:

        def start(_: int) -> Serving:
            return running.enter_context(
                serving("--host", "127.0.0.1", data=tmp_path, first_start=True, DATABASE_URL=url)
            )

        for server in starts.map(start, range(TOGETHER)):
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/", timeout=30) as answer:
                assert answer.status == 200


def test_migrate_by_hand_waits_too(tmp_path: Path, cluster: postgres.Server | None) -> None:
    url = new_database(tmp_path, cluster, "migrated")
    with ThreadPoolExecutor(TOGETHER) as starts:
        done = list(starts.map(lambda _: manage("migrate", "--data", str(tmp_path), DATABASE_URL=url), range(TOGETHER)))
    assert [one.returncode for one in done] == [0] * TOGETHER, [one.stderr for one in done]
