"""Which backups stay: against a plain recount, over clocks that jump, gaps and several a day."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.operations.nightly import kept

pytestmark = pytest.mark.once

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [BERLIN, ZoneInfo("America/Santiago"), ZoneInfo("Pacific/Kiritimati"), UTC]
EPOCH = datetime(2026, 12, 28, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def kept_of(*times: str, now: str, keep: int) -> list[str]:
    found = kept.times_to_keep(map(at, times), now=at(now), keep=keep, zone=BERLIN)
    return [one.strftime("%Y-%m-%dT%H:%M") for one in sorted(found)]


def test_the_newest_of_a_day_by_the_site_s_clock_stays() -> None:
    """23:30 UTC is the next day in Berlin."""
    times = ("2026-11-24T10:00", "2026-11-24T22:59", "2026-11-24T23:30", "2026-11-25T12:00")
    assert kept_of(*times, now="2026-11-28T12:00", keep=2) == ["2026-11-24T22:59", "2026-11-25T12:00"]


def test_all_of_the_last_two_days_stay() -> None:
    """So that one that is made to be safe costs none."""
    times = ("2026-11-23T03:29", "2026-11-23T03:30", "2026-11-23T03:31", "2026-11-24T03:30", "2026-11-25T03:30")
    assert kept_of(*times, now="2026-11-25T03:30", keep=1) == list(times[2:])


def test_the_last_of_each_week_stays_across_the_end_of_a_year() -> None:
    """2026 has 53 weeks, and its last one ends on the 3rd of January."""
    times = [f"2026-12-{day:02}T03:30" for day in range(14, 32)] + [f"2027-01-{day:02}T03:30" for day in range(1, 12)]
    stay = kept_of(*times, now="2027-01-11T03:30", keep=4)
    assert stay == [
        "2026-12-27T03:30",
        "2027-01-03T03:30",
        *(f"2027-01-{day:02}T03:30" for day in (8, 9, 10, 11)),
    ]


def test_what_a_machine_that_was_off_has_stays() -> None:
    times = ("2026-03-01T03:30", "2026-03-02T03:30", "2026-11-25T03:30")
    assert kept_of(*times, now="2026-11-25T03:30", keep=3) == list(times)


def test_a_clock_set_back_costs_no_good_backup() -> None:
    """They look as if they were made later than now: all stay, and the one just made too."""
    later = [f"2026-11-{day:02}T03:30" for day in range(1, 26)]
    assert kept_of("2020-01-01T00:05", *later, now="2020-01-01T00:05", keep=1) == ["2020-01-01T00:05", *later]


def test_a_clock_that_was_ahead_takes_no_place() -> None:
    ahead = [f"2031-01-{day:02}T03:30" for day in range(1, 9)]
    own = ["2026-11-23T03:30", "2026-11-24T03:30", "2026-11-25T03:30"]
    assert kept_of(*own, *ahead, now="2026-11-27T03:30", keep=2) == ["2026-11-24T03:30", "2026-11-25T03:30", *ahead]


def plain_recount(times: list[datetime], now: datetime, keep: int, zone: ZoneInfo) -> set[datetime]:
    """Backup by backup: how many days, and how many weeks, have a newer one; and is it the last of its own?"""
    stay = set()
    for one in times:
        local = one.astimezone(zone)
        others = [other.astimezone(zone) for other in times if one < other <= now]
        newer_days = {(other.year, other.month, other.day) for other in others}
        monday = (local - timedelta(days=local.weekday())).date()
        newer_weeks = {(other - timedelta(days=other.weekday())).date() for other in others}
        is_last_of_day = (local.year, local.month, local.day) not in newer_days
        is_last_of_week = monday not in newer_weeks
        by_day = (
            is_last_of_day and len({day for day in newer_days if day > (local.year, local.month, local.day)}) < keep
        )
        by_week = is_last_of_week and len({week for week in newer_weeks if week > monday}) < keep
        if one > now - timedelta(days=2) or by_day or by_week:
            stay.add(one)
    return stay


@given(
    minutes=st.lists(st.integers(-60 * 24 * 80, 60 * 24 * 80), min_size=1, max_size=60),
    now=st.integers(-60 * 24 * 90, 60 * 24 * 90),
    keep=st.integers(1, 9),
    zone=st.sampled_from(ZONES),
)
def test_any_times_against_a_plain_recount(minutes: list[int], now: int, keep: int, zone: ZoneInfo) -> None:
    times, moment = [EPOCH + timedelta(minutes=one) for one in minutes], EPOCH + timedelta(minutes=now)
    stay = kept.times_to_keep(times, now=moment, keep=keep, zone=zone)
    assert stay == plain_recount(times, moment, keep, zone)
    past = [one for one in times if one <= moment]
    assert not past or max(past) in stay
    assert {one for one in times if one > moment - timedelta(days=2)} <= stay
    assert len({one for one in stay if one <= moment - timedelta(days=2)}) <= 2 * keep
    assert kept.times_to_keep(stay, now=moment, keep=keep, zone=zone) == stay


@given(
    jumps=st.lists(st.integers(-60 * 24 * 20, 60 * 24 * 20), min_size=1, max_size=25),
    keep=st.integers(1, 4),
    zone=st.sampled_from(ZONES),
)
def test_night_after_night_the_one_just_made_stays(jumps: list[int], keep: int, zone: ZoneInfo) -> None:
    """Each backup is made at whatever the clock says by then, forwards and backwards."""
    clock, there = EPOCH, set[datetime]()
    for jump in jumps:
        clock += timedelta(minutes=jump)
        there = kept.times_to_keep({*there, clock}, now=clock, keep=keep, zone=zone)
        assert clock in there


def test_only_files_of_our_naming_go(tmp_path: Path) -> None:
    made = [datetime(2026, 11, day, 3, 30, tzinfo=UTC) for day in (20, 21, 22)]
    ours = [f"{kept.backup_file_stem(one)}{ending}" for one in made for ending in (".anchor", ".backup")]
    others = [
        "scorebook.backup",
        "scorebook-2026-11-19T033000Z.backup.damaged",
        "scorebook-2026-11-19T033000Z.anchor.set-back",
        "scorebook-2026-11-19.backup",
        "scorebook-2026-13-19T033000Z.backup",
        "my-scorebook-2026-11-19T033000Z.backup",
        "scorebook-2026-11-19T033000Z.txt",
        ".lock",
    ]
    alone = "scorebook-2026-11-18T033000Z.anchor"
    for name in [*ours, *others, alone]:
        (tmp_path / name).touch()
    found = kept.files_to_remove(tmp_path, now=made[-1] + timedelta(days=1), keep=1, zone=BERLIN)
    assert [file.name for file in found] == [alone, *ours[:-2]]
    assert [kept.time_in_file_name(one) for one in kept.kept_backups(tmp_path)] == made
