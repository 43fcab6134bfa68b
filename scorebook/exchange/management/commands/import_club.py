import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.urls import reverse

from scorebook.core.command import ScorebookCommand
from scorebook.core.database import write_lock
from scorebook.exchange.club_file import ClubFileRefused, import_club
from scorebook.operations.management.commands.audit import checked_counts_text
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.progress import Progress


class Command(ScorebookCommand):
    help = (
        "Imports a club that manage.py export_club wrote, under new links, and audits it. It is whole and right, or "
        "nothing is written and each problem is named with its place in the file. A club that is here is not imported "
        "again. The site may go on running; on SQLite those who write wait until it is done."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help="read and audit it, and write nothing")

    def handle(self, *args: Any, file: Path, check: bool, **options: Any) -> None:
        check_migrations_current()
        write_lock.wait_long_for_locks()
        progress = Progress()
        try:
            done = import_club(file.read_bytes(), keeps=not check, on_progress=progress.show)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except ClubFileRefused as error:
            raise CommandError(f"{file} was not imported:\n{error}") from error
        finally:
            progress.clear()
        for club in done.clubs:
            link = "" if check else f": {reverse('web:club', args=[club.keeper_token])}"
            self.stdout.write(f"{club.name}{link}")
        did = "nothing was written, but all of it could be" if check else "imported"
        self.stdout.write(f"{checked_counts_text(done.checked)}: {did}, everything is right")
