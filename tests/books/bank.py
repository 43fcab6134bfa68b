"""Eight phones write into a few evenings over HTTP while server processes are killed under them.

Nothing of Scorebook runs in here: clients speak HTTP, servers are real processes, kills are SIGKILL.
"""

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from rules import PRESETS, Player, Table
from rules.hand_tags import tag_hand
from tests.books.random_hands import any_hand
from tests.support import log_search
from tests.support.postgres import children_of, is_running
from tests.support.process import ROOT, START_TIMEOUT_S, environment, free_port

WORKERS = 3
REQUEST_TIMEOUT_S = 20
PATIENCE_S = 120
OUTAGE_S = 30
Strike = Callable[[random.Random, "Tally"], int]
RULESET = PRESETS["bavarian"]["pub_10_20_50"]
NAMES = ("Anna", "Beppo", "Cilli", "Done")

Json = dict[str, Any]


class Server:
    """`manage.py serve` with several workers, started again whenever it has died, as an operator's system would."""

    def __init__(self, *, data: Path, database_url: str, settings: Mapping[str, str]) -> None:
        self.port = free_port()
        self._data, self._settings = data, {"DATABASE_URL": database_url, **settings}
        self._log = (data / "serve.log").open("ab")
        self._lock = threading.Lock()
        self._is_wanted = True
        self._process = self._started_process()

    def keep_up(self) -> None:
        with self._lock:
            if self._is_wanted and self._process.poll() is not None:
                self._process = self._started_process()

    def workers(self) -> list[int]:
        return [child for child in children_of(self._process.pid) if is_running(child)]

    def kill_worker(self, dice: random.Random, tally: "Tally | None" = None) -> int:
        """How many were killed."""
        workers = self.workers()
        if not workers:
            return 0
        with suppress(ProcessLookupError):
            os.kill(dice.choice(workers), signal.SIGKILL)
        return 1

    def kill_all(self) -> int:
        """The whole server at once."""
        processes = [self._process.pid, *self.workers()]
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._process.wait(timeout=START_TIMEOUT_S)
        return len(processes)

    def stop(self) -> None:
        with self._lock:
            self._is_wanted = False
        self.kill_all()
        self._log.close()
        log_search.keep_lines((self._data / "serve.log").read_text(errors="replace"))
        log_search.keep_tokens_of(data=self._data, database_url=self._settings["DATABASE_URL"])

    def _started_process(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "serve", "--data", str(self._data), "--host", "127.0.0.1"]
            + ["--port", str(self.port), "--workers", str(WORKERS)],
            env=environment(**self._settings),
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )


@contextmanager
def served(*, data: Path, database_url: str, **settings: str) -> Iterator[Server]:
    server = Server(data=data, database_url=database_url, settings=settings)
    try:
        yield server
    finally:
        server.stop()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    scribe: str
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledged:
    """What the server answered as written. scribe: the link of the evening."""

    key: str
    scribe: str
    no: int
    hand: Json


@dataclass(kw_only=True)
class Tally:
    """retries: the same request again, after no answer or one of a server in trouble. answers: status -> how often.

    opened: links of the evenings that the server answered as opened.
    """

    acknowledged: list[Acknowledged] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    retries: int = 0
    conflicts: int = 0
    kills: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def wait_for(self, status: int) -> None:
        """Until a phone has been answered so once more, or nobody's patience would have held."""
        before, deadline = self.answers[status], time.monotonic() + OUTAGE_S
        while self.answers[status] == before and time.monotonic() < deadline:
            threading.Event().wait(0.01)


class Phone:
    """Writes hand after hand, each under a key of its own, and sends it again until it has an answer."""

    def __init__(self, number: int, server: Server, tally: Tally, over: threading.Event) -> None:
        self._dice = random.Random(number)
        self._server, self._tally, self._over = server, tally, over
        self._connection: http.client.HTTPConnection | None = None
        self._known: dict[str, int] = {}

    def open_evening(self) -> Evening:
        ruleset = RULESET.to_json()
        opened = self.send(
            "POST",
            "evenings",
            {
                "id": self._next_key(),
                "game": ruleset["game"],
                "preset": "pub_10_20_50",
                "unit": "EUR",
                "stake_minor": 1,
                "people": list(NAMES),
            },
        )[1]
        players = tuple(Player(player) for player in opened["next"]["players"])
        self.hang_up()
        evening = Evening(scribe=opened["links"]["scribe"]["token"], players=players)
        with self._tally.lock:
            self._tally.opened.append(evening.scribe)
        return evening

    def write_into(self, evenings: list[Evening]) -> None:
        while not self._over.is_set():
            self._write_any_hand(self._dice.choice(evenings))
        self.hang_up()

    def write_into_new_ones(self) -> None:
        """One hand into each, as soon as it is open."""
        while not self._over.is_set():
            self._write_any_hand(self.open_evening())
        self.hang_up()

    def _write_any_hand(self, evening: Evening) -> None:
        table = Table(players=evening.players, dealer=evening.players[0])
        self._write_hands(evening, any_hand(self._dice, RULESET, table))

    def _write_hands(self, evening: Evening, hand: Json) -> None:
        """Where somebody else was first, one looks what there is and writes the hand after it."""
        key = self._next_key()
        while True:
            known = self._known.get(evening.scribe, 0)
            body = {"id": key, "known_hands": known, "hand": tag_hand(hand, RULESET.GAME)}
            status, answer = self.send("POST", f"evenings/{evening.scribe}/hands", body)
            if status in (200, 201):
                self._known[evening.scribe] = answer["hand_count"]
                written = Acknowledged(key=key, scribe=evening.scribe, no=answer["hand"]["no"], hand=hand)
                with self._tally.lock:
                    self._tally.acknowledged.append(written)
                return
            if status == 400:  # a hand that cannot be
                return
            if status != 409:
                raise AssertionError(f"{status}: {answer}")
            with self._tally.lock:
                self._tally.conflicts += 1
            self._known[evening.scribe] = answer["error"]["current"]["hand_count"]

    def send(self, method: str, path: str, body: Json) -> tuple[int, Json]:
        """Again and again, the same request, until a server answers that is well."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            try:
                status, text = self._send_request(method, path, json.dumps(body))
                with self._tally.lock:
                    self._tally.answers[status] += 1
                if status < 500:
                    return status, json.loads(text)
            except (OSError, http.client.HTTPException, ValueError):
                pass
            self.hang_up()
            with self._tally.lock:
                self._tally.retries += 1
            self._server.keep_up()
            threading.Event().wait(self._dice.randrange(5, 50) / 1000)
        raise AssertionError(f"no answer to {method} {path} in {PATIENCE_S} s")

    def _send_request(self, method: str, path: str, body: str) -> tuple[int, bytes]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=REQUEST_TIMEOUT_S)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        self._connection.request(method, f"/api/v1/{path}", body=body, headers=headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _next_key(self) -> str:
        return str(UUID(int=self._dice.getrandbits(128), version=4))


def run(
    server: Server, *, phones: int, evenings: int, strikes: int, strike: Strike, hands: int, openers: int = 0
) -> Tally:
    """Phones write; after every few acknowledged hands somebody strikes, and at the end every phone has its answer.

    strike: kills something, and says how much. hands: acknowledged ones between two strikes. openers: phones more that
    open an evening for each of their hands.
    """
    tally, over, dice = Tally(), threading.Event(), random.Random(2026)
    opened = [Phone(1000 + number, server, tally, over).open_evening() for number in range(evenings)]
    failures: list[BaseException] = []

    def write(number: int) -> None:
        phone = Phone(number, server, tally, over)
        try:
            phone.write_into(opened) if number < phones else phone.write_into_new_ones()
        except BaseException as error:
            failures.append(error)
            over.set()

    writers = [threading.Thread(target=write, args=(number,), daemon=True) for number in range(phones + openers)]
    for writer in writers:
        writer.start()
    deadline = time.monotonic() + PATIENCE_S
    for _ in range(strikes):
        enough = len(tally.acknowledged) + dice.randint(1, hands)
        while len(tally.acknowledged) < enough and not over.is_set() and time.monotonic() < deadline:
            over.wait(0.001)
        tally.kills += strike(dice, tally)
    enough = len(tally.acknowledged) + hands
    while len(tally.acknowledged) < enough and not over.is_set() and time.monotonic() < deadline:
        over.wait(0.001)
    over.set()
    for writer in writers:
        writer.join(timeout=PATIENCE_S)
    for failure in failures:
        raise failure
    assert not any(writer.is_alive() for writer in writers)
    return tally
