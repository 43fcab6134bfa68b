"""A forgotten name is in no row, no file of the database, no backup, no club file and no answer any more."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import connection

from scorebook.clubs.models import Club
from scorebook.core import erasure
from tests.books.copies import demo_file, reading
from tests.books.forgotten_person import spellings
from tests.support.databases import empty_databases
from tests.support.process import manage

pytestmark = [pytest.mark.long, pytest.mark.django_db]

BEGIN = """
import json
from django.core.management import call_command
from tests.books import forgotten_person as story
"""
WRITE = f"""{BEGIN}
call_command("migrate", verbosity=0)
club = story.write_club()
print(json.dumps([str(club.pk), story.columns_with_name(), story.typed_columns(), story.answers_with_name()]))
"""
FORGET = f"""{BEGIN}
story.forget()
print(json.dumps([story.columns_with_name(), story.answers_with_name()]))
"""
SERVER_FILES = "from django.db import connection as c; k = c.cursor(); k.execute({!r}); print(k.fetchone()[0])"
COLLECT = "from django.db import connection as c; c.cursor().execute('ANALYZE')"
FLUSH = "from django.db import connection as c; c.cursor().execute('CHECKPOINT')"
REWRITE = "from django.db import connection as c; c.cursor().execute('VACUUM FULL')"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    url: str
    folder: Path

    def shell(self, program: str) -> str:
        done = manage("shell", "--no-imports", "-c", program, DATABASE_URL=self.url, SCOREBOOK_DATA=str(self.folder))
        assert done.returncode == 0, done.stderr
        return done.stdout

    def command(self, *arguments: str) -> None:
        done = manage(*arguments, DATABASE_URL=self.url, SCOREBOOK_DATA=str(self.folder))
        assert done.returncode == 0, done.stderr

    @contextmanager
    def open_beside(self) -> Iterator[None]:
        """As another worker has it: SQLite's log does not go with the process that wrote into it."""
        if not self.url.startswith("sqlite"):
            yield
            return
        with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as other:
            other.execute("SELECT COUNT(*) FROM clubs_club").fetchone()
            yield

    def database_files(self) -> list[Path]:
        if self.url.startswith("sqlite"):
            file = Path(self.url.removeprefix("sqlite:///"))
            return [one for one in file.parent.iterdir() if one.name.startswith(file.name)]
        self.shell(FLUSH)
        folder = self.shell(SERVER_FILES.format("SHOW data_directory")).split()[-1]
        number = self.shell(
            SERVER_FILES.format("SELECT oid::text FROM pg_database WHERE datname = current_database()")
        ).split()[-1]
        return [one for one in Path(folder, "base", number).iterdir() if one.is_file()]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with empty_databases(tmp_path) as new_one:
        yield Site(url=new_one(), folder=tmp_path / "data")


def files_with_name(*files: Path) -> list[str]:
    return sorted(
        file.name for file in files if file.is_file() and any(name in file.read_bytes() for name in spellings())
    )


@pytest.mark.thorough
def test_a_forgotten_name_is_nowhere_any_more(site: Site, tmp_path: Path) -> None:
    club, columns, typed, answers = json.loads(site.shell(WRITE).splitlines()[-1])
    assert [column for column, has_name in typed.items() if not has_name] == [], "the story names nobody there"
    if connection.vendor == "postgresql":
        site.shell(COLLECT)  # as the server does by itself: the tests' own has that switched off
    named = {"clubs_club.name", "clubs_player.name", "clubs_typedtext.text", "django_admin_log.object_repr"}
    assert named <= {*columns} and answers and files_with_name(*site.database_files())
    with site.open_beside():
        left_columns, left_answers = json.loads(site.shell(FORGET).splitlines()[-1])
        if connection.vendor == "sqlite":
            assert files_with_name(*site.database_files()) == []
    assert (left_columns, left_answers) == ([], [])
    if connection.vendor == "postgresql":
        site.shell(REWRITE)  # as docs/operation.md says
    site.command("backup", str(tmp_path / "one.backup"))
    site.command("export_club", club, str(tmp_path / "club.json"))
    kept = [*site.folder.rglob("*"), tmp_path / "one.backup", tmp_path / "club.json"]
    assert files_with_name(*site.database_files(), *kept) == []


@pytest.mark.sqlite_only(reason="PostgreSQL has no such setting")
def test_sqlite_overwrites_what_it_erases() -> None:
    """By our own word: not every SQLite is built with that as its default."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete")
        assert cursor.fetchone() == (1,)


@pytest.mark.sqlite_only(reason="PostgreSQL has no such log")
def test_a_log_that_somebody_reads_is_emptied_when_they_have_finished(tmp_path: Path) -> None:
    file = tmp_path / "scorebook.sqlite3"
    with reading(demo_file(tmp_path)), closing(sqlite3.connect(file, isolation_level=None)) as reader:
        assert Club.objects.exists()  # nobody reads yet, so the file gets its log
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM clubs_club").fetchone()
        Club.objects.update(name="Krone")
        assert not erasure.empty_sqlite_log()
        reader.execute("COMMIT")
        assert erasure.empty_sqlite_log()
        assert Path(f"{file}-wal").stat().st_size == 0
