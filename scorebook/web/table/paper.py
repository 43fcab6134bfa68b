"""An evening on paper: all of its hands in the order in which they were played, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules import words
from rules.words import Names
from scorebook import language
from scorebook.play.models import Evening
from scorebook.play.queries.evenings import Sheet
from scorebook.web.table.sheet import HandRow, SheetPage

# Some twenty sheets of A4. A day and a night at one table are no more; what came before is a sheet of its own.
HANDS_ON_PAPER = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperHand:
    """reason: how its value came about; empty where what it was says that already."""

    row: HandRow
    recorded_at: datetime
    reason: str


def hands_of_paper(evening: Evening, *, before: int | None = None) -> range:
    """before: only those with a lower number."""
    last = evening.hand_count if before is None else min(before - 1, evening.hand_count)
    return range(max(1, last - HANDS_ON_PAPER + 1), last + 1)


def paper_hands(sheet: Sheet, page: SheetPage, names: Names) -> tuple[PaperHand, ...]:
    """page: of the same sheet, whose rows begin with the newest."""
    rows = zip(reversed(page.rows), sheet.lines, strict=True)
    return tuple(
        PaperHand(row=row, recorded_at=line.recorded_at, reason=reason if reason != row.said else "")
        for row, line in rows
        for reason in [words.sum_text(line.score, language.current_language(), names)]
        if not line.is_undone
    )
