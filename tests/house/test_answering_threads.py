"""Calls of an event loop that a few threads answer."""

import asyncio
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from scorebook.server.answering_threads import AnsweringThreads

PATIENCE_S = 10


@pytest.fixture
def threads() -> Iterator[AnsweringThreads]:
    found = AnsweringThreads(2)
    found.start()
    yield found
    found.stop()


def in_a_loop(story: Callable[[], Coroutine[Any, Any, object]]) -> object:
    """A loop of its own, beside the one in which a browser may be."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(story())).result()


def test_the_loop_gets_what_a_thread_answers_or_raises(threads: AnsweringThreads) -> None:
    def refused() -> None:
        raise LookupError("nothing there")

    async def send_all() -> None:
        assert await threads.run(threading.get_ident) != threading.get_ident()
        with pytest.raises(LookupError, match="nothing there"):
            await threads.run(refused)
        assert await threads.run(lambda: "still there") == "still there"

    in_a_loop(send_all)


def test_as_many_are_answered_at_once_as_there_are_threads(threads: AnsweringThreads) -> None:
    both = threading.Barrier(2)

    async def send_all() -> None:
        await asyncio.gather(*(threads.run(partial(both.wait, PATIENCE_S)) for _ in range(6)))

    in_a_loop(send_all)


def test_between_two_calls_a_thread_keeps_nothing_of_the_last_one(threads: AnsweringThreads) -> None:
    class Request:
        pass

    is_freed = threading.Event()

    async def send_one() -> None:
        request = Request()
        weakref.finalize(request, is_freed.set)
        await threads.run(partial(str, request))

    in_a_loop(send_one)
    assert is_freed.wait(PATIENCE_S)


def test_an_answer_that_nobody_waits_for_any_more_disturbs_no_other(threads: AnsweringThreads) -> None:
    go_on = threading.Event()

    async def hung_up() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await threads.run(partial(go_on.wait, PATIENCE_S))

    async def goes_on() -> object:
        return await threads.run(lambda: 7)

    async def hung_up_in_time() -> object:
        await hung_up()
        go_on.set()
        return await goes_on()

    assert in_a_loop(hung_up_in_time) == 7
    go_on.clear()
    in_a_loop(hung_up)  # its loop is closed before the answer comes
    go_on.set()
    assert in_a_loop(goes_on) == 7


def test_it_stops_when_all_is_answered() -> None:
    threads, answered = AnsweringThreads(2), list[int]()
    threads.start()

    async def send_all() -> None:
        calls = [asyncio.ensure_future(threads.run(partial(answered.append, no))) for no in range(10)]
        await asyncio.sleep(0)
        await asyncio.to_thread(threads.stop)
        await asyncio.gather(*calls)

    in_a_loop(send_all)
    assert sorted(answered) == list(range(10))
