"""Django's PostgreSQL backend with a limit on waiting.

The server's own timeouts do not run while the server is frozen, and TCP's do not either, since its operating system
still acknowledges. So the client uses its own clock.
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

from scorebook.core.database import timeouts
from scorebook.core.database.postgresql.schema import PostgreSQLSchemaEditor

RV = TypeVar("RV")
CHECK_S = 2
# A page reads few rows, and a parallel worker costs more than it saves.
ALONE = "-c max_parallel_workers_per_gather=0"
# Only prepared statements have a cached plan, and each of them finds its rows by their keys, whatever the values:
# planning it anew each time took a fifth of the server's time for a hand.
# Citus can only plan with values.
PLAN_ONCE = """
    SELECT set_config('plan_cache_mode', 'force_generic_plan', FALSE)
    WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
"""
# A coordinator of Citus says so whatever kept a worker from committing. A violated constraint is a warning before it.
COMMIT_FAILED = "could not commit transaction"
# A server that answered so recently, and has not closed the connection since, is taken for alive.
FRESH_S = 2


class Connection(psycopg.Connection[Any]):
    answered_at_s = float("-inf")

    def __init__(self, pgconn: psycopg.pq.abc.PGconn) -> None:
        super().__init__(pgconn)
        self._violations = list[psycopg.Error]()  # of which the last statement warned
        self.add_notice_handler(self._keep_warning)

    def _keep_warning(self, notice: psycopg.errors.Diagnostic) -> None:
        """Keep a violated constraint. The notice cannot be read later."""
        if notice.sqlstate and notice.sqlstate.startswith("23"):
            self._violations.append(psycopg.errors.lookup(notice.sqlstate)(notice.message_primary or ""))

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        if timeout is None:
            timeout = timeouts.database_time_left_s()
        self._violations.clear()
        with timeouts.database_waiting():
            try:
                answer = super().wait(gen, interval=interval, timeout=timeout)
                self.answered_at_s = time.monotonic()
                return answer
            except psycopg.errors._WaitTimeout as error:
                # The next statement would get this one's answer, so the connection must not be used again.
                self.close()
                raise psycopg.OperationalError("the database does not answer in time") from error
            except psycopg.errors.InternalError_ as error:
                if self._violations and str(error).startswith(COMMIT_FAILED):
                    raise self._violations[0] from error
                raise

    def is_fresh(self) -> bool:
        """Return whether the server answered a moment ago and did not close the connection since. Sends nothing."""
        if self.closed or time.monotonic() - self.answered_at_s > FRESH_S:
            return False
        # A server that ends, or was killed, closes the connection: it is readable without a pending query.
        line = select.poll()
        line.register(self.fileno(), select.POLLIN)
        return not line.poll(0)


class PreparedCursor(base.CursorMixin, psycopg.RawCursor[Any]):
    """A cursor whose statements are parsed and planned once for each connection, and not parsed by the client."""

    def execute(self, query: Any, params: Any = None) -> Any:  # type: ignore[override]
        prepared: Any = super()
        return prepared.execute(_query_with_numbered_parameters(query), params, prepare=True)


@lru_cache
def _query_with_numbered_parameters(query: str) -> str:
    """Return the query with the server's own numbered parameters. It must contain no percent sign otherwise."""
    first, *others = query.split("%s")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, start=1))


# The driver as Django uses it: its errors and its connect function.
_driver = ModuleType("psycopg")
vars(_driver).update(vars(psycopg), connect=Connection.connect)


class DatabaseWrapper(base.DatabaseWrapper):
    Database = _driver
    SchemaEditorClass = PostgreSQLSchemaEditor

    def get_connection_params(self) -> dict[str, Any]:
        """Add the limits of requests, by which the server ends statements that no client waits for any more."""
        params: dict[str, Any] = super().get_connection_params()
        params["prepare_threshold"] = 0  # Django's own cursors bind in the client and prepare nothing
        options = [params.get("options", "")]
        if timeouts.database_time_left_s() is not None:
            options += [ALONE, *(f"-c {name}={ms}" for name, ms in settings.DATABASE_LIMITS_MS.items())]
        params["options"] = " ".join(options).strip()
        return params

    def init_connection_state(self) -> None:
        super().init_connection_state()
        self.connection.execute(PLAN_ONCE)

    def is_usable(self) -> bool:
        """Check a kept connection before it is used; one that does not answer soon is replaced."""
        if self.connection.is_fresh():
            return True
        with timeouts.database_wait_at_most(CHECK_S):
            return bool(super().is_usable())

    def prepared_cursor(self) -> CursorWrapper:
        """Return a cursor as `cursor()` does, for statements that are repeated with other values."""
        wrapper, cursor_class = cast(Any, self), cast(Any, PreparedCursor)
        wrapper.close_if_health_check_failed()
        wrapper.ensure_connection()
        with wrapper.wrap_database_errors:
            return cast(CursorWrapper, wrapper._prepare_cursor(cursor_class(wrapper.connection)))
