"""Figures of a season as a page and a spreadsheet show them."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from django.utils import translation

from scorebook.standings.season_agreement import Agreement, Measure
from scorebook.web.core.csv_files import csv_cell
from scorebook.web.seasons import texts

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("Anna", "Anna"), ("=SUM(A1)", "'=SUM(A1)"), ("+49 89", "'+49 89"), ("-Anna", "'-Anna"), ("@Anna", "'@Anna"),
        ("\u221230", "-30"), ("+1,25", "+1,25"), ("-1.20", "-1.20"), (3, "3"),
        (None, ""), ("+1.234", "+1.234"), ("-2+3", "'-2+3"), ("-1 cmd", "'-1 cmd"),
    ],
)  # fmt: skip
def test_no_formula_comes_out_of_a_cell(value: object, cell: str) -> None:
    assert csv_cell(value) == cell


@pytest.mark.parametrize(
    ("numerator", "denominator", "text"),
    [(1, 3, "+0.33"), (2, 3, "+0.67"), (1, 200, "+0.01"), (1, 201, "0.00"), (-1, 200, "−0.01"), (7, 2, "+3.50")],
)
def test_a_quotient_is_rounded_as_people_round(numerator: int, denominator: int, text: str) -> None:
    agreed = Agreement(first_on=date(2026, 1, 1), game="bavarian", measure=Measure.PER_HAND)
    with translation.override("en"):
        assert texts.value_text(Fraction(numerator, denominator), agreed) == text
