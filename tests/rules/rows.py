"""The worked rows of tests/cases: what they hold stands in the README there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rules
from rules import Player, Report, Ruleset, State, Table

CASES = Path(__file__).parent.parent / "cases"
LINE_FIELDS = ("id", "game", "preset", "house_rules", "players", "dealer", "hand", "state")

Row = dict[str, Any]


def rows(*names: str) -> list[Row]:
    return [json.loads(line) for name in names for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def row_id(row: Row) -> str:
    return str(row["id"])


def ruleset_of(row: Row) -> Ruleset:
    return rules.read_ruleset({name: row.get(name) for name in ("game", "preset", "house_rules")})


def table_of(row: Row) -> Table:
    return Table(players=tuple(row["players"]), dealer=Player(row["dealer"]) if "dealer" in row else None)


def state_of(row: Row) -> State:
    return rules.read_state(row.get("state", {}))


def report_of(row: Row) -> Report:
    """Raises: RulesError."""
    return rules.read_report(row["hand"], ruleset=ruleset_of(row), table=table_of(row), state=state_of(row))


def line_of(row: Row) -> str:
    """The row as a line of input: without what is expected of it."""
    return json.dumps({name: row[name] for name in LINE_FIELDS if name in row})


def legal_row(row: Row) -> Row:
    """The nearest legal hand of a refusal as a row of its own."""
    line = {name: row[name] for name in LINE_FIELDS if name in row and name != "state"}
    legal = row["legal"]
    state = {"state": legal["state"]} if "state" in legal else {}
    return {**line, **state, "id": f"{row['id']}-legal", "hand": legal["hand"], "expected": {"points": legal["points"]}}
