"""Progress of long commands, only on a terminal and on stderr, so that cron and pipes get none of it."""

import sys
import time
from typing import Self, TextIO

INTERVAL_NS = 200_000_000


class Progress:
    """A line that is overwritten, and cleared at the end."""

    def __init__(self, out: TextIO | None = None, *, interval_ns: int = INTERVAL_NS) -> None:
        self._out = out or sys.stderr
        self._is_shown = self._out.isatty()
        self._interval_ns, self._next_ns = interval_ns, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def show(self, text: str) -> None:
        now_ns = time.monotonic_ns()
        if self._is_shown and now_ns >= self._next_ns:
            self._out.write(f"\r\x1b[K{text}")
            self._out.flush()
            self._next_ns = now_ns + self._interval_ns

    def show_table(self, table: str, rows: int) -> None:
        self.show(f"{table}: {rows:,}")

    def clear(self) -> None:
        if self._is_shown:
            self._out.write("\r\x1b[K")
            self._out.flush()
