"""Messages between the two sides of a move: lines of JSON through the pipes of a process, each side in its turn."""

import os
import shlex
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from typing import IO, Any

import orjson

ENDS_WITHIN_S = 10
_OWN_SETTINGS = ("SCOREBOOK_", "DATABASE_URL")
Message = dict[str, Any]


class OtherSideLost(Exception):
    """The other side has ended, or did not answer in time."""


class MoveChannel:
    """sent_bytes: of all messages so far."""

    def __init__(self, *, reads: IO[bytes], writes: IO[bytes]) -> None:
        self.sent_bytes = 0
        self._writes, self._lines = writes, Queue[bytes](maxsize=1000)
        # A thread reads, so that waiting for an answer can end.
        threading.Thread(target=self._read_lines, args=[reads], daemon=True).start()

    def _read_lines(self, reads: IO[bytes]) -> None:
        for line in reads:
            self._lines.put(line)
        self._lines.put(b"")

    def send(self, message: Message) -> None:
        """Raises: OtherSideLost."""
        self.send_line(orjson.dumps(message))

    def send_line(self, text: bytes) -> None:
        """Send a message in JSON. Raises: OtherSideLost."""
        with self._loss_reported():
            self._writes.write(text + b"\n")
        self.sent_bytes += len(text) + 1

    def end_turn(self) -> None:
        """Let the other side have all that was sent. Raises: OtherSideLost."""
        with self._loss_reported():
            self._writes.flush()

    @contextmanager
    def _loss_reported(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OtherSideLost("the other side has ended") from error

    def receive(self, *, timeout_s: float | None = None) -> Any:
        """Return the next message. Raises: OtherSideLost."""
        return read_message(self.receive_line(timeout_s=timeout_s))

    def receive_line(self, *, timeout_s: float | None = None) -> bytes:
        """Return the next message in JSON. Raises: OtherSideLost."""
        try:
            line = self._lines.get(timeout=timeout_s)
        except Empty:
            raise OtherSideLost(f"the other side did not answer within {timeout_s:.0f} s") from None
        if not line:
            raise OtherSideLost("the other side has ended")
        return line


def read_message(line: bytes) -> Any:
    """Raises: OtherSideLost."""
    try:
        return orjson.loads(line)
    except ValueError as error:
        raise OtherSideLost("the other side does not speak as manage.py receive_club does") from error


@contextmanager
def channel_to(command: str) -> Iterator[MoveChannel]:
    """Start a command, whose messages on stderr go to the terminal. It ends with the block."""
    # Our settings would lead a command on this machine to our own database.
    kept = {name: text for name, text in os.environ.items() if not name.startswith(_OWN_SETTINGS)}
    try:
        process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=kept)
    except (OSError, ValueError) as error:
        raise OtherSideLost(f"the command of the other side cannot be started: {error}") from error
    assert process.stdin and process.stdout
    try:
        yield MoveChannel(reads=process.stdout, writes=process.stdin)
    finally:
        with suppress(OSError):  # it has ended before it read everything
            process.stdin.close()
        try:
            process.wait(ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
