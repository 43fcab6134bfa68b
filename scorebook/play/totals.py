"""What an evening brought each player so far: added up hand by hand, or all over again from the events."""

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction

from rules import Player, Ruleset
from scorebook.play.codec import points_of_event, read_table
from scorebook.play.models import Evening, EveningEvent, HandEvent, Seat
from scorebook.play.seating import stay_of, stays_by_player

TOTALS = ("points", "amount_minor", "hands", "declared", "declared_won")


def count_hand(evening: Evening, seats: Sequence[Seat], hand: HandEvent) -> None:
    """Add one hand to the stays of those who were at its table."""
    _count_in_seat_totals(hand, stays_by_player(seats), evening.rules, evening.stake_minor)


def save_totals(seats: Iterable[Seat]) -> None:
    Seat.objects.bulk_update(seats, TOTALS)


def rebuild_totals(evening: Evening, *, hands: Iterable[HandEvent], shares: Mapping[Player, int]) -> list[Seat]:
    """Work out all totals from nothing but the events; store and return the seats that were wrong before.

    hands:  the newest event of each hand.
    shares: player -> points of the pot that they got at closing.
    """
    seats = list(evening.seats.all())
    before = {seat.pk: _seat_totals(seat) for seat in seats}
    work_out_totals(evening, seats, hands, shares)
    wrong = [seat for seat in seats if _seat_totals(seat) != before[seat.pk]]
    save_totals(wrong)
    return wrong


def rebuild_seats(evening: Evening) -> list[Seat]:
    """`rebuild_totals` with the evening's events as they stand; the seats that were wrong before."""
    with transaction.atomic():
        Evening.objects.select_for_update(no_key=True).get(pk=evening.pk)
        return rebuild_totals(evening, hands=current_hands(evening), shares=pot_shares(evening))


def current_hands(evening: Evening) -> list[HandEvent]:
    """The newest event of each hand, by number: hand n stands at place n - 1."""
    return list(
        HandEvent.objects.filter(evening=evening, replaced_by__isnull=True).select_related("note").order_by("no")
    )


def pot_shares(evening: Evening) -> dict[Player, int]:
    """Player -> points of the pot that they got at closing, if the evening is closed."""
    if not evening.is_closed:
        return {}
    shares: dict[Player, int] = (
        EveningEvent.objects.filter(evening=evening, kind=EveningEvent.Kind.CLOSED).latest("seq").shares
    )
    return shares


def work_out_totals(
    evening: Evening, seats: Sequence[Seat], hands: Iterable[HandEvent], shares: Mapping[Player, int]
) -> None:
    """The totals of these seats from nothing but the newest event of each hand and the shares of the pot."""
    ruleset, stays = evening.rules, stays_by_player(seats)
    for seat in seats:
        for name in TOTALS:
            setattr(seat, name, 0)
    for hand in hands:
        if not hand.is_void:
            _count_in_seat_totals(hand, stays, ruleset, evening.stake_minor)
    for player, points in shares.items():
        seat = max((seat for seat in seats if str(seat.player_id) == player), key=lambda seat: seat.from_hand)
        seat.points += points
        seat.amount_minor += points * evening.stake_minor


def _count_in_seat_totals(
    hand: HandEvent, stays: Mapping[Player, Sequence[Seat]], ruleset: Ruleset, stake_minor: int
) -> None:
    table = read_table(hand.table)
    active, points = ruleset.active(table), points_of_event(hand)
    declarer = next((Player(player) for player in hand.score["declarer_side"]), None)
    for player in table.players:
        seat = stay_of(stays, player, hand.no)
        seat.points += points[player]
        seat.amount_minor += points[player] * stake_minor
        seat.hands += player in active
        seat.declared += player == declarer
        seat.declared_won += player == declarer and bool(hand.score["declarer_won"])


def _seat_totals(seat: Seat) -> tuple[int, ...]:
    return tuple(getattr(seat, name) for name in TOTALS)
