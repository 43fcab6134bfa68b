"""A player's statement for its template: lines in blocks by evening, on the tab by year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime

from scorebook.ledger.queries import Receipt
from scorebook.play.models import Evening
from scorebook.play.queries.statements import Line, StatementEvening

# Evenings go on past midnight.
SAME_EVENING = timedelta(hours=14)
# Lines that are easily looked through without folds.
SHORT = 24
# 64 bits, enough against forged books with the same beginning.
HASH_SHOWN = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementBlock:
    """Lines under one heading, oldest first. sums: of their evening; None on the tab. hands: of an evening for points.

    year: of lines on the tab that are listed by year.
    """

    lines: Sequence[Line]
    sums: StatementEvening | None = None
    hands: int = 0
    year: int | None = None
    is_open: bool = False

    @property
    def amount_minor(self) -> int:
        """The result of the evening; on the tab the sum of the lines."""
        return self.sums.won_minor if self.sums else sum(line.amount_minor for line in self.lines)


def blocks_by_evening(
    lines: Iterable[Line], sums: Iterable[StatementEvening], hands: Mapping[UUID, int]
) -> list[StatementBlock]:
    """Return a block for each evening and for tab lines between evenings, latest first."""
    by_evening = {one.evening.pk: one for one in sums}
    found: dict[UUID | int, list[Line]] = {}
    tab_no, was_on_tab = 0, False
    for line in lines:
        tab_no += not was_on_tab and line.evening is None
        was_on_tab = line.evening is None
        found.setdefault(line.evening.pk if line.evening else tab_no, []).append(line)
    return [
        StatementBlock(lines=own, sums=by_evening[id], hands=hands.get(id, 0))
        if isinstance(id, UUID)
        else StatementBlock(lines=own)
        for id, own in reversed(found.items())
    ]


def blocks_by_year(lines: Sequence[Line]) -> list[StatementBlock]:
    """Return a block for each year, latest first and open; one for everything if it is short."""
    if len(lines) <= SHORT:
        return [StatementBlock(lines=lines)] if lines else []
    years = [(year, list(own)) for year, own in groupby(lines, key=lambda line: localtime(line.recorded_at).year)]
    return [StatementBlock(lines=own, year=year, is_open=year == years[-1][0]) for year, own in reversed(years)]


def statement_time(at: datetime, evening: Evening | None) -> str:
    clock = date_format(localtime(at), "TIME_FORMAT")
    if evening and at - evening.started_at < SAME_EVENING:
        return clock
    return f"{date_format(localtime(at), 'SHORT_DATE_FORMAT')} {clock}"


def receipt_text(receipt: Receipt) -> str:
    """Write the beginning of the hash in groups of four, to be read out and typed."""
    return " ".join(receipt.hash[place : place + 4] for place in range(0, HASH_SHOWN, 4))
