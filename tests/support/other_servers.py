"""Servers that Scorebook asks: a real WebDAV server, one that misbehaves and counts who asks, and one for mail."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cheroot.wsgi import Server as WsgiServer
from wsgidav.wsgidav_app import WsgiDAVApp

from tests.support.process import free_port

USER, PASSWORD = "verein", "ge:heim@1"
QUOTED = "verein:ge%3Aheim%401"


@contextmanager
def web_dav(folder: Path) -> Iterator[str]:
    """The address, with name and password, of a server that keeps its files in the folder."""
    config = {
        "provider_mapping": {"/": str(folder)},
        "simple_dc": {"user_mapping": {"*": {USER: {"password": PASSWORD}}}},
        "http_authenticator": {"accept_basic": True, "accept_digest": False, "default_to_digest": False},
        "dir_browser": {"enable": False},
        "logging": {"enable": False},
        "verbose": 0,
    }
    server = WsgiServer(("127.0.0.1", 0), WsgiDAVApp(config), numthreads=2)
    server.prepare()
    thread = Thread(target=server.serve)
    thread.start()
    try:
        yield f"http://{QUOTED}@127.0.0.1:{server.bind_addr[1]}/"
    finally:
        server.stop()
        thread.join()


class Odd(ThreadingHTTPServer):
    """A server whose files are in memory. way: how it misbehaves, "" for not at all. requests: method and path of
    each; refuses: so many answers are 500 first.

    Ways: "500", "breaks off" while it takes a file, "breaks off later" while it gives one back, "keeps half",
    "keeps nothing", "moved".
    """

    daemon_threads = True

    def __init__(self, way: str, refuses: int) -> None:
        super().__init__(("127.0.0.1", 0), _OddAnswer)
        self.way, self.refuses = way, refuses
        self.files: dict[str, bytes] = {}
        self.requests: list[tuple[str, str]] = []
        self.passwords: set[str] = set()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _OddAnswer(BaseHTTPRequestHandler):
    server: Odd
    protocol_version = "HTTP/1.1"

    def _begin(self) -> bool:
        """Whether it goes on as it should."""
        self.server.requests.append((self.command, self.path))
        self.server.passwords.add(self.headers.get("Authorization", ""))
        self.close_connection = True
        if self.server.refuses:
            self.server.refuses -= 1
            self._end(500)
            return False
        return True

    def do_PROPFIND(self) -> None:
        if self._begin():
            self._end(207)

    def do_PUT(self) -> None:
        size = int(self.headers["Content-Length"])
        if not self._begin():
            return
        if self.server.way == "breaks off":
            self.server.files[self.path] = self.rfile.read(size // 2)
            return
        content = self.rfile.read(size)
        if self.server.way in ("500", "moved"):
            self._end(500 if self.server.way == "500" else 301)
            return
        if self.server.way != "keeps nothing":
            self.server.files[self.path] = content[: size // 2] if self.server.way == "keeps half" else content
        self._end(201)

    def do_GET(self) -> None:
        if not self._begin():
            return
        content = self.server.files.get(self.path)
        if content is None:
            self._end(404)
            return
        cut = len(content) // 2 if self.server.way == "breaks off later" else len(content)
        self._end(200, size=len(content))
        self.wfile.write(content[:cut])

    def do_DELETE(self) -> None:
        if self._begin():
            self._end(204 if self.server.files.pop(self.path, None) is not None else 404)

    def _end(self, status: int, *, size: int = 0) -> None:
        self.send_response(status)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(size))
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """The test reads the requests."""


@contextmanager
def odd_server(way: str = "", *, refuses: int = 0) -> Iterator[Odd]:
    server = Odd(way, refuses)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass(kw_only=True)
class MailServer:
    """port: where it listens. authority: a file with the certificate that its own was signed by."""

    port: int
    authority: Path
    mails: list[Message] = field(default_factory=list)
    logins: list[tuple[str, str]] = field(default_factory=list)


@contextmanager
def mail_server(folder: Path, *, speaks: str) -> Iterator[MailServer]:
    """A real SMTP server. speaks: "plain", "tls" from the first byte, or "starttls", which it then requires."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "authority.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost", "127.0.0.1").configure_cert(context)
    found = MailServer(port=free_port(), authority=folder / "authority.pem")
    ways: dict[str, dict[str, Any]] = {
        "plain": {"auth_require_tls": False},
        "tls": {"ssl_context": context, "auth_require_tls": False},
        "starttls": {"tls_context": context, "require_starttls": True, "auth_required": True},
    }
    options = {"hostname": "127.0.0.1", "port": found.port, "authenticator": _authenticator(found)} | ways[speaks]
    controller = Controller(_Inbox(found), **options)
    controller.start()
    try:
        yield found
    finally:
        controller.stop()


class _Inbox:
    def __init__(self, found: MailServer) -> None:
        self._found = found

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self._found.mails.append(BytesParser().parsebytes(envelope.content))
        return "250 taken"


def _authenticator(found: MailServer) -> Any:
    def authenticate(server: Any, session: Any, envelope: Any, mechanism: str, login: Any) -> AuthResult:
        assert isinstance(login, LoginPassword)
        found.logins.append((login.login.decode(), login.password.decode()))
        return AuthResult(success=found.logins[-1] == (USER, PASSWORD), handled=False)

    return authenticate
