"""Databases that the first versions made: no migration leads from them to today's, and every command says so."""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import connection
from django.utils import translation

from scorebook.core.database.migration_state import DISCARDED, REFUSALS, MigrationState, migration_state
from scorebook.operations.backup.backups import RestoreRefused, restore_backup
from scorebook.operations.management.current import check_migrations_current
from tests.books.copies import reading
from tests.support.process import DATABASE, free_port, manage, plain

# Each is `migrate` of a version of then, on SQLite, and `.dump` of the file.
# first: what 2f24811 made, the first version with an evening. last: what the version before e927bd6 made.
SCHEMAS = Path(__file__).parent / "old_schemas"
NAMES = ("first", "last")


def old_database(folder: Path, name: str) -> Path:
    file = folder / DATABASE
    with closing(sqlite3.connect(file)) as database:
        database.executescript((SCHEMAS / f"{name}.sql").read_text())
    return file


def dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


def applied_in(name: str, folder: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(old_database(folder, name))) as database:
        return set(database.execute("SELECT app, name FROM django_migrations"))


@pytest.mark.django_db
@pytest.mark.sqlite_only(reason="the old databases are files")
@pytest.mark.parametrize("name", NAMES)
def test_an_unsupported_older_schema_is_not_taken_for_a_newer_one(tmp_path: Path, name: str) -> None:
    with reading(old_database(tmp_path, name)):
        assert migration_state(connection) is MigrationState.UNSUPPORTED
        with pytest.raises(CommandError, match="before 22 November 2026") as refused:
            check_migrations_current()
    assert "newer Scorebook has" not in str(refused.value)


@pytest.mark.once(reason="the old databases are files")
def test_all_migrations_that_were_replaced_are_known_by_name(tmp_path: Path) -> None:
    applied = applied_in("last", tmp_path)
    assert applied - DISCARDED == {(app, "0001_initial") for app in ("clubs", "ledger", "play")} and applied > DISCARDED


@pytest.mark.django_db
def test_a_backup_of_an_unsupported_schema_is_not_taken_for_a_newer_one(tmp_path: Path) -> None:
    header = {"format": "scorebook backup", "version": 1, "made_at": "2026-11-22T07:00:00+00:00"}
    first = json.dumps(header | {"migrations": sorted(map(list, applied_in("last", tmp_path)))}) + "\n"
    end = json.dumps({"end": True, "rows": {}, "sha256": hashlib.sha256(first.encode()).hexdigest()}) + "\n"
    file = tmp_path / "old.backup"
    file.write_bytes(gzip.compress((first + end).encode()))
    with pytest.raises(RestoreRefused, match="before 22 November 2026"):
        restore_backup(file)


@pytest.mark.thorough
@pytest.mark.sqlite_only(reason="the old databases are files")
@pytest.mark.parametrize("name", NAMES)
def test_every_command_says_so(tmp_path: Path, name: str) -> None:
    file = old_database(tmp_path, name)
    before = dump(file)
    for code, command in ((78, ["serve", "--port", str(free_port())]), (1, ["backup", "x.backup"]), (1, ["audit"])):
        refused = manage(*command, SCOREBOOK_DATA=str(tmp_path), LANG="C.UTF-8")
        assert refused.returncode == code and "before 22 November 2026" in plain(refused.stderr)
        assert "Traceback" not in refused.stderr
    assert dump(file) == before


@pytest.mark.once(reason="no database")
def test_the_sentence_is_translated() -> None:
    with translation.override("de"):
        assert all(translation.gettext(text) != text for text in REFUSALS.values())
