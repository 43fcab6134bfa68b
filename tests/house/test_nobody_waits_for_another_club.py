"""Work under the write lock is bounded: while one club does all that it may, another one's hands are written.

All means every operation of the API and every form of the pages, from the URL resolver, each with its largest body.

SQLite has one writer at a time, and a hand that waits for more than six seconds is refused. How long the slowest hand
waited for each operation is a figure; that none was refused is the test.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from scorebook.api.urls import urlpatterns
from scorebook.core.budgets import HANDS_PER_EVENING
from tests.support.asking import new_evening, send
from tests.support.large_club import LargeClub
from tests.support.large_club_pages import LargeClubPages, forms_of_resolver
from tests.support.process import Serving, serving

pytestmark = [pytest.mark.thorough, pytest.mark.long, pytest.mark.once]

PAUSE_S = 0.02
# They answer and write nothing.
READING = {"score_hand", "preview_hand"}
HANDS, PEOPLE, IMPORTS = 1_000, 990, 5


def writing_operations() -> set[str]:
    """The names of all operations of the API that take a body, from its addresses."""
    views: list[Any] = [address.callback for address in urlpatterns if hasattr(address.callback, "actions")]
    handlers = [(view.cls, method, action) for view in views for method, action in view.actions.items()]
    writing = {getattr(cls, action) for cls, method, action in handlers if method not in ("get", "head")}
    return {handler.operation.name for handler in writing} - READING


class OtherClub:
    """A scribe of another club, who writes a hand after the other until it is over."""

    def __init__(self, server: Serving, under_way: Callable[[], str]) -> None:
        self._server, self._under_way, self._evening = server, under_way, new_evening(server)
        self._is_over = threading.Event()
        self.statuses: dict[int, int] = defaultdict(int)
        self.waits_ms: dict[str, int] = defaultdict(int)
        self._thread = threading.Thread(target=self._write_hands)
        self._thread.start()

    def end(self) -> None:
        self._is_over.set()
        self._thread.join()

    def _write_hands(self) -> None:
        known = 0
        while not self._is_over.wait(PAUSE_S):
            before, began = self._under_way(), time.monotonic()
            body = {"id": str(uuid4()), "known_hands": known, "hand": self._evening.hand}
            status, _answer = send(self._server, "POST", self._evening.hands_path, body)
            took_ms = int(1000 * (time.monotonic() - began))
            self.statuses[status] += 1
            known += status == 201
            for name in {before, self._under_way()}:
                self.waits_ms[name] = max(self.waits_ms[name], took_ms)


def test_no_hand_of_another_club_is_refused(tmp_path: Path, figure: Callable[[str], None]) -> None:
    with serving(data=tmp_path) as server:
        large = LargeClub(server=server, hands=HANDS, people=PEOPLE, imports=IMPORTS)
        pages = forms_of_resolver(server)
        other = OtherClub(server, lambda: large.steps.current)
        try:
            large.walk()
            LargeClubPages(club=large, hands=HANDS_PER_EVENING).walk()
            large.walk_links()
        finally:
            other.end()
    operations = writing_operations()
    for kind, names in (("operations", operations), ("pages", pages)):
        figure(f"a hand beside another club's {kind}, {HANDS} hands and more: {longest_waits(other, names)}")
    assert set(other.statuses) == {201}
    assert set(large.steps.done) == operations | pages


def longest_waits(other: OtherClub, names: set[str]) -> str:
    waits = sorted(((most, name) for name, most in other.waits_ms.items() if name in names), reverse=True)
    return ", ".join(f"{name} {most} ms" for most, name in waits[:5])
