"""A board for its template: every figure as text."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorebook.play.services import POINTS
from scorebook.standings.boards.leaderboards import AVERAGES, SHARES, Board, BoardLine
from scorebook.standings.boards.query import BoardMeasure
from scorebook.web.core.money import amount_text, points_text
from scorebook.web.core.number_text import average_text, share_text
from scorebook.web.core.person_names import People, Person

SIGNED = (BoardMeasure.POINTS, BoardMeasure.MONEY, *AVERAGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    rank: str  # empty for a person without a rank
    person: Person
    figure: str
    tone: int  # the sign of a gain or a loss; 0 where the figure is neither
    facts: tuple[str, ...]  # further figures, in small print
    moved: int | None  # places gained, negative if lost; None without a comparison
    is_newcomer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    title: str
    lines: tuple[BoardRow, ...]
    unranked: str  # why the last lines have no rank; empty if all have one


def board_table(board: Board, people: People) -> BoardTable:
    measure = board.query.measure
    lines = tuple(_board_row(line, board, people[str(line.person_id)]) for line in _in_order(board, people))
    return BoardTable(
        title=measure_texts()[measure],
        lines=lines,
        unranked=_unranked_text(board) if any(not line.rank for line in lines) else "",
    )


def measure_texts() -> dict[BoardMeasure, str]:
    return {
        BoardMeasure.POINTS: _("points"),
        BoardMeasure.MONEY: _("money"),
        BoardMeasure.PER_HAND: _("points per hand"),
        BoardMeasure.PER_EVENING: _("points per evening"),
        BoardMeasure.PLACES: _("place points"),
        BoardMeasure.HANDS: _("hands played"),
        BoardMeasure.DECLARED: _("won as declarer"),
        BoardMeasure.DEFENDED: _("won as opponent"),
        BoardMeasure.SCHNEIDER: _("Schneider given"),
        BoardMeasure.SCHNEIDER_TAKEN: _("Schneider taken"),
        BoardMeasure.MATADORS: _("Laufende paid"),
        BoardMeasure.DOUBLED: _("Stoss hands won"),
        BoardMeasure.RAMSCH: _("Ramsch lost"),
        BoardMeasure.RUN: _("longest run"),
        BoardMeasure.HIGHEST: _("highest hand"),
    }


def _in_order(board: Board, people: People) -> list[BoardLine]:
    """Sort by value, ties by name, lines without a rank last."""
    return sorted(
        board.lines, key=lambda line: (line.rank is None, -line.value, people[str(line.person_id)].name.lower())
    )


def _board_row(line: BoardLine, board: Board, person: Person) -> BoardRow:
    measure = board.query.measure
    return BoardRow(
        rank="" if line.rank is None else str(line.rank),
        person=person,
        figure=_figure_text(line, board),
        tone=(line.value > 0) - (line.value < 0) if measure in SIGNED else 0,
        facts=tuple(_facts(line, board)),
        moved=line.movement,
        is_newcomer=line.is_newcomer,
    )


def _figure_text(line: BoardLine, board: Board) -> str:
    measure = board.query.measure
    if measure in AVERAGES:
        return average_text(line.value)
    if measure in SHARES:
        return share_text(line.value)
    whole = int(line.value)
    if measure is BoardMeasure.MONEY:
        return amount_text(whole, board.query.unit, signed=True)
    return points_text(whole, signed=measure in SIGNED)


def _facts(line: BoardLine, board: Board) -> list[str]:
    sums, facts = line.sums, []
    if board.query.measure in SHARES:
        facts.append(_("{part} of {of}").format(part=line.part, of=line.of))
    if board.query.measure is not BoardMeasure.MONEY:
        facts += [amount_text(amount, unit, signed=True) for unit, amount in sums.amounts.items() if unit != POINTS]
    facts.append(ngettext("{n} evening", "{n} evenings", sums.evenings).format(n=sums.evenings))
    facts.append(ngettext("{n} hand", "{n} hands", sums.hands).format(n=sums.hands))
    if board.query.measure in (BoardMeasure.POINTS, BoardMeasure.MONEY) and sums.declared:
        facts.append(_("{won} of {all} won as declarer").format(won=sums.declared_won, all=sums.declared))
    return facts


def _unranked_text(board: Board) -> str:
    texts = {
        BoardMeasure.PER_HAND: _("Ranked from {n} hands on."),
        BoardMeasure.PER_EVENING: _("Ranked from {n} evenings on."),
        BoardMeasure.DECLARED: _("Ranked from {n} hands as declarer on."),
        BoardMeasure.DEFENDED: _("Ranked from {n} hands as opponent on."),
        BoardMeasure.DOUBLED: _("Ranked from {n} hands with a Stoss on."),
    }
    return texts[board.query.measure].format(n=board.least)
