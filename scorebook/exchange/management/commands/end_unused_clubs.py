import argparse
import sys
from collections import Counter
from typing import Any

from django.conf import settings
from django.utils import timezone

from scorebook.clubs.keeping import withdraw_all_warnings
from scorebook.core import write_lock
from scorebook.core.command import ScorebookCommand
from scorebook.exchange.unused_clubs.run import Did, Done, end_unused_clubs
from scorebook.operations.management.current import check_is_current


class Command(ScorebookCommand):
    help = (
        "For a timer, once a day. Warns clubs of at most one evening in which nothing was written for almost "
        "SCOREBOOK_UNUSED_DAYS, for 30 days and on their page; then ends those that still nobody uses: each goes into "
        "a file in the folder `ended` of the data folder, from which import_club brings it back, and is deleted. Exit "
        "code 1: one of them could not be ended; it is as it was, and all others were looked at."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would be done, and write nothing")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        check_is_current()
        write_lock.wait_long_for_locks()
        days = settings.UNUSED_DAYS
        failed = self._withdraw(dry_run=dry_run) if days is None else self._end_them(days, dry_run=dry_run)
        if failed:
            sys.exit(1)

    def _withdraw(self, *, dry_run: bool) -> int:
        count = 0 if dry_run else withdraw_all_warnings()
        self.stdout.write(f"SCOREBOOK_UNUSED_DAYS is not set, so no club ends: {count:,} {Did.WITHDRAWN}")
        return 0

    def _end_them(self, unused_days: int, *, dry_run: bool) -> int:
        """How many could not be ended."""
        counted = Counter[Did]()
        for done in end_unused_clubs(
            at=timezone.now(), unused_days=unused_days, folder=settings.ENDED_DIR, dry_run=dry_run
        ):
            counted[done.did] += 1
            self.stdout.write(_line(done))
        said = ", ".join(f"{counted[did]:,} {did}" for did in Did)
        self.stdout.write(f"{'dry run, nothing was written: ' if dry_run else ''}{said}")
        return counted[Did.FAILED]


def _line(done: Done) -> str:
    more = {
        Did.WARNED: f", ends on {timezone.localdate(done.ends_at):%Y-%m-%d}" if done.ends_at else "",
        Did.WITHDRAWN: "",
        Did.ENDED: f": {done.path}" if done.path else "",
        Did.FAILED: f": {done.why}",
    }
    return f"club {done.club_id}: {done.did}{more[done.did]}"
