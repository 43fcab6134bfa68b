"""The table of one hand: its players, the dealer, the leader, and who sits out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NewType

Player = NewType("Player", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The people at the table in seating order, clockwise, and the dealer of this hand.

    If no player has to sit out, the dealer may be None or one who is not at the table. With more people than the game
    takes, those to the dealer's left play and the dealer (with six or seven also those to their right) sits out.
    Source: P51, B106; the turn passes clockwise, G2, G3.
    """

    players: tuple[Player, ...]
    dealer: Player | None

    def active(self, seats: int) -> tuple[Player, ...]:
        """Return the `seats` players who hold cards, the leader to the first trick first."""
        if self.dealer not in self.players:
            return self.players[:seats]
        place = self.players.index(self.dealer) + 1
        return (self.players[place:] + self.players[:place])[:seats]

    def next_dealer(self) -> Player | None:
        """Return the player to the dealer's left (G3); None if the dealer is not at the table."""
        if self.dealer not in self.players:
            return None
        return self.players[(self.players.index(self.dealer) + 1) % len(self.players)]


def dealer_in_place(here: Sequence[Player], *, gap: int, newcomers: Collection[Player]) -> Player:
    """Return the player who deals in place of one who has left the table.

    here: those present, clockwise. gap: the place among them, from 0, of the first who sat after the one who left.
    newcomers: those who sat down since. A newcomer who sits directly before the gap has taken the chair and deals; of
    several it is the first clockwise. Without one the left neighbour deals.
    """
    place = gap % len(here)
    for _ in range(len(here) - 1):
        if here[place - 1] not in newcomers:
            break
        place -= 1
    return here[place]
