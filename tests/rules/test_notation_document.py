"""docs/notation.md says what is so: each of its examples is read, scored, and written back as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules
from rules import PRESETS, Player, State, Table
from rules.games.registry import hand_fields
from rules.hand_fields import fields_by_path
from rules.notation import read_evening, write_evening, write_hand_line
from rules.notation.spelling import EVENING_WORDS
from rules.wording import words
from tests.rules.notation_lines import read_hand_line

DOCS = Path(__file__).parents[2] / "docs"
TEXT, HAND = ((DOCS / name).read_text(encoding="utf-8") for name in ("notation.md", "hand.md"))
GAMES = dict(re.findall(r"^### ([a-z0-9_]+/[a-z0-9_]+)\n(.*?)(?=^#)", TEXT, flags=re.S | re.M))
PEOPLE = tuple(map(Player, ("Anna", "Beppo", "Cilli", "Dora")))


def test_there_are_examples_of_every_game() -> None:
    assert {name.partition("/")[0] for name in GAMES} == set(PRESETS)


@pytest.mark.parametrize("name", GAMES)
def test_an_example_was_what_the_document_says(name: str) -> None:
    game, preset = name.split("/")
    ruleset, before = PRESETS[game][preset], State()
    players = PEOPLE[: 3 if game == "palatinate" else 4]
    table = Table(players=players, dealer=players[-1])
    examples = re.findall(r"^\| `(.+?)` \| (.+) \|$", GAMES[name], flags=re.M)
    assert len(examples) >= 2
    for line, sentence in examples:
        state = before if line.startswith("Wiederholung") else State()
        found = read_hand_line(line, ruleset=ruleset, table=table, state=state)
        assert found.report is not None, (line, found.problems)
        score = rules.score(found.report, ruleset, state)
        assert words.hand_text(found.report, score, "en") == sentence
        assert write_hand_line(found.report) == line
        before = score.state


def test_the_evening_of_the_document_comes_back() -> None:
    [text] = re.findall(r"^```evening\n(.*?)^```", TEXT, flags=re.S | re.M)
    found = read_evening(text)
    assert found.problems == () and found.evening is not None
    assert write_evening(found.evening) == text


def test_the_first_lines_of_the_document_are_right() -> None:
    ruleset = PRESETS["bavarian"]["pub_everything"]
    for line in re.findall(r"^    (\w.*)$", TEXT.partition("## ")[0], flags=re.M):
        found = read_hand_line(line, ruleset=ruleset, table=Table(players=PEOPLE, dealer=PEOPLE[3]))
        assert found.problems == (), line


def test_lines_as_people_write_them_are_written_as_the_document_says() -> None:
    rows = re.findall(r"^\| (`.+`)( \(Palatinate\))? \| `(.+)` \|$", TEXT.partition("## A hand")[0], flags=re.M)
    assert len(rows) >= 6
    for lines, is_palatinate, written in rows:
        preset = PRESETS["palatinate"]["palatinate"] if is_palatinate else PRESETS["bavarian"]["pub_everything"]
        for line in re.findall(r"`(.+?)`", lines):
            found = read_hand_line(line, ruleset=preset, table=Table(players=PEOPLE, dealer=PEOPLE[3]))
            assert found.report is not None, (line, found.problems)
            assert write_hand_line(found.report) == written


def test_every_word_stands_in_the_document() -> None:
    words_of = {path: one.words[0] for path, one in hand_fields().items()}
    assert [path for path, word in words_of.items() if f"`{path}` {word}" not in HAND] == []
    pairs = (pair for kind, pair in EVENING_WORDS.items() if kind not in ("before", "void"))
    assert [word for pair in pairs for word in pair if word not in TEXT] == []


def test_every_field_of_every_report_has_a_word() -> None:
    kinds = {
        contract.report
        for presets in PRESETS.values()
        for ruleset in presets.values()
        for people in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1)
        for contract in ruleset.contracts(people)
    }
    paths = {path for kind in kinds for path in fields_by_path(kind)}
    assert paths == set(hand_fields())
    spelled = {(path, one.words) for kind in kinds for path, one in fields_by_path(kind).items()}
    assert len(spelled) == len(paths) and all(field for _, field in spelled)
