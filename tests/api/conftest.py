import pytest

from tests.api.phone import Evening, Phone, opening


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone()


@pytest.fixture
def evening(phone: Phone) -> Evening:
    """Anna, Beppo, Cilli and Done; Anna deals first."""
    return Evening(phone=phone, opened=phone.post("evenings", opening()).json)
