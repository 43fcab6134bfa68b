"""A process that others started and that has nobody to work for any more."""

import multiprocessing
import os
import signal
import threading


def end_with_parent() -> None:
    """From now on this process ends when the one that started it does, however that came: it would hold on to what
    the two shared, a port or a moment of the database, and nobody would know of it."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
