"""Averages and shares as text; exact until then."""

from fractions import Fraction

from django.utils.formats import get_format
from django.utils.translation import get_language

from scorebook.web.core.money import MINUS, NO_BREAK, points_text

TENTHS, PERCENT = 10, 100


def average_text(value: Fraction, *, signed: bool = True) -> str:
    """Write with one decimal: +3,4."""
    tenths = _round_half_away(value * TENTHS)
    whole, part = divmod(abs(tenths), TENTHS)
    sign = MINUS if tenths < 0 else "+" if tenths > 0 and signed else ""
    return f"{sign}{whole}{get_format('DECIMAL_SEPARATOR')}{part}"


def places_text(place: float) -> str:
    """Write a place, or the mean of several: 2, 2,5."""
    tenths = round(place * TENTHS)
    whole, part = divmod(tenths, TENTHS)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{part}" if part else str(whole)


def share_text(value: Fraction) -> str:
    """Write a share of 1 in whole percent: 67 %."""
    return f"{_round_half_away(value * PERCENT)}{NO_BREAK}%"


def percent_text(part: float) -> str:
    """Write a part of 1 in whole percent, with a no-break space except in English."""
    gap = "" if get_language() == "en" else NO_BREAK
    return f"{round(PERCENT * part)}{gap}%"


def percentage_points(difference: float) -> int:
    return round(PERCENT * difference)


def difference_text(difference: float) -> str:
    """Write a difference of two parts of 1 in percentage points: +4."""
    return points_text(percentage_points(difference))


def _round_half_away(value: Fraction) -> int:
    """Round half away from zero, as people do."""
    half = value + Fraction(1, 2) if value >= 0 else value - Fraction(1, 2)
    return int(half)
