"""What the hall gives on paper: a frame is one sheet of A4, a year at most two."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.support.browser import OpenPage
from tests.support.hall_evenings import FIRST_AT, closed_evening, four_evenings, march, sie, wenz_tout
from tests.support.played_evening import PUB, new_evening, solo

pytestmark = pytest.mark.browser

LONG = "Maximiliane-Theresia vom Niederschönenfeld".ljust(40, "x")[:40], "Wolfgang Amadeus Nepomuk Oberhuber-Mayer"


def printed_pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("landscape", [False, True])
def test_a_frame_is_one_page_of_a4(open_page: OpenPage, landscape: bool) -> None:
    """Seven at the table, long names, and a sum of many lines."""
    names = ["Anna", *LONG, "Cilli", "Done", "Emmi", "Ferdl"]
    evening = new_evening(*names, at=FIRST_AT, ruleset=PUB)
    for hand in (sie(names[1], laid=1), wenz_tout(names[2], kontra=2, laid=1), march(names[3])):
        evening.record(hand)
    evening.close()
    page = open_page(f"/c/{evening.club.keeper_token}/hall")
    for no in (1, 2, 3):
        page.goto(f"/c/{evening.club.keeper_token}/hall/hands/{evening.stored.pk}/{no}/")
        assert printed_pages(page.pdf(prefer_css_page_size=True, landscape=landscape, format="A4")) == 1


def test_a_year_is_at_most_two_pages_of_a4(open_page: OpenPage) -> None:
    """Forty people, and an evening of each feat every other day."""
    club = None
    for number in range(30):
        names = " ".join(f"Gast{(number * 4 + place) % 40:02}" for place in range(4))
        first = names.split()[0]
        hands = [sie(first), wenz_tout(first), march(first)] if number % 2 else [solo(first)]
        club = closed_evening(names, hands, club=club, at=FIRST_AT + timedelta(days=number)).club
    page = open_page(f"/c/{club.keeper_token if club else ''}/years/2026/")
    assert 1 <= printed_pages(page.pdf(prefer_css_page_size=True)) <= 2


def test_the_print_button_prints(open_page: OpenPage) -> None:
    evening = four_evenings()[0]
    page = open_page(f"/c/{evening.club.keeper_token}/hall/hands/{evening.stored.pk}/2/")
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    page.get_by_role("button", name=re.compile("Drucken|Print")).tap()
    assert page.evaluate("() => window.printed") is True
