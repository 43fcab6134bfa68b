"""The ids, sources, house rules and tests of docs/rules are those of the code, in both directions."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from rules import GAMES, PRESETS
from scorebook.web.rule_book import specification
from scorebook.web.rule_book.citations import DOCUMENTS
from scorebook.web.rule_book.specification import DECISION, DERIVED, GENERAL, RULE_ID, RuleEntry, entries
from tests.conftest import Figure

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
ENTRIES = entries()
# Letter of an id -> the file of its rules. An X stands in the file of the game that it concerns.
LETTERS = {
    "G": (GENERAL,), "P": ("palatinate",), "A": ("asserufen",), "S": ("sasku",), "K": ("schafskopf24",),
    "B": ("bavarian", "bierkopf"), "X": specification.CHAPTERS,
}  # fmt: skip
# Where rules are cited. Generated files, translations and changes with invented names (tests/recipes) are left out.
CITING = {
    "rules": (".py",), "scorebook": (".py", ".js"), "templates": (".html",), "docs": (".md", ".csv"),
    "tests": (".py", ".jsonl"),
}  # fmt: skip
LEFT_OUT = ("docs/rules/", "tests/recipes/", "tests/house/test_specification.py")
PAPER, DOUBLED, CELL = "a size of paper", "doublings in the notation of a hand", "a cell of a spreadsheet"
# Words that look like an id of a rule: file -> the word, and what it is.
NO_RULES: Mapping[str, tuple[str, str]] = {
    "docs/decisions/106-the-notation-is-read-and-written-from-the-fields-of-a-report.md": ("K2", DOUBLED),
    "docs/notation.md": ("K2", DOUBLED),
    "rules/notation/line_pieces.py": ("K2", DOUBLED),
    "scorebook/web/evening/hand_form/suits.py": ("A4", "the path of a drawing"),
    "scorebook/web/evening/paper/views.py": ("A4", PAPER),
    "templates/club/hall/framed_hand.html": ("A4", PAPER),
    "templates/evening/table/lines.html": ("K2", DOUBLED),
    "tests/exchange/table_columns.py": ("A1", CELL),
    "tests/rules/test_notation.py": ("K2", DOUBLED),
    "tests/rules/test_notation_evenings.py": ("K16", DOUBLED),
    "tests/rules/test_notation_every_hand.py": ("K2", DOUBLED),
    "tests/web/test_hall_print.py": ("A4", PAPER),
}
RANGE = re.compile(r"\b([GPASKBX])(\d{1,3})(?:-| to )\1(\d{1,3})\b")  # such as B64-B70


@cache
def _ids_in(path: Path) -> frozenset[str]:
    text = path.read_text(encoding="utf-8")
    between = {f"{letter}{no}" for letter, first, last in RANGE.findall(text) for no in range(int(first), int(last))}
    no_rule = NO_RULES.get(str(path.relative_to(ROOT)), ("", ""))[0]
    return frozenset((set(RULE_ID.findall(text)) - {no_rule}) | between & ENTRIES.keys())


def _citing_files(*folders: str) -> Iterator[Path]:
    for folder in folders or CITING:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in CITING[folder] and not str(path.relative_to(ROOT)).startswith(LEFT_OUT):
                yield path


def _cited(*folders: str) -> set[str]:
    return set().union(*map(_ids_in, _citing_files(*folders)))


# -- the ids -----------------------------------------------------------------------------------------------------------


def test_every_cited_id_has_an_entry(figure: Figure) -> None:
    unknown = {
        str(path.relative_to(ROOT)): sorted(ids)
        for path in (*_citing_files(), *sorted(specification.FOLDER.glob("*.md")))
        if (ids := _ids_in(path) - ENTRIES.keys())
    }
    assert unknown == {}
    scored = sum(not entry.not_scored for entry in ENTRIES.values())
    figure(f"Specification of the rules: {len(ENTRIES)} ids, {scored} of them scored")


def test_every_entry_is_cited() -> None:
    """A scored rule by the rules or their tests, another one by the list of statements or the rules book."""
    scored, told = _cited("rules", "tests"), _cited("docs", "templates")
    assert [id for id, entry in ENTRIES.items() if id not in (told if entry.not_scored else scored)] == []


def test_what_is_taken_for_no_rule_is_still_there() -> None:
    gone = [name for name, (id, _) in NO_RULES.items() if id not in (ROOT / name).read_text(encoding="utf-8")]
    assert gone == []


def test_an_id_stands_once_and_in_the_file_of_its_letter() -> None:
    listed = [(entry.id, name) for name, chapter in specification.chapters().items() for entry in chapter.entries]
    assert len(listed) == len(ENTRIES)
    assert [(id, name) for id, name in listed if name not in LETTERS[id[0]]] == []


def test_every_file_is_a_chapter() -> None:
    files = {path.stem for path in specification.FOLDER.glob("*.md")} - {"README"}
    assert files == set(specification.CHAPTERS) == {GENERAL, *GAMES}


# -- sources -----------------------------------------------------------------------------------------------------------


def _places(entry: RuleEntry) -> Iterator[tuple[str, str]]:
    """Yield document and section; a part without a document continues the one before."""
    document = ""
    for part in entry.source.removesuffix(" (in part derived)").split("; "):
        named = re.fullmatch(r"(0\d\d) (.+)", part)
        document, section = named.groups() if named else (document, part)
        yield document, section


@cache
def _sections_by_rule() -> dict[str, set[tuple[str, str]]]:
    found: dict[str, set[tuple[str, str]]] = {}
    with (ROOT / "docs" / "statements.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for word in row["covered"].split():
                found.setdefault(word, set()).add((row["id"][:3], row["section"]))
    return found


@pytest.mark.parametrize("id", ENTRIES)
def test_a_source_is_sections_that_say_so_or_other_rules_or_a_decision(id: str) -> None:
    entry = ENTRIES[id]
    if entry.source == DECISION:
        assert entry.decision, "a decision says what the documents leave open, and why it was made"
    elif entry.source.startswith(DERIVED):
        from_rules = entry.source.removeprefix(DERIVED).split()
        assert from_rules and set(from_rules) <= ENTRIES.keys() - {id}
    else:
        assert set(_places(entry)) <= _sections_by_rule()[id]
    assert entry.source == DECISION or not id.startswith("X")


def test_the_documents_are_those_of_the_guide() -> None:
    guide = (specification.FOLDER / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (0\d\d) \|", guide, flags=re.M) == list(DOCUMENTS)


@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game in GAMES for preset in PRESETS[game]])
def test_a_contract_says_where_it_comes_from(game: str, preset: str) -> None:
    ruleset = PRESETS[game][preset]
    for people in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1):
        assert {contract.source for contract in ruleset.contracts(people)} <= ENTRIES.keys()


# -- sentences, house rules, tests -------------------------------------------------------------------------------------


def test_an_entry_is_made_of_sentences() -> None:
    """Without markup, so that the page shows them as they are."""
    texts = [text for entry in ENTRIES.values() for text in (entry.statement, entry.decision, entry.not_scored) if text]
    assert [text for text in texts if not text.endswith(".") or set(text) & set("`*[]<>")] == []
    titles = [entry.title for entry in ENTRIES.values()]
    assert [title for title in titles if title.endswith(".") or title[0].islower()] == []


def test_the_house_rules_of_an_entry_are_those_that_cite_it() -> None:
    cited: dict[str, set[str]] = {}
    for kind in GAMES.values():
        for name, _, metadata in kind.house_rules():
            cited.setdefault(metadata["source"], set()).add(name)
    assert {id: set(entry.house_rules) for id, entry in ENTRIES.items() if entry.house_rules} == cited


def test_the_tests_of_an_entry_name_it() -> None:
    wrong = [
        (id, name)
        for id, entry in ENTRIES.items()
        for name in entry.tests
        if not (ROOT / name).is_file() or id not in _ids_in(ROOT / name)
    ]
    assert wrong == []


def test_a_scored_rule_has_a_test() -> None:
    assert [id for id, entry in ENTRIES.items() if not entry.tests and not entry.not_scored] == []


@pytest.mark.parametrize(
    "text",
    [
        "# T\n\nI.\n\n### B1 No topic\n\nS.\n\n- Source: decision",
        "# T\n\nI.\n\n## A\n\n### B1 No source\n\nS.\n\n- Decision: D.",
        "# T\n\nI.\n\n## A\n\n### B1 Another order\n\nS.\n\n- Decision: D.\n- Source: decision",
        "# T\n\nI.\n\n## A\n\nNo entry.",
    ],
)
def test_a_file_with_another_form_is_refused(text: str) -> None:
    with pytest.raises(AssertionError):
        specification.read_chapter("bavarian", text)
