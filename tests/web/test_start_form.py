"""The start form in a real browser: what it offers to whom, and how it says what is wrong."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.browser import OpenPage

pytestmark = pytest.mark.browser


def test_more_people_stand_as_far_apart_as_the_first_four(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_text("mehr Leute").tap()
    tops = page.locator('[name="names"]').evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert len({round(after - before) for before, after in pairwise(tops)}) == 1


def test_more_people_are_offered_only_where_they_can_play(open_page: OpenPage) -> None:
    page = open_page("/")
    offered = {}
    for game in ("bavarian", "asserufen", "palatinate", "sasku", "schafskopf24", "bierkopf"):
        page.locator(f'[name="game"][value="{game}"]').evaluate("(one) => { one.checked = true; }")
        offered[game] = page.locator(".more-names").is_visible()
    assert [game for game, is_offered in offered.items() if is_offered] == ["bavarian", "asserufen"]
