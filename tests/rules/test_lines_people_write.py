"""Lines as players write them on sheets and in chats: read right, asked about, or refused with what to write.

The lines of tests/cases/lines.jsonl were written from how people write, without a look at the reader.
"""

from __future__ import annotations

import pytest

from rules import read_report
from rules.notation import HandLines, read_hand_lines
from rules.wording import words
from tests.rules.rows import Row, row_id, rows, ruleset_of, table_of

LINES = rows("lines.jsonl")
READ = [row for row in LINES if "reads" in row]
LEAST_READ = 0.95


def found_in(row: Row) -> HandLines:
    return read_hand_lines(row["line"], ruleset=ruleset_of(row), table=table_of(row))


def meanings_of(row: Row) -> list[dict[str, object]]:
    hands = [row["reads"], *row.get("accepts", [])]
    return [read_report(hand, ruleset=ruleset_of(row), table=table_of(row)).to_json() for hand in hands]


def assert_says_what_is_wrong(found: HandLines) -> None:
    assert found.problems and not found.hands
    for one in found.problems:
        assert all(words.problem_text(one.problem, language) for language in words.LANGUAGES)


@pytest.mark.parametrize("row", READ, ids=row_id)
def test_a_line_is_read_as_it_is_meant_or_refused(row: Row) -> None:
    found = found_in(row)
    if row.get("not_read"):
        assert_says_what_is_wrong(found)
        return
    assert found.problems == ()
    assert found.hands[0].report.to_json() in meanings_of(row)


def test_nearly_every_line_with_one_meaning_is_read() -> None:
    assert len(LINES) >= 300
    assert sum(not row.get("not_read") for row in READ) >= LEAST_READ * len(READ)


@pytest.mark.parametrize("row", [row for row in LINES if "asks" in row], ids=row_id)
def test_a_line_with_two_meanings_is_never_read_as_one(row: Row) -> None:
    assert_says_what_is_wrong(found_in(row))


@pytest.mark.parametrize("row", [row for row in LINES if "refuses" in row], ids=row_id)
def test_a_wrong_line_is_refused_and_the_word_that_was_meant_is_suggested(row: Row) -> None:
    found = found_in(row)
    assert_says_what_is_wrong(found)
    if "suggests" in row:
        suggested = [str(one.problem.args.get("choices", "")) for one in found.problems]
        assert any(row["suggests"].casefold() in one.casefold() for one in suggested), found.problems
