"""The club of a link is the first that a request looks up, and of an unknown link the only thing."""

from __future__ import annotations

import sqlite3
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorebook.clubs import link_routes
from scorebook.clubs.models import Club, LinkRoute
from scorebook.clubs.services import create_club
from scorebook.core.link_tokens import new_link_token
from scorebook.operations.rebuild import rebuild_club
from scorebook.play import services as play
from scorebook.play.club_links import link_route_differences
from scorebook.play.models import SCRIBE_LINK_LASTS, Evening
from tests.support.booked_evening import NINE_O_CLOCK
from tests.support.played_evening import PlayedEvening

pytestmark = pytest.mark.django_db

ADDRESSES = [
    "/c/{}/", "/t/{}/", "/t/{}/sheet", "/t/{}/changes", "/w/{}/", "/w/{}/sheet", "/w/{}/changes",
    "/api/v1/clubs/{}", "/api/v1/evenings/{}", "/api/v1/evenings/{}/hands",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    link_routes._kept.clear()


def statements_of(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_unknown_link_is_looked_up_once_and_nothing_else_is(client: Client, address: str) -> None:
    [only] = statements_of(client, address.format(new_link_token()))
    assert "clubs_linkroute" in only


def test_of_an_unknown_link_to_record_nothing_else_is_looked_up(client: Client) -> None:
    hand = {"id": str(uuid4()), "known_hands": 0, "hand": {}}
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(f"/api/v1/evenings/{new_link_token()}/hands", hand, content_type="application/json")
    assert answer.status_code == 404
    assert ["clubs_linkroute" in query["sql"] for query in queries] == [True]


@pytest.mark.parametrize("address", ["/c/{0.club.keeper_token}/", "/t/{0.scribe_token}/", "/w/{0.watch_token}/"])
def test_a_known_link_is_looked_up_once_by_each_process(client: Client, evening: PlayedEvening, address: str) -> None:
    link_routes._kept.clear()
    first, second = (statements_of(client, address.format(evening.stored)) for _ in range(2))
    assert ["clubs_linkroute" in sql for sql in first].count(True) == 1
    assert not any("clubs_linkroute" in sql for sql in second)


def test_a_replaced_link_opens_nothing_though_the_process_knows_its_club(
    client: Client, evening: PlayedEvening
) -> None:
    old = evening.stored.scribe_token
    assert client.get(f"/t/{old}/").status_code == 200
    new = play.renew_scribe_link(evening=evening.stored, key=uuid4()).scribe_token
    assert [client.get(f"/t/{link}/").status_code for link in (old, new)] == [404, 200]
    assert [link_routes.club_of_link(link) for link in (old, new)] == [evening.club.pk] * 2
    link_routes._kept.clear()
    assert [link_routes.club_of_link(link) for link in (old, new)] == [None, evening.club.pk]


def test_every_renewal_takes_its_routes_along(evening: PlayedEvening) -> None:
    club = Club.objects.get()
    play.renew_keeper_link(link=club.keeper_token, key=uuid4())
    opened = Club.objects.get()
    opened.link, opened.role = opened.keeper_token, opened.role.__class__.KEEPER
    play.renew_member_link(club=opened, key=uuid4())
    play.renew_watch_link(evening=evening.fresh(), key=uuid4())
    evening.close()
    Evening.objects.update(closed_at=timezone.now() - 2 * SCRIBE_LINK_LASTS)  # then reopening makes a new link
    before = evening.fresh().scribe_token
    assert evening.reopen().scribe_token != before
    now = Club.objects.get()
    assert list(link_route_differences(now)) == []
    assert LinkRoute.objects.count() == 4


def test_a_route_that_is_missing_or_too_many_is_found_and_mended(evening: PlayedEvening) -> None:
    club, watch = evening.club, evening.stored.watch_token
    LinkRoute.objects.filter(token__in=[watch, club.member_token]).delete()
    LinkRoute.objects.create(token=new_link_token(), club=club)
    found = [(one.code, one.place, one.found) for one in link_route_differences(club)]
    assert found == [
        ("route_missing", "evening 1's links", ""),
        ("route_missing", "the club's links", ""),
        ("route_of_no_link", "the club's links", "1"),
    ]
    assert not any(token in str(found) for token in (watch, club.member_token))
    assert rebuild_club(club)["link_routes"] == 3
    assert list(link_route_differences(club)) == [] and rebuild_club(club)["link_routes"] == 0


def test_a_route_to_another_club_is_mended(evening: PlayedEvening) -> None:
    club, other = evening.club, create_club(key=uuid4(), name="Rose", by="keeper link", at=NINE_O_CLOCK)
    LinkRoute.objects.filter(token=club.member_token).update(club=other)
    assert [rebuild_club(one)["link_routes"] for one in (club, other)] == [1, 0]
    assert [*link_route_differences(club), *link_route_differences(other)] == []


def test_a_link_is_found_while_the_kept_ones_are_forgotten(
    evening: PlayedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_routes, "_MAX_KEPT", 0)
    links = [evening.stored.scribe_token, evening.stored.watch_token]
    assert link_routes.club_of_link(links[0]) == evening.club.pk
    assert link_routes.clubs_of_links(links) == dict.fromkeys(links, evening.club.pk)


@pytest.mark.sqlite_only(reason="PostgreSQL takes the values in the text of the statement")
def test_more_links_are_replaced_than_a_statement_takes_values(evening: PlayedEvening) -> None:
    connection.ensure_connection()
    usual = connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 2_500)
    try:
        old, new = ([new_link_token() for _ in range(3_000)] for _ in range(2))
        link_routes.add_links(evening.club.pk, old)
        link_routes.replace_links(evening.club.pk, dict(zip(old, new, strict=True)))
        assert rebuild_club(evening.club)["link_routes"] == 3_000
    finally:
        connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, usual)
    assert list(link_route_differences(evening.club)) == []
