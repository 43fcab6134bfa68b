"""The audit proves every plan of payments, of evenings and of the tab."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F, QuerySet

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import Club
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Plan, PlannedPayment
from scorebook.ledger.services import SettlementMethod
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services as play
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> PlayedEvening:
    """Anna and Beppo won, Cilli and Done lost; they carry it over to the tab and settle that."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Anna"))
    evening.close()
    play.carry_over_evening(evening=evening.stored, key=uuid4(), by="scribe", at=evening.now())
    settle_tab(evening, SettlementMethod.FEWEST)
    return evening


def settle_tab(evening: PlayedEvening, method: SettlementMethod) -> list[PlannedPayment]:
    return ledger.make_plan(club=evening.club, unit="EUR", evening_id=None, at=evening.now(), method=method)


def plans_of_tab() -> QuerySet[Plan]:
    return Plan.objects.filter(evening_id=None).order_by("number")


def payments_of_tab() -> QuerySet[PlannedPayment]:
    return PlannedPayment.objects.filter(plan__evening_id=None).order_by("plan__number", "position")


def difference(club: Club) -> AuditDifference | None:
    return audit_club(club)


def code_and_place(club: Club) -> tuple[str, str]:
    found = audit_club(club)
    assert found is not None
    return found.code, found.place


def test_the_plan_of_the_tab_as_it_was_made_is_right(evening: PlayedEvening) -> None:
    assert payments_of_tab().count() == 3
    assert difference(evening.club) is None


CHANGES: dict[str, tuple[Callable[[], Any], str]] = {
    "a hundred times as much": (
        lambda: payments_of_tab().update(amount_minor=F("amount_minor") * 100),
        "plan_does_not_settle",
    ),
    "another payee": (
        lambda: PlannedPayment.objects.filter(pk=payments_of_tab()[0].pk).update(payee=payments_of_tab()[1].payer),
        "plan_does_not_settle",
    ),
    "a payment less": (
        lambda: PlannedPayment.objects.filter(pk=payments_of_tab()[2].pk).delete(),
        "plan_does_not_settle",
    ),
    "all payments": (lambda: payments_of_tab().delete(), "plan_unlike_books"),
    "as if withdrawn": (lambda: plans_of_tab().update(superseded_at=F("made_at")), "plan_changed"),
    "through one person": (lambda: plans_of_tab().update(method="one_for_all", is_proven=None), "plan_changed"),
    "a number left out": (lambda: plans_of_tab().update(number=2), "plan_missing"),
    "fewest, where others are fewer": (
        lambda: PlannedPayment.objects.create(
            club=payments_of_tab()[0].club,
            plan=plans_of_tab()[0],
            position=4,
            payer=payments_of_tab()[0].payee,
            payee=payments_of_tab()[0].payer,
            amount_minor=1,
        ),
        "plan_does_not_settle",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_plan_of_the_tab_is_found(evening: PlayedEvening, name: str) -> None:
    change, code = CHANGES[name]
    change()
    assert code_and_place(evening.club) == (code, "the plan of the tab in EUR")


def test_the_unit_is_part_of_the_plan(evening: PlayedEvening) -> None:
    plans_of_tab().update(unit="CHF")
    assert code_and_place(evening.club)[1] == "the plan of the tab in CHF"


def test_a_plan_without_its_row_leaves_its_payments_behind(evening: PlayedEvening) -> None:
    with transaction.atomic():
        plans_of_tab()._raw_delete(connection.alias)
        found = difference(evening.club)
        transaction.set_rollback(True)
    assert found is not None and found.code == "plan_missing"


def test_a_superseded_plan_is_proved_too(evening: PlayedEvening) -> None:
    settle_tab(evening, SettlementMethod.ONE_FOR_ALL)
    assert difference(evening.club) is None
    [first, second] = plans_of_tab()
    assert first.superseded_at == second.made_at
    payment = PlannedPayment.objects.filter(plan=first)[0]
    PlannedPayment.objects.filter(pk=payment.pk).update(amount_minor=payment.amount_minor + 1)
    found = difference(evening.club)
    assert found is not None and (found.code, found.what) == ("plan_unlike_books", "plan 1")


def test_payments_in_part_taken_back_and_withdrawn_plans_are_right(evening: PlayedEvening) -> None:
    """Cilli pays a part, takes it back when all is settled through the till, pays again; then they stop."""
    first = payments_of_tab()[0]
    stamp: dict[str, Any] = {"by": "scribe", "at": evening.now()}
    ledger.mark_paid(planned=first, key=uuid4(), **stamp)
    settle_tab(evening, SettlementMethod.ONE_FOR_ALL)
    ledger.mark_unpaid(planned=first, key=uuid4(), **stamp)
    assert difference(evening.club) is None
    settle_tab(evening, SettlementMethod.DIRECT)
    assert difference(evening.club) is None
    ledger.mark_paid(planned=payments_of_tab().filter(superseded_at=None)[0], key=uuid4(), amount_minor=1, **stamp)
    assert difference(evening.club) is None
    ledger.withdraw_plan(club=evening.club, unit="EUR", evening_id=None, at=evening.now())
    assert difference(evening.club) is None


def test_plans_of_an_evening_that_was_reopened_are_right(evening: PlayedEvening) -> None:
    evening.reopen()
    assert difference(evening.club) is None
    evening.record(solo("Cilli"))
    evening.close()
    assert difference(evening.club) is None


def test_nobody_has_to_pay_twice(evening: PlayedEvening) -> None:
    """A superseded payment is due again."""
    settle_tab(evening, SettlementMethod.ONE_FOR_ALL)
    PlannedPayment.objects.filter(plan__number=1, plan__evening_id=None).update(superseded_at=None)
    assert code_and_place(evening.club)[0] == "plan_does_not_settle"
