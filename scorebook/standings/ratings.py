"""STUB until the helper's comes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from openskill.models import PlackettLuce

K = TypeVar("K", bound=Hashable)
_M = PlackettLuce()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    mu: float
    sigma: float
    evenings: int = 0


START = Rating(mu=25.0, sigma=25 / 3)


def rated(before: Mapping[K, Rating], points: Mapping[K, int]) -> dict[K, Rating]:
    people = list(before)
    teams = [[_M.rating(mu=before[p].mu, sigma=before[p].sigma)] for p in people]
    out = _M.rate(teams, scores=[points[p] for p in people])
    return {
        p: Rating(mu=t[0].mu, sigma=t[0].sigma, evenings=before[p].evenings + 1)
        for p, t in zip(people, out, strict=True)
    }


def expected_place(before: Mapping[K, Rating]) -> dict[K, float]:
    return {p: 1 + sum(chance_ahead(o, r) for q, o in before.items() if q != p) for p, r in before.items()}


def chance_ahead(one: Rating, other: Rating) -> float:
    return _M.predict_win([[_M.rating(mu=one.mu, sigma=one.sigma)], [_M.rating(mu=other.mu, sigma=other.sigma)]])[0]


def widened(rating: Rating) -> Rating:
    return Rating(mu=rating.mu, sigma=min(START.sigma, (rating.sigma**2 + 1) ** 0.5), evenings=rating.evenings)
