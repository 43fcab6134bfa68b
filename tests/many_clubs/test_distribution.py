"""A database is distributed over two workers of Citus, extended by a migration, and brought back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.exchange.club_with_everything import file_with_everything
from tests.many_clubs.conftest import MIGRATED, Manage
from tests.support import citus
from tests.support.process import free_port

pytestmark = pytest.mark.once

# All that `migrate` makes, by name. PostgreSQL 18 names a column's NOT NULL too, and nothing refers to that name.
CATALOG = """
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL
    SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL
    SELECT tgrelid::regclass::text, tgname, concat(tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger
    WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    UNION ALL
    SELECT table_name, column_name, concat(data_type, column_default, is_nullable, identity_generation)
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE 'citus%'
    UNION ALL
    SELECT relname, 'options', reloptions::text FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reloptions IS NOT NULL
"""
# A condition that was read from its text once more has its casts at other places, as after pg_restore.
CASTS = re.compile(r"::character varying|::text|\[\]|[()\[\]]")
TOMORROW = {"DJANGO_SETTINGS_MODULE": "tests.many_clubs.tomorrow.settings"}


def catalog(node: citus.Node, database: str) -> set[tuple[object, ...]]:
    return {
        (table, name, CASTS.sub("", str(text)) if str(text).startswith("CHECK") else text)
        for table, name, text in node.execute(database, CATALOG)
    }


def rows(node: citus.Node, database: str) -> dict[object, object]:
    tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
    names = [name for (name,) in node.execute(database, tables)]
    return {name: node.execute(database, f'SELECT count(*) FROM "{name}"')[0][0] for name in names}


@pytest.fixture
def filled(run: Manage, tmp_path: Path) -> None:
    """The demo club, and another one with two clubs that are linked to it."""
    file = tmp_path / "club.json"
    file.write_bytes(file_with_everything())
    run("import_club", str(file))
    run("demo", "--years", "1", "--hands", "200")


@pytest.mark.django_db
@pytest.mark.usefixtures("filled")
def test_a_filled_database_is_distributed_and_brought_back(cluster: citus.Cluster, database: str, run: Manage) -> None:
    before = rows(cluster.coordinator, database)
    run("distribute", "--check", code=1)
    assert "29 tables distributed" in run("distribute")
    assert "nothing to do" in run("distribute")
    run("distribute", "--check")
    assert rows(cluster.coordinator, database) == before
    shards = cluster.coordinator.execute(database, "SELECT DISTINCT nodeport, shard_size > 8192 FROM citus_shards")
    assert {(worker.port, True) for worker in cluster.workers} <= set(shards)
    assert "everything is right" in run("audit")
    run("distribute", "--undo")
    assert catalog(cluster.coordinator, database) == catalog(cluster.coordinator, MIGRATED)
    assert rows(cluster.coordinator, database) == before
    assert "everything is right" in run("audit")
    run("distribute", "--check", code=1)


def test_tables_of_a_later_version_are_distributed_by_migrate(
    cluster: citus.Cluster, database: str, run: Manage
) -> None:
    run("distribute")
    run("migrate", **TOMORROW)
    run("distribute", "--check", **TOMORROW)
    # Both migrations once more: the second now changes a table that is distributed.
    run("migrate", "tomorrow", "0001", **TOMORROW)
    run("migrate", **TOMORROW)
    run("distribute", "--check", **TOMORROW)
    # Every key begins with the club; the one of the club alone is dropped, and nothing is distributed anew.
    run("migrate", "tomorrow", "0002", **TOMORROW)
    run("migrate", "tomorrow", "0003", **TOMORROW)
    keys = {(name, text) for table, name, text in catalog(cluster.coordinator, database) if table == "tomorrow_drink"}
    assert ("tomorrow_drink_pkey", "PRIMARY KEY (club_id, id)") in keys
    assert "FOREIGN KEY (club_id, player_id) REFERENCES clubs_player(club_id, id) DEFERRABLE INITIALLY DEFERRED" in {
        text for _, text in keys
    }
    run("migrate", "tomorrow", "zero", **TOMORROW)
    run("distribute", "--check")
    run("distribute", "--undo")
    assert catalog(cluster.coordinator, database) == catalog(cluster.coordinator, MIGRATED)


def test_the_site_does_not_start_with_a_part_of_its_tables_distributed(
    cluster: citus.Cluster, database: str, run: Manage
) -> None:
    run("distribute")
    keys = "SELECT conname FROM pg_constraint WHERE conrelid = 'play_shelvedevening'::regclass AND contype = 'f'"
    for (key,) in cluster.coordinator.execute(database, keys):
        cluster.coordinator.execute(database, f'ALTER TABLE play_shelvedevening DROP CONSTRAINT "{key}"')
    cluster.coordinator.execute(database, "SELECT undistribute_table('play_shelvedevening')")
    printed = run("serve", "--port", str(free_port()), code=78)
    assert "play_shelvedevening" in printed and "manage.py distribute" in printed
    assert "1 tables distributed" in run("distribute")
    run("distribute", "--check")


def test_the_owner_of_the_database_needs_no_superuser(
    cluster: citus.Cluster, run: Manage, numbers: Iterator[int]
) -> None:
    owner, database = "keeper", f"owned_{next(numbers)}"
    cluster.create_database(database)
    # The extension does both on the workers too.
    cluster.coordinator.execute(database, f"CREATE ROLE {owner} LOGIN")
    cluster.coordinator.execute(database, f"ALTER DATABASE {database} OWNER TO {owner}")
    own = {"DATABASE_URL": cluster.coordinator.url(database).replace("postgres@", f"{owner}@")}
    run("migrate", **own)
    assert "29 tables distributed" in run("distribute", **own)
    run("demo", "--years", "1", "--hands", "50", **own)
    run("migrate", **own | TOMORROW)
    run("distribute", "--check", **own | TOMORROW)
    assert "everything is right" in run("audit", **own | TOMORROW)
