"""From an empty folder to a running site and its end, as an image does it, without anything that builds images."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import Figure
from tests.deploy import sandbox, walk
from tests.support.log_search import kept_output
from tests.support.process import STOP_TIMEOUT_S, environment, free_port

pytestmark = [pytest.mark.once, pytest.mark.thorough]

PROBE = """
import os, sys
for folder in sys.argv[1:]:
    try:
        open(os.path.join(folder, "written"), "w").close()
        os.remove(os.path.join(folder, "written"))
        print(folder, "written")
    except OSError as error:
        print(folder, error.strerror)
"""


@dataclass(frozen=True, kw_only=True)
class Site:
    folder: Path
    data: Path

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return self.run(sandbox.PYTHON, "manage.py", *arguments)

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        confined = [*sandbox.sandboxed(self.folder, self.data), *command]
        return subprocess.run(confined, env=self._site_environment(), capture_output=True, text=True, timeout=120)

    @contextmanager
    def serving(self) -> Iterator[walk.Confined]:
        port, (reader, writer) = free_port(), os.pipe()
        confined = sandbox.sandboxed(self.folder, self.data)
        command = [confined[0], "--info-fd", str(writer), *confined[1:], sandbox.PYTHON, "manage.py", "serve"]
        with kept_output() as output:
            process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--port", str(port)],
                env=self._site_environment(),
                pass_fds=[writer],
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            os.close(writer)
            with open(reader) as information:
                first = json.load(information)["child-pid"]
            try:
                server = walk.Confined(process, port, Path(output.name), first=first)
                server.read_until("Ctrl-C")
                yield server
            finally:
                if process.poll() is None:
                    # Who has become somebody else no longer dies with their parent.
                    os.kill(first, signal.SIGKILL)
                process.wait(timeout=STOP_TIMEOUT_S)

    def _site_environment(self) -> dict[str, str]:
        return environment(SCOREBOOK_DATA="/data", PYTHONDONTWRITEBYTECODE="1", LANG="C.UTF-8")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    sandbox.require("bwrap", "setpriv")
    made = Site(folder=tmp_path / "scorebook", data=tmp_path / "data")
    made.data.mkdir()
    if os.geteuid() == 0:
        os.chown(made.data, sandbox.USER, sandbox.USER)
    sandbox.clean_folder(made.folder)
    sandbox.install_lock(made.folder)
    return made


@pytest.mark.long
def test_from_an_empty_folder_to_a_site_that_stops_and_loses_nothing(site: Site, figure: Figure) -> None:
    """One test, because it is installed once: pytest's workers would each install it anew."""
    migrated = site.manage("migrate")
    assert migrated.returncode == 0, migrated.stderr
    _it_deploys_without_a_warning(site)
    _the_system_is_read_only_and_nobody_is_root(site)
    _no_acknowledged_hand_is_lost_when_it_is_stopped_under_writers(site, figure)


def _the_system_is_read_only_and_nobody_is_root(site: Site) -> None:
    probed = site.run(sandbox.PYTHON, "-c", PROBE, "/", "/etc", "/usr", sandbox.INSIDE, "/data", "/tmp")
    read_only = "Read-only file system"
    assert dict(line.split(" ", 1) for line in probed.stdout.splitlines()) == {
        "/": read_only, "/etc": read_only, "/usr": read_only, sandbox.INSIDE: read_only,
        "/data": "written", "/tmp": "written",
    }  # fmt: skip
    with site.serving() as server:
        walk.assert_is_ready(server)
        walk.assert_is_confined(server, writable={"/data", "/tmp"})


def _no_acknowledged_hand_is_lost_when_it_is_stopped_under_writers(site: Site, figure: Figure) -> None:
    walk.walk_under_writers(site.serving, lambda server: os.kill(server.first, signal.SIGTERM), figure, "by hand")
    audited = site.manage("audit")
    assert audited.returncode == 0, audited.stdout + audited.stderr


def _it_deploys_without_a_warning(site: Site) -> None:
    checked = site.run(
        "env", "SCOREBOOK_HTTPS=on", sandbox.PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"
    )
    assert checked.returncode == 0, checked.stderr
