from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from scorebook.core.environment import database_setting
from tests.support import citus
from tests.support.process import manage

# As `migrate` makes it, on a server that has no extension in it: the template of all others.
MIGRATED = "migrated"


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[citus.Cluster]:
    if not citus.FOLDER:
        pytest.skip("SCOREBOOK_TEST_CITUS names no folder of a PostgreSQL with Citus")
    with citus.cluster() as started:
        started.coordinator.execute("postgres", f"CREATE DATABASE {MIGRATED}")
        data, url = tmp_path_factory.mktemp("migrated"), started.coordinator.url(MIGRATED)
        done = manage("migrate", "--data", str(data), DATABASE_URL=url)
        assert done.returncode == 0, done.stderr
        yield started


@pytest.fixture(scope="session")
def numbers() -> Iterator[int]:
    return count()


@pytest.fixture
def database(cluster: citus.Cluster, numbers: Iterator[int]) -> str:
    """The name of a new, empty database on the coordinator, not distributed yet."""
    name = f"clubs_{next(numbers)}"
    cluster.create_database(name, template=MIGRATED)
    return name


Manage = Callable[..., str]


@pytest.fixture
def run(cluster: citus.Cluster, database: str, tmp_path: Path) -> Manage:
    """Runs a command of manage.py on the new database. Returns what it printed; fails unless it ends with `code`."""

    def run_command(*arguments: str, code: int = 0, **variables: str) -> str:
        variables = {"DATABASE_URL": cluster.coordinator.url(database)} | variables
        done = manage(*arguments, "--data", str(tmp_path / "data"), **variables)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run_command


@contextmanager
def connected_to(url: str, **settings: object) -> Iterator[BaseDatabaseWrapper]:
    """The site's connection leads to this database; the tests' own is not used."""
    before = connections["default"]
    engine = {"ENGINE": "scorebook.core.database.postgresql", "OPTIONS": {}}
    chosen = before.settings_dict | database_setting(url) | engine | settings
    connections["default"] = opened = load_backend(chosen["ENGINE"]).DatabaseWrapper(chosen, "default")
    ContentType.objects.clear_cache()  # their ids are others there
    try:
        yield opened
    finally:
        opened.close()
        connections["default"] = before
        ContentType.objects.clear_cache()
