"""Once a day at the time that the clock shows, whatever the clock does meanwhile; the clock is passed in."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.operations.nightly.daily import LOOK_S, Clock, Stopped, due_after, run_daily

pytestmark = pytest.mark.once

BERLIN = ZoneInfo("Europe/Berlin")
HALF_PAST_FOUR, HALF_PAST_TWO = time(4, 30), time(2, 30)
WINTER = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)


class FakeClock(Clock):
    """jumps: moment -> what the clock shows instead once it gets there, each once. ends: when it has to stop."""

    def __init__(self, start: datetime, *, ends: datetime, jumps: dict[datetime, datetime] | None = None) -> None:
        self.shows, self.ends, self.jumps = start, ends, dict(jumps or {})
        self.left_s = 40.0 * 24 * 3600

    def now(self) -> datetime:
        return self.shows

    def wait(self, seconds: float) -> None:
        assert 0 < seconds <= LOOK_S
        self.shows += timedelta(seconds=seconds)
        self.left_s -= seconds
        for moment in [one for one in self.jumps if one <= self.shows]:
            self.shows = self.jumps.pop(moment)
        if (self.shows >= self.ends and not self.jumps) or self.left_s < 0:
            raise Stopped


def days_run(clock: Clock, *, at: time = HALF_PAST_FOUR, last: datetime | None = WINTER) -> list[str]:
    found: list[str] = []
    with pytest.raises(Stopped):
        run_daily(
            lambda now: found.append(f"{now.astimezone(BERLIN):%m-%d %H:%M}"),
            at=at,
            zone=BERLIN,
            last=last,
            clock=clock,
        )
    return found


def test_once_a_day() -> None:
    clock = FakeClock(WINTER, ends=WINTER + timedelta(days=3))
    assert days_run(clock) == ["11-26 04:30", "11-27 04:30", "11-28 04:30"]


def test_the_first_of_all_is_made_at_once() -> None:
    assert days_run(FakeClock(WINTER, ends=WINTER + timedelta(days=1)), last=None) == ["11-25 13:00", "11-26 04:30"]


def test_what_nobody_was_there_for_is_made_up_at_the_start() -> None:
    clock = FakeClock(WINTER, ends=WINTER + timedelta(days=1))
    assert days_run(clock, last=WINTER - timedelta(days=9)) == ["11-25 13:00", "11-26 04:30"]


def test_a_start_after_it_was_made_does_not_repeat_it() -> None:
    made = datetime(2026, 11, 25, 3, 30, tzinfo=UTC)
    assert days_run(FakeClock(WINTER, ends=WINTER + timedelta(days=1)), last=made) == ["11-26 04:30"]


def test_a_machine_that_slept_over_three_nights_makes_one_up() -> None:
    asleep, awake = datetime(2026, 11, 25, 20, 0, tzinfo=UTC), datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
    clock = FakeClock(WINTER, ends=WINTER + timedelta(days=4), jumps={asleep: awake})
    assert days_run(clock) == ["11-28 10:00", "11-29 04:30"]


def test_a_clock_set_back_by_an_hour_after_it_does_not_repeat_it() -> None:
    after = datetime(2026, 11, 26, 3, 40, tzinfo=UTC)
    clock = FakeClock(WINTER, ends=WINTER + timedelta(days=2), jumps={after: after - timedelta(hours=1)})
    assert days_run(clock) == ["11-26 04:30", "11-27 04:30"]


def test_a_clock_that_was_years_ahead_goes_on_from_today() -> None:
    """The last backup says 2031, and so did the clock until somebody set it right."""
    ahead = datetime(2031, 1, 1, 12, 0, tzinfo=UTC)
    clock = FakeClock(ahead, ends=WINTER + timedelta(days=1), jumps={ahead + timedelta(minutes=5): WINTER})
    assert days_run(clock, last=ahead + timedelta(hours=3)) == ["11-26 04:30"]


def test_summer_time_skips_no_day_and_repeats_none() -> None:
    """On 2027-03-28 02:30 does not exist; on 2026-10-25 it is there twice."""
    spring, autumn = datetime(2027, 3, 27, 12, 0, tzinfo=UTC), datetime(2026, 10, 24, 12, 0, tzinfo=UTC)
    run = days_run(FakeClock(spring, ends=spring + timedelta(days=2)), at=HALF_PAST_TWO, last=spring)
    assert run == ["03-28 03:30", "03-29 02:30"]
    run = days_run(FakeClock(autumn, ends=autumn + timedelta(days=2)), at=HALF_PAST_TWO, last=autumn)
    assert run == ["10-25 02:30", "10-26 02:30"]


@given(
    minute=st.integers(0, 24 * 60 - 1),
    moment=st.datetimes(datetime(2025, 1, 1), datetime(2029, 1, 1), timezones=st.just(UTC)),
    zone=st.sampled_from(["Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Pacific/Kiritimati", "UTC"]),
)
def test_from_any_moment_each_day_once(minute: int, moment: datetime, zone: str) -> None:
    at, there = time(*divmod(minute, 60)), ZoneInfo(zone)
    due, days = moment, []
    for _ in range(4):
        before, due = due, due_after(due, at=at, zone=there)
        assert timedelta() < due - before <= timedelta(hours=25, minutes=1)
        days.append(due.astimezone(there).date())
        assert due.astimezone(there) >= datetime.combine(days[-1], at, there)  # later only where the time is skipped
    assert days == [days[0] + timedelta(days=number) for number in range(4)]
