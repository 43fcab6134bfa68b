from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from tests.web.cellar import Cellar, cellar
from tests.web.evening import Evening, start


@pytest.fixture
def evening(db: None, client: Client) -> Evening:
    """Bavarian at 10/20/50 cents; Anna deals first."""
    return start(client)


@pytest.fixture(scope="session")
def _cellar(live_server: LiveServer) -> Iterator[Cellar]:
    with cellar(live_server.url) as found:
        yield found


@pytest.fixture
def net(_cellar: Cellar) -> Cellar:
    """The network of a phone that can be cut. Its address stays, so that a phone may keep what it holds of it."""
    _cellar.forget()
    return _cellar
