"""Requests that the live server is answering. A page that is closed does not wait for them.

Those of Django's test client are answered when it goes on, and not finished where nobody reads a file to its end.
"""

import time
from threading import Lock

from django.core.signals import request_finished, request_started
from django.test.client import ClientHandler

PATIENCE_S = 5
_lock = Lock()
_count = 0


def _add(by: int) -> None:
    global _count
    with _lock:
        _count += by


def _started(sender: type, **_: object) -> None:
    if sender is not ClientHandler:
        _add(1)


def _finished(sender: type, **_: object) -> None:
    if sender is not ClientHandler:
        _add(-1)


def wait_for_none() -> None:
    deadline = time.monotonic() + PATIENCE_S
    while _count > 0 and time.monotonic() < deadline:
        time.sleep(0.01)


request_started.connect(_started)
request_finished.connect(_finished)
