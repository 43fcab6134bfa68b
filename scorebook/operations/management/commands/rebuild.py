import argparse
from typing import Any

from scorebook.clubs.models import Club
from scorebook.core.command import ScorebookCommand
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.named_clubs import clubs_of_command
from scorebook.operations.management.progress import Progress
from scorebook.operations.rebuild import Rebuilt, rebuild_club


class Command(ScorebookCommand):
    help = (
        "Works out anew what follows from hands and entries: the totals of seats, months, contracts, pairs and "
        "accounts, the results of evenings, ratings and the cup. "
        "Says how many were wrong, which is none unless somebody wrote past Scorebook. The site may go on "
        "running."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--club", help="only this club: its id, its link, or the token in the link")

    def handle(self, *args: Any, club: str | None, **options: Any) -> None:
        check_migrations_current()
        clubs, rebuilt = clubs_of_command(club), Rebuilt()
        with Progress() as progress:
            for number, pk in enumerate(clubs, start=1):
                progress.show(f"club {number} of {len(clubs)}")
                rebuilt += rebuild_club(Club.objects.get(pk=pk))
        self.stdout.write(
            f"clubs: {len(clubs):,}; wrong before: {rebuilt['seats']:,} seats, {rebuilt['months']:,} months, "
            f"{rebuilt['hand_sums']:,} contracts and pairs, {rebuilt['balances']:,} balances, "
            f"{rebuilt['results']:,} results, {rebuilt['standings']:,} ratings and cups, "
            f"{rebuilt['link_routes']:,} routes of links"
        )
