"""The database is away while a hand is written: the phone keeps it, says so, and brings it there once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import expect

from tests.support import postgres
from tests.support.browser import OpenPage
from tests.support.process import serving
from tests.support.touch import Thumb, opens_offline, totals
from tests.web.test_offline import LOST, PEOPLE, SYNC_TIMEOUT_MS, record, reopened, wait_for_hand

pytestmark = pytest.mark.browser


@pytest.fixture
def cluster() -> Iterator[postgres.Server]:
    with postgres.crashing_server() as server:
        with psycopg.connect(server.url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
            admin.execute("CREATE DATABASE scorebook")
        yield server


@pytest.mark.thorough
def test_a_hand_waits_on_the_phone_until_the_database_is_back(
    cluster: postgres.Server, open_page: OpenPage, tmp_path: Path
) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path, DATABASE_URL=cluster.url) as server:
        site = f"http://localhost:{server.port}"
        thumb = Thumb(open_page("/", at=site, expected_errors=LOST), javascript=True)
        thumb.start(*PEOPLE)
        opens_offline(thumb.page)
        with cluster.away():
            record(thumb, 1, {"declarer": "Anna", "partner": "Beppo"})
            expect(thumb.page.locator(".kept")).to_contain_text("1 zu senden")
            # The page that is opened anew is the one the phone has kept, with the hand on it.
            thumb = reopened(thumb)
            wait_for_hand(thumb.page, 2)
            expect(thumb.page.locator(".kept")).to_contain_text("1 zu senden")
            before = totals(thumb.page)
        expect(thumb.page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=SYNC_TIMEOUT_MS)
        thumb.page.reload()
        assert totals(thumb.page) == before == {"Anna": "+20", "Beppo": "+20", "Cilli": "−20", "Done": "−20"}
        with psycopg.connect(cluster.url) as database:
            assert database.execute("SELECT no FROM play_handevent").fetchall() == [(1,)]
