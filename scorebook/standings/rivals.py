"""With whom, and against whom, a person fares best and worst. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from scorebook.standings.pairs import Common

# With fewer hands in common anybody may look like the best or the worst.
LEAST_COMMON = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivals:
    """best_partner, worst_partner: by the share of hands won on one side; best_, worst_opponent: by that on two.

    nemesis: who was on the other side of the hands that cost them most, hand by hand; nobody where none did.
    All of at least LEAST_COMMON such hands; None where nobody had as many, and of the worst where there is only one.
    """

    best_partner: UUID | None
    worst_partner: UUID | None
    best_opponent: UUID | None
    worst_opponent: UUID | None
    nemesis: UUID | None


def rivals(common: Mapping[UUID, Common]) -> Rivals:
    """common: everybody else -> what a person had in common with them, as that person sees it."""
    as_partners = {other: one for other, one in common.items() if one.together >= LEAST_COMMON}
    as_opponents = {other: one for other, one in common.items() if one.against >= LEAST_COMMON}
    partners = _best_first({other: Fraction(one.together_won, one.together) for other, one in as_partners.items()})
    opponents = _best_first({other: Fraction(one.against_won, one.against) for other, one in as_opponents.items()})
    lost = {other: Fraction(one.against_points, one.against) for other, one in as_opponents.items()}
    dearest = _best_first({other: points for other, points in lost.items() if points < 0})
    return Rivals(
        best_partner=partners[0] if partners else None,
        worst_partner=partners[-1] if len(partners) > 1 else None,
        best_opponent=opponents[0] if opponents else None,
        worst_opponent=opponents[-1] if len(opponents) > 1 else None,
        nemesis=dearest[-1] if dearest else None,
    )


def _best_first(measured: Mapping[UUID, Fraction]) -> list[UUID]:
    return sorted(measured, key=lambda other: (-measured[other], other))
