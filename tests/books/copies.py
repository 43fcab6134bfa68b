"""Database files of their own: written by the real commands, changed behind Scorebook's back, read again."""

import gzip
import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.db import connections
from django.db.utils import load_backend

from scorebook.settings import _SQLITE_OPTIONS
from tests.support.process import manage

Lines = list[Any]

SQLITE = "django.db.backends.sqlite3"
# Those that a backup of the first versions does not hold.
LATER_TABLES = {
    "clubs_chainend", "clubs_clubevent", "clubs_device", "clubs_endedclub", "clubs_linkroute", "ledger_monthmovement",
    "play_monthtotal", "play_monthcontract", "play_monthpair", "play_eveningresult", "play_handresult",
    "play_shelvedevening", "standings_memory", "standings_rating", "standings_cuppassing", "standings_seasonevent",
    "exchange_import", "accounts_user",
}  # fmt: skip
LATER_COLUMNS = {
    "clubs_club": {
        "imported_at",
        "member_token",
        "calendar_seed",
        "keeper_link_kept_at",
        "group_version",
        "arriving_from",
    },
    "ledger_plan": {"is_proven"},
}
FORMER_COLUMNS = {"keeper_token": "link_token"}
NUMBERED = "play_seat"  # its ids were numbers


def as_first_version(lines: Lines) -> Lines:
    """The lines of a backup as the first versions wrote it: without what came later, and with former names."""
    without: Lines = []
    later: list[int] = []
    table: object = ""
    for line in lines:
        cells = line
        if isinstance(line, dict):
            table, cells = line.get("table"), line.get("columns", [])
            later = [place for place, name in enumerate(cells) if name in LATER_COLUMNS.get(str(table), ())]
        if table in LATER_TABLES:
            continue
        for place in reversed(later):
            del cells[place]
        if isinstance(line, list) and table == NUMBERED:
            cells[0] = len(without)
        if isinstance(line, dict):
            cells[:] = [FORMER_COLUMNS.get(name, name) for name in cells]
        without.append(line)
    return without


WRITTEN_EVENINGS = """
from datetime import timedelta
from django.core.management import call_command
from django.utils import timezone
from scorebook.clubs.services import create_club
from scorebook.operations.demo.demo_club import CLUB, NAME
from scorebook.operations.demo.written import play_written_demo_evenings

call_command("migrate", verbosity=0)
now = timezone.now()
at = now - timedelta(days=21)
club = create_club(key=CLUB, name=NAME, by="demo", at=at)
play_written_demo_evenings(club, at=at, week_later=now - timedelta(days=7), now=now)
"""


def write_evenings(**variables: str) -> None:
    """Makes the tables of an installation and plays some evenings in it. variables: its settings."""
    done = manage("shell", "--no-imports", "-c", WRITTEN_EVENINGS, **variables)
    assert done.returncode == 0, done.stderr


def demo_file(folder: Path) -> Path:
    """A SQLite file with the last evenings of the demo club: three of them, a correction, a voided hand, payments."""
    file = folder / "scorebook.sqlite3"
    file.write_bytes(_demo_database_bytes())
    return file


@cache
def _demo_database_bytes() -> bytes:
    """Made once for all tests of this process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "scorebook.sqlite3")
        write_evenings(SCOREBOOK_DATA=folder)
        with closing(sqlite3.connect(file)) as database:
            # Everything into the one file, so that it can be copied.
            database.execute("PRAGMA journal_mode=DELETE")
        return file.read_bytes()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandResult:
    """What a command printed, and the error that it ended with, "" for none."""

    printed: str
    error: str


IN_TURN = """
import io, json, os
from django.core.management import CommandError, call_command
from django.db import connections

for arguments in json.loads(os.environ["COMMANDS"]):
    printed, error = io.StringIO(), ""
    try:
        call_command(*arguments, stdout=printed)
    except CommandError as failed:
        error = str(failed)
    connections.close_all()
    print(json.dumps({"printed": printed.getvalue(), "error": error}))
"""


def in_turn(*commands: Sequence[str], **variables: str) -> list[CommandResult]:
    """Runs commands one after another in a single process: its start takes longer than most of them.

    A command that fails with anything but a CommandError, and so with a traceback, ends it.
    """
    done = manage("shell", "--no-imports", "-c", IN_TURN, COMMANDS=json.dumps(commands), **variables)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    results = [CommandResult(**json.loads(line)) for line in done.stdout.splitlines()]
    assert len(results) == len(commands)
    return results


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


def lines_of(file: Path) -> Lines:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def place_of(lines: Lines, table: str, column: str) -> tuple[int, int]:
    """The line of a table's first row and the place of a column in it."""
    at = next(at for at, line in enumerate(lines) if isinstance(line, dict) and line.get("table") == table)
    return at + 1, lines[at]["columns"].index(column)


def written(file: Path, lines: Lines) -> Path:
    """A backup of these lines whose sums are right, as only somebody makes it who wants to deceive."""
    rows: dict[str, int] = {}
    table = ""
    for line in lines[1:-1]:
        if isinstance(line, dict):
            table = line["table"]
            rows[table] = 0
        else:
            rows[table] = rows.get(table, 0) + 1
    above = b"".join(json.dumps(line).encode() + b"\n" for line in lines[:-1])
    end = {"end": True, "rows": rows, "sha256": hashlib.sha256(above).hexdigest()}
    file.write_bytes(gzip.compress(above + json.dumps(end).encode() + b"\n"))
    return file
