"""Who may come to an address, and what each of them is answered there."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast
from uuid import UUID, uuid4

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from scorebook.accounts.models import User
from scorebook.clubs.devices.admission import admit_device
from scorebook.clubs.devices.browser_names import browser_name
from scorebook.clubs.models import Club, Device
from scorebook.clubs.roles import Role as ClubRole
from scorebook.core.link_tokens import new_link_token
from scorebook.exchange.models import Import
from scorebook.play.models import Evening
from scorebook.server.streams import STREAMS
from tests.fuzz.addresses import Address
from tests.support.api_phone import ApiEvening, Json, Phone, key, opening

SEASON = {"name": "Winter", "first_on": "2026-01-01", "game": "bavarian"}
TABLE = "date;Anna;Beppo;Cilli;Done\n2024-05-02;1,20;-0,40;-0,40;-0,40"
IMPORTED = {"text": TABLE, "game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1}
LINKS = ("watch", "scribe", "member", "keeper")
OF_EVENING = ("/t/", "/w/", "/api/v1/evenings/")
HERE, OUTSIDE = {"host": "localhost"}, {"host": "testserver"}


@dataclass(kw_only=True)
class Party:
    """A club with a closed evening of one Sie, payments, a tab with a plan, a season and an import.

    places: what stands in addresses for its people and things. tab: the same where it is of the tab.
    """

    evening: ApiEvening
    places: dict[str, object] = field(default_factory=dict)
    tab: dict[str, object] = field(default_factory=dict)

    def token(self, kind: str, *, of_evening: bool = False) -> str:
        """of_evening: for an address of the evening."""
        if kind not in ("member", "keeper"):
            return self.evening.token(kind)
        link: str = getattr(Club.objects.get(pk=str(self.places["club"])), f"{kind}_token")
        return f"{link}.{self.places['evening']}" if of_evening else link


def party(*names: str) -> Party:
    phone = Phone()
    evening = ApiEvening(phone=phone, opened=phone.post("evenings", opening(*names)).json)

    def write(path: str, body: Json) -> None:
        answer = phone.post(path, body)
        assert answer.status in (200, 201), answer.text

    first, second, *_ = names
    evening.record({"contract": "sie", "declarer": first}, known=0)
    write(f"{evening.scribe}/close", key())
    fee = {"people": [evening.id(first)], "amount_minor": 100}
    write(f"{evening.scribe}/charges", {**key(), **fee})
    write(f"{evening.club}/tab/entries", {**key(), **fee, "verb": "charge"})
    write(f"{evening.club}/tab/settle", key())
    write(f"{evening.club}/seasons", SEASON | key())
    write(f"{evening.club}/imports", {**key(), **IMPORTED})
    write(f"{evening.club}/people/{evening.id(second)}/ratings/leave", key())
    imported = Evening.objects.get(club__keeper_token=evening.token("club"), number=2)
    write(f"{evening.club}/evenings/{imported.pk}/archive", key())
    paid, season = phone.get(f"{evening.scribe}/payments").json, phone.get(f"{evening.club}/seasons").json
    tab, entries = phone.get(f"{evening.club}/tab").json, phone.get(f"{evening.club}/tab/entries").json["results"]
    order = phone.client.get(f"/c/{evening.token('club')}/order")
    signed = re.search(r"/calendar/[^/]+/de/([^/]+)\.ics", order.content.decode())
    roles = Party(evening=evening)
    roles.tab = {"entry": entries[0]["id"], "payment": tab["payments"][0]["id"]}
    club = phone.get(evening.club).json
    roles.places = {
        "player": evening.id(first), "person": evening.id(first), "payment": paid["payments"][0]["id"],
        "entry": paid["beside"][0]["id"], "season": season["results"][0]["id"], "evening": evening.opened["id"],
        "club": club["id"], "other": club["id"], "no": 1, "number": 1, "year": 2026, "board": "points", "feat": "sie",
        "game": "bavarian", "preset": "pub_10_20_50", "tongue": "de",
        "signature": signed[1] if signed else "", "anything": "nothing",
        "import": Import.objects.filter(kind="imported").values_list("pk", flat=True).last(),
        "topic": "second-phone", "device": device_of(club["id"], ClubRole.MEMBER, new_link_token()).pk,
        "object": club["id"], "app_label": "clubs", "tail": "nothing/",
    }  # fmt: skip
    return roles


def device_of(club_id: object, role: ClubRole, key: str) -> Device:
    club = Club.objects.get(pk=str(club_id))
    club.role = role
    device = admit_device(club=club, key=key, name=browser_name(""), at=timezone.now())
    assert device
    return device


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """token: which link stands in the address, of which of the two clubs. session: whose cookie comes along."""

    token: str = "nobody"
    is_other_club: bool = False
    is_expired: bool = False  # of our evening, more than a day after it was closed
    session: str = ""
    is_here: bool = False
    device: str = ""  # a browser's, which has the id of the club in the address, and this kind of cookie

    @property
    def link(self) -> str:
        """The link that opens as much."""
        return self.device or self.token


# As the server has it, which goes on with a stream.
SERVED: Any = {STREAMS: True}
# With a link, of this club or of another one whose people and payments stand in the address.
WITH_LINKS = {
    "nobody": Role(),
    "watch": Role(token="watch"),
    "scribe": Role(token="scribe"),
    "member": Role(token="member"),
    "keeper": Role(token="keeper"),
    "expired_scribe": Role(token="scribe", is_expired=True),
    "other_watch": Role(token="watch", is_other_club=True),
    "other_scribe": Role(token="scribe", is_other_club=True),
    "other_member": Role(token="member", is_other_club=True),
    "other_keeper": Role(token="keeper", is_other_club=True),
    "calendar": Role(token="calendar"),
    "other_calendar": Role(token="calendar", is_other_club=True),
    "operator": Role(session="in", is_here=True),
}
# A device is answered as the link that it opened, unless the table names it.
DEVICES = {
    "member_device": Role(device="member"),
    "keeper_device": Role(device="keeper"),
    "removed_device": Role(device="removed"),
    "other_keeper_device": Role(device="keeper", is_other_club=True),
    "foreign_device": Role(device="foreign"),  # the key of another club's keeper, under the name of ours
}
# On the machine itself, but for the last one, who is logged in and comes over plain HTTP from outside.
OPERATORS = {
    "nobody": Role(is_here=True),
    "keeper": Role(token="keeper", is_here=True),
    "operator": Role(session="in", is_here=True),
    "logged_out": Role(session="out", is_here=True),
    "plain": Role(session="in"),
}


@dataclass(kw_only=True)
class Walk:
    """Asks each address as each role, and takes back what that wrote."""

    ours: Party
    other: Party
    sessions: dict[str, str]

    def answer(self, address: Address, role: Role, method: str) -> str:
        """Which kind of answer: ok, on (to another page), login, refused (what was sent), 403, 404 or 405."""
        found = self.response(address, role, method)
        return _kind_of_answer(found.status_code, found.headers.get("Location", ""))

    def response(self, address: Address, role: Role, method: str, *, query: str = "", **headers: str) -> HttpResponse:
        """The answer itself; headers: by their names with underscores."""
        client = Client(raise_request_exception=False, headers=HERE if role.is_here else OUTSIDE)
        if role.device:
            headers.setdefault("origin", "http://testserver")
        if role.session:
            client.cookies["sessionid"] = self.sessions[role.session]
        is_api = address.route.startswith("/api/v1/")
        body = json.dumps(key()) if is_api else "x=1"
        kind = "application/json" if is_api else "application/x-www-form-urlencoded"
        with transaction.atomic():
            if role.device:
                self._take_device_key(client, role)
            if role.is_expired:
                Evening.objects.filter(closed_at__isnull=False).update(closed_at=timezone.now() - timedelta(days=2))
            found = client.generic(
                method,
                self._filled_path(address, role) + query,
                "" if method == "GET" else body,
                content_type=kind,
                headers={name.replace("_", "-"): text for name, text in headers.items()},
                **SERVED,
            )
            transaction.set_rollback(True)
        return cast(HttpResponse, found)

    def _take_device_key(self, client: Client, role: Role) -> None:
        """Give the browser a cookie of the club in the address."""
        whose, key = self.other if role.is_other_club else self.ours, new_link_token()
        of_club = self.other if role.device == "foreign" else whose
        allows = ClubRole.MEMBER if role.device == "member" else ClubRole.KEEPER
        device = device_of(of_club.places["club"], allows, key)
        if role.device == "removed":
            device.delete()
        client.cookies[f"club-{UUID(str(whose.places['club'])).hex}"] = key

    def _filled_path(self, address: Address, role: Role) -> str:
        whose = self.other if role.is_other_club else self.ours
        of_evening = address.route.startswith(OF_EVENING)
        link = whose.token(role.token, of_evening=of_evening) if role.token in LINKS else "nobody"
        if role.device and not address.route.startswith("/w/"):
            link = str(whose.places["club"]) + (f".{whose.places['evening']}" if of_evening else "")
        signature = whose.places["signature"] if role.token == "calendar" else "guessed"
        return address.filled(
            *(self._value_of_place(address, name, link, str(signature)) for _, name in address.places)
        )

    def _value_of_place(self, address: Address, name: str, link: str, signature: str) -> str:
        if "token" in name:
            return link
        if name == "signature":
            return signature
        if name == "key":
            return str(uuid4())
        if address.name == "api:v1:club_import-undo":
            name = "import"
        name = {
            "player_id": "player",
            "season_id": "season",
            "evening_id": "evening",
            "club_id": "club",
            "device_id": "device",
        }.get(name, name)
        if name == "object_id":
            return self._id_in_address(address)
        return str((self.ours.places | (self.ours.tab if "/tab/" in address.route else {}))[name])

    def _id_in_address(self, address: Address) -> str:
        """The first row of the table that the address shows."""
        _, app, model, *_ = address.route.strip("/").split("/")
        row = apps.get_model(app, model)._default_manager.first()
        return str(row.pk) if row else str(uuid4())


def _kind_of_answer(status: int, location: str) -> str:
    if 300 <= status < 400:
        return "login" if location.startswith("/admin/login/") else "on"
    if status in (403, 404, 405):
        return str(status)
    if status in (400, 409, 422):
        return "refused"
    return "ok" if status < 300 else f"unexpected {status}"


def sessions_of_operators() -> dict[str, str]:
    """Of one who is logged in, and of one who has logged out."""
    rosi = User.objects.create_superuser("rosi", "nimm-die-alte-sau")
    found = {}
    for state in ("in", "out"):
        client = Client(headers=HERE)
        client.force_login(rosi)
        found[state] = client.cookies["sessionid"].value
        if state == "out":
            client.post("/admin/logout/")
    club = Club.objects.all()[0]
    kind = ContentType.objects.get_for_model(club)
    LogEntry.objects.create(user=rosi, content_type=kind, object_id=str(club.pk), object_repr=club.name, action_flag=2)
    return found
