"""Rows of who pays whom: the names have all the room there is, the amounts stand at the edge, on paper too."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Page

from scorebook.ledger import queries
from scorebook.ledger.services import make_plan, mark_paid
from scorebook.play.services import carry_over_evening
from tests.support.browser import PHONE_HEIGHT, OpenPage
from tests.support.played_evening import PlayedEvening, new_evening, solo

pytestmark = pytest.mark.browser
# Of each row: the names' lines, and how far its last part is from the row's inner edge.
ROWS = """() => [...document.querySelectorAll('.payments > .payment')].map((row) => {
  const names = [...row.querySelectorAll('.grow > span:not(.dot, .soft)')];
  const parts = [...row.children].filter((one) => one.matches('.figure, form, .tag') && one.getClientRects().length);
  const edge = row.getBoundingClientRect().right - parseFloat(getComputedStyle(row).paddingRight);
  return {
    lines: names.map((one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))),
    gap: Math.round(edge - parts.at(-1).getBoundingClientRect().right),
  };
})"""  # noqa: E501
TICKS = """(rows) => rows.map((row) =>
  getComputedStyle(row.querySelector('.figure'), '::before').content.includes('✓'))"""
# Of each row: its parts with a line through them.
STRUCK = """(rows) => rows.map((row) => [row, ...row.querySelectorAll('*')]
  .filter((part) => getComputedStyle(part).textDecorationLine.includes('line-through'))
  .map((part) => part.className))"""
NEAT = {"lines": [1, 1], "gap": 0}


@pytest.fixture
def table() -> PlayedEvening:
    evening = new_evening("Sebastian", "Hannelore", "Alexander", "Katharina")
    evening.record(solo("Sebastian"))
    return evening


def rows(page: Page, path: str) -> list[dict[str, Any]]:
    page.set_viewport_size({"width": 320, "height": PHONE_HEIGHT})
    page.goto(path)
    found: list[dict[str, Any]] = page.evaluate(ROWS)
    return found


def test_before_the_evening_is_closed(open_page: OpenPage, table: PlayedEvening) -> None:
    assert rows(open_page("/"), f"/t/{table.stored.scribe_token}/close") == [NEAT] * 3


def test_for_those_who_look_on_when_one_has_paid(open_page: OpenPage, table: PlayedEvening) -> None:
    table.close()
    first, *_ = queries.plan_lines(club=table.club, unit="EUR", evening_id=table.stored.pk)
    mark_paid(planned=first.planned, key=uuid4(), by="scribe", at=table.now())
    page = open_page("/")
    assert [row["gap"] for row in rows(page, f"/w/{table.stored.watch_token}/")] == [0, 0, 0]
    assert sum(row == NEAT for row in page.evaluate(ROWS)) >= 2


def test_on_paper(open_page: OpenPage, table: PlayedEvening) -> None:
    table.close()
    page = open_page(f"/t/{table.link}/settle")
    page.emulate_media(media="print")
    assert page.evaluate(ROWS) == [NEAT] * 3


@pytest.mark.parametrize("way", ["settle", "tab"])
def test_what_is_paid_has_a_tick_and_no_line_through_it(open_page: OpenPage, table: PlayedEvening, way: str) -> None:
    table.close()
    path = f"/t/{table.link}/settle"
    evening_id: UUID | None = table.stored.pk
    if way == "tab":
        carry_over_evening(evening=table.fresh(), key=uuid4(), by="club link", at=table.now())
        make_plan(club=table.club, unit="EUR", evening_id=None, at=table.now())
        path, evening_id = f"/c/{table.club.keeper_token}/tab?unit=EUR", None
    first, *_ = queries.plan_lines(club=table.club, unit="EUR", evening_id=evening_id)
    mark_paid(planned=first.planned, key=uuid4(), by="scribe", at=table.now())
    page = open_page(path)
    paid = page.locator(".payment.is-paid")
    assert paid.evaluate_all(TICKS) == [True]
    assert paid.evaluate_all(STRUCK) == [[]] and paid.get_by_role("button").count() == 1
    assert page.locator(".payment:not(.is-paid) button[name=tick]").count() == 2
