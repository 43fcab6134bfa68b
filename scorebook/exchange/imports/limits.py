"""Limits on what one request may import or undo, and how often, in pages and API; the commands have none.

An import of any size is written in parts, each a transaction of its own.
Decision: docs/decisions/310-a-long-import-is-written-in-parts.md.
"""

import time

from django.http import HttpRequest
from rest_framework.request import Request

from scorebook.core import throttles
from scorebook.exchange.imports.import_records import import_refused

# Evenings and payments of one request.
MAX_AT_ONCE = 100
# Maximum of a part, in hands, because other clubs wait for its rows. An evening weighs its hands and the rows around
# them.
PART_WEIGHT = 200
EVENING_WEIGHT = 5
# The same for one transaction of an undoing, which reopens and empties each evening by several service calls.
UNDONE_WEIGHT = 160
UNDONE_EVENING_WEIGHT, UNDONE_PAYMENT_WEIGHT = 50, 20


# Others who wait for SQLite's file retry after 5 ms at the latest (`core.rows.sqlite_turns`).
PAUSE_S = 0.02


def pause_between_import_parts() -> None:
    """Pause between two transactions of one call; otherwise the second would begin before any other writer."""
    time.sleep(PAUSE_S)


def spend_import_budget(request: HttpRequest | Request, *, goes_on: bool = False) -> None:
    """Spend the budget once per import, however many requests write its parts, once per undoing, and once per preview.

    goes_on: whether a part of it is written, or undone, already. Raises: Throttled.
    """
    if not goes_on:
        throttles.spend_budget(throttles.OpeningInClub, request)


def check_import_size(count: int, *, most: int | None) -> None:
    """Check the number of evenings and payments; `most` None is no limit. Raises: ImportRefused too_many_at_once."""
    if most is not None and count > most:
        raise import_refused("too_many_at_once", most=most)
