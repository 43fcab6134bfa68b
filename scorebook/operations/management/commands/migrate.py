from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from scorebook.clubs.models import Club
from scorebook.core.migration_lock import migrating_alone_in
from scorebook.play.hand_sums import rebuild_hand_sums

# Its tables are filled by the rules of the game, which no migration can know of.
HAND_SUMS = ("play", "0004_month_contract_and_pair")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Two first starts at the same time would make the same tables twice."""
        connection = connections[options["database"]]
        with migrating_alone_in(connection):
            before = MigrationRecorder(connection).applied_migrations()
            super().handle(*args, **options)
            if HAND_SUMS in MigrationRecorder(connection).applied_migrations().keys() - before.keys():
                for club in Club.objects.using(options["database"]).order_by("pk").iterator():
                    rebuild_hand_sums(club)
