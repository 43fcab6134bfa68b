"""Django's PostgreSQL, with an end to waiting.

The server's own timeouts are of no use while the server stands still, and TCP's neither: the system it runs on goes on
answering for it. So the client looks at its own clock.
"""

from types import ModuleType
from typing import Any, TypeVar

import psycopg
from django.conf import settings
from django.db.backends.postgresql import base
from psycopg.abc import PQGen

from scorebook.core import database_timeouts

RV = TypeVar("RV")
CHECK_S = 2


class Connection(psycopg.Connection[Any]):
    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        if timeout is None:
            timeout = database_timeouts.database_time_left_s()
        with database_timeouts.database_waiting():
            try:
                return super().wait(gen, interval=interval, timeout=timeout)
            except psycopg.errors._WaitTimeout as error:
                # The answer would come to whoever asks next: nobody may go on with this connection.
                self.close()
                raise psycopg.OperationalError("the database does not answer in time") from error


# The driver as Django sees it: its errors, and how to connect.
_driver = ModuleType("psycopg")
vars(_driver).update(vars(psycopg), connect=Connection.connect)


class DatabaseWrapper(base.DatabaseWrapper):
    Database = _driver

    def get_connection_params(self) -> dict[str, Any]:
        """What a request opens serves requests only: the server then ends by itself what nobody waits for any more."""
        params: dict[str, Any] = super().get_connection_params()
        if database_timeouts.database_time_left_s() is not None:
            limits = " ".join(f"-c {name}={ms}" for name, ms in settings.DATABASE_LIMITS_MS.items())
            params["options"] = f"{params.get('options', '')} {limits}".strip()
        return params

    def is_usable(self) -> bool:
        """Asked before a kept connection is used: one that says nothing is given up soon, and a new one opened."""
        with database_timeouts.database_wait_at_most(CHECK_S):
            return bool(super().is_usable())
