"""The figures of a board's lines as text."""

from __future__ import annotations

from collections.abc import Iterator

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorebook.play.services import POINTS
from scorebook.standings.boards.leaderboards import AVERAGES, SHARES, BoardLine
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.web.core.money import amount_text, points_text
from scorebook.web.core.number_text import average_text, share_text
from scorebook.web.templatetags.scorebook import tone

register = template.Library()
SIGNED = (BoardMeasure.POINTS, BoardMeasure.MONEY, *AVERAGES)


@register.filter
def board_figure(line: BoardLine, query: BoardQuery) -> str:
    if query.measure in AVERAGES:
        return average_text(line.value)
    if query.measure in SHARES:
        return share_text(line.value)
    whole = int(line.value)
    if query.measure is BoardMeasure.MONEY:
        return amount_text(whole, query.unit, signed=True)
    return points_text(whole, signed=query.measure in SIGNED)


@register.filter
def board_tone(line: BoardLine, query: BoardQuery) -> str:
    """Return the CSS class of a gain or a loss; empty where the figure is neither."""
    return tone(line.value) if query.measure in SIGNED else ""


@register.filter
def board_facts(line: BoardLine, query: BoardQuery) -> Iterator[str]:
    """Yield further figures, for small print."""
    sums = line.sums
    if query.measure in SHARES:
        yield _("{part} of {of}").format(part=line.part, of=line.of)
    if query.measure is not BoardMeasure.MONEY:
        yield from (amount_text(amount, unit, signed=True) for unit, amount in sums.amounts.items() if unit != POINTS)
    yield ngettext("{n} evening", "{n} evenings", sums.evenings).format(n=sums.evenings)
    yield ngettext("{n} hand", "{n} hands", sums.hands).format(n=sums.hands)
    if query.measure in (BoardMeasure.POINTS, BoardMeasure.MONEY) and sums.declared:
        yield _("{won} of {all} won as declarer").format(won=sums.declared_won, all=sums.declared)
