"""The metrics of a running site. Each function does nothing unless `serve` counts (SCOREBOOK_METRICS_TOKEN).

Callers count after the commit, so that nothing counted can be rolled back. The library is used only in
`monitoring/counters`, which is not imported without metrics.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings

if TYPE_CHECKING:
    from scorebook.core.monitoring.counters import Counters

FILE_BYTES = 1 << 16  # the library's size of a file; all counters here fit into it
FILE_KINDS = ("counter", "histogram", "gauge_livesum")
LIVE = "gauge_live"
# A phone that has a network sends a hand at once.
LATER_S = 60

log = logging.getLogger(__name__)
_counters: Counters | None = None


class Channel(StrEnum):
    PAGE = "page"
    API = "api"
    FILE = "file"


class HandVerb(StrEnum):
    RECORDED = "recorded"
    CORRECTED = "corrected"
    STRUCK_OUT = "struck_out"


def begin_metrics(running_workers: Collection[int] | None) -> None:
    """Prepare the folder before workers start, and drop all counts at the server's start (running_workers None).

    Otherwise the counts of ended workers stay, except for their open streams.
    """
    if not settings.METRICS_TOKEN:
        return
    settings.METRICS_DIR.mkdir(mode=0o700, exist_ok=True)
    for file in settings.METRICS_DIR.glob("*.db"):
        worker = file.stem.rpartition("_")[2]
        if running_workers is None or (file.name.startswith(LIVE) and worker not in map(str, running_workers)):
            file.unlink(missing_ok=True)


def count_in_this_process() -> None:
    """Start counting in a worker, once it is a process of its own."""
    global _counters
    if not settings.METRICS_TOKEN:
        return
    try:
        for kind in FILE_KINDS:
            _make_counter_file(f"{kind}_{os.getpid()}.db")
    except OSError as error:
        log.warning("Nothing is counted: %s", error.strerror)
        return
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS_DIR)
    from scorebook.core.monitoring.counters import Counters

    _counters = Counters()


def _make_counter_file(name: str) -> None:
    # Written before it is mapped: on a full disk this fails, while a write to a mapped page ends the process (SIGBUS).
    path = settings.METRICS_DIR / name
    if path.exists() and path.stat().st_size >= FILE_BYTES:
        return
    with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
        file.write(bytes(FILE_BYTES))


def metrics_text() -> bytes | None:
    """Return the metrics of all workers in the Prometheus format; None if this process does not count."""
    return _counters.metrics_text(settings.METRICS_DIR) if _counters else None


def count_hands(verb: HandVerb, channel: Channel, count: int = 1) -> None:
    if _counters and count:
        _counters.hands.labels(verb, channel).inc(count)


def count_hands_sent_later(keys: Iterable[UUID], *, at_s: float) -> None:
    """Count the keys that a phone made more than a minute before they came (docs/decisions/409).

    at_s: their arrival, in seconds since 1970.
    """
    if _counters:
        _counters.later.inc(sum(at_s - made_s > LATER_S for key in keys if (made_s := _creation_time_of_key_s(key))))


def _creation_time_of_key_s(key: UUID) -> float | None:
    return (key.int >> 80) / 1000 if key.version == 7 else None


def count_conflict(channel: Channel) -> None:
    if _counters:
        _counters.conflicts.labels(channel).inc()


def count_refusal(channel: Channel, code: str) -> None:
    if _counters:
        _counters.count_refusal(channel, code)


def count_outage() -> None:
    if _counters:
        _counters.outages.inc()


def count_watchers(change: int) -> None:
    """Add 1 for an opened stream, -1 for an ended one."""
    if _counters:
        _counters.watchers.inc(change)


def count_request(channel: Channel, status: int, seconds: float) -> None:
    if _counters:
        _counters.requests.labels(channel, f"{status // 100}xx").inc()
        _counters.seconds.labels(channel).observe(seconds)
