"""What boards compare: the sums of everybody of a circle in a period, from months, results and contracts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum

from scorebook.clubs.circle import Circle
from scorebook.core.months import midnight
from scorebook.play.models import Evening, EveningResult, MonthContract, MonthTotal, Seat
from scorebook.play.months import WAS_THERE
from scorebook.standings.period import Period, Span
from scorebook.standings.season_agreement import usual_places

if TYPE_CHECKING:
    from scorebook.standings.boards import Asked

Row = Mapping[str, Any]
TOTALS = ("points", "hands", "declared", "declared_won")
# What each measure reads of a result; place points are worked out from places.
OF_RESULTS: Mapping[str, Sequence[str]] = {
    "schneider": ("schneider_given",),
    "schneider_taken": ("schneider_taken",),
    "matadors": ("matadors",),
    "doubled": ("doubled", "doubled_won"),
    "run": ("run",),
    "highest": ("best_points",),
}
OF_CONTRACTS = ("declared", "declared_won", "defended", "defended_won")
RAMSCH = "ramsch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What a person has in a period. amounts: unit -> minor units. run, best_points: the most of any evening.

    What is not asked for is 0.
    """

    evenings: int = 0
    hands: int = 0
    points: int = 0
    amounts: Mapping[str, int] = field(default_factory=dict)
    declared: int = 0
    declared_won: int = 0
    defended: int = 0
    defended_won: int = 0
    schneider_given: int = 0
    schneider_taken: int = 0
    matadors: int = 0
    doubled: int = 0
    doubled_won: int = 0
    ramsch_lost: int = 0
    place_points: int = 0
    run: int = 0
    best_points: int = 0


# Beside these, which are no sums.
_GREATEST = ("run", "best_points")


def totals_of(
    circle: Circle, *, first_on: date | None = None, last_on: date | None = None, game: str | None = None
) -> dict[UUID, Sums]:
    """Everybody who played in the evenings begun from the first day to the last, open ones too.

    Whole months are read as months, and only what is left of a month at either end evening by evening. Three
    statements at most.
    """
    found: dict[UUID, Sums] = {}
    for rows in _totals_by_part(circle, Period.of(first_on, last_on), game):
        for row in rows:
            amounts = {row["unit"]: row["amount_minor_sum"]}
            totals = {name: row[f"{name}_sum"] for name in TOTALS}
            _add(found, circle, row, Sums(evenings=row["evenings_sum"], amounts=amounts, **totals))
    return found


def sums_of(circle: Circle, asked: Asked) -> dict[UUID, Sums]:
    """The totals, and what else the measure that is asked for compares."""
    sums = totals_of(circle, first_on=asked.first_on, last_on=asked.last_on, game=asked.game)
    if asked.is_of_contracts:
        # Declared are then those of the contract, and of whole months.
        sums = {person: replace(one, declared=0, declared_won=0) for person, one in sums.items()}
        more = _sums_of_contracts(circle, asked)
    else:
        more = _sums_of_results(circle, asked) if asked.is_of_results else {}
    for person, one in more.items():
        sums[person] = _together(sums.get(person, Sums()), one)
    return sums


def sums_before_last_evening(circle: Circle, asked: Asked, sums: Mapping[UUID, Sums]) -> dict[UUID, Sums] | None:
    """The sums without the last evening; None where it was the only one. Two statements."""
    last = _sums_of_last_result(circle, asked) if asked.is_of_results else _sums_of_last_evening(circle, asked)
    before = {person: _without(one, last[person]) if person in last else one for person, one in sums.items()}
    return before if any(one.evenings for one in before.values()) else None


def _add(found: dict[UUID, Sums], circle: Circle, row: Row, sums: Sums) -> None:
    person = circle.person(row["player"])
    found[person] = _together(found[person], sums) if person in found else sums


def _together(one: Sums, other: Sums) -> Sums:
    amounts = {unit: one.amounts.get(unit, 0) + other.amounts.get(unit, 0) for unit in {**one.amounts, **other.amounts}}
    return _combined(one, other, lambda name, a, b: max(a, b) if name in _GREATEST else a + b, amounts)


def _without(one: Sums, other: Sums) -> Sums:
    amounts = {unit: amount - other.amounts.get(unit, 0) for unit, amount in one.amounts.items()}
    return _combined(one, other, lambda name, a, b: a if name in _GREATEST else a - b, amounts)


def _combined(one: Sums, other: Sums, by: Any, amounts: Mapping[str, int]) -> Sums:
    names = [one_field.name for one_field in fields(Sums) if one_field.name != "amounts"]
    figures = {name: by(name, getattr(one, name), getattr(other, name)) for name in names}
    return Sums(amounts=amounts, **figures)


# -- months and seats ----------------------------------------------------------------------------------------------


def _totals_by_part(circle: Circle, period: Period, game: str | None) -> Iterator[Iterable[Row]]:
    """One row a player and unit, of each part of the period that there is."""
    sums = {f"{name}_sum": Sum(name) for name in (*TOTALS, "amount_minor")}
    for days in period.days:
        yield _by_player(_seats(circle, days, game), Count("evening", distinct=True), sums)
    if period.months:
        months = MonthTotal.objects.filter(
            club__in=circle.clubs, month__gte=period.months.first, month__lt=period.months.end
        )
        found = months.filter(game=game) if game is not None else months
        rows: Any = found.order_by().values("player", "unit").annotate(evenings_sum=Sum("evenings"), **sums)
        yield [row for row in rows if row["evenings_sum"]]


def _seats(circle: Circle, days: Span, game: str | None) -> QuerySet[Seat]:
    found = Seat.objects.filter(
        WAS_THERE,
        club__in=circle.clubs,
        evening__club__in=circle.clubs,
        evening__started_at__gte=midnight(days.first),
        evening__started_at__lt=midnight(days.end),
    )
    return found.filter(evening__game=game) if game is not None else found


def _by_player(seats: QuerySet[Seat], evenings: Count, sums: Mapping[str, Sum]) -> Iterable[Row]:
    counted: Any = seats.order_by().annotate(unit=F("evening__unit")).values("player", "unit")
    found: Iterable[Row] = counted.annotate(evenings_sum=evenings, **sums)
    return found


def _sums_of_last_evening(circle: Circle, asked: Asked) -> dict[UUID, Sums]:
    # Not one of which every hand was struck out.
    attended = Exists(Seat.objects.filter(WAS_THERE, club__in=circle.clubs, evening=OuterRef("pk")))
    evenings = Evening.objects.filter(_begun(asked, "started_at"), attended, club__in=circle.clubs)
    if asked.game is not None:
        evenings = evenings.filter(game=asked.game)
    last = evenings.order_by("-started_at", "-number").values_list("pk", "club_id").first()
    found: dict[UUID, Sums] = {}
    if last:
        seats = Seat.objects.filter(WAS_THERE, club=last[1], evening=last[0], evening__club=last[1])
        sums = {f"{name}_sum": Sum(name) for name in (*TOTALS, "amount_minor")}
        for row in _by_player(seats, Count("evening", distinct=True), sums):
            amounts = {row["unit"]: row["amount_minor_sum"]}
            totals = {name: row[f"{name}_sum"] for name in TOTALS}
            _add(found, circle, row, Sums(evenings=row["evenings_sum"], amounts=amounts, **totals))
    return found


def _begun(asked: Asked, name: str) -> Q:
    """Within the days that are asked for; without bounds where there are none, so that no index seems to help."""
    if asked.first_on is None and asked.last_on is None:
        return Q()
    span = Period.of(asked.first_on, asked.last_on)
    first = min((part.first for part in (*span.days, *([span.months] if span.months else []))), default=date.max)
    end = max((part.end for part in (*span.days, *([span.months] if span.months else []))), default=date.min)
    return Q(**{f"{name}__gte": midnight(first), f"{name}__lt": midnight(end)})


# -- results and contracts -----------------------------------------------------------------------------------------


def _results(circle: Circle, asked: Asked) -> QuerySet[EveningResult]:
    found = EveningResult.objects.filter(_begun(asked, "started_at"), club__in=circle.clubs)
    return found.filter(game=asked.game) if asked.game is not None else found


def _sums_of_results(circle: Circle, asked: Asked) -> dict[UUID, Sums]:
    """Without the evenings, which the totals have. One statement; a row a player, of places one more for each."""
    results, found = _results(circle, asked).order_by(), dict[UUID, Sums]()
    columns = OF_RESULTS.get(asked.measure)
    if columns is None:
        places: Any = results.values("player", "people", "place").annotate(times=Count("player"))
        for row in places:
            place_points = row["times"] * usual_places(row["people"])[row["place"] - 1]
            _add(found, circle, row, Sums(place_points=place_points))
        return found
    counted = {f"{name}_all": Max(name) if name in _GREATEST else Sum(name) for name in columns}
    summed: Any = results.values("player").annotate(**counted)
    for row in summed:
        _add(found, circle, row, Sums(**{name: row[f"{name}_all"] for name in columns}))
    return found


def _sums_of_last_result(circle: Circle, asked: Asked) -> dict[UUID, Sums]:
    results = _results(circle, asked)
    last = results.order_by("-started_at", "-evening_id").values_list("evening_id", flat=True)[:1]
    found: dict[UUID, Sums] = {}
    for row in EveningResult.objects.filter(club__in=circle.clubs, evening__in=list(last)):
        place_points = usual_places(row.people)[row.place - 1]
        _add(found, circle, {"player": row.player_id}, Sums(evenings=1, place_points=place_points))
    return found


def _sums_of_contracts(circle: Circle, asked: Asked) -> dict[UUID, Sums]:
    """One statement."""
    found = _contracts(circle, asked)
    if asked.contract is not None:
        found = found.filter(contract=asked.contract)
    sums = {f"{name}_sum": Sum(name) for name in OF_CONTRACTS}
    counted: Any = (
        found.order_by()
        .values("player")
        .annotate(ramsch_lost=Sum("lost", filter=Q(contract=RAMSCH), default=0), **sums)
    )
    by_person: dict[UUID, Sums] = {}
    for row in counted:
        figures = {name: row[f"{name}_sum"] for name in OF_CONTRACTS}
        _add(by_person, circle, row, Sums(ramsch_lost=row["ramsch_lost"], **figures))
    return by_person


def _contracts(circle: Circle, asked: Asked) -> QuerySet[MonthContract]:
    """Of the months that the period touches."""
    found = MonthContract.objects.filter(club__in=circle.clubs)
    if asked.first_on:
        found = found.filter(month__gte=asked.first_on.replace(day=1))
    if asked.last_on:
        found = found.filter(month__lte=asked.last_on)
    return found.filter(game=asked.game) if asked.game is not None else found


def contracts_declared(circle: Circle, asked: Asked) -> list[str]:
    """Those that somebody declared in the months of the period. One statement."""
    found = _contracts(circle, asked).filter(declared__gt=0).order_by("contract")
    return list(found.values_list("contract", flat=True).distinct())
