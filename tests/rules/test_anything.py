"""Whatever is sent in, the answer is a score or named problems, never a crash."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import GAMES, PRESETS, RulesError, Ruleset, Table
from rules.__main__ import main
from rules.report import AgreedHand, Call, DeclaredHand, RamschHand, TopTrumps
from rules.wording import words
from tests.rules.rows import line_of, rows, ruleset_of, table_of
from tests.rules.table import PEOPLE, command, seated

FOREVER = settings(derandomize=True, max_examples=200)
NUMBERS = st.integers() | st.integers(-3, 125) | st.floats(allow_nan=False) | st.sampled_from([10**9, 10**30])
TEXTS = st.text(max_size=12) | st.sampled_from([*PEOPLE, "hearts", "plain", "schwarz", "declarer_side", "accepted"])
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS
REPORTS = (DeclaredHand, RamschHand, AgreedHand, Call, TopTrumps)
FIELDS = sorted({one.name for kind in REPORTS for one in fields(kind)} | {"rank", "suit"})
ANY = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from([*FIELDS, *PEOPLE]) | st.text(max_size=5), inner, max_size=6)
    ),
    max_leaves=12,
)
ROWS = [row for row in rows("hands.jsonl") if "points" in row["expected"]]
RULESETS = [(game, preset) for game in GAMES for preset in PRESETS[game]]


@st.composite
def _almost_right(draw: st.DrawFn) -> tuple[Ruleset, Table, dict[str, object]]:
    """A game, its table and a hand whose fields are known and whose values are anything."""
    game, preset = draw(st.sampled_from(RULESETS))
    ruleset = PRESETS[game][preset]
    table = seated(draw(st.integers(1, 7)))
    contracts = [contract.id for contract in ruleset.contracts(len(table.players))]
    contract = {"contract": draw(st.sampled_from(contracts) | ANY)} if contracts else {}
    fields = draw(st.dictionaries(st.sampled_from(FIELDS), ANY, max_size=8))
    return ruleset, table, {**fields, **contract}


@st.composite
def _changed_rows(draw: st.DrawFn) -> tuple[Ruleset, Table, dict[str, object]]:
    """A worked hand with one or two fields changed."""
    row = draw(st.sampled_from(ROWS))
    changes = draw(st.dictionaries(st.sampled_from(FIELDS), ANY, min_size=1, max_size=2))
    return ruleset_of(row), table_of(row), {**row["hand"], **changes}


def _answer(hand: Mapping[str, object], ruleset: Ruleset, table: Table) -> None:
    try:
        report = rules.read_report(hand, ruleset=ruleset, table=table)
    except RulesError as error:
        assert error.problems
        for problem in error.problems:
            assert problem.field
            for language in words.LANGUAGES:
                assert words.problem_text(problem, language)
        return
    score = rules.score(report, ruleset)
    assert sum(score.points.values()) + score.pot == 0
    assert rules.read_report(report.to_json(), ruleset=ruleset, table=table) == report
    for language in words.LANGUAGES:
        assert words.hand_text(report, score, language)
        assert words.sum_text(score, language)


@pytest.mark.parametrize("empty", [{}, {"card": None}, {"holds_it": False}])
def test_a_call_that_says_nothing_is_no_call(empty: dict[str, object]) -> None:
    ruleset, table = PRESETS["bavarian"]["pub_10_20_50"], seated(4)
    complete = {"contract": "rufer", "declarer": table.players[0], "partner": table.players[1], "won": True}
    read = [rules.read_report(hand, ruleset=ruleset, table=table) for hand in (complete, {**complete, "call": empty})]
    assert read[0] == read[1]


@given(_almost_right() | _changed_rows())
@FOREVER
def test_known_fields_with_any_values(given_hand: tuple[Ruleset, Table, dict[str, object]]) -> None:
    ruleset, table, hand = given_hand
    _answer(hand, ruleset, table)


@given(st.dictionaries(st.text(max_size=8) | st.sampled_from(FIELDS), ANY, max_size=6))
@FOREVER
def test_any_object_as_a_hand(hand: dict[str, object]) -> None:
    for ruleset in (PRESETS[game][next(iter(PRESETS[game]))] for game in GAMES):
        _answer(hand, ruleset, seated(4))


LINE_FIELDS = ("game", "preset", "house_rules", "version", "players", "dealer", "hand", "state", "id")
GOOD_LINE: dict[str, Any] = {
    "game": "bavarian",
    "players": [*PEOPLE[:4]],
    "dealer": PEOPLE[3],
    "hand": {"contract": "solo", "declarer": PEOPLE[0], "won": True},
}
HOUSE_RULES = sorted({name for game in GAMES.values() for name, _, _ in game.house_rules()})
STATES = st.dictionaries(st.sampled_from(["dealer", "pot", "bock", "round", "old_man"]) | st.text(max_size=4), ANY)
LINES = st.builds(
    lambda good, changed: {**good, **changed},
    st.fixed_dictionaries(
        {},
        optional={
            "game": st.sampled_from([*GAMES]) | ANY,
            "preset": st.sampled_from([preset for _, preset in RULESETS]) | ANY,
            "house_rules": st.dictionaries(st.sampled_from(HOUSE_RULES), ANY, max_size=4) | ANY,
            "players": st.lists(st.sampled_from(PEOPLE), max_size=8) | ANY,
            "state": STATES | ANY,
        },
    ).map(lambda chosen: {**GOOD_LINE, **chosen}),
    st.dictionaries(st.sampled_from(LINE_FIELDS) | st.text(max_size=4), ANY, max_size=2),
)


def _printed(command_name: str, line: str) -> str:
    target = io.StringIO()
    assert main([command_name], io.StringIO(line + "\n"), target) in (0, 1)
    return target.getvalue()


@given(LINES | ANY)
@FOREVER
def test_any_line_of_json(line: object) -> None:
    text = json.dumps(line)
    answer = json.loads(_printed("score", text))
    assert ("problems" in answer) != ("points" in answer)
    assert _printed("explain", text).strip()


@given(st.text().filter(str.strip))
@FOREVER
def test_any_line_of_text(line: str) -> None:
    """Each line gets one answer, whatever it is."""
    lines = [one for one in io.StringIO(line + "\n") if one.strip()]
    assert len(_printed("score", line).split("\n")) == len(lines) + 1


NASTY_LINES = [
    b"\xff\xfe{}",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"1" * 5_000,
    b'{"game": "bavarian", "players": ["\\ud800", "B", "C", "D"], "hand": {"contract": "thrown_in"}}',
    b'{"game": "bavarian", "players": ["A", "B", "C", "D"], "hand": {"contract": "thrown_in"}, "state": {"pot": '
    + b"9" * 4_000
    + b"}}",
    b'{"game": "bavarian", "preset": [], "players": ["A", "B", "C", "D"], "hand": {"contract": "thrown_in"}}',
    b'{"game": "bavarian", "house_rules": {"allowed": [[]]}, "players": [], "hand": {}}',
    b'{"hand": NaN, "game": Infinity}',
    b"null",
    b'"text"',
]


@pytest.mark.parametrize("subcommand", ["score", "explain"])
def test_a_nasty_line_gets_its_answer_and_so_does_the_next(subcommand: str) -> None:
    good = json.dumps(GOOD_LINE).encode()
    lines = [line for nasty in NASTY_LINES for line in (nasty, good)]
    code, output = command([subcommand], b"\n".join(lines) + b"\n")
    assert code == 1
    value = b'"value": 50' if subcommand == "score" else b"Anna +150"
    assert output.count(value) == len(NASTY_LINES)
    if subcommand == "score":
        assert [b'"value": 50' in answer for answer in output.splitlines()][1::2] == [True] * len(NASTY_LINES)


def test_the_answers_do_not_depend_on_the_hashes_of_this_run() -> None:
    lines = [line_of(row) for row in rows("hands.jsonl", "refusals.jsonl")]
    lines.append(json.dumps({**GOOD_LINE, **dict.fromkeys("zyxwvutsr", 1)}))
    assert command(["score"], lines, seed=1) == command(["score"], lines, seed=2)


def test_blank_lines_are_no_hands() -> None:
    assert command(["score"], b"\n  \n\n") == (0, b"")


@pytest.mark.parametrize("subcommand", ["score", "explain"])
@pytest.mark.parametrize(("hand", "code"), [({"won": True}, 0), ({}, 1)])
def test_the_exit_code_says_whether_every_line_was_right(subcommand: str, hand: dict[str, object], code: int) -> None:
    people = ["! Anna", '{"problems"', "Cilli", "Dani"]
    line = {**GOOD_LINE, "players": people, "hand": {"contract": "wenz", "declarer": "! Anna", **hand}, "dealer": None}
    assert command([subcommand], [json.dumps(line)])[0] == code
