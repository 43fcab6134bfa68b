"""A player's statement for its template: lines in words, in blocks by evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime

from rules import Player
from scorebook.ledger.queries import Receipt
from scorebook.play.models import Evening
from scorebook.play.queries.statements import Line, PlayerStatement
from scorebook.texts.statement_texts import statement_line_text, statement_reason, statement_tag
from scorebook.web.core.person_names import People, names_of

# Evenings go on past midnight.
SAME_EVENING = timedelta(hours=14)
# 64 bits, enough against forged books with the same beginning.
HASH_SHOWN = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRow:
    no: int | None  # of the hand
    when: str  # the time, with the date unless it is the evening's
    said: str
    why: str  # explanation of the value, or the note
    tag: str  # marks a corrected hand
    amount_minor: int
    balance_minor: int
    is_taking_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    evening: Evening | None  # None for the tab
    rows: tuple[StatementRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRows:
    blocks: tuple[Block, ...]
    opening_minor: int | None  # brought forward; None without earlier lines
    closing_minor: int  # after the last line
    older: int | None  # number where the page before begins; None without one
    first_at: datetime | None
    last_at: datetime | None


def statement_rows(found: PlayerStatement, persons: People) -> StatementRows:
    lines = found.lines
    return StatementRows(
        blocks=tuple(_statement_blocks(lines, names_of(persons))),
        opening_minor=found.opening_minor,
        closing_minor=found.closing_minor,
        older=found.older,
        first_at=lines[0].recorded_at if lines else None,
        last_at=lines[-1].recorded_at if lines else None,
    )


def _statement_blocks(lines: Iterable[Line], names: Mapping[Player, str]) -> Iterable[Block]:
    for _place, own in groupby(lines, key=_evening_of_line):
        block = list(own)
        evening = None if _is_line_on_tab(block[0]) else block[0].evening
        yield Block(evening=evening, rows=tuple(_statement_row(line, evening, names) for line in block))


def _evening_of_line(line: Line) -> UUID | None:
    return None if _is_line_on_tab(line) or line.evening is None else line.evening.pk


def _is_line_on_tab(line: Line) -> bool:
    return line.evening is None or line.code.startswith("from_evening")


def _statement_row(line: Line, evening: Evening | None, names: Mapping[Player, str]) -> StatementRow:
    return StatementRow(
        no=line.hand.no if line.hand else None,
        when=_statement_time(line.recorded_at, evening),
        said=statement_line_text(line, names),
        why=statement_reason(line, names),
        tag=statement_tag(line),
        amount_minor=line.amount_minor,
        balance_minor=line.balance_minor,
        is_taking_back=line.code == "hand_taken_back" or line.code.endswith("_undone"),
    )


def _statement_time(at: datetime, evening: Evening | None) -> str:
    clock = date_format(localtime(at), "TIME_FORMAT")
    if evening and at - evening.started_at < SAME_EVENING:
        return clock
    return f"{date_format(localtime(at), 'SHORT_DATE_FORMAT')} {clock}"


def receipt_text(receipt: Receipt) -> str:
    """Write the beginning of the hash in groups of four, to be read out and typed."""
    return " ".join(receipt.hash[place : place + 4] for place in range(0, HASH_SHOWN, 4))
