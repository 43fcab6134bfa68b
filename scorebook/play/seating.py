"""Who sits where, and who deals the next hand. Pure: it works on seats that somebody has read."""

from collections.abc import Iterable, Mapping, Sequence

from rules import Player, State, Table
from rules.table import dealer_in_place
from scorebook.play.models import Evening, Seat


def seats_present(seats: Iterable[Seat]) -> list[Seat]:
    """In seating order."""
    return sorted((seat for seat in seats if seat.is_present), key=lambda seat: seat.place)


def players_present(seats: Iterable[Seat]) -> tuple[Player, ...]:
    """In seating order."""
    return tuple(seat.of_player for seat in seats_present(seats))


def next_table(evening: Evening, seats: Sequence[Seat], state: State) -> Table:
    """Return the table of the next hand. state: what the next hand starts from."""
    here = players_present(seats)
    due = state.dealer or Player(str(evening.first_dealer_id))
    return Table(players=here, dealer=due if due in here else dealer_for(due, seats))


def dealers_for_absent(seats: Sequence[Seat]) -> dict[Player, Player]:
    """Return for everybody who has left who deals in their place."""
    here = players_present(seats)
    return {seat.of_player: dealer_for(seat.of_player, seats) for seat in seats if seat.of_player not in here}


def dealer_for(absent: Player, seats: Sequence[Seat]) -> Player:
    """Return who deals in place of somebody who has left: who has taken the chair since, else the left neighbour."""
    here = seats_present(seats)
    left = max((seat for seat in seats if seat.of_player == absent), key=lambda seat: seat.from_hand)
    # Places close up when somebody leaves: their place now is that of their left neighbour.
    gap = next((turn for turn, seat in enumerate(here) if seat.place >= left.place), 0)
    since = max(left.until_hand or 0, 1)  # who sat down before the first hand may have opened the evening
    newcomers = {seat.of_player for seat in here if seat.from_hand > since}
    return dealer_in_place([seat.of_player for seat in here], gap=gap, newcomers=newcomers)


def stays_by_player(seats: Iterable[Seat]) -> dict[Player, list[Seat]]:
    stays: dict[Player, list[Seat]] = {}
    for seat in seats:
        stays.setdefault(seat.of_player, []).append(seat)
    return stays


def stay_of(stays: Mapping[Player, Sequence[Seat]], player: Player, no: int) -> Seat:
    """The one stay in which a player was at the table of a hand. stays: as `stays_by_player` gives them."""
    [stay] = [seat for seat in stays.get(player, ()) if seat.covers(no)]
    return stay
