"""Ratings of single evenings, reckoned by hand, and what holds for any."""

import math
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.standings.ratings.rating_model import (
    START,
    Bin,
    SkillEstimate,
    Verdict,
    bin_predictions,
    chance_ahead,
    expected_places,
    mean_miss,
    widen_doubt,
)
from tests.standings.predicted_evenings import against_expectation, predictions
from tests.standings.rounded_ratings import rate_evening

pytestmark = pytest.mark.once

NAMES = ("Anna", "Beppo", "Cilli", "Done", "Erna", "Franz", "Gitti")
RATINGS = st.builds(
    SkillEstimate,
    mu=st.floats(800, 2200).map(lambda value: round(value, 3)),
    sigma=st.floats(25, 110).map(lambda value: round(value, 3)),
    evenings=st.integers(0, 500),
)
CLUBS = st.dictionaries(st.sampled_from(NAMES), RATINGS, min_size=2)


@st.composite
def evenings(draw: st.DrawFn) -> tuple[dict[str, SkillEstimate], dict[str, int]]:
    """Ratings before it, and the points of some or all of these people."""
    before = draw(CLUBS)
    people = draw(st.permutations(sorted(before)))
    people = people[: draw(st.integers(2, len(people)))]
    return before, {person: draw(st.integers(-6, 6)) for person in people}


def known(mu: float, sigma: float = 30.0) -> SkillEstimate:
    return SkillEstimate(mu=mu, sigma=sigma, evenings=50)


def _shown(ratings: Mapping[str, SkillEstimate]) -> dict[str, str]:
    return {person: f"{one.shown} ± {one.doubt}" for person, one in ratings.items()}


def test_everybody_starts_in_the_middle_and_in_doubt() -> None:
    assert (START.shown, START.doubt, START.evenings, START.is_provisional) == (1500, 110, 0, True)


def test_two_newcomers_are_rated_as_by_hand() -> None:
    """Variance 110^2 + 3^2 = 12109 each. c^2 = 2 * 12109 + (400 / ln 10)^2 = 54396, so c = 233.2, at an even chance.

    Mu moves by 12109 / 233.2 * 0.5 = 26.0; the variance shrinks by 12109 / 54396 * 0.25 = 5.57 %, to 106.9 squared.
    """
    assert _shown(rate_evening({}, {"Anna": 12, "Beppo": -12})) == {"Anna": "1526 ± 107", "Beppo": "1474 ± 107"}


def test_four_newcomers_are_rated_as_by_hand() -> None:
    """Half the variance, 6054.5, since one evening's luck is the same in all three comparisons of a person.

    c^2 = 2 * 6054.5 + 30178 = 42287, c = 205.6. A comparison moves 6054.5 / 205.6 * 0.5 = 14.72; the first place wins
    three, the second two of three. The variance shrinks by 3 * 6054.5 / 42287 * 0.25 = 10.74 %: 12109 * 0.8926 = 10809,
    which is 104.0 squared.
    """
    found = rate_evening({}, {"Anna": 40, "Beppo": 10, "Cilli": -20, "Done": -30})
    assert _shown(found) == {"Anna": "1544 ± 104", "Beppo": "1515 ± 104", "Cilli": "1485 ± 104", "Done": "1456 ± 104"}


def test_how_far_the_points_lie_apart_does_not_count() -> None:
    before = {"Anna": known(1600), "Cilli": known(1450, 60)}
    narrow = rate_evening(before, {"Anna": 1, "Beppo": 0, "Cilli": -1})
    assert rate_evening(before, {"Anna": 500, "Beppo": -200, "Cilli": -300}) == narrow


def test_equals_who_tie_stay_where_they_were_and_are_known_better() -> None:
    found = rate_evening({}, {"Anna": 0, "Beppo": 0, "Cilli": 0})
    assert {one.mu for one in found.values()} == {1500.0}
    assert all(one.sigma < START.sigma for one in found.values())


def test_of_unequals_who_tie_the_weaker_gains() -> None:
    found = rate_evening({"Anna": known(1650), "Beppo": known(1400)}, {"Anna": 3, "Beppo": 3})
    assert found["Anna"].mu < 1650 and found["Beppo"].mu > 1400


def test_who_is_known_well_moves_less_than_who_is_new() -> None:
    found = rate_evening({"Anna": known(1500), "Beppo": START}, {"Anna": 5, "Beppo": -5})
    assert found["Anna"].mu - 1500 < (1500 - found["Beppo"].mu) / 5


def test_who_stayed_at_home_is_not_rated() -> None:
    assert set(rate_evening({"Anna": START, "Beppo": START, "Cilli": START}, {"Anna": 5, "Beppo": -5})) == {
        "Anna",
        "Beppo",
    }


@pytest.mark.parametrize(("evenings", "is_provisional"), [(0, True), (9, True), (10, False), (11, False)])
def test_ten_evenings_make_a_rating(evenings: int, is_provisional: bool) -> None:
    assert SkillEstimate(mu=1500.0, sigma=70.0, evenings=evenings).is_provisional is is_provisional


def test_an_evening_is_counted() -> None:
    found = rate_evening({"Anna": SkillEstimate(mu=1500.0, sigma=70.0, evenings=9)}, {"Anna": 1, "Beppo": -1})
    assert (found["Anna"].evenings, found["Beppo"].evenings) == (10, 1)


@given(evenings())
def test_the_order_of_the_people_changes_nothing(evening: tuple[dict[str, SkillEstimate], dict[str, int]]) -> None:
    before, points = evening
    backwards = dict(reversed(points.items()))
    assert rate_evening(before, points) == rate_evening(dict(reversed(before.items())), backwards)


@given(evenings())
def test_an_evening_never_adds_doubt(evening: tuple[dict[str, SkillEstimate], dict[str, int]]) -> None:
    before, points = evening
    for person, found in rate_evening(before, points).items():
        assert 0 < found.sigma <= before[person].sigma


@given(evenings())
def test_the_first_never_loses_and_the_last_never_gains(
    evening: tuple[dict[str, SkillEstimate], dict[str, int]],
) -> None:
    before, points = evening
    best, worst = max(points.values()), min(points.values())
    found = rate_evening(before, points)
    for person, own in points.items():
        alone = list(points.values()).count(own) == 1
        if alone and own == best:
            assert found[person].mu >= before[person].mu
        if alone and own == worst:
            assert found[person].mu <= before[person].mu


@pytest.mark.parametrize(
    ("apart", "doubt", "chance"),
    [
        (0, 0, 1 / 2),
        (400, 0, 10 / 11),
        (-400, 0, 1 / 11),
        (800, 0, 100 / 101),
        (400, 100, 0.856),  # 400 / sqrt(173.7^2 + 2 * 100^2) = 1.785, and e^1.785 : 1 = 5.96 : 1
    ],
)
def test_four_hundred_points_are_odds_of_ten_to_one(apart: int, doubt: int, chance: float) -> None:
    one, other = known(1500.0 + apart, doubt), known(1500.0, doubt)
    assert chance_ahead(one, other) == pytest.approx(chance, abs=0.0005)


@given(RATINGS, RATINGS)
def test_one_of_two_ends_ahead(one: SkillEstimate, other: SkillEstimate) -> None:
    assert chance_ahead(one, other) + chance_ahead(other, one) == pytest.approx(1)
    assert (chance_ahead(one, other) > 0.5) == (one.mu > other.mu)


@given(CLUBS)
def test_expected_places_add_up(before: dict[str, SkillEstimate]) -> None:
    places, people = expected_places(before), len(before)
    assert math.fsum(places.values()) == pytest.approx(people * (people + 1) / 2)
    assert all(1 < place < people for place in places.values())


def test_the_better_person_is_expected_further_ahead() -> None:
    """10 : 1 against each of the others, who are equals: 1 + 3 / 11; 1 + 10 / 11 + 2 / 2."""
    places = expected_places({"Anna": known(1900, 0), **{name: known(1500, 0) for name in ("Beppo", "Cilli", "Done")}})
    assert places == pytest.approx({"Anna": 14 / 11, "Beppo": 32 / 11, "Cilli": 32 / 11, "Done": 32 / 11})


def test_a_season_begins_with_more_doubt_and_the_same_middle() -> None:
    """30^2 + 40^2 = 50^2."""
    assert widen_doubt(known(1620)) == SkillEstimate(mu=1620.0, sigma=50.0, evenings=50)
    assert widen_doubt(START) == START


@given(RATINGS)
def test_no_summer_makes_one_stranger_than_somebody_new(rating: SkillEstimate) -> None:
    assert rating.sigma <= widen_doubt(rating).sigma <= START.sigma


@pytest.mark.parametrize(
    ("points", "verdicts"),
    [
        ([30, 10, -10, -30], ["above", "as_expected", "as_expected", "below"]),  # 1.5, 0.5, -0.5, -1.5 places of 4
        ([10, 10, 10, -30], ["as_expected"] * 3 + ["below"]),  # second to all of them
        ([20, 20, -20, -20], ["as_expected"] * 4),  # exactly a place: 1.5 and 3.5 beside 2.5
        ([0, 0, 0, 0], ["as_expected"] * 4),
        ([2, 0, -2], ["above", "as_expected", "below"]),
        ([1, -1], ["as_expected"] * 2),  # half a place of two
        ([3, 2, 1, 0, -1, -2, -3], ["above"] * 2 + ["as_expected"] * 3 + ["below"] * 2),
    ],
)
def test_equals_are_above_or_below_by_more_than_a_quarter_of_the_table(points: list[int], verdicts: list[str]) -> None:
    found = against_expectation({}, dict(zip(NAMES, points, strict=False)))
    assert [one.verdict.value for one in found.values()] == verdicts


def test_the_favourite_must_win_and_the_weakest_may_come_third() -> None:
    """Anna is expected at 14 / 11, Done at 32 / 11 and the others too."""
    before = {"Anna": known(1900, 0), **{name: known(1500, 0) for name in ("Beppo", "Cilli", "Done")}}
    found = against_expectation(before, {"Beppo": 9, "Cilli": 3, "Anna": -4, "Done": -8})
    assert {person: one.verdict for person, one in found.items()} == {
        "Beppo": Verdict.ABOVE,
        "Cilli": Verdict.AS_EXPECTED,
        "Anna": Verdict.BELOW,
        "Done": Verdict.BELOW,
    }
    assert found["Anna"].better_by == pytest.approx(14 / 11 - 3)
    assert list(found) == ["Beppo", "Cilli", "Anna", "Done"]


@given(evenings())
def test_all_places_are_expected_together(evening: tuple[dict[str, SkillEstimate], dict[str, int]]) -> None:
    found = against_expectation(*evening).values()
    assert math.fsum(one.better_by for one in found) == pytest.approx(0, abs=1e-9)


def test_chances_are_kept_beside_what_happened_from_both_sides() -> None:
    before = {"Anna": known(1900, 0), "Beppo": known(1500, 0)}
    (chance, lost), (other_chance, won) = predictions(before, {"Anna": -1, "Beppo": 1})
    assert (lost, won) == (0, 1)
    assert [chance, other_chance] == pytest.approx([10 / 11, 1 / 11])
    assert list(predictions({}, {"Anna": 0, "Beppo": 0})) == [(0.5, 0.5), (0.5, 0.5)]


def test_chances_are_binned_by_tenths() -> None:
    bins = bin_predictions([(0.0, 0), (0.1, 1), (0.19, 0), (0.7, 1), (0.99, 1), (1.0, 0.5)])
    assert [one.lower for one in bins] == [no / 10 for no in range(10)]
    assert [one.count for one in bins] == [1, 2, 0, 0, 0, 0, 0, 1, 0, 2]
    assert [bins[1].predicted, bins[1].observed] == pytest.approx([0.145, 0.5])
    assert [bins[9].predicted, bins[9].observed] == pytest.approx([0.995, 0.75])
    assert (bins[2].predicted, bins[2].observed) == (None, None)


@pytest.mark.parametrize(("count", "says_something"), [(99, False), (100, True)])
def test_a_bin_needs_a_hundred_predictions(count: int, says_something: bool) -> None:
    assert bin_predictions([(0.55, 1)] * count)[5].says_something is says_something


def test_the_mean_miss_weighs_the_bins_that_have_enough_cases() -> None:
    """300 cases are 2 points too low, 100 are 6 too high; 99 do not count."""
    bins = [
        Bin(lower=0.3, predicted=0.35, observed=0.37, count=300),
        Bin(lower=0.5, predicted=0.55, observed=0.49, count=100),
        Bin(lower=0.9, predicted=0.95, observed=0.2, count=99),
    ]
    assert mean_miss(bins) == 3
    assert mean_miss(bins[2:]) is None
