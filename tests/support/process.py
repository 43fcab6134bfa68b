"""Scorebook in processes of its own, as an operator starts it."""

import atexit
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tests.support import log_search

ROOT = Path(__file__).resolve().parent.parent.parent
START_TIMEOUT_S = 60
# Longer than a command waits for a busy database.
COMMAND_TIMEOUT_S = 120
STOP_TIMEOUT_S = 20
READ_INTERVAL_S = 0.01
DATABASE = "scorebook.sqlite3"
# The last line of the greeting, in English and German.
GREETED = re.compile("(?=Ctrl-C|Strg-C)")


def environment(**variables: str) -> dict[str, str]:
    """The shell's environment with no setting of ours but these."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SCOREBOOK_", "DATABASE_URL", "SENTRY_", "DJANGO_", "LANG", "LC_", "PYTEST_"))
    }
    # A line for each request: what is logged here is searched for link tokens (tests.support.log_search).
    speaking = {"LANG": "en_US.UTF-8", "PYTHONIOENCODING": "utf-8", "SCOREBOOK_LOG_REQUESTS": "on"}
    return kept | speaking | variables


def manage(*arguments: str, python: str | Path = sys.executable, **variables: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [python, str(ROOT / "manage.py"), *arguments],
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=COMMAND_TIMEOUT_S,
    )
    log_search.keep_lines(done.stderr)
    return done


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Serving:
    """A running `manage.py serve` and what it has printed so far.

    output: a file, because a server that says much would wait for a pipe to be read.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", port: int, output: Path) -> None:
        self._process = process
        self._output = output
        self.port = port
        self.printed = ""

    def read_until(self, text: str) -> None:
        self.read_until_it(lambda printed: text in printed, f"prints {text!r}")

    def read_until_it(self, has_printed: Callable[[str], bool], does: str) -> None:
        """has_printed: is called with all that it has printed. does: in words, such as "prints a line"."""
        deadline = time.monotonic() + START_TIMEOUT_S
        while not has_printed(self.printed):
            # Checked before its last words are read.
            is_over = self._process.poll() is not None or time.monotonic() > deadline
            self.printed = self._read_output()
            if is_over and not has_printed(self.printed):
                raise AssertionError(f"waited until it {does}, but:\n{self.printed}")
            time.sleep(READ_INTERVAL_S)

    def _read_output(self) -> str:
        return self._output.read_text(errors="replace")

    @property
    def pid(self) -> int:
        return self._process.pid

    def rest(self) -> str:
        """What it has printed since, once it has ended."""
        return self._read_output()[len(self.printed) :]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self._process.send_signal(number)
        return self._process.wait(timeout=STOP_TIMEOUT_S)


def post_json(server: Serving, path: str, body: object) -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _listen_to_hangups() -> None:
    """Tests that are themselves run under nohup would hand its deafness on."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@cache
def _database_without_a_club() -> Path:
    """As the first start leaves it: to make all tables anew takes longer than all else that a start does."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = manage("migrate", "--data", str(folder))
    assert made.returncode == 0, made.stderr
    return folder / DATABASE


@contextmanager
def serving(
    *arguments: str,
    data: Path,
    port: int | None = None,
    under: Sequence[str] = (),
    first_start: bool = False,
    python: str | Path = sys.executable,
    **variables: str,
) -> Iterator[Serving]:
    """under: the command that starts it, such as a tracer. first_start: it makes the tables itself.

    python: the interpreter.
    """
    port = port or free_port()
    if not (first_start or "DATABASE_URL" in variables or (data / DATABASE).exists()):
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copy(_database_without_a_club(), data / DATABASE)
    serve = [str(python), str(ROOT / "manage.py"), "serve", "--data", str(data), "--port", str(port), *arguments]
    with tempfile.NamedTemporaryFile(buffering=0) as output:
        process = subprocess.Popen(
            [*under, *serve],
            env=environment(**variables),
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=_listen_to_hangups,
        )
        try:
            server = Serving(process, port, Path(output.name))
            server.read_until_it(lambda printed: bool(GREETED.search(printed)), "greets the operator")
            yield server
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=STOP_TIMEOUT_S)
            _keep_output(Path(output.name), data=data, database_url=variables.get("DATABASE_URL", ""))


def _keep_output(output: Path, *, data: Path, database_url: str) -> None:
    # What stands before it is the answer of --demo, and that is a link.
    _, *printed = GREETED.split(output.read_text(errors="replace"), maxsplit=1)
    log_search.keep_lines("".join(printed))
    log_search.keep_tokens_of(data=data, database_url=database_url)


def plain(text: str) -> str:
    """Without the terminal's colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
