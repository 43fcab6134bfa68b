"""One worker is killed or stands still: its clubs get 503 at once, the others go on, and all do when it is back."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from tests.house.test_outage import Answer, Site
from tests.many_clubs.conftest import Manage
from tests.support import citus
from tests.support.process import serving

pytestmark = [pytest.mark.once, pytest.mark.long]

# A request waits at most 8 s for the database, and the coordinator 2 s for a new connection to a worker.
FIRST_S, LATER_S = 12, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Clubs:
    """Two clubs on different workers. lost: on the worker that goes away."""

    lost: Site
    kept: Site
    worker: citus.Node


@pytest.fixture
def clubs(cluster: citus.Cluster, database: str, run: Manage, tmp_path: Path) -> Iterator[Clubs]:
    run("distribute")
    url = cluster.coordinator.url(database)
    with serving("--host", "127.0.0.1", data=tmp_path / "site", DATABASE_URL=url) as server:
        sites: dict[int, Site] = {}
        while len(sites) < len(cluster.workers):
            site = Site(server=server)
            site.open_evening()
            [(club,)] = cluster.coordinator.execute(
                database, f"SELECT club_id FROM clubs_linkroute WHERE token = '{site.scribe}'"
            )
            sites[cluster.worker_of(database, club).port] = site
        lost, kept = (sites[worker.port] for worker in cluster.workers)
        yield Clubs(lost=lost, kept=kept, worker=cluster.workers[0])


def away(worker: citus.Node, how: str) -> AbstractContextManager[None]:
    return worker.server.hung() if how == "hung" else worker.server.away()


@pytest.mark.parametrize("how", ["killed", "hung"])
def test_only_its_own_clubs_wait_for_a_worker(clubs: Clubs, cluster: citus.Cluster, how: str) -> None:
    waiting = uuid4()
    with away(clubs.worker, how):
        assert _record_hand(clubs.lost, waiting).status == 503
        for limit_s in (FIRST_S, LATER_S, LATER_S):
            for path in (clubs.lost.evening, f"/w/{clubs.lost.watch}/"):
                began_s = time.monotonic()
                answer = clubs.lost.ask(path)
                assert (answer.status, answer.headers["retry-after"]) == (503, "5")
                assert time.monotonic() - began_s < limit_s
            assert _record_hand(clubs.kept, uuid4()).status == 201
            for path in ("/", clubs.kept.evening, f"/w/{clubs.kept.watch}/"):
                assert clubs.kept.ask(path).status == 200
    _wait_until_recovered(clubs)
    cluster.wait_until_nothing_is_prepared()
    assert _record_hand(clubs.lost, waiting).status in (200, 201)  # as the phone sends it again
    assert _hand_count(clubs.lost) == 1 and _hand_count(clubs.kept) == 3


def _hand_count(site: Site) -> int:
    return int(json.loads(site.ask(site.evening).text)["hand_count"])


def _record_hand(site: Site, key: UUID) -> Answer:
    """A hand that is thrown in, after as many as the site has."""
    known = 0 if site.ask(site.evening).status != 200 else _hand_count(site)
    body = {"id": str(key), "known_hands": known, "hand": {"kind": "bavarian.thrown_in"}}
    return site.ask(f"{site.evening}/hands", body=body)


def _wait_until_recovered(clubs: Clubs) -> None:
    """The site is not restarted."""
    until_s = time.monotonic() + citus.RECOVERED_S
    while clubs.lost.ask(clubs.lost.evening).status != 200:
        assert time.monotonic() < until_s
