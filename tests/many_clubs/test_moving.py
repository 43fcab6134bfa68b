"""A club moves from a small installation to one on several servers, and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.many_clubs.conftest import Manage
from tests.moving.sites import Installation
from tests.moving.test_moves import NEW, OLD, club_in
from tests.support import citus

pytestmark = pytest.mark.once


@pytest.mark.django_db
def test_a_club_moves_to_several_servers_and_back(
    cluster: citus.Cluster, database: str, run: Manage, tmp_path: Path
) -> None:
    run("distribute")
    many = Installation(folder=tmp_path / "many", url=NEW, database=cluster.coordinator.url(database))
    small = Installation(folder=tmp_path / "small", url=OLD)
    small.run("migrate")
    link = club_in(small, tmp_path)
    before = small.rows(link)
    assert f"{NEW} has the club now" in small.move(link, many)
    assert many.rows(link) == before and many.is_right() and small.is_right()
    assert f"{OLD} has the club now" in many.move(link, small)
    assert small.rows(link) == before and small.is_right() and many.is_right()
