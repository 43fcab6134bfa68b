from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import ACTION_TIMEOUT_MS, PHONE
from tests.support.offline_network import Cellar, cellar
from tests.support.paged_evening import PagedEvening, start


@pytest.fixture
def evening(db: None, client: Client) -> PagedEvening:
    """Bavarian at 10/20/50 cents; Anna deals first."""
    return start(client)


@pytest.fixture(scope="module")
def phone(chromium: Browser) -> Iterator[BrowserContext]:
    """A phone that has been here before: what it holds of Scorebook's own files stays from test to test."""
    yield from _phone(chromium)


@pytest.fixture(scope="module")
def other_phone(chromium: Browser) -> Iterator[BrowserContext]:
    yield from _phone(chromium)


def _phone(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(**PHONE)
    context.set_default_timeout(ACTION_TIMEOUT_MS)
    yield context
    context.close()


@pytest.fixture(scope="session")
def _cellar(live_server: LiveServer) -> Iterator[Cellar]:
    with cellar(live_server.url) as found:
        yield found


@pytest.fixture
def net(_cellar: Cellar) -> Cellar:
    """The network of a phone that can be cut. Its address stays, so that a phone may keep what it holds of it."""
    _cellar.forget()
    return _cellar
