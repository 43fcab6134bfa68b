"""The sentences of a page of the rules book: the chapters, the contracts and the tariff, without the list of rules."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser

from django.template import Context
from django.template.loader import get_template
from django.template.loader_tags import BlockNode
from django.utils import translation

from rules import Level, Ruleset
from scorebook.web.games import level_name_of_game
from scorebook.web.rule_book import page

_UNIT = re.compile(r"<(li|tbody|p|h2|h3)\b[^>]*>((?:(?!<\1\b).)*?)</\1>", re.DOTALL)
_MARK = re.compile(r'<a class="cited"[^>]*>([A-Z]\d+)</a>')
_IN_WORDS = ("play",)  # the parts whose lines are sentences; the others list what was computed


@dataclass(frozen=True, slots=True)
class BookSentence:
    part: str  # anchor of its section
    text: str
    rules: tuple[str, ...]  # cited

    @property
    def without_figures(self) -> str:
        return re.sub(r"\d+½?|½", "#", self.text)


@lru_cache(maxsize=600)
def book_html(ruleset: Ruleset, language: str) -> str:
    """Return the main block of the page, which is the same for everybody."""
    template = get_template("rule_book/page.html").template  # type: ignore[attr-defined]
    (block,) = (one for one in template.nodelist.get_nodes_by_type(BlockNode) if one.name == "main")
    with translation.override(language):
        levels = [level_name_of_game(level, ruleset) for level in Level]
        context = Context({"page": page.rules_page(ruleset), "levels": levels, "watch_link": "x"})
        with context.bind_template(template):
            return str(block.render(context))


@lru_cache(maxsize=600)
def book_sentences(ruleset: Ruleset, language: str = "en") -> tuple[BookSentence, ...]:
    """Return everything up to the examples, in its order."""
    html = book_html(ruleset, language).split('<section class="part" id="examples">')[0]
    html = re.sub(r'<nav class="contents".*?</nav>|<dl class="table-words".*?</dl>', "", html, flags=re.DOTALL)
    found, part = [], ""
    for piece in re.split(r"(?=<section\b)|(?=<ul class=\"rule-list\")", html):
        if anchor := re.match(r"<[^>]*\bid=\"([\w-]+)\"", piece):
            part = anchor[1]
        found += [_sentence(part, unit[2]) for unit in _UNIT.finditer(piece)]
    return tuple(one for one in found if one.text)


def _sentence(part: str, html: str) -> BookSentence:
    text = unescape(re.sub(r"<[^>]+>", " ", _MARK.sub("", html)))
    return BookSentence(part, " ".join(text.split()), tuple(_MARK.findall(html)))


def changed_sentences(ruleset: Ruleset, other: Ruleset, language: str = "en") -> list[BookSentence]:
    """Return the sentences that only one of two pages has."""
    ours, theirs = book_sentences(ruleset, language), book_sentences(other, language)
    return [one for one in ours if one not in theirs] + [one for one in theirs if one not in ours]


class _AnchorTexts(HTMLParser):
    """Collects the text inside each element that has an id."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str | None]] = []
        self.texts: dict[str, list[str]] = defaultdict(list)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append((tag, dict(attrs).get("id")))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for anchor in {id for _tag, id in self.open if id}:
            self.texts[anchor].append(data)


@lru_cache(maxsize=50)
def anchor_texts(ruleset: Ruleset, language: str = "en") -> Mapping[str, str]:
    """Return what a reader sees at each anchor of the page, without the marks of the rules."""
    parser = _AnchorTexts()
    parser.feed(book_html(ruleset, language))
    joined = {anchor: " ".join(" ".join(texts).split()) for anchor, texts in parser.texts.items()}
    joined = {anchor: re.sub(r" [A-Z]\d{1,3}\b(?= |$)", "", text) for anchor, text in joined.items()}
    return {anchor: re.sub(r" ([,.:;])", r"\1", text) for anchor, text in joined.items()}
