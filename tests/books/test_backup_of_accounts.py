"""A backup keeps accounts, and leaves out who is logged in and what Django fills by itself."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from scorebook.accounts.models import User
from scorebook.clubs.models import Club
from scorebook.exchange.club_file import club_file_lines
from scorebook.operations.audit.full_audit import audit_club, missing_append_only_triggers
from scorebook.operations.backup.backups import back_up, restore_backup
from scorebook.play.models import HandEvent
from tests.books.copies import lines_of, reading, written
from tests.support.played_evening import PlayedEvening, new_evening, rufer

pytestmark = pytest.mark.sampled

NOW = datetime(2026, 11, 25, 8, 0, tzinfo=UTC)
PASSWORD = "nimm-die-alte-sau"
DJANGO_APPS = ("contenttypes", "auth", "sessions", "admin")


def played() -> PlayedEvening:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    return evening


def logged_in(user: User) -> Client:
    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    return client


def tables(file: Path) -> set[str]:
    return {line["table"] for line in lines_of(file) if isinstance(line, dict) and "table" in line}


def before_accounts(file: Path, to: Path) -> Path:
    """As the version before would have written it."""
    lines: list[Any] = []
    table = ""
    for line in lines_of(file):
        table = line.get("table", "") if isinstance(line, dict) else table
        if table != "accounts_user":
            lines.append(line)
    older = [one for one in lines[0]["migrations"] if one[0] not in (*DJANGO_APPS, "accounts")]
    lines[0]["migrations"] = older
    return written(to, lines)


def test_what_a_backup_holds_of_accounts(db: None, tmp_path: Path) -> None:
    played()
    logged_in(User.objects.create_superuser("rosi", PASSWORD))
    back_up(tmp_path / "one.backup", made_at=NOW)
    found = tables(tmp_path / "one.backup")
    assert "accounts_user" in found
    assert not {name for name in found if name.startswith(("django_", "auth_"))}
    assert Session.objects.count() == 1 and ContentType.objects.exists() and Permission.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_after_a_restore_nobody_is_logged_in_and_passwords_are_those_of_the_backup(tmp_path: Path) -> None:
    played()
    rosi = User.objects.create_superuser("rosi", PASSWORD)
    back_up(tmp_path / "one.backup", made_at=NOW)
    desk, gone = logged_in(rosi), logged_in(User.objects.create_superuser("gone", PASSWORD))
    LogEntry.objects.create(user=rosi, object_repr="Linde", action_flag=2)
    rosi.set_password("another-old-sow")
    rosi.save(update_fields=["password"])
    restore_backup(tmp_path / "one.backup", replace=True)
    assert [browser.get("/admin/").status_code for browser in (desk, gone)] == [302, 302]
    assert (Session.objects.count(), LogEntry.objects.count()) == (0, 0)
    assert User.objects.get().check_password(PASSWORD)
    assert ContentType.objects.get_for_model(Club).pk and missing_append_only_triggers() == []


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_into_a_database_with_an_account_and_no_club(tmp_path: Path) -> None:
    """The operator of a new machine has made an account before they restore: the backup's take its place."""
    file, folder = tmp_path / "one.backup", tmp_path / "data"
    played()
    User.objects.create_superuser("rosi", PASSWORD)
    back_up(file, made_at=NOW)
    folder.mkdir()
    with reading(folder / "scorebook.sqlite3"):
        call_command("migrate", verbosity=0)
        for name in ("rosi", "sepp"):
            logged_in(User.objects.create_superuser(name, "another-old-sow"))
        assert restore_backup(file)[1] is None
        assert User.objects.get().check_password(PASSWORD) and not Session.objects.exists()
        assert audit_club(Club.objects.get()) is None


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("had_tables", [False, True])
def test_a_backup_from_before_there_were_accounts(tmp_path: Path, had_tables: bool) -> None:
    played()
    back_up(tmp_path / "one.backup", made_at=NOW)
    older, folder = before_accounts(tmp_path / "one.backup", tmp_path / "older.backup"), tmp_path / "data"
    folder.mkdir()
    with reading(folder / "scorebook.sqlite3"):
        if had_tables:
            call_command("migrate", verbosity=0)
            User.objects.create_superuser("rosi", PASSWORD)
        _, difference = restore_backup(older)
        assert (difference, missing_append_only_triggers()) == (None, [])
        assert HandEvent.objects.count() == 1
        assert User.objects.count() == had_tables
        User.objects.create_superuser("sepp", PASSWORD)


@pytest.mark.django_db(transaction=True)
def test_a_database_of_before_is_migrated_with_all_that_is_in_it(tmp_path: Path) -> None:
    """Taken back to where neither accounts nor Django's own tables were, with a club in it, and migrated again."""
    evening = played()
    try:
        MigrationExecutor(connection).migrate([(app, None) for app in (*DJANGO_APPS, "accounts")])
        names = connection.introspection.table_names()
        assert not [name for name in names if name.startswith(("auth_", "accounts_", "django_session"))]
    finally:
        call_command("migrate", verbosity=0)
    evening.record(rufer("Cilli", "Done"))
    evening.check()
    assert audit_club(evening.club) is None and missing_append_only_triggers() == []
    assert logged_in(User.objects.create_superuser("rosi", PASSWORD)).get("/admin/").status_code == 200


def test_a_club_file_holds_no_account(db: None) -> None:
    evening = played()
    rosi = User.objects.create_superuser("rosi-the-operator", PASSWORD)
    text = "".join(club_file_lines(evening.club.pk))
    assert "Anna" in text and "rosi-the-operator" not in text and rosi.password not in text
