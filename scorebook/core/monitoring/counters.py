"""The counters, in files that all workers of a server share; the sum is read from the files of all workers.

Imported only in a worker that counts, once PROMETHEUS_MULTIPROC_DIR is set: the library reads it during import.
"""

from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

# Most codes of one worker; the program has a few hundred, and further ones count as OTHER.
MAX_CODES = 150
OTHER = "other"
BUCKETS_S = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Counters:
    def __init__(self) -> None:
        self._codes: set[tuple[str, str]] = set()
        own = CollectorRegistry()
        self.hands = Counter("scorebook_hands", "Hands that were written", ["verb", "door"], registry=own)
        self.later = Counter(
            "scorebook_hands_sent_later", "Hands that a phone sent more than a minute after writing them", registry=own
        )
        self.conflicts = Counter(
            "scorebook_conflicts", "Hands refused because somebody else wrote meanwhile", ["door"], registry=own
        )
        self.refusals = Counter("scorebook_refusals", "Requests that were refused", ["door", "code"], registry=own)
        self.outages = Counter("scorebook_outages", "Answers 503 because of the database", registry=own)
        self.requests = Counter("scorebook_requests", "Requests answered", ["door", "status"], registry=own)
        self.seconds = Histogram(
            "scorebook_request_seconds",
            "Seconds until a request was answered",
            ["door"],
            buckets=BUCKETS_S,
            registry=own,
        )
        self.watchers = Gauge(
            "scorebook_watchers", "Open streams of changes", multiprocess_mode="livesum", registry=own
        )

    def count_refusal(self, channel: str, code: str) -> None:
        if (channel, code) not in self._codes:
            if len(self._codes) >= MAX_CODES:
                code = OTHER
            self._codes.add((channel, code))
        self.refusals.labels(channel, code).inc()

    def metrics_text(self, folder: Path) -> bytes:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
        return generate_latest(registry)
