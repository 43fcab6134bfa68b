"""Rows written at once are those that the models would write, whatever columns they have."""

from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import DataError, IntegrityError, connection, models, transaction

from scorebook.clubs.models import Club, EndedClub, Player, TypedText
from scorebook.core import rows
from scorebook.core.rows import Change, Insert, RowChanged, RowMissing, Update
from scorebook.core.rows.row_changes import shape_of, written_fields
from scorebook.ledger.models import Account, Chain, Entry, MonthMovement, Plan, PlannedPayment, Transfer
from scorebook.play.models import (
    Evening,
    EveningEvent,
    EveningResult,
    HandEvent,
    HandResult,
    MonthContract,
    MonthPair,
    MonthTotal,
    Seat,
)
from scorebook.standings.models import CupPassing, Rating
from tests.support.played_evening import new_evening, rufer, solo

NOW = datetime(2026, 11, 23, 3, 30, 15, 123456, tzinfo=UTC)
WRITTEN = [
    TypedText,
    Entry,
    Transfer,
    MonthMovement,
    Chain,
    HandEvent,
    Seat,
    MonthTotal,
    MonthContract,
    MonthPair,
    Evening,
    EveningEvent,
    EveningResult,
    HandResult,
    Plan,
    PlannedPayment,
    Rating,
    CupPassing,
]


def filled(model: type[models.Model], club_id: UUID, **values: Any) -> Any:
    """A row in which every column holds something that its default is not."""
    found: dict[str, Any] = {}
    for place, field in enumerate(model._meta.concrete_fields, start=1):
        found[field.attname] = values.get(
            field.attname, club_id if field.name == "club" else _value_of_field(field, place)
        )
    return model(**found)


def _value_of_field(field: Any, place: int) -> Any:
    field = getattr(field, "target_field", field)
    match field:
        case models.UUIDField():
            return uuid4()
        case models.JSONField():
            return {"place": place, "list": [1, None, True, "\u00e4\\\"'"], "empty": {}}
        case models.DateTimeField():
            return NOW + timedelta(minutes=place)
        case models.DateField():
            return date(2026, 11, 1)
        case models.BooleanField():
            return True
        case models.IntegerField():
            return place
        case models.CharField() | models.TextField():
            return ("\u00e4\u0301'\"\\{}, NULL %s" * 3)[: min(place, field.max_length or place)]
    raise AssertionError(f"{field} is of a kind that no row of ours had; say here what it may hold")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    club: Club

    def stored(self, model: type[models.Model]) -> list[tuple[Any, ...]]:
        """As the driver gives them."""
        columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
        club = model._meta.get_field("club")
        assert isinstance(club, models.Field)
        with connection.cursor() as cursor:
            cursor.execute(
                f'SELECT {columns} FROM "{model._meta.db_table}" WHERE "{club.column}" = %s ORDER BY 1, 2',
                [club.get_db_prep_value(self.club.pk, connection)],
            )
            found: list[tuple[Any, ...]] = cursor.fetchall()
            return found


@pytest.fixture
def ours(db: None) -> Ours:
    """Nothing refers to what it should here: the test is rolled back before anybody looks at that."""
    return Ours(club=Club.objects.create(name="Linde", created_at=NOW))


@pytest.fixture(autouse=True)
def _no_foreign_keys_are_checked(db: None) -> Any:
    """At the end of the test, when pytest-django would look at them."""
    yield
    if connection.in_atomic_block:
        transaction.set_rollback(True)


@pytest.mark.parametrize("model", WRITTEN, ids=lambda model: model.__name__)
def test_a_new_row_is_the_one_that_the_model_would_write(ours: Ours, model: type[models.Model]) -> None:
    row = _allowed_row(model, ours.club.pk)
    with transaction.atomic():
        model._base_manager.bulk_create([row])
        expected = ours.stored(model)
        transaction.set_rollback(True)
    assert len(expected) == 1 and ours.stored(model) == []
    with transaction.atomic():
        rows.write_rows([Insert(rows=[row])], club_id=ours.club.pk)
        assert ours.stored(model) == expected
        transaction.set_rollback(True)
    columns = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
    rows.write_rows([Insert(model=model, rows=[columns])], club_id=ours.club.pk)
    assert ours.stored(model) == expected


@pytest.mark.parametrize("columns", [{"id": 901}, {"id": 901, "points": 20, "pionts": 20}], ids=["lacks", "unknown"])
def test_columns_alone_are_all_that_are_written_and_no_others(ours: Ours, columns: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match="pionts" if len(columns) > 1 else "points"):
        rows.write_rows([Update(model=Seat, rows=[columns], adds=("points",))], club_id=ours.club.pk)


@pytest.mark.parametrize("model", WRITTEN, ids=lambda model: model.__name__)
def test_a_row_is_read_as_a_queryset_reads_it(ours: Ours, model: type[models.Model]) -> None:
    model._base_manager.bulk_create([_allowed_row(model, ours.club.pk)])
    [found] = ours.stored(model)
    assert len(found) == rows.column_count(model)
    read, queried = rows.instance_from_columns(model, found), model._base_manager.get(club=ours.club)
    names = [field.attname for field in model._meta.concrete_fields]
    assert [getattr(read, name) for name in names] == [getattr(queried, name) for name in names]
    assert not read._state.adding


def test_every_column_is_written_that_a_model_has() -> None:
    """A column that is added to a model is in the statement without anybody having to think of it."""
    for model in WRITTEN:
        written = written_fields(shape_of(Insert(rows=[model()])))
        assert {field.column for field in written} == {field.column for field in model._meta.concrete_fields}


def test_an_object_made_for_a_row_has_every_column(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[models.Model] = []

    def kept(model: type[models.Model], **columns: Any) -> models.Model:
        made.append(unsaved(model, **columns))
        return made[-1]

    unsaved = rows.unsaved_instance
    monkeypatch.setattr(rows, "unsaved_instance", kept)
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    for hand in (rufer("Anna", "Beppo"), solo("Cilli")):
        evening.record(hand)
    evening.correct(1, solo("Cilli"))
    evening.void(1)
    assert {type(one) for one in made} == {HandEvent, Entry}
    for one in made:
        assert {field.attname for field in one._meta.concrete_fields} <= vars(one).keys()


def test_every_table_that_is_written_at_once_names_its_club() -> None:
    own = {"scorebook.clubs", "scorebook.ledger", "scorebook.play", "scorebook.standings"}
    tables = [model for model in apps.get_models() if model._meta.app_config.name in own]
    tables = [model for model in tables if model not in (Club, EndedClub)]  # the club of the latter is no longer here
    assert set(WRITTEN) <= set(tables)
    assert all(model._meta.get_field("club") for model in tables)
    assert Account in tables


def test_rows_are_changed_by_their_key_and_only_these_fields(ours: Ours) -> None:
    first, second = (filled(Seat, ours.club.pk, id=uuid4(), place=place, declared_won=1) for place in (901, 902))
    Seat.objects.bulk_create([first, second])
    first.points, first.hands, second.points, second.hands = 1000, 2000, -5, 7
    rows.write_rows([Update(rows=[first, second], sets=("points",), adds=("hands",))], club_id=ours.club.pk)
    before = {seat.pk: filled(Seat, ours.club.pk).hands for seat in (first, second)}
    found = {seat.pk: (seat.points, seat.hands) for seat in Seat.objects.filter(club=ours.club)}
    assert found == {first.pk: (1000, before[first.pk] + 2000), second.pk: (-5, before[second.pk] + 7)}


@pytest.mark.postgresql_only(reason="asks PostgreSQL how many rows it read")
def test_rows_are_found_by_their_key_in_a_club_with_years_behind_it(ours: Ours) -> None:
    """Eight thousand seats are few enough for PostgreSQL to read all of them where it expects to change a hundred."""
    seats = [filled(Seat, ours.club.pk, id=uuid4(), place=1, declared_won=1) for _ in range(8_000)]
    Seat.objects.bulk_create(seats)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE play_seat")
        read = _rows_read_one_after_the_other(cursor)
        for _ in range(8):  # PostgreSQL plans the first few anew, and then all that follow alike
            rows.write_rows([Update(rows=seats[2000:2004], adds=("points",))], club_id=ours.club.pk)
        assert _rows_read_one_after_the_other(cursor) == read


def _rows_read_one_after_the_other(cursor: Any) -> int:
    cursor.execute("SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'play_seat'")
    [read] = cursor.fetchone()
    return int(read)


def test_a_row_that_is_there_grows_and_one_that_is_not_is_opened(ours: Ours) -> None:
    known, new = uuid4(), uuid4()

    def moved(*amounts: tuple[UUID, int]) -> Insert:
        opened = [
            MonthMovement(club=ours.club, account_id=id, is_tab=False, month=date(2026, 11, 1), amount_minor=amount)
            for id, amount in amounts
        ]
        return Insert(rows=opened, opens=("amount_minor",))

    rows.write_rows([moved((known, 5))], club_id=ours.club.pk)
    rows.write_rows([moved((new, -3), (known, -7))], club_id=ours.club.pk)
    found = dict(MonthMovement.objects.filter(club=ours.club).values_list("account_id", "amount_minor"))
    assert found == {known: -2, new: -3}


def test_a_row_that_is_not_there_is_missed(ours: Ours) -> None:
    chain = Chain(club_id=uuid4(), length=1)
    with pytest.raises(RowMissing, match="rows of Chain"):
        rows.write_rows([Update(rows=[chain], sets=("length",))], club_id=ours.club.pk)


def test_nobody_writes_into_another_club_s_row(ours: Ours) -> None:
    other = Club.objects.create(name="Rose", created_at=NOW)
    Chain.objects.create(club=other)
    with pytest.raises(RowMissing), transaction.atomic():
        rows.write_rows([Update(rows=[Chain(club=other, length=9)], sets=("length",))], club_id=ours.club.pk)
    assert Chain.objects.get(club=other).length == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("changed", ["evening", "chain", None])
def test_rows_are_written_only_where_others_are_as_they_were(changed: str | None) -> None:
    """Without a transaction around it: either all of them, or none."""
    club = Club.objects.create(name="Linde", created_at=NOW)
    first_dealer = Player.objects.create(club=club, name="Anna", created_at=NOW)
    evening = _allowed_row(Evening, club.pk, first_dealer_id=first_dealer.pk, last_hash="then", hand_count=0)
    evening.save(force_insert=True)
    chain = Chain.objects.create(club=club, head_hash="then")
    seat = Seat.objects.create(club=club, evening=evening, player=first_dealer, place=1, from_hand=1)
    found = {name: "now" if name == changed else "then" for name in ("evening", "chain")}
    evening.hand_count, chain.length, seat.points = 1, 1, 20
    changes: list[Change] = [
        Insert(rows=[TypedText(id="key", club=club, text="text", salt="salt")]),
        Update(rows=[evening], sets=("hand_count",), was={"last_hash": found["evening"]}),
        Update(rows=[chain], sets=("length",), was={"head_hash": found["chain"]}),
        Update(rows=[seat], adds=("points",)),
    ]
    with pytest.raises(RowChanged) if changed else nullcontext():
        rows.write_rows(changes, club_id=club.pk)
    for row in (evening, chain, seat):
        row.refresh_from_db()
    written = (evening.hand_count, chain.length, seat.points, TypedText.objects.count())
    assert written == ((0, 0, 0, 0) if changed else (1, 1, 20, 1))


@pytest.mark.django_db(transaction=True)
def test_a_missing_row_takes_back_all_others() -> None:
    club = Club.objects.create(name="Linde", created_at=NOW)
    chain = Chain.objects.create(club=club, head_hash="then")
    chain.length = 1
    nowhere = {"id": uuid4(), "points": 20}
    changes: list[Change] = [
        Update(rows=[chain], sets=("length",), was={"head_hash": "then"}),
        Insert(rows=[TypedText(id="key", club=club, text="text", salt="salt")]),
        Update(model=Seat, rows=[nowhere], adds=("points",)),
    ]
    with pytest.raises(RowChanged):
        rows.write_rows(changes, club_id=club.pk)
    chain.refresh_from_db()
    assert (chain.length, TypedText.objects.count()) == (0, 0)


@pytest.mark.postgresql_only(reason="SQLite stores a text of any length")
def test_a_text_that_is_too_long_is_refused_and_not_cut(ours: Ours) -> None:
    entry = _allowed_row(Entry, ours.club.pk, unit="x" * 21)
    with pytest.raises(DataError), transaction.atomic():
        rows.write_rows([Insert(rows=[entry])], club_id=ours.club.pk)


def test_what_a_constraint_forbids_is_refused(ours: Ours) -> None:
    transfer = _allowed_row(Transfer, ours.club.pk, amount_minor=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.write_rows([Insert(rows=[transfer])], club_id=ours.club.pk)


def test_nothing_to_write_asks_nothing(ours: Ours, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        rows.write_rows([Insert(rows=[]), Update(rows=[], sets=("length",))], club_id=ours.club.pk)


def _allowed_row(model: type[models.Model], club_id: UUID, **values: Any) -> Any:
    """A row that no check constraint forbids."""
    allowed: dict[type[models.Model], dict[str, Any]] = {
        Entry: {"kind": Entry.Kind.PAYMENT, "reverses_id": None},
        HandEvent: {"kind": HandEvent.Kind.REPLAYED},
        Plan: {"treasurer_id": None},
        Seat: {"declared_won": 1},
    }
    return filled(model, club_id, **(allowed.get(model, {}) | values))
