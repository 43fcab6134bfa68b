"""REST framework's pagination for lists that a query of the domain reads from one row on.

The rows after a row stay the same when others are written before it, so that no row is lost or returned twice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rest_framework.pagination import BasePagination
from rest_framework.request import Request

from rules import Problem
from scorebook.api.parsing import Refused

if TYPE_CHECKING:
    from scorebook.api.endpoint import Endpoint

LIMIT, MAX_LIMIT = 20, 100

# What a cursor stands for. Each list has its own: a number, an id, or both.
Place = Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """next: the place of the page after it; None on the last one."""

    rows: Sequence[Any]
    next: Place | None


# Reads the page of so many rows after a place; None is the beginning of the list.
ReadPage = Callable[[Place | None, int], Page]


class CursorPages(BasePagination):
    """Pages of `limit` rows after `cursor`. Without a query that has them it is the first page."""

    next: Place | None = None

    def paginate_queryset(  # type: ignore[override] # lists are not read through one queryset
        self, queryset: ReadPage, request: Request, view: "Endpoint"
    ) -> Sequence[Any]:
        page = queryset(view.query_data.get("cursor"), view.query_data.get("limit", LIMIT))
        self.next = page.next
        return page.rows

    def get_paginated_response(self, data: Sequence[Any]) -> dict[str, object]:  # type: ignore[override]
        """Return the value of a `PageResponse`, which the operation makes a response."""
        return {"results": data, "next": None if self.next is None else str(self.next)}


def first_page(rows: Sequence[Any], limit: int, place: Callable[[Any], Place]) -> Page:
    """Return the first `limit` rows. rows: at least one more of them, if there are more. place: of a row."""
    page = rows[:limit]
    return Page(rows=page, next=place(page[-1]) if len(rows) > limit else None)


def page_of_list(rows: Sequence[Any], cursor: Place | None, limit: int, place: Callable[[Any], Place]) -> Page:
    """Return a page of a list that was read as a whole. Raises: Refused for a cursor that is none of its places."""
    places = [place(row) for row in rows]
    if cursor is not None and cursor not in places:
        raise cursor_unknown()
    begin = 0 if cursor is None else places.index(cursor) + 1
    return first_page(rows[begin:], limit, place)


def cursor_unknown() -> Refused:
    return Refused([Problem(code="place_unknown", field="cursor")])
