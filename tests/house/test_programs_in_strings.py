"""Programs that tests and benchmarks hold as text import what exists: no type checker reads them."""

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.support.process import ROOT

pytestmark = pytest.mark.once

OURS = {"rules", "scorebook", "tests", "benchmarks"}


def _imports_in_strings() -> Iterator[tuple[str, str, str]]:
    """File, module and name of each import from one of our packages."""
    for folder in ("tests", "benchmarks", "scripts"):
        for path in (ROOT / folder).rglob("*.py"):
            for text in _strings(path.read_text(encoding="utf-8")):
                for node in ast.walk(_parsed(text)):
                    if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in OURS:
                        yield from ((str(path.relative_to(ROOT)), node.module, one.name) for one in node.names)


def _strings(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " import " in node.value:
            yield node.value


def _parsed(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError:
        return ast.Module(body=[], type_ignores=[])  # prose


def _exists(module: str, name: str) -> bool:
    found = import_module(module)
    if name == "*" or hasattr(found, name):
        return True
    return hasattr(found, "__path__") and find_spec(f"{module}.{name}") is not None


def test_every_program_imports_what_exists() -> None:
    found = list(_imports_in_strings())
    assert len(found) > 20
    assert [one for one in found if not _exists(*one[1:])] == []
