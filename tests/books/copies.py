"""Database files of their own: written by the real commands, changed behind Scorebook's back, read again."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connections
from django.db.utils import load_backend

from scorebook.settings import _SQLITE_OPTIONS
from tests.support.process import manage

SQLITE = "django.db.backends.sqlite3"
# Those that a backup of the first versions does not hold.
LATER_TABLES = {
    "clubs_clubevent", "clubs_endedclub", "ledger_monthmovement", "play_monthtotal", "play_monthcontract",
    "play_monthpair", "play_eveningresult", "play_handresult", "play_shelvedevening", "standings_memory",
    "standings_rating", "standings_cuppassing", "standings_seasonevent", "exchange_import", "accounts_user",
}  # fmt: skip
LATER_COLUMNS = {
    "clubs_club": {"imported_at", "unused_since", "ends_at"},
    "ledger_plan": {"is_proven"},
}


WRITTEN_EVENINGS = """
from datetime import timedelta
from django.utils import timezone
from scorebook.clubs.services import create_club
from scorebook.operations.demo.club import CLUB, NAME
from scorebook.operations.demo.written import play_written_evenings

now = timezone.now()
at = now - timedelta(days=21)
club = create_club(key=CLUB, name=NAME, by="demo", at=at)
play_written_evenings(club, at=at, week_later=now - timedelta(days=7), now=now)
"""


def demo_file(folder: Path) -> Path:
    """A SQLite file with the last evenings of the demo club: three of them, a correction, a voided hand, payments."""
    for arguments in (["migrate"], ["shell", "--no-imports", "-c", WRITTEN_EVENINGS]):
        done = manage(*arguments, "--data", str(folder))
        assert done.returncode == 0, done.stderr
    file = folder / "scorebook.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        # Everything into the one file, so that it can be copied.
        database.execute("PRAGMA journal_mode=DELETE")
    return file


@contextmanager
def unguarded(file: Path) -> Iterator[sqlite3.Connection]:
    """The file as somebody has it who owns it: no triggers, no foreign keys."""
    with closing(sqlite3.connect(file)) as database:
        triggers = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        guards = [sql for (sql,) in database.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")]
        for name in triggers:
            database.execute(f'DROP TRIGGER "{name}"')
        yield database
        for guard in guards:
            database.execute(guard)
        database.commit()


@contextmanager
def reading(file: Path) -> Iterator[None]:
    """Django works on this SQLite file instead of the tests' database, whatever that is."""
    usual = connections["default"]
    options = {"ENGINE": SQLITE, "NAME": str(file), "OPTIONS": dict(_SQLITE_OPTIONS), "AUTOCOMMIT": True}
    other = load_backend(SQLITE).DatabaseWrapper(usual.settings_dict | options, "default")
    connections["default"] = other
    try:
        yield
    finally:
        other.close()
        connections["default"] = usual
