"""The search page: what is typed narrows it, what cannot be read is named beside its field, and nothing breaks it."""

from __future__ import annotations

import html
import re
from itertools import cycle
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.clubs.club_groups import append_club_event
from scorebook.clubs.models import ClubEvent
from tests.fuzz.nasty import TEXTS, quoted
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, problems_of, start, text_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


@pytest.fixture
def closed(evening: PagedEvening) -> PagedEvening:
    """Anna with Beppo, Beppo with Anna, a Solo of Cilli with a note, and a Solo of Done that is struck out."""
    evening.record()
    evening.record(declarer="Beppo", partner="Anna", won="no", kontra="1")
    evening.record(contract="solo", declarer="Cilli", trump_suit="hearts", note="Mit der Blauen")
    evening.record(contract="solo", declarer="Done", trump_suit="hearts")
    evening.post("void", 4, replaces=evening.event(4))
    evening.post("close")
    return evening


def search_page(evening: PagedEvening, **typed: object) -> Answer:
    query = urlencode(evening.by_id(typed))
    return evening.client.get(f"/c/{evening.club_token}/search?{query}", headers={"accept-language": "en"})


def found(answer: Answer) -> list[str]:
    """The line of each hand."""
    assert answer.status_code == 200
    return [html.unescape(text) for text in re.findall(r'<span class="text">(.*?)</span>', markup(answer))]


def chosen(answer: Answer) -> dict[str, str]:
    """What is searched for -> the address without it."""
    links = r'<a class="button" href="([^"]*)"><span class="unseen">Remove filter:</span>(.*?)<span aria-hidden="true">'
    return {html.unescape(text): html.unescape(address) for address, text in re.findall(links, markup(answer))}


SOLO = "Cilli: Solo in Hearts, won – Mit der Blauen"
BEPPO, ANNA = "Beppo with Anna: Rufer, lost, Stoss", "Anna with Beppo: Rufer, won"


def test_without_anything_typed_the_newest_hands_are_shown(closed: PagedEvening) -> None:
    page = search_page(closed)
    assert found(page) == [SOLO, BEPPO, ANNA]
    assert "3 hands: 2 won, 1 lost" in text_of(page)
    assert chosen(page) == {}


@pytest.mark.parametrize(
    ("typed", "hands", "filters"),
    [
        ({"person": "Anna"}, [ANNA], ["Anna"]),
        ({"person": "Anna", "partner": "Beppo"}, [BEPPO, ANNA], ["Anna", "with Beppo"]),
        ({"contract": "solo"}, [SOLO], ["Solo"]),
        ({"note": "der blauen"}, [SOLO], ["“der blauen”"]),
        ({"result": "lost"}, [BEPPO], ["lost"]),
        ({"doubled": "on"}, [BEPPO], ["with Stoss or Kontra"]),
        ({"value": "50"}, [SOLO], ["at least 50 points"]),
        ({"level": "schneider"}, [], ["with Schneider"]),
        ({"feat": "sie"}, [], ["Sie"]),
        ({"from": "2020-01-01"}, [SOLO, BEPPO, ANNA], ["from 1 January 2020"]),
        ({"to": "2020-01-01"}, [], ["until 1 January 2020"]),
    ],
)
def test_each_field_narrows_it_and_can_be_taken_off(
    closed: PagedEvening, typed: dict[str, str], hands: list[str], filters: list[str]
) -> None:
    page = search_page(closed, **typed)
    assert found(page) == hands
    assert [re.sub(r"\d{2}/\d{2}/\d{4}", "1 January 2020", text) for text in chosen(page)] == filters
    for address in chosen(page).values():
        page = closed.client.get(f"/c/{closed.club_token}/search{address}", headers={"accept-language": "en"})
        assert len(chosen(page)) == len(filters) - 1


def test_a_hand_comes_with_its_reason_and_leads_to_its_evening(closed: PagedEvening) -> None:
    page = search_page(closed, contract="solo")
    assert re.findall(r"<dt[^>]*>(.*?)</dt><dd[^>]*>(.*?)</dd>", markup(page)) == [
        ("Solo", "50"), ("each loser pays", "50"),
    ]  # fmt: skip
    assert "Cilli +150" in text_of(page)
    [address] = re.findall(r'href="([^"]*#hand-3)"', markup(page))
    assert 'id="hand-3"' in markup(closed.client.get(html.unescape(address)))


def test_what_cannot_be_read_is_reported_and_the_rest_still_counts(closed: PagedEvening) -> None:
    page = search_page(closed, contract="solo", value="many", to="yesterday", person=uuid4())
    assert found(page) == [SOLO]
    assert problems_of(page) == [
        "Choose from the list.",
        "Enter points, such as 200.",
        "Enter a date, such as 2026-11-20.",
        "Fields marked with an error were ignored.",
    ]
    assert list(chosen(page)) == ["Solo"]
    assert 'value="many"' in markup(page)
    assert '<details class="fold" open>' in markup(page)


def test_a_period_that_ends_before_it_begins_holds_nothing(closed: PagedEvening) -> None:
    page = search_page(closed, **{"from": "2030-01-01", "to": "2020-01-01"})
    assert found(page) == []
    assert "The period ends before it begins." in problems_of(page)


def test_who_finds_nothing_is_shown_what_to_do(closed: PagedEvening) -> None:
    assert "No hand matches. Tap a filter to remove it" in text_of(search_page(closed, contract="solo", value="5000"))


def test_the_name_of_a_contract_among_the_words_leads_to_that_contract(closed: PagedEvening) -> None:
    page = search_page(closed, note="Sauspiel")
    assert "Search for the contract Rufer" in text_of(page)
    [query] = re.findall(r'href="\?([^"#]*)#found"[^<]*> *Search for', markup(page).replace("\n", " "))
    assert found(closed.client.get(f"/c/{closed.club_token}/search?{html.unescape(query)}")) != []
    assert "Search for the contract" not in text_of(search_page(closed, note="Blauen"))


def test_an_evening_that_is_running_is_not_searched_and_the_page_says_so(closed: PagedEvening) -> None:
    waits = "The running evening can be searched once it is closed."
    assert waits not in text_of(search_page(closed))
    closed.client.post(
        f"/c/{closed.club_token}/start",
        {"key": str(uuid4()), "game": "bavarian", "stake_bavarian": "pub", "names": ["Anna", "Beppo", "Cilli", "Done"]},
    )
    assert waits in text_of(search_page(closed))


def test_a_club_without_a_closed_evening_hears_when_there_is_something(evening: PagedEvening) -> None:
    evening.record()
    page = search_page(evening)
    assert found(page) == []
    assert "Hands appear here once their evening is closed." in text_of(page)


def test_older_hands_are_leafed_to(evening: PagedEvening) -> None:
    for _ in range(45):
        evening.record()
    evening.post("close")
    page, seen = search_page(evening, contract="rufer"), 0
    for count in (20, 20, 5):
        assert len(found(page)) == count
        seen += count
        older = re.findall(r'<a class="button" href="(\?[^"]*before[^"]*)">Older hands</a>', markup(page))
        if older:
            assert chosen(page).keys() == {"Rufer"}
            address = html.unescape(older[0])
            page = evening.client.get(f"/c/{evening.club_token}/search{address}", headers={"accept-language": "en"})
    assert (seen, older) == (45, [])
    assert "Back to the newest" in text_of(page)


def test_who_has_not_the_link_of_the_club_finds_nothing(closed: PagedEvening, client: Client) -> None:
    for token in ("nobody", closed.stored.watch_token, closed.stored.scribe_token):
        assert client.get(f"/c/{token}/search").status_code == 404


FIELDS = (
    "person", "partner", "contract", "note", "result", "level", "feat", "doubled", "value", "from", "to", "before",
)  # fmt: skip


def test_nothing_that_is_typed_breaks_it(closed: PagedEvening) -> None:
    """Each text in all fields at once, and in one of them that is another for each text."""
    places = [f"{closed.stored.pk}.{no}" for no in ("", "-1", "9" * 12, "9" * 40, "x", "1.2")]
    days = ("20250101", "2025-W01-1", "0001-01-01", "9999-12-31")
    for text, field in zip((*TEXTS, *places, *days, "A" * 101, "0", "-5", "9" * 12), cycle(FIELDS)):
        for query in ([field], FIELDS):
            typed = "&".join(f"{name}={quoted(text)}" for name in query)
            assert closed.client.get(f"/c/{closed.club_token}/search?{typed}").status_code in (200, 400), (query, text)


def test_the_page_takes_as_many_statements_for_many_hands(
    closed: PagedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for typed in ({}, {"contract": "solo"}, {"person": "Cilli", "note": "der", "value": "1"}):
        with django_assert_num_queries(9):
            search_page(closed, **typed)


def test_the_hands_of_a_linked_club_are_shown_with_their_people(closed: PagedEvening, client: Client) -> None:
    """Zenta's table has become part of the club, and her Beppo is Beppo."""
    other = start(client, "Zenta", "Beppo", "Resi", "Sepp")
    other.record(declarer="Zenta")
    other.post("close")
    club, part = closed.stored.club, other.stored.club
    at: dict[str, Any] = {"by": "club link", "at": timezone.now()}
    append_club_event(club, kind=ClubEvent.Kind.CLUB_LINKED, key=uuid4(), other_club=part, **at)
    append_club_event(part, kind=ClubEvent.Kind.CLUB_JOINED, key=uuid4(), other_club=club, **at)
    same: dict[str, Any] = {"player": part.players.get(name="Beppo"), "other_player": club.players.get(name="Beppo")}
    append_club_event(club, kind=ClubEvent.Kind.PERSON_LINKED, key=uuid4(), **same, **at)
    assert found(search_page(closed, partner="Beppo")) == ["Zenta with Beppo: Rufer, won", ANNA]
    assert markup(search_page(closed)).count(">Beppo</option>") == 2  # who played, with whom
