"""Hands come into the books."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.ledger import queries
from scorebook.ledger.accounts import account_id
from scorebook.ledger.models import Account, Entry, Transfer
from scorebook.ledger.services import Draft, EntryRefused, KeyConflict, ResultDraft, open_accounts
from tests.support.booked_evening import NINE_O_CLOCK, BookedEvening, new_evening


def kinds_moved(entry: Entry) -> list[tuple[str, str, int]]:
    transfers = entry.transfers.select_related("source", "target").order_by("position")
    return [(leg.source.kind, leg.target.kind, leg.amount_minor) for leg in transfers]


def test_losers_pay_the_table_and_the_table_pays_winners(evening: BookedEvening) -> None:
    [entry] = evening.post(evening.result(Anna=40, Beppo=40, Cilli=-40, Dani=-40))
    assert kinds_moved(entry) == [
        ("player", "table", 40),
        ("player", "table", 40),
        ("table", "player", 40),
        ("table", "player", 40),
    ]
    assert evening.balances() == {"Anna": 40, "Beppo": 40, "Cilli": -40, "Dani": -40}
    evening.check()


def test_a_pot_grows_and_pays_out(evening: BookedEvening) -> None:
    evening.post(evening.result("thrown in", Anna=-10, Beppo=-10, Cilli=-10, Dani=-10, pot=40))
    assert evening.pot() == 40
    evening.post(evening.result("solo", Anna=100, Beppo=-20, Cilli=-20, Dani=-20, pot=-40))
    assert evening.pot() == 0
    assert evening.balances() == {"Anna": 90, "Beppo": -30, "Cilli": -30, "Dani": -30}
    evening.check()


def test_a_hand_without_money_is_an_entry_all_the_same(evening: BookedEvening) -> None:
    [entry] = evening.post(evening.result("thrown in", Anna=0, Beppo=0))
    assert (entry.seq, kinds_moved(entry)) == (1, [])
    assert evening.balances() == {}
    evening.check()


def test_a_corrected_hand_nets_to_what_it_should_have_been(evening: BookedEvening) -> None:
    [wrong] = evening.post(evening.result("hand 1", Anna=40, Beppo=-40))
    evening.post(evening.reversal(wrong), evening.result("hand 1", Anna=-20, Beppo=20))
    assert evening.balances() == {"Anna": -20, "Beppo": 20}
    assert evening.statement("Anna") == [("hand 1", 40, 40), ("hand 1 corrected", -40, 0), ("hand 1", -20, -20)]
    evening.check()


def test_every_entry_leaves_the_table_clear(evening: BookedEvening) -> None:
    [first, _] = evening.post(
        evening.result("hand 1", Anna=40, Beppo=-30, pot=-10), evening.result("hand 2", Cilli=5, pot=-5)
    )
    evening.post(evening.reversal(first))
    table = account_id(club_id=evening.club.pk, unit="EUR", kind=Account.Kind.TABLE, owner_id=evening.evening_id)
    for entry in queries.ledger_entries(club=evening.club):
        legs = [(leg.target_id == table) - (leg.source_id == table) for leg in entry.transfers.all()]
        amounts = [leg.amount_minor for leg in entry.transfers.all()]
        assert sum(sign * amount for sign, amount in zip(legs, amounts, strict=True)) == 0


def test_entries_stand_in_the_order_of_the_drafts(evening: BookedEvening) -> None:
    drafts = [evening.result(f"hand {number}", Anna=number, Beppo=-number) for number in range(1, 8)]
    written = evening.post(*drafts)
    assert [(entry.seq, entry.why, entry.pk) for entry in written] == [
        (number, f"hand {number}", draft.key) for number, draft in enumerate(drafts, start=1)
    ]
    assert [entry.previous_hash for entry in written] == ["", *(entry.hash for entry in written[:-1])]


# Same key again


def test_a_repeat_gives_the_first_entry_and_writes_nothing(evening: BookedEvening) -> None:
    draft = evening.result(Anna=40, Beppo=-40)
    [first] = evening.post(draft, by="Anna")
    [again] = evening.post(draft, by="Beppo", at=NINE_O_CLOCK + timedelta(minutes=5))
    assert (again.pk, again.seq, again.recorded_by, again.recorded_at) == (first.pk, 1, "Anna", NINE_O_CLOCK)
    assert Entry.objects.count() == 1
    evening.check()


def test_a_repeat_is_recognised_whatever_the_order_of_its_players(evening: BookedEvening) -> None:
    key = uuid4()
    evening.post(evening.result(key=key, Anna=40, Beppo=-30, Cilli=-10))
    [again] = evening.post(evening.result(key=key, Cilli=-10, Anna=40, Dani=0, Beppo=-30))
    assert again.seq == 1


def test_a_repeated_correction_gives_both_entries_again(evening: BookedEvening) -> None:
    [wrong] = evening.post(evening.result("hand 1", Anna=40, Beppo=-40))
    correction: list[Draft] = [evening.reversal(wrong), evening.result("hand 1", Anna=-20, Beppo=20)]
    first = evening.post(*correction)
    assert [entry.pk for entry in evening.post(*correction)] == [entry.pk for entry in first]
    assert Entry.objects.count() == 3


def test_a_batch_of_which_some_were_sent_before_adds_the_others(evening: BookedEvening) -> None:
    drafts = [evening.result(f"hand {number}", Anna=number, Beppo=-number) for number in (1, 2, 3)]
    evening.post(drafts[0], drafts[1])
    assert [entry.seq for entry in evening.post(*drafts)] == [1, 2, 3]
    assert evening.balances() == {"Anna": 6, "Beppo": -6}


@pytest.mark.parametrize(
    "other",
    [
        {"Anna": 50, "Beppo": -50},
        {"Anna": 40, "Cilli": -40},
        {"Anna": -40, "Beppo": 40},
        {"Anna": 0, "Beppo": 0},
        {"why": "hand 2", "Anna": 40, "Beppo": -40},
        {"Anna": 40, "Beppo": -30, "pot": -10},
    ],
)
def test_the_same_key_for_something_else_is_a_conflict(evening: BookedEvening, other: dict[str, Any]) -> None:
    key = uuid4()
    evening.post(evening.result(key=key, Anna=40, Beppo=-40))
    with pytest.raises(KeyConflict) as conflict, transaction.atomic():
        evening.post(evening.result("new", Cilli=1, Dani=-1), evening.result(**({"key": key} | other)))
    assert (conflict.value.code, conflict.value.field, conflict.value.key) == ("key_conflict", "key", key)
    assert evening.balances() == {"Anna": 40, "Beppo": -40}
    evening.check()


def test_a_key_of_another_club_or_evening_is_a_conflict(evening: BookedEvening) -> None:
    draft = evening.result(Anna=0)
    evening.post(draft)
    for foreign in (evening.next(), new_evening("Emmi")):
        with pytest.raises(KeyConflict), transaction.atomic():
            foreign.post(draft)


# Refusals


def test_who_has_no_account_cannot_win(evening: BookedEvening) -> None:
    stranger = new_evening("Emmi").players["Emmi"]
    draft = ResultDraft(key=uuid4(), why="hand 1", amounts={stranger.pk: 5, evening.players["Anna"].pk: -5})
    with pytest.raises(EntryRefused, match="account_unknown"), transaction.atomic():
        evening.post(draft)
    assert not Entry.objects.exists()


def test_an_evening_in_another_unit_needs_its_own_accounts(evening: BookedEvening) -> None:
    evening.unit = "beer"
    with pytest.raises(EntryRefused, match="account_unknown"), transaction.atomic():
        evening.post(evening.result(Anna=1, Beppo=-1))
    evening.open()
    evening.post(evening.result(Anna=1, Beppo=-1))
    assert evening.balances() == {"Anna": 1, "Beppo": -1}
    evening.unit = "EUR"
    assert evening.balances() == {}
    evening.check()


def test_an_entry_is_reversed_once(evening: BookedEvening) -> None:
    [entry] = evening.post(evening.result(Anna=40, Beppo=-40))
    [reversal] = evening.post(evening.reversal(entry))
    for draft, code in [
        (evening.reversal(entry), "already_reversed"),
        (evening.reversal(reversal), "entry_is_reversal"),
    ]:
        with pytest.raises(EntryRefused) as refusal, transaction.atomic():
            evening.post(draft)
        assert (refusal.value.code, refusal.value.field) == (code, "reverses")
    assert Entry.objects.count() == 2


def test_an_entry_of_another_evening_cannot_be_reversed(evening: BookedEvening) -> None:
    [entry] = evening.post(evening.result(Anna=40, Beppo=-40))
    with pytest.raises(EntryRefused, match="entry_unknown"), transaction.atomic():
        evening.next().post(evening.reversal(entry))


@pytest.mark.parametrize("amounts", [{"Anna": 40, "Beppo": -30}, {"Anna": 1}, {"Anna": 5, "Beppo": -5, "pot": 1}])
def test_a_draft_that_leaks_cannot_be_made(evening: BookedEvening, amounts: dict[str, int]) -> None:
    with pytest.raises(AssertionError, match="leaks"):
        evening.result(**amounts)  # type: ignore[arg-type]


@pytest.mark.parametrize("amount", [1.0, True, "1", None])
def test_an_amount_is_an_int_and_nothing_else(evening: BookedEvening, amount: Any) -> None:
    with pytest.raises(TypeError):
        evening.result(Anna=amount, Beppo=-1)
    with pytest.raises(TypeError):
        evening.pay("Anna", "Beppo", amount)


def test_what_we_get_wrong_ourselves_stops_at_once(evening: BookedEvening) -> None:
    draft = evening.result(Anna=1, Beppo=-1)
    [entry] = evening.post(evening.result(Anna=2, Beppo=-2))
    wrong: list[tuple[list[Any], dict[str, Any]]] = [
        ([draft, draft], {}),
        ([evening.reversal(entry), evening.reversal(entry)], {}),
        ([draft], {"by": ""}),
        ([draft], {"at": datetime(2026, 11, 20, 21, 0)}),
        ([evening.result("", Anna=1, Beppo=-1)], {}),
        ([evening.result("x" * 101, Anna=1, Beppo=-1)], {}),
        ([evening.result(Anna=10**15 + 1, Beppo=-(10**15) - 1)], {}),
    ]
    for drafts, metadata in wrong:
        with pytest.raises(AssertionError), transaction.atomic():
            evening.post(*drafts, **metadata)
    assert Entry.objects.count() == 1


def test_nobody_plays_for_another_club_s_account(evening: BookedEvening) -> None:
    with pytest.raises(AssertionError, match="not of club"):
        open_accounts(club=evening.club, unit="EUR", players=new_evening("Emmi").players.values(), evening_id=uuid4())


# Cost


def test_opening_accounts_again_changes_nothing(
    evening: BookedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    before = set(Account.objects.values_list("pk", flat=True))
    assert len(before) == 4 + 2 + 2  # players, table and pot, kitty and cash
    with django_assert_num_queries(2 + 2):  # with the savepoint of the test's transaction
        evening.open()
    assert set(Account.objects.values_list("pk", flat=True)) == before


@pytest.mark.parametrize("drafts", [1, 12])
@pytest.mark.parametrize("history", [0, 200])
def test_posting_costs_three_statements_and_a_fourth_with_reversals(
    evening: BookedEvening, django_assert_num_queries: DjangoAssertNumQueries, history: int, drafts: int
) -> None:
    evening.post(*(evening.result(f"hand {number}", Anna=1, Beppo=-1) for number in range(history)))
    hands = [evening.result(f"new {number}", Anna=30, Beppo=-10, Cilli=-20) for number in range(drafts)]
    with django_assert_num_queries(3):
        written = evening.post(*hands)
    with django_assert_num_queries(2):
        evening.post(*hands)
    corrections: list[Draft] = [
        draft for entry in written for draft in (evening.reversal(entry), evening.result(entry.why, Anna=5, Beppo=-5))
    ]
    with django_assert_num_queries(4):
        evening.post(*corrections)
    with django_assert_num_queries(3):
        evening.post(*corrections)
    with django_assert_num_queries(0):
        evening.post()
    evening.check()


def test_a_correction_of_a_long_evening_at_once(evening: BookedEvening) -> None:
    hands = evening.post(
        *(evening.result(f"hand {number}", Anna=3, Beppo=-1, Cilli=-1, Dani=-1) for number in range(150))
    )
    evening.post(*(evening.reversal(entry) for entry in hands))
    assert set(evening.balances().values()) == {0}
    assert Transfer.objects.count() == 2 * 4 * 150
    evening.check()


def test_books_know_only_the_time_they_are_given(evening: BookedEvening) -> None:
    berlin = datetime.fromisoformat("2026-11-20T22:15:00.123456+01:00")
    [entry] = evening.post(evening.result(Anna=1, Beppo=-1), at=berlin)
    stored = Entry.objects.get(pk=entry.pk)
    assert stored.recorded_at == berlin
    evening.check()
