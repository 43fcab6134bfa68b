"""What the linters cannot say: the floors, and no inexact number near points and money."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
INEXACT_NAMES = {"float", "Decimal", "decimal"}
EXACT_PACKAGES = ("rules", "scorebook/ledger", "scorebook/play")


def _project_modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def test_the_floors_hold() -> None:
    # In a process of its own: it sets up logging anew, and would silence all loggers of this one.
    program = str(Path(sys.executable).with_name("lint-imports"))
    command = [program, "--config", str(ROOT / "pyproject.toml"), "--no-cache", "--no-logo"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", _project_modules("rules"), ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_import_the_standard_library_only(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"rules"}
    assert {name for name in _imported_modules(ast.parse(path.read_text())) if name not in allowed} == set()


@pytest.mark.parametrize("folder", EXACT_PACKAGES)
def test_points_and_money_are_whole_numbers(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for path in _project_modules(folder)
        for line, what in _inexact_numbers(ast.parse(path.read_text()))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("x = 0.5", 1),
        ("x: float = 1", 1),
        ("from decimal import Decimal", 1),
        ("x = decimal.Decimal(1)", 2),
        ("x = a / b", 1),
        ("x /= 2", 1),
        ("x = a // b", 0),
        ("x = folder / 'name'", 0),
        ("x = Path(__file__).parent / name", 0),
    ],
)
def test_the_search_for_inexact_numbers_finds_them(code: str, number: int) -> None:
    assert len(list(_inexact_numbers(ast.parse(code)))) == number


def test_no_file_of_ours_outgrows_one_idea() -> None:
    ours = (path for folder in ("rules", "scorebook", "scripts", "tests") for path in _project_modules(folder))
    assert [str(path) for path in ours if len(path.read_text().splitlines()) > 500] == []


def _imported_modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0]


def _inexact_numbers(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float() as value):
                yield node.lineno, f"the number {value}"
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in INEXACT_NAMES:
                yield node.lineno, name
            case ast.ImportFrom(module="decimal"):
                yield node.lineno, "import of decimal"
            case ast.BinOp(op=ast.Div()) if not _is_path(node):
                yield node.lineno, "division that leaves a float"
            case ast.AugAssign(op=ast.Div()):
                yield node.lineno, "division that leaves a float"


def _is_path(node: ast.BinOp) -> bool:
    """Whether the slash joins paths: something with a text, or with a Path(...) at its root."""
    names = {part.id for part in ast.walk(node.left) if isinstance(part, ast.Name)}
    return "Path" in names or any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in (node.left, node.right)
    )
