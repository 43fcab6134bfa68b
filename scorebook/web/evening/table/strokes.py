"""Strokes drawn as on paper: two upright, two across, then the next hash (S35)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from rules import Player, Score
from rules.games import sasku as rules_of_sasku
from scorebook.web.core.person_names import Person

_LINES = ("M9 3v18", "M15 3v18", "M3 9h18", "M3 15h18")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRow:
    """A finished or running game: the strokes of both teams, and whether it was a lambapea or to nil."""

    strokes: tuple[int, int]
    winner: int | None = None
    games: int = 1
    is_lambapea: bool = False
    is_to_nil: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The sheet of two teams, with a line below each finished game."""

    teams: tuple[tuple[Person, ...], ...]
    rows: tuple[PaperRow, ...]


def stroke_paper(scores: Sequence[Score], people: Mapping[str, Person]) -> Paper | None:
    """Return the sheet; None before the first hand, and in games without teams and strokes."""
    if not scores or scores[-1].state.match is None:
        return None
    sheet = rules_of_sasku.stroke_sheet(scores)
    return Paper(
        teams=tuple(tuple(people[player] for player in team) for team in sheet.teams),
        rows=tuple(_stroke_paper_rows(sheet)),
    )


def _stroke_paper_rows(sheet: rules_of_sasku.StrokeSheet) -> Iterator[PaperRow]:
    for game in sheet.finished:
        first_won = _is_first_team(game.winners, sheet.teams[0])
        yield PaperRow(
            strokes=(game.strokes, game.against) if first_won else (game.against, game.strokes),
            winner=0 if first_won else 1,
            games=game.games,
            is_lambapea=game.is_lambapea,
            is_to_nil=game.is_to_nil,
        )
    yield PaperRow(strokes=sheet.running)


def _is_first_team(winners: Sequence[Player], team: Sequence[Player]) -> bool:
    return any(player in team for player in winners)


def stroke_drawing(count: int) -> SafeString:
    """Return the strokes as inline SVG, with the number for screen readers."""
    tally = rules_of_sasku.stroke_tally(count)
    hashes = [4] * tally.complete_hashes
    rest = tally.verticals + tally.horizontals
    drawings = format_html_join(
        "", "{}", ((_stroke_hash_drawing(lines),) for lines in [*hashes, *([rest] if rest else [])])
    )
    return format_html('<span class="strokes">{}<span class="unseen">{}</span></span>', drawings, count)


def _stroke_hash_drawing(lines: int) -> SafeString:
    path = mark_safe("".join(_LINES[:lines]))
    return format_html(
        '<svg class="hash" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="{}"/></svg>', path
    )
