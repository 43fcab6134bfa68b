import pytest

from tests.support.api_phone import ApiEvening, Phone, opening


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone()


@pytest.fixture
def evening(phone: Phone) -> ApiEvening:
    """Anna, Beppo, Cilli and Done; Anna deals first."""
    return ApiEvening(phone=phone, opened=phone.post("evenings", opening()).json)
