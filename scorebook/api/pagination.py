"""REST framework's pagination for lists that a query of the domain reads from one place on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.views import APIView


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A list to be read in pages.

    read: of the place before it, or None, and a number -> so many rows at most, newest first.
    place: of a row -> the place of the page after it.
    """

    read: Callable[[Any, int], Sequence[Any]]
    place: Callable[[Any], int | str]


class CursorPages(BasePagination):
    """Pages of `limit` rows from `cursor` on. One row more is read, to know whether another page follows."""

    next_cursor: str | None = None

    def paginate_queryset(self, queryset: Listed, request: Request, view: APIView | None = None) -> list[Any]:  # type: ignore[override]
        query = view.page_query  # type: ignore[union-attr]
        rows = queryset.read(query["cursor"], query["limit"] + 1)
        page = list(rows[: query["limit"]])
        self.next_cursor = str(queryset.place(page[-1])) if len(rows) > len(page) else None
        return page
