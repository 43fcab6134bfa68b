"""A link to a hand opens as any link does, also in a tab of its own."""

from __future__ import annotations

from typing import Literal

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.support.browser import OpenPage
from tests.support.paged_evening import PagedEvening, start
from tests.support.touch import opens_offline

pytestmark = pytest.mark.browser


@pytest.fixture
def evening(transactional_db: None) -> PagedEvening:
    evening = start(Client())
    evening.record()
    return evening


@pytest.mark.parametrize("key", ["Control", "Shift"])
def test_with_a_key_held_it_opens_beside_the_table(
    evening: PagedEvening, open_page: OpenPage, key: Literal["Control", "Shift"]
) -> None:
    page = open_page(evening.url("table"))
    opens_offline(page)
    page.locator("#hand-1 summary").click()
    with page.context.expect_page() as opened:
        page.locator("#hand-1 a[href*='/hands/1/']").click(modifiers=[key])
    expect(opened.value.locator("h1")).to_have_text("Spiel 1")
    assert opened.value.url.endswith("/hands/1/") and page.url.endswith(evening.url("table"))
