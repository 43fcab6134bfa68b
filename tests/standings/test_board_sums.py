"""The evenings of a club add up."""

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules import PRESETS
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.core.time_spans import Span
from scorebook.standings.boards.board_queries import PlayedIn, evenings_with_results, played_games_and_units
from scorebook.standings.boards.board_sums import Sums
from scorebook.standings.boards.leaderboards import compute_board
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from tests.standings.test_boards import board, lines, ranks
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, rufer, solo

PALATINATE = PRESETS["palatinate"]["palatinate"]


@pytest.fixture
def friday(db: None) -> PlayedEvening:
    """Anna +180, Beppo +20, Cilli -80, Done -120, in cents."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", at=datetime(2026, 11, 13, 18, 0, tzinfo=UTC))
    evening.record(solo("Anna"))
    evening.record(rufer("Beppo", "Anna", level="schneider"))
    evening.record(rufer("Beppo", "Cilli", won=True))
    evening.record(rufer("Done", "Cilli", won=False))
    evening.close()
    return evening


@pytest.fixture
def saturday(friday: PlayedEvening) -> PlayedEvening:
    """The same people without Done, at 50 cents a point; Cilli +7, Anna -2, Beppo -5 points."""
    at = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
    evening = new_evening("Anna", "Beppo", "Cilli", ruleset=PALATINATE, stake_minor=50, club=friday.club, at=at)
    evening.record({"contract": "solo", "declarer": "Cilli", "trump_suit": "hearts", "won": True})
    evening.record({"contract": "simple", "declarer": "Beppo", "trump_suit": "clubs", "won": False})
    evening.close()
    return evening


def sums(club: Club, measure: BoardMeasure = BoardMeasure.POINTS, **more: object) -> dict[str, Sums]:
    """By name, the best first."""
    return {name: line.sums for name, line in lines(board(club, measure, **more)).items()}


def points(club: Club, **more: object) -> list[tuple[int | None, str, int]]:
    found = lines(board(club, BoardMeasure.POINTS, **more))
    return [(line.rank, name, line.sums.points) for name, line in found.items()]


def test_a_board_counts_points_money_hands_and_games(friday: PlayedEvening) -> None:
    assert points(friday.club) == [(1, "Anna", 180), (2, "Beppo", 20), (3, "Cilli", -80), (4, "Done", -120)]
    anna, beppo, *_ = sums(friday.club).values()
    assert (anna.amounts, anna.evenings, anna.hands, anna.declared, anna.declared_won) == ({"EUR": 180}, 1, 4, 1, 1)
    assert (beppo.hands, beppo.declared, beppo.declared_won) == (4, 2, 2)


def test_evenings_of_different_stakes_add_up_in_money(saturday: PlayedEvening) -> None:
    friday_points = {"Anna": 180, "Beppo": 20, "Cilli": -80, "Done": -120}
    saturday_points = {"Anna": -2, "Beppo": -5, "Cilli": 7}
    found = sums(saturday.club)
    for name, one in found.items():
        assert one.points == friday_points[name] + saturday_points.get(name, 0)
        assert one.amounts == {"EUR": friday_points[name] + 50 * saturday_points.get(name, 0)}
        assert one.evenings == (1 if name == "Done" else 2)
    assert sum(one.amounts["EUR"] for one in found.values()) == 0


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (BoardMeasure.POINTS, {"Anna": 178, "Beppo": 15, "Cilli": -73, "Done": -120}),
        (BoardMeasure.MONEY, {"Cilli": 270, "Anna": 80, "Done": -120, "Beppo": -230}),
        (BoardMeasure.HANDS, {"Anna": 6, "Beppo": 6, "Cilli": 6, "Done": 4}),
        (BoardMeasure.DECLARED, {"Anna": 1, "Beppo": 2, "Cilli": 1, "Done": 0}),
    ],
)
def test_two_games_add_up(saturday: PlayedEvening, measure: BoardMeasure, expected: dict[str, int]) -> None:
    found = board(saturday.club, measure)
    assert {name: line.part for name, line in lines(found).items()} == expected
    if measure is BoardMeasure.MONEY:
        assert list(lines(found)) == list(expected)


def test_of_one_game_only_its_evenings_count(saturday: PlayedEvening) -> None:
    club = saturday.club
    assert points(club, game="palatinate") == [(1, "Cilli", 7), (2, "Anna", -2), (3, "Beppo", -5)]
    cilli = sums(club, game="palatinate")["Cilli"]
    assert (cilli.amounts, cilli.evenings, cilli.hands, cilli.declared_won) == ({"EUR": 350}, 1, 2, 1)
    bavarian = sums(club, game="bavarian")
    assert (bavarian["Beppo"].declared_won, bavarian["Anna"].declared_won) == (2, 1)
    assert points(club, game="palatinate", span=Span.of_days(None, date(2026, 11, 20))) == []
    assert points(club, game="sasku") == []


def test_units_are_not_mixed(friday: PlayedEvening) -> None:
    beer = new_evening("Anna", "Beppo", "Cilli", ruleset=PALATINATE, unit="beer", club=friday.club)
    beer.record({"contract": "simple", "declarer": "Beppo", "trump_suit": "clubs", "won": True})
    beer.close()
    anna = sums(friday.club)["Anna"]
    assert (anna.amounts, anna.evenings) == ({"EUR": 180, "beer": -1}, 2)
    assert ranks(board(friday.club, BoardMeasure.MONEY, unit="beer")) == {"Beppo": 1, "Anna": 2, "Cilli": 2}


@pytest.mark.parametrize(
    ("first_on", "last_on", "hands"),
    [
        (None, None, 6),
        (date(2026, 11, 13), date(2026, 11, 13), 4),
        (date(2026, 11, 14), None, 2),
        (None, date(2026, 11, 20), 4),
        (date(2026, 11, 21), date(2026, 11, 21), 2),
        (date(2026, 11, 22), date.max, 0),
        (date(2026, 11, 14), date(2026, 11, 20), 0),
    ],
)
def test_a_period_takes_the_evenings_begun_in_it(
    saturday: PlayedEvening, first_on: date | None, last_on: date | None, hands: int
) -> None:
    found = sums(saturday.club, span=Span.of_days(first_on, last_on))
    assert max((one.hands for one in found.values()), default=0) == hands


def test_who_broke_even_is_on_the_board_of_money_and_who_never_played_for_it_is_not(friday: PlayedEvening) -> None:
    for_points = new_evening("Emmi", "Anna", "Beppo", "Cilli", unit="points", stake_minor=1, club=friday.club)
    for_points.record(solo("Emmi"))
    for_points.close()
    even = new_evening("Franz", "Anna", "Beppo", "Cilli", club=friday.club)
    even.record(THROWN_IN)
    even.close()
    found = ranks(board(friday.club, BoardMeasure.MONEY))
    assert found == {"Anna": 1, "Beppo": 2, "Franz": 3, "Cilli": 4, "Done": 5}


def test_what_was_played_last_comes_first(friday: PlayedEvening) -> None:
    for month, ruleset in ((12, PALATINATE), (1, PALATINATE), (1, friday.stored.rules)):
        at = datetime(2026 + (month == 1), month, 4, 18, 0, tzinfo=UTC)
        evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset, club=friday.club, at=at)
        evening.record(THROWN_IN)
        evening.close()
        assert played_games_and_units(friday.club)[0] == PlayedIn(
            game=ruleset.GAME, unit="EUR", last=date(at.year, month, 1)
        )


def test_a_day_is_a_day_where_the_club_is(db: None) -> None:
    # Half past midnight in Bavaria, still the day before in UTC.
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", at=datetime(2026, 11, 20, 23, 30, tzinfo=UTC))
    evening.record(solo("Anna"))
    evening.close()
    assert sums(evening.club, span=Span.of_days(None, date(2026, 11, 20))) == {}
    assert len(sums(evening.club, span=Span.of_days(date(2026, 11, 21), None))) == 4


def test_who_sat_out_and_paid_was_there_and_who_only_looked_was_not(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PALATINATE)
    evening.record({"contract": "solo", "declarer": "Cilli", "trump_suit": "hearts", "won": True})
    evening.close()
    other = new_evening("Anna", "Beppo", "Cilli", "Done", "Elis", club=evening.club)
    other.record(THROWN_IN)
    other.close()
    assert {name: (one.evenings, one.hands) for name, one in sums(evening.club).items()} == {
        "Anna": (1, 0),
        "Beppo": (2, 2),
        "Cilli": (2, 2),
        "Done": (2, 2),
        "Elis": (1, 1),
    }


def test_corrections_reach_the_boards(friday: PlayedEvening) -> None:
    friday.reopen()
    friday.void(1)
    assert points(friday.club) == []
    friday.close()
    assert points(friday.club)[0] == (1, "Beppo", 70)


def test_other_clubs_stay_outside(friday: PlayedEvening) -> None:
    foreign = new_evening("Anna", "Beppo", "Cilli", "Done")
    foreign.record(solo("Done"))
    foreign.close()
    assert points(foreign.club)[0] == (1, "Done", 150)
    assert len(evenings_with_results(foreign.club)) == 1


def test_evenings_come_latest_first_with_the_best_first(saturday: PlayedEvening) -> None:
    shown = [
        (one.evening.number, [(result.player.name, result.points, result.amount_minor) for result in one.results])
        for one in evenings_with_results(saturday.club)
    ]
    assert shown == [
        (2, [("Cilli", 7, 350), ("Anna", -2, -100), ("Beppo", -5, -250)]),
        (1, [("Anna", 180, 180), ("Beppo", 20, 20), ("Cilli", -80, -80), ("Done", -120, -120)]),
    ]


def test_ten_evenings_take_as_many_statements_as_one(friday: PlayedEvening) -> None:
    taken = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as one_board:
            compute_board(club_group(friday.club.pk), BoardQuery(game="bavarian"))
        with CaptureQueriesContext(connection) as list_of_evenings:
            evenings_with_results(friday.club)
        taken.append((len(one_board), len(list_of_evenings)))
        for _ in range(9):
            another = new_evening("Anna", "Beppo", "Cilli", "Elis", club=friday.club)
            another.record(solo("Elis"))
            another.close()
    assert taken == [(4, 3), (4, 3)]


@pytest.mark.parametrize("day", [date.min, date(1899, 12, 31), date.max])
def test_any_day_may_begin_or_end_a_period(friday: PlayedEvening, day: date) -> None:
    everybody = sums(friday.club)
    assert sums(friday.club, span=Span.of_days(day, None)) == ({} if day == date.max else everybody)
    assert sums(friday.club, span=Span.of_days(None, day)) == (everybody if day == date.max else {})
