"""A board for its template; `templatetags.boards` writes its figures."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorebook.standings.boards.leaderboards import Board, BoardLine
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.web.core.person_names import People


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    query: BoardQuery
    title: str
    lines: tuple[BoardLine, ...]
    unranked: str  # why the last lines have no rank; empty if all have one


def board_table(board: Board, people: People) -> BoardTable:
    return BoardTable(
        query=board.query,
        title=board_measure_texts()[board.query.measure],
        lines=tuple(_sorted_board_lines(board, people)),
        unranked=_unranked_text(board) if any(line.rank is None for line in board.lines) else "",
    )


def board_measure_texts() -> dict[BoardMeasure, str]:
    return {
        BoardMeasure.POINTS: _("points"),
        BoardMeasure.MONEY: _("money"),
        BoardMeasure.PER_HAND: _("points per hand"),
        BoardMeasure.PER_EVENING: _("points per evening"),
        BoardMeasure.PLACES: _("place points"),
        BoardMeasure.HANDS: _("hands played"),
        BoardMeasure.DECLARED: _("won as declarer"),
        BoardMeasure.DEFENDED: _("won as opponent"),
        BoardMeasure.SCHNEIDER: _("Schneider inflicted"),
        BoardMeasure.SCHNEIDER_TAKEN: _("Schneider suffered"),
        BoardMeasure.MATADORS: _("Laufende collected"),
        BoardMeasure.DOUBLED: _("Stoss hands won"),
        BoardMeasure.RAMSCH: _("Ramsch lost"),
        BoardMeasure.RUN: _("longest winning streak"),
        BoardMeasure.HIGHEST: _("highest hand"),
    }


def _sorted_board_lines(board: Board, people: People) -> list[BoardLine]:
    """Sort by value, ties by name, lines without a rank last."""
    return sorted(
        board.lines, key=lambda line: (line.rank is None, -line.value, people[str(line.person_id)].name.lower())
    )


def _unranked_text(board: Board) -> str:
    texts = {
        BoardMeasure.PER_HAND: _("Needs {n} hands to be ranked."),
        BoardMeasure.PER_EVENING: _("Needs {n} evenings to be ranked."),
        BoardMeasure.DECLARED: _("Needs {n} hands as declarer to be ranked."),
        BoardMeasure.DEFENDED: _("Needs {n} hands as opponent to be ranked."),
        BoardMeasure.DOUBLED: _("Needs {n} hands with a Stoss to be ranked."),
    }
    return texts[board.query.measure].format(n=board.least)
