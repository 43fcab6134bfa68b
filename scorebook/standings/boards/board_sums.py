"""Sums that boards compare: everyone in a club group in a period, from closed evenings only.

The sums come from months, results and contracts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet, Sum

from scorebook.clubs.groups import ClubGroup
from scorebook.core.spans import ALL, Span
from scorebook.play.hand_sums import ContractSums, contract_sums_of_days
from scorebook.play.models import EveningResult, MonthContract, MonthTotal
from scorebook.standings.boards.query import BoardQuery
from scorebook.standings.seasons.season_agreement import usual_place_points

Row = Mapping[str, Any]
TOTALS = ("points", "hands", "declared", "declared_won", "undealt_points")
# Columns of a result that each measure reads; place points are computed from places.
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
    """The sums of a person in a period; those that a board does not need are 0."""

    evenings: int = 0
    hands: int = 0
    points: int = 0
    undealt_points: int = 0  # of `points`, those recorded without a hand
    amounts: Mapping[str, int] = field(default_factory=dict)  # unit -> minor units
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
    run: int = 0  # of the best evening, no sum
    best_points: int = 0  # of the best evening, no sum


_GREATEST = ("run", "best_points")


def totals_by_person(
    group: ClubGroup, *, span: Span = ALL, game: str | None = None, unit: str | None = None
) -> dict[UUID, Sums]:
    """Return the totals of everyone who played in the closed evenings begun in the span.

    Read whole months as months, and the days left at either end evening by evening. Two statements at most, one
    for whole months.
    """
    found: dict[UUID, Sums] = {}
    chosen = {name: value for name, value in (("game", game), ("unit", unit)) if value is not None}
    for rows in _totals_by_span_part(group, span, chosen):
        for row in rows:
            amounts = {row["unit"]: row["amount_minor_sum"]}
            totals = {name: row[f"{name}_sum"] for name in TOTALS}
            _add_player_sums(found, group, row, Sums(evenings=row["evenings_sum"], amounts=amounts, **totals))
    return found


def board_sums_by_person(group: ClubGroup, query: BoardQuery) -> dict[UUID, Sums]:
    """Return the totals, with the further sums that the board's measure compares."""
    sums = totals_by_person(group, span=query.span, game=query.game, unit=query.only_unit)
    if query.is_of_contracts:
        # The hands declared come from the contract's own sums instead.
        sums = {person: replace(one, declared=0, declared_won=0) for person, one in sums.items()}
        more = _sums_of_contracts(group, query)
    else:
        more = _sums_of_results(group, query) if query.is_of_results else {}
    for person, one in more.items():
        sums[person] = _add_sums(sums.get(person, Sums()), one)
    return sums


def sums_before_last_evening(group: ClubGroup, query: BoardQuery, sums: Mapping[UUID, Sums]) -> dict[UUID, Sums] | None:
    """Return the sums without the last evening, or None if it was the only one. Two statements."""
    last = _sums_of_last_evening(group, query)
    before = {person: _subtract_sums(one, last[person]) if person in last else one for person, one in sums.items()}
    return before if any(one.evenings for one in before.values()) else None


def _add_player_sums(found: dict[UUID, Sums], group: ClubGroup, row: Row, sums: Sums) -> None:
    person = group.person(row["player"])
    found[person] = _add_sums(found[person], sums) if person in found else sums


def _add_sums(one: Sums, other: Sums) -> Sums:
    amounts = {unit: one.amounts.get(unit, 0) + other.amounts.get(unit, 0) for unit in {**one.amounts, **other.amounts}}
    return _combine_sums(one, other, lambda name, a, b: max(a, b) if name in _GREATEST else a + b, amounts)


def _subtract_sums(one: Sums, other: Sums) -> Sums:
    amounts = {unit: amount - other.amounts.get(unit, 0) for unit, amount in one.amounts.items()}
    return _combine_sums(one, other, lambda name, a, b: a if name in _GREATEST else a - b, amounts)


def _combine_sums(one: Sums, other: Sums, by: Any, amounts: Mapping[str, int]) -> Sums:
    names = [one_field.name for one_field in fields(Sums) if one_field.name != "amounts"]
    figures = {name: by(name, getattr(one, name), getattr(other, name)) for name in names}
    return Sums(amounts=amounts, **figures)


# -- months and evenings -------------------------------------------------------------------------------------------


def _totals_by_span_part(group: ClubGroup, span: Span, chosen: Mapping[str, str]) -> Iterator[Iterable[Row]]:
    """Yield a row for each player and unit: first for the single days of the span, then for its whole months."""
    sums = {f"{name}_sum": Sum(name) for name in (*TOTALS, "amount_minor")}
    parts = span.parts
    if parts.days:
        results = EveningResult.objects.filter(_began_on_days(parts.days), club__in=group.clubs, **chosen)
        yield results.order_by().values("player", "unit").annotate(evenings_sum=Count("evening"), **sums)
    if parts.months:
        months = MonthTotal.objects.filter(club__in=group.clubs, **parts.months.of_months(), **chosen)
        rows: Any = months.order_by().values("player", "unit").annotate(evenings_sum=Sum("evenings"), **sums)
        yield [row for row in rows if row["evenings_sum"]]


def _began_on_days(days: Iterable[Span]) -> Q:
    found = Q()
    for part in days:
        found |= Q(**part.begun())
    return found


def _sums_of_last_evening(group: ClubGroup, query: BoardQuery) -> dict[UUID, Sums]:
    results = _results_of_query(group, query)
    last = results.order_by("-started_at", "-evening_id").values_list("evening_id", flat=True)[:1]
    found: dict[UUID, Sums] = {}
    for row in EveningResult.objects.filter(club__in=group.clubs, evening__in=list(last)):
        totals: dict[str, Any] = {name: getattr(row, name) for name in TOTALS}
        place_points = usual_place_points(row.people)[row.place - 1]
        sums = Sums(evenings=1, amounts={row.unit: row.amount_minor}, place_points=place_points, **totals)
        _add_player_sums(found, group, {"player": row.player_id}, sums)
    return found


# -- results and contracts -----------------------------------------------------------------------------------------


def _results_of_query(group: ClubGroup, query: BoardQuery) -> QuerySet[EveningResult]:
    found = EveningResult.objects.filter(club__in=group.clubs, **query.span.begun())
    found = found.filter(unit=query.only_unit) if query.only_unit is not None else found
    return found.filter(game=query.game) if query.game is not None else found


def _sums_of_results(group: ClubGroup, query: BoardQuery) -> dict[UUID, Sums]:
    """Return sums without evenings, which the totals count. One statement, of a row a player (and place)."""
    results, found = _results_of_query(group, query).order_by(), dict[UUID, Sums]()
    columns = OF_RESULTS.get(query.measure)
    if columns is None:
        places: Any = results.values("player", "people", "place").annotate(times=Count("player"))
        for row in places:
            place_points = row["times"] * usual_place_points(row["people"])[row["place"] - 1]
            _add_player_sums(found, group, row, Sums(place_points=place_points))
        return found
    counted = {f"{name}_all": Max(name) if name in _GREATEST else Sum(name) for name in columns}
    summed: Any = results.values("player").annotate(**counted)
    for row in summed:
        _add_player_sums(found, group, row, Sums(**{name: row[f"{name}_all"] for name in columns}))
    return found


def _sums_of_contracts(group: ClubGroup, query: BoardQuery) -> dict[UUID, Sums]:
    """Return the sums of the contracts. Three statements at most, one for whole months."""
    found: dict[UUID, Sums] = {}
    for row in (*_contract_sums_of_months(group, query), *_contract_sums_of_single_days(group, query)):
        if query.contract in (None, row.contract):
            figures: dict[str, Any] = {name: row.sums[name] for name in OF_CONTRACTS}
            ramsch_lost = row.sums["lost"] if row.contract == RAMSCH else 0
            _add_player_sums(found, group, {"player": row.player_id}, Sums(ramsch_lost=ramsch_lost, **figures))
    return found


def contracts_declared(group: ClubGroup, query: BoardQuery) -> list[str]:
    """Return the contracts declared in the span. Three statements at most, one for whole months."""
    months = _month_contracts_of_query(group, query)
    declared = months.filter(declared__gt=0).values_list("contract", flat=True).distinct() if months else ()
    of_days = (row.contract for row in _contract_sums_of_single_days(group, query) if row.sums["declared"])
    return sorted({*declared, *of_days})


def _contract_sums_of_months(group: ClubGroup, query: BoardQuery) -> Iterator[ContractSums]:
    months = _month_contracts_of_query(group, query)
    if months is None:
        return
    names = (*OF_CONTRACTS, "lost")
    counted: Any = months.values("player", "contract").annotate(**{f"{name}_sum": Sum(name) for name in names})
    for row in counted:
        sums = {name: row[f"{name}_sum"] for name in names}
        yield ContractSums(player_id=row["player"], contract=row["contract"], sums=sums)


def _month_contracts_of_query(group: ClubGroup, query: BoardQuery) -> QuerySet[MonthContract] | None:
    """Return the contracts of the whole months of the span, or None if it has none."""
    if (months := query.span.parts.months) is None:
        return None
    found = MonthContract.objects.filter(club__in=group.clubs, **months.of_months()).order_by()
    return found.filter(game=query.game) if query.game is not None else found


def _contract_sums_of_single_days(group: ClubGroup, query: BoardQuery) -> Iterable[ContractSums]:
    days = query.span.parts.days
    return contract_sums_of_days(group.clubs, days, game=query.game) if days else ()
