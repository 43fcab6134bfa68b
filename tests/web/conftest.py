import pytest
from django.test import Client

from tests.web.evening import Evening, start


@pytest.fixture
def evening(db: None, client: Client) -> Evening:
    """Bavarian at 10/20/50 cents; Anna deals first."""
    return start(client)
