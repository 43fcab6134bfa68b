"""Streams of changes: one connection for each watching phone, without a thread.

A view answers with the first event like any request, so that host, link and language are checked; then the event loop
continues the stream. One task for all of a worker's streams reads once a second the versions of their paths. Streams
exist only under that server; under others, pages poll.
Decision: docs/decisions/503-watchers-share-a-sheet-and-hear-of-changes.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from django.db import close_old_connections, connections
from django.http import Http404, HttpRequest, HttpResponse
from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]

from scorebook.core.database import outage
from scorebook.core.monitoring import metrics

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol, RSGIHTTPStreamTransport

# A key of `request.META`: whether the server takes one more stream; missing under other servers.
STREAMS = "scorebook.streams"
CONTENT_TYPE = "text/event-stream"
# For each worker. A stream takes a connection and some kilobytes.
MAX_STREAMS = 2_000
EVERY_S = 1.0
# A page without an event for longer polls (stream.js): the network is gone, or a proxy holds events back.
REPEAT_S = 15.0
RETRY_MS = 5_000

log = logging.getLogger(__name__)
Versions = Callable[[Collection[str]], Mapping[str, str]]


def stream_response(request: HttpRequest, version: str) -> HttpResponse:
    """Return the response that begins a stream. Raises: Http404 if the server carries no streams."""
    is_taken = request.META.get(STREAMS)
    if is_taken is None:
        raise Http404
    if not is_taken:
        return HttpResponse(status=503, headers={"Cache-Control": "no-store"})
    # A buffering proxy would hold back every event; X-Accel-Buffering is the header by which nginx turns that off.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    first = f"retry: {RETRY_MS}\n".encode() + event_of_version(version)
    return HttpResponse(first, content_type=CONTENT_TYPE, headers=headers)


def event_of_version(version: str) -> bytes:
    return f"data: {version}\n\n".encode()


class Topic:
    """The version at one path, with a future for the next one."""

    def __init__(self) -> None:
        self.version: str | None = None  # None before it is read
        self.is_over = False  # no further versions come
        self.followers = 0
        self.news = asyncio.get_running_loop().create_future()

    def publish(self, version: str | None) -> None:
        """Set a new version and wake the streams; None ends them."""
        if version is not None and version == self.version:
            return
        self.is_over, self.version = version is None, version
        news, self.news = self.news, asyncio.get_running_loop().create_future()
        news.set_result(None)


class Streams:
    """The streams of a worker. versions: returns the version at each path; a path that is missing ends its streams."""

    def __init__(self, versions: Versions, *, most: int = MAX_STREAMS) -> None:
        self._versions, self._most = versions, most
        self._topics: dict[str, Topic] = {}
        self._count = 0
        self._is_ended = False
        self._polling: asyncio.Task[None] | None = None
        # A thread of its own: streams and requests do not wait for each other when the database is slow.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="streams")

    @property
    def has_room(self) -> bool:
        return self._count < self._most and not self._is_ended

    def end(self) -> None:
        # The server stops only when every response is complete.
        self._is_ended = True
        for topic in self._topics.values():
            topic.publish(None)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def follow(self, path: str, protocol: RSGIHTTPProtocol, headers: list[tuple[str, str]], first: bytes) -> None:
        """Send the first events, then each change, until the client disconnects or the link becomes invalid."""
        topic = self._join_topic(path)
        gone = asyncio.ensure_future(protocol.client_disconnect())
        try:
            with suppress(ProtocolClosed):
                await self._send_changes(topic, protocol.response_stream(200, headers), first, gone)
        finally:
            gone.cancel()
            self._leave_topic(path, topic)

    async def _send_changes(
        self, topic: Topic, transport: RSGIHTTPStreamTransport, first: bytes, gone: asyncio.Future[None]
    ) -> None:
        last_sent, news = first, topic.news
        await transport.send_bytes(first)
        while not (topic.is_over or self._is_ended):
            done, _ = await asyncio.wait({gone, news}, timeout=REPEAT_S, return_when=asyncio.FIRST_COMPLETED)
            if gone in done:
                return
            news = topic.news  # before sending: a version that comes meanwhile ends the next wait at once
            event = event_of_version(topic.version) if topic.version else b""
            if event and not (done and last_sent.endswith(event)):
                await transport.send_bytes(event)
                last_sent = event

    def _join_topic(self, path: str) -> Topic:
        topic = self._topics.get(path)
        if topic is None or topic.is_over:
            topic = self._topics[path] = Topic()
        topic.version = None  # the new stream may have an older one: the next version read is sent to all that differ
        topic.followers += 1
        self._count += 1
        metrics.count_watchers(1)
        if self._polling is None:
            self._polling = asyncio.create_task(self._poll_versions())
        return topic

    def _leave_topic(self, path: str, topic: Topic) -> None:
        self._count -= 1
        metrics.count_watchers(-1)
        topic.followers -= 1
        if not topic.followers and self._topics.get(path) is topic:
            del self._topics[path]

    async def _poll_versions(self) -> None:
        loop = asyncio.get_running_loop()
        while self._topics and not self._is_ended:
            await asyncio.sleep(EVERY_S)
            followed = dict(self._topics)
            found = await loop.run_in_executor(self._thread, self._read_versions, tuple(followed))
            if found is None:
                continue
            for path, topic in followed.items():
                topic.publish(found.get(path))
        self._polling = None  # streams that join from here on start a new task
        await loop.run_in_executor(self._thread, connections.close_all)

    def _read_versions(self, paths: Collection[str]) -> Mapping[str, str] | None:
        """Return the versions, or None if the database is away; the last versions then stand until it is back."""
        close_old_connections()
        try:
            return self._versions(paths)
        except Exception as error:
            # After any error the next second tries again; without this task every stream would be silent.
            if outage.is_outage(error):
                log.warning("The streams ask in vain: the database does not answer")
            else:
                log.exception("The streams ask in vain")
            return None
