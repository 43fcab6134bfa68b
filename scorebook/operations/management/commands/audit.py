import argparse
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.core.command import ScorebookCommand
from scorebook.ledger.snapshot import snapshot_of_all_clubs
from scorebook.operations import anchor as anchors
from scorebook.operations.audit.audit_parts import ClubToAudit
from scorebook.operations.audit.audit_replay import Checked
from scorebook.operations.audit.full_audit import audit_clubs, missing_append_only_triggers, rows_without_owner
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.named_clubs import clubs_of_command
from scorebook.operations.management.progress import Progress


class Command(ScorebookCommand):
    # English with stable codes, in backup and restore too: cron jobs and search engines read it.
    help = (
        "Replays every hand with the rules it was played under and holds seats, money and hashes against it. "
        "Says where the first difference of each club is. Exit code 0: all is right; 1: something is not. "
        "The site may go on running."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--club", help="only this club: its id, its link, or the token in the link")
        parser.add_argument("--anchor", type=Path, help="a file of manage.py anchor: is each chain still what it was?")
        parser.add_argument(
            "--processes",
            type=_parse_process_count,
            help="how many share the work (default: as many as there are cores)",
        )
        parser.add_argument(
            "--since-anchor",
            action="store_true",
            help="with --anchor: only what was written after it. Whatever its chains hold below their heads is trusted "
            "as it was when the anchor was made: a row that was changed there without its hash is not found. Audit all "
            "of it, without this, before you make an anchor, and from time to time.",
        )

    def handle(
        self,
        *args: Any,
        club: str | None,
        anchor: Path | None,
        processes: int | None,
        since_anchor: bool,
        **options: Any,
    ) -> None:
        if since_anchor and not anchor:
            raise CommandError("--since-anchor needs --anchor FILE")
        check_migrations_current()
        clubs = clubs_of_command(club)
        with snapshot_of_all_clubs():
            unguarded = missing_append_only_triggers()
            left_behind = [] if club else list(rows_without_owner())
        for name in unguarded:
            self.stdout.write(
                f"trigger {name}: missing or not ours, so that rows may have been changed (manage.py migrate makes it)"
            )
        for row in left_behind:
            self.stdout.write(str(row))
        kept = _read_kept_anchors(anchor, clubs[0] if club else None) if anchor else {}
        adrift = self._count_unmet_anchors(kept)
        since = anchors.club_anchors(kept) if since_anchor and not adrift else {}
        checked, found = self._audit_all_clubs(
            [ClubToAudit(club_id=pk, since=since.get(pk)) for pk in clubs], processes
        )
        is_right = not (found or unguarded or left_behind or adrift)
        all_of_it = "everything since the anchor" if since else "everything"
        verdict = f"{all_of_it} is right" if is_right else f"{_audit_count_text(found, 'club')} not right"
        if left_behind:
            verdict += ", rows left behind"
        if adrift:
            verdict += f", {_audit_count_text(adrift, 'anchor')} not met"
        self.stdout.write(f"{_audit_count_text(len(clubs), 'club')}, {checked_counts_text(checked)}: {verdict}")
        if not is_right:
            sys.exit(1)

    def _count_unmet_anchors(self, kept: anchors.Anchors) -> int:
        with snapshot_of_all_clubs():
            found, ended = list(anchors.anchor_differences(kept)), anchors.ended_clubs_of_anchors(kept)
        for note in ended:
            self.stdout.write(f"club {note}; its file has the SHA-256 {note.file_sha256}")
        for difference in found:
            self.stdout.write(str(difference))
        return len(found)

    def _audit_all_clubs(self, clubs: Sequence[ClubToAudit], processes: int | None) -> tuple[Checked, int]:
        """Return the counts, and the number of clubs with a difference."""
        checked, wrong = Checked(), 0
        try:
            with Progress() as progress:
                for number, found_in_club in enumerate(audit_clubs(clubs, processes=processes), start=1):
                    for found in found_in_club:
                        if isinstance(found, AuditDifference):
                            wrong += 1
                            progress.clear()
                            self.stdout.write(str(found))
                        else:
                            checked += found
                            progress.show(f"club {number} of {len(clubs)}: {checked_counts_text(checked)}")
        except BrokenProcessPool as error:
            raise CommandError("one of the processes ended before its work was done; nothing is proved") from error
        return checked, wrong


def _read_kept_anchors(file: Path, club_id: UUID | None) -> anchors.Anchors:
    try:
        kept = anchors.read_anchors(file)
    except anchors.AnchorRefused as error:
        raise CommandError(str(error)) from error
    return {head: at for head, at in kept.items() if club_id in (None, head.club_id)}


def _parse_process_count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return count


def checked_counts_text(checked: Checked) -> str:
    return (
        f"{_audit_count_text(checked.evenings, 'evening')}, {_audit_count_text(checked.hands, 'hand')}, "
        f"{_audit_count_text(checked.events, 'event')}, {checked.entries:,} in the ledger"
    )


def _audit_count_text(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
