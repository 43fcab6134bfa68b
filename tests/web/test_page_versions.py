"""The version of a table page: while another phone writes, it is never newer than what the page shows."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from scorebook.web.evening import sheet_versions
from tests.support.paged_evening import PagedEvening, start

pytestmark = pytest.mark.django_db(transaction=True)
if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


class WritesBefore:
    """Somebody else changes the evening just before the statement with this number."""

    def __init__(self, number: int, write: Callable[[], object]) -> None:
        self.left, self.write = number, write
        self.has_written = False

    def __call__(self, execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        self.left -= 1
        if self.left == 0:
            self.has_written = True
            self.write()
        return execute(sql, params, many, context)


def a_hand(evening: PagedEvening) -> None:
    assert evening.record().status_code == 302


def a_name(evening: PagedEvening) -> None:
    address = f"/c/{evening.club_token}/order/people/{evening.ids['Beppo']}/"
    assert evening.client.post(address, {"name": f"Beppo {uuid4().hex[:6]}"}).status_code == 302


@pytest.mark.parametrize("page", ["table", "written_sheet"])
@pytest.mark.parametrize("write", [a_hand, a_name])
def test_a_page_with_the_newest_version_shows_the_newest_content(
    client: Client, page: str, write: Callable[[PagedEvening], None]
) -> None:
    evening = start(client)
    number, has_written = 0, True
    while has_written:
        number += 1
        other = WritesBefore(number, lambda: write(evening))
        with connection.execute_wrapper(other):
            shown = content(evening.get(page))
        has_written = other.has_written
        newest = sheet_versions.sheet_version_of_evening(evening.now())
        if f'"{newest}.' in shown:
            assert shown == content(evening.get(page)), number
    assert number > 5  # statements


def content(answer: Answer) -> str:
    """Return the HTML without what is new in each answer."""
    return re.sub(r'name="(key|csrfmiddlewaretoken)" value="[^"]*"', "", html.unescape(answer.content.decode()))
