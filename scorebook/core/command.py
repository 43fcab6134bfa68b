from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, InterfaceError

from scorebook.core.database import outage, write_lock


class ScorebookCommand(BaseCommand):
    """The base of all commands. It reports one sentence if the database is away, busy or full.

    It skips Django's checks, which check the program, not the books, and load every page: that takes longer than most
    commands. CI runs them (`manage.py check`). `serve` keeps them, so that its pages are loaded before the first worker
    needs one.
    """

    requires_system_checks = ()

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Raise CommandError for an outage of the database; every other error keeps its traceback."""
        try:
            return super().execute(*args, **options)
        except (DatabaseError, InterfaceError) as error:
            if not outage.is_outage(error):
                raise
            raise CommandError(outage.outage_text(error)) from error
        except write_lock.WritersBusy as busy:
            raise CommandError(str(busy)) from busy
