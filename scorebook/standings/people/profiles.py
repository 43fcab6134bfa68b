"""A person over the years: their points and money by evening and their contracts."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Max, Min

from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.months import day_of
from scorebook.play.models import Evening, EveningResult, MonthContract, MonthTotal
from scorebook.play.months import SUMS
from scorebook.standings.boards.board_sums import Sums
from scorebook.standings.people.point_history import PointHistory, Step
from scorebook.standings.standings_scope import FigureScope, sum_columns

# The most evenings of a course by evening; with more it goes month by month.
EVENINGS_DRAWN = 60
LAST_EVENINGS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    game: str
    first: date  # month
    last: date  # month


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonEvening:
    evening_id: UUID
    started_at: datetime
    unit: str
    points: int
    amount_minor: int
    place: int  # among `people`; level people share it
    people: int


def played_games(group: ClubGroup) -> list[PlayedGame]:
    """Return the games of the club, the latest played first. One statement."""
    rows = MonthTotal.objects.filter(club__in=group.clubs, evenings__gt=0).order_by().values_list("game")
    found = [
        PlayedGame(game=game, first=first, last=last) for game, first, last in rows.annotate(Min("month"), Max("month"))
    ]
    return _games_newest_first(found)


def played_months(group: ClubGroup, person: UUID) -> list[MonthTotal]:
    """Return the months of a person, by game and unit, the oldest first. One statement."""
    own = MonthTotal.objects.filter(club__in=group.clubs, player__in=group.entries_of(person), evenings__gt=0)
    return list(own.order_by("month", "game", "unit"))


def games_of_months(months: Iterable[MonthTotal]) -> list[PlayedGame]:
    """Return the games of these months, the latest played first. months: the oldest first."""
    found: dict[str, PlayedGame] = {}
    for one in months:
        first = found[one.game].first if one.game in found else one.month
        found[one.game] = PlayedGame(game=one.game, first=first, last=one.month)
    return _games_newest_first(found.values())


def _games_newest_first(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    return sorted(sorted(games, key=lambda one: one.game), key=lambda one: one.last, reverse=True)


def months_in_scope(played: Iterable[MonthTotal], scope: FigureScope) -> list[MonthTotal]:
    """Return the months in the scope. Raises: AssertionError where its span is not made of whole months."""
    return [one for one in played if scope.game in (None, one.game) and scope.span.has_month(one.month)]


def totals_of_months(played: Sequence[MonthTotal]) -> Sums:
    amounts: dict[str, int] = {}
    for one in played:
        amounts[one.unit] = amounts.get(one.unit, 0) + one.amount_minor
    names = ("evenings", "points", "hands", "declared", "declared_won")
    return Sums(amounts=amounts, **{name: sum(getattr(one, name) for one in played) for name in names})


def contract_figures_of_person(scope: FigureScope, person: UUID) -> list[MonthContract]:
    """Return a person's contracts, most hands first, as unsaved rows for all months. One statement.

    Their points add up to those of the person. The points without cards (`months.WITHOUT_CARDS`) come last.
    """
    rows = scope.month_contracts().filter(player__in=scope.group.entries_of(person))
    found = [
        MonthContract(contract=contract, **sums)
        for [contract], sums in sum_columns(rows, by=("contract",), names=SUMS[MonthContract])
        if sums["hands"] or sums["points"]
    ]
    return sorted(found, key=lambda one: (-one.hands, one.contract))


def point_history_of_person(scope: FigureScope, person: UUID, *, played: Iterable[MonthTotal]) -> PointHistory:
    """Return the course of a person by evening, or by month if there are too many evenings. One statement.

    played: the months in the scope.
    """
    rows = scope.results().filter(player__in=scope.group.entries_of(person))
    newest = rows.order_by("-started_at").values_list("started_at", "unit", "points", "amount_minor")
    evenings = list(newest[: EVENINGS_DRAWN + 1])
    if len(evenings) > EVENINGS_DRAWN:
        steps = [Step(on=one.month, unit=one.unit, points=one.points, amount_minor=one.amount_minor) for one in played]
        return PointHistory(steps=steps, is_by_month=True)
    steps = [
        Step(on=day_of(started_at), unit=unit, points=points, amount_minor=amount_minor)
        for started_at, unit, points, amount_minor in reversed(evenings)
    ]
    return PointHistory(steps=steps, is_by_month=False)


def last_evenings(scope: FigureScope, person: UUID) -> list[PersonEvening]:
    """Return the newest evenings, newest first, with places by person, whichever entry played. Two statements."""
    group, own = scope.group, scope.ratings().filter(player=person).order_by("-started_at", "-evening_id")
    stood = list(own[:LAST_EVENINGS])
    results = EveningResult.objects.filter(
        club__in=group.clubs, evening__in=[one.evening_id for one in stood], player__in=group.entries_of(person)
    )
    columns = sum_columns(results.order_by(), by=("evening", "unit"), names=("points", "amount_minor"))
    sums = {evening: {"unit": unit, **figures} for (evening, unit), figures in columns}
    return [
        PersonEvening(
            evening_id=one.evening_id,
            started_at=one.started_at,
            place=one.place,
            people=one.people,
            **sums[one.evening_id],
        )
        for one in stood
    ]


def evening_links(group: ClubGroup, evenings: Collection[UUID]) -> dict[UUID, Evening]:
    """Return each evening with what its link is made of. One statement."""
    return (
        Evening.objects.filter(club__in=group.clubs, pk__in=evenings)
        .only("club", "number", "scribe_token", "closed_at")
        .in_bulk()
    )
