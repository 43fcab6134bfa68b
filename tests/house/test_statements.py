"""`docs/statements.csv`: what the five documents say of play, deal, score and custom, and where this project says it.

book:    places on pages of the rules book, `game#anchor` or `game/preset#anchor`; or `-: ` and why it stands nowhere.
says:    for each place in turn a phrase or figure that the English page has there, by which it says the statement.
covered: rules of docs/rules, files of tests with or without a function, or `-` where nothing is to be scored.
         A leading `open` says that a reading of it cannot be recorded yet; whoever adds it takes the word away.
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from django.test import Client

import rules
from rules import Ruleset
from rules.wording import words
from scorebook.web.rule_book.citations import DOCUMENTS
from scorebook.web.rule_book.specification import entries
from tests.conftest import Figure
from tests.support.page import markup
from tests.web.book_sentences import anchor_texts

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
MOST_OPEN = 0
LEAST_PHRASE = 6  # characters
DOCUMENT = r"\b0\d\d\b"
_BAVARIAN = (
    "Introduction, Etymology, Forerunner, Emergence, Overview, Suits, Card values, Card names, Standard Schafkopf, "
    "Deal, Auction, Rufer, Wenz, Solo, Tout and Sie, Doubling, Play, Scoring, Basic tariff, Schneider and Schwarz, "
    "Scoring table, Matadors, Pot, Optional contracts, Hochzeit, Kreuzbock, Muss, Geier, Suit Wenz, Bettel, "
    "Special games or rounds, Bock, Ramsch, Schieber, Other special rounds, Last round, Doubling variations, "
    "Impure scoring, Short Schafkopf, Bierkopf, Mucken, Tournament Schafkopf, Culture, Ceremonies, Records, Notes"
)
SECTIONS = {
    "000": {
        *("Introduction", "General Rules", "Cards", "Rules of Play", "Giving Up", "Fourth player"),
        *(f"Three players, {part}" for part in ("deal", "contracts", "bidding", "scoring")),
        *(f"Asserufen, {part}" for part in ("deal", "contracts", "bidding", "scoring")),
        *("Calling an Ace", "Play of the Cards"),
    },
    "001": {"Introduction", "Players and Cards", "The Deal", "Bidding", "Play", "Communication", "Scoring", "Variants"},
    "002": {"Introduction", *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")},
    "003": {"1", *(f"{part}.{no}" for part, last in ((2, 8), (3, 6), (4, 6)) for no in range(1, last + 1))},
    "004": {*_BAVARIAN.split(", "), "Two-, Three- and Five-Hand"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    id: str
    section: str
    statement: str
    book: str
    says: str
    covered: str

    @property
    def document(self) -> str:
        return self.id[:3]

    @property
    def places(self) -> list[str]:
        return [] if self.book.startswith("-") else self.book.split()

    @property
    def phrases(self) -> list[str]:
        return self.says.split(" | ") if self.says else []

    @property
    def is_open(self) -> bool:
        return self.covered.startswith("open ")

    @property
    def cited(self) -> list[str]:
        return [one for one in self.covered.split() if one in entries()]

    @property
    def tests(self) -> list[str]:
        return [one for one in self.covered.split() if one.startswith("tests/")]


def _read_statements() -> Iterator[Statement]:
    with (ROOT / "docs" / "statements.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            yield Statement(**line)


STATEMENTS = tuple(_read_statements())


def test_numbers_rise_and_stand_once() -> None:
    ids = [one.id for one in STATEMENTS]
    assert all(re.fullmatch(r"\d{3}-\d{3}", id) for id in ids)
    assert ids == sorted(set(ids))
    assert {one.document for one in STATEMENTS} == DOCUMENTS.keys()


def test_every_section_of_every_document_was_read() -> None:
    named = {document: {one.section for one in STATEMENTS if one.document == document} for document in DOCUMENTS}
    assert named == SECTIONS


def test_a_statement_stands_once_and_is_short() -> None:
    texts = [(one.document, one.section, one.statement) for one in STATEMENTS]
    assert len(set(texts)) == len(texts)
    assert [text for *_, text in texts if not text or len(text) > 160 or text.endswith(".")] == []


def test_what_stands_nowhere_in_the_book_says_why() -> None:
    assert [one.id for one in STATEMENTS if not one.places and not re.fullmatch(r"-: .{4,}", one.book)] == []


def _ruleset_of(place: str) -> Ruleset:
    game, _, preset = place.partition("#")[0].partition("/")
    return rules.PRESETS[game][preset or next(iter(rules.PRESETS[game]))]


def test_every_place_says_it() -> None:
    unsaid = []
    for one in STATEMENTS:
        assert len(one.phrases) == len(one.places), one.id
        for place, phrase in zip(one.places, one.phrases, strict=True):
            anchor = place.partition("#")[2]
            if phrase not in anchor_texts(_ruleset_of(place)).get(anchor, ""):
                unsaid.append((one.id, place, phrase))
    assert unsaid == []


def test_a_phrase_is_more_than_a_word() -> None:
    assert [one.id for one in STATEMENTS if min(map(len, one.phrases), default=LEAST_PHRASE) < LEAST_PHRASE] == []


def test_the_figures_of_a_statement_stand_on_its_pages() -> None:
    """The last figure of a range may stand there as the limit above it."""
    unsaid = []
    for one in filter(lambda one: one.places, STATEMENTS):
        texts = (text for place in one.places for text in anchor_texts(_ruleset_of(place)).values())
        printed = {int(figure) for figure in re.findall(r"\d+", " ".join(texts))}
        last = {int(figure) for figure in re.findall(r"\bto (\d+)", one.statement) if int(figure) + 1 in printed}
        unsaid += [(one.id, figure) for figure in map(int, re.findall(r"\d+", one.statement))
                   if figure not in printed | last]  # fmt: skip
    assert unsaid == []


@cache
def _anchors_of_page(path: str, language: str) -> frozenset[str]:
    page = markup(Client().get(f"/rules/{path}/", headers={"accept-language": language}))
    return frozenset(re.findall(r' id="([^"]+)"', page))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_place_is_on_its_page(language: str) -> None:
    lost = []
    for one in STATEMENTS:
        for place in one.places:
            page, _, anchor = place.partition("#")
            game, _, preset = page.partition("/")
            path = f"{game}/{preset or next(iter(rules.PRESETS[game]))}"
            if anchor not in _anchors_of_page(path, language):
                lost.append((one.id, place))
    assert lost == []


def test_every_statement_is_covered_or_nothing_to_score() -> None:
    for one in STATEMENTS:
        known = [*one.cited, *one.tests]
        assert sorted(one.covered.removeprefix("open ").split()) == (sorted(known) or ["-"]), one.id


def test_a_cited_rule_stands_in_the_document_of_the_statement() -> None:
    """Or it follows from others, or is a decision of ours."""
    wrong = [
        (one.id, rule)
        for one in STATEMENTS
        for rule in one.cited
        if re.search(DOCUMENT, entries()[rule].source) and one.document not in entries()[rule].source
    ]
    assert wrong == []


def test_every_rule_of_a_document_is_covered_by_a_statement() -> None:
    covered = {rule for one in STATEMENTS for rule in one.cited}
    assert sorted({id for id, entry in entries().items() if re.search(DOCUMENT, entry.source)} - covered) == []


@cache
def _functions_of(path: Path) -> frozenset[str]:
    return frozenset(one.name for one in ast.parse(path.read_text()).body if isinstance(one, ast.FunctionDef))


def test_every_test_that_is_named_is_there() -> None:
    for one in STATEMENTS:
        for test in one.tests:
            path, _, function = test.partition("::")
            assert (ROOT / path).is_file(), one.id
            assert not function or function in _functions_of(ROOT / path), one.id


def test_what_is_open_does_not_grow(figure: Figure) -> None:
    still = [one.id for one in STATEMENTS if one.is_open]
    figure(f"Statements of the documents: {len(STATEMENTS)}, open {len(still)}: {', '.join(still)}")
    assert len(still) <= MOST_OPEN
