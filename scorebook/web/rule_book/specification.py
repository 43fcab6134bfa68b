"""The specification of the rules, read from docs/rules/: of each id what it states, and where that comes from.

The files are the only list of sources. docs/rules/README.md describes the form of an entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "docs" / "rules"
# The files in the order in which pages list them; a game's file has the game's name.
GENERAL = "general"
CHAPTERS = (GENERAL, "palatinate", "asserufen", "sasku", "schafskopf24", "bavarian", "bierkopf")
RULE_ID = re.compile(r"\b[GPASKBX][1-9]\d{0,2}\b")
DECISION = "decision"
DERIVED = "derived from "
_ENTRY = re.compile(r"### (?P<id>[A-Z]\d+) (?P<title>.+)")
_LABELS = ("Source", "Decision", "House rules", "Not scored", "Tests")
_TEXT_LABELS = ("Source", "Decision", "Not scored")
_NAME_LABELS = ("House rules", "Tests")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEntry:
    """A rule. source: documents with sections, `derived from` ids, or `decision`; see docs/rules/README.md."""

    id: str
    title: str
    statement: str
    source: str
    decision: str
    house_rules: tuple[str, ...]
    not_scored: str
    tests: tuple[str, ...]
    chapter: str  # the name of its file
    topic: str

    @property
    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield the lines of its list that are sentences or places, with their labels in the file."""
        texts = (self.source, self.decision, self.not_scored)
        yield from ((label, text) for label, text in zip(_TEXT_LABELS, texts, strict=True) if text)

    @property
    def names(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the lines of its list that are names in the code, with their labels in the file."""
        names = (self.house_rules, self.tests)
        yield from ((label, listed) for label, listed in zip(_NAME_LABELS, names, strict=True) if listed)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChapter:
    """One file. topics: heading -> its entries."""

    name: str
    title: str
    introduction: str
    topics: Mapping[str, tuple[RuleEntry, ...]]

    @property
    def entries(self) -> Iterator[RuleEntry]:
        for entries in self.topics.values():
            yield from entries


@cache
def chapters() -> Mapping[str, RuleChapter]:
    """Return the chapters by name. They are read once per process."""
    return {name: read_chapter(name, (FOLDER / f"{name}.md").read_text(encoding="utf-8")) for name in CHAPTERS}


@cache
def entries() -> Mapping[str, RuleEntry]:
    """Return every rule by its id."""
    return {entry.id: entry for chapter in chapters().values() for entry in chapter.entries}


def read_chapter(name: str, text: str) -> RuleChapter:
    """Read a file of the specification. Raises: AssertionError for an entry without its form."""
    blocks = [block.strip("\n") for block in re.split(r"\n{2,}", text)]
    title, introduction, *rest = blocks
    topics: dict[str, list[RuleEntry]] = {}
    topic, places = "", iter(rest)
    for block in places:
        if block.startswith("## "):
            topic = block.removeprefix("## ")
            topics[topic] = []
            continue
        heading = _ENTRY.fullmatch(block)
        if heading is None or not topic:
            raise AssertionError(f"{name}.md: no entry of the specification: {block}")
        statement, lines = _one_line(next(places)), _read_list(heading["id"], next(places))
        topics[topic].append(
            RuleEntry(
                id=heading["id"],
                title=heading["title"],
                statement=statement,
                source=lines["Source"],
                decision=lines.get("Decision", ""),
                house_rules=tuple(re.findall(r"`(\w+)`", lines.get("House rules", ""))),
                not_scored=lines.get("Not scored", ""),
                tests=tuple(lines["Tests"].split(", ")) if "Tests" in lines else (),
                chapter=name,
                topic=topic,
            )
        )
    return RuleChapter(
        name=name,
        title=title.removeprefix("# "),
        introduction=_one_line(introduction),
        topics={topic: tuple(found) for topic, found in topics.items()},
    )


def _read_list(id: str, block: str) -> dict[str, str]:
    """Return the lines of an entry's list by label."""
    lines = [_one_line(line) for line in re.split(r"\n(?=- )", block)]
    found = dict(line.removeprefix("- ").split(": ", 1) for line in lines)
    if list(found) != [label for label in _LABELS if label in found] or "Source" not in found:
        raise AssertionError(f"{id}: the list of an entry has the labels {', '.join(_LABELS)}, in this order")
    return found


def _one_line(block: str) -> str:
    return " ".join(block.split())
