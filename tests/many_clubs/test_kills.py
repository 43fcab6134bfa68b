"""The bank test on several servers: each of them dies again and again while phones write in clubs of both workers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scorebook.clubs.models import Club, LinkRoute
from scorebook.play.models import Evening
from tests.books import bank
from tests.books.bank import Tally, served
from tests.books.test_bank import check, reading_postgresql, report
from tests.conftest import Figure
from tests.many_clubs.conftest import Manage
from tests.support import citus
from tests.support.extent import in_ci

pytestmark = [pytest.mark.once, pytest.mark.long]

PHONES, OPENERS = 8, 2
EVENINGS = 12  # that all of their clubs are on one of two workers happens once in 2,000 runs
HANDS = 20  # acknowledged ones between two deaths
DEATHS = in_ci(10, otherwise=3)


@pytest.mark.parametrize("role", ["worker", "coordinator"])
def test_a_server_dies_again_and_again(
    cluster: citus.Cluster, database: str, role: str, run: Manage, tmp_path: Path, db: None, figure: Figure
) -> None:
    run("distribute")
    servers, url = cluster.workers if role == "worker" else [cluster.coordinator], cluster.coordinator.url(database)

    def strike(dice: random.Random, tally: Tally) -> int:
        with dice.choice(servers).server.away():
            tally.wait_for(503)
        return 1

    data = tmp_path / "site"
    data.mkdir()
    with served(data=data, database_url=url, DJANGO_SETTINGS_MODULE="tests.many_clubs.wide_budgets") as server:
        tally = bank.run(
            server, phones=PHONES, openers=OPENERS, evenings=EVENINGS, strikes=DEATHS, strike=strike, hands=HANDS
        )
    cluster.wait_until_nothing_is_prepared()
    with reading_postgresql(url):
        check(tally)
        clubs = Club.objects.values_list("keeper_token", "member_token")
        evenings = Evening.objects.values_list("scribe_token", "watch_token")
        links = sorted(token for tokens in (*clubs, *evenings) for token in tokens)
        assert sorted(LinkRoute.objects.values_list("token", flat=True)) == links
        workers = {cluster.worker_of(database, club).port for club in Club.objects.values_list("pk", flat=True)}
    assert len(workers) == len(cluster.workers)
    assert "everything is right" in run("audit")
    report(role, tally, figure, what=f"deaths; {len(tally.opened)} evenings opened")
    assert tally.answers[503] >= DEATHS
