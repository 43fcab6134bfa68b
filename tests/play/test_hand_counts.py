"""One count of an evening's hands, on every page and in every story: without struck ones and without amounts."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.clubs.club_groups import club_group
from scorebook.play.queries.evening_ends import evening_end
from scorebook.play.queries.hand_counts import hands_played
from scorebook.standings.records.year_report import year_report
from tests.support.page import markup
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer

FINE = {"contract": "agreed", "points": {"Anna": -20, "Beppo": 20}, "why": "wrong lead", "was_dealt": False}


@pytest.fixture
def evening(db: None) -> PlayedEvening:
    """Three Rufers, of which one is struck out, a fine and a hand that was agreed on: three hands."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done", unit="points", stake_minor=1)
    for _ in range(3):
        table.record(rufer("Anna", "Beppo"))
    table.void(2)
    table.record(FINE)
    table.record({**FINE, "was_dealt": True})
    return table


def counts(evening: PlayedEvening) -> set[int]:
    stored = evening.fresh()
    return {hands_played(evening.club, [stored])[stored.pk], evening_end(evening.sheet()).story.hands}


@pytest.mark.parametrize("is_closed", [False, True])
def test_list_sheet_and_story_agree(client: Client, evening: PlayedEvening, is_closed: bool) -> None:
    if is_closed:
        evening.close()
        assert year_report(club_group(evening.club.pk), year=2026, today=NINE_O_CLOCK.date()).hands == 3
    assert counts(evening) == {3}
    for name in ("web:club", "web:order_evenings"):
        page = client.get(reverse(name, args=[evening.club.keeper_token]), headers={"accept-language": "en"})
        assert "3 hands" in " ".join(markup(page).split())
    statement = reverse("web:statement", args=[evening.club.keeper_token, evening.players["Anna"].pk])
    assert "3 hands" in client.get(statement, headers={"accept-language": "en"}).content.decode()


def test_open_and_closed_evenings_take_one_statement(
    evening: PlayedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    closed = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club)
    closed.record(rufer("Anna", "Beppo"))
    closed.close()
    empty = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club)
    evenings = [one.fresh() for one in (evening, closed, empty)]
    with django_assert_num_queries(1):
        assert hands_played(evening.club, evenings) == {evening.stored.pk: 3, closed.stored.pk: 1}
    assert hands_played(evening.club, []) == {}
