"""The files that engines, proxies and systemd read, checked by their own programs or schemas."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.sandbox import files_of_image, require
from tests.support.process import ROOT, free_port

pytestmark = pytest.mark.once

BIN = Path(sys.executable).parent
SQLITE = ("compose.yaml",)
POSTGRESQL = ("compose.yaml", "compose.postgresql.yaml")
MANY_CLUBS = ("compose.yaml", "compose.many-clubs.yaml")
DATABASES = {SQLITE: set[str](), POSTGRESQL: {"database"}, MANY_CLUBS: {"coordinator", "worker-1", "worker-2"}}
UNITS = ("scorebook.service", "scorebook-backup.service", "scorebook-backup.timer")
# Of 100; a service without any line of hardening has 96, and 20 is what systemd calls OK.
EXPOSURE_MOST = 20


def _run_tool(*command: object, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(word) for word in command], cwd=ROOT, env=variables or None, capture_output=True, text=True
    )


def _merged_compose_files(files: tuple[str, ...], tmp_path: Path, settings: str) -> "subprocess.CompletedProcess[str]":
    """What the files come to together, with the values of a file .env. podman-compose does nothing without podman."""
    require("podman")
    (tmp_path / "env").write_text(settings)
    named = [word for file in files for word in ("-f", file)]
    return _run_tool(
        BIN / "podman-compose", "--env-file", tmp_path / "env", *named, "config", PATH=f"{BIN}:/usr/bin:/bin"
    )


def test_the_dockerfile_is_as_its_linter_asks() -> None:
    linted = _run_tool(BIN / "hadolint", "Dockerfile")
    assert (linted.returncode, linted.stdout) == (0, "")


def test_the_image_gets_only_what_a_server_needs() -> None:
    files = {str(path) for path in files_of_image()}
    assert {path.split("/")[0] for path in files} == {
        "manage.py", "requirements.lock", "rules", "scorebook", "templates", "docs", "deploy",
    }  # fmt: skip
    assert {path for path in files if path.startswith("deploy/")} == {"deploy/ready.py"}
    assert "scorebook/locale/de/LC_MESSAGES/django.mo" in files
    assert [path for path in files if path.endswith((".po", ".pyc"))] == []


def test_a_server_that_has_ended_is_not_waited_for() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    command = [sys.executable, "-I", "deploy/ready.py", "--port", str(free_port()), "--wait", "60"]
    own = {**os.environ, "MAINPID": str(ended.pid)}
    ready = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, timeout=30)
    assert ready.returncode == 1 and "does not answer" in ready.stderr


# Loaded before it becomes somebody who may not read where Python lies.
AS_NOBODY = """
import argparse, encodings.idna, http.client, os, shutil, sys
program = compile(open(sys.argv.pop(1)).read(), "ready.py", "exec")
if os.geteuid() == 0:
    os.setgroups([])
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
exec(program, {"__name__": "__main__"})
"""


def test_a_server_that_belongs_to_root_yet_is_waited_for() -> None:
    """systemd names it a moment before it makes it the user's of the unit."""
    command = [sys.executable, "-I", "-c", AS_NOBODY, "deploy/ready.py", "--port", str(free_port()), "--wait", "1"]
    ready = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "MAINPID": "1"}, capture_output=True, text=True, timeout=30
    )
    assert ready.returncode == 1 and ready.stderr.startswith("/ready does not answer"), ready.stderr


@pytest.mark.parametrize("file", sorted({*POSTGRESQL, *MANY_CLUBS}))
def test_a_compose_file_fits_the_specification(file: str) -> None:
    checked = _run_tool(BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", file)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("files", DATABASES, ids=["sqlite", "postgresql", "many clubs"])
def test_no_service_is_root_at_heart(files: tuple[str, ...], tmp_path: Path) -> None:
    """Each sees its system read only, has no rights but those that it must have, and comes back after a restart."""
    merged = _merged_compose_files(
        files, tmp_path, "SCOREBOOK_DOMAIN=scorebook.example\nSCOREBOOK_DATABASE_PASSWORD=a1\n"
    )
    assert merged.returncode == 0, merged.stderr
    services: dict[str, Any] = yaml.safe_load(merged.stdout)["services"]
    assert set(services) == {"site", "backup", "proxy"} | DATABASES[files]
    for name, service in services.items():
        assert (service["read_only"], service["cap_drop"], service["restart"]) == (True, ["ALL"], "unless-stopped")
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert ("ports" in service, service.get("cap_add")) == (
            (True, ["NET_BIND_SERVICE"]) if name == "proxy" else (False, None)
        )
    settings = {
        "SCOREBOOK_HTTPS": "on",
        "SCOREBOOK_ALLOWED_HOSTS": "scorebook.example",
        "SCOREBOOK_CSRF_TRUSTED_ORIGINS": "https://scorebook.example",
    }
    if databases := sorted(DATABASES[files]):
        settings["DATABASE_URL"] = f"postgresql://scorebook:a1@{databases[0]}/scorebook"
    assert services["site"]["environment"] == services["backup"]["environment"] == settings


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("files", "settings", "missing"),
    [
        (SQLITE, "", "SCOREBOOK_DOMAIN"),
        (SQLITE, "SCOREBOOK_DOMAIN=\n", "SCOREBOOK_DOMAIN"),
        (POSTGRESQL, "SCOREBOOK_DOMAIN=scorebook.example\n", "SCOREBOOK_DATABASE_PASSWORD"),
        (MANY_CLUBS, "SCOREBOOK_DOMAIN=scorebook.example\n", "SCOREBOOK_DATABASE_PASSWORD"),
    ],
)
def test_a_value_that_is_missing_is_named(files: tuple[str, ...], settings: str, missing: str, tmp_path: Path) -> None:
    merged = _merged_compose_files(files, tmp_path, settings)
    assert merged.returncode != 0 and f"write {missing}=" in merged.stderr


def test_the_example_of_settings_is_whole() -> None:
    named = set(re.findall(r"\$\{(\w+)", "".join((ROOT / file).read_text() for file in {*POSTGRESQL, *MANY_CLUBS})))
    assert named <= set(re.findall(r"^#?(\w+)=", (ROOT / ".env.example").read_text(), flags=re.M))


@pytest.mark.thorough
def test_caddy_takes_its_file() -> None:
    require("caddy")
    config = ("--adapter", "caddyfile", "--config", "deploy/Caddyfile")
    variables = {"SCOREBOOK_DOMAIN": "scorebook.example", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
    adapted = _run_tool("caddy", "adapt", *config, **variables)
    assert adapted.returncode == 0, adapted.stderr
    served = json.dumps(json.loads(adapted.stdout)["apps"]["http"])
    assert '["scorebook.example"]' in served and '"127.0.0.1:8000"' in served and '"encode"' not in served


@pytest.mark.thorough
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    require("systemd-analyze")
    for name in UNITS:
        text = (ROOT / "deploy" / name).read_text().replace("/opt/scorebook/.venv/bin/python", sys.executable)
        (tmp_path / name).write_text(text)
    verified = _run_tool("systemd-analyze", "verify", *(tmp_path / name for name in UNITS))
    assert (verified.returncode, verified.stderr) == (0, "")


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_a_service_can_do_little_harm(name: str) -> None:
    require("systemd-analyze")
    judged = _run_tool(
        "systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE_MOST}", ROOT / "deploy" / name
    )
    assert judged.returncode == 0, judged.stdout
