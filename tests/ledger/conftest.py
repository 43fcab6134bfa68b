import pytest

from tests.ledger.evening import Evening, new_evening


@pytest.fixture
def evening(db: None) -> Evening:
    return new_evening("Anna", "Beppo", "Cilli", "Dani")
