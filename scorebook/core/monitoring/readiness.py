"""The readiness of this process, checked at most every ten seconds, by one thread at a time."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings
from django.db.utils import Error

from scorebook.core.database.migration_state import migration_state, own_connection

KEPT_S = 10
# A check that takes longer waits for something that does not answer at all, such as a network disk.
STALE_S = 30
MB = 1_000_000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadinessState:
    """The state in words. They are public, so they hold no paths, names or versions."""

    database: str
    migrations: str
    disk: str

    @property
    def is_ready(self) -> bool:
        return (self.database, self.migrations, self.disk) == ("answers", "applied", "enough")

    def as_json(self) -> dict[str, object]:
        return {"ready": self.is_ready, **asdict(self)}


NOT_KNOWN = ReadinessState(database="not known", migrations="not known", disk="not known")


class Readiness:
    """A cache of the state. check: reads the state, which may take seconds."""

    def __init__(self, check: Callable[[], ReadinessState]) -> None:
        self._check = check
        self._lock = threading.Lock()
        self._kept: tuple[float, ReadinessState] | None = None

    def state_at(self, now_s: float) -> ReadinessState:
        """Return the state; during another thread's check, a recent one or NOT_KNOWN. now_s: by `time.monotonic`."""
        kept = self._kept
        if kept and now_s - kept[0] < KEPT_S:
            return kept[1]
        if not self._lock.acquire(blocking=False):
            return kept[1] if kept and now_s - kept[0] < STALE_S else NOT_KNOWN
        try:
            found = self._check()
            self._kept = (now_s, found)
        finally:
            self._lock.release()
        self._log_readiness_change(kept[1] if kept else None, found)
        return found

    def _log_readiness_change(self, before: ReadinessState | None, found: ReadinessState) -> None:
        if not found.is_ready and found != before:
            log.warning("Not ready: database %s, migrations %s, disk %s", found.database, found.migrations, found.disk)
        elif found.is_ready and before and not before.is_ready:
            log.warning("Ready again")


def check_readiness() -> ReadinessState:
    try:
        with own_connection() as connection:
            database, migrations = "answers", str(migration_state(connection))
    except Error:
        database, migrations = "away", "not known"
    return ReadinessState(database=database, migrations=migrations, disk=_disk_state())


def _disk_state() -> str:
    """Check the data folder and that of SQLite's file; PostgreSQL's disk is its own operator's concern."""
    database = settings.DATABASES["default"]
    folders = [settings.DATA_DIR]
    if database["ENGINE"].endswith("sqlite"):
        folders.append(Path(database["NAME"]).parent)
    try:
        is_enough = all(shutil.disk_usage(folder).free >= settings.DISK_LEFT_MB * MB for folder in folders)
    except OSError:
        return "away"
    return "enough" if is_enough else "nearly full"


readiness = Readiness(check_readiness)
