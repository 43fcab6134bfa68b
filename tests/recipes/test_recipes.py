"""The recipes of CONTRIBUTING, followed on a copy of the tree: each patch here is one change with an invented name.

A patch that no longer applies, or whose tests fail, shows that the recipe has another step now: make the change anew by
the recipe, correct the recipe, and write the patch with `git diff -U1`. Game, import format and stored column have
tests of their own (tests/games, tests/exchange), because nothing but new files is needed for them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.process import ROOT, environment

pytestmark = [pytest.mark.once, pytest.mark.thorough]
FOLDER = Path(__file__).parent
# Environments, installed packages, caches and data, which no recipe changes.
LEFT_OUT = shutil.ignore_patterns(".*cache*", ".git", ".venv*", ".hypothesis", "__pycache__", "node_modules", "data")
# Recipe -> the most files of the product that are changed by hand, and the tests of the change.
RECIPES: dict[str, tuple[int, tuple[str, ...]]] = {
    "table_column": (4, ("tests/exchange/test_column_by.py", "tests/exchange/test_tables_are_described.py")),
    "response_field": (1, ("tests/api/test_founded.py",)),
    "house_rule": (7, ("tests/rules/test_rows.py", "tests/web/test_every_house_rule.py")),
    "contract": (7, ("tests/rules/test_rows.py", "tests/rules/test_every_count.py")),
    "hand_field": (5, ("tests/rules/test_rows.py", "tests/rules/test_hand_fields.py")),
    "page": (6, ("tests/web/test_round.py", "tests/house/test_addresses_and_roles.py")),
    "season_column": (8, ("tests/web/test_season_hands.py", "tests/exchange/test_club_file_versions.py")),
}
# Tests of the whole house that fail if a recipe forgets a source, a text, a document or a description.
HOUSE = (
    "tests/house/test_specification.py", "tests/house/test_documents.py", "tests/web/test_words.py",
    "tests/api/test_document.py",
)  # fmt: skip
NAMES = "hearts-point or hearts_point or neuner or shown-card or round or column or address or hands or founded"
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--engine=sqlite")
GENERATORS = ("scripts.messages", "scripts.hand_fields", "scripts.openapi")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the tree with all changes of the recipes, and with what the commands generate from them."""
    folder = tmp_path_factory.mktemp("recipes") / "copy"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    for recipe in RECIPES:
        _run(folder, "git", "apply", str(FOLDER / f"{recipe}.patch"))
    for module in GENERATORS:
        _run(folder, sys.executable, "-m", module)
    _run(folder, *PYTEST, "tests/api/test_document.py", "-k", "played", WRITE_EXAMPLES="1")
    yield folder
    shutil.rmtree(folder)


def _run(folder: Path, *command: str, **variables: str) -> str:
    done = subprocess.run(command, cwd=folder, env=environment(**variables), capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-5000:]}\n{done.stderr[-5000:]}"
    return done.stdout


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_change_touches_few_files(recipe: str) -> None:
    changed = re.findall(r"^\+\+\+ b/(\S+)", (FOLDER / f"{recipe}.patch").read_text(), flags=re.MULTILINE)
    most, _tests = RECIPES[recipe]
    assert 0 < len([path for path in changed if not path.startswith("tests/")]) <= most


def test_every_change_works(copy: Path) -> None:
    own = {path for _most, tests in RECIPES.values() for path in tests}
    passed = _run(copy, *PYTEST, *sorted(own), "-k", NAMES, "-m", "not browser")
    assert int(re.findall(r"(\d+) passed", passed)[0]) > len(RECIPES)
    _run(copy, *PYTEST, *HOUSE)
