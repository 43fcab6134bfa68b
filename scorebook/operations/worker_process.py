"""A process that helps another one to read: it reaches the same database and reads the same moment of it.

Nothing here may import a model: a process of its own comes here before Django knows any.
"""

from collections.abc import Mapping
from contextlib import ExitStack
from multiprocessing.synchronize import Barrier
from multiprocessing.util import Finalize
from typing import Any

import django
from django.db import connections
from django.db.utils import load_backend

from scorebook.core.orphans import end_with_parent
from scorebook.ledger.snapshot import one_moment
from scorebook.operations.garbage import few_collections

# However slow the machine is, a process is there by then, or it never will be.
START_TIMEOUT_S = 120

_together: Barrier
_reading = ExitStack()


def start_worker(database: Mapping[str, Any], together: Barrier) -> None:
    """database: the settings of the connection that is to be read, whatever this process's own settings say."""
    global _together
    _together = together
    end_with_parent()
    django.setup()
    settings = {**connections["default"].settings_dict, **database}
    connections["default"] = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")


def be_there() -> None:
    _together.wait(START_TIMEOUT_S)


def begin_to_read(moment: str | None) -> None:
    """Read this moment until the process ends."""
    _reading.enter_context(few_collections())
    _reading.enter_context(one_moment(moment))
    Finalize(None, _reading.close, exitpriority=1)  # a process of a pool ends without the usual ceremony
    _together.wait(START_TIMEOUT_S)
