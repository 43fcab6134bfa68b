"""A club of before the keepers: its link becomes the keeper's, members get one to pass on, calendars go on."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from scorebook.clubs.models import Club
from scorebook.exchange.calendar import calendar_signature
from tests.support.page import markup
from tests.support.played_evening import NINE_O_CLOCK

BEFORE = ("clubs", "0005_deletion_on_request")


@pytest.fixture
def old_links(transactional_db: None) -> dict[Any, str]:
    """Id -> link of two clubs that were founded before the migration."""
    executor = MigrationExecutor(connection)
    executor.migrate([BEFORE])
    club_model = executor.loader.project_state([BEFORE]).apps.get_model("clubs", "Club")
    links = {uuid4(): link for link in ("OldLinkOfTheClub-00001", "OldLinkOfTheClub-00002")}
    for pk, link in links.items():
        club_model.objects.create(pk=pk, name="Linde", link_token=link, created_at=NINE_O_CLOCK)
    now = MigrationExecutor(connection)
    now.migrate(now.loader.graph.leaf_nodes())
    return links


def test_the_link_of_a_club_becomes_the_keepers(old_links: dict[Any, str], client: Client) -> None:
    clubs = Club.objects.in_bulk()
    assert {pk: club.keeper_token for pk, club in clubs.items()} == old_links
    members = {club.member_token for club in clubs.values()}
    assert len(members) == 2 and not members & {*old_links.values()} and all(len(link) == 22 for link in members)
    for pk, link in old_links.items():
        assert client.get(f"/c/{link}/order").status_code == 200
        page = markup(client.get(f"/c/{link}/links"))
        assert clubs[pk].member_token in page and link in page
        assert client.get(f"/c/{clubs[pk].member_token}/").status_code == 200
        assert client.get(f"/c/{clubs[pk].member_token}/order").status_code == 404


def test_the_address_of_its_calendar_stays(old_links: dict[Any, str], client: Client) -> None:
    """The signature was made of the club's id and its link."""
    for pk, link in old_links.items():
        old = Club(pk=pk, calendar_seed=link)
        assert client.get(f"/calendar/{pk}/de/{calendar_signature(old)}.ics").status_code == 200
        assert calendar_signature(old) == calendar_signature(Club.objects.get(pk=pk))
