import argparse
from typing import Any

from django.core.management.base import CommandError
from django.db import connection

from scorebook.core.command import ScorebookCommand
from scorebook.core.database import write_lock
from scorebook.core.database.distribution import distributed_tables
from scorebook.core.database.migration_lock import migrating_alone_in
from scorebook.operations.distribution import distributing
from scorebook.operations.distribution.servers import ServersRefused, check_servers
from scorebook.operations.management.current import check_migrations_current


class Command(ScorebookCommand):
    help = (
        "Spreads the clubs of this database over the servers that its coordinator (PostgreSQL with Citus) knows. "
        "A second run distributes what was added since. Stop the site first."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        action = parser.add_mutually_exclusive_group()
        action.add_argument("--check", action="store_true", help="change nothing; exit code 1 if something lacks")
        action.add_argument("--undo", action="store_true", help="bring all clubs back to the coordinator")

    def handle(self, *args: Any, check: bool, undo: bool, **options: Any) -> None:
        write_lock.wait_long_for_locks()
        try:
            check_servers()
            check_migrations_current()
            if check:
                self._report_check()
                return
            with migrating_alone_in(connection):
                changed = distributing.undistribute() if undo else distributing.distribute()
        except ServersRefused as refused:
            raise CommandError(str(refused)) from refused
        except write_lock.WritersBusy as busy:
            raise CommandError(f"{busy}; stop the site, or try again") from busy
        done = "brought back to the coordinator" if undo else "distributed"
        self.stdout.write(f"{len(changed)} tables {done}" if changed else f"nothing to do: all tables are {done}")

    def _report_check(self) -> None:
        if not distributed_tables(connection):
            raise CommandError("the database is not distributed")
        if missing := distributing.undistributed_parts():
            raise CommandError(f"not distributed yet: {', '.join(missing)}; run manage.py distribute")
        self.stdout.write("all tables of clubs are distributed")
