"""The network of a cellar: a small proxy before the server under test that can be cut and can lose answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from urllib.parse import urlsplit

NOT_PASSED_ON = {"connection", "transfer-encoding", "keep-alive", "content-length"}


class Cellar(ThreadingHTTPServer):
    """is_cut: nothing comes through. answers_itself: with this status and an empty page, as a proxy does that finds
    no server; 0: not. loses_every: of the writing requests, every so many-th is handled by the server
    and its answer lost; 0 loses none. fails_once: ends of paths; the first question for each has no answer.
    sizes: path -> bytes that crossed the network for it, heads included; times: path -> how often it did.
    heard: each request as it came, with address, head and body."""

    daemon_threads = True

    def __init__(self, server_url: str) -> None:
        super().__init__(("127.0.0.1", 0), _Passage)
        self.upstream = urlsplit(server_url).netloc
        self._lock = Lock()
        self.forget()

    def forget(self) -> None:
        """Whole again, and nothing counted yet."""
        self.is_cut = False
        self.answers_itself = 0
        self.loses_every = 0
        self.fails_once: set[str] = set()
        self.written = 0
        self.lost = 0
        self.sizes: dict[str, int] = {}
        self.times: Counter[str] = Counter()
        self.heard: list[str] = []

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server_port}"

    def may_ask(self, path: str) -> bool:
        with self._lock:
            failing = {end for end in self.fails_once if path.endswith(end)}
            self.fails_once -= failing
        return not failing and not self.is_cut

    def may_answer(self, method: str) -> bool:
        """Whether the answer to a request that the server has handled comes back."""
        if self.is_cut:
            return False
        if method in ("GET", "HEAD"):
            return True
        with self._lock:
            self.written += 1
            is_lost = bool(self.loses_every) and self.written % self.loses_every == 0
            self.lost += is_lost
            return not is_lost

    def weigh(self, path: str, size: int) -> None:
        with self._lock:
            self.sizes[path] = self.sizes.get(path, 0) + size
            self.times[path] += 1


class _Passage(BaseHTTPRequestHandler):
    server: Cellar

    def _pass(self) -> None:
        self.close_connection = True
        if not self.server.may_ask(urlsplit(self.path).path):
            return
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.server.heard.append(f"{self.requestline}\n{self.headers}\n{body.decode(errors='replace')}")
        if status := self.server.answers_itself:
            self.send_response_only(status)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        connection = HTTPConnection(self.server.upstream, timeout=60)
        connection.request(self.command, self.path, body=body or None, headers=dict(self.headers))
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if not self.server.may_answer(self.command):
            return
        head = [(name, text) for name, text in answer.getheaders() if name.lower() not in NOT_PASSED_ON]
        self.send_response_only(answer.status)
        for name, text in head:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        heads = sum(len(name) + len(text) + 4 for name, text in head)
        self.server.weigh(urlsplit(self.path).path, heads + len(content))

    do_GET = do_POST = do_PUT = do_HEAD = _pass

    def log_message(self, *args: object) -> None:
        """The test looks at the pages, nobody at a log."""


@contextmanager
def cellar(server_url: str) -> Iterator[Cellar]:
    server = Cellar(server_url)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()
