"""Threads that answer requests, next to the event loop that reads and sends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple


class _WaitingCall(NamedTuple):
    answer: Callable[[], Any]  # the function that a thread calls
    ended: asyncio.Future[Any]  # awaited by the loop
    loop: asyncio.AbstractEventLoop

    def end(self, result: Any, error: BaseException | None) -> None:
        if self.ended.done():  # cancelled meanwhile
            return
        if error:
            self.ended.set_exception(error)
        else:
            self.ended.set_result(result)


class AnsweringThreads:
    """A few threads that take calls in the order of their arrival.

    An executor of concurrent.futures costs more: it makes a future of its own for each call, and a chain of callbacks
    between the two. Decision: docs/decisions/402-request-threads-send-their-own-answers.md.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._calls: SimpleQueue[_WaitingCall | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start the threads. Call it in the process that answers, after the fork.

        Python 3.13.0 counts a Thread that exists during a fork as started (cpython #134381), so none exists before.
        """
        # A daemon thread does not keep a process alive after its loop has ended.
        self._threads = [
            threading.Thread(target=self._answer_calls, name=f"request_{no}", daemon=True) for no in range(self._count)
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Wait until all calls are answered, and end the threads."""
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join()

    async def run(self, answer: Callable[[], Any]) -> Any:
        """Run the call in one of the threads; return its result or raise its error."""
        loop = asyncio.get_running_loop()
        ended = loop.create_future()
        self._calls.put(_WaitingCall(answer, ended, loop))
        return await ended

    def _answer_calls(self) -> None:
        while call := self._calls.get():
            result, error = None, None
            try:
                result = call.answer()
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):  # the loop is closed: nothing awaits the result
                call.loop.call_soon_threadsafe(call.end, result, error)
            # The connection stays open for as long as a waiting thread could still ask for an unread body.
            del call, result, error
