"""The results of a season's evenings, read in a fixed number of statements."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, repeat
from operator import add, itemgetter
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.months import day_of
from scorebook.core.time_spans import Span
from scorebook.play.models import Evening, EveningResult
from scorebook.standings.models import SeasonEvent
from scorebook.standings.seasons.closed_season import read_closed_season
from scorebook.standings.seasons.season_agreement import Agreement, SeasonMeasure
from scorebook.standings.seasons.season_queries import Season
from scorebook.standings.seasons.season_standings import EveningRow, SeasonEvening, SeasonStandings, season_table

MAX_LISTED = 100
COLUMNS = ("evening_id", "player_id", "points", "undealt_points", "amount_minor", "hands")


def season_standings(group: ClubGroup, agreement: Agreement) -> SeasonStandings:
    """Return the standings that the closed evenings give today. Two statements."""
    table = season_table(_read_evening_rows(group, agreement), agreement)
    evenings = {
        pk: SeasonEvening(id=pk, number=number, started_on=day_of(started_at), last_hash=last_hash)
        for pk, number, started_at, last_hash in Evening.objects.filter(**_evening_filter(group, agreement))
        .order_by()
        .values_list("pk", "number", "started_at", "last_hash")
    }
    return SeasonStandings(table=table, evenings=tuple(evenings[evening] for evening in table.evenings))


def closed_standings(group: ClubGroup, season: Season) -> SeasonStandings:
    """Return the standings as of the closing of a closed season. One statement."""
    closing = SeasonEvent.objects.filter(club=group.club_id, pk=season.newest.pk)
    return read_closed_season(closing.values_list("facts", flat=True).get())


def standings_of_season(group: ClubGroup, season: Season) -> SeasonStandings:
    """Return the standings as of the closing, or those of today for an open season."""
    return closed_standings(group, season) if season.is_closed else season_standings(group, season.agreement)


def evenings_by_number(
    group: ClubGroup, numbers: Collection[int], *, named: Collection[UUID] = ()
) -> Mapping[int, Sequence[Evening]]:
    """Return the known evenings of each number. One statement, and none without numbers.

    Linked clubs may use a number twice: then those in `named` count, else the one of the first club.
    """
    found: dict[int, list[Evening]] = {}
    rows = Evening.objects.filter(club__in=group.clubs, number__in=numbers).defer("state") if numbers else ()
    for evening in sorted(rows, key=lambda row: group.clubs.index(row.club_id)):
        found.setdefault(evening.number, []).append(evening)
    return {number: [one for one in own if one.pk in named] or own[:1] for number, own in found.items()}


def numbered_evenings(group: ClubGroup, agreement: Agreement) -> QuerySet[Evening, tuple[int, datetime]]:
    """Return number and beginning of the newest evenings of the period, the left out ones included. One statement."""
    found = Evening.objects.filter(**_evening_filter(group, agreement), closed_at__isnull=False)
    return found.order_by("-started_at", "-number").values_list("number", "started_at")[:MAX_LISTED]


def numbers_of_evenings(group: ClubGroup, evenings: Iterable[UUID]) -> Mapping[UUID, int]:
    found = Evening.objects.filter(club__in=group.clubs, pk__in=set(evenings)).order_by("number")
    return dict(found.values_list("pk", "number"))


def _read_evening_rows(group: ClubGroup, agreement: Agreement) -> Iterator[EveningRow]:
    found = EveningResult.objects.filter(**_evening_filter(group, agreement))
    if agreement.measure is SeasonMeasure.MONEY:
        found = found.filter(unit=agreement.unit)
    if agreement.ruleset:
        found = found.filter(ruleset=agreement.ruleset)
    rows = found.order_by("started_at", "evening_id", "player_id").values_list(*COLUMNS)
    for evening, own in groupby(rows, key=itemgetter(0)):
        if evening not in agreement.left_out:
            yield from _sum_evening_by_person(group, evening, own)


def _sum_evening_by_person(group: ClubGroup, evening: UUID, rows: Iterable[Any]) -> Iterator[EveningRow]:
    """Yield a row for each person, with the sum and the place of all their entries."""
    sums: dict[UUID, list[int]] = {}
    for _evening, player, *figures in rows:
        person = group.person(player)
        sums[person] = list(map(add, sums.get(person, repeat(0)), figures))
    places = sorted((points for points, *_others in sums.values()), reverse=True)
    for person, (points, undealt_points, amount_minor, hands) in sums.items():
        yield EveningRow(
            person=person,
            evening=evening,
            points=points,
            undealt_points=undealt_points,
            amount_minor=amount_minor,
            hands=hands,
            place=1 + places.index(points),
            people=len(sums),
        )


def _evening_filter(group: ClubGroup, agreement: Agreement) -> dict[str, Any]:
    chosen = {"club__in": group.clubs, **Span.of_days(agreement.first_on, agreement.ends_on).begun()}
    return {**chosen, "game": agreement.game} if agreement.game else chosen
