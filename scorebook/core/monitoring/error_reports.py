"""Reports of errors to the service that a setting names (SENTRY_DSN): the place, the kind of error, and the request id.

Nothing else is sent: messages hold names, and headers and addresses hold keys.
Decision: docs/decisions/413-logs-and-error-reports-hold-no-link-and-no-name.md.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Any

from django.conf import settings

from scorebook.core.logs import INTERVAL_S, MAX_PLACES, log_place
from scorebook.core.request_ids import current_request_id

if TYPE_CHECKING:
    from sentry_sdk import Client

FLUSH_S = 1
MAX_CAUSES = 10
OURS = ("scorebook", "rules")
# The parts of an event that are sent; the library adds others.
KNOWN = ("event_id", "timestamp", "platform", "level", "logger", "exception", "tags")

log = logging.getLogger(__name__)


class ErrorReports(logging.Handler):
    """A log handler that reports an error once a minute from each place, as the log counts them."""

    def __init__(self) -> None:
        super().__init__()
        self._told_s: dict[Hashable, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        place = log_place(record)
        if error is None or record.created - self._told_s.get(place, 0) < INTERVAL_S:
            return
        if len(self._told_s) >= MAX_PLACES:
            self._told_s.clear()
        self._told_s[place] = record.created
        try:
            _client().capture_event(_event(record, error))
        except Exception:
            # Without its traceback, which may hold secrets.
            log.warning("An error could not be reported")


def send_reports() -> None:
    """Send the waiting reports before the process ends."""
    if _client.cache_info().currsize:
        _client().flush(timeout=FLUSH_S)


@cache
def _client() -> Client:
    """Return the client, loaded with the first error, so that it costs nothing before."""
    import sentry_sdk

    return sentry_sdk.Client(
        dsn=settings.SENTRY_DSN,
        before_send=_without_the_rest,
        default_integrations=False,
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        send_client_reports=False,
        send_default_pii=False,
        max_breadcrumbs=0,
        shutdown_timeout=FLUSH_S,
        # Set here, so that the library does not read them from git and the machine.
        release="scorebook",
        server_name="scorebook",
        spotlight=False,
    )


def _without_the_rest(event: Any, hint: Any) -> Any:
    return {name: event[name] for name in KNOWN if name in event}


def _event(record: logging.LogRecord, error: BaseException) -> Any:
    """Build the event from permitted facts only, so that nothing has to be removed from it."""
    kinds = [_kind(one) for one in _with_causes(error)]
    event = {"level": "error", "logger": record.name, "exception": {"values": kinds[::-1]}}
    return {**event, "platform": "python", "tags": {"request": current_request_id()}}


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(MAX_CAUSES):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _kind(error: BaseException) -> Mapping[str, Any]:
    kind = type(error)
    return {
        "type": kind.__qualname__,
        "module": kind.__module__,
        "stacktrace": {"frames": list(_frames(error.__traceback__))},
    }


def _frames(trace: TracebackType | None) -> Iterator[Mapping[str, Any]]:
    for frame, line in traceback.walk_tb(trace):
        module = str(frame.f_globals.get("__name__", ""))
        yield {
            "module": module,
            "filename": f"{module.replace('.', '/')}.py",  # without the machine's own folders
            "function": frame.f_code.co_name,
            "lineno": line,
            "in_app": module.partition(".")[0] in OURS,
        }
