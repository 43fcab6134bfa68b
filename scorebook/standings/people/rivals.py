"""The partners and opponents with whom a person fares best and worst. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from scorebook.standings.people.pairs import Common

# With fewer hands in common, chance alone makes a best or a worst.
MIN_COMMON = 30

People = tuple[UUID, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivals:
    """The best and worst partners and opponents of a person, and their nemeses.

    Each holds all who are level, by id; none if fewer than two can be compared, or if all are level.
    Only people with at least MIN_COMMON such hands are compared.
    """

    best_partners: People  # by the share of hands won on one side
    worst_partners: People
    best_opponents: People  # by the share of hands won on two sides; without nemeses, who cost more than they lost
    worst_opponents: People
    nemeses: People  # opponents who cost most points a hand; none if none cost any


def find_rivals(common: Mapping[UUID, Common]) -> Rivals:
    """Return the rivals of a person. common: each other person -> the hands in common, as the person sees them."""
    as_partners = {other: one for other, one in common.items() if one.together >= MIN_COMMON}
    as_opponents = {other: one for other, one in common.items() if one.against >= MIN_COMMON}
    partners = {other: Fraction(one.together_won, one.together) for other, one in as_partners.items()}
    opponents = {other: Fraction(one.against_won, one.against) for other, one in as_opponents.items()}
    cost = {other: Fraction(-one.against_points, one.against) for other, one in as_opponents.items()}
    nemeses = _people_level_at_top(cost) if max(cost.values(), default=0) > 0 else ()
    return Rivals(
        best_partners=_people_level_at_top(partners),
        worst_partners=_people_level_at_bottom(partners),
        best_opponents=tuple(other for other in _people_level_at_top(opponents) if other not in nemeses),
        worst_opponents=_people_level_at_bottom(opponents),
        nemeses=nemeses,
    )


def _people_level_at_top(measured: Mapping[UUID, Fraction]) -> People:
    """Return all who are level at the top, or none if everyone is."""
    most = max(measured.values(), default=None)
    found = tuple(sorted(other for other, value in measured.items() if value == most))
    return found if len(found) < len(measured) else ()


def _people_level_at_bottom(measured: Mapping[UUID, Fraction]) -> People:
    return _people_level_at_top({other: -value for other, value in measured.items()})
