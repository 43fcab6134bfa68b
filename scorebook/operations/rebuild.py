"""Recomputation of all rows that follow from events and entries."""

from collections import Counter

from scorebook.clubs.models import Club
from scorebook.ledger.balances import rebuild_movements
from scorebook.play.club_links import rebuild_link_routes
from scorebook.play.evening_results import rebuild_results
from scorebook.play.evening_totals import rebuild_seats
from scorebook.play.models import Evening
from scorebook.play.months import rebuild_hand_sums, rebuild_months
from scorebook.standings.standings_updates import rebuild_standings

# Kind of rows -> the number of them that were wrong, missing or too many.
Rebuilt = Counter[str]


def rebuild_club(club: Club) -> Rebuilt:
    """Recompute all derived rows of a club. The site may keep running."""
    return Rebuilt(balances=rebuild_movements(club)) + rebuild_figures(club)


def rebuild_figures(club: Club) -> Rebuilt:
    """Recompute the rows that follow from events: first seats, then results, then what follows from results."""
    # Not an iterator: a cursor left half read by a failed write prints a traceback when it is collected.
    evenings = Evening.objects.filter(club=club).order_by("number")
    return Rebuilt(
        seats=sum(len(rebuild_seats(evening)) for evening in evenings),
        results=rebuild_results(club),
        months=rebuild_months(club),
        hand_sums=rebuild_hand_sums(club),
        standings=rebuild_standings(club.pk),
        link_routes=rebuild_link_routes(club),
    )
