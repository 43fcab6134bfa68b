"""Every rule that the code cites stands in the list of sources, and no source stands there for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from rules import GAMES, PRESETS
from rules.sources import DOCUMENTS, SOURCES
from tests.rules.rows import CASES
from tests.rules.table import ROOT

FILES = [path for path in sorted((ROOT / "rules").rglob("*.py")) if path.stem != "sources"]
TESTS = [*sorted({*Path(__file__).parent.glob("*.py")} - {Path(__file__)}), *sorted(CASES.glob("*.jsonl"))]
ID = r"\b[GPASKBX][1-9]\d{0,2}\b"  # such as P40 or X16
DOCUMENT = r"\b0\d\d\b"

# Rules and decisions that are not a scorekeeper's matter, each with the reason.
NOT_SCORED = {
    "P2": "The deal; the scorekeeper sees only its result.",
    "P3": "Following suit is a rule of play.",
    "P4": "A round is four deals; nothing in the Palatinate is counted by rounds.",
    "P26": "Examples of hoch; they are rows of the tests.",
    "P29": "Who passed may still double; the book does not know who passed.",
    "P30": "When Kontra may be said; the number of calls is recorded, not policed (X9).",
    "P50": "The stake belongs to the evening, not to the rules.",
    "P52": "An example; it is a row of the tests.",
    "A1": "The deal and who cuts.",
    "A13": "When the partner shows himself is a rule of play.",
    "A25": "Examples; they are rows of the tests.",
    "S11": "Exchanging a lone picture and the roof change no score; a fine for the signal is X25.",
    "K27": "The evening lasts as long as was agreed; the highest tally on the sheet wins.",
    "B1": "Seating, deal and cut.",
    "B10": "The course of the auction; only its outcome is reported.",
    "B48": "When the winners must claim is between the players; what they claimed can be recorded.",
    "B53": "A matter of honour; the strict rule about Schwarz is X54.",
    "B109": "The end of an evening, not the worth of a hand: a table may agree on it.",
    "X2": "Two examples that differ because the hands differ.",
    "X3": "Two ways of saying the same number.",
    "X15": "Who cuts has no bearing on the score.",
    "X34": "A tie at the end stays a tie; which of two declared solos is played is the table's word.",
    "X59": "An error of the document about numbers of cards; the trump orders are right by construction.",
    "X65": "Lost suit symbols; the Ober of Acorns is meant.",
}


def _cited(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8")
    ranges = re.findall(rf"({ID})-({ID})", text)
    between = {f"{first[0]}{number}" for first, last in ranges for number in range(int(first[1:]), int(last[1:]))}
    return set(re.findall(ID, text)) | between & SOURCES.keys()


def _cited_in(paths: Iterable[Path]) -> set[str]:
    return set().union(*map(_cited, paths))


@pytest.mark.parametrize("path", [*FILES, *TESTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_a_cited_rule_has_a_source(path: Path) -> None:
    assert _cited(path) <= SOURCES.keys()


def test_a_source_is_cited_or_left_out_for_a_reason() -> None:
    assert SOURCES.keys() - _cited_in(FILES) - _cited_in(TESTS) - NOT_SCORED.keys() == set()


def test_what_is_left_out_has_a_source_and_a_reason() -> None:
    assert NOT_SCORED.keys() <= SOURCES.keys()
    assert all(reason.endswith(".") for reason in NOT_SCORED.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_says_where_it_comes_from(game: str) -> None:
    assert {metadata["source"] for _, _, metadata in GAMES[game].house_rules()} <= SOURCES.keys()


@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game in GAMES for preset in PRESETS[game]])
def test_a_contract_says_where_it_comes_from(game: str, preset: str) -> None:
    ruleset = PRESETS[game][preset]
    for people in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1):
        assert {contract.source for contract in ruleset.contracts(people)} <= SOURCES.keys()


@pytest.mark.parametrize("rule", SOURCES)
def test_a_source_is_a_document_with_its_section_or_says_that_it_is_ours(rule: str) -> None:
    source = SOURCES[rule]
    if rule.startswith("X"):
        assert source == "decision"
    else:
        assert re.search(DOCUMENT, source) or source in ("derived", "decision")


def test_the_documents_are_those_that_the_sources_name() -> None:
    assert {name for source in SOURCES.values() for name in re.findall(DOCUMENT, source)} == DOCUMENTS.keys()
