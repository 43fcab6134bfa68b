import sys
from contextlib import suppress
from typing import Any

from django.db import connection

from scorebook.core.command import ScorebookCommand
from scorebook.core.database import write_lock
from scorebook.core.database.migration_lock import migrating_alone_in
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.moving.channel import MoveChannel, OtherSideLost
from scorebook.operations.moving.receiving import Receiving


class Command(ScorebookCommand):
    help = (
        "Takes a club that moves here. manage.py move_club of the other site starts it, with --through, and talks to "
        "it through its input and output."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        check_migrations_current()
        write_lock.wait_long_for_locks()
        # One move at a time: another one of the same club would replace the copy that this one has compared.
        with migrating_alone_in(connection), suppress(OtherSideLost):  # the usual end of a move
            Receiving(channel=MoveChannel(reads=sys.stdin.buffer, writes=sys.stdout.buffer)).answer_all()
