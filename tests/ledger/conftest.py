import pytest

from tests.support.booked_evening import BookedEvening, new_evening


@pytest.fixture
def evening(db: None) -> BookedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Dani")
