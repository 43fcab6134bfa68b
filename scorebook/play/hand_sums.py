"""Monthly sums of a club by contract and by pair of players.

They cover the valid hands of closed evenings, and only players who held cards. Closing an evening adds its hands,
reopening subtracts them (`results`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations, repeat
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from rules import Player
from scorebook.clubs.models import Club
from scorebook.core.months import midnight, month_of
from scorebook.core.rows import Change, Insert
from scorebook.core.spans import Span
from scorebook.play.codec import player_key
from scorebook.play.counted_hands import STORED_HAND_COLUMNS, CountedHand, StoredHand, counted_event, counted_hand
from scorebook.play.models import Evening, EveningResult, HandEvent, MonthContract, MonthPair

SumsModel = type[MonthContract] | type[MonthPair]

# Per model: the key columns after the club, and the summed columns.
PLACE: Mapping[SumsModel, Sequence[str]] = {
    MonthContract: ("player_id", "month", "game", "unit", "contract"),
    MonthPair: ("player_id", "other_id", "month", "game", "unit"),
}
SUMS: Mapping[SumsModel, Sequence[str]] = {
    MonthContract: (
        "hands", "won", "lost", "points", "declared", "declared_won", "defended", "defended_won",
        "schneider_given", "schneider_taken",
    ),
    MonthPair: (
        "together", "together_won", "together_points", "partner_points",
        "against", "against_won", "against_points", "other_points",
    ),
}  # fmt: skip
# Number of leading key columns that are players; kept as texts of the rules here, which are faster to look up.
PEOPLE: Mapping[SumsModel, int] = {MonthContract: 1, MonthPair: 2}
# The contract of the row with all other points of a month: while sitting out, of amounts written down, and of the
# pot at the end.
WITHOUT_CARDS = "without_cards"

Place = tuple[Any, ...]
# Model -> place -> values in the order of SUMS.
HandSums = dict[SumsModel, dict[Place, list[int]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongSums:
    model: SumsModel
    place: Place
    must: Sequence[int] | None  # expected values; None for no row
    does: Sequence[int] | None  # stored values; None for no row


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractSums:
    player_id: UUID
    contract: str
    sums: Mapping[str, int]  # by column of MonthContract


def hand_sum_changes(
    evenings: Iterable[tuple[Evening, Iterable[HandEvent]]],
    people: Iterable[EveningResult],
    *,
    club_id: UUID,
    times: int,
) -> Sequence[Change]:
    """Return the rows to write when hands of closed evenings start to count (times=1) or stop (times=-1).

    people: the results of these evenings.
    """
    sums: HandSums = {MonthContract: {}, MonthPair: {}}
    for evening, hands in evenings:
        for event in hands:
            if not event.is_void:
                _add_hand_to_sums(sums, _month_game_and_unit(evening), counted_event(event, evening.rules), times=times)
    for one in people:
        _add_result_to_sums(sums, one, times=times)
    return [
        Insert(model=model, rows=_sum_rows_to_write(model, sums, club_id), opens=tuple(SUMS[model])) for model in SUMS
    ]


def contract_sums_of_days(
    clubs: Collection[UUID], days: Collection[Span], *, game: str | None
) -> Sequence[ContractSums]:
    """Compute the contract sums of single days, without the row for points without cards. Two statements.

    For spans that are not whole months, whose sums are stored. days: within a month or two.
    """
    begun = Q()
    for one in days:
        begun |= Q(**one.begun())
    closed = Evening.objects.filter(begun, club__in=clubs, closed_at__isnull=False).order_by()
    evenings = {one.pk: one for one in (closed.filter(game=game) if game is not None else closed)}
    sums: dict[Place, list[int]] = {}
    for _evening, hand in _valid_hands_of_evenings(clubs, evenings):
        for player in hand.holders:
            _add_to_sums(sums, (player, hand.contract), _contract_sums_of_hand(hand, player), 1)
    return [
        ContractSums(
            player_id=UUID(player), contract=contract, sums=dict(zip(SUMS[MonthContract], counted, strict=True))
        )
        for (player, contract), counted in sums.items()
    ]


def _valid_hands_of_evenings(
    clubs: Collection[UUID], evenings: Mapping[UUID, Evening]
) -> Iterator[tuple[Evening, CountedHand]]:
    """Yield the valid hands of these evenings. One statement; none without evenings."""
    if evenings:
        standing = HandEvent.objects.filter(club__in=clubs, evening__in=list(evenings), replaced_by__isnull=True)
        counting = standing.exclude(kind=HandEvent.Kind.VOIDED).order_by()
        for evening_id, *stored in counting.values_list("evening_id", *STORED_HAND_COLUMNS).iterator():
            evening = evenings[evening_id]
            yield evening, counted_hand(StoredHand(*stored), evening.rules)


def years_of_sums(club_id: UUID) -> Sequence[int]:
    """Return the years in which an evening of the club began or for which rows are stored. Three statements."""
    evenings = Evening.objects.filter(club=club_id).order_by()
    begun = evenings.datetimes("started_at", "year", tzinfo=timezone.get_default_timezone())
    stored = [month for model in SUMS for month in model.objects.filter(club=club_id).dates("month", "year")]
    return sorted({day.year for day in (*begun, *stored)})


def wrong_hand_sums(club: Club, *, year: int) -> Iterator[WrongSums]:
    """Yield the wrong rows of a year. Five statements."""
    summed, stored = computed_hand_sums(club, year=year), stored_hand_sums(club, year=year)
    for model in SUMS:
        for place in sorted(summed[model].keys() | stored[model].keys()):
            must, does = summed[model].get(place), stored[model].get(place)
            if must != does:
                yield WrongSums(model=model, place=place, must=must, does=does)


def rebuild_hand_sums(club: Club) -> int:
    """Recompute the sums of a club; return how many rows were wrong, missing or extra.

    Locks all evenings of the club. An import in progress locks none and adds to rows, so only wrong rows are rewritten.
    """
    count = 0
    with transaction.atomic():
        list(Evening.objects.select_for_update(no_key=True).filter(club=club).order_by("number").values_list("pk"))
        for year in years_of_sums(club.pk):
            wrong = list(wrong_hand_sums(club, year=year))
            for model in SUMS:
                _rewrite_sums(club, year, model, [one for one in wrong if one.model is model])
            count += len(wrong)
    return count


def _rewrite_sums(club: Club, year: int, model: SumsModel, wrong: Sequence[WrongSums]) -> None:
    people, rows = PEOPLE[model], _sum_rows_of_year(model, club, year)
    stored = {(*map(str, row[:people]), *row[people:]) for row in rows.values_list(*PLACE[model])}  # zeros too
    for one in wrong:
        if one.place in stored:
            rows.filter(**dict(zip(PLACE[model], one.place, strict=True))).delete()
    right = {one.place: list(one.must) for one in wrong if one.must}
    rows.bulk_create(model(**row) for row in _sum_rows_to_write(model, {model: right}, club.pk))


def computed_hand_sums(club: Club, *, year: int) -> HandSums:
    """Compute the sums of a year from the hands of its closed evenings. Three statements.

    The results of the evenings must be right, because points without cards are results minus hands.
    """
    sums: HandSums = {MonthContract: {}, MonthPair: {}}
    begun = {"started_at__gte": midnight(date(year, 1, 1)), "started_at__lt": midnight(date(year + 1, 1, 1))}
    closed = Evening.objects.filter(club=club, closed_at__isnull=False, **begun).order_by()
    for evening, hand in _valid_hands_of_evenings([club.pk], {evening.pk: evening for evening in closed}):
        _add_hand_to_sums(sums, _month_game_and_unit(evening), hand)
    for one in EveningResult.objects.filter(club=club, **begun):
        _add_result_to_sums(sums, one)
    return {model: _without_zero_sums(found) for model, found in sums.items()}


def stored_hand_sums(club: Club, *, year: int) -> HandSums:
    """Return the stored sums of a year, without rows of zeros."""
    found: HandSums = {}
    for model in SUMS:
        people, key = PEOPLE[model], len(PLACE[model])
        rows = _sum_rows_of_year(model, club, year).values_list(*PLACE[model], *SUMS[model])
        sums = {(*map(str, row[:people]), *row[people:key]): list(row[key:]) for row in rows}
        found[model] = _without_zero_sums(sums)
    return found


def _sum_rows_of_year(model: SumsModel, club: Club, year: int) -> QuerySet[Any]:
    return model._default_manager.filter(club=club, month__year=year)


def _without_zero_sums(sums: Mapping[Place, list[int]]) -> dict[Place, list[int]]:
    return {place: found for place, found in sums.items() if any(found)}


def _sum_rows_to_write(model: SumsModel, sums: HandSums, club_id: UUID) -> list[dict[str, Any]]:
    """Return sorted rows, so that concurrent writers lock in the same order."""
    names, people = ("club_id", *PLACE[model], *SUMS[model]), PEOPLE[model]
    return [
        dict(zip(names, (club_id, *map(player_key, place[:people]), *place[people:], *found), strict=True))
        for place, found in sorted(_without_zero_sums(sums[model]).items())
    ]


# -- one hand ------------------------------------------------------------------------------------------------------


def _month_game_and_unit(evening: Evening | EveningResult) -> Place:
    return (month_of(evening.started_at), evening.game, evening.unit)


def _add_hand_to_sums(sums: HandSums, month: Place, hand: CountedHand, *, times: int = 1) -> None:
    """Add a hand. month: with game and unit."""
    contracts = sums[MonthContract]
    for player in hand.holders:
        _add_to_sums(contracts, (player, *month, hand.contract), _contract_sums_of_hand(hand, player), times)
        _add_to_sums(contracts, (player, *month, WITHOUT_CARDS), _sums_of_points_alone(-hand.points[player]), times)
    if hand.has_sides:
        for player, other in combinations(sorted(hand.holders), 2):
            _add_to_sums(sums[MonthPair], (player, other, *month), _pair_sums_of_hand(hand, player, other), times)


def _add_result_to_sums(sums: HandSums, result: EveningResult, *, times: int = 1) -> None:
    """Add a player's points of a whole evening; `_add_hand_to_sums` subtracts the points of hands with cards."""
    place = (str(result.player_id), *_month_game_and_unit(result), WITHOUT_CARDS)
    _add_to_sums(sums[MonthContract], place, _sums_of_points_alone(result.points), times)


def _sums_of_points_alone(points: int) -> Sequence[int]:
    return [points if name == "points" else 0 for name in SUMS[MonthContract]]


def _contract_sums_of_hand(hand: CountedHand, player: Player) -> Sequence[int]:
    has_won, has_lost = player in hand.outcome.winners, player in hand.outcome.losers
    declared = player == hand.declarer
    defended = hand.has_sides and player not in hand.declarer_side
    is_clear = hand.is_schneider and hand.has_sides
    return (
        1,
        has_won,
        has_lost,
        hand.points[player],
        declared,
        declared and has_won,
        defended,
        defended and has_won,
        is_clear and has_won,
        is_clear and has_lost,
    )


def _pair_sums_of_hand(hand: CountedHand, player: Player, other: Player) -> Sequence[int]:
    figures = (1, player in hand.outcome.winners, hand.points[player], hand.points[other])
    if (player in hand.declarer_side) == (other in hand.declarer_side):
        return (*figures, 0, 0, 0, 0)
    return (0, 0, 0, 0, *figures)


def _add_to_sums(sums: dict[Place, list[int]], place: Place, counted: Sequence[int], times: int) -> None:
    before = sums.get(place, repeat(0))
    sums[place] = [total + times * count for total, count in zip(before, counted, strict=False)]
