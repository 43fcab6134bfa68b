"""The commands for developers: just reads the file, each says what it does, and `lint` reports all findings."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts import checks
from tests.support.extent import IS_CI

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
VERBS = {
    "run",
    "test",
    "test-fast",
    "lint",
    "format",
    "messages",
    "icons",
    "migrate-check",
    "bench",
    "audit",
    "lock",
    "packages",
}


@pytest.fixture(scope="module")
def recipes() -> dict[str, Any]:
    just = shutil.which("just", path=str(Path(sys.executable).parent)) or shutil.which("just")
    if just is None:
        missing = "just is in tests/requirements.txt, and not in this environment"
        if IS_CI:
            pytest.fail(missing)
        pytest.skip(missing)
    command = [just, "--justfile", str(ROOT / "justfile"), "--dump", "--dump-format", "json"]
    dumped = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(dumped.stdout)["recipes"]
    return {name: recipe for name, recipe in found.items() if not recipe["private"]}


def test_the_verbs_are_there(recipes: dict[str, Any]) -> None:
    assert set(recipes) >= VERBS


def test_every_recipe_says_what_it_does(recipes: dict[str, Any]) -> None:
    assert [name for name, recipe in recipes.items() if not recipe["doc"]] == []


def test_every_failed_check_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    failing = {name: (sys.executable, "-c", f"print('{name} found'); exit(1)") for name in ("first", "second")}
    passing = {"third": (sys.executable, "-c", "print('third found')")}
    monkeypatch.setattr(checks, "CHECKS", {**failing, **passing})
    monkeypatch.setattr(checks, "_install_script_tools", list)
    assert checks.main() == 2
    output = capsys.readouterr().out
    assert "first found" in output and "second found" in output
    assert re.findall(r"(ok|FAILED) +(\w+)", output) == [("FAILED", "first"), ("FAILED", "second"), ("ok", "third")]


def test_a_tool_that_is_missing_or_cannot_be_installed_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """As without a network, where npm installs nothing."""
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho no network for $1; exit 1\n")
    npm.chmod(0o755)
    monkeypatch.setitem(checks.ENVIRONMENT, "PATH", f"{tmp_path}:{checks.ENVIRONMENT['PATH']}")
    monkeypatch.setattr(checks, "CHECKS", {"gone": ("no-such-tool",), "there": (sys.executable, "-c", "")})
    assert checks.main() == 2
    output = capsys.readouterr().out
    assert "no network for ci" in output and "No such file or directory: 'no-such-tool'" in output
    assert re.findall(r"^(ok|FAILED) +(.+) \(", output, flags=re.M) == [
        ("FAILED", "installed tools of the scripts"), ("FAILED", "gone"), ("ok", "there"),
    ]  # fmt: skip
