"""Somebody who owns the file or the server changes the books: the audit says where."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import F
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.ledger import ledger_verification, queries, services
from scorebook.ledger.accounts import account_id
from scorebook.ledger.chain import entry_digest, leg_of_transfer
from scorebook.ledger.models import Account, Chain, Entry, MonthMovement, Transfer
from scorebook.ledger.plan_verification import books_of_evenings
from scorebook.ledger.reconciliation import Claim, reconcile_evening
from tests.support.booked_evening import NINE_O_CLOCK, BookedEvening, new_evening, unguarded


@pytest.fixture
def books(evening: BookedEvening) -> BookedEvening:
    """Six entries: three hands, a correction of the second (4 and 5), a payment."""
    hands = evening.post(
        evening.result("hand 1", Anna=40, Beppo=-40),
        evening.result("hand 2", Anna=30, Beppo=-10, Cilli=-20),
        evening.result("hand 3", Dani=60, Anna=-20, Beppo=-20, Cilli=-20),
    )
    evening.post(evening.reversal(hands[1]), evening.result("hand 2", Anna=-30, Beppo=10, Cilli=20))
    evening.pay("Beppo", "Dani", 40)
    assert queries.verify_chain(club=evening.club) is None
    return evening


def execute_sql(statement: str, *values: str | UUID) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def first_difference(evening: BookedEvening) -> str:
    difference = queries.verify_chain(club=evening.club)
    assert difference is not None
    return f"{difference.place}{difference.what}: {difference.code}"


def db_value(key: UUID) -> str | UUID:
    """As the engine keeps it: SQLite has no type for a UUID."""
    return key if connection.features.has_native_uuid_field else key.hex


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        (
            "UPDATE ledger_transfer SET amount_minor = 41 WHERE {of 1} AND position = 2",
            "entry 1, transfer 2: transfer_changed",
        ),
        (
            "UPDATE ledger_transfer SET source_id = target_id, target_id = source_id WHERE {of 3} AND position = 4",
            "entry 3, transfer 4: transfer_changed",
        ),
        ("DELETE FROM ledger_transfer WHERE {of 2} AND position = 1", "entry 2, transfer 1: transfer_missing"),
        ("DELETE FROM ledger_transfer WHERE {of 2} AND position = 3", "entry 2: entry_changed"),
        ("DELETE FROM ledger_transfer WHERE {of 5}", "entry 5: entry_changed"),
        (
            "UPDATE ledger_transfer SET position = 9 WHERE {of 1} AND position = 2",
            "entry 1, transfer 2: transfer_missing",
        ),
        ("UPDATE ledger_entry SET why = 'hand 9' WHERE seq = 3", "entry 3: entry_changed"),
        ("UPDATE ledger_entry SET recorded_by = 'Beppo' WHERE seq = 2", "entry 2: entry_changed"),
        ("UPDATE ledger_entry SET recorded_at = '2026-11-21 00:00:00+00:00' WHERE seq = 6", "entry 6: entry_changed"),
        ("UPDATE ledger_entry SET kind = 'result' WHERE seq = 6", "entry 6: entry_changed"),
        ("UPDATE ledger_entry SET evening_id = NULL WHERE seq = 6", "entry 6: entry_changed"),
        ("UPDATE ledger_entry SET hash = previous_hash WHERE seq = 4", "entry 4: entry_changed"),
        ("UPDATE ledger_entry SET previous_hash = hash WHERE seq = 4", "entry 4: previous_hash"),
        ("UPDATE ledger_entry SET seq = 70 WHERE seq = 6", "entry 6: entry_missing"),
        ("UPDATE ledger_account SET unit = 'CHF' WHERE kind = 'cash'", "entry 6, transfer 1: account_changed"),
        ("UPDATE ledger_chain SET length = 5", "chain: chain_length"),
        ("UPDATE ledger_chain SET head_hash = ''", "chain: chain_head"),
    ],
)
def test_every_change_is_found_at_its_place(books: BookedEvening, statement: str, place: str) -> None:
    for seq in range(1, 7):
        statement = statement.replace(f"{{of {seq}}}", f"entry_id IN (SELECT id FROM ledger_entry WHERE seq = {seq})")
    with unguarded():
        execute_sql(statement)
        assert first_difference(books) == place


@pytest.mark.parametrize(
    ("seq", "place"), [(1, "entry 1: entry_missing"), (5, "entry 5: entry_missing"), (6, "chain: chain_length")]
)
def test_an_entry_that_vanished_is_missed(books: BookedEvening, seq: int, place: str) -> None:
    with unguarded():
        execute_sql(f"DELETE FROM ledger_transfer WHERE entry_id IN (SELECT id FROM ledger_entry WHERE seq = {seq})")
        execute_sql(f"DELETE FROM ledger_entry WHERE seq = {seq}")
        assert first_difference(books) == place


def test_accounts_of_two_people_exchanged_are_found(books: BookedEvening) -> None:
    anna, beppo = books.players["Anna"].pk, books.players["Beppo"].pk
    with unguarded():
        emmi = new_evening("Emmi").players["Emmi"].pk
        for now, then in ((anna, emmi), (beppo, anna)):
            execute_sql("UPDATE ledger_account SET player_id = %s WHERE player_id = %s AND club_id = %s",
                *map(db_value, (then, now, books.club.pk)))  # fmt: skip
        assert first_difference(books) == "entry 1, transfer 1: account_changed"


def test_an_entry_forged_with_a_fitting_hash_breaks_the_next_link(books: BookedEvening) -> None:
    entry = Entry.objects.get(seq=3)
    entry.why = "hand 3, really"
    legs = [leg_of_transfer(transfer) for transfer in entry.transfers.order_by("position")]
    forged = entry_digest(entry, legs)
    with unguarded():
        execute_sql("UPDATE ledger_entry SET why = %s, hash = %s WHERE seq = 3", entry.why, forged)
        assert first_difference(books) == "entry 4: previous_hash"


def test_a_transfer_slipped_in_is_found(books: BookedEvening) -> None:
    [theft] = Transfer.objects.filter(entry__seq=1, position=1)
    theft.id, theft.position, theft._state.adding = uuid4(), 3, True
    theft.save()
    assert first_difference(books) == "entry 1, transfer 3: transfer_changed"


def test_money_of_another_club_is_found(books: BookedEvening) -> None:
    other = new_evening("Emmi")
    emmi = account_id(club_id=other.club.pk, unit="EUR", kind=Account.Kind.PLAYER, owner_id=other.players["Emmi"].pk)
    with unguarded():
        execute_sql("UPDATE ledger_transfer SET target_id = %s WHERE position = 2 AND source_id <> %s",
            *map(db_value, (emmi, emmi)))  # fmt: skip
        assert first_difference(books).startswith("entry 1, transfer 2: ")


def test_a_transfer_hidden_in_another_club_is_found(books: BookedEvening) -> None:
    """Each club names its part: the one an entry that has lost it, the other a transfer without an entry."""
    other = new_evening("Emmi")
    with unguarded():
        execute_sql("UPDATE ledger_transfer SET club_id = %s WHERE position = 4", db_value(other.club.pk))
        assert first_difference(books) == "entry 3: entry_changed"
        assert first_difference(other) == "chain: transfer_extra"


def test_the_first_of_several_differences_is_named(books: BookedEvening) -> None:
    with unguarded():
        execute_sql("UPDATE ledger_transfer SET amount_minor = amount_minor + 1")
        assert first_difference(books) == "entry 1, transfer 1: transfer_changed"


def test_a_club_s_books_do_not_depend_on_another_s(books: BookedEvening) -> None:
    other = new_evening("Emmi", "Fritz")
    other.post(other.result(Emmi=5, Fritz=-5))
    with unguarded():
        execute_sql("UPDATE ledger_entry SET why = 'x' WHERE club_id = %s", db_value(books.club.pk))
        assert queries.verify_chain(club=other.club) is None
        assert first_difference(books) == "entry 1: entry_changed"


def test_a_club_without_books_has_none_to_doubt(db: None) -> None:
    club = new_evening("Anna").club
    assert queries.verify_chain(club=club) is None
    Chain.objects.all().delete()
    assert queries.verify_chain(club=club) is None


def test_long_books_are_read_in_pieces(
    evening: BookedEvening, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_verification, "CHUNK", 10)
    hands = evening.post(*(evening.result(f"hand {number}", Anna=1, Beppo=-1) for number in range(30)))
    evening.post(*(evening.reversal(entry) for entry in hands[:5]))
    # Four pieces of entries with their transfers and accounts; the newest entry, the chain, transfers beside it.
    with django_assert_num_queries(4 * 3 + 3):
        assert queries.verify_chain(club=evening.club) is None
    with unguarded():
        Chain.objects.update(length=F("length") + 1)
        assert first_difference(evening) == "chain: chain_length"


def test_a_balance_that_was_changed_is_named_by_month_place_and_owner(books: BookedEvening) -> None:
    """By the six entries Anna has 40 - 20 - 30, and owes the kitty 50 on the tab."""
    services.charge(
        club=books.club, unit="EUR", evening_id=None, key=uuid4(), amounts={books.players["Anna"].pk: 50},
        note="fee", by="Anna", at=NINE_O_CLOCK,
    )  # fmt: skip
    MonthMovement.objects.filter(club=books.club, account__player=books.players["Anna"]).update(amount_minor=1)
    MonthMovement.objects.filter(club=books.club, account__kind=Account.Kind.KITTY).update(amount_minor=1)
    found = ledger_verification.balance_differences(books.club)
    assert {(one.what, one.expected, one.found) for one in found} == {
        ("2026-11, Anna in EUR", "-10", "1"),
        ("2026-11, tab, Anna in EUR", "-50", "1"),
        ("2026-11, tab, kitty in EUR", "50", "1"),
    }


def test_a_hand_that_was_not_booked_is_described_by_its_amounts(books: BookedEvening) -> None:
    """And one that was booked without a hand."""
    claimed, booked = (books.result("hand 9", Anna=40, Beppo=-40), books.result("hand 9", Cilli=7, Dani=-5, pot=-2))
    before = {f"entry {number}" for number in Entry.objects.filter(club=books.club).values_list("seq", flat=True)}
    books.post(booked)
    claim = Claim(draft=claimed, place="hand 9", recorded_by="Anna", recorded_at=NINE_O_CLOCK)
    [found] = books_of_evenings(club=books.club, units={books.evening_id: "EUR"})
    assert [
        (one.code, one.expected, one.found)
        for one in reconcile_evening(found, claims=[claim])
        if one.what not in before
    ] == [
        ("not_booked", "hand 9: Anna +40, Beppo -40", ""),
        ("booked_without_reason", "", "hand 9: Cilli +7, Dani -5, pot -2"),
    ]


def test_a_receipt_shows_what_was_changed_since(books: BookedEvening) -> None:
    kept = queries.chain_receipt(books.club)

    def problem(entries: int = kept.entries, hash_start: str = kept.hash[:16]) -> str | None:
        return queries.verify_receipt(club=books.club, entries=entries, hash_start=hash_start)

    books.pay("Cilli", "Dani", 10)
    assert problem() is None
    assert (problem(entries=5), problem(entries=99)) == ("receipt_differs", "receipt_unknown")
    seventh = Entry.objects.get(club=books.club, seq=7)
    with unguarded():
        execute_sql("UPDATE ledger_entry SET why = 'nothing' WHERE id = %s", db_value(seventh.pk))
        assert problem() is None
        execute_sql("UPDATE ledger_chain SET length = 6 WHERE club_id = %s", db_value(books.club.pk))
        assert problem() == "books_changed"
        execute_sql("UPDATE ledger_chain SET length = 7 WHERE club_id = %s", db_value(books.club.pk))
        assert problem() is None
        second = Entry.objects.get(club=books.club, seq=2)
        execute_sql("UPDATE ledger_entry SET why = 'nothing' WHERE id = %s", db_value(second.pk))
        assert problem() == "books_changed"
