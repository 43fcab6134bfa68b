"""A separate program that keeps the workers of `manage.py serve` running, with as few megabytes as Python needs.

`serve` loads Scorebook, starts its workers, and becomes this program by exec: it stays the same process and their
parent, but drops its copy of all that they have changed since. When a worker dies, it becomes `serve` again, which
starts the missing one. Signals sent meanwhile wait, because SIGNALS stay blocked across the exec.
Decision: docs/decisions/403-serve-becomes-the-supervisor-of-its-workers.md.

    supervisor.py PID… -- COMMAND…

Nothing of Scorebook may be imported here, and only cheap modules of Python's library.
"""

import os
import signal
import sys
import time

# The format of the log, read here since the settings are not loaded.
IS_JSON = os.environ.get("SCOREBOOK_LOG", "").strip().lower() == "json"
# The environment variable with the workers that still run, unless the command starts for the first time.
RUNNING_WORKERS = "SCOREBOOK_RUNNING_WORKERS"
STOP_TIMEOUT_S = 5
# SIGHUP comes when the terminal is closed; nohup ignores it.
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD] if hasattr(signal, "SIGHUP") else []


def main(arguments: list[str]) -> None:
    border = arguments.index("--")
    workers, command = {int(worker) for worker in arguments[:border]}, arguments[border + 1 :]
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    listened = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    while not (ended := _reap_ended_workers(workers)):
        if signal.sigwait(listened) != signal.SIGCHLD:
            _stop_workers(workers)
            return
    _write_log_line(f"Worker {', '.join(map(str, sorted(ended)))} has ended: starting another")
    os.environ[RUNNING_WORKERS] = " ".join(map(str, sorted(workers - ended)))
    os.execv(command[0], command)


def _write_log_line(text: str) -> None:
    """Write a line of the log. text: plain, without characters that JSON would escape."""
    if IS_JSON:
        at = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
        text = f'{{"time": "{at}", "level": "WARNING", "logger": "supervisor", "message": "{text}", "request": "-"}}'
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _reap_ended_workers(workers: set[int]) -> set[int]:
    return {worker for worker in workers if _has_worker_ended(worker)}


def _has_worker_ended(worker: int) -> bool:
    try:
        return bool(os.waitpid(worker, os.WNOHANG)[0])
    except ChildProcessError:  # its end was noticed before this program began
        return True


def _stop_workers(workers: set[int]) -> None:
    running = set(workers)
    for worker in running:
        os.kill(worker, signal.SIGTERM)
    deadline = time.monotonic() + STOP_TIMEOUT_S
    while running := running - _reap_ended_workers(running):
        left = deadline - time.monotonic()
        if left <= 0 or not signal.sigtimedwait([signal.SIGCHLD], left):
            break
    for worker in running:
        _write_log_line(f"Killing worker {worker}, which does not end")
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
