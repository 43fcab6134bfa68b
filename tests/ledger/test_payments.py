"""The evening is over: who pays whom, and who has."""

import random
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.ledger import queries, services
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.ledger.services import EntryRefused, KeyConflict, LedgerError, SettlementMethod
from tests.support.booked_evening import NINE_O_CLOCK, BookedEvening, new_evening


@pytest.fixture
def closed(evening: BookedEvening) -> BookedEvening:
    evening.post(evening.result("hand 1", Anna=130, Beppo=-80, Cilli=20, Dani=-70))
    return evening


def refused_with(code: str) -> "pytest.RaisesExc[LedgerError]":
    return pytest.raises(LedgerError, match=f": {code}$")


def test_after_paying_by_plan_nobody_owes_anything(closed: BookedEvening) -> None:
    for planned in closed.plan():
        closed.mark_paid(planned)
    assert closed.balances() == {"Anna": 0, "Beppo": 0, "Cilli": 0, "Dani": 0}
    assert closed.plan() == []
    assert closed.shown() == [
        ("Beppo", "Anna", 80, True),
        ("Dani", "Anna", 50, True),
        ("Dani", "Cilli", 20, True),
    ]
    closed.check()


def test_a_plan_stays_as_shown_while_people_pay(closed: BookedEvening) -> None:
    plan = closed.plan()
    closed.mark_paid(plan[1])
    assert closed.plan(NINE_O_CLOCK + timedelta(hours=1)) == [plan[0], plan[2]]
    assert PlannedPayment.objects.count() == 3


@pytest.mark.thorough
def test_a_payment_by_a_plan_that_is_not_proven_never_brings_another_payment(db: None) -> None:
    """Among so many people the search may find fewer groups after a payment than it had found before."""
    first_names = "Anna", "Beppo", "Cilli", "Dani", "Emmi", "Fritz", "Gustl"
    evening = new_evening(*(f"{name} {initial}." for name in first_names for initial in "ABCDEFGHIJ"))
    dice = random.Random(13)
    amounts = [dice.choice((-1, 1)) * dice.randint(1, 200) * 10 for _ in range(69)]
    players = [player.pk for player in evening.players.values()]
    amounts_of = dict(zip(players, [*amounts, -sum(amounts)], strict=True))
    evening.post(services.ResultDraft(key=uuid4(), why="hand 1", amounts=amounts_of))
    plan = evening.plan()
    evening.mark_paid(plan[-1])
    assert len(evening.plan()) < len(plan)


def test_the_key_of_a_hand_that_moved_nothing_pays_nothing(closed: BookedEvening) -> None:
    closed.post(closed.result("hand 2"))
    thrown_in = Entry.objects.latest("seq")
    with refused_with("key_conflict"):
        services.mark_paid(planned=closed.plan()[0], key=thrown_in.pk, by="Anna", at=NINE_O_CLOCK)


def test_planning_twice_gives_the_same_plan(closed: BookedEvening) -> None:
    assert closed.plan() == closed.plan()


def test_paid_by_mistake_is_open_again_and_can_be_paid_again(closed: BookedEvening) -> None:
    plan = closed.plan()
    before = closed.balances()
    closed.mark_paid(plan[0])
    closed.mark_unpaid(plan[0])
    assert closed.balances() == before
    assert closed.shown()[0] == ("Beppo", "Anna", 80, False)
    closed.mark_paid(plan[0])
    assert closed.shown()[0] == ("Beppo", "Anna", 80, True)
    closed.check()


def test_two_phones_tick_the_same_payment_and_it_is_booked_once(closed: BookedEvening) -> None:
    planned = closed.plan()[0]
    closed.mark_paid(planned)
    with refused_with("already_paid"):
        closed.mark_paid(planned)
    closed.mark_unpaid(planned)
    with refused_with("not_paid"):
        closed.mark_unpaid(planned)
    assert Entry.objects.filter(planned=planned).count() == 1


def test_ticks_sent_twice_are_booked_once(closed: BookedEvening) -> None:
    planned, other, _ = closed.plan()
    tick_key, untick_key = uuid4(), uuid4()
    assert closed.mark_paid(planned, key=tick_key).pk == closed.mark_paid(planned, key=tick_key).pk
    undone = closed.mark_unpaid(planned, key=untick_key)
    assert closed.mark_unpaid(planned, key=untick_key).pk == undone.pk
    closed.mark_paid(planned)
    # The retry comes late, when the payment has been ticked anew: it takes nothing back a second time.
    assert closed.mark_unpaid(planned, key=untick_key).pk == undone.pk
    assert closed.mark_paid(planned, key=tick_key).pk == tick_key
    assert closed.shown()[0][-1]
    with refused_with("key_conflict"):
        closed.mark_paid(other, key=tick_key)
    closed.check()


def test_a_hand_corrected_after_closing_plans_what_is_left(closed: BookedEvening) -> None:
    plan = closed.plan()
    closed.mark_paid(plan[0])
    closed.post(closed.result("hand 1 corrected", Anna=-50, Cilli=50))
    assert [(line.payer_name, line.payee_name, line.amount_minor) for line in closed.plan()] == [("Dani", "Cilli", 70)]
    assert closed.shown() == [("Beppo", "Anna", 80, True), ("Dani", "Cilli", 70, False)]
    with refused_with("plan_superseded"):
        closed.mark_paid(plan[1])
    # What was paid by the older plan may still turn out not to have been paid.
    closed.mark_unpaid(plan[0])
    for line in closed.plan():
        closed.mark_paid(line)
    assert set(closed.balances().values()) == {0}
    closed.check()


def test_an_evening_that_goes_on_has_no_plan(closed: BookedEvening) -> None:
    plan = closed.plan()
    closed.mark_paid(plan[2])
    services.withdraw_plan(club=closed.club, unit="EUR", evening_id=closed.evening_id, at=NINE_O_CLOCK)
    assert closed.shown() == [("Dani", "Cilli", 20, True)]
    with refused_with("plan_superseded"):
        closed.mark_paid(plan[0])
    assert len(closed.plan()) == 2


def test_no_plan_while_the_pot_holds_money(evening: BookedEvening) -> None:
    evening.post(evening.result(Anna=-10, Beppo=-10, pot=20))
    with refused_with("pot_not_empty"):
        evening.plan()
    evening.post(evening.result("pot shared", Anna=10, Beppo=10, pot=-20))
    assert evening.plan() == []


def test_paying_outside_the_plan_shrinks_debt_and_claim(closed: BookedEvening) -> None:
    key = uuid4()
    first = closed.pay("Dani", "Anna", 30, key=key)
    assert closed.pay("Dani", "Anna", 30, key=key).pk == first.pk
    assert closed.balances() == {"Anna": 100, "Beppo": -80, "Cilli": 20, "Dani": -40}
    assert closed.statement("Dani") == [("hand 1", -70, -70), ("payment", 30, -40)]
    with pytest.raises(KeyConflict):
        closed.pay("Dani", "Anna", 31, key=key)
    closed.check()


def test_a_payment_is_undone_once(closed: BookedEvening) -> None:
    payment, key = closed.pay("Dani", "Anna", 30), uuid4()
    undone = services.undo_entry(entry=payment, key=key, by="Anna", at=NINE_O_CLOCK)
    assert services.undo_entry(entry=payment, key=key, by="Anna", at=NINE_O_CLOCK).pk == undone.pk
    with refused_with("already_reversed"):
        services.undo_entry(entry=payment, key=uuid4(), by="Anna", at=NINE_O_CLOCK)
    assert closed.balances()["Dani"] == -70
    closed.check()


def test_a_hand_is_no_payment_to_undo(closed: BookedEvening) -> None:
    with refused_with("not_a_payment"):
        services.undo_entry(entry=Entry.objects.get(), key=uuid4(), by="Anna", at=NINE_O_CLOCK)


@pytest.mark.parametrize(
    ("payer", "payee", "amount_minor", "code", "field"),
    [
        ("Anna", "Anna", 10, "payer_is_payee", "payee"),
        ("Anna", "Beppo", 0, "amount_out_of_range", "amount_minor"),
        ("Anna", "Beppo", -5, "amount_out_of_range", "amount_minor"),
        ("Anna", "Beppo", 10**15 + 1, "amount_out_of_range", "amount_minor"),
    ],
)
def test_no_payment_of_nothing_or_to_oneself(
    evening: BookedEvening, payer: str, payee: str, amount_minor: int, code: str, field: str
) -> None:
    with pytest.raises(EntryRefused) as refusal, transaction.atomic():
        evening.pay(payer, payee, amount_minor)
    assert (refusal.value.code, refusal.value.field) == (code, field)
    assert not Entry.objects.exists()


def test_evenings_are_settled_each_for_itself(closed: BookedEvening) -> None:
    later = closed.next()
    later.post(later.result("hand 1", Anna=-130, Beppo=130))
    assert closed.club_balances() == {"Anna": 0, "Beppo": 50, "Cilli": 20, "Dani": -70}
    for planned in closed.plan():
        closed.mark_paid(planned)
    assert later.balances() == {"Anna": -130, "Beppo": 130}
    assert closed.club_balances() == {"Anna": -130, "Beppo": 130, "Cilli": 0, "Dani": 0}
    later.check()


def test_a_tick_costs_the_same_in_a_long_history(
    closed: BookedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    closed.post(*(closed.result(f"hand {number}", Anna=1, Beppo=-1) for number in range(100)))
    planned = closed.plan()[0]
    with django_assert_num_queries(5 + 2):  # with the savepoint of the test's transaction
        closed.mark_paid(planned)


def test_the_method_that_was_chosen_is_kept_where_another_comes_to_the_same(evening: BookedEvening) -> None:
    """One hand: its direct debts are the fewest payments as well."""
    evening.post(evening.result("hand 1", Anna=40, Beppo=-40))
    where: dict[str, Any] = {"club": evening.club, "unit": evening.unit, "evening_id": evening.evening_id}
    evening.plan()
    services.make_plan(**where, at=NINE_O_CLOCK, method=SettlementMethod.DIRECT)
    evening.pay("Cilli", "Dani", 15)
    services.replan_payments(**where, at=NINE_O_CLOCK)
    plan = queries.current_plan(**where)
    assert plan and (plan.number, plan.method) == (3, SettlementMethod.DIRECT)
    services.withdraw_plan(**where, at=NINE_O_CLOCK)
    assert queries.current_plan(**where) is None


def test_another_treasurer_is_another_plan(evening: BookedEvening) -> None:
    evening.post(evening.result("hand 1", Anna=50, Beppo=-50))
    through: dict[str, Any] = {
        "club": evening.club, "unit": "EUR", "evening_id": evening.evening_id, "at": NINE_O_CLOCK,
        "method": SettlementMethod.ONE_FOR_ALL,
    }  # fmt: skip
    # With two people the payments are the same, whoever of them takes the money.
    services.make_plan(treasurer=evening.players["Anna"], **through)
    services.make_plan(treasurer=evening.players["Beppo"], **through)
    services.charge(
        club=evening.club, unit="EUR", evening_id=evening.evening_id, key=uuid4(), note="fee", by="Anna",
        at=NINE_O_CLOCK, amounts={evening.players["Cilli"].pk: 20},
    )  # fmt: skip
    services.replan_payments(club=evening.club, unit="EUR", evening_id=evening.evening_id, at=NINE_O_CLOCK)
    current = queries.current_plan(club=evening.club, unit="EUR", evening_id=evening.evening_id)
    assert current is not None and current.treasurer == evening.players["Beppo"]
    assert ("Cilli", "Beppo", 20, False) in evening.shown()


def test_a_direct_plan_follows_the_pairs_that_a_correction_changes(evening: BookedEvening) -> None:
    direct: dict[str, Any] = {
        "club": evening.club, "unit": "EUR", "evening_id": evening.evening_id, "at": NINE_O_CLOCK,
        "method": SettlementMethod.DIRECT,
    }  # fmt: skip
    one, two = evening.post(evening.result("hand 1", Anna=40, Beppo=-40), evening.result("hand 2", Cilli=40, Dani=-40))
    services.make_plan(**direct)
    assert sorted(line[:3] for line in evening.shown()) == [("Beppo", "Anna", 40), ("Dani", "Cilli", 40)]
    evening.post(
        evening.reversal(one), evening.reversal(two),
        evening.result("hand 1", Anna=40, Dani=-40), evening.result("hand 2", Cilli=40, Beppo=-40),
    )  # fmt: skip
    assert evening.balances() == {"Anna": 40, "Beppo": -40, "Cilli": 40, "Dani": -40}
    services.make_plan(**direct)
    assert sorted(line[:3] for line in evening.shown()) == [("Beppo", "Cilli", 40), ("Dani", "Anna", 40)]
