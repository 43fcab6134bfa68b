"""Ratings as they are stored: whole thousandths."""

from __future__ import annotations

from scorebook.standings.models import Rating as RatingRow
from scorebook.standings.ratings import rating_model

THOUSAND = 1_000


def rating_of_row(row: RatingRow | None) -> rating_model.SkillEstimate:
    """Return the rating after the evening of a row; None gives the rating of a newcomer."""
    if row is None:
        return rating_model.START
    mu, sigma = row.mu_thousandths / THOUSAND, row.sigma_thousandths / THOUSAND
    return rating_model.SkillEstimate(mu=mu, sigma=sigma, evenings=row.evenings)
