"""The image, built from the Dockerfile and run: its size, who runs in it, and how it ends."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.conftest import Figure
from tests.deploy import containers, walk
from tests.deploy.sandbox import require
from tests.support.log_search import kept_output
from tests.support.process import STOP_TIMEOUT_S, free_port

pytestmark = [
    pytest.mark.once,
    pytest.mark.thorough,
    pytest.mark.skipif(os.geteuid() != 0, reason="buildah and podman are set up for root here"),
]

SIZE_MOST_MB = 200
SECRETS = ("secret_key", ".env", ".sqlite3", ".git")


@pytest.fixture
def engine() -> Iterator[containers.Engine]:
    require(*containers.PROGRAMS)
    # Not pytest's folder, which keeps what is a gigabyte, and whose name podman finds too long.
    with TemporaryDirectory(prefix="scorebook-") as store:
        made = containers.Engine(store=Path(store))
        made.build()
        yield made


@pytest.mark.long
def test_the_image_is_small_and_confined_and_loses_nothing(engine: containers.Engine, figure: Figure) -> None:
    """One test, because it is built once: pytest's workers would each build it anew."""
    _it_is_small(engine, figure)
    _it_says_how_it_runs(engine)
    _no_secret_and_nothing_but_the_server_is_in_it(engine)
    _nobody_in_it_is_root_and_its_system_is_read_only(engine)
    _its_own_check_of_health_tells_a_ready_server_from_none(engine)
    _no_acknowledged_hand_is_lost_when_it_is_stopped_under_writers(engine, figure)


@contextmanager
def serving(engine: containers.Engine) -> Iterator[walk.Confined]:
    port = free_port()
    command = engine.run("serve", "--host", "127.0.0.1", "--port", str(port), name="site")
    with kept_output() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            server = walk.Confined(process, port, Path(output.name), first=0)
            server.read_until("Ctrl-C")
            server.first = int(engine.call("podman", "inspect", "--format", "{{.State.Pid}}", "site"))
            yield server
        finally:
            if process.poll() is None:
                engine.call("podman", "kill", "site")
            process.wait(timeout=STOP_TIMEOUT_S)


def _it_is_small(engine: containers.Engine, figure: Figure) -> None:
    size = int(engine.call("podman", "image", "inspect", "--format", "{{.Size}}", containers.IMAGE)) / 1e6
    figure(f"image: {size:.0f} MB uncompressed")
    assert size <= SIZE_MOST_MB


def _it_says_how_it_runs(engine: containers.Engine) -> None:
    config = _inspected_image(engine, ".Config")
    assert config["User"] == f"{walk.USER}:{walk.USER}"
    assert list(config["Volumes"]) == ["/data"] and list(config["ExposedPorts"]) == ["8000/tcp"]
    assert (config["Entrypoint"][0], config["Cmd"]) == ("tini", ["serve"])
    assert _inspected_image(engine, ".HealthCheck")["Test"][0] == "CMD"


def _inspected_image(engine: containers.Engine, part: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        engine.call("podman", "image", "inspect", "--format", f"{{{{json {part}}}}}", containers.IMAGE)
    )
    return found


def _no_secret_and_nothing_but_the_server_is_in_it(engine: containers.Engine) -> None:
    find = engine.run("/scorebook", "/opt", "/home", "/root", name="find", options=("--entrypoint=find",))
    found = subprocess.run(find, capture_output=True, text=True, check=False)
    paths = [line for line in found.stdout.splitlines() if line.startswith("/scorebook/")]
    assert {path.split("/")[2] for path in paths} == {
        "manage.py", "requirements.lock", "rules", "scorebook", "templates", "docs", "deploy", "__pycache__",
    }  # fmt: skip
    assert [path for path in found.stdout.splitlines() if path.endswith(SECRETS)] == []


def _nobody_in_it_is_root_and_its_system_is_read_only(engine: containers.Engine) -> None:
    with serving(engine) as server:
        walk.assert_is_ready(server)
        walk.assert_is_confined(server, writable={"/data", "/tmp"})


def _its_own_check_of_health_tells_a_ready_server_from_none(engine: containers.Engine) -> None:
    command: list[str] = _inspected_image(engine, ".HealthCheck")["Test"][1:]
    with serving(engine) as server:
        engine.call("podman", "exec", "site", *command, "--port", str(server.port))
        refused = subprocess.run(engine.command("podman", "exec", "site", *command, "--port", str(free_port())))
        assert refused.returncode == 1


def _no_acknowledged_hand_is_lost_when_it_is_stopped_under_writers(engine: containers.Engine, figure: Figure) -> None:
    def stop(server: walk.Confined) -> None:
        engine.call("podman", "kill", "--signal", "TERM", "site")

    walk.walk_under_writers(lambda: serving(engine), stop, figure, "image")
    audited = subprocess.run(engine.run("audit", name="audit"), capture_output=True, text=True)
    assert audited.returncode == 0, audited.stdout + audited.stderr
