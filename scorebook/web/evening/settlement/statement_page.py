"""A player's statement for its template: lines in blocks by evening."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime

from scorebook.ledger.queries import Receipt
from scorebook.play.models import Evening
from scorebook.play.queries.statements import Line

# Evenings go on past midnight.
SAME_EVENING = timedelta(hours=14)
# 64 bits, enough against forged books with the same beginning.
HASH_SHOWN = 16


def statement_blocks(lines: Iterable[Line]) -> list[tuple[Evening | None, list[Line]]]:
    """Return the lines by evening, those of the tab under None."""
    blocks = [list(own) for _place, own in groupby(lines, key=_evening_id_of_line)]
    return [(None if _is_line_on_tab(own[0]) else own[0].evening, own) for own in blocks]


def _evening_id_of_line(line: Line) -> UUID | None:
    return None if _is_line_on_tab(line) or line.evening is None else line.evening.pk


def _is_line_on_tab(line: Line) -> bool:
    return line.evening is None or line.code.startswith("from_evening")


def statement_time(at: datetime, evening: Evening | None) -> str:
    clock = date_format(localtime(at), "TIME_FORMAT")
    if evening and at - evening.started_at < SAME_EVENING:
        return clock
    return f"{date_format(localtime(at), 'SHORT_DATE_FORMAT')} {clock}"


def receipt_text(receipt: Receipt) -> str:
    """Write the beginning of the hash in groups of four, to be read out and typed."""
    return " ".join(receipt.hash[place : place + 4] for place in range(0, HASH_SHOWN, 4))
