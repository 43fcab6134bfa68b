from __future__ import annotations

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from scorebook.accounts.models import User

NAME, PASSWORD = "rosi", "nimm-die-alte-sau"
HERE = "localhost"


@pytest.fixture(autouse=True)
def _passwords_cost_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hashes of the site, in one round of several hundred thousand."""
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1)


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
