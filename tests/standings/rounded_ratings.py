"""Ratings after an evening in thousandths, as rows hold them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from scorebook.standings.ratings import rating_model
from scorebook.standings.ratings.rating_model import SkillEstimate

K = TypeVar("K")


def rate_evening(before: Mapping[K, SkillEstimate], points: Mapping[K, int]) -> dict[K, SkillEstimate]:
    found = rating_model.rate_evening(before, points)
    return {person: replace(one, mu=round(one.mu, 3), sigma=round(one.sigma, 3)) for person, one in found.items()}
