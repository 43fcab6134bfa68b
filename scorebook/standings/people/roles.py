"""The hands of a person by their role: declarer, partner of the declarer, opponent, or a hand without sides. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scorebook.play.models import MonthContract
from scorebook.standings.people.chemistry import WinShare


class HandRole(StrEnum):
    DECLARED = "declared"
    PARTNERED = "partnered"
    DEFENDED = "defended"
    ALONE = "alone"  # without a declarer, as in a Ramsch


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleFigures:
    role: HandRole
    won: int
    hands: int
    points: int

    @property
    def share(self) -> WinShare:
        return WinShare(won=self.won, hands=self.hands)

    @property
    def points_per_hand(self) -> Fraction:
        return Fraction(self.points, max(1, self.hands))


def figures_by_role(contracts: Collection[MonthContract]) -> dict[HandRole, RoleFigures]:
    """Return the figures of all four roles. contracts: of one person; points without cards are in none of the roles."""
    dealt = [one for one in contracts if one.hands]
    sided = [_figures_of_role(role, dealt) for role in HandRole if role is not HandRole.ALONE]
    alone = RoleFigures(
        role=HandRole.ALONE,
        won=sum(one.won for one in dealt) - sum(one.won for one in sided),
        hands=sum(one.hands for one in dealt) - sum(one.hands for one in sided),
        points=sum(one.points for one in dealt) - sum(one.points for one in sided),
    )
    return {one.role: one for one in (*sided, alone)}


def _figures_of_role(role: HandRole, contracts: Collection[MonthContract]) -> RoleFigures:
    hands, won, points = (sum(getattr(one, f"{role}{kind}") for one in contracts) for kind in ("", "_won", "_points"))
    return RoleFigures(role=role, won=won, hands=hands, points=points)
