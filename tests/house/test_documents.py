"""The documents lead where they say and stay short, and every decision can be found."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "docs" / "decisions"
NOT_OURS = {"data", "node_modules", "__pycache__"}
TEXTS = {".md", ".py", ".js", ".css", ".html", ".toml"}
LINES_MAX = 60
COLUMNS_MAX = 120
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", flags=re.S | re.M)
LINK_TARGET = re.compile(r"(?<=\]\()[^)\s]+(?=\))")
DECISION = re.compile(r"\bdocs/decisions/(\d{3}(?:-[\w-]+\.md)?)")
SUBJECTS = ("Rules", "Evening", "Money", "Server", "Phone")


def _files_below(folder: Path) -> Iterator[Path]:
    """Every file of the project: nothing hidden, such as virtual environments, and nothing installed."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith(".") or entry.name in NOT_OURS:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files_below(Path(entry.path))
        else:
            yield Path(entry.path)


FILES_OF_ANY_KIND = list(_files_below(ROOT))
FOLDERS = {folder for path in FILES_OF_ANY_KIND for folder in path.parents if folder.is_relative_to(ROOT)}
FILES = [path for path in FILES_OF_ANY_KIND if path.suffix in TEXTS]
DOCUMENTS = [path for path in FILES if path.suffix == ".md"]
PACKAGE_READMES = [path for path in DOCUMENTS if path.name == "README.md" and path.parent not in (ROOT, DECISIONS)]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
GUIDES = [CONTRIBUTING, *PACKAGE_READMES]
CODE_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PATH = re.compile(r"[\w<>.-]+(?:/[\w<>.-]+)*(?:/|\.(?:py|js|ts|css|html|toml|txt|jsonl?|md|csv|po))")
NAME = re.compile(r"\b(?:[a-z]+_\w+|[A-Z]+_[A-Z_]+|[A-Z][a-z]+[A-Z]\w+)\b")  # record_hand, MAX_HANDS, HandEvent


def _path_in_project(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _document_text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_every_link_leads_to_a_file() -> None:
    links = [(path, link) for path in DOCUMENTS for link in LINK_TARGET.findall(CODE.sub("", _document_text(path)))]
    assert [
        (_path_in_project(path), link) for path, link in links if "://" not in link and not _leads_somewhere(path, link)
    ] == []


def _leads_somewhere(document: Path, link: str) -> bool:
    file, _, heading = link.partition("#")
    target = document.parent / file if file else document
    return target.exists() and (not heading or heading in _heading_anchors(target))


def _heading_anchors(document: Path) -> set[str]:
    """The headings as addresses: small letters, hyphens for spaces, and no other sign."""
    headings = re.findall(r"^#+ (.*)$", _document_text(document), flags=re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_decision_that_is_named_is_there() -> None:
    named = {(_path_in_project(path), one) for path in FILES for one in DECISION.findall(_document_text(path))}
    assert sorted((path, one) for path, one in named if not any(DECISIONS.glob(f"{one}*"))) == []


def test_the_index_lists_every_decision_under_its_subject_and_title() -> None:
    parts = re.split(r"^## (\w+)$", _document_text(DECISIONS / "README.md"), flags=re.M)[1:]
    assert tuple(parts[::2]) == SUBJECTS
    line = re.compile(r"^- \[(\d{3})\]\((\1-[a-z0-9-]+\.md)\) (.+)$", flags=re.M)
    listed = [[(name, title) for _, name, title in line.findall(part)] for part in parts[1::2]]
    assert listed == [
        [(path.name, _document_title(path)) for path in sorted(DECISIONS.glob(f"{subject}*.md"))]
        for subject in range(1, len(SUBJECTS) + 1)
    ]


def test_the_first_digit_of_a_decision_is_its_subject_and_the_numbers_have_no_gaps() -> None:
    numbers = [int(path.name[:3]) for path in sorted(DECISIONS.glob("[0-9]*.md"))]
    by_subject = {number // 100: [one % 100 for one in numbers if one // 100 == number // 100] for number in numbers}
    assert sorted(by_subject) == list(range(1, len(SUBJECTS) + 1))
    assert all(found == list(range(1, len(found) + 1)) for found in by_subject.values())


@pytest.mark.parametrize("path", sorted(DECISIONS.glob("[0-9]*.md")), ids=lambda path: path.name[:3])
def test_a_decision_has_dates_and_figures_or_a_rejected_way(path: Path) -> None:
    """Other reasons are comments at their lines."""
    dates = _document_text(path).splitlines()[2].split(", ")
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for date in dates)
    assert dates == sorted(set(dates))
    headings = re.findall(r"^\*\*(\w+)\.\*\*", _document_text(path), flags=re.M)
    assert headings[:2] == ["Context", "Decision"]
    assert {"Measured", "Rejected"} & set(headings)


def _document_title(path: Path) -> str:
    return _document_text(path).split("\n", 1)[0].removeprefix("# ")


def test_every_setting_is_described() -> None:
    settings = set(re.findall(r'env\.read\("(\w+)"', _document_text(ROOT / "scorebook" / "settings.py")))
    assert (
        settings
        == set(re.findall(r"^\| `(\w+)` \|", _document_text(ROOT / "docs" / "settings.md"), flags=re.M))
        != set()
    )


@pytest.mark.parametrize("path", PACKAGE_READMES, ids=_path_in_project)
def test_the_readme_of_a_package_is_a_page(path: Path) -> None:
    assert len(_document_text(path).splitlines()) <= LINES_MAX


def test_prose_fits_the_width() -> None:
    """Where a link leads does not count: nobody reads it."""
    lines = [(_path_in_project(path), line) for path in DOCUMENTS for line in _document_prose(path)]
    assert [(path, line) for path, line in lines if len(LINK_TARGET.sub("", line)) > COLUMNS_MAX] == []


def _document_prose(path: Path) -> Iterator[str]:
    is_code = False
    for line in _document_text(path).splitlines():
        is_code ^= line.startswith("```")
        if not is_code and not line.startswith(("|", "    ")):
            yield line


def test_every_path_of_contributing_is_there() -> None:
    paths = re.findall(r"`((?:rules|scorebook|tests|scripts|docs)/[\w./-]+)`", CONTRIBUTING.read_text())
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("path", GUIDES, ids=_path_in_project)
def test_every_path_of_a_guide_is_there(path: Path) -> None:
    """From the root, or the end of a path below the guide's folder; `<game>` stands for any name."""
    wanted = [span for span in CODE_SPAN.findall(_document_text(path)) if PATH.fullmatch(span)]
    below = "\n".join(
        _path_in_project(one) for one in (*FOLDERS, *FILES_OF_ANY_KIND) if one.is_relative_to(path.parent)
    )
    assert [one for one in wanted if not (ROOT / one).exists() and not _path_pattern(one).search(below)] == []


def _path_pattern(path: str) -> re.Pattern[str]:
    end = re.sub(r"<\w+>", r"[^/\\n]+", re.escape(path.rstrip("/")))
    return re.compile(rf"(?:^|/){end}$", flags=re.M)


@pytest.mark.parametrize("path", GUIDES, ids=_path_in_project)
def test_every_name_of_a_guide_is_in_the_code(path: Path) -> None:
    names = {name for span in CODE_SPAN.findall(_document_text(path)) for name in NAME.findall(span)}
    assert sorted(names - _names_in_code()) == []


@cache
def _names_in_code() -> frozenset[str]:
    code = [path for path in FILES_OF_ANY_KIND if path.suffix in {".py", ".js", ".css", ".jsonl", ".html"}]
    return frozenset({path.stem for path in code}).union(*(NAME.findall(_document_text(path)) for path in code))
