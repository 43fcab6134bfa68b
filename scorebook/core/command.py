from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, InterfaceError

from scorebook.core import database_outage


class ScorebookCommand(BaseCommand):
    """The base of all commands: one sentence instead of a traceback where the database is away, busy or full.

    It starts without Django's checks: they look at the program, not at the books, and load every page for it, which
    takes longer than most commands. CI runs them (`manage.py check`). `serve` keeps them, so that its pages are loaded
    before the first worker is asked for one.
    """

    requires_system_checks = ()

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Raise CommandError for an outage of the database; every other error stays a traceback."""
        try:
            return super().execute(*args, **options)
        except (DatabaseError, InterfaceError) as error:
            if not database_outage.is_outage(error):
                raise
            raise CommandError(database_outage.outage_text(error)) from error
