"""`manage.py distribute` says why it changes nothing, and what to do."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.many_clubs.conftest import Manage
from tests.support import citus
from tests.support.process import manage


@pytest.mark.django_db
@pytest.mark.sqlite_only("one file is on one server")
def test_sqlite_is_refused() -> None:
    with pytest.raises(CommandError, match="only a database on PostgreSQL"):
        call_command("distribute")


@pytest.mark.django_db
@pytest.mark.postgresql_only("an extension of PostgreSQL")
def test_a_server_without_the_extension_is_refused() -> None:
    with pytest.raises(CommandError, match="CREATE EXTENSION citus"):
        call_command("distribute", undo=True)


@pytest.mark.once
def test_a_coordinator_without_workers_is_refused(cluster: citus.Cluster, database: str, run: Manage) -> None:
    for worker in cluster.workers:
        cluster.coordinator.execute(database, f"SELECT citus_remove_node('127.0.0.1', {worker.port})")
    assert "citus_add_node" in run("distribute", code=1)


@pytest.mark.once
def test_a_worker_is_refused(cluster: citus.Cluster, database: str, run: Manage) -> None:
    assert "is a worker" in run("distribute", code=1, DATABASE_URL=cluster.workers[0].url(database))


@pytest.mark.once
def test_a_database_that_is_not_migrated_is_refused(cluster: citus.Cluster, numbers: object, tmp_path: Path) -> None:
    url = cluster.create_database("not_migrated")
    done = manage("distribute", "--data", str(tmp_path), DATABASE_URL=url)
    assert done.returncode == 1 and "run manage.py migrate first" in done.stderr
