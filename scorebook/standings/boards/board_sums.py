"""Sums that boards compare: everyone in a club group in a span, from closed evenings only.

The sums come from months, results and contracts.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet, Sum

from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.time_spans import ALL, Span
from scorebook.play.models import EveningResult, MonthContract
from scorebook.play.months import ContractSums, contract_sums_of_days
from scorebook.standings.boards.query import RESULT_COLUMNS, BoardQuery
from scorebook.standings.seasons.season_agreement import usual_place_points
from scorebook.standings.standings_scope import FigureScope, sum_columns

Row = Mapping[str, Any]
TOTALS = ("points", "hands", "declared", "declared_won", "undealt_points")
OF_CONTRACTS = ("declared", "declared_won", "defended", "defended_won")
RAMSCH = "ramsch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """The sums of a person in a period; those that were not read are 0."""

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
    best_points: int = 0  # of the best hand, no sum


_GREATEST = ("run", "best_points")
_SUMMED = tuple(one.name for one in fields(Sums) if one.name not in ("amounts", *_GREATEST))


def board_totals_by_person(scope: FigureScope, *, unit: str | None = None) -> dict[UUID, Sums]:
    """Return the totals of everyone who played in the closed evenings of the scope, in that unit or in any.

    Read whole months as months, and the days left at either end evening by evening. Two statements at most, one
    for whole months.
    """
    found: dict[UUID, Sums] = {}
    for row in _total_rows(scope, {} if unit is None else {"unit": unit}):
        amounts = {row["unit"]: row["amount_minor_sum"]}
        totals = {name: row[f"{name}_sum"] for name in TOTALS}
        sums = Sums(evenings=row["evenings_sum"], amounts=amounts, **totals)
        _add_to_board_person(found, scope.group.person(row["player"]), sums)
    return found


def board_sums_by_person(group: ClubGroup, query: BoardQuery) -> dict[UUID, Sums]:
    """Return the totals, with the further sums that the board's measure compares."""
    scope = query.figure_scope(group)
    sums = board_totals_by_person(scope, unit=query.only_unit)
    if query.is_of_contracts:
        # The hands declared come from the contract's own sums instead.
        sums = {person: replace(one, declared=0, declared_won=0) for person, one in sums.items()}
        more = _board_sums_of_contracts(scope, query.contract)
    else:
        more = _board_sums_of_results(scope, query) if query.measure in RESULT_COLUMNS else {}
    for person, one in more.items():
        _add_to_board_person(sums, person, one)
    return sums


def sums_before_last_evening(group: ClubGroup, query: BoardQuery, sums: Mapping[UUID, Sums]) -> dict[UUID, Sums] | None:
    """Return the sums without the last evening, or None if it was the only one. Two statements."""
    last = _sums_of_last_evening(query.figure_scope(group), query)
    before = {person: _add_sums(one, last.get(person, Sums()), sign=-1) for person, one in sums.items()}
    return before if any(one.evenings for one in before.values()) else None


def _add_to_board_person(found: dict[UUID, Sums], person: UUID, sums: Sums) -> None:
    found[person] = _add_sums(found[person], sums) if person in found else sums


def _add_sums(one: Sums, other: Sums, *, sign: int = 1) -> Sums:
    """Add the sums, or with sign -1 take away those of an evening that is included; run and best hand stay."""
    amounts = {
        unit: one.amounts.get(unit, 0) + sign * other.amounts.get(unit, 0) for unit in {**one.amounts, **other.amounts}
    }
    figures = {name: getattr(one, name) + sign * getattr(other, name) for name in _SUMMED}
    best = {name: max(getattr(one, name), getattr(other, name)) for name in _GREATEST}
    return Sums(amounts=amounts, **figures, **best)


# -- months and evenings -------------------------------------------------------------------------------------------


def _total_rows(scope: FigureScope, of_unit: Mapping[str, str]) -> Iterator[Row]:
    """Yield a row for each player and unit: first for the single days of the span, then for its whole months."""
    sums = {f"{name}_sum": Sum(name) for name in (*TOTALS, "amount_minor")}
    parts = scope.span.parts
    if parts.days:
        results = replace(scope, span=ALL).results().filter(_began_on_days(parts.days), **of_unit)
        days: Any = results.order_by().values("player", "unit").annotate(evenings_sum=Count("evening"), **sums)
        yield from days
    if parts.months:
        totals = replace(scope, span=parts.months).month_totals().filter(**of_unit)
        months: Any = totals.values("player", "unit").annotate(evenings_sum=Sum("evenings"), **sums)
        yield from (row for row in months if row["evenings_sum"])


def _began_on_days(days: Iterable[Span]) -> Q:
    found = Q()
    for part in days:
        found |= Q(**part.begun())
    return found


def _sums_of_last_evening(scope: FigureScope, query: BoardQuery) -> dict[UUID, Sums]:
    newest = _results_of_query(scope, query).order_by("-started_at", "-evening_id")
    last = list(newest.values_list("evening_id", flat=True)[:1])
    found: dict[UUID, Sums] = {}
    for row in EveningResult.objects.filter(club__in=scope.clubs, evening__in=last):
        totals: dict[str, Any] = {name: getattr(row, name) for name in TOTALS}
        place_points = usual_place_points(row.people)[row.place - 1]
        sums = Sums(evenings=1, amounts={row.unit: row.amount_minor}, place_points=place_points, **totals)
        _add_to_board_person(found, scope.group.person(row.player_id), sums)
    return found


# -- results and contracts -----------------------------------------------------------------------------------------


def _results_of_query(scope: FigureScope, query: BoardQuery) -> QuerySet[EveningResult]:
    return scope.results().filter(**({} if query.only_unit is None else {"unit": query.only_unit}))


def _board_sums_of_results(scope: FigureScope, query: BoardQuery) -> dict[UUID, Sums]:
    """Return sums without evenings, which the totals count. One statement, of a row a player (and place)."""
    results, columns = _results_of_query(scope, query).order_by(), RESULT_COLUMNS[query.measure]
    found: dict[UUID, Sums] = {}
    if not columns:
        places: Any = results.values("player", "people", "place").annotate(times=Count("player"))
        for row in places:
            place_points = row["times"] * usual_place_points(row["people"])[row["place"] - 1]
            _add_to_board_person(found, scope.group.person(row["player"]), Sums(place_points=place_points))
        return found
    counted = {f"{name}_all": Max(name) if name in _GREATEST else Sum(name) for name in columns}
    summed: Any = results.values("player").annotate(**counted)
    for row in summed:
        sums = Sums(**{name: row[f"{name}_all"] for name in columns})
        _add_to_board_person(found, scope.group.person(row["player"]), sums)
    return found


def _board_sums_of_contracts(scope: FigureScope, contract: str | None) -> dict[UUID, Sums]:
    """Return the sums of one contract or of all. Three statements at most, one for whole months."""
    found: dict[UUID, Sums] = {}
    for row in (*_contract_sums_of_months(scope), *_contract_sums_of_single_days(scope)):
        if contract in (None, row.contract):
            figures: dict[str, Any] = {name: row.sums[name] for name in OF_CONTRACTS}
            ramsch_lost = row.sums["lost"] if row.contract == RAMSCH else 0
            _add_to_board_person(found, scope.group.person(row.player_id), Sums(ramsch_lost=ramsch_lost, **figures))
    return found


def contracts_declared(group: ClubGroup, query: BoardQuery) -> list[str]:
    """Return the contracts declared in the span. Three statements at most, one for whole months."""
    scope = query.figure_scope(group)
    of_months = _contracts_of_whole_months(scope).filter(declared__gt=0).values_list("contract", flat=True).distinct()
    of_days = (row.contract for row in _contract_sums_of_single_days(scope) if row.sums["declared"])
    return sorted({*of_months, *of_days})


def _contract_sums_of_months(scope: FigureScope) -> Iterator[ContractSums]:
    rows, names = _contracts_of_whole_months(scope), (*OF_CONTRACTS, "lost")
    for (player, contract), sums in sum_columns(rows, by=("player", "contract"), names=names):
        yield ContractSums(player_id=player, contract=contract, sums=sums)


def _contracts_of_whole_months(scope: FigureScope) -> QuerySet[MonthContract]:
    months = scope.span.parts.months
    return replace(scope, span=months).month_contracts() if months else MonthContract.objects.none()


def _contract_sums_of_single_days(scope: FigureScope) -> Iterable[ContractSums]:
    days = scope.span.parts.days
    return contract_sums_of_days(scope.group.clubs, days, game=scope.game) if days else ()
