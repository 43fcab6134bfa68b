"""The verbs for developers: just reads the file, and each says what it does."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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
