from __future__ import annotations

import pytest
from django.test import Client

from scorebook.accounts.models import User

NAME, PASSWORD = "rosi", "nimm-die-alte-sau"
HERE = "localhost"


@pytest.fixture
def operator(db: None) -> User:
    return User.objects.create_superuser(NAME, PASSWORD)


@pytest.fixture
def desk(operator: User) -> Client:
    """The operator's browser, on the machine itself, logged in."""
    client = Client(headers={"host": HERE})
    client.force_login(operator)
    return client


@pytest.fixture
def anybody() -> Client:
    """A browser on the machine itself, nobody logged in."""
    return Client(headers={"host": HERE})
