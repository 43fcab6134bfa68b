"""What was written about a hand or an evening is never changed; only added to."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, transaction

from scorebook.core import append_only
from scorebook.core.append_only import AppendOnlyError
from scorebook.play.models import Evening, EveningEvent, HandEvent
from tests.support.played_evening import PlayedEvening, rufer, solo

TABLES = ["play_eveningevent", "play_handevent"]


@pytest.fixture
def written(evening: PlayedEvening) -> PlayedEvening:
    evening.record(rufer("Anna", "Beppo"))
    evening.correct(1, solo("Anna"))
    # In life these rows are committed; here PostgreSQL must first check the foreign keys it left for the commit.
    connection.check_constraints()
    return evening


def test_the_tables_are_guarded() -> None:
    assert append_only.protected_tables(apps.get_app_config("play")) == TABLES


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("statement", ["UPDATE {} SET recorded_at = recorded_at", "DELETE FROM {}"])
def test_the_database_refuses(written: PlayedEvening, table: str, statement: str) -> None:
    assert append_only.missing_triggers(connection, TABLES) == []
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))


@pytest.mark.sqlite_only(reason="PostgreSQL has no REPLACE")
@pytest.mark.parametrize("kind", ["recorded", "corrected"])
def test_a_row_with_the_same_number_or_predecessor_replaces_none(written: PlayedEvening, kind: str) -> None:
    """Each breaks an index that has some of the rows alone: of first records, and of those that replace another."""
    columns = [field.column for field in HandEvent._meta.concrete_fields if field.name not in ("id", "seq")]
    others = ", ".join(f'"{column}"' for column in columns)
    new = f"SELECT '{uuid4().hex}', seq + 7, {others} FROM play_handevent WHERE kind = '{kind}'"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"REPLACE INTO play_handevent (id, seq, {others}) {new}")
    assert HandEvent.objects.filter(kind=kind).count() == 1


CHANGES: list[Callable[[], object]] = [
    lambda: HandEvent.objects.update(no=2),
    lambda: HandEvent.objects.all().delete(),
    lambda: HandEvent.objects.latest("seq").save(),
    lambda: EveningEvent.objects.update(seq=7),
    lambda: EveningEvent.objects.latest("seq").delete(),
]


@pytest.mark.parametrize("change", CHANGES)
def test_code_refuses(written: PlayedEvening, change: Callable[[], object]) -> None:
    with pytest.raises(AppendOnlyError):
        change()


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "recorded"},  # replaces an event
        {"kind": "voided"},  # moves money
        {"kind": "replayed"},  # without a cause
        {"kind": "corrected", "entry": None},
        {"kind": "corrected", "replaces": None},
    ],
)
def test_an_event_that_contradicts_itself_is_refused(written: PlayedEvening, wrong: dict[str, object]) -> None:
    event = HandEvent.objects.latest("seq")
    copied = {
        field.name: getattr(event, field.name) for field in HandEvent._meta.concrete_fields if field.name != "id"
    } | {"seq": 99, "no": 2, "replaces": event}
    with pytest.raises(IntegrityError), transaction.atomic():
        HandEvent.objects.create(id=Evening.objects.get().pk, **(copied | wrong))
