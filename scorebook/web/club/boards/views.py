"""The boards of a club, as a page and as a table for a spreadsheet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules import GAMES
from rules.wording import words
from scorebook import access
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club
from scorebook.core.time_spans import SpanName
from scorebook.exchange.tables import board_table
from scorebook.play.services import POINTS
from scorebook.standings.boards import board_queries as standings
from scorebook.standings.boards import leaderboards
from scorebook.standings.boards.board_queries import PlayedIn
from scorebook.standings.boards.board_sums import contracts_declared
from scorebook.standings.boards.leaderboards import BY_CONTRACT, OF_ALL_GAMES
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.records.titles import titles, titles_by_person
from scorebook.texts import language
from scorebook.web.club.boards import board_rows
from scorebook.web.core import periods, person_names, table_files
from scorebook.web.core.choices import Choice, choices, selects
from scorebook.web.core.form_data import FormData
from scorebook.web.core.money import unit_text
from scorebook.web.core.periods import Period

ALL_GAMES = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChoice:
    """The parsed board query, with the games and units that the page offers."""

    board_query: BoardQuery
    period: Period
    games: tuple[str, ...]  # all games that the club has played; empty if it is one
    only_game: str | None  # the game, if the club has played one
    units: tuple[str, ...]  # money that the club has played for, the latest first
    played: tuple[PlayedIn, ...]  # which game was played for which unit

    @property
    def game_id(self) -> str:
        """Return the game in an address; empty if the club has played only one."""
        return self.board_query.game or (ALL_GAMES if self.games else "")

    @property
    def has_choice_of_units(self) -> bool:
        return self.board_query.measure is BoardMeasure.MONEY and len(self.units) > 1

    @property
    def kept_parameters(self) -> list[tuple[str, str]]:
        """Return the parameters that no select changes: the unit, and typed dates until another period is chosen."""
        unit = [("unit", self.board_query.unit)] if self.has_choice_of_units else []
        return [*unit, *parse_qsl(self.period.query)] if self.period.query.startswith("from=") else unit

    def query(self, *, period: str | None = None, **other: str | None) -> str:
        """Return the query string of the same board with some parameters changed."""
        board_query = self.board_query
        chosen = {"measure": board_query.measure.value, "game": self.game_id, "contract": board_query.contract}
        chosen |= {"unit": board_query.unit if self.has_choice_of_units else None, **other}
        return f"{period or self.period.query}&{urlencode({name: value for name, value in chosen.items() if value})}"


@never_cache
@require_safe
@access.opens_club()
def board_page(request: HttpRequest, club: Club) -> HttpResponse:
    group = club_group(club.pk)
    typed = FormData.of(request.GET)
    chosen = parse_board_query(typed, standings.played_games_and_units(club), timezone.localdate())
    found, persons = leaderboards.compute_board(group, chosen.board_query), person_names.people_of_group(group)
    table = board_rows.board_table(found, persons)
    if table_files.wants_table_file(request):
        names = person_names.names_of(persons)
        tables = {"board": lambda: board_table(found, names, measured=table.title)}
        return table_files.table_response(request, f"{club.name} {table.title}", tables)
    context = {
        "club": club,
        "board": table,
        "people": persons,
        "badges": titles_by_person(titles(group, today=timezone.localdate())),
        "board_query": chosen.board_query,
        "game_id": chosen.game_id,
        "board_label": board_query_label(chosen),
        "selects": selects(
            ("measure", _("Ranked by"), _measure_choices(chosen)),
            ("contract", _("Contract"), _contract_choices(chosen, group)),
            ("period", _("Period"), _period_choices(chosen.period)),
            ("game", _("Game"), _game_choices(chosen)),
        ),
        "kept": chosen.kept_parameters,
        "units": _unit_choices(chosen),
        "period": chosen.period,
        "query": chosen.query(),
    }
    return render(request, "club/boards/board.html", context, status=422 if chosen.period.form.errors else 200)


def parse_board_query(typed: FormData, played: list[PlayedIn], today: date) -> BoardChoice:
    """Parse a board query; a measure, game, unit or contract that the club does not know is ignored.

    Points of different games are not comparable, so the default for several games is the one played last.
    """
    found = list(dict.fromkeys(one.game for one in played))
    games = tuple(game for game in GAMES if game in found) if len(found) > 1 else ()
    text = typed.one("measure")
    measure = BoardMeasure(text) if text in set(BoardMeasure) else BoardMeasure.POINTS
    is_all = typed.one("game") == ALL_GAMES and measure in OF_ALL_GAMES
    game = typed.one("game") if typed.one("game") in games else None
    units = tuple(dict.fromkeys(one.unit for one in played if one.unit != POINTS))
    unit = typed.one("unit") if measure is BoardMeasure.MONEY and typed.one("unit") in units else None
    if game is None and games and not is_all:
        game = next(one.game for one in played if unit in (None, one.unit))
    unit = unit or next((one.unit for one in played if one.unit != POINTS and game in (None, one.game)), POINTS)
    if measure is BoardMeasure.MONEY and unit == POINTS:
        measure = BoardMeasure.POINTS
    months = [
        one.last
        for one in played
        if game in (None, one.game) and (measure is not BoardMeasure.MONEY or one.unit == unit)
    ]
    period = periods.read_period(typed, today, usual=SpanName.TWELVE, last_played=max(months, default=None))
    contract = typed.one("contract")[:60] if measure in BY_CONTRACT else ""
    return BoardChoice(
        board_query=BoardQuery(measure=measure, span=period.span, game=game, unit=unit, contract=contract or None),
        period=period,
        games=games,
        only_game=found[0] if len(found) == 1 else None,
        units=units,
        played=tuple(played),
    )


def board_query_label(chosen: BoardChoice) -> str:
    """Describe the query: money · € · Bavarian Schafkopf · 12 months · 1 December 2025 – 30 November 2026."""
    measure = board_rows.board_measure_texts()[chosen.board_query.measure]
    money = unit_text(chosen.board_query.unit) if chosen.has_choice_of_units else ""
    game = chosen.board_query.game or chosen.only_game
    name = words.game_name(game, language.current_language()) if game else _("all games")
    return " · ".join(filter(None, (measure, money, name, chosen.period.text, chosen.period.days)))


def _measure_choices(chosen: BoardChoice) -> tuple[Choice, ...]:
    texts = board_rows.board_measure_texts()
    if chosen.board_query.unit == POINTS:
        del texts[BoardMeasure.MONEY]
    return choices(texts, chosen=chosen.board_query.measure, value=lambda measure: measure.value)


def _period_choices(period: Period) -> tuple[Choice, ...]:
    """Return the named spans, after typed dates if there are any."""
    is_typed = not any(one.is_chosen for one in period.shortcuts)
    typed = (Choice(text=period.days or "–", value="", is_chosen=True),) if is_typed else ()
    return (*typed, *period.shortcuts)


def _unit_choices(chosen: BoardChoice) -> tuple[Choice, ...]:
    """Return the links to other units; empty for a single unit.

    A unit in which the chosen game was never played links to all games.
    """
    played = {(one.game, one.unit) for one in chosen.played}

    def unit_query(unit: str) -> str:
        is_played = not chosen.games or (chosen.board_query.game, unit) in played
        return chosen.query(unit=unit, game=chosen.game_id if is_played else ALL_GAMES)

    texts = {unit: unit_text(unit) for unit in chosen.units} if chosen.has_choice_of_units else {}
    return choices(texts, chosen=chosen.board_query.unit, value=unit_query)


def _game_choices(chosen: BoardChoice) -> tuple[Choice, ...]:
    """Return the games; empty for a single game."""
    may_be_all = chosen.games and chosen.board_query.measure in OF_ALL_GAMES
    texts = {ALL_GAMES: _("all games")} if may_be_all else {}
    texts |= {game: words.game_name(game, language.current_language()) for game in chosen.games}
    return choices(texts, chosen=chosen.game_id)


def _contract_choices(chosen: BoardChoice, group: ClubGroup) -> tuple[Choice, ...]:
    if chosen.board_query.measure not in BY_CONTRACT:
        return ()
    names = {
        contract: words.contract_name(contract, language.current_language())
        for contract in contracts_declared(group, chosen.board_query)
    }
    texts = {"": _("all contracts"), **dict(sorted(names.items(), key=lambda one: one[1].lower()))}
    return choices(texts, chosen=chosen.board_query.contract or "")
