"""The club's travelling cup: how it passes on, and its holders with their days."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from scorebook.clubs.club_groups import ClubGroup, CupAgreement, CupRule
from scorebook.core.months import EARLIEST, day_of, midnight
from scorebook.core.time_spans import Span
from scorebook.play.models import Evening, EveningResult
from scorebook.standings.models import CupPassing

# The number of newest passings that the sums per person cover: twenty years of a weekly table.
# Reading all 6,000 passings of a league took 0.1 s. Not added up in SQL: dates differ between the engines.
SUMMED = 1_000
# The default agreement: the cup can be won, but only from a holder who plays.
USUAL = CupAgreement(rule=CupRule.BEATEN, first_on=EARLIEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPoints:
    evening_id: UUID
    started_at: datetime
    points: Mapping[UUID, int]  # of each person


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """The time from an evening at which the cup came to a new holder."""

    evening_id: UUID
    holder: UUID
    before: UUID | None  # the holder before; None for the first of an agreement
    first_on: date  # the day they took it
    until: date | None = None  # the day it passed on or a new agreement began; None while they hold it


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldByAll:
    """All holdings of one person."""

    person: UUID
    times: int  # how often they took it
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CupNow:
    """The current agreement and holding of the cup."""

    agreement: CupAgreement
    holding: Holding | None
    evenings: int  # played by the club since they took it, that one included


@dataclass(frozen=True, slots=True, kw_only=True)
class CupPage:
    line: tuple[Holding, ...]  # the newest first
    has_more: bool  # older ones follow


# -- pure ----------------------------------------------------------------------------------------------------------


def pass_cup_on(
    evenings: Iterable[EveningPoints], agreements: Sequence[CupAgreement], *, last: Holding | None = None
) -> list[Holding]:
    """Return the holdings that begin in the evenings, without their ends.

    evenings: in their order. agreements: by their days. last: the holding before these evenings.
    """
    found: list[Holding] = []
    for evening in evenings:
        day = day_of(evening.started_at)
        agreed = cup_agreement_on(day, agreements)
        holder = last.holder if last and last.first_on >= agreed.first_on else None
        winner = _cup_winner(evening.points, agreed.rule, holder)
        if winner is not None:
            last = Holding(evening_id=evening.evening_id, holder=winner, before=holder, first_on=day)
            found.append(last)
    return found


def cup_agreement_on(day: date, agreements: Sequence[CupAgreement]) -> CupAgreement:
    return next((one for one in reversed(agreements) if one.first_on <= day), USUAL)


def _cup_winner(points: Mapping[UUID, int], rule: CupRule, holder: UUID | None) -> UUID | None:
    """Return the person who takes the cup, or None; a holder who is level with the best keeps it."""
    most = max(points.values())
    winners = [person for person, own in points.items() if own == most]
    if rule is CupRule.NO_CUP or len(winners) != 1 or holder in winners:
        return None
    if rule is CupRule.BEATEN and holder is not None and holder not in points:
        return None
    return winners[0]


def end_holdings(line: Iterable[Holding], agreements: Sequence[CupAgreement], *, today: date) -> list[Holding]:
    """Return the holdings with their ends. line: the oldest first. Agreements that begin after today end none yet."""
    begun = [one.first_on for one in agreements if one.first_on <= today]
    found: list[Holding] = []
    for one, following in pairwise([*line, None]):
        if one:
            ends = [day for day in begun if day > one.first_on] + ([following.first_on] if following else [])
            found.append(replace(one, until=min(ends, default=None)))
    return found


def sum_holdings_by_person(line: Iterable[Holding], *, today: date) -> list[HeldByAll]:
    """Sum up the holdings of each person, the longest first."""
    times, held = Counter[UUID](), Counter[UUID]()
    for one in line:
        times[one.holder] += 1
        held[one.holder] += max(((one.until or today) - one.first_on).days, 0)
    found = [HeldByAll(person=person, times=times[person], days=held[person]) for person in times]
    return sorted(found, key=lambda one: (-one.days, -one.times, one.person))


def holdings_between(line: Iterable[Holding], first_on: date, end: date) -> list[Holding]:
    """Return the holdings that began or lasted between the first day and the end, which is excluded."""
    return [
        one
        for one in line
        if one.first_on < end and (one.until is None or one.until > first_on or one.first_on >= first_on)
    ]


# -- read ----------------------------------------------------------------------------------------------------------


def cup_now(group: ClubGroup, *, today: date) -> CupNow:
    """Return who holds the cup today. Two statements at most."""
    agreement, newest = cup_agreement_on(today, group.cups), passings_newest_first(group).first()
    holding = _unended_holding(group, newest, today)
    evenings = _count_evenings_since(group, newest.started_at) if newest and holding else 0
    return CupNow(agreement=agreement, holding=holding, evenings=evenings)


def cup_holder(group: ClubGroup, *, today: date) -> UUID | None:
    """Return the person who holds the cup today, or None. One statement."""
    holding = _unended_holding(group, passings_newest_first(group).first(), today)
    return holding.holder if holding else None


def _unended_holding(group: ClubGroup, newest: CupPassing | None, today: date) -> Holding | None:
    found = _cup_holdings_of_rows(group, [newest] if newest else [], today)
    return next((one for one in found if one.until is None), None)


def cup_history(group: ClubGroup, *, today: date, before: UUID | None = None, size: int) -> CupPage:
    """Return a page of holdings. One statement.

    before: only those before the holding that began at this evening; none if no holding did.
    """
    rows, newer = passings_newest_first(group), 0
    if before:
        # With that holding, which ends the first of the page.
        began, newer = Subquery(rows.filter(evening=before).values("started_at")), 1
        rows = rows.filter(Q(started_at__lt=began) | Q(evening_id__lte=before), started_at__lte=began)
    line = _cup_holdings_of_rows(group, rows[: newer + size + 1], today)[::-1][newer:]
    return CupPage(line=tuple(line[:size]), has_more=len(line) > size)


def cup_holders(group: ClubGroup, *, today: date) -> list[HeldByAll]:
    """Return everyone who held the cup, the longest first. One statement."""
    found = passings_newest_first(group)[:SUMMED]
    return sum_holdings_by_person(_cup_holdings_of_rows(group, found, today), today=today)


def cup_holders_between(group: ClubGroup, span: Span, *, today: date) -> list[Holding]:
    """Return the holdings in the span, the oldest first. Three statements."""
    rows = passings_newest_first(group)
    found = [
        *rows.filter(started_at__gte=midnight(span.end)).reverse()[:1],
        *rows.filter(**span.begun()),
        *rows.filter(started_at__lt=midnight(span.first))[:1],
    ]
    return holdings_between(_cup_holdings_of_rows(group, found, today), span.first, span.end)


def passings_newest_first(group: ClubGroup) -> QuerySet[CupPassing]:
    return CupPassing.objects.filter(club=group.club_id).order_by("-started_at", "-evening_id")


def _cup_holdings_of_rows(group: ClubGroup, rows: Iterable[CupPassing], today: date) -> list[Holding]:
    """Return the holdings, the oldest first. rows: the newest first."""
    return end_holdings(map(holding_of_row, reversed(list(rows))), group.cups, today=today)


def holding_of_row(row: CupPassing) -> Holding:
    """Return the holding without its end."""
    first_on = day_of(row.started_at)
    return Holding(evening_id=row.evening_id, holder=row.player_id, before=row.from_player_id, first_on=first_on)


def _count_evenings_since(group: ClubGroup, started_at: datetime) -> int:
    result = EveningResult.objects.filter(club=OuterRef("club"), club__in=group.clubs, evening=OuterRef("pk"))
    begun = Evening.objects.filter(club__in=group.clubs, started_at__gte=started_at, closed_at__isnull=False)
    return begun.filter(Exists(result)).count()
