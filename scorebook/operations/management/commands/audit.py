import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from scorebook.clubs.models import Club
from scorebook.ledger.snapshot import one_moment
from scorebook.operations import anchor as anchors
from scorebook.operations.audit import Checked, audit_club, missing_guards
from scorebook.operations.management.current import check_is_current
from scorebook.operations.management.named_clubs import clubs_to_go_through
from scorebook.operations.management.progress import Progress


class Command(BaseCommand):
    help = (
        "Replays every hand with the rules it was played under and holds seats, money and hashes against it. "
        "Says where the first difference of each club is. Exit code 0: all is right; 1: something is not. "
        "The site may go on running."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--club", help="only this club: its id, its link, or the token in the link")
        parser.add_argument("--anchor", type=Path, help="a file of manage.py anchor: is each chain still what it was?")

    def handle(self, *args: Any, club: str | None, anchor: Path | None, **options: Any) -> None:
        check_is_current()
        clubs = clubs_to_go_through(club)
        with one_moment():
            unguarded = missing_guards()
        for name in unguarded:
            self.stdout.write(
                f"trigger {name}: missing or not ours, so that rows may have been changed (manage.py migrate makes it)"
            )
        adrift = self._anchors_not_met(anchor, clubs[0] if club else None) if anchor else 0
        checked, found = self._audit(clubs)
        is_right = not (found or unguarded or adrift)
        verdict = "everything is right" if is_right else f"{_audit_count_text(found, 'club')} not right"
        if adrift:
            verdict += f", {_audit_count_text(adrift, 'anchor')} not met"
        self.stdout.write(f"{_audit_count_text(len(clubs), 'club')}, {figures(checked)}: {verdict}")
        if not is_right:
            sys.exit(1)

    def _anchors_not_met(self, file: Path, club_id: UUID | None) -> int:
        """How many anchors the chains do not meet."""
        try:
            kept = anchors.read_anchors(file)
        except anchors.AnchorRefused as error:
            raise CommandError(str(error)) from error
        with one_moment():
            found = list(anchors.anchor_differences(kept, club_id=club_id))
        for difference in found:
            self.stdout.write(str(difference))
        return len(found)

    def _audit(self, clubs: Sequence[UUID]) -> tuple[Checked, int]:
        """What was gone through, and in how many clubs something is not right."""
        progress, checked, found = Progress(), Checked(), 0
        for number, pk in enumerate(clubs, start=1):

            def when_checked(more: Checked, number: int = number) -> None:
                nonlocal checked
                checked += more
                progress.show(f"club {number} of {len(clubs)}: {figures(checked)}")

            with one_moment():
                difference = audit_club(Club.objects.get(pk=pk), when_checked=when_checked)
            if difference:
                found += 1
                progress.clear()
                self.stdout.write(str(difference))
        progress.clear()
        return checked, found


def figures(checked: Checked) -> str:
    return (
        f"{_audit_count_text(checked.evenings, 'evening')}, {_audit_count_text(checked.hands, 'hand')}, "
        f"{_audit_count_text(checked.events, 'event')}, {checked.entries:,} in the ledger"
    )


def _audit_count_text(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
