"""The units of a club's money."""

from __future__ import annotations

from scorebook.clubs.models import Club
from scorebook.core.currencies import USUAL_CURRENCY, currency_of
from scorebook.ledger import queries as books
from scorebook.play.models import Evening
from scorebook.play.queries.evening_lists import latest_first
from scorebook.play.services import POINTS


def units_of_club(club: Club) -> list[str]:
    """Return the units of money in the books, that of the last evening first; empty if there are none."""
    found = sorted(unit for unit in books.units_in_books(club) if unit != POINTS)
    if len(found) < 2:
        return found
    played = latest_first(Evening.objects.filter(club=club, unit__in=found), club)
    last = played.values_list("unit", flat=True).first()
    return sorted(found, key=lambda unit: unit != last)


def units_of_tab(units: list[str]) -> list[str]:
    """Return the units of a tab: those of the club, and a currency if it has none."""
    return units if any(currency_of(unit) for unit in units) else [*units, USUAL_CURRENCY]


def chosen_unit(typed: str, units: list[str]) -> str:
    return typed if typed in units else units[0]
