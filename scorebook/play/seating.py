"""Who sits where, and who deals the next hand. Pure: it works on seats that somebody has read."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from rules import Player, State, Table
from rules.table import dealer_in_place
from scorebook.play.models import Evening, EveningEvent, Seat

Kind = EveningEvent.Kind


def seats_present(seats: Iterable[Seat]) -> list[Seat]:
    """In seating order."""
    return sorted((seat for seat in seats if seat.is_present), key=lambda seat: seat.place)


def players_present(seats: Iterable[Seat]) -> tuple[Player, ...]:
    """In seating order."""
    return tuple(seat.of_player for seat in seats_present(seats))


def players_gone(seats: Iterable[Seat]) -> tuple[Player, ...]:
    """Who has left and not come back, in the order of the chairs that they left."""
    stays = stays_by_player(sorted(seats, key=lambda seat: (seat.place, seat.from_hand)))
    return tuple(player for player, own in stays.items() if not any(seat.is_present for seat in own))


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


def old_place(absent: Player, changes: Iterable[EveningEvent]) -> int | None:
    """Return the place, from 1, at which somebody who has left sits in their old chair; None where they never left.

    It is the chair of `dealer_for`, also where neighbours went and came back meanwhile: every chair that was left
    keeps its turn in the row, and a newcomer sits before the chairs that were left in the gap.
    changes: of the evening, in their order; only who came and who left is read.
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
    """Sit somebody down at a place among those present."""
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


def stay_of(stays: Mapping[Player, Sequence[Seat]], player: Player, no: int) -> Seat:
    """The one stay in which a player was at the table of a hand. stays: as `stays_by_player` gives them."""
    [stay] = [seat for seat in stays.get(player, ()) if seat.covers(no)]
    return stay
