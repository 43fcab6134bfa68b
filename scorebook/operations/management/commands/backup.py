import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scorebook.operations.backup import back_up
from scorebook.operations.management.current import check_is_current
from scorebook.operations.management.progress import Progress


class Command(BaseCommand):
    help = (
        "Writes everything into one compressed file, from SQLite or PostgreSQL, while the site runs. The file holds "
        "the links of all evenings, so only its owner may read it. manage.py restore FILE brings it back."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="replaced when the new one is whole, such as scorebook.backup")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        check_is_current()
        progress = Progress()
        try:
            rows = back_up(
                file.absolute(),
                made_at=timezone.now(),
                told=lambda table, count: progress.show(f"{table}: {count:,}"),
            )
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from error
        finally:
            progress.clear()
        size = file.stat().st_size
        self.stdout.write(f"{file}: {sum(rows.values()):,} rows of {len(rows)} tables, {size:,} bytes")
