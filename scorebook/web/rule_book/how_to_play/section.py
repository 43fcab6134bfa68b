"""The structure of a chapter: sections of sentences, each with its rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    text: str  # one or more sentences on one matter
    rules: tuple[str, ...]  # ids in `rules.sources`


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    id: str  # the anchor on the page, the same in every language
    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    term: str
    meaning: str


def say(text: str, *rules: str) -> Sentence:
    return Sentence(text=text, rules=rules)


def section(id: str, title: str, *sentences: Sentence | None) -> Section:
    """Return a section; None stands for a sentence that does not apply to this table."""
    return Section(id=id, title=title, sentences=tuple(one for one in sentences if one is not None))
