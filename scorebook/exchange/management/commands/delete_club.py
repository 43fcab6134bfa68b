import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from scorebook.clubs.models import Club
from scorebook.core.command import ScorebookCommand
from scorebook.core.database import write_lock
from scorebook.exchange.club_file import ClubFileRefused, ClubUnsound
from scorebook.exchange.deletion import DeletionRefused, delete_club, unsettled_money
from scorebook.operations.club_stats import club_figures
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.named_clubs import clubs_of_command


class Command(ScorebookCommand):
    help = (
        "Deletes one club: its people, evenings, hands and books. FILE is what manage.py export_club has written of "
        "it, and nothing may have been written in the club since; manage.py import_club brings it back from there, "
        "under new links. Without --name it only says what would be lost. A club that is or was linked with another "
        "one is refused. The site may go on running; on SQLite everybody who writes waits until it is done."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("club", help="its id, its link, or the token in the link")
        parser.add_argument("file", type=Path, help="the club's file, written by manage.py export_club")
        parser.add_argument("--name", help="the club's name, to confirm that this club is meant")

    def handle(self, *args: Any, club: str, file: Path, name: str | None, **options: Any) -> None:
        check_migrations_current()
        write_lock.wait_long_for_locks()
        [club_id] = clubs_of_command(club)
        for line in _deletion_losses(Club.objects.get(pk=club_id)):
            self.stdout.write(line)
        if name is None:
            raise CommandError("nothing was deleted; repeat it with --name and the club's name to delete all of this")
        try:
            note = delete_club(club_id=club_id, name=name, file=file.read_bytes(), at=timezone.now())
        except OSError as error:
            raise CommandError(f"nothing was deleted: {file} cannot be read: {error.strerror}") from error
        except (DeletionRefused, ClubFileRefused, ClubUnsound, write_lock.WritersBusy) as error:
            raise CommandError(f"nothing was deleted: {error}") from error
        self.stdout.write(f"deleted; {file} brings it back, its SHA-256 is {note.file_sha256}")


def _deletion_losses(club: Club) -> Iterator[str]:
    figures = club_figures([club.pk])[club.pk]
    yield (
        f"{club.name}, last used on {timezone.localdate(figures.last_used_at)}: {figures.people:,} people, "
        f"{figures.evenings:,} evenings, {figures.hands:,} hands"
    )
    yield from (f"open money of {line}" for line in unsettled_money(club))
