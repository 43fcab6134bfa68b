import pytest

from tests.support.booked_evening import BookedEvening, new_evening


@pytest.fixture
def evening(db: None) -> BookedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Dani")


@pytest.fixture
def closed(evening: BookedEvening) -> BookedEvening:
    evening.post(evening.result("hand 1", Anna=130, Beppo=-80, Cilli=20, Dani=-70))
    evening.plan()
    return evening
