"""Everything in one file, from either engine to either, while people go on playing."""

import contextlib
import gzip
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from itertools import product
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from scorebook.clubs.models import Club
from scorebook.clubs.services import create_club
from scorebook.core import append_only
from scorebook.ledger.balances import rebuild_movements
from scorebook.ledger.models import MonthMovement
from scorebook.ledger.services import mark_paid
from scorebook.operations.audit.full_audit import audit_club, missing_append_only_triggers
from scorebook.operations.backup import backups
from scorebook.operations.backup.backup_format import BackupHeader
from scorebook.operations.backup.backups import BackupDamaged, RestoreRefused, back_up, restore_backup
from scorebook.play.evening_results import rebuild_results
from scorebook.play.models import (
    Evening,
    EveningResult,
    HandEvent,
    HandResult,
    MonthContract,
    MonthPair,
    MonthTotal,
    Seat,
)
from scorebook.play.months import rebuild_hand_sums, rebuild_months
from scorebook.play.services import charge_in_evening
from scorebook.standings.models import Rating
from scorebook.standings.standings_updates import rebuild_standings
from tests.books.copies import (
    Lines,
    as_first_version,
    demo_file,
    in_turn,
    lines_of,
    place_of,
    reading,
    written,
)
from tests.support.club_rows import add_club_rows
from tests.support.played_evening import NINE_O_CLOCK, new_evening, rufer
from tests.support.process import manage

pytestmark = pytest.mark.sampled

NOW = datetime(2026, 11, 21, 8, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_file(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="module")
def saved(demo: Path) -> Path:
    """A backup of the demo, by the command."""
    file = demo.parent / "scorebook.backup"
    done = manage("backup", "--data", str(demo.parent), str(file))
    assert (done.returncode, done.stderr) == (0, "")
    return file


@pytest.fixture
def _empty_database(transactional_db: None) -> None:
    """Empty, and with transactions of its own."""


@contextmanager
def nothing_changes() -> Iterator[None]:
    before = everything()
    yield
    assert everything() == before
    assert missing_append_only_triggers() == []


def everything() -> list[object]:
    return [list(model._base_manager.order_by("pk").values()) for model in (Club, Evening, Seat, HandEvent)]


@pytest.mark.usefixtures("_empty_database")
def test_what_was_saved_stands_again_in_this_engine(saved: Path, tmp_path: Path) -> None:
    header, difference = restore_backup(saved)
    assert (difference, missing_append_only_triggers()) == (None, [])
    assert len(header.migrations) >= 3
    club = Club.objects.get()
    assert audit_club(club) is None
    again = tmp_path / "again.backup"
    back_up(again, made_at=NOW)
    assert lines_of(again)[1:-1] == lines_of(saved)[1:-1]


@pytest.mark.usefixtures("_empty_database")
def test_after_restoring_the_evening_goes_on(saved: Path) -> None:
    restore_backup(saved)
    restored, club = Evening.objects.get(closed_at=None), Club.objects.get()
    before = set(Seat.objects.values_list("pk", flat=True))
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", club=club)
    assert before.isdisjoint(Seat.objects.filter(evening=evening.stored).values_list("pk", flat=True))
    evening.record(rufer("Anna", "Beppo"))
    evening.check()
    assert restored.number + 1 == evening.stored.number


@pytest.mark.usefixtures("_empty_database")
def test_a_restored_database_refuses_changes_as_before(saved: Path) -> None:
    restore_backup(saved)
    club = Club.objects.get()
    add_club_rows(club, club.players.all()[0], at=NOW)
    statements = ("UPDATE {} SET id = id", "DELETE FROM {}", "DELETE FROM {} WHERE id = id")
    for table, statement in product(append_only.protected_tables(), statements):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement.format(table))
    restore_backup(saved, replace=True)
    assert missing_append_only_triggers() == []


@pytest.mark.usefixtures("_empty_database")
def test_who_looks_on_is_shown_what_was_written_since_the_restore(tmp_path: Path, client: Client) -> None:
    """A hand that is in no book any more has the number, and the version, of the one that is written next."""
    evening, file = new_evening("Anna", "Beppo", "Cilli", "Done"), tmp_path / "scorebook.backup"
    sheet = reverse("web:watched_sheet", args=[evening.stored.watch_token])
    back_up(file, made_at=NOW)
    evening.record(rufer("Anna", "Beppo"))
    forgotten = client.get(sheet).content
    restore_backup(file, replace=True)
    evening.stored.refresh_from_db()
    evening.record(rufer("Cilli", "Done"))
    assert client.get(sheet).content != forgotten


@pytest.mark.usefixtures("_empty_database")
def test_a_database_with_a_club_is_not_overwritten_by_mistake(saved: Path) -> None:
    own = create_club(key=uuid4(), name="Stammtisch Linde", at=NINE_O_CLOCK, by="club link")
    with nothing_changes(), pytest.raises(RestoreRefused, match="not empty"):
        restore_backup(saved)
    restore_backup(saved, replace=True)
    assert not Club.objects.filter(pk=own.pk).exists()
    assert audit_club(Club.objects.get()) is None


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda raw: raw[: len(raw) // 2],
    "a byte of it changed": lambda raw: raw[:900] + bytes([raw[900] ^ 1]) + raw[901:],
    "empty": lambda raw: b"",
    "something else": lambda raw: b"PK\x03\x04" + raw,
    "its last line missing": lambda raw: gzip.compress(b"\n".join(gzip.decompress(raw).splitlines()[:-1])),
    "a row missing": lambda raw: gzip.compress(b"\n".join(_without_line(gzip.decompress(raw).splitlines(), 5))),
    "a later form": lambda raw: gzip.compress(gzip.decompress(raw).replace(b'"version":1', b'"version":2', 1)),
}


def _without_line(lines: list[bytes], index: int) -> list[bytes]:
    return lines[:index] + lines[index + 1 :]


@pytest.mark.usefixtures("_empty_database")
def test_a_damaged_backup_is_refused_and_nothing_changes(saved: Path, tmp_path: Path) -> None:
    create_club(key=uuid4(), name="Stammtisch Linde", at=NINE_O_CLOCK, by="club link")
    file = tmp_path / "damaged.backup"
    for damage, damaged in DAMAGES.items():
        print(damage)
        file.write_bytes(damaged(saved.read_bytes()))
        with nothing_changes(), pytest.raises(BackupDamaged):
            restore_backup(file, replace=True)


@pytest.mark.usefixtures("_empty_database")
def test_a_backup_that_somebody_rewrote_is_refused_by_the_audit(saved: Path, tmp_path: Path) -> None:
    create_club(key=uuid4(), name="Stammtisch Linde", at=NINE_O_CLOCK, by="club link")
    lines = lines_of(saved)
    place = next(
        place for place, line in enumerate(lines) if isinstance(line, dict) and line.get("table") == "play_seat"
    )
    points = lines[place]["columns"].index("points")
    lines[place + 1][points] += 10
    file = written(tmp_path / "rewritten.backup", lines)
    with nothing_changes(), pytest.raises(RestoreRefused, match="seat_changed"):
        restore_backup(file, replace=True)


@pytest.mark.usefixtures("_empty_database")
def test_a_backup_of_a_newer_version_is_refused(saved: Path, tmp_path: Path) -> None:
    lines = lines_of(saved)
    lines[0]["migrations"].append(["play", "9999_tomorrow"])
    with nothing_changes(), pytest.raises(RestoreRefused, match="play.9999_tomorrow"):
        restore_backup(written(tmp_path / "newer.backup", lines))


@pytest.mark.parametrize("had_tables", [False, True])
def test_a_backup_of_an_older_version_grows_with_us(tmp_path: Path, had_tables: bool, db: None) -> None:
    """Tomorrow's version has a migration more than the one that wrote the file."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(rufer("Cilli", "Done"))
    evening.correct(2, rufer("Cilli", "Beppo"))
    evening.close()
    older = tmp_path / "today.backup"
    back_up(older, made_at=NOW)
    folder = tmp_path / "data"
    folder.mkdir()
    with override_settings(MIGRATION_MODULES={"play": "tests.books.tomorrow"}), reading(folder / "scorebook.sqlite3"):
        if had_tables:
            call_command("migrate", verbosity=0)
        _, difference = restore_backup(older)
        assert (difference, missing_append_only_triggers()) == (None, [])
        assert HandEvent.objects.count() == 3
        with connection.cursor() as cursor:
            cursor.execute("SELECT pub FROM play_evening")
            assert cursor.fetchall() == [("Rose",)]


def test_a_backup_from_before_there_were_sums_gets_them(saved: Path, tmp_path: Path, db: None) -> None:
    lines = lines_of(saved)
    last = {"clubs": "0001", "ledger": "0001", "play": "0002"}
    lines[0]["migrations"] = [[app, one] for app, one in lines[0]["migrations"] if one[:4] <= last.get(app, "0000")]
    folder = tmp_path / "data"
    folder.mkdir()
    with reading(folder / "scorebook.sqlite3"):
        _, difference = restore_backup(written(tmp_path / "older.backup", as_first_version(lines)))
        assert difference is None
        club = Club.objects.get()
        assert (rebuild_months(club), rebuild_hand_sums(club), rebuild_movements(club)) == (0, 0, 0)
        assert (rebuild_results(club), rebuild_standings(club.pk)) == (0, 0)
        for sums in (MonthTotal, MonthContract, MonthPair, MonthMovement, EveningResult, HandResult, Rating):
            assert sums.objects.filter(club=club).exists()


@pytest.mark.usefixtures("_empty_database")
def test_people_play_on_while_the_backup_is_made(tmp_path: Path) -> None:
    """Each backup holds one moment: some hands more than the one before, and all of them right."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    is_over = threading.Event()
    failures: list[BaseException] = []

    def play_on() -> None:
        try:
            while not is_over.is_set():
                evening.record(rufer("Cilli", "Done"))
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    player = threading.Thread(target=play_on)
    player.start()
    counts = []
    try:
        for number in range(4):
            file = tmp_path / f"{number}.backup"
            back_up(file, made_at=NOW)
            counts.append(sum(isinstance(line, list) for line in lines_of(file)))
            hands = evening.fresh().hand_count
            while evening.fresh().hand_count < hands + 2 and player.is_alive():
                time.sleep(0.01)
    finally:
        is_over.set()
        player.join()
    assert failures == []
    assert counts == sorted(set(counts))
    with reading(tmp_path / "scorebook.sqlite3"):
        for number in range(4):
            assert restore_backup(tmp_path / f"{number}.backup", replace=number > 0)[1] is None
    evening.check()


def test_a_backup_asks_the_same_however_many_rows_there_are(db: None, tmp_path: Path) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    numbers = []
    for _ in range(2):
        evening.record(rufer("Anna", "Beppo"))
        with CaptureQueriesContext(connection) as queries:
            back_up(tmp_path / "one.backup", made_at=NOW)
        numbers.append(len(queries))
    assert numbers[0] == numbers[1]


def test_where_it_cannot_be_written_nothing_is_left_behind(demo: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    places = (tmp_path / "missing" / "x.backup", tmp_path / "taken")
    missing, taken = in_turn(*(["backup", str(place)] for place in places), SCOREBOOK_DATA=str(demo.parent))
    assert "cannot be written" in missing.error and "cannot be written" in taken.error
    assert list(tmp_path.iterdir()) == [tmp_path / "taken"]


def test_the_commands_save_and_bring_back(saved: Path, tmp_path: Path) -> None:
    assert saved.stat().st_mode & 0o077 == 0
    copy = Path(shutil.copy(saved, tmp_path / "copy.backup"))
    done = manage("restore", "--data", str(tmp_path / "data"), str(copy))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("rows restored, everything is right\n")
    again = ["restore", str(copy)]
    refused, replaced, audited = in_turn(again, [*again, "--replace"], ["audit"], SCOREBOOK_DATA=str(tmp_path / "data"))
    assert "--replace" in refused.error
    assert replaced.printed.endswith("rows restored, everything is right\n")
    assert audited.printed.endswith("everything is right\n")


# -- backups that somebody made up, with sums that are right -----------------------------------------------------------


@pytest.fixture
def _versions_are_read_once(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each restore would go through all migrations and make the models of that version: most of its time."""
    executor, made = MigrationExecutor(connection), backups._models_of_backup
    models = cache(lambda migrations: made(executor, BackupHeader(made_at="", migrations=migrations)))
    monkeypatch.setattr(backups, "MigrationExecutor", lambda _: executor)
    monkeypatch.setattr(backups, "_models_of_backup", lambda _, header: models(header.migrations))


@pytest.fixture
def small(db: None, tmp_path: Path) -> Path:
    """A backup of one evening: a hand, a corrected one, a fee with a note, and a payment; the club is there still."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(rufer("Cilli", "Done"))
    evening.correct(2, rufer("Cilli", "Beppo"))
    evening.close()
    charge_in_evening(
        evening=evening.fresh(), key=uuid4(), amounts={evening.players["Done"].pk: 50}, note="Runde", by="scribe",
        at=evening.now(),
    )  # fmt: skip
    mark_paid(planned=evening.plan()[0].planned, key=uuid4(), by="scribe", at=evening.now())
    # In life these rows are committed; here PostgreSQL must first check the foreign keys it left for the commit.
    connection.check_constraints()
    file = tmp_path / "small.backup"
    back_up(file, made_at=NOW)
    return file


def with_value(table: str, column: str, value: object, *, kind: str = "") -> Callable[[Lines], None]:
    """kind: of the row, in a table that has kinds; by default the first row, which may be of any kind."""

    def change(lines: Lines) -> None:
        row, place = place_of(lines, table, column)
        if kind:
            place_of_kind = place_of(lines, table, "kind")[1]
            row = next(later for later in range(row, len(lines)) if lines[later][place_of_kind] == kind)
        lines[row][place] = value

    return change


def with_row(table: str, change: Callable[[list[object]], list[list[object]]]) -> Callable[[Lines], None]:
    def changed(lines: Lines) -> None:
        row, _ = place_of(lines, table, "id")
        lines[row : row + 1] = change(lines[row])

    return changed


def with_header(**values: object) -> Callable[[Lines], None]:
    return lambda lines: lines[0].update(values)


def _without_table(lines: Lines) -> None:
    at, _ = place_of(lines, "play_seat", "id")
    while isinstance(lines[at], list):
        del lines[at]
    del lines[at - 1]


def _table_without_columns(lines: Lines) -> None:
    at, _ = place_of(lines, "play_seat", "id")
    del lines[at - 1]["columns"]


NOWHERE = "5c0eb00c-0000-4000-8000-00000000dead"
CRAFTED: dict[str, tuple[Callable[[Lines], None], str]] = {
    "a row twice": (with_row("ledger_entry", lambda row: [row, row]), "ledger_entry"),
    "a row twice under another id": (
        with_row("clubs_player", lambda row: [row, [NOWHERE, *row[1:]]]), "clubs_player"
    ),
    "a row too short": (with_row("ledger_entry", lambda row: [row[:-1]]), "ledger_entry, row 1"),
    "a row too long": (with_row("ledger_entry", lambda row: [[*row, 1]]), "ledger_entry, row 1"),
    "nothing where something must be": (with_value("ledger_entry", "why", None), "ledger_entry, row 1, why"),
    "a number for a text": (with_value("ledger_entry", "recorded_by", 7), "ledger_entry, row 1, recorded_by"),
    "a text for a number": (with_value("ledger_entry", "seq", "seven"), "ledger_entry, row 1, seq"),
    "a list for a text": (with_value("clubs_club", "name", ["Linde"]), "clubs_club, row 1, name"),
    "a list for a time": (with_value("clubs_club", "created_at", []), "clubs_club, row 1, created_at"),
    "no time": (with_value("clubs_club", "created_at", "yesterday"), "clubs_club, row 1, created_at"),
    "a day that is not": (
        with_value("clubs_club", "created_at", "2026-02-30T00:00:00.000000+00:00"), "clubs_club, row 1, created_at"
    ),
    "a time of nowhere": (
        with_value("clubs_club", "created_at", "2026-02-20T00:00:00.000000"), "clubs_club, row 1, created_at"
    ),
    "no id": (with_value("play_evening", "id", "7"), "play_evening, row 1, id"),
    "a number beyond 64 bits": (
        with_value("ledger_transfer", "amount_minor", 2**63), "ledger_transfer, row 1, amount_minor"
    ),
    "a number beyond all": (with_value("play_seat", "points", 10**4000), "play_seat, row 1, points"),
    "a text too long": (with_value("play_evening", "watch_token", "x" * 5000), "play_evening, row 1, watch_token"),
    "half a character": (with_value("play_evening", "scribe_token", "\ud800"), "play_evening, row 1, scribe_token"),
    "a reference to nowhere": (with_value("play_seat", "evening_id", NOWHERE), "play_seat"),
    "a reference of an entry that has none": (
        with_value("ledger_entry", "reverses_id", NOWHERE, kind="result"), "ledger_entry, rows 1 to 6"
    ),
    "an entry that reverses none": (
        with_value("ledger_entry", "reverses_id", NOWHERE, kind="reversal"), "reverses_id"
    ),
    "an amount of nothing": (with_value("ledger_transfer", "amount_minor", 0), "ledger_transfer"),
    "an unknown kind": (with_value("ledger_entry", "kind", "gift"), "ledger_entry, row 1, kind"),
    "an unknown kind of account": (with_value("ledger_account", "kind", "purse"), "ledger_account, row 1, kind"),
    "an unknown kind of event": (
        with_value("play_eveningevent", "kind", "dreamt"), "play_eveningevent, row 1, kind"
    ),
    "a house rule that is none": (with_value("play_evening", "ruleset", {"game": 7}), "evening 1"),
    "a table that is none": (with_value("play_handevent", "table", 7), "evening 1"),
    "rows of no table": (lambda lines: lines.insert(1, ["x"]), "before any table"),
    "a table missing": (_without_table, "play_seat"),
    "a table without columns": (_table_without_columns, "not of this form"),
    "columns that are none": (
        lambda lines: lines[place_of(lines, "play_seat", "id")[0] - 1].update(columns=7), "not of this form"
    ),
    "a line that is nothing": (lambda lines: lines.insert(3, 7), "not of this form"),
    "migrations that are none": (with_header(migrations=7), "first line"),
    "migrations of numbers": (with_header(migrations=[1, 2]), "first line"),
    "no time of making": (with_header(made_at=None), "first line"),
}  # fmt: skip


if connection.vendor == "postgresql":  # SQLite takes it, and what an old version took must come back
    CRAFTED["a zero byte"] = (with_value("play_evening", "scribe_token", "a\0b"), "play_evening, row 1, scribe_token")
    CRAFTED["a zero byte in a report"] = (with_value("play_handevent", "report", {"x": "\0"}), "play_handevent")


@pytest.mark.usefixtures("_versions_are_read_once")
def test_a_made_up_backup_is_refused_with_its_place_and_nothing_changes(small: Path, tmp_path: Path) -> None:
    refusals = dict[str, str]()
    for name, (change, _) in CRAFTED.items():
        print(name)
        lines = lines_of(small)
        change(lines)
        file = written(tmp_path / "crafted.backup", lines)
        with nothing_changes(), pytest.raises((BackupDamaged, RestoreRefused)) as refused:
            restore_backup(file, replace=True)
        refusals[name] = str(refused.value)
    assert {name: refusals[name] for name, (_, place) in CRAFTED.items() if place not in refusals[name]} == {}


@pytest.mark.once
def test_the_command_says_so_without_a_traceback(saved: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    restores, places = list[list[str]](), list[str]()
    for name in ("a row twice", "rows of no table"):
        change, place = CRAFTED[name]
        lines = lines_of(saved)
        change(lines)
        restore = ["restore", str(written(tmp_path / f"{name}.backup", lines))]
        restores += restore, [*restore, "--replace"]
        places += place, place
    results = in_turn(*restores, SCOREBOOK_DATA=str(tmp_path / "data"))
    assert [place in one.error for place, one in zip(places, results, strict=True)] == [True] * 4
    done = manage(*restore, SCOREBOOK_DATA=str(tmp_path / "data"))
    assert done.returncode == 1 and done.stderr.startswith("CommandError: ") and place in done.stderr


EACH = 1 if connection.vendor == "sqlite" else 3


@pytest.mark.long
@pytest.mark.thorough
@pytest.mark.usefixtures("_versions_are_read_once")
def test_no_value_in_any_column_breaks_it(small: Path, tmp_path: Path) -> None:
    """Each column twice, with nothing, a list, a number beyond all or a text; on PostgreSQL every third."""
    lines, tried = lines_of(small), 0
    odd: list[list[object]] = [[None, 10**30], [[[]], "\N{SNOWMAN}" * 300]]
    for at, line in enumerate(lines[1:-1], start=1):
        if not isinstance(line, dict) or not isinstance(lines[at + 1], list):
            continue
        for place in range(at % EACH, len(line["columns"]), EACH):
            for value in odd[place % 2]:
                crafted = lines.copy()
                crafted[at + 1] = [*lines[at + 1][:place], value, *lines[at + 1][place + 1 :]]
                file = written(tmp_path / "crafted.backup", crafted)
                with contextlib.suppress(BackupDamaged, RestoreRefused), transaction.atomic():
                    restore_backup(file, replace=True)
                tried += 1
    assert tried > 200 // EACH
