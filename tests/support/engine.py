"""What is not the same on both engines."""

from typing import TypeVar

from django.db import connection

T = TypeVar("T")


def by_engine(*, sqlite: T, postgresql: T) -> T:
    return sqlite if connection.vendor == "sqlite" else postgresql
