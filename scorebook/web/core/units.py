"""What a club counts its money in."""

from __future__ import annotations

from scorebook.clubs.models import Club
from scorebook.core.currencies import USUAL_CURRENCY, currency_of
from scorebook.ledger import queries as books
from scorebook.play.models import Evening
from scorebook.play.queries.evening_lists import latest_first
from scorebook.play.services import POINTS


def units_of_club(club: Club) -> list[str]:
    """The money so far, that of the last evening first; empty where the club never played for any."""
    found = sorted(unit for unit in books.units_in_books(club) if unit != POINTS)
    if len(found) < 2:
        return found
    played = latest_first(Evening.objects.filter(club=club, unit__in=found), club)
    last = played.values_list("unit", flat=True).first()
    return sorted(found, key=lambda unit: unit != last)


def units_of_tab(units: list[str]) -> list[str]:
    """A tab can also be kept in money by those who play for beer or for nothing."""
    return units if any(currency_of(unit) for unit in units) else [*units, USUAL_CURRENCY]


def chosen_unit(typed: str, units: list[str]) -> str:
    """units: at least one."""
    return typed if typed in units else units[0]
