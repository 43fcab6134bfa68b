"""The hands that two people had in common, from the months of their pairs over all their entries; partners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TypeVar
from uuid import UUID

from django.db.models import QuerySet

from scorebook.clubs.models import Player
from scorebook.play.models import MonthPair
from scorebook.standings.people.chemistry import Chemistry, WinShare, pair_chemistry
from scorebook.standings.standings_scope import FigureScope, sum_columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """The hands with two sides in which both of two people held cards, as the first of them sees it."""

    together: int = 0  # on one side
    together_won: int = 0
    together_points: int = 0  # of the first
    partner_points: int = 0  # of the second
    against: int = 0  # on two sides
    against_won: int = 0  # by the first
    against_points: int = 0  # of the first
    other_points: int = 0  # of the second

    def __add__(self, other: Common) -> Common:
        return Common(**{name: getattr(self, name) + getattr(other, name) for name in SUMS})

    @property
    def turned(self) -> Common:
        """Return the same as the second person sees it."""
        return Common(
            together=self.together,
            together_won=self.together_won,
            together_points=self.partner_points,
            partner_points=self.together_points,
            against=self.against,
            against_won=self.against - self.against_won,
            against_points=self.other_points,
            other_points=self.against_points,
        )

    @property
    def as_partners(self) -> WinShare:
        return WinShare(won=self.together_won, hands=self.together)

    @property
    def as_opponents(self) -> WinShare:
        return WinShare(won=self.against_won, hands=self.against)


K = TypeVar("K")
SUMS = tuple(field.name for field in fields(Common))
NOTHING = Common()


@dataclass(frozen=True, slots=True, kw_only=True)
class Partners:
    """The hands of partners; the pairs stand in both orders."""

    shares: Mapping[UUID, WinShare]  # person -> hands on one side with anyone
    together: Mapping[tuple[UUID, UUID], WinShare]  # hands with each other
    chemistry: Mapping[tuple[UUID, UUID], Chemistry]  # of pairs with enough hands

    @property
    def known(self) -> list[UUID]:
        """Return the people with chemistry, most hands first."""
        return self._most_first({person for person, _other in self.chemistry})

    @property
    def unknown(self) -> list[UUID]:
        """Return the people with too few hands with every partner, most hands first."""
        return self._most_first(self.shares.keys() - {person for person, _other in self.chemistry})

    def _most_first(self, people: Iterable[UUID]) -> list[UUID]:
        return sorted(people, key=lambda person: (-self.shares[person].hands, person))

    @property
    def best(self) -> list[tuple[UUID, UUID]]:
        """Return each pair once, the surest chemistry first: by the lower end of the interval."""
        once = [pair for pair in self.chemistry if pair[0] < pair[1]]
        return sorted(once, key=lambda pair: (-self.chemistry[pair].interval.low, pair))


def common_hands_of_person(scope: FigureScope, person: UUID) -> dict[UUID, Common]:
    """Return the common hands of a person with each other person, as that person sees them. Two statements."""
    group, entries = scope.group, scope.group.entries_of(person)
    # Filtered by `player` too, the pairs are looked up in the index; by `other` alone, all pairs would be read.
    everybody = Player.objects.filter(club__in=group.clubs).values("pk")
    rows = scope.month_pairs()
    found: dict[UUID, Common] = {}
    for _own, other, common in _summed_pairs(rows.filter(player__in=entries)):
        _add_common_hands(found, group.person(other), common)
    for other, _own, common in _summed_pairs(rows.filter(player__in=everybody, other__in=entries)):
        _add_common_hands(found, group.person(other), common.turned)
    found.pop(person, None)
    return found


def common_hands_of_all_pairs(scope: FigureScope) -> dict[tuple[UUID, UUID], Common]:
    """Return the common hands of each two people, in both orders, as the first of the pair sees them. One statement."""
    found: dict[tuple[UUID, UUID], Common] = {}
    for player, other, common in _summed_pairs(scope.month_pairs()):
        one, two = scope.group.person(player), scope.group.person(other)
        if one != two:
            _add_common_hands(found, (one, two), common)
            _add_common_hands(found, (two, one), common.turned)
    return found


def partners_of_pairs(common: Mapping[tuple[UUID, UUID], Common]) -> Partners:
    """Return the partners. common: each two people in both orders."""
    together = {pair: one.as_partners for pair, one in common.items() if one.together}
    shares: dict[UUID, WinShare] = {}
    for (person, _other), share in together.items():
        shares[person] = shares.get(person, WinShare()) + share
    found = {
        pair: pair_chemistry(pair=share, one=shares[pair[0]], other=shares[pair[1]]) for pair, share in together.items()
    }
    return Partners(
        shares=shares, together=together, chemistry={pair: one for pair, one in found.items() if one is not None}
    )


def _add_common_hands(found: dict[K, Common], key: K, common: Common) -> None:
    found[key] = found.get(key, NOTHING) + common


def _summed_pairs(rows: QuerySet[MonthPair]) -> Iterator[tuple[UUID, UUID, Common]]:
    """Yield the two players of each pair with a common hand, and their sums."""
    for (player, other), sums in sum_columns(rows, by=("player", "other"), names=SUMS):
        common = Common(**sums)
        if common != NOTHING:
            yield player, other, common
