"""The six evenings of the worked cases as one season of one club, against tables reckoned by hand.

Each case has people of its own. Here five people sit in their chairs, so that some come more often than others:

    evening                 chairs: points                                         places
    1 Bavarian tournament   Anna  34, Beppo   0, Cilli  20, Done -54               A 1, C 2, B 3, D 4
    2 Palatinate for four   Beppo 65, Anna  -75, Emma  -19, Cilli 29               B 1, C 2, E 3, A 4
    3 Palatinate for three  Done -74, Anna   -2, Beppo  76                         B 1, A 2, D 3
    4 Asserufen             Anna -41, Cilli -61, Emma   35, Done  67               D 1, E 2, A 3, C 4
    5 24-card Schafskopf    Cilli -6, Anna  -30, Beppo  38, Done  -2               B 1, D 2, C 3, A 4
    6 Sasku                 Anna   2, Beppo  -2, Cilli   2, Emma  -2               A 1, C 1, B 3, E 3

Place points: four people have 5, 3, 2, 1, and the three of evening 3 the first three of those. In brackets is what the
best four strike; of evenings with the same result the later one.

              1    2    3    4    5    6    best 4 of 6
    Anna      5   (1)   3    2   (1)   5    15
    Beppo     2    5    5    -    5   (2)   17
    Cilli     3    3    -   (1)   2    5    13
    Done      1    -    2    5    3    -    11
    Emma      -    2    -    3    -    2     7

Before evening 6 it was Beppo 2+5+5+5 = 17, Anna 5+3+2+1 = 11, Done 11, Cilli 3+3+2+1 = 9, Emma 5: Beppo 1, Anna and
Done 2, Cilli 4, Emma 5. So Cilli has risen by one, and Done has fallen by two.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from rules import read_ruleset
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.clubs.services import create_club
from scorebook.operations.audit.full_audit import audit_club
from scorebook.standings.seasons.season_agreement import USUAL_SCHEME, Agreement, SeasonMeasure
from scorebook.standings.seasons.season_results import closed_standings, season_standings
from scorebook.standings.services.season_services import agree_season, close_season
from tests.support.played_evening import PlayedEvening, new_evening

FOLDER = Path(__file__).parent.parent / "cases" / "evenings"
FIRST_NIGHT = datetime(2026, 1, 9, 20, 0, tzinfo=UTC)
CHAIRS = {
    "bavarian_tournament": ("Anna", "Beppo", "Cilli", "Done"),
    "palatinate_four": ("Beppo", "Anna", "Emma", "Cilli"),
    "palatinate_three": ("Done", "Anna", "Beppo"),
    "asserufen": ("Anna", "Cilli", "Emma", "Done"),
    "schafskopf_24_cards": ("Cilli", "Anna", "Beppo", "Done"),
    "sasku": ("Anna", "Beppo", "Cilli", "Emma"),
}


@pytest.fixture
def club(db: None) -> Club:
    """With all six evenings, one a week, recorded hand by hand and closed."""
    found = create_club(key=uuid4(), name="Stammtisch Linde", at=FIRST_NIGHT, by="club link")
    for week, (name, people) in enumerate(CHAIRS.items()):
        case = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        play_case(found, case, people, at=FIRST_NIGHT + timedelta(weeks=week))
    return found


def play_case(club: Club, case: dict[str, Any], people: tuple[str, ...], *, at: datetime) -> None:
    """The chairs of the case, with other people in them."""
    table = new_evening(
        *people,
        club=club,
        at=at,
        ruleset=read_ruleset({"game": case["game"], "preset": case["preset"]}),
        stake_minor=case["stake_minor"],
        first_dealer=people[case["players"].index(case["first_dealer"])],
    )
    played = PlayedEvening(
        club=club,
        players={chair: table.players[name] for chair, name in zip(case["players"], people, strict=True)},
        stored=table.stored,
        clock=at,
    )
    for row in case["hands"]:
        played.record(row["hand"])
    played.close()


def standings(club: Club, agreement: Agreement) -> list[tuple[str, int | None, object, int | None]]:
    """Name, rank, value, movement."""
    names = {player.pk: player.name for player in club.players.all()}
    lines = season_standings(club_group(club.pk), agreement).table.lines
    return [(names[line.person], line.rank, line.value, line.movement) for line in lines]


BEST_FOUR = Agreement(
    first_on=FIRST_NIGHT.date(),
    last_on=(FIRST_NIGHT + timedelta(weeks=5)).date(),
    measure=SeasonMeasure.PLACE_POINTS,
    scheme=USUAL_SCHEME,
    best=4,
)


def test_best_four_of_six_by_place_points(club: Club) -> None:
    assert standings(club, BEST_FOUR) == [
        ("Beppo", 1, 17, 0),
        ("Anna", 2, 15, 0),
        ("Cilli", 3, 13, 1),
        ("Done", 4, 11, -2),
        ("Emma", 5, 7, 0),
    ]
    names = {player.pk: player.name for player in club.players.all()}
    found = season_standings(club_group(club.pk), BEST_FOUR)
    numbers = {evening.id: evening.number for evening in found.evenings}
    struck = {
        names[line.person]: [numbers[one.evening] for one in line.evenings if not one.counts]
        for line in found.table.lines
    }
    assert struck == {"Beppo": [6], "Anna": [2, 5], "Cilli": [4], "Done": [], "Emma": []}


@pytest.mark.parametrize(
    ("change", "table"),
    [
        pytest.param(
            # Emma came to three of six evenings, 50 percent, and stands below.
            {"least_percent": 51},
            [("Beppo", 1, 17), ("Anna", 2, 15), ("Cilli", 3, 13), ("Done", 4, 11), ("Emma", None, 7)],
            id="attendance",
        ),
        pytest.param(
            # Cents. Anna 340-750-20-410-150+200, Beppo 0+650+760+190-200, Cilli 200+290-610-30+200,
            # Done -540-740+670-10, Emma -190+350-200.
            {"measure": SeasonMeasure.MONEY, "unit": "EUR", "scheme": {}, "best": None},
            [("Beppo", 1, 1400), ("Cilli", 2, 50), ("Emma", 3, -40), ("Done", 4, -620), ("Anna", 5, -790)],
            id="money",
        ),
        pytest.param(
            # Without the last day the sasku does not count. Anna 5+3+2+1, Beppo 17, Cilli 3+3+2+1, Done 11, Emma 2+3.
            {"last_on": (FIRST_NIGHT + timedelta(weeks=5, days=-1)).date()},
            [("Beppo", 1, 17), ("Anna", 2, 11), ("Done", 2, 11), ("Cilli", 4, 9), ("Emma", 5, 5)],
            id="a day shorter",
        ),
        pytest.param(
            # The two of Palatinate: Anna -75-2, Beppo 65+76, Cilli 29, Done -74, Emma -19.
            {"game": "palatinate", "measure": SeasonMeasure.POINTS, "scheme": {}, "best": None},
            [("Beppo", 1, 141), ("Cilli", 2, 29), ("Emma", 3, -19), ("Done", 4, -74), ("Anna", 5, -77)],
            id="one game",
        ),
    ],
)
def test_the_same_evenings_counted_otherwise(
    club: Club, change: dict[str, Any], table: list[tuple[str, int | None, int]]
) -> None:
    values = {name: getattr(BEST_FOUR, name) for name in BEST_FOUR.__slots__}
    found = standings(club, Agreement(**(values | change)))
    assert sorted(line[:3] for line in found) == sorted(table)
    assert [line[1] for line in found] == [line[1] for line in table]


def test_the_season_is_closed_with_its_table(club: Club) -> None:
    at = FIRST_NIGHT + timedelta(weeks=6)
    season = agree_season(club=club, key=uuid4(), name="Winter", agreement=BEST_FOUR, by="club link", at=at)
    closed = close_season(club=club, season_id=season.id, seen=season.newest.pk, key=uuid4(), by="club link", at=at)
    names = {player.pk: player.name for player in club.players.all()}
    kept = closed_standings(club_group(club.pk), closed).table
    assert [(names[line.person], line.rank, line.value) for line in kept.lines] == [
        ("Beppo", 1, 17), ("Anna", 2, 15), ("Cilli", 3, 13), ("Done", 4, 11), ("Emma", 5, 7),
    ]  # fmt: skip
    assert audit_club(club) is None
