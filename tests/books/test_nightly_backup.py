"""One night: what is kept and where; and whatever fails, nothing older goes and no success is reported."""

import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.db import connection

from scorebook.core import append_only
from scorebook.operations.anchor import anchor_lines, chain_heads, read_anchors
from scorebook.operations.backup.backups import restore_backup
from scorebook.operations.nightly import nightly_backup
from scorebook.operations.nightly.backup_proof import SCRATCH, STALE_S
from scorebook.operations.nightly.kept import kept_backups
from scorebook.operations.nightly.nightly_backup import BackupFailed, BackupPlan, keep_backup
from tests.books.disk import full, small_disk
from tests.support.other_servers import QUOTED, odd_server, web_dav
from tests.support.played_evening import PlayedEvening, new_evening, rufer
from tests.support.process import free_port

pytestmark = pytest.mark.sampled

NOW = datetime(2026, 11, 25, 3, 30, tzinfo=UTC)
STEM = "scorebook-2026-11-25T033000Z"


@pytest.fixture
def plan(tmp_path: Path) -> BackupPlan:
    return BackupPlan(folder=tmp_path / "backups", keep=1, zone=ZoneInfo("Europe/Berlin"))


@pytest.fixture
def evening(transactional_db: None) -> PlayedEvening:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    return evening


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nightly_backup, "PING_PAUSES_S", (0, 0))


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.name != ".lock")


def both(*stems: str, ending: str = "") -> list[str]:
    return sorted(f"{stem}.{kind}{ending}" for stem in stems for kind in ("anchor", "backup"))


def change_a_seat() -> None:
    append_only.drop_triggers(connection, append_only.protected_tables())
    with connection.cursor() as cursor:
        cursor.execute("UPDATE play_seat SET points = points + 1")
    append_only.install_triggers(connection, append_only.protected_tables())


@pytest.mark.once
def test_backup_and_anchor_lie_side_by_side_for_their_owner_only(evening: PlayedEvening, plan: BackupPlan) -> None:
    done = keep_backup(plan, now=NOW)
    assert (files(plan.folder), done.kept, done.removed, done.warnings) == (both(STEM), 1, 0, [])
    assert plan.folder.stat().st_mode & 0o777 == 0o700
    assert {(plan.folder / name).stat().st_mode & 0o777 for name in both(STEM)} == {0o600}
    text = (plan.folder / f"{STEM}.anchor").read_text()
    assert text == anchor_lines(chain_heads(), at=NOW) and text.count("\n") == 3


def test_an_installation_without_a_club_is_backed_up_too(transactional_db: None, plan: BackupPlan) -> None:
    keep_backup(plan, now=NOW)
    keep_backup(plan, now=NOW + timedelta(days=2))
    assert len(kept_backups(plan.folder)) == 1


@pytest.mark.once
def test_two_of_one_second_do_not_replace_each_other(evening: PlayedEvening, plan: BackupPlan) -> None:
    first = keep_backup(plan, now=NOW).file.read_bytes()
    second = keep_backup(replace(plan, keep=7), now=NOW).file
    assert second.name == "scorebook-2026-11-25T033001Z.backup"
    assert (plan.folder / f"{STEM}.backup").read_bytes() == first


def test_what_the_audit_refuses_is_put_beside_and_named(evening: PlayedEvening, plan: BackupPlan) -> None:
    keep_backup(plan, now=NOW - timedelta(days=1))
    earlier = files(plan.folder)
    change_a_seat()
    with odd_server() as server, pytest.raises(BackupFailed) as failed:
        keep_backup(replace(plan, ping=f"{server.address}/done", copy=server.address), now=NOW)
    assert files(plan.folder) == sorted([*earlier, *both(STEM, ending=".damaged")])
    assert server.requests == []
    assert "seat_changed" in str(failed.value) and f"{STEM}.backup.damaged" in str(failed.value)
    mail = failed.value.mailed
    assert f"{STEM}.backup.damaged" in mail
    assert [name for name in ("Anna", "Beppo", "Linde", evening.stored.scribe_token) if name in mail] == []


@pytest.mark.thorough
def test_a_database_set_back_as_a_whole_is_noticed_until_somebody_says_it_was_on_purpose(
    evening: PlayedEvening, plan: BackupPlan
) -> None:
    plan = replace(plan, keep=7)
    older = keep_backup(plan, now=NOW).file
    evening.record(rufer("Cilli", "Done"))
    newer = keep_backup(plan, now=NOW + timedelta(days=1)).file
    restore_backup(older, replace=True)
    next_day, names = NOW + timedelta(days=2), files(plan.folder)
    with pytest.raises(
        BackupFailed, match=f"set back.* since {newer.stem}.anchor.*chain_shorter.*--set-back"
    ) as failed:
        keep_backup(plan, now=next_day)
    assert "Linde" not in failed.value.mailed and "--set-back" in failed.value.mailed
    assert {*names} < {*files(plan.folder)}
    keep_backup(replace(plan, set_back=True), now=next_day)
    assert newer.exists() and f"{newer.stem}.anchor.set-back" in files(plan.folder)
    keep_backup(plan, now=next_day + timedelta(days=1))


@pytest.mark.thorough
@pytest.mark.once
def test_an_anchor_that_somebody_changed_is_noticed(evening: PlayedEvening, plan: BackupPlan) -> None:
    first = keep_backup(plan, now=NOW).file
    anchor = first.with_suffix(".anchor")
    anchor.write_text("no anchor")
    with pytest.raises(BackupFailed, match=r"line 1 is no anchor"):
        keep_backup(plan, now=NOW + timedelta(days=1))
    anchor.unlink()
    keep_backup(plan, now=NOW + timedelta(days=1))


@pytest.mark.thorough
@pytest.mark.once
def test_the_copy_outside_has_what_is_kept_here(evening: PlayedEvening, plan: BackupPlan, tmp_path: Path) -> None:
    disk, dav = tmp_path / "disk", tmp_path / "dav"
    disk.mkdir()
    dav.mkdir()
    with web_dav(dav) as address:
        for place, folder in ((str(disk), disk), (address, dav)):
            own = replace(plan, copy=place, folder=tmp_path / f"backups of {folder.name}")
            for day in (0, 2, 4):  # for 48 hours all stay
                keep_backup(own, now=NOW + timedelta(days=day))
                assert files(folder) == files(own.folder)
            assert files(folder) == both("scorebook-2026-11-29T033000Z")
            content = {name: (folder / name).read_bytes() for name in files(folder)}
            assert content == {name: (own.folder / name).read_bytes() for name in files(own.folder)}


Break = Callable[[BackupPlan], BackupPlan]
WAYS: dict[str, tuple[Break, str]] = {
    "no disk is mounted": (
        lambda plan: replace(plan, copy=str(plan.folder / "nas")), "copy outside failed: .* is not there"
    ),
    "nobody takes the copy": (
        lambda plan: replace(plan, copy=f"http://{QUOTED}@127.0.0.1:{free_port()}/club"), "127.0.0.1 cannot be reached"
    ),
    "nobody takes the anchor": (
        lambda plan: replace(plan, anchor=f"http://127.0.0.1:{free_port()}/geheim"), "anchor was not sent: 127.0.0.1 "
    ),
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.once
@pytest.mark.parametrize("way", WAYS)
def test_where_it_does_not_arrive_nothing_older_goes(evening: PlayedEvening, plan: BackupPlan, way: str) -> None:
    change, message = WAYS[way]
    first = keep_backup(plan, now=NOW - timedelta(days=2)).file.stem
    with odd_server() as server, pytest.raises(BackupFailed) as failed:
        keep_backup(replace(change(plan), ping=f"{server.address}/done"), now=NOW)
    assert re.search(message, str(failed.value)) and "is right, but" in str(failed.value)
    assert server.requests == [] and files(plan.folder) == both(first, STEM)
    assert "heim" not in str(failed.value) + failed.value.mailed


@pytest.mark.thorough
@pytest.mark.once
def test_what_could_not_be_removed_outside_is_tried_again(
    evening: PlayedEvening, plan: BackupPlan, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    plan = replace(plan, copy=str(outside))
    first = keep_backup(plan, now=NOW)
    (outside / first.file.name).unlink()
    (outside / first.file.name).mkdir()  # what nobody can remove as a file
    with pytest.raises(BackupFailed, match="was not removed outside"):
        keep_backup(plan, now=NOW + timedelta(days=2))
    assert first.file.exists()
    (outside / first.file.name).rmdir()
    keep_backup(plan, now=NOW + timedelta(days=4))
    assert files(outside) == files(plan.folder) == both("scorebook-2026-11-29T033000Z")


@pytest.mark.once
def test_success_is_reported_and_reported_again_where_it_was_not_heard(
    evening: PlayedEvening, plan: BackupPlan
) -> None:
    with odd_server(refuses=2) as server:
        server.files["/done/geheim"] = b"OK"
        done = keep_backup(replace(plan, ping=f"{server.address}/done/geheim"), now=NOW)
    assert (server.requests, done.warnings) == ([("GET", "/done/geheim")] * 3, [])


@pytest.mark.once
def test_success_that_nobody_hears_of_is_a_warning(evening: PlayedEvening, plan: BackupPlan) -> None:
    with odd_server(refuses=9) as server:
        done = keep_backup(replace(plan, ping=f"{server.address}/done/geheim"), now=NOW)
    assert done.warnings == ["the success address was not reached: 127.0.0.1 answers 500"]
    assert len(server.requests) == 3


@pytest.mark.once
def test_one_at_a_time(evening: PlayedEvening, plan: BackupPlan) -> None:
    keep_backup(plan, now=NOW)
    with closing(sqlite3.connect(plan.folder / ".lock")) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BackupFailed, match="another backup is being made"):
            keep_backup(plan, now=NOW)
    keep_backup(plan, now=NOW)


@pytest.mark.once
def test_a_full_disk_is_reported_and_nothing_is_left_of_it(evening: PlayedEvening, plan: BackupPlan) -> None:
    with small_disk(megabytes=40) as disk:
        plan = replace(plan, folder=disk / "backups")
        keep_backup(plan, now=NOW)
        with full(disk), pytest.raises(BackupFailed, match="No space left|disk is full|another backup"):
            keep_backup(plan, now=NOW + timedelta(days=1))
        assert files(plan.folder) == both(STEM)


@pytest.mark.once
def test_where_a_proof_would_fill_the_disk_none_is_begun(evening: PlayedEvening, plan: BackupPlan) -> None:
    with small_disk(megabytes=10) as disk:
        plan = replace(plan, folder=disk / "backups")
        with pytest.raises(BackupFailed, match="bytes left, and a proof may need"):
            keep_backup(plan, now=NOW)
        assert files(plan.folder) == []


@pytest.mark.once
def test_what_killed_processes_left_goes_after_a_day(evening: PlayedEvening, plan: BackupPlan) -> None:
    stale, recent = plan.folder / f"{SCRATCH}stale", plan.folder / f"{SCRATCH}recent"
    for folder in (stale, recent):
        folder.mkdir(parents=True)
        (folder / "scorebook.sqlite3").touch()
    os.utime(stale, times=(0, time.time() - STALE_S - 60))
    keep_backup(plan, now=NOW)
    assert (stale.exists(), recent.exists()) == (False, True)


def test_the_anchor_is_of_the_moment_of_the_backup(evening: PlayedEvening, plan: BackupPlan) -> None:
    """Somebody records a hand while the rows are written: it is in neither, or the proof would refuse them."""
    recorded: list[str] = []

    def play_on() -> None:
        recorded.append(str(evening.record(rufer("Cilli", "Done")).pk))
        connection.close()

    def play_at_first_row(table: str, rows: int) -> None:
        if not recorded:
            player = threading.Thread(target=play_on)
            player.start()
            player.join()

    done = keep_backup(plan, now=NOW, on_progress=play_at_first_row)
    assert len(recorded) == 1
    heads = set(read_anchors(done.file.with_suffix(".anchor")))
    assert heads != set(chain_heads())
