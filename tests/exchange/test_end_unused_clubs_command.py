"""`manage.py end_unused_clubs`: what it says, what it leaves, and its exit code."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorebook.clubs.models import Club, EndedClub
from scorebook.operations.backup import back_up, restore_backup
from scorebook.operations.rebuild import Rebuilt, rebuild_club
from tests.support.played_evening import PlayedEvening
from tests.support.unused_clubs import DAY, UNUSED_DAYS, ended, tried_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.UNUSED_DAYS, settings.ENDED_DIR = UNUSED_DAYS, tmp_path / "ended"
    return tmp_path / "ended"


def run(*options: str) -> tuple[list[str], int]:
    out, code = io.StringIO(), 0
    try:
        call_command("end_unused_clubs", *options, stdout=out)
    except SystemExit as stopped:
        code = int(str(stopped.code))
    return out.getvalue().splitlines(), code


def of_last_year() -> PlayedEvening:
    return tried_out(at=timezone.now() - 365 * DAY)


def due(evening: PlayedEvening, **columns: Any) -> None:
    due = {"unused_since": evening.clock, "ends_at": timezone.now() - DAY} | columns
    Club.objects.filter(pk=evening.club.pk).update(**due)


def test_it_warns_then_ends_and_says_so(folder: Path) -> None:
    evening, used = of_last_year(), tried_out(at=timezone.now() - DAY)
    ends_on = timezone.localdate(timezone.now() + 30 * DAY)
    assert run() == (
        [f"club {evening.club.pk}: warned, ends on {ends_on}", "1 warned, 0 no longer warned, 0 ended, 0 failed"],
        0,
    )
    assert run() == (["0 warned, 0 no longer warned, 0 ended, 0 failed"], 0)
    due(evening)
    lines, code = run("--dry-run")
    assert (lines[0], code) == (f"club {evening.club.pk}: ended", 0)
    assert lines[1].startswith("dry run, nothing was written: ")
    lines, code = run()
    [file] = folder.iterdir()
    assert (lines, code) == (
        [f"club {evening.club.pk}: ended: {file}", "0 warned, 0 no longer warned, 1 ended, 0 failed"],
        0,
    )
    assert list(Club.objects.values_list("pk", flat=True)) == [used.club.pk]


def test_what_fails_ends_with_1_and_the_others_are_done(folder: Path) -> None:
    forged, evening = of_last_year(), of_last_year()
    due(forged, name="Forged")
    due(evening)
    lines, code = run()
    assert code == 1 and lines[-1] == "0 warned, 0 no longer warned, 1 ended, 1 failed"
    assert any(line.startswith(f"club {forged.club.pk}: failed: ") for line in lines)
    assert list(Club.objects.values_list("pk", flat=True)) == [forged.club.pk]


def test_without_the_setting_nothing_ends_and_no_page_warns(folder: Path, settings: Any) -> None:
    settings.UNUSED_DAYS = None
    evening = of_last_year()
    due(evening)
    assert run() == (["SCOREBOOK_UNUSED_DAYS is not set, so no club ends: 1 no longer warned"], 0)
    assert Club.objects.get().ends_at is None and not folder.exists()


def test_afterwards_the_audit_is_clean_and_rebuild_finds_nothing(folder: Path) -> None:
    evening, used = of_last_year(), tried_out(at=timezone.now() - DAY)
    due(evening)
    anchors = io.StringIO()
    call_command("anchor", stdout=anchors)
    (kept := folder.parent / "anchors").write_text(anchors.getvalue())
    run()
    out = io.StringIO()
    call_command("audit", anchor=kept, stdout=out)
    first, *_, last = out.getvalue().splitlines()
    note = EndedClub.objects.get()
    assert first == f"club {note}; its file has the SHA-256 {note.file_sha256}"
    assert last.startswith("1 club, 1 evening") and last.endswith("everything is right")
    assert rebuild_club(used.club) == Rebuilt()


@pytest.mark.django_db(transaction=True)
def test_a_backup_keeps_its_note_and_one_of_before_brings_it_back_without_a_warning(tmp_path: Path) -> None:
    evening = tried_out()
    due(evening)
    back_up(tmp_path / "before.backup", made_at=timezone.now())
    Club.objects.update(unused_since=None, ends_at=None)
    ended(evening, tmp_path)
    back_up(tmp_path / "after.backup", made_at=timezone.now())
    restore_backup(tmp_path / "before.backup", replace=True)
    assert Club.objects.get().ends_at is None and not EndedClub.objects.exists()
    restore_backup(tmp_path / "after.backup", replace=True)
    assert EndedClub.objects.get().club_id == evening.club.pk and not Club.objects.exists()
