"""Strokes drawn as on paper: two upright, two across, then the next hash (S35)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from rules import Score
from rules.games.sasku import sheet as rules_of_sasku
from scorebook.web.core.person_names import Person

_LINES = ("M9 3v18", "M15 3v18", "M3 9h18", "M3 15h18")

# The strokes of both teams; of a finished game also the place of the winners, and the game.
PaperRow = tuple[tuple[int, int], int | None, rules_of_sasku.FinishedGame | None]


def stroke_paper(
    scores: Sequence[Score], people: Mapping[str, Person]
) -> tuple[Sequence[Sequence[Person]], Sequence[PaperRow]]:
    """Return the teams and their games, the running one last; both empty without teams or before the first hand."""
    if not scores or scores[-1].state.match is None:
        return (), ()
    sheet = rules_of_sasku.stroke_sheet(scores)
    return [[people[player] for player in team] for team in sheet.teams], list(_stroke_paper_rows(sheet))


def _stroke_paper_rows(sheet: rules_of_sasku.StrokeSheet) -> Iterator[PaperRow]:
    for game in sheet.finished:
        if any(player in sheet.teams[0] for player in game.winners):
            yield (game.strokes, game.against), 0, game
        else:
            yield (game.against, game.strokes), 1, game
    yield sheet.running, None, None


def stroke_svg(count: int) -> SafeString:
    """Return the strokes as inline SVG, with the number for screen readers."""
    tally = rules_of_sasku.stroke_tally(count)
    hashes = [4] * tally.complete_hashes
    rest = tally.verticals + tally.horizontals
    drawings = format_html_join(
        "", "{}", ((_stroke_hash_svg(lines),) for lines in [*hashes, *([rest] if rest else [])])
    )
    return format_html('<span class="strokes">{}<span class="unseen">{}</span></span>', drawings, count)


def _stroke_hash_svg(lines: int) -> SafeString:
    path = mark_safe("".join(_LINES[:lines]))
    return format_html(
        '<svg class="hash" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="{}"/></svg>', path
    )
