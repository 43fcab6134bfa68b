"""Recomputation of all rows that follow from events and entries."""

from dataclasses import dataclass

from scorebook.clubs.models import Club
from scorebook.ledger.balances import rebuild_movements
from scorebook.play.hand_sums import rebuild_hand_sums
from scorebook.play.models import Evening
from scorebook.play.months import rebuild_months
from scorebook.play.results import rebuild_results
from scorebook.play.totals import rebuild_seats
from scorebook.standings.updates import rebuild_standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """The numbers of rows that were wrong, missing or too many."""

    seats: int = 0
    months: int = 0
    hand_sums: int = 0
    balances: int = 0
    results: int = 0
    standings: int = 0

    def __add__(self, other: "Rebuilt") -> "Rebuilt":
        return Rebuilt(
            seats=self.seats + other.seats,
            months=self.months + other.months,
            hand_sums=self.hand_sums + other.hand_sums,
            balances=self.balances + other.balances,
            results=self.results + other.results,
            standings=self.standings + other.standings,
        )


def rebuild_club(club: Club) -> Rebuilt:
    """Recompute the derived rows of a club: first from events and transfers, then from those results.

    The site may keep running.
    """
    # Not an iterator: a cursor left half read by a failed write prints a traceback when it is collected.
    evenings = Evening.objects.filter(club=club).order_by("number")
    seats = sum(len(rebuild_seats(evening)) for evening in evenings)
    results = rebuild_results(club)
    return Rebuilt(
        seats=seats,
        results=results,
        months=rebuild_months(club),
        hand_sums=rebuild_hand_sums(club),
        balances=rebuild_movements(club),
        standings=rebuild_standings(club.pk),
    )
