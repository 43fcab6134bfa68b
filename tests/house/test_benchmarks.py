"""The benchmarks are described, and every figure that the project holds itself to is somebody's."""

import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from benchmarks.__main__ import PARTS
from benchmarks.figures import GOALS, Figure, markdown
from tests.support.process import ROOT, environment

pytestmark = pytest.mark.once

README = ROOT / "benchmarks" / "README.md"


def test_every_part_is_described() -> None:
    described = re.findall(r"^\| `(\w+)` \|", README.read_text(encoding="utf-8"), flags=re.M)
    assert described == list(PARTS)


def test_every_part_has_a_module() -> None:
    assert [module for module, _ in PARTS.values() if find_spec(f"benchmarks.{module}") is None] == []


def test_every_goal_is_measured_by_one_part() -> None:
    assert sorted(goal for _, goals in PARTS.values() for goal in goals) == sorted(GOALS)


def test_what_was_not_reached_is_called_so() -> None:
    table = markdown([Figure("batch", "0.50", False), Figure("rules", "20 s", True)])
    assert "| 0.50, **missed** |" in table and "| 20 s |" in table


@pytest.mark.thorough
@pytest.mark.long
@pytest.mark.parametrize("part", ["hands", "sqlite", "pages", "long_evening", "watchers"])
def test_a_part_that_serves_the_site_runs(part: str) -> None:
    """Whether, not how fast: these name pages, rows and requests that change with the product."""
    command = [sys.executable, "-m", "benchmarks", "--quick", part]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0 and "not measured:" not in done.stdout, done.stdout + done.stderr
    assert [GOALS[goal].what for goal in PARTS[part][1] if f"   {GOALS[goal].what}: " not in done.stdout] == []
