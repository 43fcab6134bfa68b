from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from scorebook.core.migration_lock import migrating_alone_in


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Two first starts at the same time would make the same tables twice."""
        with migrating_alone_in(connections[options["database"]]):
            super().handle(*args, **options)
