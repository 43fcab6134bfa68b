"""The sheet of Sasku, drawn in characters: strokes in fours, a column for each team, a line below each game."""

from __future__ import annotations

from rules.games.sasku.sheet import StrokeSheet, stroke_sheet, stroke_tally
from tests.rules.table import BEPPO, scored
from tests.rules.test_sasku import FOUR, SASKU, before, made


def drawn_tally(strokes: int) -> str:
    """One upright, two, two with a stroke across them; four strokes are a hash."""
    tally = stroke_tally(strokes)
    return "#" * tally.complete_hashes + ("", "│", "║", "╫")[tally.verticals + tally.horizontals]


def drawn_sheet(sheet: StrokeSheet) -> list[str]:
    rows = [(game.strokes, game.against) for game in sheet.finished]
    rows = [
        row if set(game.winners) <= set(sheet.teams[0]) else row[::-1]
        for row, game in zip(rows, sheet.finished, strict=True)
    ]
    drawn = [(drawn_tally(first), drawn_tally(second)) for first, second in (*rows, sheet.running)]
    width = max(len(column) for row in drawn for column in row)
    lines = [f"{first:>{width}} | {second:<{width}}".rstrip() for first, second in drawn]
    return f"\n{'-' * width}-+-{'-' * width}\n".join(lines).splitlines()


def test_a_sheet_has_a_column_for_each_team_and_a_line_below_each_game() -> None:
    """S35."""
    state, scores = before(12, 11), []
    for hand in (made(card_points=91), made(suit="diamonds", won=True), made(BEPPO, won=True)):
        scores.append(scored(hand, SASKU, FOUR, state))
        state = scores[-1].state
    assert drawn_sheet(stroke_sheet(scores)) == ["#### | ##╫", "-----+-----", "   # | ║"]
    assert [drawn_tally(strokes) for strokes in range(6)] == ["", "│", "║", "╫", "#", "#│"]
