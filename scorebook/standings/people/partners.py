"""Partners: the chemistry between all people of a club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from scorebook.standings.people import pairs
from scorebook.standings.people.chemistry import Chemistry, WinShare, pair_chemistry
from scorebook.standings.people.pairs import Common
from scorebook.standings.scope import FigureScope

NO_HANDS = WinShare()


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


def partners(scope: FigureScope) -> Partners:
    """Return the partners in the scope. One statement."""
    return partners_of_pairs(pairs.common_hands_of_all_pairs(scope))


def partners_of_pairs(common: Mapping[tuple[UUID, UUID], Common]) -> Partners:
    """Return the partners. common: each two people in both orders."""
    together = {pair: one.as_partners for pair, one in common.items() if one.together}
    shares: dict[UUID, WinShare] = {}
    for (person, _other), share in together.items():
        shares[person] = shares.get(person, NO_HANDS) + share
    found = {
        pair: pair_chemistry(pair=share, one=shares[pair[0]], other=shares[pair[1]]) for pair, share in together.items()
    }
    return Partners(
        shares=shares, together=together, chemistry={pair: one for pair, one in found.items() if one is not None}
    )
