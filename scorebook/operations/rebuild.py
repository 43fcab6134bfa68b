"""All that follows from the events and the entries, worked out anew and put right."""

from dataclasses import dataclass

from scorebook.clubs.models import Club
from scorebook.ledger.balances import rebuild_movements
from scorebook.play.models import Evening
from scorebook.play.months import rebuild_months
from scorebook.play.totals import rebuild_seats


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """How many rows were wrong, or missing, or too many."""

    seats: int = 0
    months: int = 0
    balances: int = 0

    def __add__(self, other: "Rebuilt") -> "Rebuilt":
        return Rebuilt(
            seats=self.seats + other.seats,
            months=self.months + other.months,
            balances=self.balances + other.balances,
        )


def rebuild_club(club: Club) -> Rebuilt:
    """Seats from events, months from seats, balances from transfers. The site may go on running."""
    evenings = Evening.objects.filter(club=club).order_by("number").iterator()
    seats = sum(len(rebuild_seats(evening)) for evening in evenings)
    return Rebuilt(seats=seats, months=rebuild_months(club), balances=rebuild_movements(club))
