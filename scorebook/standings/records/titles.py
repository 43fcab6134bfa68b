"""The titles of a club, which pass on as soon as someone else has more."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Sum

from scorebook.clubs.club_groups import ClubGroup
from scorebook.clubs.models import Player
from scorebook.core.months import day_of
from scorebook.core.time_spans import Span, SpanName
from scorebook.standings.models import SeasonEvent
from scorebook.standings.standings_scope import FigureScope

MIN_FIGURE = 3  # a lower figure earns no title, such as a single lost Ramsch
FIRST_LINES = 4  # of a closed season; the place is seldom shared by as many as sit at a table


class TitleName(StrEnum):
    CHAMPION = "champion"  # first place of the last closed season
    SOLO = "solo"  # most Solos won in twelve months
    SCHNEIDER = "schneider"  # most hands won with Schneider in twelve months
    RAMSCH = "ramsch"  # most Ramsch lost in twelve months
    NEMESIS = "nemesis"  # the nemesis of most people in twelve months (`people.nemesis_title`)


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    name: TitleName
    holders: tuple[UUID, ...]  # several if tied; empty while nobody has enough
    figure: int = 0
    challengers: tuple[UUID, ...] = ()  # next after the holders, several if tied
    missing: int = 0  # what a challenger needs to pass them
    season: UUID | None = None  # of the champion
    since: date | None = None  # day on which that season was closed


def titles(group: ClubGroup, *, today: date) -> list[Title]:
    """Return the titles that pages show beside names.

    Two statements: a row of a closed season, and sums of twelve months. One more if all FIRST_LINES share the place.
    """
    return [_champion_title(group), *_counted_titles(group, today)]


def titles_by_person(found: list[Title]) -> Mapping[UUID, list[TitleName]]:
    held: dict[UUID, list[TitleName]] = {}
    for title in found:
        for holder in title.holders:
            held.setdefault(holder, []).append(title.name)
    return held


def _champion_title(group: ClubGroup) -> Title:
    # Only the first lines are read from the stored table, which may have a thousand evenings.
    lines = [f"facts__table__lines__{place}" for place in range(FIRST_LINES)]
    events = SeasonEvent.objects.filter(club=group.club_id)
    closed = events.filter(kind=SeasonEvent.Kind.CLOSED).exclude(
        Exists(events.filter(season=OuterRef("season"), seq__gt=OuterRef("seq")))
    )
    row: Any = closed.order_by("-seq").values_list("pk", "season", "recorded_at", *lines).first()
    if row is None:
        return Title(name=TitleName.CHAMPION, holders=())
    pk, season, recorded_at, *first = row
    if first[-1] and first[-1]["rank"] == 1:
        first = events.values_list("facts__table__lines", flat=True).get(pk=pk)
    holders = [group.person(UUID(line["person"])) for line in first if line and line["rank"] == 1]
    return Title(
        name=TitleName.CHAMPION, holders=tuple(dict.fromkeys(holders)), season=season, since=day_of(recorded_at)
    )


def _counted_titles(group: ClubGroup, today: date) -> Iterator[Title]:
    # The subquery lets the primary key find the twelve months of each player; without it all months are read.
    rows = FigureScope(group=group, span=Span.named(SpanName.TWELVE, today)).month_contracts()
    rows = rows.filter(player__in=Player.objects.filter(club__in=group.clubs).values("pk"))
    summed: Any = rows.values_list("player").annotate(
        solo=Sum("declared_won", filter=Q(contract="solo")),
        schneider=Sum("schneider_given"),
        ramsch=Sum("lost", filter=Q(contract="ramsch")),
    )
    counts = {name: Counter[UUID]() for name in (TitleName.SOLO, TitleName.SCHNEIDER, TitleName.RAMSCH)}
    for player, *figures in summed:
        for count, figure in zip(counts.values(), figures, strict=True):
            count[group.person(player)] += figure or 0
    for name, count in counts.items():
        yield title_of_most(name, count)


def title_of_most(name: TitleName, count: Mapping[UUID, int]) -> Title:
    """Return the title of the person who has the most. count: person -> figure."""
    figures = sorted(set(count.values()), reverse=True)
    if not figures or figures[0] < MIN_FIGURE:
        return Title(name=name, holders=())
    most, second = figures[0], figures[1] if len(figures) > 1 else 0
    return Title(
        name=name,
        holders=tuple(sorted(person for person, own in count.items() if own == most)),
        figure=most,
        challengers=tuple(sorted(person for person, own in count.items() if 0 < own == second)),
        missing=most - second + 1,
    )
