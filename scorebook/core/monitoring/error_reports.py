"""Reports of errors to the service that a setting names (SENTRY_DSN): the place, the kind of error, and the request id.

Nothing else is sent: messages hold names, and headers and addresses hold keys.
Decision: docs/decisions/413-logs-and-error-reports-hold-no-link-and-no-name.md.
"""

from __future__ import annotations

import logging
from collections.abc import Hashable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings

from scorebook.core.logs import INTERVAL_S, MAX_PLACES, place_of_record
from scorebook.core.request_ids import current_request_id

if TYPE_CHECKING:
    from sentry_sdk import Client

FLUSH_S = 1
OURS = ("scorebook", "rules")
# The parts of an event that are sent in addition to its exceptions.
KNOWN = ("event_id", "timestamp", "platform", "level", "logger", "tags")

log = logging.getLogger(__name__)


class ErrorReports(logging.Handler):
    """A log handler that reports an error once a minute from each place, as the log counts them."""

    def __init__(self) -> None:
        super().__init__()
        self._reported_s: dict[Hashable, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        place = place_of_record(record)
        if error is None or record.created - self._reported_s.get(place, 0) < INTERVAL_S:
            return
        if len(self._reported_s) >= MAX_PLACES:
            self._reported_s.clear()
        self._reported_s[place] = record.created
        try:
            _capture_error(record, error)
        except Exception:
            # Without its traceback, which may hold secrets.
            log.warning("An error could not be reported")


def flush_error_reports() -> None:
    """Send the waiting reports before the process ends."""
    if _sentry_client.cache_info().currsize:
        _sentry_client().flush(timeout=FLUSH_S)


def _capture_error(record: logging.LogRecord, error: BaseException) -> None:
    from sentry_sdk.utils import event_from_exception  # imported with the first error, so that it costs nothing before

    event, hint = event_from_exception(error, client_options=_sentry_client().options)
    _sentry_client().capture_event(event | {"logger": record.name, "tags": {"request": current_request_id()}}, hint)


@cache
def _sentry_client() -> Client:
    import sentry_sdk

    return sentry_sdk.Client(
        dsn=settings.SENTRY_DSN,
        before_send=_permitted_event,
        default_integrations=False,
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        send_client_reports=False,
        send_default_pii=False,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        shutdown_timeout=FLUSH_S,
        # Set here, so that the library does not read them from git and the machine.
        release="scorebook",
        server_name="scorebook",
        spotlight=False,
    )


def _permitted_event(event: Any, hint: Any) -> Any:
    """Build the event anew from permitted facts: the library may add others, and an error's message holds names."""
    kinds = [
        {
            "type": kind.get("type"),
            "module": kind.get("module"),
            "stacktrace": {"frames": [_permitted_frame(one) for one in kind.get("stacktrace", {}).get("frames", ())]},
        }
        for kind in event["exception"]["values"]
    ]
    return {name: event[name] for name in KNOWN if name in event} | {"exception": {"values": kinds}}


def _permitted_frame(found: Mapping[str, Any]) -> Mapping[str, Any]:
    module = found.get("module") or ""
    return {
        "module": module,
        "filename": f"{module.replace('.', '/')}.py",  # without the machine's own folders
        "function": found.get("function"),
        "lineno": found.get("lineno"),
        "in_app": module.partition(".")[0] in OURS,
    }
