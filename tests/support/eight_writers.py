"""Eight phones that write hands at a server for as long as it answers, each in an evening of its own."""

import json
import threading
import time
from http.client import HTTPException
from uuid import uuid4

from tests.support.asking import Evening, new_evening, send
from tests.support.process import Serving

WRITERS = 8
PATIENCE_S = 30


class EightWriters:
    def __init__(self, server: Serving) -> None:
        self._server = server
        self._acknowledged: list[tuple[Evening, list[str]]] = [(new_evening(server), []) for _ in range(WRITERS)]
        self._threads = [threading.Thread(target=self._write, args=one) for one in self._acknowledged]
        for thread in self._threads:
            thread.start()

    def _write(self, evening: Evening, acknowledged: list[str]) -> None:
        """Until somebody hangs up. Each hand comes after all that were acknowledged."""
        while True:
            body = {"id": str(uuid4()), "known_hands": len(acknowledged), "hand": evening.hand}
            try:
                status, text = send(self._server, "POST", evening.hands_path, body)
            except (OSError, HTTPException):
                return
            if status == 201:
                acknowledged.append(str(body["id"]))
            elif status != 503:  # it is closing
                raise AssertionError(f"{status}: {text!r}")

    @property
    def hands(self) -> int:
        return sum(len(acknowledged) for _, acknowledged in self._acknowledged)

    def wait_for(self, hands: int) -> None:
        """Until every writer has written, and all together that many."""
        deadline = time.monotonic() + PATIENCE_S
        while self.hands < hands or not all(acknowledged for _, acknowledged in self._acknowledged):
            assert time.monotonic() < deadline, f"{self.hands} hands in {PATIENCE_S} s"
            time.sleep(0.02)

    def wait_for_end(self) -> None:
        for thread in self._threads:
            thread.join(PATIENCE_S)
            assert not thread.is_alive()

    def assert_each_is_there_once(self, server: Serving) -> int:
        """How many hands are there beyond those acknowledged: written, while the answer was lost."""
        beyond = 0
        for evening, acknowledged in self._acknowledged:
            status, text = send(server, "GET", f"/api/v1/evenings/{evening.scribe}")
            assert status == 200, text
            there = [hand["id"] for hand in json.loads(text)["hands"]]
            # At most the one on its way, behind all others.
            assert there[: len(acknowledged)] == acknowledged and len(there) - len(acknowledged) in (0, 1)
            beyond += len(there) - len(acknowledged)
        return beyond
