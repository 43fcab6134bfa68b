"""An evening beside the prediction of the ratings before it: the stored evenings hold the same, rounded."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations

from scorebook.standings.ratings.rating_model import (
    START,
    Expectation,
    SkillEstimate,
    chance_ahead,
    expected_places,
)


def against_expectation(before: Mapping[str, SkillEstimate], points: Mapping[str, int]) -> dict[str, Expectation]:
    """before, points: as in `rated`."""
    expected = expected_places({person: before.get(person, START) for person in points})
    return {
        person: Expectation(expected=expected[person], place=_middle_place(own, points.values()), people=len(points))
        for person, own in points.items()
    }


def predictions(before: Mapping[str, SkillEstimate], points: Mapping[str, int]) -> Iterator[tuple[float, float]]:
    """Each two people of an evening, from both sides: the chance to end ahead, and 1, 0 or, at a tie, 0.5."""
    for one, other in permutations(points, 2):
        observed = 0.5 + ((points[one] > points[other]) - (points[one] < points[other])) / 2
        yield chance_ahead(before.get(one, START), before.get(other, START)), observed


def _middle_place(own: int, points: Iterable[int]) -> float:
    """Who are level share the middle of their places."""
    return 0.5 + sum((other > own) + (other == own) / 2 for other in points)
