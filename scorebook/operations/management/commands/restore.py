import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from scorebook.core.command import ScorebookCommand
from scorebook.core.database import write_lock
from scorebook.operations.backup.backups import BackupDamaged, RestoreRefused, restore_backup
from scorebook.operations.management.named_clubs import id_if_known
from scorebook.operations.management.progress import Progress
from scorebook.operations.nightly.kept import named_backup


class Command(ScorebookCommand):
    help = (
        "Brings back what manage.py backup wrote, into SQLite or PostgreSQL, and audits it. A database that holds "
        "anything is refused without --replace; where the backup is not right, everything stays as it was."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="also by its bare name, of one in SCOREBOOK_BACKUPS")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="delete everything that is in the database now, or with --club the club",
        )
        parser.add_argument(
            "--club",
            default="",
            help="only this club, by id or link, and the clubs linked with it; others go on, and accounts stay",
        )

    def handle(self, *args: Any, file: Path, replace: bool, club: str, **options: Any) -> None:
        file = named_backup(file, settings.BACKUPS)
        write_lock.wait_long_for_locks()
        club = id_if_known(club) if club else ""
        try:
            with Progress() as progress:
                header, difference = restore_backup(file, replace=replace, club=club, on_progress=progress.show_table)
        except (BackupDamaged, RestoreRefused) as error:
            raise CommandError(f"{file} was not restored: {error}") from error
        if difference:
            raise CommandError(f"{file} was restored, but it is not right: {difference}")
        self.stdout.write(
            f"{file} of {header.made_at}: {sum(header.rows.values()):,} rows restored, everything is right"
        )
