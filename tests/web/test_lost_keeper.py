"""A lost keeper's link: two members, three days in which everybody sees it, and a keeper who can stop it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorebook.clubs import identities
from scorebook.clubs.club_verification import verify_club_events
from scorebook.clubs.devices import claims
from scorebook.clubs.devices.writers import forget_cached_writers
from scorebook.clubs.models import Club, ClubEvent, Device, Player
from scorebook.clubs.roles import Role
from scorebook.core import budgets
from scorebook.play.club_links import link_route_differences
from tests.support.devices import LAPTOP, device_of
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_cached_writers() -> Iterator[None]:
    forget_cached_writers()
    yield
    forget_cached_writers()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time of day, to be moved."""
    held = [timezone.now()]
    monkeypatch.setattr(timezone, "now", lambda: held[0])
    return held


def phone_of(evening: PagedEvening, name: str) -> Client:
    phone, player = device_of(evening.stored.club.member_token), Player.objects.get(pk=evening.ids[name])
    device = Device.objects.get(player=None)
    claims.request_claim(device=device, player=player)
    claims.confirm_claim(
        club=evening.stored.club, device_id=device.pk, player=player, confirmed_by=None, key=uuid4(),
        by="member link", at=timezone.now(),
    )  # fmt: skip
    return phone


def links(evening: PagedEvening) -> str:
    return f"/c/{evening.stored.club_id}/links"


def press(client: Client, evening: PagedEvening, button: str) -> str:
    answer = client.post(f"{links(evening)}/lost", {"key": uuid4(), button: "1"}, follow=True)
    assert answer.status_code == 200
    return unescape(text_of(answer))


def keeper_token(evening: PagedEvening) -> str:
    return Club.objects.get(pk=evening.stored.club_id).keeper_token


def test_two_members_get_a_new_link_after_three_days_and_not_before(evening: PagedEvening, now: list[datetime]) -> None:
    anna, beppo, cilli = (phone_of(evening, name) for name in ("Anna", "Beppo", "Cilli"))
    old = keeper_token(evening)
    assert "Ask a second member" in press(anna, evening, "want")
    front = f"/c/{evening.stored.club_id}/"
    assert "Anna requests a new keeper's link" in unescape(text_of(cilli.get(front)))
    press(beppo, evening, "agree")
    assert "Anna and Beppo request" in unescape(text_of(cilli.get(front)))
    now[0] += timedelta(hours=71, minutes=59)
    assert "three days are not over" in press(anna, evening, "make")
    assert keeper_token(evening) == old
    now[0] += timedelta(minutes=2)
    assert "request for a new keeper's link has ended" in press(cilli, evening, "make")  # not one of the two
    assert "Here is the new keeper's link" in press(beppo, evening, "make")
    new = keeper_token(evening)
    assert new != old and new in markup(anna.get(links(evening))) and new in markup(beppo.get(links(evening)))
    assert new not in markup(cilli.get(links(evening)))
    assert [Client().get(f"/c/{link}/").status_code for link in (old, new)] == [404, 200]
    assert not list(link_route_differences(Club.objects.get(pk=evening.stored.club_id)))
    assert "asks for" not in text_of(cilli.get(front))
    assert not list(verify_club_events(evening.stored.club))


def test_the_people_keep_their_links_when_the_keepers_is_new(evening: PagedEvening, now: list[datetime]) -> None:
    anna, beppo = phone_of(evening, "Anna"), phone_of(evening, "Beppo")
    press(anna, evening, "want")
    press(beppo, evening, "agree")
    now[0] += timedelta(hours=73)
    press(anna, evening, "make")
    for path in (f"/c/{evening.stored.club.member_token}/", f"/t/{evening.stored.scribe_token}/"):
        assert Client().get(path).status_code == 200


def test_any_keeper_stops_it(evening: PagedEvening, now: list[datetime]) -> None:
    anna, beppo = phone_of(evening, "Anna"), phone_of(evening, "Beppo")
    press(anna, evening, "want")
    press(beppo, evening, "agree")
    keeper, old = Client(headers={"accept-language": "en"}), keeper_token(evening)  # without a device
    assert "Stop the request" in text_of(keeper.get(f"/c/{old}/links"))
    keeper.post(f"/c/{old}/links/lost", {"key": uuid4(), "stop": "1"})
    now[0] += timedelta(hours=80)
    assert "request for a new keeper's link has ended" in press(anna, evening, "make")
    assert keeper_token(evening) == old


def test_one_person_does_not_agree_with_themselves_on_a_second_phone(evening: PagedEvening) -> None:
    anna, second = phone_of(evening, "Anna"), phone_of(evening, "Anna")
    press(anna, evening, "want")
    assert "Another member has to agree" in press(second, evening, "agree")
    assert "already" in press(second, evening, "want")


def test_a_phone_without_a_name_neither_asks_nor_agrees_nor_stops(evening: PagedEvening) -> None:
    anna = phone_of(evening, "Anna")
    stranger = device_of(evening.stored.club.member_token, LAPTOP)
    assert "needs your name first" in press(stranger, evening, "want")
    press(anna, evening, "want")
    assert "needs your name first" in press(stranger, evening, "agree")
    assert "request for a new keeper's link has ended" in press(stranger, evening, "stop")
    member = f"/c/{evening.stored.club.member_token}/links/lost"
    for button in ("want", "agree", "stop", "make"):
        assert Client().post(member, {"key": uuid4(), button: "1"}).status_code == 302
    assert [one.kind for one in ClubEvent.objects.exclude(kind="person_claimed")] == ["keeper_link_wanted"]


def test_a_claim_that_is_revoked_meanwhile_ends_it(evening: PagedEvening, now: list[datetime]) -> None:
    anna, beppo, old = phone_of(evening, "Anna"), phone_of(evening, "Beppo"), keeper_token(evening)
    press(anna, evening, "want")
    press(beppo, evening, "agree")
    Device.objects.filter(player_id=evening.ids["Beppo"]).update(player=None)
    now[0] += timedelta(hours=73)
    assert "request for a new keeper's link has ended" in press(anna, evening, "make")
    assert keeper_token(evening) == old and not Device.objects.filter(role=Role.KEEPER).exists()


@pytest.mark.parametrize("has_second", [False, True])
def test_a_request_that_nobody_uses_lapses(evening: PagedEvening, now: list[datetime], has_second: bool) -> None:
    anna, beppo = phone_of(evening, "Anna"), phone_of(evening, "Beppo")
    press(anna, evening, "want")
    if has_second:
        press(beppo, evening, "agree")
    now[0] += timedelta(days=34)
    assert "request for a new keeper's link has ended" in press(
        anna if has_second else beppo, evening, "make" if has_second else "agree"
    )
    assert "Ask a second member" in press(anna, evening, "want")


def test_a_request_in_the_file_of_a_club_does_not_stand_after_the_import(evening: PagedEvening) -> None:
    press(phone_of(evening, "Anna"), evening, "want")
    Club.objects.update(imported_at=timezone.now() + timedelta(minutes=1))
    assert "Ask a second member" in press(phone_of(evening, "Beppo"), evening, "want")


def test_who_asks_after_a_lapsed_request_needs_a_second_member(evening: PagedEvening, now: list[datetime]) -> None:
    anna, beppo, old = phone_of(evening, "Anna"), phone_of(evening, "Beppo"), keeper_token(evening)
    press(anna, evening, "want")
    now[0] += timedelta(days=31)
    press(beppo, evening, "want")
    now[0] += timedelta(hours=73)
    press(beppo, evening, "make")
    assert keeper_token(evening) == old
    assert "In three days" in press(anna, evening, "agree")
    now[0] += timedelta(hours=73)
    press(beppo, evening, "make")
    assert keeper_token(evening) != old


@pytest.mark.parametrize("ended_by", ["lapse", "import"])
def test_after_an_ended_request_two_members_agree_anew(
    evening: PagedEvening, now: list[datetime], ended_by: str
) -> None:
    anna, beppo = phone_of(evening, "Anna"), phone_of(evening, "Beppo")
    press(anna, evening, "want")
    now[0] += timedelta(days=31 if ended_by == "lapse" else 1)
    if ended_by == "import":
        Club.objects.update(imported_at=now[0])
    now[0] += timedelta(minutes=1)
    press(anna, evening, "want")
    assert "In three days" in press(beppo, evening, "agree")


@pytest.mark.parametrize("step", ["want", "agree"])
def test_a_request_ends_with_the_device_of_one_of_the_two(evening: PagedEvening, step: str) -> None:
    """Else a member who asks under a false name and forgets the club would keep the others from asking."""
    anna, beppo, cilli = (phone_of(evening, name) for name in ("Anna", "Beppo", "Cilli"))
    press(anna, evening, "want")
    if step == "agree":
        press(beppo, evening, "agree")
    Device.objects.filter(player_id=evening.ids["Anna"]).delete()
    assert "asks for" not in text_of(cilli.get(f"/c/{evening.stored.club_id}/"))
    assert "Ask a second member" in press(cilli, evening, "want")


def test_a_club_reads_few_requests_of_a_day(evening: PagedEvening, now: list[datetime]) -> None:
    anna, most = phone_of(evening, "Anna"), budgets.KEEPER_REQUESTS_PER_CLUB_AND_DAY
    for _ in range(most):
        assert "Ask a second member" in press(anna, evening, "want")
        press(anna, evening, "stop")
    assert "Too many requests" in press(anna, evening, "want")
    assert ClubEvent.objects.filter(kind="keeper_link_wanted").count() == most
    now[0] += timedelta(days=1, minutes=1)
    assert "Ask a second member" in press(anna, evening, "want")


def test_two_entries_of_one_person_are_one(evening: PagedEvening) -> None:
    anna, beppo = phone_of(evening, "Anna"), phone_of(evening, "Beppo")
    press(anna, evening, "want")
    first, second = (Player.objects.select_related("club").get(pk=evening.ids[name]) for name in ("Anna", "Beppo"))
    identities.link_players(player=second, other=first, key=uuid4(), by="keeper link", at=timezone.now())
    assert "Another member has to agree" in press(beppo, evening, "agree")
