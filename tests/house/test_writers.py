"""Writers kept out for a restore: all tables or none, and nobody who reads has to wait."""

from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scorebook.core.database.write_lock import WritersBusy, keep_writers_out

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgresql_only(reason="on SQLite a transaction of ours is alone already"),
]
TABLES = ["clubs_club", "ledger_entry", "play_evening"]


@pytest.fixture
def other() -> Iterator[BaseDatabaseWrapper]:
    """Somebody else, in a transaction."""
    found = connection.copy("other")
    found.set_autocommit(False)
    yield found
    found.close()


def run(other: BaseDatabaseWrapper, statement: str) -> None:
    with other.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("table", TABLES)
def test_it_gives_up_with_empty_hands_while_somebody_writes(other: BaseDatabaseWrapper, table: str) -> None:
    run(other, f"LOCK TABLE {table} IN ROW EXCLUSIVE MODE")
    with transaction.atomic():
        with pytest.raises(WritersBusy):
            keep_writers_out(TABLES, first="play_evening", patience_s=0.2)
        run(other, f"LOCK TABLE {', '.join(TABLES)} IN EXCLUSIVE MODE NOWAIT")


def test_readers_pass_and_writers_do_not(other: BaseDatabaseWrapper) -> None:
    with transaction.atomic():
        keep_writers_out(TABLES, first="play_evening")
        run(other, "SET LOCAL lock_timeout = 1; SELECT 1 FROM play_evening, clubs_club, ledger_entry")
        with pytest.raises(OperationalError, match="lock"):
            run(other, "LOCK TABLE ledger_entry IN ROW EXCLUSIVE MODE NOWAIT")
