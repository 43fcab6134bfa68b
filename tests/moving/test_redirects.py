"""A club that another site has: every address of it leads there, and nothing here opens its rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorebook.clubs import link_routes
from scorebook.clubs.models import Club, EndedClub
from scorebook.clubs.roles import Role
from scorebook.core.link_tokens import new_link_token
from scorebook.operations.audit.full_audit import rows_without_owner
from scorebook.operations.club_rows import delete_club_rows
from scorebook.play.models import Evening, HandEvent
from tests.conftest import Figure
from tests.fuzz.addresses import addresses
from tests.house.roles import LINKS, WITH_LINKS, Party, Walk, device_of, party
from tests.house.test_addresses_and_roles import METHODS, expected_rows
from tests.support.api_phone import key

pytestmark = pytest.mark.django_db
SITE = "https://neu.example"
NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
OPENS_NOTHING = ("404", "405")
NAVIGATION = {"accept": "text/html,*/*", "sec-fetch-mode": "navigate"}
LEAST_CHECKS = 300
Leave = Callable[[UUID], None]


def move_away(club_id: UUID, *, site: str = SITE, at: datetime = NOW) -> None:
    EndedClub.objects.create(club_id=club_id, ended_at=at, heads=[], moved_to=site)
    delete_club_rows(club_id, keeps_routes=True)


def arrive(club_id: UUID) -> None:
    """As the copy of a club that was here before, whose links are still known."""
    Club.objects.filter(pk=club_id).update(arriving_from=SITE)


BOTH_WAYS = pytest.mark.parametrize("leave", [move_away, arrive], ids=["moved", "arriving"])


@dataclass
class Known(Party):
    """A club whose links were read while it was here."""

    tokens: dict[tuple[str, bool], str] = field(default_factory=dict)

    def token(self, kind: str, *, of_evening: bool = False) -> str:
        return self.tokens[kind, of_evening]

    @property
    def club_id(self) -> UUID:
        return UUID(str(self.places["club"]))


@pytest.fixture
def known() -> Known:
    found = party("Anna", "Beppo", "Cilli", "Done")
    tokens = {(kind, is_own): found.token(kind, of_evening=is_own) for kind in LINKS for is_own in (False, True)}
    return Known(evening=found.evening, places=found.places, tab=found.tab, tokens=tokens)


@BOTH_WAYS
@pytest.mark.parametrize("is_kept", [True, False], ids=["links read before", "new process"])
def test_every_address_that_opened_it_leads_to_the_other_site(
    known: Known, leave: Leave, is_kept: bool, figure: Figure, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(known.club_id)
    walk, rows, wrong, count = Walk(ours=known, other=known, sessions={}), expected_rows(), list[str](), 0
    for address in addresses():
        if address.route.startswith("/admin/") or not {"token", "club_id"} & {name for _, name in address.places}:
            continue
        for role in ("calendar", *LINKS):
            for method, before in zip(METHODS, rows[address.route].get(role, ()), strict=False):
                if before in OPENS_NOTHING:
                    continue
                if not is_kept:
                    monkeypatch.setattr(link_routes, "_kept", {})
                answer = walk.response(address, WITH_LINKS[role], method)
                count += 1
                if answer.status_code != 308 or not leads_to_other_site(answer):
                    wrong.append(f"{method} {address.route} as {role}: {answer.status_code}")
    figure(f"addresses of another site: {count:,} checks")
    assert wrong == [] and count >= LEAST_CHECKS


def leads_to_other_site(answer: HttpResponse) -> bool:
    """Whether it leads to the address asked for, and no browser keeps that."""
    asked = answer.wsgi_request.get_full_path()  # type: ignore[attr-defined]
    return answer.headers["Location"] == SITE + asked and "no-store" in answer.headers["Cache-Control"]


@BOTH_WAYS
def test_nothing_is_written_in_it(known: Known, leave: Leave) -> None:
    Evening.objects.update(closed_at=None)
    leave(known.club_id)
    before = HandEvent.objects.count()
    hand = {**key(), "known_hands": 1, "hand": {"kind": "bavarian.thrown_in"}}
    for token in (known.tokens["scribe", False], known.tokens["keeper", True]):
        answer = post(f"/api/v1/evenings/{token}/hands", hand)
        assert answer.status_code == 308 and leads_to_other_site(answer)
    start = {**key(), "game": "bavarian", "unit": "EUR", "stake_minor": 1, "people": ["Anna", "Beppo", "Cilli", "Done"]}
    answer = post("/api/v1/evenings", {**start, "club_token": known.tokens["member", False]})
    assert answer.status_code == 308 and leads_to_other_site(answer)
    assert HandEvent.objects.count() == before


def post(path: str, body: object) -> Any:
    return Client().post(path, json.dumps(body), content_type="application/json")


@BOTH_WAYS
def test_a_device_takes_its_key_along(known: Known, leave: Leave) -> None:
    secret, club_id = new_link_token(), known.club_id
    device_of(club_id, Role.MEMBER, secret)
    client = Client(headers=NAVIGATION)
    client.cookies[f"club-{club_id.hex}"] = secret
    assert client.get(f"/c/{club_id}/").status_code == 200
    leave(club_id)
    answer = client.get(f"/c/{club_id}/?year=2026")
    assert answer.status_code == 308
    assert answer.headers["Location"] == f"{SITE}/c/{club_id}/device/{secret}/?next=%2Fc%2F{club_id}%2F%3Fyear%3D2026"
    client.cookies[f"club-{club_id.hex}"] = "../no key"
    assert client.get(f"/c/{club_id}/").headers["Location"] == f"{SITE}/c/{club_id}/"
    client.cookies[f"club-{club_id.hex}"] = secret
    script = client.get(f"/c/{club_id}/", headers={"sec-fetch-mode": "cors"})
    assert script.headers["Location"] == f"{SITE}/c/{club_id}/"


def test_the_other_site_gives_the_device_its_cookie_again(known: Known) -> None:
    secret, club_id = new_link_token(), known.club_id
    device_of(club_id, Role.MEMBER, secret)
    client = Client(headers=NAVIGATION)
    answer = client.get(f"/c/{club_id}/device/{secret}/", {"next": f"/c/{club_id}/?year=2026"})
    assert answer.headers["Location"] == f"/c/{club_id}/?year=2026"
    assert client.get(answer.headers["Location"]).status_code == 200
    for address in ("https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""):
        answer = client.get(f"/c/{club_id}/device/{secret}/", {"next": address})
        assert answer.headers["Location"] == f"/c/{club_id}/"
    other = Client(headers=NAVIGATION)
    other.cookies[f"club-{club_id.hex}"] = own = new_link_token()
    device_of(club_id, Role.KEEPER, own)
    other.get(f"/c/{club_id}/device/{secret}/")
    assert other.cookies[f"club-{club_id.hex}"].value == own
    stranger = Client(headers=NAVIGATION)
    stranger.get(f"/c/{club_id}/device/{new_link_token()}/")
    assert not stranger.cookies and stranger.get(f"/c/{club_id}/").status_code == 404


def test_an_unknown_link_costs_one_statement(known: Known) -> None:
    move_away(known.club_id)
    for path in ("/c/{}/", "/t/{}/", "/w/{}/", "/t/{}/sheet", "/api/v1/clubs/{}", "/api/v1/evenings/{}"):
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(path.format(new_link_token())).status_code == 404
        assert len(asked) == 1


@pytest.mark.parametrize("path", ["/c/{}/", "/t/{}.{}/", "/api/v1/clubs/{}"])
def test_a_database_that_is_away_is_no_fault(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else asks the database about the address of a device without a cookie."""

    def away(_club_id: UUID) -> str:
        raise OperationalError

    monkeypatch.setattr(link_routes, "other_site_of_club", away)
    answer = Client().get(path.format(uuid4(), uuid4()))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_the_last_site_counts(known: Known) -> None:
    """It went to two sites one after the other, and was deleted in the end."""
    first, club_id = f"/c/{known.tokens['keeper', False]}/", known.club_id
    move_away(club_id, site="https://first.example")
    move_away(club_id, at=NOW + timedelta(days=1))
    assert Client().get(first).headers["Location"] == SITE + first
    assert list(rows_without_owner()) == []
    EndedClub.objects.create(club_id=club_id, ended_at=NOW + timedelta(days=2), file_sha256="0" * 64, heads=[])
    assert Client().get(first).status_code == 404
