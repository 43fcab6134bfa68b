"""What is remembered of one game and of one club stays when another one's evenings change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from rules import PRESETS
from scorebook.clubs.club_groups import club_group
from scorebook.standings.models import Rating
from scorebook.standings.ratings.rating_queries import calibrate_ratings, rated_people
from scorebook.standings.standings_updates import _streak_after, standings_mismatches
from tests.support.played_evening import PlayedEvening, new_evening, solo

FRIDAY = datetime(2026, 1, 9, 18, 0, tzinfo=UTC)
WEEK = timedelta(weeks=1)
PALATINATE = PRESETS["palatinate"]["palatinate"]
PALATINATE_SOLO = {"contract": "solo", "declarer": "Cilli", "trump_suit": "hearts", "won": True}


@pytest.fixture
def two_games(db: None) -> PlayedEvening:
    """The Bavarian evening; a week later one of the other game."""
    first = new_evening("Anna", "Beppo", "Cilli", "Done", at=FRIDAY)
    first.record(solo("Anna"))
    first.close()
    second = new_evening("Anna", "Beppo", "Cilli", ruleset=PALATINATE, club=first.club, at=FRIDAY + WEEK)
    second.record(PALATINATE_SOLO)
    second.close()
    return first


def test_a_correction_in_one_game_leaves_the_ratings_of_the_other(two_games: PlayedEvening) -> None:
    kept = list(Rating.objects.filter(game="palatinate").order_by("player").values())
    two_games.reopen()
    two_games.correct(1, solo("Beppo"))
    two_games.close()
    assert list(Rating.objects.filter(game="palatinate").order_by("player").values()) == kept
    assert len(kept) == 3 and list(standings_mismatches(two_games.club.pk)) == []


def test_an_earlier_evening_of_another_club_is_rated_alone(two_games: PlayedEvening) -> None:
    other = new_evening("Hias", "Irmi", "Jackl", "Korbi", at=FRIDAY - WEEK)
    other.record(solo("Irmi"))
    other.close()
    rated = Rating.objects.filter(club=other.club).values_list("player__name", flat=True)
    assert sorted(rated) == ["Hias", "Irmi", "Jackl", "Korbi"]


def test_what_is_expected_of_one_game_says_nothing_of_the_other(two_games: PlayedEvening) -> None:
    group = club_group(two_games.club.pk)
    assert [sum(one.count for one in calibrate_ratings(group, game)) for game in ("bavarian", "palatinate")] == [4, 3]


def test_a_player_who_missed_the_last_evening_is_still_rated(two_games: PlayedEvening) -> None:
    later = new_evening("Anna", "Beppo", "Cilli", "Emmi", club=two_games.club, at=FRIDAY + 2 * WEEK)
    later.record(solo("Emmi"))
    later.close()
    rated = rated_people(club_group(two_games.club.pk), "bavarian")
    names = {player.pk: player.name for player in two_games.club.players.all()}
    assert {names[one.person_id]: one.rating.evenings for one in rated} == {
        "Anna": 2, "Beppo": 2, "Cilli": 2, "Done": 1, "Emmi": 1,
    }  # fmt: skip


def test_the_order_is_that_of_the_newest_ratings(two_games: PlayedEvening) -> None:
    """Anna's tenth evening brings her a rank, and from the last place to the first."""
    later = new_evening("Anna", "Beppo", "Cilli", "Done", club=two_games.club, at=FRIDAY + 2 * WEEK)
    later.record(solo("Anna"))
    later.close()
    for evening, evenings, mu_thousandths in ((two_games, 9, 1_400_000), (later, 10, 1_600_000)):
        rows = Rating.objects.filter(evening=evening.stored)
        rows.update(evenings=20, mu_thousandths=1_500_000)
        rows.filter(player=later.players["Anna"]).update(evenings=evenings, mu_thousandths=mu_thousandths)
    first, *others = rated_people(club_group(two_games.club.pk), "bavarian")
    assert (first.person_id, first.rank, [one.rank for one in others]) == (later.players["Anna"].pk, 1, [2, 2, 2])


@pytest.mark.parametrize(
    ("before", "points", "after"),
    [(0, 1, 1), (2, 1, 3), (-3, 1, 1), (0, -1, -1), (-3, -1, -4), (2, -1, -1), (2, 0, 0), (-2, 0, 0)],
)
def test_a_streak_goes_on_or_begins(before: int, points: int, after: int) -> None:
    assert _streak_after(before, points) == after
