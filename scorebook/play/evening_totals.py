"""Totals of the players of an evening, updated with each hand or recomputed from the events."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import sub
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from rules import Player
from scorebook.core import rows
from scorebook.core.rows import Change, Row, Update
from scorebook.play.counted_hands import counted_event
from scorebook.play.models import Evening, EveningEvent, HandEvent, Seat
from scorebook.play.seating import stay_for_hand, stays_by_player

TOTALS = ("points", "amount_minor", "hands", "declared", "declared_won")

# Batch sizes: the first batch mostly suffices; each further one has this many times as many hands.
FEW, MORE = 20, 10

# Seat -> its totals, in the order of TOTALS.
SeatTotals = Mapping[UUID, tuple[int, ...]]


def seat_totals(seats: Iterable[Seat]) -> SeatTotals:
    return {seat.pk: tuple(getattr(seat, name) for name in TOTALS) for seat in seats}


def count_hands_in_seats(evening: Evening, seats: Sequence[Seat], counted: Iterable[tuple[HandEvent, int]]) -> None:
    """Add (1) or subtract (-1) hands in the stays of the players at their tables; a voided one counts nothing."""
    stays = stays_by_player(seats)
    for event, times in counted:
        if event.is_void:
            continue
        hand = counted_event(event, evening.rules)
        for player in hand.players:
            seat = stay_for_hand(stays, player, event.no)
            is_declarer = player == hand.declarer
            seat.points += times * hand.points[player]
            seat.amount_minor += times * hand.points[player] * evening.stake_minor
            seat.hands += times * (player in hand.holders)
            seat.declared += times * is_declarer
            seat.declared_won += times * (is_declarer and player in hand.outcome.winners)


def seat_total_changes(
    evening: Evening, seats: Sequence[Seat], counted: Iterable[tuple[HandEvent, int]]
) -> Sequence[Change]:
    """Count hands as `count_hands_in_seats`, and return what to add to the stored totals."""
    before = seat_totals(seats)
    count_hands_in_seats(evening, seats, counted)
    return [_growth_since(before, seats)]


def _growth_since(before: SeatTotals, seats: Sequence[Seat]) -> Update:
    growth = {key: tuple(map(sub, totals, before[key])) for key, totals in seat_totals(seats).items()}
    stays: list[Row] = [{"id": key, **dict(zip(TOTALS, by, strict=True))} for key, by in growth.items() if any(by)]
    return Update(stays, Seat)


def rewrite_seat_totals(evening: Evening, *, hands: Iterable[HandEvent], shares: Mapping[Player, int]) -> list[Seat]:
    """Recompute all totals of a locked evening from the events, and store and return the seats that change.

    hands:  the newest event of each hand.
    shares: player -> points of the pot at closing.
    """
    seats = list(evening.all_seats())
    before = seat_totals(seats)
    compute_seat_totals(evening, seats, hands, shares)
    rows.write_rows([_growth_since(before, seats)], club_id=evening.club_id)
    return [seat for seat in seats if seat_totals([seat])[seat.pk] != before[seat.pk]]


def rebuild_seats(evening: Evening) -> list[Seat]:
    """Correct the totals that differ from the events; return the seats that were wrong.

    The monthly sums are not touched; `months.rebuild_months` adds up the results.
    """
    with transaction.atomic():
        Evening.objects.select_for_update(no_key=True).get(club=evening.club_id, pk=evening.pk)
        return rewrite_seat_totals(evening, hands=current_evening_hands(evening), shares=closing_pot_shares(evening))


def current_evening_hands(evening: Evening) -> list[HandEvent]:
    """Return the newest event of each hand, by number: hand n is at index n - 1."""
    return list(newest_hands_of_evening(evening).order_by("no"))


def newest_hands_of_evening(evening: Evening) -> QuerySet[HandEvent]:
    """Return the newest event of each hand, unordered."""
    found = HandEvent.objects.filter(club=evening.club_id, evening=evening, replaced_by__isnull=True)
    return found.select_related("note").order_by()


def evening_hands_backwards(evening: Evening, *, last: int) -> Iterator[HandEvent]:
    """Yield hands from this number backwards, read in batches."""
    count = FEW
    while last > 0:
        hands = list(newest_hands_of_evening(evening).filter(no__lte=last).order_by("-no")[:count])
        yield from hands
        last, count = hands[-1].no - 1, count * MORE


def evening_hands_forwards(evening: Evening, *, after: int) -> Iterator[HandEvent]:
    """Yield hands after this number in order, read in batches."""
    count = FEW
    while after < evening.hand_count:
        hands = list(newest_hands_of_evening(evening).filter(no__gt=after).order_by("no")[:count])
        yield from hands
        after, count = hands[-1].no, count * MORE


def closing_pot_shares(evening: Evening) -> dict[Player, int]:
    """Return player -> points of the pot at closing; empty for an open evening."""
    if not evening.is_closed:
        return {}
    closings = EveningEvent.objects.filter(club=evening.club_id, evening=evening, kind=EveningEvent.Kind.CLOSED)
    shares: dict[Player, int] = closings.latest("seq").shares
    return shares


def compute_seat_totals(
    evening: Evening, seats: Sequence[Seat], hands: Iterable[HandEvent], shares: Mapping[Player, int]
) -> None:
    """Set the totals of these seats from the newest event of each hand and the shares of the pot."""
    for seat in seats:
        for name in TOTALS:
            setattr(seat, name, 0)
    count_hands_in_seats(evening, seats, ((hand, 1) for hand in hands))
    for player, points in shares.items():
        seat = max((seat for seat in seats if seat.of_player == player), key=lambda seat: seat.from_hand)
        seat.points += points
        seat.amount_minor += points * evening.stake_minor
