"""The end of child processes whose parent has ended."""

import multiprocessing
import os
import signal
import sys
import threading
import time

INTERVAL_S = 1


def end_with_parent() -> None:
    """End this process when its parent ends; it would keep a shared port or database lock otherwise."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        # The join also returns when the parent replaces itself by exec, as `serve` does on Linux: it still runs then.
        while sys.platform == "linux" and os.getppid() == parent.pid:
            time.sleep(INTERVAL_S)
        os.kill(os.getpid(), signal.SIGTERM)
