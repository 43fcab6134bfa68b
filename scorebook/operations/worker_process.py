"""A process that helps another one to read the same snapshot of the same database.

Nothing here may import a model: the process loads this module before Django is set up.
"""

from collections.abc import Mapping
from contextlib import ExitStack
from multiprocessing.synchronize import Barrier
from multiprocessing.util import Finalize
from typing import Any

import django
from django.db import connections
from django.db.utils import load_backend

from scorebook.ledger.snapshot import consistent_reads
from scorebook.operations.garbage import reduce_garbage_collection
from scorebook.server.orphans import end_with_parent

# Generous start timeout.
START_TIMEOUT_S = 120

_together: Barrier
_reading = ExitStack()


def start_worker(database: Mapping[str, Any], together: Barrier) -> None:
    """Set up the process, with the settings of the connection to read in place of its own."""
    global _together
    _together = together
    end_with_parent()
    django.setup()
    settings = {**connections["default"].settings_dict, **database}
    connections["default"] = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")


def wait_for_workers() -> None:
    _together.wait(START_TIMEOUT_S)


def open_shared_snapshot(moment: str | None) -> None:
    """Read this snapshot until the process ends."""
    _reading.enter_context(reduce_garbage_collection())
    _reading.enter_context(consistent_reads(moment))
    Finalize(None, _reading.close, exitpriority=1)  # a pool's process does not run atexit handlers
    _together.wait(START_TIMEOUT_S)
