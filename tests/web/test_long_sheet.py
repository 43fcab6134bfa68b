"""A sheet of more hands than a page shows: the older ones stand a page further, the figures are those of all."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorebook.play.services import NewHand, record_hands
from scorebook.web.evening.table.sheet import HANDS_SHOWN
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, text_of

HANDS = 2 * HANDS_SHOWN + 5


@pytest.fixture
def long_evening(evening: PagedEvening) -> PagedEvening:
    """125 hands of four people. Anna and Beppo win every Rufer, 20 a hand."""
    record(evening, HANDS)
    return evening


def record(evening: PagedEvening, count: int) -> None:
    hand = evening.by_id({"contract": "rufer", "declarer": "Anna", "partner": "Beppo", "won": True})
    hands = [NewHand(key=uuid4(), hand=hand, dealer=None) for _ in range(count)]
    record_hands(
        club_id=evening.stored.club_id,
        link=evening.stored.scribe_token,
        known_hands=evening.now().hand_count,
        hands=hands,
        at=timezone.now(),
        by="scribe",
    )


def numbers(page: str) -> list[int]:
    return [int(no) for no in re.findall(r'<tbody class="[^"]*" id="hand-(\d+)"', page)]


@pytest.mark.parametrize("look_on", [False, True])
def test_every_hand_stands_on_one_of_the_pages(long_evening: PagedEvening, *, look_on: bool) -> None:
    stored = long_evening.stored
    at = reverse("web:watch", args=[stored.watch_token]) if look_on else long_evening.url("table")
    found, page = [], markup(long_evening.client.get(at))
    found += numbers(page)
    while older := re.search(r'href="(hands\?before=\d+)"', page):
        page = markup(long_evening.client.get(at + older[1]))
        found += numbers(page)
    assert found == list(range(HANDS, 0, -1))


def test_an_older_part_goes_on_from_what_stood_before_it(long_evening: PagedEvening) -> None:
    page = text_of(long_evening.client.get(long_evening.url("hands"), {"before": 3}))
    assert "+40" in page
    assert "+60" not in page


def test_the_totals_and_the_round_are_those_of_all_hands(long_evening: PagedEvening) -> None:
    page = text_of(long_evening.get("table"))
    assert "+2.500" in page
    assert "Runde 32, Spiel 2 von 4" in page


def test_an_evening_that_fits_has_no_older_part(evening: PagedEvening) -> None:
    record(evening, HANDS_SHOWN)
    assert "hands?before" not in markup(evening.get("table"))


@pytest.mark.parametrize("before", ["1", "0", "-3", "x", "9" * 40])
def test_any_number_is_answered(long_evening: PagedEvening, before: str) -> None:
    answer = long_evening.client.get(long_evening.url("hands"), {"before": before})
    assert answer.status_code == (404 if before == "1" else 200)


def test_neither_link_opens_the_older_part_of_the_other(long_evening: PagedEvening) -> None:
    stored = long_evening.stored
    for path in (f"/t/{stored.watch_token}/hands", f"/w/{stored.scribe_token}/hands"):
        assert long_evening.client.get(path).status_code == 404


def test_who_looks_on_is_not_led_to_a_form(long_evening: PagedEvening) -> None:
    page = markup(long_evening.client.get(reverse("web:watched_hands", args=[long_evening.stored.watch_token])))
    assert long_evening.stored.scribe_token not in page
    assert "hands/1" not in page


def test_the_picture_is_drawn_from_all_hands_however_many(long_evening: PagedEvening) -> None:
    record(long_evening, 300)
    [first, *_] = re.findall(r'<polyline class="p\d" points="([^"]+)"', markup(long_evening.get("table")))
    points = first.split()
    assert len(points) <= 201
    assert (points[0].split(",")[0], points[-1].split(",")[0]) == ("0", "640")


def test_a_thousand_hands_take_one_statement_more_than_ten(evening: PagedEvening) -> None:
    record(evening, 10)
    with CaptureQueriesContext(connection) as few:
        evening.get("table")
    record(evening, 990)
    with CaptureQueriesContext(connection) as many:
        evening.get("table")
    assert len(many) == len(few) + 1
