"""A distributed database serves every page, operation and command, and its coordinator refuses none of the statements.

Each test plays of linked clubs on a database of its own, whose clubs are on two workers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from scorebook.clubs.club_groups import CupRule, club_group
from scorebook.clubs.models import Club
from scorebook.operations.audit.full_audit import audit_club
from scorebook.operations.rebuild import Rebuilt, rebuild_club
from scorebook.standings.services import linking
from scorebook.standings.services.cup_agreement import agree_cup
from tests.exchange.club_with_everything import club_with_everything
from tests.fuzz.addresses import Address, addresses
from tests.house.roles import OPERATORS, WITH_LINKS, Party, Role, Walk, party, sessions_of_operators
from tests.house.test_every_answer import QUERIES as KINDS
from tests.many_clubs.conftest import Manage, connected_to
from tests.operator_pages.test_tables import QUERIES as STRANGE_QUERIES
from tests.standings.figures import differences
from tests.standings.plain_recount import plain_club
from tests.standings.random_clubs import random_club
from tests.standings.test_recount import FIGURES
from tests.support import citus
from tests.support.hall_evenings import four_evenings
from tests.support.large_club import LargeClub
from tests.support.large_club_pages import LargeClubPages
from tests.support.process import serving

pytestmark = [pytest.mark.once, pytest.mark.long]

ERROR = re.compile(r"(\w{5})_ERROR: ")
# The services expect these: a key that is taken, and rows that another write has changed.
EXPECTED = ("23505", "P0002")
# Random clubs that end as two linked clubs.
LINKED_CLUBS = (8, 59)
MIN_REQUESTS = 2000
NOW: dict[str, Any] = {"by": "club link", "at": timezone.now()}


@pytest.fixture
def url(cluster: citus.Cluster, database: str, run: Manage) -> Iterator[str]:
    """Of a distributed database. The test fails if the coordinator refused a statement."""
    run("distribute")
    before = len(_log_lines(cluster))
    yield cluster.coordinator.url(database)
    lines = _log_lines(cluster)[before:]
    found = ((ERROR.match(line), "\n".join(lines[place : place + 4])) for place, line in enumerate(lines))
    assert [text for error, text in found if error and error[1] not in EXPECTED] == []


def _log_lines(cluster: citus.Cluster) -> list[str]:
    return cluster.coordinator.log.read_text(errors="replace").splitlines()


@pytest.fixture
def site(url: str, django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    with django_db_blocker.unblock(), connected_to(url) as opened:
        yield opened


def test_every_operation_and_form_is_accepted(url: str, tmp_path: Path) -> None:
    # A busy machine takes longer for three servers.
    with serving(data=tmp_path / "site", DATABASE_URL=url, SCOREBOOK_DATABASE_TIMEOUT="60") as server:
        club = LargeClub(server=server, hands=20, people=50, imports=2)
        club.walk()
        LargeClubPages(club=club, hands=20).walk()
        club.walk_links()


@pytest.mark.usefixtures("site")
def test_every_address_answers_in_every_role() -> None:
    walk = Walk(ours=linked_party(), other=party("Emil", "Fanny", "Gustl", "Hans"), sessions=sessions_of_operators())
    faults, count = list[str](), 0
    for address in addresses():
        for name, role in roles_of(address).items():
            for method, query in requests_to(address, name):
                cache.clear()  # wrong links have a budget
                status = walk.response(address, role, method, query=query).status_code
                faults += [f"{method} {address.route}{query} as {name}: {status}"] if status >= 500 else []
                count += 1
    assert faults == [] and count > MIN_REQUESTS


def linked_party() -> Party:
    """A club that is linked with another one, whose evenings boards, the hall and the cup show."""
    evenings, ours = four_evenings(), party("Anna", "Beppo", "Cilli", "Done")
    club = Club.objects.get(pk=str(ours.places["club"]))
    linking.link_club(club=club, other=evenings[0].club, key=uuid4(), **NOW)
    agree_cup(club=club, rule=CupRule.BEATEN, first_on=date(2026, 1, 1), key=uuid4(), **NOW)
    assert len(club_group(club.pk).clubs) == 2
    return ours


def roles_of(address: Address) -> dict[str, Role]:
    """Return the roles that reach the database by the links of one club, or as an operator."""
    names = (
        ("operator",) if address.route.startswith("/admin/") else ("keeper", "member", "scribe", "watch", "calendar")
    )
    return {name: (OPERATORS | WITH_LINKS)[name] for name in names}


def requests_to(address: Address, role: str) -> Iterator[tuple[str, str]]:
    """Yield method and query."""
    yield from (("GET", ""), ("POST", ""))
    if role in ("keeper", "scribe"):
        yield from (("GET", kind) for kind in KINDS if kind)
    if address.name.endswith("_changelist"):
        yield from (("GET", f"?{query}") for query in (*STRANGE_QUERIES, "unused=never", "unused=180"))


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("seed", LINKED_CLUBS)
def test_every_figure_of_linked_clubs_is_a_plain_recount(seed: int) -> None:
    past = random_club(seed)
    assert len(club_group(past.clubs[0].pk).clubs) == 2
    plains = [plain for club in past.clubs if (plain := plain_club(club.pk, past.seasons.closings))]
    assert len(plains) == 1  # of both
    assert list(differences(plains[0], FIGURES)) == []
    for club in past.clubs:
        assert audit_club(club) is None
        assert rebuild_club(club) == Rebuilt()


def test_every_command_works_for_linked_clubs(site: BaseDatabaseWrapper, run: Manage, tmp_path: Path) -> None:
    club = club_with_everything()
    site.close()
    file, table, backup = tmp_path / "club.json", tmp_path / "evening.csv", tmp_path / "backup.jsonl.gz"
    table.write_text("date;Ignaz;Gustl;Hans;Vroni\n2024-05-02;1,20;-0,40;-0,40;-0,40\n", encoding="utf-8")
    named = ("--club", str(club.pk))
    run("demo", "--years", "1", "--hands", "50")
    run("import_evenings", str(club.pk), str(table), "--preset", "pub_10_20_50", "--write")
    run("undo_import", str(club.pk))
    run("anchor", "--to", str(tmp_path / "anchors"))
    run("backup", str(backup))
    run("drill", str(backup))
    for chosen in ((), named):
        run("rebuild", *chosen)
        assert "everything is right" in run("audit", *chosen)
    assert "everything is right" in run("restore", str(backup), *named, "--replace")
    run("export_club", str(club.pk), str(file))
    assert file.stat().st_size
