import argparse
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError
from django.utils import timezone, translation

from scorebook.clubs.models import Club
from scorebook.core.command import ScorebookCommand
from scorebook.core.database import write_lock
from scorebook.core.keys import new_key
from scorebook.exchange.imports.import_duplicates import standing_imports
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.exchange.imports.import_texts import import_problem_text
from scorebook.exchange.imports.import_undoing import ImportUndoing
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.named_clubs import clubs_of_command
from scorebook.operations.management.progress import Progress
from scorebook.texts import language

BY = "operator"


class Command(ScorebookCommand):
    help = (
        "Takes an import of a club back as one. Without IMPORT it lists those that can be taken back. Where it was "
        "interrupted, the same command takes back the rest."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("club", help="its id, its link, or the token in the link")
        parser.add_argument("import_id", metavar="import", nargs="?", type=UUID, help="as import_evenings printed it")

    def handle(self, *args: Any, club: str, import_id: UUID | None, **options: Any) -> None:
        check_migrations_current()
        [club_id] = clubs_of_command(club)
        found = Club.objects.get(pk=club_id)
        if import_id is None:
            for one in standing_imports(found):
                first, count = one.first, len(one.evenings)
                name = first.file_name.text if first.file_name else ""
                line = f"{one.pk} {first.recorded_at:%Y-%m-%d} {first.format}: {count} evenings {name}"
                self.stdout.write(line.rstrip())
            return
        with translation.override(language.language_of_terminal()):
            progress = Progress()
            write_lock.wait_long_for_locks()
            try:
                undoing = ImportUndoing(
                    club=found, import_id=import_id, key=new_key(), by=BY, at=timezone.now(), most=None
                )
                undoing.undo_all(
                    lambda done, total: progress.show(f"{done} of {total} evenings and payments are taken back")
                )
            except ImportRefused as refused:
                texts = (import_problem_text(one, language.current_language()) for one in refused.problems)
                raise CommandError("\n".join(texts)) from refused
            finally:
                progress.clear()
        self.stdout.write("undone")
