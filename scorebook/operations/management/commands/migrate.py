from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from scorebook.clubs.models import Club
from scorebook.core.database.distribution import distributed_tables
from scorebook.core.database.migration_lock import migrating_alone_in
from scorebook.core.database.migration_state import MigrationState, migration_state
from scorebook.core.database.sqlite.statistics import write_statistics
from scorebook.operations.rebuild import rebuild_figures
from scorebook.play.evening_results import rebuild_results
from scorebook.play.months import rebuild_hand_sums, rebuild_months
from scorebook.standings.standings_updates import rebuild_standings


def _rebuild_months(club: Club) -> int:
    return rebuild_months(club) + rebuild_hand_sums(club)


# Migrations with tables that only the rules of the games can fill, and the functions that fill them, in their order.
FILLED: Mapping[tuple[str, str], Callable[[Club], object]] = {
    ("play", "0004_month_contract_and_pair"): rebuild_hand_sums,
    ("play", "0006_results"): rebuild_results,
    ("play", "0007_partner_points"): rebuild_hand_sums,
    ("play", "0008_months_of_closed_evenings"): _rebuild_months,
    ("standings", "0001_initial"): lambda club: rebuild_standings(club.pk),
    ("play", "0009_points_without_a_hand"): rebuild_figures,
    ("play", "0010_short_tout_is_a_tout"): rebuild_results,
    ("play", "0011_sums_by_role"): rebuild_hand_sums,
}


# With one of these options Django migrates nothing.
LOOKING = ("plan", "check_unapplied", "prune")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        # With a lock, because two first starts at the same time would make the same tables twice.
        connection = connections[options["database"]]
        # Here, not in `serve`: `migrate` run by hand would pass a lock there.
        with migrating_alone_in(connection):
            before = MigrationRecorder(connection).applied_migrations()
            super().handle(*args, **options)
            if connection.vendor == "sqlite" and not any(options.get(name) for name in LOOKING):
                write_statistics(connection)
            new = MigrationRecorder(connection).applied_migrations().keys() - before.keys()
            if new and distributed_tables(connection) and migration_state(connection) is MigrationState.APPLIED:
                # Here, because nearly every site has one server.
                from scorebook.operations.distribution import distributing

                distributing.distribute()
            for fill in dict.fromkeys(fill for migration, fill in FILLED.items() if migration in new):
                for club in Club.objects.using(options["database"]).order_by("pk").iterator():
                    fill(club)
