"""Rows written at once are those that the models would write, whatever columns they have."""

from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from operator import add
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import DataError, IntegrityError, connection, models, transaction

from scorebook.clubs.models import Club, EndedClub, Player, TypedText
from scorebook.core import rows
from scorebook.core.rows import Change, Insert, RowChanged, RowMissing, Update
from scorebook.core.rows.row_changes import written_fields, written_shapes
from scorebook.core.rows.write_function import function_name
from scorebook.ledger.models import Account, Chain, Entry, MonthMovement, Plan, Transfer
from scorebook.play.evening_totals import TOTALS
from scorebook.play.models import Evening, HandEvent, Seat
from tests.support.played_evening import new_evening, rufer, solo

MIGRATIONS = Path(__file__).parents[2] / "scorebook/play/migrations"
NOW = datetime(2026, 11, 23, 3, 30, 15, 123456, tzinfo=UTC)
INSERTS = [shape for shape in written_shapes().values() if shape.kind is Insert]
WRITTEN = [shape.model for shape in INSERTS]


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
        rows.write_rows([Update(model=Seat, rows=[columns])], club_id=ours.club.pk)


def test_a_change_that_is_not_listed_is_not_written(ours: Ours) -> None:
    """PostgreSQL's function has no part for it."""
    for change in (Update([Plan()]), Update([Evening()], was={"last_hash": ""})):
        with pytest.raises(AssertionError, match="WRITTEN_ROWS has no such change of (Plan|Evening)"):
            rows.write_rows([change], club_id=ours.club.pk)


def test_the_last_migration_creates_the_function_that_is_called() -> None:
    """Where this fails, add a migration with `create_write_function` and the name that the function has now."""
    written = [path for path in MIGRATIONS.glob("*.py") if "create_write_function(" in path.read_text()]
    assert f'create_write_function("{function_name()}")' in max(written).read_text()


def test_rows_are_written_after_those_that_they_refer_to() -> None:
    """And an evening is changed before its books, as all who lock both do it."""
    assert [shape.model for shape in written_shapes().values()][:2] == [Evening, Chain]
    for place, model in enumerate(WRITTEN):
        fields = (field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey))
        referred = {field.related_model for field in fields} - {model}
        assert referred.isdisjoint(WRITTEN[place + 1 :])


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
    for shape in INSERTS:
        columns = {field.column for field in shape.model._meta.concrete_fields}
        assert {field.column for field in written_fields(shape)} == columns


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


def test_rows_grow_by_their_key_and_only_in_these_fields(ours: Ours) -> None:
    seats = [filled(Seat, ours.club.pk, id=uuid4(), place=place, declared_won=1) for place in (901, 902)]
    Seat.objects.bulk_create(seats)
    before = {seat.pk: _totals_of(seat) for seat in seats}
    growth = dict(zip(before, ([1000, 2000, 50, 40, 30], [-5, 7, 3, 2, 1]), strict=True))
    for seat in seats:
        seat.place = 77
        for name, more in zip(TOTALS, growth[seat.pk], strict=True):
            setattr(seat, name, more)
    rows.write_rows([Update(seats)], club_id=ours.club.pk)
    for place, seat in enumerate(Seat.objects.filter(club=ours.club).order_by("place"), start=901):
        assert seat.place == place
        assert _totals_of(seat) == [*map(add, before[seat.pk], growth[seat.pk])]


def test_rows_are_set_only_in_these_fields(ours: Ours) -> None:
    evening = _allowed_row(Evening, ours.club.pk)
    Evening.objects.bulk_create([evening])
    before = vars(Evening.objects.get(club=ours.club)).copy()
    changed = _allowed_row(Evening, ours.club.pk, id=evening.pk)
    for place, field in enumerate(Evening._meta.concrete_fields):
        if not isinstance(field, models.ForeignKey) and not field.primary_key:
            setattr(changed, field.attname, _value_of_field(field, 100 + place))
    rows.write_rows([Update([changed])], club_id=ours.club.pk)
    after = vars(Evening.objects.get(club=ours.club))
    assert {name for name in before if before[name] != after[name]} - {"_state"} == {*Evening.CHANGED_BY_EVENTS}
    assert {name: after[name] for name in Evening.CHANGED_BY_EVENTS} == {
        name: getattr(changed, name) for name in Evening.CHANGED_BY_EVENTS
    }


def _totals_of(seat: Seat) -> list[int]:
    return [getattr(seat, name) for name in TOTALS]


@pytest.mark.postgresql_only(reason="asks PostgreSQL how many rows it read")
def test_rows_are_found_by_their_key_in_a_club_with_years_behind_it(ours: Ours) -> None:
    """Eight thousand seats are few enough for PostgreSQL to read all of them where it expects to change a hundred."""
    seats = [filled(Seat, ours.club.pk, id=uuid4(), place=1, declared_won=1) for _ in range(8_000)]
    Seat.objects.bulk_create(seats)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE play_seat")
        read = _rows_read_one_after_the_other(cursor)
        for _ in range(8):  # PostgreSQL plans the first few anew, and then all that follow alike
            rows.write_rows([Update(rows=seats[2000:2004])], club_id=ours.club.pk)
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
        return Insert(rows=opened)

    rows.write_rows([moved((known, 5))], club_id=ours.club.pk)
    rows.write_rows([moved((new, -3), (known, -7))], club_id=ours.club.pk)
    found = dict(MonthMovement.objects.filter(club=ours.club).values_list("account_id", "amount_minor"))
    assert found == {known: -2, new: -3}


def test_a_row_that_is_not_there_is_missed(ours: Ours) -> None:
    seat = filled(Seat, ours.club.pk)
    with pytest.raises(RowMissing, match="rows of Seat"), transaction.atomic():
        rows.write_rows([Update(rows=[seat])], club_id=ours.club.pk)


def test_nobody_writes_into_another_club_s_row(ours: Ours) -> None:
    other = Club.objects.create(name="Rose", created_at=NOW)
    seat = filled(Seat, other.pk, place=901, points=20, declared_won=1)
    Seat.objects.bulk_create([seat])
    with pytest.raises(RowMissing), transaction.atomic():
        rows.write_rows([Update(rows=[seat])], club_id=ours.club.pk)
    assert Seat.objects.get(club=other).points == 20


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
        Update(
            rows=[evening],
            was={"last_hash": found["evening"], "scribe_token": evening.scribe_token},
        ),
        Update(rows=[chain], was={"head_hash": found["chain"]}),
        Update(rows=[seat]),
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
    nowhere = {"id": uuid4(), **dict.fromkeys(TOTALS, 20)}
    changes: list[Change] = [
        Update(rows=[chain], was={"head_hash": "then"}),
        Insert(rows=[TypedText(id="key", club=club, text="text", salt="salt")]),
        Update(model=Seat, rows=[nowhere]),
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
        rows.write_rows([Insert(rows=[]), Update(rows=[])], club_id=ours.club.pk)


def _allowed_row(model: type[models.Model], club_id: UUID, **values: Any) -> Any:
    """A row that no check constraint forbids."""
    allowed: dict[type[models.Model], dict[str, Any]] = {
        Entry: {"kind": Entry.Kind.PAYMENT, "reverses_id": None},
        HandEvent: {"kind": HandEvent.Kind.REPLAYED},
        Plan: {"treasurer_id": None},
        Seat: {"declared_won": 1},
    }
    return filled(model, club_id, **(allowed.get(model, {}) | values))
