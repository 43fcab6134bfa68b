"""Databases of their own in the engine that this run is for, for processes that an operator starts."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from django.db import connection


@contextmanager
def empty_databases(folder: Path) -> Iterator[Callable[[], str]]:
    """Makes an empty one at each call and gives its URL: a SQLite file in the folder, or one of the tests' server."""
    made: list[str] = []

    def new_one() -> str:
        name = f"own_{uuid4().hex}"
        if connection.vendor == "sqlite":
            return f"sqlite:///{folder}/{name}.sqlite3"
        _tell_server(f"CREATE DATABASE {name}")
        made.append(name)
        return _url_of(name)

    try:
        yield new_one
    finally:
        for name in made:
            _tell_server(f"DROP DATABASE {name} WITH (FORCE)")


def _tell_server(statement: str) -> None:
    with psycopg.connect(_url_of("postgres"), autocommit=True) as admin:
        admin.execute(statement)


def _url_of(name: str) -> str:
    return urlsplit(os.environ["SCOREBOOK_TEST_DATABASE_URL"])._replace(path=f"/{name}").geturl()
