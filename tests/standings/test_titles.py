"""The titles of a club: who holds them, and who is next."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules import PRESETS
from scorebook.clubs.club_groups import club_group
from scorebook.standings.people.nemesis_title import nemesis_title
from scorebook.standings.records.titles import Title, TitleName, titles, titles_by_person
from scorebook.standings.services.linking import link_players
from tests.standings.club_season import FRIDAY, PEOPLE, WEEK, Club2026, two_evenings
from tests.standings.test_season_changes import stamp
from tests.support.played_evening import PUB, THROWN_IN, new_evening, solo

ASSERUFEN = PRESETS["asserufen"]["asserufen"]
CLUBS_ACE = {"card": {"rank": "ace", "suit": "clubs"}}
ASSRUFEN = {"contract": "assrufen", "trump_suit": "hearts", "call": CLUBS_ACE}
TODAY = FRIDAY.date() + timedelta(weeks=4)


@pytest.fixture
def table(db: None) -> Club2026:
    return two_evenings()


def found(table: Club2026, today: date = TODAY, *, statements: int = 2) -> dict[TitleName, Title]:
    with CaptureQueriesContext(connection) as queries:
        group = club_group(table.club.pk)
        before = len(queries)
        held = titles(group, today=today)
    assert len(queries) - before == statements
    return {title.name: title for title in held}


def names(table: Club2026, ids: tuple[UUID, ...]) -> list[str]:
    return sorted(table.club.players.get(pk=id).name for id in ids)


def play_solos(table: Club2026, **count: int) -> None:
    evening = new_evening(*PEOPLE, club=table.club, at=FRIDAY + 2 * WEEK)
    for name, times in count.items():
        for _ in range(times):
            evening.record(solo(name))
    evening.close()


def test_nobody_holds_a_title_at_first(table: Club2026) -> None:
    """One Solo, won by Cilli, is too few."""
    assert all(title.holders == () for title in found(table).values())


def test_the_champion_is_first_of_the_season_that_was_closed_last(table: Club2026) -> None:
    season = table.agree()
    assert found(table)[TitleName.CHAMPION].holders == ()
    table.close()
    champion = found(table)[TitleName.CHAMPION]
    assert (names(table, champion.holders), champion.season) == (["Cilli"], season.id)
    table.reopen("a mistake")
    assert found(table)[TitleName.CHAMPION].holders == ()


def test_everyone_who_is_tied_for_the_first_place_is_champion(db: None) -> None:
    """Of five people without a point; a third statement reads those behind the first four."""
    names = (*PEOPLE, "Emmi")
    evening = new_evening(*names, at=FRIDAY)
    for _ in range(2):  # of one hand the dealer sits out
        evening.record(THROWN_IN)
    evening.close()
    table = Club2026(club=evening.club, evenings=[evening])
    table.agree()
    table.close()
    champion = found(table, statements=3)[TitleName.CHAMPION]
    assert sorted(champion.holders) == sorted(player.pk for player in evening.players.values())


def test_a_title_goes_to_the_person_who_passes_its_holder(table: Club2026) -> None:
    play_solos(table, Anna=3, Cilli=1)  # Cilli has 2 with that of the second evening
    title = found(table)[TitleName.SOLO]
    assert (names(table, title.holders), title.figure) == (["Anna"], 3)
    assert (names(table, title.challengers), title.missing) == (["Cilli"], 2)
    play_solos(table, Cilli=1)
    title = found(table)[TitleName.SOLO]
    assert (names(table, title.holders), title.challengers) == (["Anna", "Cilli"], ())
    play_solos(table, Cilli=1)
    title = found(table)[TitleName.SOLO]
    assert (names(table, title.holders), names(table, title.challengers)) == (["Cilli"], ["Anna"])


def test_a_title_is_lost_after_twelve_months(table: Club2026) -> None:
    play_solos(table, Anna=3)
    assert found(table)[TitleName.SOLO].figure == 3
    assert found(table, TODAY + timedelta(days=400))[TitleName.SOLO].holders == ()


@pytest.mark.parametrize(
    ("rufer", "assrufen", "holders"),
    [(14, 0, []), (15, 0, ["Anna"]), (8, 8, []), (15, 15, ["Anna"])],
    ids=["hands", "hands enough", "hands enough in two games", "each person once"],
)
def test_the_nemesis_of_most_others(db: None, rufer: int, assrufen: int, holders: list[str]) -> None:
    """Anna wins with each of the others in turn, who thus have two hands a round against Anna and each other."""
    table = Club2026(club=new_evening(*PEOPLE, at=FRIDAY).club, evenings=[])
    for rounds, ruleset, contract in ((rufer, PUB, {"contract": "rufer"}), (assrufen, ASSERUFEN, ASSRUFEN)):
        evening = new_evening(*PEOPLE, club=table.club, ruleset=ruleset, at=FRIDAY + 2 * WEEK)
        for partner in rounds * PEOPLE[1:]:
            evening.record({**contract, "declarer": "Anna", "partner": partner, "won": True})
        evening.close()
    group = club_group(table.club.pk)
    with CaptureQueriesContext(connection) as queries:
        title = nemesis_title(group, today=TODAY)
    assert (names(table, title.holders), title.figure) == (holders, 3 * len(holders))
    assert (title.challengers, len(queries)) == ((), 1)
    assert nemesis_title(group, today=TODAY + timedelta(days=400)).holders == ()


def test_linked_entries_count_as_one_person(table: Club2026) -> None:
    play_solos(table, Anna=2)
    other = new_evening("Emmi", *PEOPLE[1:], club=table.club, at=FRIDAY + 3 * WEEK)
    for _ in range(2):
        other.record(solo("Emmi"))
    other.close()
    anna, emmi = (table.club.players.get(name=name) for name in ("Anna", "Emmi"))
    link_players(player=emmi, other=anna, **stamp())
    title = found(table)[TitleName.SOLO]
    assert (title.holders, title.figure) == ((anna.pk,), 4)
    group = club_group(table.club.pk)
    assert titles_by_person(titles(group, today=TODAY)) == {anna.pk: [TitleName.SOLO]}
