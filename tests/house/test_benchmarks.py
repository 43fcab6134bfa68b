"""The benchmarks are described, and every figure that the project holds itself to is somebody's."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.__main__ import PARTS
from benchmarks.figures import GOALS, Figure, markdown

pytestmark = pytest.mark.once

README = Path(__file__).parents[2] / "benchmarks" / "README.md"


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
