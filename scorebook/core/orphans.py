"""A process that others started and that has nobody to work for any more."""

import multiprocessing
import os
import signal
import sys
import threading
import time

INTERVAL_S = 1


def end_with_parent() -> None:
    """From now on this process ends when the one that started it does, however that came: it would hold on to what
    the two shared, a port or a moment of the database, and nobody would know of it."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        # That ends too when the parent becomes another program, as `serve` does on Linux: it is still there then.
        while sys.platform == "linux" and os.getppid() == parent.pid:
            time.sleep(INTERVAL_S)
        os.kill(os.getpid(), signal.SIGTERM)
