"""A month of nights: each evening's hands, a backup that is proved, and what stays counted anew."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps
from django.db import connection

from scorebook.clubs.models import Club
from scorebook.ledger import queries as ledger
from scorebook.operations import anchor
from scorebook.operations.audit.full_audit import audit_club
from scorebook.operations.backup.backups import FILLED_BY_DJANGO, OF_THE_MOMENT, restore_backup
from scorebook.operations.nightly import kept
from scorebook.operations.nightly.nightly_backup import BackupPlan, keep_backup
from tests.conftest import Figure
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

BERLIN = ZoneInfo("Europe/Berlin")
FIRST = date(2026, 12, 5)
# The machine runs every third night of a month; the copy is proved on SQLite whatever it came from, so PostgreSQL has
# ten days. Every night of a month: BACKUP_NIGHTS=31 python -m tests tests/books/test_month_of_backups.py
USUAL = 10 if connection.vendor == "sqlite" else 4
NIGHTS = int(os.environ.get("BACKUP_NIGHTS", USUAL))
NIGHTS_APART = 1 if "BACKUP_NIGHTS" in os.environ else 3
KEEP = 7 if NIGHTS > 14 else 2
HALF_PAST_FOUR = time(4, 30)


@dataclass(frozen=True, kw_only=True)
class State:
    """What the database held when a night's backup was made."""

    rows: Mapping[str, int]
    heads: set[anchor.ChainHead]
    balances: Mapping[UUID, int]


def state(club: Club) -> State:
    models = apps.get_models(include_auto_created=True)
    held = [model for model in models if model._meta.app_label not in (*FILLED_BY_DJANGO, *OF_THE_MOMENT)]
    rows = {model._meta.db_table: model._base_manager.count() for model in held}
    return State(rows=rows, heads=set(anchor.chain_heads()), balances=ledger.balances(club=club, unit="EUR"))


def play(club: Club | None, day: date) -> PlayedEvening:
    """Two hands, one of them corrected; every other evening is closed and settled."""
    began = datetime.combine(day, time(20), BERLIN).astimezone(UTC)
    names = [f"{name} {day:%d.%m.}" for name in ("Anna", "Beppo", "Cilli", "Done")]
    evening = new_evening(*names, club=club, at=began)
    evening.record(rufer(names[day.day % 4], names[(day.day + 1) % 4]))
    evening.record(solo(names[day.day % 3]))
    evening.correct(2, solo(names[day.day % 3], won=False))
    if day.day % 2:
        evening.close()
    return evening


def stay_by_hand(nights: list[date]) -> list[date]:
    """Of backups made on these nights in their order: the last so many, and the last of each of so many weeks."""
    last_of_week = {night - timedelta(days=night.weekday()): night for night in nights}
    weeks = sorted(last_of_week)[-KEEP:]
    return sorted({*nights[-KEEP:], *(last_of_week[week] for week in weeks)})


def night_of_backup(file: Path) -> date:
    made_at = kept.time_in_file_name(file)
    assert made_at
    return made_at.astimezone(BERLIN).date()


@pytest.mark.long
@pytest.mark.thorough
def test_each_night_is_proved_and_the_oldest_that_stays_comes_back(
    transactional_db: None, tmp_path: Path, figure: Figure
) -> None:
    folder = tmp_path / "backups"
    plan = BackupPlan(folder=folder, keep=KEEP, zone=BERLIN, anchor=str(tmp_path / "anchors"))
    nights, states, took_s, club = list[date](), dict[date, State](), 0.0, None
    for number in range(NIGHTS):
        night = FIRST + timedelta(days=number * NIGHTS_APART)
        club = play(club, night - timedelta(days=1)).club
        done = keep_backup(plan, now=datetime.combine(night, HALF_PAST_FOUR, BERLIN).astimezone(UTC))
        took_s += done.proved_s
        nights.append(night)
        states[night] = state(club)
        assert sum(done.rows.values()) == sum(states[night].rows.values()) and done.warnings == []
        stay = stay_by_hand(nights)
        assert [night_of_backup(file) for file in kept.kept_backups(folder)] == stay
        names = {f"scorebook-{one}T033000Z.{end}" for one in stay for end in ("backup", "anchor")}
        assert {file.name for file in folder.iterdir()} == {*names, ".lock"}

    assert club
    oldest = kept.kept_backups(folder)[0]
    night = night_of_backup(oldest)
    assert state(club) != states[night]
    restore_backup(oldest, replace=True)
    assert state(club) == states[night]
    assert audit_club(Club.objects.get()) is None
    known = anchor.read_anchors(oldest.with_suffix(".anchor"))
    assert list(anchor.anchor_differences(known)) == []
    figure(
        f"{connection.vendor}: {NIGHTS} nightly backups with --keep {KEEP}, each restored and audited in "
        f"{took_s / NIGHTS:.1f} s; {len(stay)} stay, the oldest of {night} came back as it was"
    )
