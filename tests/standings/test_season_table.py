"""The table of a season: best n, places, attendance, movement. Every figure is worked out by hand."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from uuid import UUID

import pytest

from rules.problems import ProblemList
from scorebook.standings.seasons.season_agreement import USUAL_SCHEME, Agreement, SeasonMeasure, usual_place_points
from scorebook.standings.seasons.season_standings import EveningRow, SeasonTable, season_table

pytestmark = pytest.mark.once

NEW_YEAR = date(2026, 1, 1)
PEOPLE = {name: UUID(int=place) for place, name in enumerate(("Anna", "Beppo", "Cilli", "Done", "Emma"), start=1)}

Evening = dict[str, int]


def agreed(**more: object) -> Agreement:
    return Agreement(**({"first_on": NEW_YEAR, "game": "bavarian"} | more))  # type: ignore[arg-type]


def by_places(**more: object) -> Agreement:
    return agreed(measure=SeasonMeasure.PLACE_POINTS, scheme=USUAL_SCHEME, **more)


def rows(*evenings: Evening, hands: int = 10) -> list[EveningRow]:
    """evenings: name -> points; money is a tenth more, so that nobody takes one for the other."""
    return [
        EveningRow(
            person=PEOPLE[name],
            evening=UUID(int=100 + no),
            points=points,
            amount_minor=points * 11,
            hands=hands,
            place=1 + sum(other > points for other in evening.values()),
            people=len(evening),
        )
        for no, evening in enumerate(evenings)
        for name, points in evening.items()
    ]


def ranked(table: SeasonTable) -> dict[str, tuple[int | None, object]]:
    names = {person: name for name, person in PEOPLE.items()}
    return {names[line.person]: (line.rank, line.value) for line in table.lines}


def movements(table: SeasonTable) -> dict[str, int | None]:
    names = {person: name for name, person in PEOPLE.items()}
    return {names[line.person]: line.movement for line in table.lines}


@pytest.mark.parametrize(
    ("agreement", "evenings", "table"),
    [
        pytest.param(
            agreed(),
            # Anna and Beppo have 6 each; Beppo won two evenings.
            [{"Anna": 8, "Beppo": 1, "Cilli": -9}, {"Anna": -1, "Beppo": 3}, {"Anna": -1, "Beppo": 2}],
            {"Beppo": (1, 6), "Anna": (2, 6), "Cilli": (3, -9)},
            id="evenings won",
        ),
        pytest.param(
            agreed(),
            # 9 each and one evening won; the best evenings are 7 and 6.
            [{"Anna": 7, "Beppo": 3}, {"Anna": 2, "Beppo": 6}],
            {"Anna": (1, 9), "Beppo": (2, 9)},
            id="best evening",
        ),
        pytest.param(
            agreed(),
            # 9 each, nothing won, and 5 at best; the second best evenings are 4 and 3.
            [
                {"Anna": 5, "Beppo": 5, "Done": 6}, {"Anna": 4, "Beppo": 3, "Done": 6},
                {"Anna": 0, "Beppo": 1, "Done": 6},
            ],
            {"Done": (1, 18), "Anna": (2, 9), "Beppo": (3, 9)},
            id="second best evening",
        ),
        pytest.param(
            agreed(best=1),
            # Anna won the struck evening too, which breaks no tie.
            [{"Anna": 5, "Beppo": -5}, {"Anna": 2, "Beppo": 5, "Cilli": 5}, {"Anna": 3, "Beppo": 1}],
            {"Anna": (1, 5), "Beppo": (1, 5), "Cilli": (1, 5)},
            id="struck evenings do not count",
        ),
        pytest.param(
            agreed(best=3),
            # 5 each; Anna has a second evening, Beppo missed it.
            [{"Anna": 5, "Beppo": 5, "Cilli": -10}, {"Anna": 0, "Cilli": 1, "Done": -1}],
            {"Anna": (1, 5), "Beppo": (2, 5), "Done": (3, -1), "Cilli": (4, -9)},
            id="an evening without a gain beats a missed one",
        ),
        pytest.param(
            agreed(measure=SeasonMeasure.PER_EVENING),
            # -2 per evening each, in two evenings and in one
            [{"Anna": -2, "Beppo": -2, "Cilli": 4}, {"Anna": -2, "Cilli": 2}],
            {"Cilli": (1, 3), "Anna": (2, -2), "Beppo": (3, -2)},
            id="an evening with a loss beats a missed one",
        ),
        pytest.param(
            agreed(),
            [{"Anna": 5, "Beppo": 5, "Cilli": -10}],
            {"Anna": (1, 5), "Beppo": (1, 5), "Cilli": (3, -10)},
            id="still tied people share a rank",
        ),
        pytest.param(
            by_places(),
            # Anna 5 + 3, Beppo 3 + 5, Cilli 2 + 2
            [{"Anna": 3, "Beppo": 2, "Cilli": 1}, {"Anna": 2, "Beppo": 3, "Cilli": 1}],
            {"Anna": (1, 8), "Beppo": (1, 8), "Cilli": (3, 4)},
            id="place points",
        ),
    ],
)  # fmt: skip
def test_a_countback_breaks_ties(
    agreement: Agreement, evenings: list[Evening], table: dict[str, tuple[int, object]]
) -> None:
    found = season_table(rows(*evenings), agreement)
    assert ranked(found) == table
    assert [line.rank for line in found.lines] == sorted(rank for rank, _value in table.values())


@pytest.mark.parametrize(
    ("agreement", "table"),
    [
        pytest.param(agreed(), {"Anna": (1, 7), "Beppo": (2, 7), "Cilli": (3, -14)}, id="points"),
        pytest.param(
            agreed(measure=SeasonMeasure.MONEY, unit="EUR"),
            {"Anna": (1, 77), "Beppo": (2, 77), "Cilli": (3, -154)},
            id="money",
        ),
        pytest.param(
            agreed(measure=SeasonMeasure.PER_EVENING),
            # 7 points in two evenings; 7 in two; -14 in two
            {"Anna": (1, Fraction(7, 2)), "Beppo": (2, Fraction(7, 2)), "Cilli": (3, -7)},
            id="per evening",
        ),
        pytest.param(
            agreed(measure=SeasonMeasure.PER_HAND),
            # ten hands an evening
            {"Anna": (1, Fraction(7, 20)), "Beppo": (2, Fraction(7, 20)), "Cilli": (3, Fraction(-7, 10))},
            id="per hand",
        ),
        pytest.param(
            agreed(best=1),
            # 12 | -5, 3 | 4, -15 | 1
            {"Anna": (1, 12), "Beppo": (2, 4), "Cilli": (3, 1)},
            id="best evening",
        ),
        pytest.param(
            agreed(best=9), {"Anna": (1, 7), "Beppo": (2, 7), "Cilli": (3, -14)}, id="best of fewer than so many"
        ),
        pytest.param(
            by_places(),
            # Three people have the first three places of the row for four: 5, 3, 2. A 5 + 2, B 3 + 5, C 2 + 3
            {"Beppo": (1, 8), "Anna": (2, 7), "Cilli": (3, 5)},
            id="place points",
        ),
    ],
)
def test_what_a_season_compares(agreement: Agreement, table: dict[str, tuple[int, object]]) -> None:
    played = rows({"Anna": 12, "Beppo": 3, "Cilli": -15}, {"Anna": -5, "Beppo": 4, "Cilli": 1})
    assert ranked(season_table(played, agreement)) == table


def test_per_hand_takes_all_points_by_all_hands_of_the_best_evenings() -> None:
    """Anna: 3 in 4 hands (0.75), 8 in 20 (0.4), 1 in 2 (0.5). The best two are 0.75 and 0.5: 4 points in 6 hands."""
    evenings = [({"Anna": 3}, 4), ({"Anna": 8}, 20), ({"Anna": 1}, 2)]
    played = [
        EveningRow(person=PEOPLE["Anna"], evening=UUID(int=no), points=sums["Anna"], amount_minor=0, hands=hands,
                   place=1, people=1)
        for no, (sums, hands) in enumerate(evenings)
    ]  # fmt: skip
    [anna] = season_table(played, agreed(measure=SeasonMeasure.PER_HAND, best=2)).lines
    assert (anna.value, [one.counts for one in anna.evenings]) == (Fraction(2, 3), [True, False, True])
    assert [one.value for one in anna.evenings] == [Fraction(3, 4), Fraction(2, 5), Fraction(1, 2)]


def test_an_evening_without_a_hand_of_ones_own_counts_as_one_hand() -> None:
    played = rows({"Anna": -4}, hands=0)
    assert ranked(season_table(played, agreed(measure=SeasonMeasure.PER_HAND))) == {"Anna": (1, -4)}


def test_of_evenings_that_measure_the_same_the_earlier_one_counts() -> None:
    [anna] = season_table(rows({"Anna": 5}, {"Anna": 7}, {"Anna": 5}), agreed(best=2)).lines
    assert [one.counts for one in anna.evenings] == [True, True, False]


def test_people_level_on_a_place_get_its_points_and_the_next_place_is_left_out() -> None:
    """Anna first, Beppo and Cilli second, Done fourth: 5, 3, 3, 1."""
    table = season_table(rows({"Anna": 9, "Beppo": 1, "Cilli": 1, "Done": -11}), by_places())
    assert ranked(table) == {"Anna": (1, 5), "Beppo": (2, 3), "Cilli": (2, 3), "Done": (4, 1)}


@pytest.mark.parametrize(
    ("people", "places"),
    [
        (2, (5, 3)),
        (3, (5, 3, 2)),
        (4, (5, 3, 2, 1)),
        (5, (6, 4, 3, 2, 1)),
        (6, (7, 5, 4, 3, 2, 1)),
        (7, (8, 6, 5, 4, 3, 2, 1)),
        (8, (8, 6, 5, 4, 3, 2, 1, 0)),
    ],
)
def test_the_usual_place_points(people: int, places: tuple[int, ...]) -> None:
    """The last of four to seven gets 1, each place above it one more, the winner one on top; other numbers of people
    take the nearest row."""
    assert tuple(by_places().place_points(place, people=people) for place in range(1, people + 1)) == places
    assert people not in USUAL_SCHEME or usual_place_points(people) == places


def test_between_two_rows_the_one_for_more_people_is_taken() -> None:
    agreement = agreed(measure=SeasonMeasure.PLACE_POINTS, scheme={4: (4, 3, 2, 1), 6: (9, 7, 5, 3, 2, 1)})
    assert [agreement.place_points(place, people=5) for place in range(1, 6)] == [9, 7, 5, 3, 2]


@pytest.mark.parametrize(
    ("rule", "attended", "of", "is_ranked"),
    [
        ({}, 1, 50, True),
        ({"least_evenings": 4}, 3, 6, False),
        ({"least_evenings": 4}, 4, 6, True),
        ({"least_percent": 50}, 2, 5, False),  # 40
        ({"least_percent": 50}, 3, 6, True),
        ({"least_percent": 67}, 2, 3, False),  # 66.67
        ({"least_percent": 66}, 2, 3, True),
        ({"least_percent": 100}, 5, 6, False),
        ({"least_percent": 100}, 6, 6, True),
    ],
)
def test_who_attended_enough_is_ranked(rule: dict[str, int], attended: int, of: int, is_ranked: bool) -> None:
    evenings: list[Evening] = [{"Beppo": -1, **({"Anna": 1} if no < attended else {})} for no in range(of)]
    table = season_table(rows(*evenings), agreed(**rule))
    [anna] = [line for line in table.lines if line.person == PEOPLE["Anna"]]
    assert (anna.is_ranked, len(anna.evenings), len(table.evenings)) == (is_ranked, attended, of)


def test_who_attended_too_little_stands_below_and_takes_no_rank() -> None:
    """Cilli has most, from one of three evenings."""
    played = rows({"Anna": 1, "Beppo": -1}, {"Anna": -3, "Beppo": 3}, {"Anna": 1, "Beppo": -10, "Cilli": 9})
    table = season_table(played, agreed(least_evenings=2))
    assert ranked(table) == {"Anna": (1, -1), "Beppo": (2, -8), "Cilli": (None, 9)}


def test_movement_since_the_last_evening() -> None:
    """Before it: Anna 5, Beppo 3, Cilli and Done -4. Then Done wins 6 of Anna; Emma comes and is new."""
    first = {"Anna": 5, "Beppo": 3, "Cilli": -4, "Done": -4}
    table = season_table(rows(first, {"Anna": -6, "Done": 6, "Emma": 0}), agreed())
    # Beppo 3, Done 2, Emma 0, Anna -1, Cilli -4
    assert ranked(table) == {"Beppo": (1, 3), "Done": (2, 2), "Emma": (3, 0), "Anna": (4, -1), "Cilli": (5, -4)}
    assert movements(table) == {"Beppo": 1, "Done": 1, "Emma": None, "Anna": -3, "Cilli": -2}


def test_who_attended_enough_for_the_first_time_is_new() -> None:
    table = season_table(rows({"Anna": 1, "Beppo": -1}, {"Anna": 1, "Beppo": -1}), agreed(least_evenings=2))
    assert movements(table) == {"Anna": None, "Beppo": None}


def test_movement_with_a_least_attendance_is_counted_from_the_evening_before_the_last() -> None:
    played = rows(
        {"Anna": 10, "Beppo": 5, "Cilli": -15},
        {"Anna": 10, "Beppo": 5, "Cilli": -15},
        {"Anna": -40, "Cilli": 40},
    )
    table = season_table(played, agreed(least_evenings=2))
    # Before the last evening: Anna 20, Beppo 10, Cilli -30. After it: Cilli 10 with an evening won, Beppo 10, Anna -20.
    assert ranked(table) == {"Cilli": (1, 10), "Beppo": (2, 10), "Anna": (3, -20)}
    assert movements(table) == {"Anna": -2, "Beppo": 0, "Cilli": 2}


def test_an_evening_that_is_struck_moves_nobody() -> None:
    """Best one of two: Beppo's second evening is better than his first, and Anna stays ahead of it."""
    table = season_table(rows({"Anna": 9, "Beppo": -9}, {"Anna": -2, "Beppo": 2}), agreed(best=1))
    assert movements(table) == {"Anna": 0, "Beppo": 0}
    assert ranked(table) == {"Anna": (1, 9), "Beppo": (2, 2)}


@pytest.mark.parametrize(
    ("agreement", "day"),
    [
        (agreed(last_on=None), date(2027, 2, 4)),  # 400 days
        (agreed(last_on=NEW_YEAR), NEW_YEAR),
        (agreed(first_on=date(8999, 12, 1), last_on=None), date(8999, 12, 31)),  # no book goes on after that
    ],
)
def test_the_last_day_that_can_count(agreement: Agreement, day: date) -> None:
    assert agreement.ends_on == day


def test_nobody_has_played() -> None:
    assert season_table([], agreed()) == SeasonTable(evenings=(), lines=())


@pytest.mark.parametrize("change", [{"best": "4"}, {"best": 0}, {"measure": "luck"}, {"more": 1}, {"game": None}])
def test_what_is_no_agreement_is_not_read(change: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Agreement.from_json({**agreed().to_json(), **change})


@pytest.mark.parametrize(
    ("agreement", "problems"),
    [
        (agreed(last_on=NEW_YEAR), set()),
        (agreed(last_on=date(2025, 12, 31)), {("season_reversed", "last_on")}),
        (agreed(last_on=date(2027, 2, 4)), set()),  # 400 days
        (agreed(last_on=date(2027, 2, 5)), {("season_too_long", "last_on")}),
        (agreed(first_on=date(1899, 12, 31)), {("season_out_of_range", "first_on")}),
        (agreed(game=None), {("points_of_all_games", "measure")}),
        (agreed(game="skat"), {("game_unknown", "game")}),
        (agreed(game=None, measure=SeasonMeasure.MONEY, unit="EUR"), set()),
        (agreed(measure=SeasonMeasure.MONEY), {("unit_of_money", "unit")}),
        (agreed(unit="EUR"), {("unit_of_money", "unit")}),
        (agreed(measure=SeasonMeasure.PLACE_POINTS), {("scheme_of_places", "scheme")}),
        (agreed(scheme=USUAL_SCHEME), {("scheme_of_places", "scheme")}),
        (agreed(measure=SeasonMeasure.PLACE_POINTS, scheme={3: (2, 1, 0)}), set()),
        (agreed(measure=SeasonMeasure.PLACE_POINTS, scheme={3: (2, 1)}), {("place_points_row", "scheme.3")}),
        (agreed(measure=SeasonMeasure.PLACE_POINTS, scheme={3: (1, 2, 0)}), {("place_points_row", "scheme.3")}),
        (agreed(measure=SeasonMeasure.PLACE_POINTS, scheme={2: (1000, 0)}), {("place_points_row", "scheme.2")}),
        (
            agreed(best=0, least_evenings=1000, least_percent=101),
            {
                ("season_figure_out_of_range", "best"),
                ("season_figure_out_of_range", "least_evenings"),
                ("season_figure_out_of_range", "least_percent"),
                ("attendance_not_one", "least_percent"),
            },
        ),
        (agreed(ruleset="0" * 16), {("evening_unknown", "rules_of")}),
    ],
)
def test_what_can_be_agreed_on(agreement: Agreement, problems: set[tuple[str, str]]) -> None:
    found = ProblemList()
    agreement.check(found)
    assert {(problem.code, problem.field) for problem in found} == problems
