"""A limit on the total time that a request waits for the database.

Only waiting counts, not computing: a slow page on a busy machine is no outage. A command has no limit.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_left_s: ContextVar[float | None] = ContextVar("left_s", default=None)


def database_time_left_s() -> float | None:
    """Return the seconds left to wait, never below 0; None without a limit."""
    return _left_s.get()


@contextmanager
def database_wait_at_most(seconds: float) -> Iterator[None]:
    """Limit all waiting inside to that many seconds in total. An outer limit is never extended."""
    outer = _left_s.get()
    allowed = seconds if outer is None else min(seconds, outer)
    token = _left_s.set(allowed)
    try:
        yield
    finally:
        used = allowed - (_left_s.get() or 0)
        _left_s.reset(token)
        if outer is not None:
            _left_s.set(max(0, outer - used))


@contextmanager
def database_waiting() -> Iterator[None]:
    """Count the time inside as waiting."""
    started = time.monotonic()
    try:
        yield
    finally:
        left = _left_s.get()
        if left is not None:
            _left_s.set(max(0, left - (time.monotonic() - started)))
