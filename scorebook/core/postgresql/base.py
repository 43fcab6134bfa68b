"""Django's PostgreSQL, with an end to waiting.

The server's own timeouts are of no use while the server stands still, and TCP's neither: the system it runs on goes on
answering for it. So the client looks at its own clock.
"""

import select
import time
from functools import lru_cache
from types import ModuleType
from typing import Any, TypeVar, cast

import psycopg
from django.conf import settings
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg.abc import PQGen

from scorebook.core import database_timeouts

RV = TypeVar("RV")
CHECK_S = 2
# A page reads little, and a second process that helps to read it costs more than it saves.
ALONE = "-c max_parallel_workers_per_gather=0"
# Only what is prepared has a plan that is kept, and each of those finds its rows by their keys, whatever these are: to
# plan it anew each time took a fifth of what a hand costs the server.
PLANNED_ONCE = "-c plan_cache_mode=force_generic_plan"
# Whoever has answered so lately, and has not hung up since, is there.
FRESH_S = 2


class Connection(psycopg.Connection[Any]):
    answered_at_s = float("-inf")

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        if timeout is None:
            timeout = database_timeouts.database_time_left_s()
        with database_timeouts.database_waiting():
            try:
                answer = super().wait(gen, interval=interval, timeout=timeout)
                self.answered_at_s = time.monotonic()
                return answer
            except psycopg.errors._WaitTimeout as error:
                # The answer would come to whoever asks next: nobody may go on with this connection.
                self.close()
                raise psycopg.OperationalError("the database does not answer in time") from error

    def is_fresh(self) -> bool:
        """Whether the server has answered a moment ago and not hung up since; asks nobody."""
        if self.closed or time.monotonic() - self.answered_at_s > FRESH_S:
            return False
        # A server that ends, or was killed, closes the line: there is something to read where nothing was asked.
        line = select.poll()
        line.register(self.fileno(), select.POLLIN)
        return not line.poll(0)


class PreparedCursor(base.CursorMixin, psycopg.RawCursor[Any]):
    """Its statements are parsed and planned once for each connection, and on this side not even looked through."""

    def execute(self, query: Any, params: Any = None) -> Any:  # type: ignore[override]
        prepared: Any = super()
        return prepared.execute(_numbered(query), params, prepare=True)


@lru_cache
def _numbered(query: str) -> str:
    """With the server's own names of parameters. The text itself has no percent sign."""
    first, *others = query.split("%s")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, start=1))


# The driver as Django sees it: its errors, and how to connect.
_driver = ModuleType("psycopg")
vars(_driver).update(vars(psycopg), connect=Connection.connect)


class DatabaseWrapper(base.DatabaseWrapper):
    Database = _driver

    def get_connection_params(self) -> dict[str, Any]:
        """What a request opens serves requests only: the server then ends by itself what nobody waits for any more."""
        params: dict[str, Any] = super().get_connection_params()
        params["prepare_threshold"] = 0  # Django's own cursors bind on this side and prepare nothing
        options = [params.get("options", ""), PLANNED_ONCE]
        if database_timeouts.database_time_left_s() is not None:
            options += [ALONE, *(f"-c {name}={ms}" for name, ms in settings.DATABASE_LIMITS_MS.items())]
        params["options"] = " ".join(options).strip()
        return params

    def is_usable(self) -> bool:
        """Asked before a kept connection is used: one that says nothing is given up soon, and a new one opened."""
        if self.connection.is_fresh():
            return True
        with database_timeouts.database_wait_at_most(CHECK_S):
            return bool(super().is_usable())

    def prepared_cursor(self) -> CursorWrapper:
        """A cursor as `cursor()` gives, for statements that come again and again with other values."""
        wrapper, cursor_class = cast(Any, self), cast(Any, PreparedCursor)
        wrapper.close_if_health_check_failed()
        wrapper.ensure_connection()
        with wrapper.wrap_database_errors:
            return cast(CursorWrapper, wrapper._prepare_cursor(cursor_class(wrapper.connection)))
