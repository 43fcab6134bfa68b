"""What the page of a person reads of them alone, beside a plain recount."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Player
from scorebook.core.months import next_month
from scorebook.core.time_spans import ALL, Span
from scorebook.play.models import MonthContract, MonthTotal
from scorebook.play.months import SUMS
from scorebook.standings.boards.board_sums import Sums
from scorebook.standings.people import bests, milestones, profiles
from scorebook.standings.people.bests import Best
from scorebook.standings.people.meetings import meetings_of
from scorebook.standings.people.profiles import PlayedGame
from scorebook.standings.records.cup_holders import cup_holder
from tests.standings import plain_people
from tests.standings.figures import Compared, Figure, games_of
from tests.standings.plain_people import PeopleFilter
from tests.standings.plain_recount import Person, PlainClub, PlainEvening

# Of so many people of a club, of whom not all have played, each figure is compared.
PEOPLE_SAMPLED = 4


def any_filter(club: PlainClub, dice: Random) -> PeopleFilter:
    return PeopleFilter(game=any_game(club, dice), months=dice.choice([ALL, any_months(club, dice)]))


def any_game(club: PlainClub, dice: Random) -> str:
    return dice.choice(games_of(club) or ["bavarian"])


def any_months(club: PlainClub, dice: Random) -> Span:
    """A year, or from the month of one evening to that of another: where it matters who is in."""
    months = [evening.month for evening in club.evenings] or [date(2025, 1, 1)]
    first, last = sorted(dice.choices(months, k=2))
    year = Span(first=date(first.year, 1, 1), end=date(first.year + 1, 1, 1))
    return dice.choice([year, Span(first=first, end=next_month(first)), Span(first=first, end=next_month(last))])


def any_people(club: PlainClub, dice: Random) -> Sequence[Person]:
    players = Player.objects.filter(club__in=club.clubs).values_list("pk", flat=True)
    people = sorted({club.person(player) for player in players})
    return dice.sample(people, min(PEOPLE_SAMPLED, len(people)))


# -- months ----------------------------------------------------------------------------------------------------------


def played_games(club: PlainClub) -> Iterator[Figure]:
    must = plain_people.played_games(club.closed)
    yield Figure(of="games played", must=must, does=_games(profiles.played_games(club_group(club.id))))


def months_and_totals(club: PlainClub) -> Iterator[Figure]:
    """Of always and of some months, of each game that the person has played."""
    group, dice = club_group(club.id), Random(str(club.id))
    for person in any_people(club, dice):
        own = [one for one in club.closed if plain_people.was_there(club, person, one)]
        played = profiles.played_months(group, person)
        yield Figure(of=f"months of {person}", must=_sums_of_months(club, person, own), does=_added_up(played))
        months = [one.month for one in played]
        yield Figure(of=f"order of the months of {person}", must=sorted(months), does=months)
        games = profiles.games_of_months(played)
        yield Figure(of=f"games of {person}", must=plain_people.played_games(own), does=_games(games))
        for one in games:
            for span in (ALL, any_months(club, dice)):
                chosen = PeopleFilter(game=one.game, months=span)
                yield _totals(club, person, chosen, profiles.months_in_scope(played, chosen.scope(group)))


def _games(found: Sequence[PlayedGame]) -> list[tuple[str, date, date]]:
    return [(one.game, one.first, one.last) for one in found]


def _sums_of_months(club: PlainClub, person: Person, own: Sequence[PlainEvening]) -> Mapping[Any, Counter[str]]:
    by_place: dict[Any, list[PlainEvening]] = {}
    for one in own:
        by_place.setdefault((one.month, one.opened.game, one.opened.unit), []).append(one)
    return {place: plain_people.sums_of(club, person, evenings) for place, evenings in by_place.items()}


def _added_up(played: Sequence[MonthTotal]) -> Mapping[Any, Counter[str]]:
    """A month stands there once for each entry that played in it."""
    found: dict[Any, Counter[str]] = {}
    for one in played:
        columns = _columns(one, {one.unit: one.amount_minor})
        found.setdefault((one.month, one.game, one.unit), Counter()).update(columns)
    return found


def _totals(club: PlainClub, person: Person, chosen: PeopleFilter, played: Sequence[MonthTotal]) -> Figure:
    own = [one for one in chosen.evenings(club) if plain_people.was_there(club, person, one)]
    must = plain_people.sums_of(club, person, own), {one.opened.unit for one in own}
    found = profiles.totals_of_months(played)
    does = _columns(found, found.amounts), set(found.amounts)
    return Figure(of=f"totals of {person} in {chosen}", must=must, does=does)


def _columns(one: MonthTotal | Sums, amounts: Mapping[str, int]) -> Counter[str]:
    names = ("evenings", "points", "hands", "declared", "declared_won")
    in_units = {f"in {unit}": amount for unit, amount in amounts.items()}
    return Counter({**{name: getattr(one, name) for name in names}, **in_units})


def contracts(club: PlainClub) -> Iterator[Figure]:
    group, dice = club_group(club.id), Random(str(club.id))
    for person in any_people(club, dice):
        chosen = any_filter(club, dice)
        must = plain_people.contracts(club, person, chosen.evenings(club))
        found = profiles.contract_figures_of_person(chosen.scope(group), person)
        does = {one.contract: Counter({name: getattr(one, name) for name in SUMS[MonthContract]}) for one in found}
        yield Figure(of=f"contracts of {person} in {chosen}", must=must, does=does)
        order = [(-one.hands, one.contract) for one in found]
        yield Figure(of=f"order of the contracts of {person} in {chosen}", must=sorted(order), does=order)


# -- evenings --------------------------------------------------------------------------------------------------------


def courses(club: PlainClub) -> Iterator[Figure]:
    """Evening by evening, and month by month where there are more of them than can be drawn."""
    group, dice = club_group(club.id), Random(str(club.id))
    for person in any_people(club, dice):
        chosen, drawn = any_filter(club, dice), dice.choice([profiles.EVENINGS_DRAWN, 1, 2])
        own = [one for one in chosen.evenings(club) if plain_people.was_there(club, person, one)]
        played = profiles.months_in_scope(profiles.played_months(group, person), chosen.scope(group))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(profiles, "EVENINGS_DRAWN", drawn)
            found = profiles.point_history_of_person(chosen.scope(group), person, played=played)
        is_by_month = len(own) > drawn
        for unit in (None, *sorted({one.opened.unit for one in own}), "nuts"):
            steps = plain_people.steps(club, person, own, unit)
            must = plain_people.stands_of_months(steps) if is_by_month else plain_people.stands(steps)
            does = [(one.on, one.value) for one in found.stands(unit)]
            yield Figure(
                of=f"course of {person} in {unit}, {chosen}", must=(is_by_month, must), does=(found.is_by_month, does)
            )


def last_evenings(club: PlainClub) -> Iterator[Figure]:
    """With what opens them."""
    group, dice = club_group(club.id), Random(str(club.id))
    links = profiles.evening_links(group, [one.id for one in club.evenings])
    must_open = {one.id: (one.opened.number, one.opened.scribe_token) for one in club.evenings}
    does_open = {id: (one.number, one.scribe_token) for id, one in links.items()}
    yield Figure(of="links to evenings", must=must_open, does=does_open)
    for person in any_people(club, dice):
        chosen = any_filter(club, dice)
        must = plain_people.last_evenings(club, person, chosen)
        does = [asdict(one) for one in profiles.last_evenings(chosen.scope(group), person)]
        yield Figure(of=f"last evenings of {person} in {chosen}", must=must, does=does)


def evenings_together(club: PlainClub) -> Iterator[Figure]:
    group, dice = club_group(club.id), Random(str(club.id))
    for person, other in zip(any_people(club, dice), any_people(club, dice), strict=True):
        if person == other:
            continue
        chosen = any_filter(club, dice)
        found = meetings_of(chosen.scope(group), person, other)
        does = [(one.evening_id, "+" if one.lead > 0 else "-" if one.lead < 0 else "=") for one in found.evenings]
        must = plain_people.meetings(club, person, other, chosen)
        yield Figure(of=f"evenings of {person} and {other} in {chosen}", must=must, does=does)
        leads = "+" * found.ahead + "-" * found.behind + "=" * found.tied
        yield Figure(of="who ended ahead", must=sorted(lead for _id, lead in must), does=sorted(leads))


def places_and_milestones(club: PlainClub) -> Iterator[Figure]:
    group, dice = club_group(club.id), Random(str(club.id))
    for person in any_people(club, dice):
        chosen = any_filter(club, dice)
        scope = chosen.scope(group)
        rated = milestones.rated_evenings(scope, person)
        counts = dict(milestones.place_counts(rated))
        yield Figure(of=f"places of {person}", must=plain_people.places(club, person, chosen), does=Counter(counts))
        found = milestones.milestones(scope, person, rated)
        does = {(str(one.kind), one.count, one.evening_id) for one in found}
        yield Figure(of=f"milestones of {person}", must=plain_people.milestones(club, person, chosen), does=does)


def bests_and_records(club: PlainClub) -> Iterator[Figure]:
    """Today is no day before the last evening; until then something else may have been agreed of the cup."""
    group, dice = club_group(club.id), Random(str(club.id))
    last = club.evenings[-1].day if club.evenings else date(2026, 12, 31)
    days = [last, last + timedelta(days=365), *(day for day in club.cups if day > last)]
    for person in any_people(club, dice):
        chosen, today = any_filter(club, dice), dice.choice(days)
        found = bests.personal_bests(chosen.scope(group), person)
        does = {**asdict(found), **{name: _best(getattr(found, name)) for name in ("evening", "hand", "run")}}
        yield Figure(of=f"bests of {person} in {chosen}", must=plain_people.bests(club, person, chosen), does=does)
        held = bests.records_held(chosen.scope(group), found)
        must = plain_people.records_held(club, person, chosen)
        yield Figure(of=f"records of {person} in {chosen}", must=must, does=list(map(str, held)))
        holder = cup_holder(group, today=today)
        yield Figure(of=f"the cup on {today}", must=plain_people.cup_holder(club, today), does=holder)


def _best(best: Best | None) -> tuple[Any, ...] | None:
    return (best.value, best.evening_id, best.started_at, best.no) if best else None


PEOPLE: Sequence[Compared] = (
    played_games, months_and_totals, contracts, courses, last_evenings, evenings_together, places_and_milestones,
    bests_and_records,
)  # fmt: skip
