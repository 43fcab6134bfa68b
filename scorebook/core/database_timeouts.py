"""How long whoever asks may wait for the database, in all.

What counts is waiting, not reckoning: a slow page on a busy machine is no outage. A command has no limit.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_left_s: ContextVar[float | None] = ContextVar("left_s", default=None)


def database_time_left_s() -> float | None:
    """Seconds that may still be waited, never below 0; None without a limit."""
    return _left_s.get()


@contextmanager
def database_wait_at_most(seconds: float) -> Iterator[None]:
    """Inside, all waiting together ends after so long; a limit that already holds is never widened."""
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
    """What happens inside is waiting."""
    started = time.monotonic()
    try:
        yield
    finally:
        left = _left_s.get()
        if left is not None:
            _left_s.set(max(0, left - (time.monotonic() - started)))
