"""Work at a time of each day, for a container next to the site. It ends at once on a signal."""

import signal
import threading
import time as clock_time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta, tzinfo

from django.utils import timezone

# The interval of reading the clock, which jumps when a machine wakes from sleep.
LOOK_S = 30
SIGNALS = (signal.SIGTERM, signal.SIGINT)
# No day is longer, even at the end of summer time.
LONGEST_DAY = timedelta(hours=26)


class Stopped(BaseException):
    """SIGTERM or SIGINT came. Not an Exception, so that code that continues after failures does not catch it."""


class Clock:
    """The machine's clock; tests pass another one in."""

    def now(self) -> datetime:
        return timezone.now()

    def wait(self, seconds: float) -> None:
        clock_time.sleep(seconds)


def run_daily(work: Callable[[datetime], None], *, at: time, zone: tzinfo, last: datetime | None, clock: Clock) -> None:
    """Work at that time of each day, until `Stopped`.

    A missed time, while the machine slept or nothing ran, is made up at once, and once only.
    last: when the work was done last; None for never, so that it is due now.
    """
    due = due_after(min(last, clock.now()), at=at, zone=zone) if last else clock.now()
    while True:
        _wait_until(due, clock, at=at, zone=zone)
        now = clock.now()
        work(now)
        due = due_after(now, at=at, zone=zone)


def due_after(moment: datetime, *, at: time, zone: tzinfo) -> datetime:
    """Return the next moment in UTC at which the clock shows the time; once a day, even if the clock jumps.

    A time that summer time skips comes an hour later; of a repeated time the first counts.
    """
    today = moment.astimezone(zone).date()
    days = (today + timedelta(days=number) for number in range(3))
    times = (datetime.combine(day, at, zone).astimezone(UTC) for day in days)
    return next(one for one in times if one > moment)


def _wait_until(due: datetime, clock: Clock, *, at: time, zone: tzinfo) -> None:
    while (left := due - clock.now()) > timedelta():
        if left > LONGEST_DAY:  # the clock was set back
            due = due_after(clock.now(), at=at, zone=zone)
        clock.wait(min(left.total_seconds(), LOOK_S))


@contextmanager
def signals_held() -> Iterator[None]:
    """Hold SIGTERM and SIGINT until the end, so that a process being started is complete before it is ended."""
    came: list[int] = []
    try:
        with _handle_signals(lambda number, frame: came.append(number)):
            yield
    finally:
        for number in came:
            signal.raise_signal(number)


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Raise Stopped at the current statement on a signal, and ignore further signals during the cleanup."""

    def stop(number: int, frame: object) -> None:
        for one in SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        raise Stopped

    with _handle_signals(stop):
        yield


@contextmanager
def _handle_signals(handler: Callable[[int, object], object]) -> Iterator[None]:
    """Replace the handlers until the end; only the main thread may."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in SIGNALS}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
