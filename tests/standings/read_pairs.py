"""What the pages of a person and of partners read of two people, beside a plain recount."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from scorebook.clubs.club_groups import club_group
from scorebook.core.time_spans import ALL
from scorebook.standings.people import chemistry, pairs, rivals
from scorebook.standings.people.chemistry import Chemistry, WinShare
from scorebook.standings.people.pairs import Partners
from tests.standings import plain_pairs
from tests.standings.figures import Compared, Figure, games_of
from tests.standings.plain_pairs import InCommon, PlainChemistry
from tests.standings.plain_people import PeopleFilter
from tests.standings.plain_recount import PlainClub
from tests.standings.read_people import any_filter, any_game, any_months, any_people


def common_of_all(club: PlainClub) -> Iterator[Figure]:
    """Of always, and of some months; as each of the two sees it."""
    group, dice = club_group(club.id), Random(str(club.id))
    for game in games_of(club):
        for chosen in (PeopleFilter(game=game, months=ALL), PeopleFilter(game=game, months=any_months(club, dice))):
            must = plain_pairs.in_common(club, chosen.evenings(club))
            found = pairs.common_hands_of_all_pairs(chosen.scope(group))
            yield Figure(of=f"in common in {chosen}", must=must, does=_counted(found))
            turned = {pair[::-1]: common.turned for pair, common in found.items()}
            yield Figure(of=f"in common in {chosen}, from the other side", must=must, does=_counted(turned))


def common_and_rivals(club: PlainClub) -> Iterator[Figure]:
    """Few clubs have hands enough for rivals: let fewer do."""
    group, dice = club_group(club.id), Random(str(club.id))
    for person in any_people(club, dice):
        chosen, least = any_filter(club, dice), dice.choice([plain_pairs.ENOUGH_FOR_RIVALS, 1, 3])
        all_common = plain_pairs.in_common(club, chosen.evenings(club))
        own = {other: counted for (one, other), counted in all_common.items() if one == person}
        found = pairs.common_hands_of_person(chosen.scope(group), person)
        yield Figure(of=f"of {person} in common in {chosen}", must=own, does=_counted(found))
        with pytest.MonkeyPatch.context() as patch:
            if least != plain_pairs.ENOUGH_FOR_RIVALS:
                patch.setattr(rivals, "MIN_COMMON", least)
            does = asdict(rivals.find_rivals(found))
        yield Figure(of=f"rivals of {person} in {chosen}", must=plain_pairs.rivals(own, least=least), does=does)


def _counted(found: Mapping[Any, pairs.Common]) -> Mapping[Any, Counter[str]]:
    return {key: Counter(asdict(common)) for key, common in found.items()}


def partners_page(club: PlainClub) -> Iterator[Figure]:
    """Few clubs have hands enough for it: let fewer do."""
    group, dice = club_group(club.id), Random(str(club.id))
    always = PeopleFilter(game=any_game(club, dice), months=ALL)
    for least, chosen in ((plain_pairs.ENOUGH, always), (dice.randrange(1, 6), any_filter(club, dice))):
        common = plain_pairs.in_common(club, chosen.evenings(club))
        with pytest.MonkeyPatch.context() as patch:
            if least != plain_pairs.ENOUGH:
                patch.setattr(chemistry, "MIN_HANDS", least)
            found = pairs.partners_of_pairs(pairs.common_hands_of_all_pairs(chosen.scope(group)))
        for of, must, does in _partners(common, found, least):
            yield Figure(of=f"{of} in {chosen} from {least} hands on", must=must, does=does)


def _partners(common: InCommon, found: Partners, least: int) -> Iterator[tuple[str, Any, Any]]:
    must, hands = plain_pairs.chemistry(common, least=least), plain_pairs.hands_of_all(common)
    together = {pair: (one["together_won"], one["together"]) for pair, one in common.items() if one["together"]}
    yield "hands together", together, _shares(found.together)
    yield "hands of all", hands, _shares(found.shares)
    yield "chemistry", {pair: _approximate(one) for pair, one in must.items()}, _found(found.chemistry)
    lows = [found.chemistry[pair].interval.low for pair in found.best]
    yield "order of the best", sorted(lows, reverse=True), lows
    yield "the best", sorted(pair for pair in must if pair[0] < pair[1]), sorted(found.best)
    most_first = sorted(hands, key=lambda person: (-hands[person][1], person))
    known = {person for pair in must for person in pair}
    yield "known", [person for person in most_first if person in known], found.known
    yield "unknown", [person for person in most_first if person not in known], found.unknown


def _shares(found: Mapping[Any, WinShare]) -> Mapping[Any, tuple[int, int]]:
    return {key: (share.won, share.hands) for key, share in found.items()}


def _approximate(one: PlainChemistry) -> Any:
    floats = one.expected, one.won / one.hands - one.expected, one.low, one.high
    return one.won, one.hands, one.is_sure, *(pytest.approx(number, abs=1e-9) for number in floats)


def _found(found: Mapping[Any, Chemistry]) -> Mapping[Any, Any]:
    return {
        pair: (
            one.observed.won, one.observed.hands, one.is_sure,
            one.expected, one.difference, one.interval.low, one.interval.high,
        )
        for pair, one in found.items()
    }  # fmt: skip


PAIRS: Sequence[Compared] = (common_of_all, common_and_rivals, partners_page)
