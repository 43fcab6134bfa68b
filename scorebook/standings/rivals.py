"""With whom, and against whom, a person fares best and worst. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from scorebook.standings.pairs import Common

# With fewer hands in common anybody may look like the best or the worst.
LEAST_COMMON = 30

People = tuple[UUID, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivals:
    """All who are level, by their ids; nobody where there are not two to compare, or where all are level.

    best_partners, worst_partners: by the share of hands won on one side; best_, worst_opponents: by that on two.
    nemeses: who was on the other side of the hands that cost them most, hand by hand; nobody where none did. Somebody
    who is a nemesis is no best opponent, even if most hands were won against them: those that were lost cost more.
    All are compared with others of at least LEAST_COMMON such hands.
    """

    best_partners: People
    worst_partners: People
    best_opponents: People
    worst_opponents: People
    nemeses: People


def rivals(common: Mapping[UUID, Common]) -> Rivals:
    """common: everybody else -> what a person had in common with them, as that person sees it."""
    as_partners = {other: one for other, one in common.items() if one.together >= LEAST_COMMON}
    as_opponents = {other: one for other, one in common.items() if one.against >= LEAST_COMMON}
    partners = {other: Fraction(one.together_won, one.together) for other, one in as_partners.items()}
    opponents = {other: Fraction(one.against_won, one.against) for other, one in as_opponents.items()}
    cost = {other: Fraction(-one.against_points, one.against) for other, one in as_opponents.items()}
    nemeses = _most(cost) if max(cost.values(), default=0) > 0 else ()
    return Rivals(
        best_partners=_most(partners),
        worst_partners=_least(partners),
        best_opponents=tuple(other for other in _most(opponents) if other not in nemeses),
        worst_opponents=_least(opponents),
        nemeses=nemeses,
    )


def _most(measured: Mapping[UUID, Fraction]) -> People:
    """Return all who are level at the top, or nobody where that is everybody."""
    most = max(measured.values(), default=None)
    found = tuple(sorted(other for other, value in measured.items() if value == most))
    return found if len(found) < len(measured) else ()


def _least(measured: Mapping[UUID, Fraction]) -> People:
    return _most({other: -value for other, value in measured.items()})
