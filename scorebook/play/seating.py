"""Who sits where, and who deals the next hand. Pure: it works on seats that somebody has read."""

from collections.abc import Iterable, Mapping, Sequence

from rules import Player, State, Table
from scorebook.play.models import Evening, Seat


def seats_present(seats: Iterable[Seat]) -> list[Seat]:
    """In seating order."""
    return sorted((seat for seat in seats if seat.is_present), key=lambda seat: seat.place)


def players_present(seats: Iterable[Seat]) -> tuple[Player, ...]:
    """In seating order."""
    return tuple(seat.of_player for seat in seats_present(seats))


def next_table(evening: Evening, seats: Sequence[Seat], state: State) -> Table:
    """state: what the next hand starts from.

    Whose turn it is deals, or, where they have left, the next one clockwise who is there.
    """
    here = seats_present(seats)
    due, players = state.dealer or Player(str(evening.first_dealer_id)), tuple(seat.of_player for seat in here)
    if due in players:
        return Table(players=players, dealer=due)
    # Places close up when somebody leaves: their place now is that of their left neighbour.
    left = max((seat for seat in seats if seat.of_player == due), key=lambda seat: seat.from_hand)
    follower = next((seat for seat in here if seat.place >= left.place), here[0])
    return Table(players=players, dealer=follower.of_player)


def stays_by_player(seats: Iterable[Seat]) -> dict[Player, list[Seat]]:
    stays: dict[Player, list[Seat]] = {}
    for seat in seats:
        stays.setdefault(seat.of_player, []).append(seat)
    return stays


def stay_of(stays: Mapping[Player, Sequence[Seat]], player: Player, no: int) -> Seat:
    """The one stay in which a player was at the table of a hand. stays: as `stays_by_player` gives them."""
    [stay] = [seat for seat in stays.get(player, ()) if seat.covers(no)]
    return stay
