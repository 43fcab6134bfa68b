"""Formatters and a handler for the log: they hide link tokens and count repeated errors.

A link is a key, and logs are read, copied and sent around. A database that was away for six seconds under load once
caused 32,899 identical lines.
"""

from __future__ import annotations

import json
import logging
import re
import threading
import time
import traceback
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from scorebook.core.request_ids import current_request_id

INTERVAL_S = 60
MAX_PLACES = 1_000
OURS = tuple(str(Path(__file__).parents[2] / package) for package in ("scorebook", "rules"))
HIDDEN = "<token>"
# The logger with one line for each request (scorebook.core.monitoring.request_log): its lines are not counted.
REQUEST_LOGGER = "scorebook.requests"
# In order: in an address; next to its name, as in reprs, bodies and the messages of databases; alone between quotes,
# where 22 characters with upper and lower case are hardly anything else.
_TOKENS = (
    (re.compile(r"((?:/|%2F)(?:[twc]|v1(?:/|%2F)(?:evenings|clubs))(?:/|%2F))[\w-]+", re.IGNORECASE), r"\1"),
    (re.compile(r"((?:/|%2F)calendar(?:/|%2F)[0-9a-f-]{36}(?:/|%2F)\w+(?:/|%2F))[\w-]+", re.IGNORECASE), r"\1"),
    (
        re.compile(
            r"""((?:token|\bwas|\blink|\bkeeper|\bmember)['"]?\)?\s*[=:]\s*\(?['"]?)[\w-]{20,43}""", re.IGNORECASE
        ),
        r"\1",
    ),
    (re.compile(r"""(?<=['"])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}(?=(?:\.[0-9a-f-]{36})?['"])"""), ""),
)


def text_without_link_tokens(text: str) -> str:
    for pattern, kept in _TOKENS:
        text = pattern.sub(kept + HIDDEN, text)
    return text


class TokenFreeFormatter(logging.Formatter):
    """A formatter that hides tokens in the finished text, including tracebacks and messages of libraries."""

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = current_request_id()
        return text_without_link_tokens(super().format(record))


class JSONFormatter(logging.Formatter):
    """A formatter that writes a JSON object a line, cleaned before JSON's escapes could hide a token."""

    def format(self, record: logging.LogRecord) -> str:
        logged = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": text_without_link_tokens(record.getMessage()),
            "request": current_request_id(),
            **getattr(record, "facts", {}),
        }
        if trace := self._traceback_text(record):
            logged["trace"] = text_without_link_tokens(trace)
        return json.dumps(logged)

    def _traceback_text(self, record: logging.LogRecord) -> str:
        error = self.formatException(record.exc_info) if record.exc_info and record.exc_info[1] else ""
        return "\n".join(filter(None, (error, record.stack_info)))


@dataclass(slots=True, kw_only=True)
class _LoggedMessage:
    """A record logged in full at a place. It keeps no traceback, which would hold the request with all that it read."""

    name: str
    level: int
    message: str
    first_s: float
    last_s: float
    repeats: int = 0


class CountingHandler(logging.StreamHandler[TextIO]):
    """A handler that writes a place's first record in each interval, and the count of the rest at its end.

    Each process counts its own. Times are those of the records, in seconds since 1970.
    """

    def __init__(self, stream: TextIO | None = None, *, interval_s: float = INTERVAL_S) -> None:
        super().__init__(stream)
        self._interval_s = interval_s
        self._logged: dict[Hashable, _LoggedMessage] = {}  # in the order of their first times
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == REQUEST_LOGGER:
            super().emit(record)
            return
        self._log_repeats(until_s=record.created - self._interval_s)
        place = place_of_record(record)
        if logged := self._logged.get(place):
            logged.repeats += 1
            logged.last_s = record.created
            self._log_repeats_later()
            return
        if len(self._logged) >= MAX_PLACES:
            self._log_repeats(until_s=record.created)
        self._logged[place] = _LoggedMessage(
            name=record.name,
            level=record.levelno,
            message=record.getMessage(),
            first_s=record.created,
            last_s=record.created,
        )
        super().emit(record)

    def close(self) -> None:
        with self.lock or threading.RLock():
            self._log_repeats(until_s=time.time())
        super().close()

    def _log_repeats(self, *, until_s: float) -> None:
        """Log the counts of all places first written until then, and drop them."""
        for place, logged in list(self._logged.items()):
            if logged.first_s > until_s:
                return
            del self._logged[place]
            if logged.repeats:
                super().emit(_log_summary(logged))

    def _log_repeats_later(self) -> None:
        # Without a timer, the count would not be logged if this repeat were the last.
        if self._timer is None:
            self._timer = threading.Timer(self._interval_s, self._log_repeats_by_timer)
            self._timer.daemon = True
            self._timer.start()

    def _log_repeats_by_timer(self) -> None:
        with self.lock or threading.RLock():
            self._timer = None
            self._log_repeats(until_s=time.time() - self._interval_s)
            if any(logged.repeats for logged in self._logged.values()):
                self._log_repeats_later()


def place_of_record(record: logging.LogRecord) -> Hashable:
    """Return the place and the kind of an error; the path of the request makes no difference."""
    kind, _, trace = record.exc_info or (None, None, None)
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(trace)]
    if kind and frames:
        # Every fault of the database is raised at one line of Django; only our own line distinguishes them.
        ours = [one for one in frames if one[0].startswith(OURS)]
        return (record.name, record.levelno, kind, (ours or frames)[-1])
    status = getattr(record, "status_code", None)  # Django writes all of them at one place
    return (record.name, record.levelno, kind, record.pathname, record.lineno, str(record.msg), status)


def _log_summary(logged: _LoggedMessage) -> logging.LogRecord:
    span_s = round(logged.last_s - logged.first_s)
    text = f"repeated {logged.repeats:,} times in {span_s} s: {logged.message}"
    return logging.LogRecord(logged.name, logged.level, __file__, 0, text, None, None)
