"""How much one call may bring in or take back, and how often, at page and API alike; the commands set no limit.

However much it is, it is written in parts, each a transaction of its own.
Decision: docs/decisions/0204-a-long-import-is-written-in-parts.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from django.http import HttpRequest
from rest_framework.request import Request

from scorebook.core import throttles
from scorebook.exchange.imports.told import ImportProblem, ImportRefused

T = TypeVar("T")

# Evenings and payments.
MOST_AT_ONCE = 100
# Of a part, in hands: other clubs wait for its rows. An evening weighs its hands and what is written around them.
PART_WEIGHT = 200
EVENING_WEIGHT = 5
# The same of what one transaction takes back, where an evening is reopened and emptied by one verb after the other.
UNDONE_WEIGHT = 160
UNDONE_EVENING_WEIGHT, UNDONE_PAYMENT_WEIGHT = 50, 20


# Others who wait for SQLite's file ask again after 5 ms at the latest (`core.rows.sqlite_turns`).
PAUSE_S = 0.02


def let_others_write() -> None:
    """Between two transactions of one call, of which the second would begin before anybody else could."""
    time.sleep(PAUSE_S)


def spend_budget(request: HttpRequest | Request, *, goes_on: bool = False) -> None:
    """An import spends the budget once, however many requests write its parts; so does its undoing, and each look.

    goes_on: whether something of it is written, or taken back, already. Raises: Throttled.
    """
    if not goes_on:
        throttles.spend_budget(throttles.OpeningInClub, request)


def check_size(count: int, *, most: int | None) -> None:
    """count: evenings and payments. most: None is no limit. Raises: ImportRefused too_many_at_once."""
    if most is not None and count > most:
        raise ImportRefused([ImportProblem(code="too_many_at_once", args={"most": most})])


def in_parts(found: Iterable[T], weight: Callable[[T], int]) -> Iterator[list[T]]:
    """Parts of at most PART_WEIGHT, in their order; what weighs more alone is a part of its own."""
    part: list[T] = []
    sum_ = 0
    for one in found:
        own = weight(one)
        if part and sum_ + own > PART_WEIGHT:
            yield part
            part, sum_ = [], 0
        part.append(one)
        sum_ += own
    if part:
        yield part
