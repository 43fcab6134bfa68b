"""Figures of a season as a page shows them."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from django.utils import translation

from scorebook.standings.seasons.season_agreement import Agreement, SeasonMeasure
from scorebook.web.club.seasons import season_texts

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("numerator", "denominator", "text"),
    [(1, 3, "+0.33"), (2, 3, "+0.67"), (1, 200, "+0.01"), (1, 201, "0.00"), (-1, 200, "−0.01"), (7, 2, "+3.50")],
)
def test_a_quotient_is_rounded_as_people_round(numerator: int, denominator: int, text: str) -> None:
    agreed = Agreement(first_on=date(2026, 1, 1), game="bavarian", measure=SeasonMeasure.PER_HAND)
    with translation.override("en"):
        assert season_texts.season_value_text(Fraction(numerator, denominator), agreed) == text
