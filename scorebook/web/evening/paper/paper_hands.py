"""An evening for the printer: all hands in the order played, each with its explanation."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from rules.wording import words
from rules.wording.words import Names
from scorebook.play.models import Evening
from scorebook.play.queries.evening_sheets import Sheet
from scorebook.texts import language
from scorebook.web.evening.table.sheet import HandRow, SheetPage

# Some twenty sheets of A4, a day and a night at one table; earlier hands are on a page of their own.
HANDS_ON_PAPER = 600


def paper_hand_numbers(evening: Evening, *, before: int | None = None) -> range:
    """Return the numbers of the hands of a page. before: only lower numbers."""
    last = evening.hand_count if before is None else min(before - 1, evening.hand_count)
    return range(max(1, last - HANDS_ON_PAPER + 1), last + 1)


def paper_hands(sheet: Sheet, page: SheetPage, names: Names) -> Iterator[tuple[HandRow, datetime, str]]:
    """Yield the hands, oldest first: row, time, and the explanation of the value unless the row gives it already.

    page: of the same sheet, with the newest row first.
    """
    for row, line in zip(reversed(page.rows), sheet.lines, strict=True):
        reason = words.sum_text(line.score, language.current_language(), names)
        if not line.is_undone:
            yield row, line.recorded_at, reason if reason != row.said else ""
