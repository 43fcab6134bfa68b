"""All who are level are named: in the year, the hall, the evening's story and the records that it broke."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Player
from scorebook.play.queries.evening_ends import evening_end
from scorebook.standings.records import club_records
from scorebook.standings.records.broken_records import RecordKind, records_broken_by_evening
from scorebook.standings.records.year_report import year_report
from scorebook.standings.standings_scope import FigureScope
from tests.support.hall_evenings import FIRST_AT, WEEK, closed_evening
from tests.support.played_evening import PlayedEvening, rufer, solo


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    """9 Jan: Anna 150, the others -50 each. 16 Jan: Beppo 150. 23 Jan: Cilli and Done 20 and 20 twice."""
    first = closed_evening("Anna Beppo Cilli Done", [solo("Anna")])
    second = closed_evening("Anna Beppo Cilli Done", [solo("Beppo")], club=first.club, at=FIRST_AT + WEEK)
    third = closed_evening(
        "Anna Beppo Cilli Done", [rufer("Cilli", "Done")] * 2, club=first.club, at=FIRST_AT + 2 * WEEK
    )
    return [first, second, third]


def named(people: Iterable[UUID]) -> list[str]:
    return [Player.objects.get(pk=person).name for person in people]


def test_the_year_names_all_best_evenings_runs_and_highest_hands(evenings: list[PlayedEvening]) -> None:
    report = year_report(club_group(evenings[0].club.pk), year=2026, today=FIRST_AT.date())
    [game] = report.games
    assert named(row.player_id for row in game.best) == ["Anna", "Beppo"]
    assert [named(hand.people) for hand in game.highest] == [["Anna"], ["Beppo"]]
    assert sorted(named(row.player_id for row in report.runs)) == ["Cilli", "Done"]


def test_the_year_reads_them_out(client: Client, evenings: list[PlayedEvening]) -> None:
    page = client.get(
        reverse("web:year", args=[evenings[0].club.keeper_token, 2026]), headers={"accept-language": "en"}
    )
    text = page.content.decode()
    assert "The best evenings: Anna (9 January) and Beppo (16 January), +150 points each." in text
    assert "Beppo won as much with another hand." in text
    assert "The longest streak of the year, 2 hands won in a row: Cilli (23 January) and Done (23 January)." in text


def test_an_evening_names_everybody_who_won_most_with_a_hand(db: None) -> None:
    table = closed_evening("Anna Beppo Cilli Done", [solo("Anna"), solo("Beppo"), solo("Anna"), rufer("Cilli", "Done")])
    best = evening_end(table.sheet()).story.best
    assert best is not None and best.no == 1
    assert named(map(UUID, best.players)) == ["Anna"] and named(map(UUID, best.others)) == ["Beppo"]


def test_a_record_is_of_everybody_whose_hand_broke_it(evenings: list[PlayedEvening]) -> None:
    last = closed_evening(
        "Anna Beppo Cilli Done",
        [solo("Done", level="schneider"), solo("Cilli", level="schneider")],
        club=evenings[0].club,
        at=FIRST_AT + 3 * WEEK,
    )
    broken = records_broken_by_evening(club_group(last.club.pk), last.fresh())
    [highest] = [one for one in broken if one.kind is RecordKind.HIGHEST_HAND]
    assert sorted(named(highest.people)) == ["Cilli", "Done"] and highest.no == 1


def test_who_is_level_with_the_fifth_of_the_hall_stands_there_too(evenings: list[PlayedEvening]) -> None:
    """Two Solos and the Rufers of three evenings: the third of these is level with the fifth of all hands."""
    club = evenings[0].club
    for week in (3, 4):
        closed_evening("Anna Beppo Cilli Done", [rufer("Anna", "Done")], club=club, at=FIRST_AT + week * WEEK)
    scope = FigureScope(group=club_group(club.pk), game="bavarian")
    assert [hand.row.gain for hand in club_records.highest_hands(scope)] == [150, 150, 20, 20, 20, 20]


def test_nobody_wears_the_crown_where_all_are_level(client: Client, db: None) -> None:
    table = closed_evening("Anna Beppo Cilli Done", [rufer("Anna", "Beppo"), rufer("Cilli", "Done")])
    page = client.get(reverse("web:club", args=[table.club.keeper_token])).content.decode()
    assert page.count('class="result"') == 4 and 'class="crown"' not in page
    ahead = closed_evening("Emmi Fritz Gusti Hias", [rufer("Emmi", "Fritz")])
    page = client.get(reverse("web:club", args=[ahead.club.keeper_token])).content.decode()
    assert page.count('class="crown"') == 2
