"""Counts the steps of SQLite's own machine, which are the same on every computer."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection

STEPS = 50


def counted_steps(work: Callable[[], object]) -> int:
    """Return how many steps the work takes, in units of STEPS."""
    count = 0

    def counted() -> int:
        nonlocal count
        count += 1
        return 0  # it goes on

    connection.connection.set_progress_handler(counted, STEPS)
    try:
        work()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return count
