"""A rating is stored in thousandths, and the audit takes none that is a thousandth off."""

from __future__ import annotations

import pytest

from scorebook.standings.models import Rating
from scorebook.standings.standings_updates import may_be_stored_as, standings_mismatches
from tests.support.played_evening import new_evening, rufer, solo


@pytest.mark.django_db
@pytest.mark.parametrize("column", ["mu_thousandths", "sigma_thousandths"])
@pytest.mark.parametrize("off_by", [-1, 1])
def test_a_rating_off_by_a_thousandth_is_wrong(column: str, off_by: int) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli"))
    evening.close()
    row = Rating.objects.get(player=evening.players["Cilli"])
    assert list(standings_mismatches(evening.club.pk)) == []
    Rating.objects.filter(pk=row.pk).update(**{column: getattr(row, column) + off_by})
    [found] = standings_mismatches(evening.club.pk)
    assert found.evening_id == evening.stored.pk and found.must and found.does
    assert found.does[column] - found.must[column] == off_by


@pytest.mark.parametrize(
    ("exact", "stored", "is_right"),
    [
        (1500.0005, 1_500_000, True),  # between two thousandths: another machine may take either
        (1500.0005, 1_500_001, True),
        (1500.0005, 1_500_002, False),
        (1500.0005 + 1e-11, 1_500_000, True),  # more than the last bits of any machine
        (1500.00051, 1_500_000, False),
        (1500.00049, 1_500_001, False),
        (1500.0004, 1_500_000, True),
        (1500.0004, 1_500_001, False),
    ],
)
def test_only_the_middle_of_two_thousandths_has_two_roundings(exact: float, stored: int, is_right: bool) -> None:
    assert may_be_stored_as(exact, stored) is is_right
