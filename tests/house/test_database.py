"""The database is set up as the books need it, and the tests' own flush leaves it so."""

import sqlite3
import uuid
from contextlib import closing
from datetime import UTC, datetime

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError

from scorebook.clubs.models import Club
from scorebook.clubs.services import create_club, enrol_players
from scorebook.core import append_only
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry

EVENING = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def _pay_in_a_new_club() -> Club:
    club = create_club(key=uuid.uuid4(), name="Herz-Ober", at=EVENING, by="club link")
    anna, beppo = enrol_players(club=club, names=["Anna", "Beppo"], at=EVENING, by="club link")
    evening_id = uuid.uuid4()
    ledger.open_accounts(club=club, unit="EUR", players=[anna, beppo], evening_id=evening_id)
    draft = ledger.PaymentDraft(
        key=uuid.uuid4(), payer_id=anna.pk, payee_id=beppo.pk, amount_minor=250, note="round of beer"
    )
    ledger.pay(club=club, unit="EUR", evening_id=evening_id, draft=draft, by="Anna", at=EVENING)
    return club


@pytest.mark.parametrize("run", ["first", "after a flush"])
@pytest.mark.django_db(transaction=True)
def test_a_transactional_test_finds_an_empty_and_protected_ledger(run: str) -> None:
    assert Entry.objects.count() == 0
    assert append_only.missing_triggers(connection, append_only.protected_tables()) == []
    _pay_in_a_new_club()
    table = Entry._meta.db_table
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{table}"')
    assert Entry.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.sqlite_only(reason="SQLite's own settings")
@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("foreign_keys", 1), ("synchronous", 2), ("busy_timeout", 6_000)]
)
def test_sqlite_is_set_up_for_writers_side_by_side(pragma: str, value: object) -> None:
    """By a new connection: a command that ran on this one before may wait longer."""
    fresh = connection.copy()
    with closing(fresh), fresh.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite_only(reason="SQLite's own settings")
def test_a_transaction_takes_its_turn_to_write_before_its_first_statement() -> None:
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0)) as other:
        with transaction.atomic(), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
        assert other.in_transaction


@pytest.mark.postgresql_only
@pytest.mark.django_db(transaction=True)
def test_a_kept_connection_that_was_given_up_is_not_taken_for_one_that_lives() -> None:
    """A request that had waited long enough closed it; the next one opens another."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert connection.is_usable()
    connection.connection.close()
    assert not connection.is_usable()
    connection.close()


@pytest.mark.postgresql_only
@pytest.mark.django_db(transaction=True)
def test_a_server_that_hung_up_a_moment_ago_is_noticed_without_asking() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    other.close()
    assert not connection.connection.is_fresh() and not connection.is_usable()
    connection.close()
