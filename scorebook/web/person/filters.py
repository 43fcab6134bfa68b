"""Of which game and months a page tells: chosen in its address. What is added up by months has no other days."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from rules import words
from scorebook import language
from scorebook.standings.period import Span
from scorebook.standings.profiles import PlayedGame
from scorebook.web.core.form_data import FormData
from scorebook.web.core.money import POINTS

ALWAYS, TWELVE, THIS_YEAR = "all", "twelve", "year"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A link to the same page told of something else."""

    text: str
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What a course is drawn in: points, or a unit that was played for."""

    unit: str
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """months: None is always. period: its id in the address. said: what is told of, in words.

    query: what the address says of game and period. games: empty where there is nothing to choose.
    """

    game: str
    months: Span | None
    period: str
    said: str
    query: str
    games: Sequence[Choice]
    periods: Sequence[Choice]


def read_filters(typed: FormData, played: Sequence[PlayedGame], *, today: date, usual: str) -> Filters:
    """played: at least one game, that of the last evening first. usual: the period where nobody asked for one."""
    one = next((one for one in played if one.game == typed.one("game")), played[0])
    spans = _spans(one, today)
    period = typed.one("period") or usual
    if period == THIS_YEAR:
        period = str(today.year)
    if period not in spans:
        period = ALWAYS
    games = [
        Choice(text=_game_name(other), query=_query(other, period), is_chosen=other == one)
        for other in (played if len(played) > 1 else ())
    ]
    periods = [Choice(text=_period_text(id), query=_query(one, id), is_chosen=id == period) for id in spans]
    said = " · ".join([*([_game_name(one)] if games else []), _period_text(period)])
    return Filters(
        game=one.game,
        months=spans[period],
        period=period,
        said=said,
        query=_query(one, period),
        games=games,
        periods=periods,
    )


def measures(filters: Filters, typed: str, units: Iterable[str]) -> list[Measure]:
    """Points first. units: what was played for, points among it or not."""
    offered = dict.fromkeys([POINTS, *units])
    chosen = typed if typed in offered else POINTS
    return [
        Measure(unit=unit, query=f"{filters.query}&{urlencode({'in': unit})}", is_chosen=unit == chosen)
        for unit in offered
    ]


def _spans(played: PlayedGame, today: date) -> dict[str, Span | None]:
    """Every period that can be chosen: always, the last twelve months, and each year, this one first."""
    years = range(max(today.year, played.last.year), min(today.year, played.first.year) - 1, -1)
    return {
        ALWAYS: None,
        TWELVE: Span.of_twelve_months(today),
        **{str(year): Span.of_year(year) for year in years},
    }


def _period_text(period: str) -> str:
    return {ALWAYS: _("always"), TWELVE: _("12 months")}.get(period, period)


def _game_name(played: PlayedGame) -> str:
    return words.game_name(played.game, language.current_language())


def _query(played: PlayedGame, period: str) -> str:
    return urlencode({"game": played.game, "period": period})
