"""Every hand that a table can report, and anything at all: read, written, and read again."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES, PRESETS, RulesError, read_report
from rules.notation import read_evening, read_hand_lines, write_evening, write_hand_line
from rules.notation.line_items import LineItems
from rules.notation.line_pieces import line_pieces
from rules.notation.notation_values import Seated
from rules.notation.scanner import LineProblems, scan_line
from rules.notation.spelling import CALLING, contract_word, find_contract
from tests.rules.hand_generator import everything
from tests.rules.notation_lines import assert_comes_back, read_hand_line
from tests.rules.rows import Row, legal_row, report_of, row_id, rows, ruleset_of, state_of
from tests.rules.table import PEOPLE, agreed, seated
from tests.support.extent import in_ci

PRESET_NAMES = [(game, preset) for game in GAMES for preset in PRESETS[game]]
ROWS = [row for row in rows("hands.jsonl") if "points" in row["expected"]]
ROWS += [legal_row(row) for row in rows("refusals.jsonl") if "legal" in row]
ROWS += [row for row in rows("sasku.jsonl", "schafskopf24.jsonl") if "hand" in row and "refused" not in row]
EACH = in_ci(7, otherwise=29)
FOREVER = settings(derandomize=True, max_examples=in_ci(1000, otherwise=200))
PIECES = st.sampled_from([
    *PEOPLE, "Rufer", "Wenz", "Solo", "Gras", "Eichel", "94", "61/4:59/4", "L3", "L-3", "K2", "verloren", "gewonnen",
    "Schneider", "Ramsch", "ausgemacht", "+20", "-20", ":", "#", "=", ",", "+", '"', '"\\', "Stiche=", "K=Anna,?",
    "Runde", "Spiel=", "Spiel:", "bavarian", "Am Tisch:", "Geber=", "kommt", "geht", "nach", "gestrichen", "1", "\n",
    "Hausregel:", "Einsatz:", "Ende:", "Jungfrau=", "Zettel=Anna:1", "Gebote=Anna:5,Beppo:-", "Ruf=Eichel-Ass",
])  # fmt: skip
TEXTS = st.text(max_size=30) | st.lists(PIECES | st.text(max_size=3), max_size=12).map(" ".join)
GAME_HEADERS = [f"Spiel: {game}/{preset}\nAm Tisch: Anna Beppo Cilli Dani\n" for game, preset in PRESET_NAMES]


@pytest.mark.parametrize("row", ROWS, ids=row_id)
def test_a_worked_hand_comes_back_from_its_line(row: Row) -> None:
    assert_comes_back(report_of(row), ruleset_of(row), state_of(row))


@pytest.mark.parametrize(("game", "preset"), PRESET_NAMES)
def test_every_hand_comes_back_from_its_line(game: str, preset: str) -> None:
    ruleset, found = PRESETS[game][preset], 0
    for question in islice(everything(ruleset), 0, None, EACH if game != "bierkopf" else 1):
        try:
            report = read_report(question.hand, ruleset=ruleset, table=question.table, state=question.state)
        except RulesError:
            continue
        assert_comes_back(report, ruleset, question.state)
        found += 1
    assert found > 5


def test_hands_of_own_contracts_come_back() -> None:
    own = [{"name": "Blauer Wenz", "price": 20}, {"name": "Paarl", "price": 10, "sides": "partners"}]
    for game in ("bavarian", "asserufen"):
        ruleset = agreed(game, own_contracts=own)
        for question in islice(everything(ruleset), 0, None, 97):
            if str(question.hand["contract"]).startswith("own:"):
                try:
                    report = read_report(question.hand, ruleset=ruleset, table=question.table, state=question.state)
                except RulesError:
                    continue
                assert_comes_back(report, ruleset, question.state)


def test_the_contracts_of_a_bare_called_suit_are_those_that_call_a_card() -> None:
    calling = {
        contract.id
        for game, preset in PRESET_NAMES
        for people in range(GAMES[game].LEAST_PLAYERS, GAMES[game].MOST_PLAYERS + 1)
        for contract in PRESETS[game][preset].contracts(people)
        if contract.calls_a_card
    }
    assert calling <= set(CALLING)


@pytest.mark.parametrize(("game", "preset"), PRESET_NAMES)
def test_every_contract_is_read_by_what_it_is_written_as(game: str, preset: str) -> None:
    ruleset = PRESETS[game][preset]
    for people in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1):
        for contract in ruleset.contracts(people):
            for language in ("de", "en"):
                word = contract_word(contract.id, language)
                table = seated(people)
                items = LineItems(ruleset=ruleset, table=table, seated=Seated(players=table.players, names={}))
                (slot,) = items.slots(line_pieces(scan_line(word, LineProblems(1)).words))
                assert (contract.id,) in [tuple(item.value for item in reading) for reading in slot]
                assert find_contract(word, ruleset, people) == contract.id


@given(TEXTS, st.sampled_from(PRESET_NAMES))
@FOREVER
def test_any_line_is_a_hand_or_named_problems(text: str, name: tuple[str, str]) -> None:
    ruleset = PRESETS[name[0]][name[1]]
    table = seated(max(ruleset.LEAST_PLAYERS, min(4, ruleset.MOST_PLAYERS)))
    found = read_hand_line(text, ruleset=ruleset, table=table)
    assert (found.report is None) == bool(found.problems)
    assert all(1 <= one.column <= len(text) + 1 for one in found.problems)
    if found.report is not None:
        line = write_hand_line(found.report)
        assert read_hand_line(line, ruleset=ruleset, table=table).report == found.report


@given(TEXTS, st.sampled_from(["", *GAME_HEADERS]))
@FOREVER
def test_any_text_is_an_evening_or_named_problems(text: str, header: str) -> None:
    found = read_evening(header + text)
    assert found.evening is not None or found.problems
    lines = (header + text).count("\n") + (header + text).count("\r") + 1
    assert all(1 <= one.line <= lines and one.column >= 1 for one in found.problems)
    if found.evening is not None:
        written = write_evening(found.evening)
        again = read_evening(written)
        assert again.problems == () and again.evening == found.evening, written
        assert again.evening and write_evening(again.evening) == written
    ruleset = PRESETS["bavarian"]["pub_10_20_50"]
    read_hand_lines(text, ruleset=ruleset, table=seated(4))
