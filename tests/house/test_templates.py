"""Templates that can be reviewed line by line; their form is djangofmt's, see `.ci/run`."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
COLUMNS = 120
LONGEST = 200  # characters of a line
MOST_LONG = 0.02  # of all lines


def _template_lines() -> list[str]:
    files = (path for path in (ROOT / "templates").rglob("*") if path.is_file())
    return [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]


def test_lines_of_templates_are_short() -> None:
    lines = _template_lines()
    assert len([line for line in lines if len(line) > COLUMNS]) / len(lines) < MOST_LONG
    assert [line for line in lines if len(line) > LONGEST] == []
