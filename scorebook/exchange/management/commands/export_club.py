import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from scorebook.core.command import ScorebookCommand
from scorebook.core.whole_file import whole_file
from scorebook.exchange.club_file import ClubUnsound, club_file_lines
from scorebook.ledger.snapshot import snapshot_of_all_clubs
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.named_clubs import clubs_of_command
from scorebook.operations.management.progress import Progress


class Command(ScorebookCommand):
    help = (
        "Writes a club into one file of JSON, while the site runs: its people, evenings, hands, books and seasons, and "
        "those of clubs that are linked with it. Links are not in it; names are, hidden ones too, so only its owner "
        "may read the file. manage.py import_club FILE brings the club into another Scorebook. Audit the club before."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("club", help="its id, its link, or the token in the link")
        parser.add_argument("file", type=Path, help="replaced when the new one is whole, such as linde.club.json")

    def handle(self, *args: Any, club: str, file: Path, **options: Any) -> None:
        check_migrations_current()
        [club_id] = clubs_of_command(club)
        progress, lines = Progress(), 0
        try:
            with whole_file(file.absolute()) as out, snapshot_of_all_clubs():
                for line in club_file_lines(club_id):
                    out.write(line.encode())
                    lines += 1
                    progress.show(f"{lines:,} lines")
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from error
        except ClubUnsound as error:
            raise CommandError(f"{error}; manage.py audit says more. Nothing was written") from error
        finally:
            progress.clear()
        self.stdout.write(f"{file}: {lines:,} lines, {file.stat().st_size:,} bytes")
