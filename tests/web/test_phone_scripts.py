"""The phone's own arithmetic beside the server's: settlement, amounts."""

from __future__ import annotations

from random import Random

import pytest
from django.templatetags.static import static
from django.utils import translation

from scorebook.ledger import settlement
from scorebook.web.money import amount_text
from tests.browser import OpenPage

pytestmark = pytest.mark.browser
PLAN = """async ([script, all]) => {
  const { plan } = await import(script);
  return all.map((balances) => plan(balances).map(({ payer, payee, amount }) => [payer, payee, amount]));
}"""
AMOUNTS = """async ([script, all]) => {
  const { amountText } = await import(script);
  return all.map(([minor, unit, signed]) => amountText(minor, unit, { signed, pts: "Pkt." }));
}"""


def balances(random: Random) -> dict[str, int]:
    """Small amounts, so that groups that sum to 0 are frequent."""
    names = [f"p{number}" for number in range(random.randint(2, 7))]
    amounts = [random.randint(-5, 5) * 10 for _ in names[1:]]
    return dict(zip(names, [*amounts, -sum(amounts)], strict=True))


def test_the_phone_plans_the_same_payments(open_page: OpenPage) -> None:
    random = Random(20261121)
    all_balances = [balances(random) for _ in range(400)]
    page = open_page("/")
    found = page.evaluate(PLAN, [static("web/offline/settlement.js"), [list(one.items()) for one in all_balances]])
    assert found == [
        [[payment.payer, payment.payee, payment.amount_minor] for payment in settlement.plan(one)]
        for one in all_balances
    ]


@pytest.mark.parametrize(("locale", "language"), [("de-DE", "de"), ("en-GB", "en")])
def test_the_phone_writes_amounts_as_the_pages_do(open_page: OpenPage, locale: str, language: str) -> None:
    asked = [
        (minor, unit, signed)
        for minor in (0, 5, -5, 120, -123456789, 99, 100_000)
        for unit in ("EUR", "CHF", "Bier")
        for signed in (False, True)
    ]
    found = open_page("/", locale=locale).evaluate(AMOUNTS, [static("web/offline/money.js"), asked])
    with translation.override(language):
        assert found == [amount_text(minor, unit, signed=signed) for minor, unit, signed in asked]
