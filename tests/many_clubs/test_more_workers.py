"""Clubs move to a worker that is added, and away from one that is removed, while phones write."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.books import bank
from tests.books.bank import Tally, served
from tests.books.test_bank import check, reading_postgresql, report
from tests.conftest import Figure
from tests.many_clubs.conftest import Manage
from tests.support import citus

pytestmark = [pytest.mark.once, pytest.mark.long, pytest.mark.thorough]

PHONES, OPENERS, EVENINGS, HANDS = 6, 1, 12, 20
SHARDS = 6  # of each table; by default 32, and each takes seconds
MOVED_S = 300


def wait_until_moved(coordinator: citus.Node, database: str) -> None:
    until_s = time.monotonic() + MOVED_S
    while (state := coordinator.execute(database, "SELECT state::text FROM citus_rebalance_status()")) != [
        ("finished",)
    ]:
        assert state[0][0] in ("scheduled", "running") and time.monotonic() < until_s, state
        time.sleep(0.2)


def test_clubs_move_while_phones_write(
    cluster: citus.Cluster, database: str, run: Manage, tmp_path: Path, db: None, figure: Figure
) -> None:
    coordinator, url = cluster.coordinator, cluster.coordinator.url(database)
    coordinator.execute(database, f'ALTER DATABASE "{database}" SET citus.shard_count = {SHARDS}')
    run("distribute")
    data = tmp_path / "site"
    data.mkdir()
    with citus.server() as worker:
        worker.make_database(database)
        address = f"'127.0.0.1', {worker.port}"

        def has_clubs() -> bool:
            return bool(coordinator.execute(database, f"SELECT 1 FROM citus_shards WHERE nodeport = {worker.port}"))

        def add_or_remove(dice: random.Random, tally: Tally) -> int:
            began_s, written, refused = time.monotonic(), len(tally.acknowledged), tally.answers[503]
            if tally.kills == 0:
                coordinator.execute(database, f"SELECT citus_add_node({address})")
                coordinator.execute(database, "SELECT citus_rebalance_start()")
                wait_until_moved(coordinator, database)
                assert has_clubs()
            else:
                coordinator.execute(database, f"SELECT citus_drain_node({address})")
                coordinator.execute(database, f"SELECT citus_remove_node({address})")
                assert not has_clubs()
            took_s, written = time.monotonic() - began_s, len(tally.acknowledged) - written
            figure(f"{took_s:.0f} s of moving, {written} hands written, {tally.answers[503] - refused} answers 503")
            return 1

        with served(data=data, database_url=url) as server:
            tally = bank.run(
                server,
                phones=PHONES,
                openers=OPENERS,
                evenings=EVENINGS,
                strikes=2,
                strike=add_or_remove,
                hands=HANDS,
            )
    with reading_postgresql(url):
        check(tally)
    assert "everything is right" in run("audit")
    run("distribute", "--check")
    report("a worker more", tally, figure, what="moves")
