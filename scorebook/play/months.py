"""Monthly sums of a club: totals of a player, sums by contract, sums by pair of players.

They cover the valid hands of closed evenings: closing an evening adds it, reopening subtracts it (`evening_results`).
Totals follow from the results of the evenings; contracts and pairs cover only hands in which the players held cards.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations, repeat
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from rules import Player
from scorebook.clubs.models import Club
from scorebook.core.months import midnight, month_of
from scorebook.core.rows import Change, Insert
from scorebook.core.time_spans import Span
from scorebook.play.counted_hands import CountedHand, counted_event, counted_hand, read_stored_hands, stored_hand_rows
from scorebook.play.hand_event_codec import player_key
from scorebook.play.models import Evening, EveningResult, HandEvent, MonthContract, MonthPair, MonthTotal

SumsModel = type[MonthTotal] | type[MonthContract] | type[MonthPair]
MODELS: Sequence[SumsModel] = (MonthTotal, MonthContract, MonthPair)

# Per model: the key columns after the club, and the summed columns.
PLACE: Mapping[SumsModel, Sequence[str]] = {
    model: [column.attname for column in model._meta.pk_fields[1:]] for model in MODELS
}
SUMS: Mapping[SumsModel, Sequence[str]] = {
    model: [column.name for column in model._meta.concrete_fields if column not in model._meta.pk_fields]
    for model in MODELS
}
# Number of leading key columns that are players; kept as texts of the rules here, which are faster to look up.
PEOPLE: Mapping[SumsModel, int] = {MonthTotal: 1, MonthContract: 1, MonthPair: 2}
# The contract of the row with all other points of a month: while sitting out, of amounts written down, and of the
# pot at the end.
WITHOUT_CARDS = "without_cards"

Place = tuple[Any, ...]
# Model -> place -> values in the order of SUMS.
Sums = dict[SumsModel, dict[Place, list[int]]]


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


def sum_changes(
    people: Iterable[EveningResult],
    evenings: Iterable[tuple[Evening, Iterable[HandEvent]]],
    *,
    club_id: UUID,
    times: int,
) -> Sequence[Change]:
    """Return the rows to write when closed evenings start to count (times=1) or stop (times=-1).

    people: their results. evenings: each with the newest event of each hand.
    """
    sums: Sums = {model: {} for model in MODELS}
    for evening, hands in evenings:
        for event in hands:
            if not event.is_void:
                _add_hand_to_sums(sums, _month_game_and_unit(evening), counted_event(event, evening.rules), times=times)
    for one in people:
        _add_result_to_sums(sums, one, times=times)
    return [Insert(model=model, rows=_sum_rows_to_write(model, sums[model], club_id)) for model in MODELS]


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
        for hand in read_stored_hands(stored_hand_rows(counting).iterator()):
            evening = evenings[hand.evening_id]
            yield evening, counted_hand(hand, evening.rules)


def years_of_sums(club_id: UUID) -> Sequence[int]:
    """Return the years in which an evening of the club began or with rows by contract or pair. Three statements."""
    evenings = Evening.objects.filter(club=club_id).order_by()
    begun = evenings.datetimes("started_at", "year", tzinfo=timezone.get_default_timezone())
    rows = (MonthContract.objects.filter(club=club_id), MonthPair.objects.filter(club=club_id))
    stored = [month for found in rows for month in found.dates("month", "year")]
    return sorted({day.year for day in (*begun, *stored)})


def wrong_totals(club: Club) -> Iterator[WrongSums]:
    """Yield the wrong totals of all months. Two statements. The results of the evenings must be right."""
    sums: Sums = {model: {} for model in MODELS}
    for one in EveningResult.objects.filter(club=club).order_by().iterator():
        _add_result_to_sums(sums, one)
    yield from _wrong_rows(club, MonthTotal, sums)


def wrong_hand_sums(club: Club, *, year: int) -> Iterator[WrongSums]:
    """Yield the wrong rows of a year by contract and by pair. Five statements."""
    sums = computed_hand_sums(club, year=year)
    for model in (MonthContract, MonthPair):
        yield from _wrong_rows(club, model, sums, month__year=year)


def computed_hand_sums(club: Club, *, year: int) -> Sums:
    """Compute the sums of a year from the hands of its closed evenings. Three statements.

    The results of the evenings must be right, because points without cards are results minus hands.
    """
    sums: Sums = {model: {} for model in MODELS}
    begun = {"started_at__gte": midnight(date(year, 1, 1)), "started_at__lt": midnight(date(year + 1, 1, 1))}
    closed = Evening.objects.filter(club=club, closed_at__isnull=False, **begun).order_by()
    for evening, hand in _valid_hands_of_evenings([club.pk], {evening.pk: evening for evening in closed}):
        _add_hand_to_sums(sums, _month_game_and_unit(evening), hand)
    for one in EveningResult.objects.filter(club=club, **begun):
        _add_result_to_sums(sums, one)
    return sums


def _wrong_rows(club: Club, model: SumsModel, sums: Sums, **filters: int) -> Iterator[WrongSums]:
    """Yield the stored rows that differ from these sums; rows of zeros count as missing. filters: of the rows."""
    people, key = PEOPLE[model], len(PLACE[model])
    rows = model._default_manager.filter(club=club, **filters).values_list(*PLACE[model], *SUMS[model])
    stored = _without_zero_sums({(*map(str, row[:people]), *row[people:key]): list(row[key:]) for row in rows})
    summed = _without_zero_sums(sums[model])
    for place in sorted(summed.keys() | stored.keys()):
        must, does = summed.get(place), stored.get(place)
        if must != does:
            yield WrongSums(model=model, place=place, must=must, does=does)


def rebuild_months(club: Club) -> int:
    """Recompute the totals of a club; return how many rows were wrong, missing or extra."""
    with transaction.atomic():
        _lock_evenings_of_club(club)
        return _rewrite_sums(club, list(wrong_totals(club)))


def rebuild_hand_sums(club: Club) -> int:
    """Recompute the sums by contract and by pair; return how many rows were wrong, missing or extra."""
    with transaction.atomic():
        _lock_evenings_of_club(club)
        return sum(_rewrite_sums(club, list(wrong_hand_sums(club, year=year))) for year in years_of_sums(club.pk))


def _lock_evenings_of_club(club: Club) -> None:
    """Lock all evenings and not the books, because a correction may move no money."""
    list(Evening.objects.select_for_update(no_key=True).filter(club=club).order_by("number").values_list("pk"))


def _rewrite_sums(club: Club, wrong: Sequence[WrongSums]) -> int:
    """Rewrite only the wrong rows, because an import in progress locks no evening and adds to others."""
    for one in wrong:
        place = dict(zip(PLACE[one.model], one.place, strict=True))
        one.model._default_manager.filter(club=club, **place).delete()
    for model in MODELS:
        right = {one.place: one.must for one in wrong if one.model is model and one.must}
        manager: Any = model._default_manager
        manager.bulk_create(model(**row) for row in _sum_rows_to_write(model, right, club.pk))
    return len(wrong)


def _without_zero_sums(sums: Mapping[Place, Sequence[int]]) -> dict[Place, Sequence[int]]:
    return {place: found for place, found in sums.items() if any(found)}


def _sum_rows_to_write(model: SumsModel, sums: Mapping[Place, Sequence[int]], club_id: UUID) -> list[dict[str, Any]]:
    """Return sorted rows, so that concurrent writers lock in the same order."""
    names, people = ("club_id", *PLACE[model], *SUMS[model]), PEOPLE[model]
    return [
        dict(zip(names, (club_id, *map(player_key, place[:people]), *place[people:], *found), strict=True))
        for place, found in sorted(_without_zero_sums(sums).items())
    ]


def _month_game_and_unit(evening: Evening | EveningResult) -> Place:
    return (month_of(evening.started_at), evening.game, evening.unit)


def _add_hand_to_sums(sums: Sums, month: Place, hand: CountedHand, *, times: int = 1) -> None:
    """Add a hand. month: with game and unit."""
    contracts = sums[MonthContract]
    for player in hand.holders:
        _add_to_sums(contracts, (player, *month, hand.contract), _contract_sums_of_hand(hand, player), times)
        _add_to_sums(contracts, (player, *month, WITHOUT_CARDS), _sums_of_points_alone(-hand.points[player]), times)
    if hand.has_sides:
        for player, other in combinations(sorted(hand.holders), 2):
            _add_to_sums(sums[MonthPair], (player, other, *month), _pair_sums_of_hand(hand, player, other), times)


def _add_result_to_sums(sums: Sums, result: EveningResult, *, times: int = 1) -> None:
    """Add a player's result, and its points; `_add_hand_to_sums` subtracts the points of hands with cards."""
    place = (str(result.player_id), *_month_game_and_unit(result))
    counted = [1, *(getattr(result, name) for name in SUMS[MonthTotal] if name != "evenings")]
    _add_to_sums(sums[MonthTotal], place, counted, times)
    _add_to_sums(sums[MonthContract], (*place, WITHOUT_CARDS), _sums_of_points_alone(result.points), times)


def _sums_of_points_alone(points: int) -> Sequence[int]:
    return [points if name == "points" else 0 for name in SUMS[MonthContract]]


def _contract_sums_of_hand(hand: CountedHand, player: Player) -> Sequence[int]:
    has_won, has_lost = player in hand.outcome.winners, player in hand.outcome.losers
    declared = player == hand.declarer
    defended = hand.has_sides and player not in hand.declarer_side
    partnered = hand.has_sides and not declared and not defended
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
        partnered,
        partnered and has_won,
        *(hand.points[player] if has_role else 0 for has_role in (declared, defended, partnered)),
    )


def _pair_sums_of_hand(hand: CountedHand, player: Player, other: Player) -> Sequence[int]:
    figures = (1, player in hand.outcome.winners, hand.points[player], hand.points[other])
    if (player in hand.declarer_side) == (other in hand.declarer_side):
        return (*figures, 0, 0, 0, 0)
    return (0, 0, 0, 0, *figures)


def _add_to_sums(sums: dict[Place, list[int]], place: Place, counted: Sequence[int], times: int) -> None:
    before = sums.get(place, repeat(0))
    sums[place] = [total + times * count for total, count in zip(before, counted, strict=False)]
