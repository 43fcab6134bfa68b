"""Figures of the code and its documents, each a number that should be small: lines, names, folders, descriptions."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = (
    "rules", "scorebook/api", "scorebook/core", "scorebook/exchange", "scorebook/ledger", "scorebook/operations",
    "scorebook/play", "scorebook/server", "scorebook/standings", "scorebook/web",
)  # fmt: skip
# Words that only this project would use for what Django, REST framework, accounting and the card table have names for.
PRIVATE_WORDS = {
    "asked", "besides", "brought", "circle", "crowd", "crowds", "door", "elsewhere", "finale", "memory", "nobody",
    "reckoned", "reckoning", "remembered", "said", "saying", "sayings", "shelf", "shown", "somebody", "told", "whoever",
}  # fmt: skip
# Every app of Django, every package and every view module has modules of these names.
USUAL_MODULES = {"__init__", "admin", "apps", "forms", "models", "serializers", "tests", "urls", "views"}
USUAL_CLASSES = {"Command", "DatabaseWrapper", "Meta"}
CLAUSE = re.compile(r"(What|Who|Whoever|Whether|Where|How|When|Those|As|Of|So|Without|As long as) ")
# Fields of a hand that several games, the form, the notation, the phone and the documents know.
HAND_FIELDS = (
    "criticised_by", "higher_trump", "queen_handed_over_by", "roof_shown_by", "schwarz_claimed", "suitor_trumps",
)  # fmt: skip
LONG_FUNCTION = 45
Function = ast.FunctionDef | ast.AsyncFunctionDef


def house_figures() -> dict[str, int]:
    figures = {f"lines of {room}": _lines_of(room) for room in ROOMS}
    named = list(_named_definitions())
    return figures | {
        "private words in names": sum(not PRIVATE_WORDS.isdisjoint(_words_of_name(name)) for _path, name in named),
        "class names in several modules": sum(len(paths) > 1 for paths in _modules_by_class().values()),
        "module names that stand three times": sum(count > 2 for count in _module_names().values()),
        "folders with more than 20 modules": sum(count > 20 for count in _modules_by_folder().values()),
        "names in docstrings that do not exist": len(list(_names_that_do_not_exist())),
        "files that name one field of a hand": max(len(_files_with(field)) for field in HAND_FIELDS),
        "generated lines": sum(_line_count(path) for path in _tracked_files() if _is_generated(path)),
        "dataclasses in web": sum(_is_dataclass(node) for _path, node in _class_definitions("scorebook/web")),
        "decisions": sum(path.parent.name == "decisions" and path.name[0].isdigit() for path in _tracked_files()),
        "functions of more than 45 lines": sum(
            _function_length(node) > LONG_FUNCTION for _path, node in _function_definitions()
        ),
        "docstrings that begin with a clause": sum(bool(CLAUSE.match(text)) for _path, text in _all_docstrings()),
    }


@cache
def _tracked_files() -> tuple[Path, ...]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return tuple(Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


@cache
def _parsed_modules() -> dict[Path, ast.Module]:
    """Return the product's modules without migrations."""
    found = (path for path in _tracked_files() if path.suffix == ".py" and path.parts[0] in ("rules", "scorebook"))
    return {path: ast.parse((ROOT / path).read_text()) for path in found if "migrations" not in path.parts}


def _line_count(path: Path) -> int:
    return len((ROOT / path).read_bytes().splitlines())


def _lines_of(room: str) -> int:
    return sum(_line_count(path) for path in _parsed_modules() if path.is_relative_to(room))


def _class_definitions(room: str = ".") -> Iterator[tuple[Path, ast.ClassDef]]:
    for path, tree in _parsed_modules().items():
        if path.is_relative_to(room):
            yield from ((path, node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def _function_definitions() -> Iterator[tuple[Path, Function]]:
    for path, tree in _parsed_modules().items():
        yield from ((path, node) for node in ast.walk(tree) if isinstance(node, Function))


def _named_definitions() -> Iterator[tuple[Path, str]]:
    yield from ((path, path.stem) for path in _parsed_modules())
    yield from ((path, node.name) for path, node in _class_definitions())
    yield from ((path, node.name) for path, node in _function_definitions())


def _words_of_name(name: str) -> set[str]:
    return {word.lower() for word in re.split("_|(?<=[a-z])(?=[A-Z])", name)}


def _modules_by_class() -> dict[str, set[Path]]:
    found = defaultdict[str, set[Path]](set)
    for path, tree in _parsed_modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name not in USUAL_CLASSES:
                found[node.name].add(path)
    return found


def _module_names() -> Counter[str]:
    return Counter(path.stem for path in _parsed_modules() if path.stem not in USUAL_MODULES)


def _modules_by_folder() -> Counter[Path]:
    return Counter(path.parent for path in _parsed_modules() if path.name != "__init__.py")


def _all_docstrings() -> Iterator[tuple[Path, str]]:
    for path, tree in _parsed_modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | Function) and (text := ast.get_docstring(node)):
                yield path, text


def _names_that_do_not_exist() -> Iterator[str]:
    known = {part for path in _tracked_files() for part in (*path.parts, path.stem)}
    for path in _tracked_files():
        if path.suffix == ".py":
            known |= set(re.findall(r"\w+", re.sub(r"`[^`]*`", "", (ROOT / path).read_text())))
    for path, text in _all_docstrings():
        for name in re.findall(r"`([a-z_]\w*\.[a-z_]\w*)`", text):
            if not known.issuperset(name.split(".")):
                yield f"{path}: {name}"


def _files_with(field: str) -> set[Path]:
    word = re.compile(rf"\b{field}\b")
    return {path for path in _tracked_files() if _may_name_fields(path) and word.search((ROOT / path).read_text())}


def _may_name_fields(path: Path) -> bool:
    is_text = path.suffix in (".py", ".js", ".ts", ".html", ".md", ".css")
    return is_text and path.parts[0] in ("rules", "scorebook", "templates", "docs") and "decisions" not in path.parts


def _is_generated(path: Path) -> bool:
    # A compiled catalogue (.mo) has no lines: its bytes happen to have the number of a line break.
    return path.name == "openapi.json"


def _is_dataclass(node: ast.ClassDef) -> bool:
    return any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)


def _function_length(node: Function) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1
