"""What pages read of a club's seasons, beside a plain recount: what was agreed, and their tables, now and as closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from scorebook.clubs.club_groups import club_group
from scorebook.standings.seasons import season_queries, season_results
from scorebook.standings.seasons.season_queries import Season
from scorebook.standings.seasons.season_standings import SeasonStandings
from tests.standings.figures import Compared, Figure
from tests.standings.plain_recount import PlainClub
from tests.standings.plain_seasons import (
    Facts,
    PlainLine,
    PlainSeason,
    evenings_of,
    last_day,
    plain_seasons,
    plain_table,
)  # fmt: skip
from tests.standings.random_seasons import any_agreement

# Of each club, so many tables of what it might agree on too, and so many days.
AGREEMENTS, DAYS = 3, 5


def every_season(club: PlainClub) -> Iterator[Figure]:
    """What they are, in their order, and each by itself."""
    group = club_group(club.id)
    must = [_plain_facts(season) for season in plain_seasons(club)]
    found = season_queries.seasons_of(group)
    yield Figure(of="seasons", must=must, does=[_season(season) for season in found])
    alone = [season_queries.season_by_id(group, season.id) for season in found]
    yield Figure(of="seasons one by one", must=must, does=[_season(season) for season in alone if season])


def _plain_facts(season: PlainSeason) -> Any:
    receipt = season.newest.hash[:16] if season.is_closed else ""
    events = [(event.pk, event.kind) for event in season.events]
    return season.id, season.name, season.agreed, events, season.is_closed, receipt


def _season(season: Season) -> Any:
    events = [(event.pk, event.kind) for event in season.events]
    return season.id, season.name, season.agreement.to_json(), events, season.is_closed, season.receipt


def season_of_the_day(club: PlainClub) -> Iterator[Figure]:
    """An open one; of several the one that begins last. For days of evenings, and around the bounds of seasons."""
    seasons, group, a_day = plain_seasons(club), club_group(club.id), timedelta(days=1)
    days = {evening.day for evening in club.evenings}
    for season in seasons:
        first_on, last_on = season.first_on, last_day(season.agreed)
        days |= {first_on - a_day, first_on, last_on, last_on + a_day}
    for day in Random(str(club.id)).sample(sorted(days), min(DAYS, len(days))):
        there = [season for season in seasons if season.includes(day)]
        chosen = [*[season for season in there if not season.is_closed], *there, None][0]
        found = season_queries.present_season(group, day)
        yield Figure(of=f"season on {day}", must=chosen and chosen.id, does=found and found.id)


def tables_now(club: PlainClub) -> Iterator[Figure]:
    """Of each season, closed or not, and of what else might be agreed on."""
    group, dice = club_group(club.id), Random(str(club.id))
    evenings = [evening.opened for evening in club.evenings]
    agreed = [season.agreement for season in season_queries.seasons_of(group)]
    for agreement in [*agreed, *[any_agreement(dice, evenings) for _ in range(AGREEMENTS)]]:
        found = season_results.season_standings(group, agreement)
        yield from _table(f"table of {agreement}", club, agreement.to_json(), found)


def tables_as_closed(club: PlainClub) -> Iterator[Figure]:
    """Each, and its receipt, as it was when it was closed, whatever became of evenings, people and season since."""
    group = club_group(club.id)
    seasons = {season.id: season for season in plain_seasons(club)}
    for season in season_queries.seasons_of(group):
        for place, event in enumerate(season.events, start=1):
            if event.kind == "closed":
                then, closing = season_queries.season_of_events(season.events[:place]), club.closings[event.pk]
                found, agreed = season_results.closed_standings(group, then), seasons[season.id].until(event).agreed
                yield from _table(f"table closed by {event.pk}", closing.club, agreed, found)
                yield Figure(of=f"receipt of {event.pk}", must=closing.receipt, does=then.receipt)


def _table(of: str, club: PlainClub, agreed: Facts, found: SeasonStandings) -> Iterator[Figure]:
    must = plain_table(club, agreed)
    does = {
        line.person: PlainLine(
            rank=line.rank,
            value=line.value,
            evenings=[(one.evening, one.value, one.counts) for one in line.evenings],
            movement=line.movement,
        )
        for line in found.table.lines
    }
    yield Figure(of=of, must=must, does=does)
    yield Figure(of=f"order of the {of}", must=list(must), does=[line.person for line in found.table.lines])
    evenings = evenings_of(club, agreed)
    as_recounted = [(one.id, one.opened.number, one.day, one.last_hash) for one in evenings]
    shown = [(one.id, one.number, one.started_on, one.last_hash) for one in found.evenings]
    yield Figure(of=f"evenings of the {of}", must=as_recounted, does=shown)
    yield Figure(of=f"columns of the {of}", must=[one.id for one in evenings], does=list(found.table.evenings))


def numbers_of_evenings(club: PlainClub) -> Iterator[Figure]:
    """There and back again; a number that two clubs have is the first one's."""
    group = club_group(club.id)
    must = {evening.id: evening.opened.number for evening in club.evenings}
    yield Figure(of="numbers of evenings", must=must, does=dict(season_results.numbers_of_evenings(group, must)))
    first = sorted(club.evenings, key=lambda one: club.clubs.index(one.opened.club_id), reverse=True)
    found = season_results.evenings_by_number(group, [*must.values(), 99])
    yield Figure(
        of="evenings by number",
        must={evening.opened.number: [evening.id] for evening in first},
        does={number: [evening.pk for evening in evenings] for number, evenings in found.items()},
    )


SEASONS: Sequence[Compared] = (
    every_season, season_of_the_day, tables_now, tables_as_closed, numbers_of_evenings,
)  # fmt: skip
