"""Programs for neighbouring purposes, on the same PostgreSQL: ihatemoney adding a bill, django-hordak a transaction.

ihatemoney 7.2.1 runs as its own application under the same server, two workers of four threads, and 8 clients add bills
of four people through its API. Of django-hordak 2.0.0, a library, a view of a few lines writes a transaction with four
legs (`bulk_create`) under the same server; and in process, beside the services' batch of sixty hands, it writes sixty
transactions so, and sixty with `bulk_create` of all transactions and all legs.

Clients connect again four times a turn. Chance decides which of a server's two processes gets a
connection; if one gets all of them, the other is idle: a ratio of 3 became one of 5.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks import phone
from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.environments import NotInstalled, installed
from benchmarks.figures import Figure, not_measured
from benchmarks.machine import ROOT, Spread, ratios
from benchmarks.phone import Connection, Scribe
from benchmarks.postgresql import Postgres
from benchmarks.site import served, started

HERE = Path(__file__).parent
CLIENTS, WORKERS, THREADS = 8, 2, 4
CONNECTED = 4  # times in a turn
LEAST = 3
GRANIAN = (
    "-m", "granian", "--interface", "wsgi", "--no-ws", "--host", "127.0.0.1", "--port", "PORT",
    "--workers", str(WORKERS), "--blocking-threads", str(THREADS),
)  # fmt: skip
# The ways of `hordak_site.py` to write sixty transactions, the fastest for comparison last.
WAYS = ("legs by bulk_create", "all by bulk_create")


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    try:
        python = installed(bench.folder, "peers", HERE / "requirements.txt")
    except NotInstalled as missing:
        yield from (not_measured(goal, str(missing)) for goal in ("ihatemoney", "hordak"))
        return
    yield from _through_http(bench, python)
    yield from _in_process(bench, python)


# -- 8 clients through HTTP ---------------------------------------------------------------------------------------


@dataclass
class Served:
    """A program under its server, with the action of each client and the results of each turn."""

    cpu_s: Callable[[], float]
    clients: Sequence[tuple[Connection, Callable[[], bool]]]
    rates: list[float]
    cpu_ms: list[float]

    def turn(self, seconds: float) -> None:
        before, written = self.cpu_s(), 0
        for _ in range(CONNECTED):
            for connection, _ in self.clients:
                connection.connect_again()
            written += len(phone.at_once([write for _, write in self.clients], seconds / CONNECTED))
        self.rates.append(written / seconds)
        self.cpu_ms.append(1000 * (self.cpu_s() - before) / max(written, 1))


def _through_http(bench: BenchmarkRun, python: str) -> Iterator[Figure]:
    with ExitStack() as stack:
        programs = {
            "hand": _product(bench.postgres, stack),
            "ihatemoney": _ihatemoney(bench, python, stack),
            "hordak": _hordak(bench, python, stack),
        }
        for program in programs.values():
            phone.at_once([write for _, write in program.clients], 1)  # warms the caches
        for _ in range(bench.extent.turns):
            for program in programs.values():
                program.turn(bench.extent.seconds)
    for name, program in programs.items():
        print(f"{name:<10} {Spread(program.rates):.0f} a second, {Spread(program.cpu_ms):.2f} ms of CPU each")
    hand = programs["hand"]
    for name in ("ihatemoney", "hordak"):
        ratio, by_cpu = ratios(hand.rates, programs[name].rates), ratios(programs[name].cpu_ms, hand.cpu_ms)
        print(f"hand / {name}: rate {ratio:.2f}, by CPU {by_cpu:.2f}")
        if name == "ihatemoney":
            yield Figure(name, f"{ratio:.2f}; by CPU {by_cpu:.2f}", ratio.median >= LEAST)


def _product(postgres: Postgres, stack: ExitStack) -> Served:
    site = stack.enter_context(served(database=postgres.create("peers_product"), workers=WORKERS))
    scribes = [Scribe(site.port, phone.opened(site.port)) for _ in range(CLIENTS)]
    clients = [(scribe.connection, scribe.write) for scribe in scribes]
    return Served(lambda: site.cpu_s() + postgres.cpu_s(), clients, [], [])


def _ihatemoney(bench: BenchmarkRun, python: str, stack: ExitStack) -> Served:
    postgres, settings = bench.postgres, bench.folder / "ihatemoney.cfg"
    address = postgres.create("peers_ihatemoney").replace("postgresql:", "postgresql+psycopg2:")
    settings.write_text(f"SQLALCHEMY_DATABASE_URI = {address!r}\nSECRET_KEY = 'measured'\nMAIL_SUPPRESS_SEND = True\n")
    environment = {"IHATEMONEY_SETTINGS_FILE_PATH": str(settings)}
    projects = _json_output([python, str(HERE / "ihatemoney_projects.py"), str(CLIENTS)], environment)
    site = stack.enter_context(started((*GRANIAN, "ihatemoney.wsgi:application"), environment, python))

    def adding(project: Mapping[str, Any]) -> tuple[Connection, Callable[[], bool]]:
        connection, members = Connection(site.port), project["members"]
        bill = {"date": "2026-11-23", "what": "hand", "payer": members[0], "payed_for": members, "amount": "10"}
        body = urlencode(bill, doseq=True).encode()
        headers = f"Authorization: Bearer {project['token']}\r\n"

        def add() -> bool:
            status, content = connection.ask("POST", f"/api/projects/{project['id']}/bills", body, headers, FORM)
            return _is_written(status, content)

        return connection, add

    return Served(lambda: site.cpu_s() + postgres.cpu_s(), [adding(one) for one in projects], [], [])


def _hordak(bench: BenchmarkRun, python: str, stack: ExitStack) -> Served:
    postgres = bench.postgres
    environment = {"DATABASE_URL": postgres.create("peers_hordak"), "PYTHONPATH": str(HERE)}
    clubs = _json_output([python, str(HERE / "hordak_site.py"), "accounts", str(CLIENTS)], environment)
    site = stack.enter_context(started((*GRANIAN, "hordak_site:application"), environment, python))

    def writing(accounts: Sequence[int]) -> tuple[Connection, Callable[[], bool]]:
        connection, body = Connection(site.port), json.dumps(accounts).encode()
        return connection, lambda: _is_written(*connection.ask("POST", "/transactions", body))

    return Served(lambda: site.cpu_s() + postgres.cpu_s(), [writing(one) for one in clubs], [], [])


FORM = "application/x-www-form-urlencoded"


def _is_written(status: int, content: bytes) -> bool:
    if status != 201:
        raise RuntimeError(f"{status} {content[:300]!r}")
    return True


# -- sixty at once, in process ------------------------------------------------------------------------------------


def _in_process(bench: BenchmarkRun, python: str) -> Iterator[Figure]:
    postgres, seconds = bench.postgres, str(bench.extent.seconds)
    hordak = {"DATABASE_URL": postgres.url("peers_hordak"), "PYTHONPATH": str(HERE)}
    own = {"DATABASE_URL": postgres.url("peers_product"), "SCOREBOOK_DATA": str(bench.folder / "peers-data")}
    rates: dict[str, list[float]] = {name: [] for name in ("batch", *WAYS)}
    for _ in range(bench.extent.turns):
        rates["batch"] += _json_output([sys.executable, "-m", "benchmarks.peers.batches", seconds], own)
        for way, rate in zip(
            WAYS, _json_output([python, str(HERE / "hordak_site.py"), "sixty", seconds], hordak), strict=True
        ):
            rates[way].append(rate)
    for name, each in rates.items():
        print(f"in process, {name}: {Spread(each):.0f} a second")
    ratio, harder = (ratios(rates["batch"], rates[way]) for way in WAYS)
    yield Figure("hordak", f"{ratio:.2f}; beside {WAYS[1]} {harder:.2f}", ratio.median >= LEAST)


def _json_output(command: Sequence[str], settings: Mapping[str, str]) -> Any:
    """Run a program and return its last line as JSON."""
    environment = os.environ | settings
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "no message")
    return json.loads(done.stdout.strip().splitlines()[-1])
