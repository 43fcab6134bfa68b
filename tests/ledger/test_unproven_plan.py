"""A plan that is not proven says so, to whoever asks later as well."""

from uuid import UUID

import pytest

from scorebook.ledger import queries, settlement
from scorebook.ledger.models import Plan
from scorebook.ledger.services import SettlementMethod, make_plan
from tests.support.booked_evening import NINE_O_CLOCK, BookedEvening

FEWEST = settlement.fewest_payments


@pytest.mark.parametrize("is_proven", [True, False])
def test_a_plan_remembers_whether_it_was_proven(
    evening: BookedEvening, monkeypatch: pytest.MonkeyPatch, is_proven: bool
) -> None:
    evening.post(evening.result("hand 1", Anna=40, Beppo=-15, Cilli=-25))
    # Three people are soon parted: only of many does the search prove nothing.
    monkeypatch.setattr(settlement, "fewest_payments", FEWEST if is_proven else unproven_payments)
    evening.plan()
    plan = queries.current_plan(club=evening.club, unit=evening.unit, evening_id=evening.evening_id)
    assert plan is not None and plan.is_proven is is_proven


def test_another_way_than_the_fewest_has_nothing_to_prove(evening: BookedEvening) -> None:
    evening.post(evening.result("hand 1", Anna=40, Beppo=-15, Cilli=-25))
    make_plan(
        club=evening.club,
        unit=evening.unit,
        evening_id=evening.evening_id,
        at=NINE_O_CLOCK,
        method=SettlementMethod.DIRECT,
    )
    assert Plan.objects.get().is_proven is None


def unproven_payments(balances: dict[UUID, int]) -> settlement.FewestPayments[UUID]:
    return settlement.FewestPayments(payments=FEWEST(balances).payments, is_proven=False)
