"""What a chapter consists of: sections of sentences, each with the rules that it tells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """text: may be a few sentences on one matter. rules: ids in `rules.sources`."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """id: its anchor on the page, the same in every language."""

    id: str
    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of the card table and what people there mean by it."""

    term: str
    meaning: str


def say(text: str, *rules: str) -> Sentence:
    return Sentence(text=text, rules=rules)


def section(id: str, title: str, *sentences: Sentence | None) -> Section:
    """None: a sentence that this table has no use for."""
    return Section(id=id, title=title, sentences=tuple(one for one in sentences if one is not None))
