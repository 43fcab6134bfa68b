"""An evening for the printer: all hands in the order played, each with its explanation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules.wording import words
from rules.wording.words import Names
from scorebook.play.models import Evening
from scorebook.play.queries.evening_sheets import Sheet
from scorebook.texts import language
from scorebook.web.evening.table.sheet import HandRow, SheetPage

# Some twenty sheets of A4, a day and a night at one table; earlier hands are on a page of their own.
HANDS_ON_PAPER = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperHand:
    row: HandRow
    recorded_at: datetime
    reason: str  # explanation of the value; empty if `said` already gives it


def hands_of_paper(evening: Evening, *, before: int | None = None) -> range:
    """Return the numbers of the hands of a page. before: only lower numbers."""
    last = evening.hand_count if before is None else min(before - 1, evening.hand_count)
    return range(max(1, last - HANDS_ON_PAPER + 1), last + 1)


def paper_hands(sheet: Sheet, page: SheetPage, names: Names) -> tuple[PaperHand, ...]:
    """Return the hands, oldest first. page: of the same sheet, with the newest row first."""
    rows = zip(reversed(page.rows), sheet.lines, strict=True)
    return tuple(
        PaperHand(row=row, recorded_at=line.recorded_at, reason=reason if reason != row.said else "")
        for row, line in rows
        for reason in [words.sum_text(line.score, language.current_language(), names)]
        if not line.is_undone
    )
