import argparse
import logging
from datetime import datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections
from django.utils import timezone

from scorebook.core.command import ScorebookCommand
from scorebook.operations.backup.backups import back_up
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.named_clubs import group_of_command
from scorebook.operations.management.progress import Progress
from scorebook.operations.nightly.daily import Clock, Stopped, run_daily, stopped_by_signals
from scorebook.operations.nightly.kept import kept_backups, time_in_file_name
from scorebook.operations.nightly.nightly_backup import BackupFailed, BackupPlan, keep_backup, mail_failure

log = logging.getLogger(__name__)
MAX_KEEP = 366


class Command(ScorebookCommand):
    help = (
        "Writes everything, or one club, into one compressed file, while the site runs. The file holds "
        "the links of all evenings, so only its owner may read it. manage.py restore FILE brings it back. With --keep "
        "N it writes into the folder SCOREBOOK_BACKUPS, proves the copy by restoring and auditing it, and keeps what "
        "was made within 48 hours and the newest of each of the last N days and of each of the last N weeks."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="replaced when the new one is whole: scorebook.backup")
        parser.add_argument(
            "--club", default="", help="with FILE: only this club, by id or link, and the clubs linked with it"
        )
        parser.add_argument(
            "--keep", type=_parse_keep_number, metavar="N", help=f"of so many days and weeks, 1 to {MAX_KEEP}"
        )
        parser.add_argument(
            "--at",
            type=_parse_time_of_day,
            metavar="HH:MM",
            help="with --keep: stays, and does it at this time of each day (SCOREBOOK_TIME_ZONE); what was missed is "
            "made up at once. Ends on SIGTERM.",
        )
        parser.add_argument(
            "--set-back",
            action="store_true",
            help="with --keep, once after the restore of an older backup: kept anchors that the database does not meet "
            "any more are put aside",
        )

    def handle(
        self,
        *args: Any,
        file: Path | None,
        club: str,
        keep: int | None,
        at: time | None,
        set_back: bool,
        **options: Any,
    ) -> None:
        if (file is None) is (keep is None):
            raise CommandError("either FILE or --keep N")
        if file:
            if at or set_back:
                raise CommandError("--at and --set-back need --keep N instead of FILE")
            self._write_backup_file(file, club)
        elif keep:
            if club:
                raise CommandError("--club needs FILE instead of --keep N")
            if at and set_back:
                raise CommandError("--set-back is for one backup, without --at")
            self._run_kept_backups(backup_plan(keep, set_back=set_back), at)

    def _write_backup_file(self, file: Path, club: str) -> None:
        check_migrations_current()
        clubs = group_of_command(club)
        try:
            with Progress() as progress:
                now = timezone.now()
                rows = back_up(file.absolute(), made_at=now, clubs=clubs, on_progress=progress.show_table)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from error
        size = file.stat().st_size
        self.stdout.write(f"{file}: {sum(rows.values()):,} rows of {len(rows)} tables, {size:,} bytes")

    def _run_kept_backups(self, plan: BackupPlan, at: time | None) -> None:
        try:
            with stopped_by_signals():
                if at is None:
                    self._make_kept_backup(plan, timezone.now())
                else:
                    self._keep_daily_backups(plan, at)
        except Stopped:
            if at is None:
                raise CommandError("stopped before the backup was there; nothing was removed") from None
            self._print_with_clock("stopped")

    def _make_kept_backup(self, plan: BackupPlan, now: datetime) -> None:
        try:
            with Progress() as progress:
                check_migrations_current()
                done = keep_backup(plan, now=now, on_progress=progress.show_table)
        except Exception as error:
            failed = _backup_failure(error)
            if warning := mail_failure(failed, now=now, folder=plan.folder):
                self.stderr.write(f"Warning: {warning}")
            raise CommandError(str(failed)) from error
        for warning in done.warnings:
            self.stderr.write(f"Warning: {warning}")
        self._print_with_clock(
            f"{done.file}: {sum(done.rows.values()):,} rows of {len(done.rows)} tables, {done.size:,} bytes, restored "
            f"and audited in {done.proved_s:.1f} s; {done.kept} kept, {done.removed} removed"
        )

    def _keep_daily_backups(self, plan: BackupPlan, at: time) -> None:
        def work(now: datetime) -> None:
            try:
                self._make_kept_backup(plan, now)
            except CommandError as failed:
                self.stderr.write(f"{_clock_text()} the backup failed: {failed}")
            finally:
                connections.close_all()  # keep no connection through the day

        self._print_with_clock(f"a backup at {at:%H:%M} {plan.zone} of each day, in {plan.folder}")
        try:
            newest = kept_backups(plan.folder)[-1:]
        except OSError as error:
            raise CommandError(f"{plan.folder} cannot be read: {error.strerror}") from error
        run_daily(work, at=at, zone=plan.zone, last=time_in_file_name(newest[0]) if newest else None, clock=Clock())

    def _print_with_clock(self, text: str) -> None:
        self.stdout.write(f"{_clock_text()} {text}")
        self.stdout.flush()


def _backup_failure(error: Exception) -> BackupFailed:
    if isinstance(error, BackupFailed):
        return error
    if isinstance(error, CommandError):
        return BackupFailed(str(error))
    log.error("The backup broke off", exc_info=error)
    kind = type(error).__name__
    return BackupFailed(f"{kind}: {error}", mailed=f"it broke off: {kind}")


def backup_plan(keep: int, *, set_back: bool = False) -> BackupPlan:
    return BackupPlan(
        folder=settings.BACKUPS,
        keep=keep,
        zone=ZoneInfo(settings.TIME_ZONE),
        copy=settings.BACKUP_COPY or "",
        anchor=settings.ANCHOR or "",
        ping=settings.BACKUP_PING or "",
        set_back=set_back,
    )


def _clock_text() -> str:
    return timezone.localtime().isoformat(sep=" ", timespec="seconds")


def _parse_keep_number(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= MAX_KEEP):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MAX_KEEP}")
    return int(text)


def _parse_time_of_day(text: str) -> time:
    try:
        return datetime.strptime(text, "%H:%M").time()
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 04:30") from error
