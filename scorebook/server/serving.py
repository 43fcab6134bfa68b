"""The production server of `manage.py serve`, its addresses, and the QR code for phones."""

import contextlib
import errno
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TextIO

from django.conf import settings
from django.db import connections
from django.utils.translation import gettext as _
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from scorebook.core import network
from scorebook.core.monitoring import metrics
from scorebook.server import supervisor
from scorebook.server.rsgi import application

EVERY_ADDRESS = ("0.0.0.0", "::")
# Every watching phone keeps its connection. One too many waits until another closes, and the scribe's hand may be the
# one that waits: measured, 6 s at 1,100 connections, with granian's own limit of 1,024.
MAX_CONNECTIONS = 8192
HEAD_TIMEOUT_MS = 10_000
GARBAGE = 10_000  # objects; a hand leaves some thousand
OPEN_TIMEOUT_S = 60
OPEN_INTERVAL_S = 0.05
# On other systems granian shares its port in another way, and restarts its workers itself.
IS_SUPERVISED = sys.platform == "linux"


class AddressRefused(Exception):
    """The server cannot listen there; the message names address and port."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenAddress:
    host: str
    port: int

    @property
    def local_url(self) -> str:
        return _server_url("localhost" if self.host in EVERY_ADDRESS else self.host, self.port)

    @property
    def lan_url(self) -> str | None:
        """Return the URL for phones in the same network; None if they cannot reach it, or come through a proxy."""
        if self.host not in EVERY_ADDRESS or settings.HTTPS:
            return None
        lan = network.lan_address()
        return _server_url(lan, self.port) if lan else None


def check_port_is_free(address: ListenAddress) -> None:
    """Raise AddressRefused if the port is in use.

    The server itself shares its port between its workers, so a second server would start unnoticed and take half of the
    requests.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address.host, address.port))
        except OSError as error:
            raise AddressRefused(_port_refusal(address, error)) from error


def announce_server(address: ListenAddress, out: TextIO) -> None:
    # The proxy's own addresses, if known: the server's own redirects to them.
    for url in (settings.HTTPS and settings.CSRF_TRUSTED_ORIGINS) or [address.local_url]:
        out.write(_("Scorebook is running at %(url)s") % {"url": url} + "\n")
    if lan_url := address.lan_url:
        out.write(_("For phones on the same network: %(url)s") % {"url": lan_url} + "\n")
        import segno  # here, and not above: a megabyte that a server behind a proxy never needs

        # Half blocks make a small code, but need a terminal that can display them.
        is_utf8 = (getattr(out, "encoding", None) or "").lower().replace("-", "") == "utf8"
        segno.make(lan_url, micro=False).terminal(out=out, border=2, compact=is_utf8)
        out.write(_("An open page keeps what you record; opening one offline needs https (docs/https.md).") + "\n")
    out.write(_("Press Ctrl-C to stop.") + "\n")
    out.flush()


def running_workers() -> list[int] | None:
    """Return the process ids of this server's workers that still run; None at its first start."""
    found = os.environ.get(supervisor.RUNNING_WORKERS)
    return None if found is None else [int(worker) for worker in found.split()]


def _prepare_forks() -> None:
    # The workers are forks: they share the address and the memory of what was loaded before, but must not share a
    # connection. A garbage collection would write into all of that memory and so copy it, for each worker. The objects
    # of a request, mostly without a cycle, are searched less often than by Python's default.
    connections.close_all()
    gc.freeze()
    gc.set_threshold(GARBAGE, *gc.get_threshold()[1:])


def run_server(address: ListenAddress, *, workers: int, when_open: Callable[[], None]) -> None:
    """Serve until SIGINT, SIGTERM or a closed terminal. Call `when_open` once requests are answered, the first time.

    On Linux it returns only if it cannot serve: otherwise this process becomes the supervisor of its workers, and has
    its exit status.
    """
    _allow_open_files()
    network.Served.lan_url = address.lan_url
    _prepare_forks()
    running = running_workers()
    metrics.begin_metrics(running)
    missing = workers - len(running or [])
    server = Granian(
        "scorebook.server.rsgi:application",
        address=address.host,
        port=address.port,
        interface=Interfaces.RSGI,
        workers=missing,
        backpressure=MAX_CONNECTIONS,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_TIMEOUT_MS),
        websockets=False,
        workers_kill_timeout=supervisor.STOP_TIMEOUT_S,
        respawn_failed_workers=not IS_SUPERVISED,
        log_level=LogLevels.warning,
        log_dictconfig=settings.LOGGING,
    )

    def announce_and_supervise() -> None:
        if _is_open_in_time(address) and running is None:
            when_open()
        if IS_SUPERVISED:
            _become_supervisor(running or [], started=missing)

    if IS_SUPERVISED:
        # Since Python 3.14 `fork` is not the default, and granian would load all of Scorebook again for each worker.
        multiprocessing.set_start_method("fork", force=True)
        signal.pthread_sigmask(signal.SIG_BLOCK, supervisor.SIGNALS)
    # granian's own hook runs before its workers listen: an address printed then may still refuse a phone.
    server.on_startup(threading.Thread(target=announce_and_supervise, daemon=True).start)
    server.on_startup(_stop_with_terminal(server))
    server.serve(target_loader=_server_application, wrap_loader=False)


def _allow_open_files() -> None:
    # Each connection takes a file descriptor, and many systems start programs with a soft limit of 1,024.
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < MAX_CONNECTIONS:
            most = MAX_CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, MAX_CONNECTIONS)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _server_application() -> Any:
    if IS_SUPERVISED:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, supervisor.SIGNALS)
    # It opens nothing before its worker runs, so all workers share the one loaded before the fork.
    return application


def _is_open_in_time(address: ListenAddress) -> bool:
    host = "localhost" if address.host in EVERY_ADDRESS else address.host
    deadline = time.monotonic() + OPEN_TIMEOUT_S
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            socket.create_connection((host, address.port), timeout=1).close()
            return True
        time.sleep(OPEN_INTERVAL_S)
    return False


def _become_supervisor(running: list[int], *, started: int) -> None:
    while len(workers := multiprocessing.active_children()) < started:
        time.sleep(OPEN_INTERVAL_S)
    pids = [*running, *(worker.pid for worker in workers)]
    serve = [sys.executable, *sys.orig_argv[1:]]
    program = [sys.executable, "-I", "-S", supervisor.__file__]
    sys.stdout.flush()
    os.execv(sys.executable, [*program, *map(str, pids), "--", *serve])


def _stop_with_terminal(server: Any) -> Callable[[], None]:
    # On SIGHUP granian would reload and keep the port without its terminal. nohup stays possible.
    is_ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN if hasattr(signal, "SIGHUP") else True

    def install_handler() -> None:
        with contextlib.suppress(AttributeError):
            signal.signal(signal.SIGHUP, signal.SIG_IGN if is_ignored else server.signal_handler_interrupt)

    return install_handler


def _port_refusal(address: ListenAddress, error: OSError) -> str:
    facts = {"host": address.host, "port": address.port}
    if error.errno == errno.EADDRINUSE:
        return _("Port %(port)s is already in use. Choose another one: --port %(other)s") % (
            facts | {"other": address.port + 1}
        )
    if error.errno == errno.EACCES:
        return _("Port %(port)s is not allowed without root. Choose another one: --port 8000") % facts
    return _("Cannot listen on %(host)s, port %(port)s: %(reason)s") % (facts | {"reason": error.strerror})


def _server_url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
