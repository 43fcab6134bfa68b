"""The filters of a person's figures, one game and one span, parsed from the address."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from rules.wording import words
from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.time_spans import SpanName, parse_span
from scorebook.play.services import POINTS
from scorebook.standings.people.profiles import PlayedGame
from scorebook.standings.standings_scope import FigureScope
from scorebook.texts import language
from scorebook.web.core import periods
from scorebook.web.core.choices import Choice, Select, choices, selects
from scorebook.web.core.form_data import FormData
from scorebook.web.core.money import unit_text

RATING = "rating"  # in place of a unit


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureFilters:
    scope: FigureScope  # covers every figure of the page
    text: str  # the same in words
    query: str  # game and period of the address
    selects: tuple[Select, ...]  # of the game, if there are several, and of the period
    is_fallback: bool  # everything is shown, because nothing was played in the usual period


def parse_figure_filters(
    group: ClubGroup, typed: FormData, played: Sequence[PlayedGame], *, today: date, usual: SpanName
) -> FigureFilters:
    """Parse the filters. Only spans of whole months are offered, because pairs are summed by month.

    played: at least one game, that of the last evening first.
    usual:  the default period.
    """
    one = next((one for one in played if one.game == typed.one("game")), played[0])
    period, is_fallback = typed.one("period"), False
    span = parse_span(period, today)
    if span is None:
        period, span, is_fallback = periods.usual_span(today, usual=usual, last_played=one.last)
    if period == SpanName.YEAR:
        period = str(today.year)
    games = {other: _played_game_name(other) for other in (played if len(played) > 1 else ())}
    spans = {id: periods.span_text(id) for id in _offered_span_names(one, today)}
    days = periods.days_text(span) if period in (SpanName.TWELVE, SpanName.MONTH) else ""
    text = " · ".join(filter(None, (_played_game_name(one), periods.span_text(period), days)))
    return FigureFilters(
        scope=FigureScope(group=group, game=one.game, span=span),
        text=text,
        query=_figure_filters_query(one, period),
        selects=selects(
            ("game", _("Game"), choices(games, chosen=one, value=lambda other: other.game)),
            ("period", _("Period"), choices(spans, chosen=period)),
        ),
        is_fallback=is_fallback,
    )


def unit_choices(filters: FigureFilters, chosen: str, units: Iterable[str], *, has_rating: bool) -> tuple[Choice, ...]:
    """Return the links to the units, points first and the rating last; empty for points alone.

    units: with or without points.
    """
    texts = {unit: unit_text(unit) for unit in (POINTS, *units)} | ({RATING: _("Rating")} if has_rating else {})
    if len(texts) == 1:
        return ()
    return choices(texts, chosen=chosen, value=lambda unit: f"{filters.query}&{urlencode({'in': unit})}")


def _offered_span_names(played: PlayedGame, today: date) -> list[str]:
    """Return the spans: everything, the last twelve months, and each year, the present one first."""
    years = range(max(today.year, played.last.year), min(today.year, played.first.year) - 1, -1)
    return [SpanName.ALL, SpanName.TWELVE, *map(str, years)]


def _played_game_name(played: PlayedGame) -> str:
    return words.game_name(played.game, language.current_language())


def _figure_filters_query(played: PlayedGame, period: str) -> str:
    return urlencode({"game": played.game, "period": period})
