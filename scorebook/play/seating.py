"""Seating order and the dealer of the next hand. Pure; works on loaded seats."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from rules import Player, State, Table
from rules.table import dealer_in_place
from scorebook.play.models import Evening, EveningEvent, Seat

Kind = EveningEvent.Kind


def seats_present(seats: Iterable[Seat]) -> list[Seat]:
    """Return occupied seats in seating order."""
    return sorted((seat for seat in seats if seat.is_present), key=lambda seat: seat.place)


def players_present(seats: Iterable[Seat]) -> tuple[Player, ...]:
    """Return present players in seating order."""
    return tuple(seat.of_player for seat in seats_present(seats))


def players_gone(seats: Iterable[Seat]) -> tuple[Player, ...]:
    """Return players who left and are not back, by their last places."""
    stays = stays_by_player(sorted(seats, key=lambda seat: (seat.place, seat.from_hand)))
    return tuple(player for player, own in stays.items() if not any(seat.is_present for seat in own))


def next_table(evening: Evening, seats: Sequence[Seat], state: State) -> Table:
    """Return the table of the next hand. state: before the next hand."""
    here = players_present(seats)
    due = state.dealer or Player(str(evening.first_dealer_id))
    return Table(players=here, dealer=due if due in here else dealer_for_absent(due, seats))


def dealers_for_absent(seats: Sequence[Seat]) -> dict[Player, Player]:
    """Return player who left -> who deals in their place."""
    here = players_present(seats)
    return {seat.of_player: dealer_for_absent(seat.of_player, seats) for seat in seats if seat.of_player not in here}


def dealer_for_absent(absent: Player, seats: Sequence[Seat]) -> Player:
    """Return who deals for a player who left: the newcomer in their chair, else the left neighbour."""
    here = seats_present(seats)
    left = max((seat for seat in seats if seat.of_player == absent), key=lambda seat: seat.from_hand)
    # Places close up when a player leaves, so the left neighbour now has their place.
    gap = next((turn for turn, seat in enumerate(here) if seat.place >= left.place), 0)
    since = max(left.until_hand or 0, 1)  # players seated before the first hand are no newcomers
    newcomers = {seat.of_player for seat in here if seat.from_hand > since}
    return dealer_in_place([seat.of_player for seat in here], gap=gap, newcomers=newcomers)


def place_of_old_chair(absent: Player, changes: Iterable[EveningEvent]) -> int | None:
    """Return the place, from 1, of a player's old chair; None if they never left.

    It matches `dealer_for_absent`, also after neighbours left and came back: every empty chair keeps its turn, and a
    newcomer sits before the empty chairs in the gap.
    changes: of the evening, in order; only opening, joining and leaving are read.
    """
    chairs: list[Player] = []
    here: set[Player] = set()
    for change in changes:
        if change.kind == Kind.OPENED:
            chairs = [Player(id) for id in change.facts["players"]]
            here = set(chairs)
        elif change.kind == Kind.JOINED:
            _take_chair(chairs, here, Player(change.facts["player"]), change.facts["place"])
        elif change.kind == Kind.LEFT:
            here.remove(Player(change.facts["player"]))
    return _place_of_chair(chairs, here, absent) if absent in chairs and absent not in here else None


def _take_chair(chairs: list[Player], here: set[Player], player: Player, place: int) -> None:
    """Seat a player at a place among those present."""
    if player not in chairs or _place_of_chair(chairs, here, player) != place:
        if player in chairs:
            chairs.remove(player)
        before = [one for one in chairs if one in here][: place - 1]
        chairs.insert(chairs.index(before[-1]) + 1 if before else 0, player)
    here.add(player)


def _place_of_chair(chairs: Sequence[Player], here: Collection[Player], player: Player) -> int:
    return sum(one in here for one in chairs[: chairs.index(player)]) + 1


def stays_by_player(seats: Iterable[Seat]) -> dict[Player, list[Seat]]:
    stays: dict[Player, list[Seat]] = {}
    for seat in seats:
        stays.setdefault(seat.of_player, []).append(seat)
    return stays


def stay_for_hand(stays: Mapping[Player, Sequence[Seat]], player: Player, no: int) -> Seat:
    """Return the stay of a player that covers the hand. stays: from `stays_by_player`."""
    [stay] = [seat for seat in stays.get(player, ()) if seat.covers_hand(no)]
    return stay
