"""An evening as people write it on paper (`rules.notation`): the hands as they stand, and who came and went. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.timezone import localtime

from rules import Player
from rules.notation import HandStep, Stake, WrittenEnd, WrittenEvening, changes_of_seats
from rules.notation.evening import Step
from scorebook.play.models import Evening
from scorebook.play.queries.evenings import Sheet

_CURRENCY = re.compile("[A-Z]{3}")


def written_evening(sheet: Sheet) -> WrittenEvening:
    """sheet: with all its hands. Players are called by their ids; whoever writes it knows their names."""
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
        stake=_stake(evening),
        end=_end(evening),
        steps=tuple(_steps(sheet, players)),
    )


def _steps(sheet: Sheet, here: tuple[Player, ...]) -> Iterator[Step]:
    for line in sheet.lines:
        yield from changes_of_seats(here, line.table.players)
        here = line.table.players
        yield HandStep(report=line.report, is_void=line.is_void)
    yield from changes_of_seats(here, sheet.table.players)


def _stake(evening: Evening) -> Stake:
    """Of a currency its hundredths, as the books have it."""
    unit = f"ct {evening.unit}" if _CURRENCY.fullmatch(evening.unit) else evening.unit
    return Stake(amount=evening.stake_minor, unit=unit)


def _end(evening: Evening) -> WrittenEnd | None:
    return next((WrittenEnd(kind=kind, value=value) for kind, value in (evening.agreed_end or {}).items()), None)
