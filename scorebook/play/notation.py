"""Hands and evenings in written notation (`rules.notation`): parsing for an evening, and writing."""

from collections.abc import Iterator, Mapping
from uuid import UUID, uuid5

from django.utils.timezone import localtime

from rules import Player, read_state
from rules.notation import HandLines, HandStep, Stake, WrittenEnd, WrittenEvening, changes_of_seats, read_hand_lines
from rules.notation.evening import Step
from scorebook.core.currencies import digits_of
from scorebook.play.ending import read_agreed_end
from scorebook.play.models import Evening
from scorebook.play.queries.evening_sheets import Sheet, next_table
from scorebook.play.services.hand_scoring import NewHand

MAX_LINES = 1_000  # read and scored in less than a second; the API's limit of hands per request too


def read_evening_lines(evening: Evening, lines: str, names: Mapping[Player, str], *, known_hands: int) -> HandLines:
    """Parse hands of an open evening, one per line.

    known_hands: hand count known to the writer. If the evening has another count, the lines are a repeat or another
                 writer was faster, so they are parsed without checking them against the current state.
    """
    return read_hand_lines(
        lines,
        ruleset=evening.rules,
        table=next_table(evening),
        state=read_state(evening.state),
        names=names,
        is_judged=known_hands == evening.hand_count,
    )


def new_hands_of_lines(found: HandLines, key: UUID) -> list[NewHand]:
    """Return hands with keys derived from the client's, so that a repeat finds what the first request wrote."""
    return [
        NewHand(key=uuid5(key, f"line {place}"), hand=step.report.to_json(), dealer=step.named_dealer)
        for place, step in enumerate(found.hands)
    ]


def written_evening(sheet: Sheet) -> WrittenEvening:
    """Convert a sheet with all its hands. Players are named by their ids; the caller knows their names.

    Undone hands stay as voided, because numbers and dealers would change otherwise. Decision:
    docs/decisions/202-a-hand-undone-at-once-stands-on-no-sheet.md.
    """
    evening = sheet.evening
    players = sheet.lines[0].table.players if sheet.lines else sheet.table.players
    first = Player(str(evening.first_dealer_id))
    due = sheet.lines[0].table.dealer if sheet.lines else sheet.table.dealer
    dealer = first if first in players else due
    assert dealer is not None
    return WrittenEvening(
        ruleset=sheet.ruleset,
        players=players,
        dealer=dealer,
        date=f"{localtime(evening.started_at):%Y-%m-%d}",
        stake=_notation_stake(evening),
        end=_notation_end(evening),
        steps=tuple(_steps_of_evening(sheet, players)),
    )


def _steps_of_evening(sheet: Sheet, here: tuple[Player, ...]) -> Iterator[Step]:
    for line in sheet.lines:
        yield from changes_of_seats(here, line.table.players)
        here = line.table.players
        yield HandStep(report=line.report, is_void=line.is_void)
    yield from changes_of_seats(here, sheet.table.players)


def _notation_stake(evening: Evening) -> Stake:
    """Write the stake in minor units, as in the books: 10 ct EUR, 10 JPY, 10 x 0.001 BHD, 10 litres."""
    digits = digits_of(evening.unit)
    part = {0: "", 2: "ct "}.get(digits, f"x 0.{1:0{digits}} ")
    return Stake(amount=evening.stake_minor, unit=f"{part}{evening.unit}")


def _notation_end(evening: Evening) -> WrittenEnd | None:
    end = read_agreed_end(evening.agreed_end)
    return next((WrittenEnd(kind=kind, value=value) for kind, value in end.limits.items()), None) if end else None
