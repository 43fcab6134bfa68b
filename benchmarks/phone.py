"""Clients of a measured server that take as little of the machine's time as Python allows."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from scorebook.core.keys import new_key

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
PATIENCE_S = 120
MOST_IN_EVENING = 4_900  # an evening takes 5,000
BUSY_S = 0.05  # until a scribe tries again after a 503


@dataclass(kw_only=True)
class Table:
    """recorded: the time of its last hand, by this machine's clock."""

    scribe: str
    watch: str
    club: str
    players: list[str]
    recorded: float | None = None


class Connection:
    """One kept connection that sends a request and waits for the response; it reconnects if the server closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket = self._connected()

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: str = "", kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """Return status and body. headers: whole lines."""
        content = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n" if body else ""
        request = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{content}\r\n".encode() + body
        try:
            read = self._sent(request)
        except ConnectionError:
            self.connect_again()
            read = self._sent(request)
        while b"\r\n\r\n" not in read:
            read += self._received()
        head, _, answer = read.partition(b"\r\n\r\n")
        while len(answer) < _length(head):
            answer += self._received()
        return int(head[9:12]), answer

    def _connected(self) -> socket.socket:
        connected = socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE_S)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connected

    def _sent(self, request: bytes) -> bytes:
        """Send the request and return the first part of the response."""
        self._socket.sendall(request)
        return self._received()

    def get(self, path: str) -> bytes:
        status, content = self.ask("GET", path, headers="Accept-Encoding: gzip\r\n")
        if status != 200:
            raise RuntimeError(f"{path}: {status}")
        return content

    def post(self, path: str, body: object) -> Any:
        status, content = self.ask("POST", f"/api/v1/{path}", json.dumps(body).encode())
        if status not in (200, 201):
            raise RuntimeError(f"{path}: {status} {content!r}")
        return json.loads(content)

    def close(self) -> None:
        self._socket.close()

    def connect_again(self) -> None:
        """Reconnect: chance decides which server process gets a connection, for as long as it lives."""
        self._socket.close()
        self._socket = self._connected()

    def _received(self) -> bytes:
        if part := self._socket.recv(1 << 16):
            return part
        raise ConnectionError("the server has closed the connection")


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    return 0


def opened(port: int, hands: int = 0, *, club: str | None = None) -> Table:
    """Open an evening with so many hands, in a new club or in that of the link."""
    connection = Connection(port)
    started = {
        "id": str(new_key()), "game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1,
        "people": PEOPLE,
    }  # fmt: skip
    sheet = connection.post("evenings", started | ({"club_token": club} if club else {}))
    links = sheet["links"]
    table = Table(
        scribe=links["scribe"]["token"],
        watch=links["watch"]["token"],
        club=links["club"]["token"],
        players=[one["id"] for one in sheet["people"]],
    )
    for known in range(0, hands, 1000):
        record_batch(connection, table, known, min(1000, hands - known))
    connection.close()
    return table


def hand(table: Table) -> dict[str, object]:
    return {"kind": "bavarian.rufer", "declarer": table.players[0], "partner": table.players[2], "won": True}


def hand_body(table: Table, known: int) -> bytes:
    return json.dumps({"id": str(new_key()), "known_hands": known, "hand": hand(table)}).encode()


def record_batch(connection: Connection, table: Table, known: int, count: int) -> None:
    hands = [{"id": str(new_key()), "hand": hand(table)} for _ in range(count)]
    connection.post(f"evenings/{table.scribe}/hands/batch", {"known_hands": known, "hands": hands})


class Scribe:
    """Records hands in its evening over one connection; like a phone it requests minimal responses."""

    def __init__(self, port: int, table: Table, known: int = 0) -> None:
        self.connection, self._table, self._known = Connection(port), table, known
        self._port = port

    def write(self) -> bool:
        """Return whether the hand was written; the SQLite file may stay locked too long."""
        if self._known >= MOST_IN_EVENING:
            self._table, self._known = opened(self._port, club=self._table.club), 0
        path = f"/api/v1/evenings/{self._table.scribe}/hands"
        hand = hand_body(self._table, self._known)
        status, content = self.connection.ask("POST", path, hand, "Prefer: return=minimal\r\n")
        if status == 503:
            time.sleep(BUSY_S)
            return False
        if status != 201:
            raise RuntimeError(f"{status} {content!r}")
        self._known += 1
        return True


def at_once(writers: Sequence[Callable[[], bool]], seconds: float) -> list[float]:
    """Return the seconds of each write of parallel writers without a pause."""
    until = time.monotonic() + seconds

    def write_on(write: Callable[[], bool]) -> list[float]:
        times = []
        while (began := time.monotonic()) < until:
            if write():
                times.append(time.monotonic() - began)
        return times

    with ThreadPoolExecutor(len(writers)) as pool:
        return [took for times in pool.map(write_on, writers) for took in times]
