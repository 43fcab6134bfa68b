"""The RSGI application: a request takes a thread only when its body has arrived complete, in time and not too large.

granian passes a request as RSGI, and this passes it to Django as WSGI. In between the event loop waits for the body, so
a phone that loses the network during its request blocks no thread.
Decision: docs/decisions/401-serve-reads-a-body-before-it-takes-a-thread.md.
"""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string
from granian.rsgi import Scope

from scorebook.core import request_ids
from scorebook.core.monitoring import error_reports, metrics, request_log
from scorebook.core.monitoring.seen_requests import MONITORED, MONITORING_THREADS, SINCE
from scorebook.server.answering_threads import AnsweringThreads
from scorebook.server.orphans import end_with_parent
from scorebook.server.request_bodies import REFUSED, max_request_body_bytes
from scorebook.server.streams import CONTENT_TYPE, STREAMS, Streams

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol

# A body is a kilobyte, and the phone's own timeout is eight seconds.
BODY_TIMEOUT_S = 10
# For a request that begins while the server shuts down: its body may already be under way.
BODY_TIMEOUT_AT_END_S = 1
# A client that waited longer for a thread has disconnected and retries, so the backlog of an outage is refused.
QUEUE_TIMEOUT_S = 10
# Requests wait for the database, not for the processor: more threads would only lengthen that queue.
THREADS = 4

Headers = list[tuple[str, str]]


class PendingRequest(NamedTuple):
    """A request whose body was read or refused."""

    scope: Scope
    body: bytes
    refused: int | None  # status for a refused body
    since: float  # by `time.monotonic`


class ServerResponse(NamedTuple):
    status: int
    headers: Headers
    body: bytes

    @property
    def is_stream(self) -> bool:
        return self.status == 200 and ("Content-Type", CONTENT_TYPE) in self.headers


class BodyBroken(Exception):
    """The client disconnected during the body. A partial form may look complete, so it is not processed."""


class Application:
    """An RSGI application around a WSGI one.

    Refused requests go to Django too, without their body and with the status under REFUSED, so that their response has
    the language and the shape of all others.
    """

    def __init__(self, wsgi: Any, streams: Streams, *, threads: int = THREADS) -> None:
        self._wsgi, self._streams = wsgi, streams
        self._bodies: set[asyncio.Timeout] = set()
        self._is_ending = False
        self._threads = AnsweringThreads(threads)
        self._monitoring_threads = AnsweringThreads(MONITORING_THREADS)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        end_with_parent()
        metrics.count_in_this_process()
        self._threads.start()
        self._monitoring_threads.start()
        _call_at_shutdown(loop, self._begin_shutdown)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._streams.close()
        self._threads.stop()
        self._monitoring_threads.stop()
        error_reports.flush_error_reports()

    async def __rsgi__(self, scope: Scope, protocol: RSGIHTTPProtocol) -> None:
        body, refused = b"", _refused_body_status(scope)
        if not refused and (length := int(scope.headers.get("content-length") or 0)):
            try:
                async with asyncio.timeout(BODY_TIMEOUT_AT_END_S if self._is_ending else BODY_TIMEOUT_S) as patience:
                    self._bodies.add(patience)
                    body = await _read_whole_body(protocol, length)
            except TimeoutError:
                # A client that gets 503 retries, and reaches the next server.
                refused = 503 if self._is_ending else 408
            except BodyBroken:
                _log_broken_body(scope)
                return protocol.response_empty(400, [])
            finally:
                self._bodies.discard(patience)
        request = PendingRequest(scope, body, refused, since=time.monotonic())
        threads = self._monitoring_threads if scope.path in MONITORED else self._threads
        if stream := await threads.run(partial(self._answer_or_stream, request, protocol)):
            headers = [(name, value) for name, value in stream.headers if name.lower() != "content-length"]
            await self._streams.follow(scope.path, protocol, headers, stream.body)

    def _begin_shutdown(self) -> None:
        # Pending bodies are cut off: the server waits for all responses, but not as long as for a body.
        self._is_ending = True
        self._streams.end()
        for patience in self._bodies:
            if not patience.expired():
                patience.reschedule(0)

    def _answer_or_stream(self, request: PendingRequest, protocol: RSGIHTTPProtocol) -> ServerResponse | None:
        """Send the response from its thread, without a wait for the loop's turn; return the start of a stream."""
        answer = self._run_wsgi(request)
        if answer.is_stream:
            return answer
        protocol.response_bytes(*answer)
        return None

    def _run_wsgi(self, request: PendingRequest) -> ServerResponse:
        scope, body, refused, since = request
        if time.monotonic() - since > QUEUE_TIMEOUT_S:
            refused, body = 503, b""
        started: list[tuple[str, Headers]] = []

        def start_response(status: str, headers: Headers, exc_info: object = None) -> None:
            started.append((status, headers))

        environ = _wsgi_environ(scope, body, refused) | {STREAMS: self._streams.has_room, SINCE: since}
        try:
            parts: Iterable[bytes] = self._wsgi(environ, start_response)
            try:
                # The whole content at once: a thread never waits for a slow reader.
                content = b"".join(parts)
            finally:
                if hasattr(parts, "close"):
                    parts.close()
        finally:
            request_ids.end_request()
        status, headers = started[-1]
        return ServerResponse(int(status.split(" ", 1)[0]), headers, content)


def _refused_body_status(scope: Scope) -> int | None:
    # Without a length, a complete body looks like one whose client disconnected.
    if "transfer-encoding" in scope.headers:
        return 411
    return 413 if int(scope.headers.get("content-length") or 0) > max_request_body_bytes(scope.path) else None


def _log_broken_body(scope: Scope) -> None:
    # All other requests reach Django, which logs them.
    if settings.LOG_REQUESTS:
        request_log.log_answered_request(method=scope.method, path=scope.path, status=400, ms=0, size=0)


async def _read_whole_body(protocol: RSGIHTTPProtocol, length: int) -> bytes:
    parts: list[bytes] = []
    received = 0
    async for part in protocol:
        if not part:  # granian ends complete and broken bodies alike
            break
        parts.append(part)
        received += len(part)
        if received >= length:  # waiting for the end would cost another turn of the loop
            break
    if received != length:
        raise BodyBroken
    return b"".join(parts)


def _wsgi_environ(scope: Scope, body: bytes, refused: int | None) -> dict[str, Any]:
    server, _, port = scope.server.rpartition(":")
    # The keys of PEP 3333.
    found: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    found |= _rsgi_headers(scope) | {"CONTENT_LENGTH": str(len(body))}
    if refused:
        found[REFUSED] = refused
    return found


def _rsgi_headers(scope: Scope) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in scope.headers.items():
        if "_" in name:  # X_Forwarded_Proto would look like the X-Forwarded-Proto that only a proxy may set
            continue
        key = "CONTENT_TYPE" if name == "content-type" else f"HTTP_{name.upper().replace('-', '_')}"
        between = "; " if name == "cookie" else ","
        found[key] = f"{found[key]}{between}{value}" if key in found else value
    found.pop("HTTP_CONTENT_LENGTH", None)
    return found


def _call_at_shutdown(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Call the function on SIGINT or SIGTERM, before granian's own handler waits for all responses."""
    for number in (signal.SIGINT, signal.SIGTERM):
        usual = signal.getsignal(number)

        def call_then_usual(number: int, frame: FrameType | None, usual: Any = usual) -> None:
            loop.call_soon_threadsafe(call)
            if callable(usual):
                usual(number, frame)

        signal.signal(number, call_then_usual)
        if hasattr(signal, "siginterrupt"):
            signal.siginterrupt(number, False)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorebook.settings")

application = Application(get_wsgi_application(), Streams(import_string(settings.CHANGES)))
