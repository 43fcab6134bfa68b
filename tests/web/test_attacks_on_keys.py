"""What a member, a guest or a stranger tries in order to get more than their key allows; each was possible once."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorebook import device_cookies
from scorebook.clubs import identities, joining
from scorebook.clubs.devices import claims
from scorebook.clubs.models import Club, ClubEvent, Device, Player
from scorebook.clubs.roles import Role
from scorebook.core import link_tokens
from scorebook.play import services as play
from scorebook.play.models import HandEvent
from tests.support.devices import LAPTOP, browser, device_of
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start
from tests.web.test_lost_keeper import keeper_token, links, now, phone_of, press

__all__ = ["now"]
pytestmark = pytest.mark.django_db


def claim_page(evening: PagedEvening, name: str = "Anna", link: str = "") -> str:
    return f"/c/{link or evening.stored.club_id}/people/{evening.ids[name]}/claim"


def claim_alone(phone: Client, device: Device, evening: PagedEvening, name: str) -> None:
    """One person with the members' link: on their phone, and in a browser without cookies."""
    phone.post(claim_page(evening, name), {"key": uuid4(), "me": "1"})
    member = claim_page(evening, name, evening.stored.club.member_token)
    Client().post(member, {"key": uuid4(), "yes": "1", "device": device.pk})


def link_people(evening: PagedEvening, name: str, other: str) -> None:
    one, same = (Player.objects.select_related("club").get(pk=evening.ids[each]) for each in (name, other))
    identities.link_players(player=one, other=same, key=uuid4(), by="keeper link", at=timezone.now())


def device_of_person(evening: PagedEvening, name: str) -> Device:
    return Device.objects.select_related("player").get(player_id=evening.ids[name])


# -- a new keeper's link ---------------------------------------------------------------------------------------------


def test_a_claim_of_the_last_minute_makes_no_keeper(evening: PagedEvening, now: list[datetime]) -> None:
    anna, beppo, old = phone_of(evening, "Anna"), phone_of(evening, "Beppo"), keeper_token(evening)
    press(anna, evening, "want")
    press(beppo, evening, "agree")
    now[0] += timedelta(hours=73)
    thief = device_of(evening.stored.club.member_token, LAPTOP)
    device = Device.objects.get(player=None)
    claim_alone(thief, device, evening, "Anna")
    for button in ("stop", "make"):
        press(thief, evening, button)
    device.refresh_from_db()
    assert (device.role, keeper_token(evening)) == (Role.MEMBER, old)
    press(anna, evening, "make")
    assert keeper_token(evening) != old


def test_a_claim_that_was_revoked_and_made_again_makes_no_keeper(evening: PagedEvening, now: list[datetime]) -> None:
    anna, beppo, old = phone_of(evening, "Anna"), phone_of(evening, "Beppo"), keeper_token(evening)
    press(anna, evening, "want")
    press(beppo, evening, "agree")
    device = device_of_person(evening, "Anna")
    claims.revoke_claim(
        club=evening.stored.club,
        device_id=device.pk,
        player=Player.objects.get(pk=evening.ids["Anna"]),
        key=uuid4(),
        by="keeper link",
        at=timezone.now(),
    )
    claim_alone(anna, device, evening, "Anna")
    now[0] += timedelta(hours=73)
    assert "request for a new keeper's link has ended" in press(anna, evening, "make")
    assert keeper_token(evening) == old


@pytest.mark.parametrize("is_linked_before", [True, False])
def test_two_entries_of_one_person_make_no_keeper(
    evening: PagedEvening, now: list[datetime], is_linked_before: bool
) -> None:
    anna, beppo, old = phone_of(evening, "Anna"), phone_of(evening, "Beppo"), keeper_token(evening)
    if is_linked_before:
        link_people(evening, "Anna", "Beppo")
    press(anna, evening, "want")
    press(beppo, evening, "agree")
    if not is_linked_before:
        link_people(evening, "Anna", "Beppo")
    now[0] += timedelta(hours=73)
    press(anna, evening, "make")
    assert keeper_token(evening) == old


# -- disputes --------------------------------------------------------------------------------------------------------


def test_one_phone_does_not_dispute_as_two_people(evening: PagedEvening) -> None:
    phone_of(evening, "Anna")
    target = Device.objects.get()
    phone = device_of(evening.stored.club.member_token, LAPTOP)
    device = Device.objects.exclude(pk=target.pk).get()
    for name in ("Beppo", "Cilli"):
        claim_alone(phone, device, evening, name)
        phone.post(claim_page(evening), {"key": uuid4(), "not": "1", "device": target.pk})
        phone.post(claim_page(evening, name), {"key": uuid4(), "not": "1", "device": device.pk})
    assert Device.objects.filter(pk=target.pk, player_id=evening.ids["Anna"]).exists()


def test_two_entries_of_one_person_do_not_dispute_as_two(evening: PagedEvening) -> None:
    phones = {name: phone_of(evening, name) for name in ("Anna", "Beppo", "Cilli")}
    link_people(evening, "Cilli", "Beppo")
    target = device_of_person(evening, "Anna")
    for name in ("Beppo", "Cilli"):
        phones[name].post(claim_page(evening), {"key": uuid4(), "not": "1", "device": target.pk})
    assert ClubEvent.objects.filter(kind="claim_disputed").count() == 1
    assert Device.objects.filter(pk=target.pk, player_id=evening.ids["Anna"]).exists()


# -- cookies ---------------------------------------------------------------------------------------------------------


def test_a_cookie_that_somebody_put_into_the_keepers_browser_gets_nobody_the_keepers_role(
    evening: PagedEvening,
) -> None:
    club = evening.stored.club
    attacker = device_of(club.member_token)
    keeper = browser(LAPTOP)
    name = f"club-{club.pk.hex}"
    keeper.cookies[name] = attacker.cookies[name].value
    assert keeper.get(f"/c/{club.keeper_token}/", follow=True).status_code == 200
    assert attacker.get(f"/c/{club.pk}/order").status_code == 404
    assert keeper.get(f"/c/{club.pk}/order").status_code == 200


@pytest.mark.parametrize("is_device", [False, True])
def test_a_link_that_is_replaced_during_the_request_makes_no_device(
    evening: PagedEvening, monkeypatch: pytest.MonkeyPatch, is_device: bool
) -> None:
    club, derived = evening.stored.club, link_tokens.derived_link_token
    thief = device_of(club.member_token) if is_device else browser()
    if not is_device:
        thief.get(f"/c/{club.keeper_token}/")  # is asked for its cookie

    def after_new_links(purpose: str, text: str) -> str:
        play.renew_keeper_link(link=club.keeper_token, key=uuid4())
        return derived(purpose, text)

    monkeypatch.setattr(device_cookies, "derived_link_token", after_new_links)
    thief.get(f"/c/{club.keeper_token}/?link=1")
    assert not Device.objects.filter(role=Role.KEEPER).exists()
    assert thief.get(f"/c/{club.pk}/order").status_code == 404


def test_a_browser_that_lost_the_answer_of_a_stronger_link_stays_one_device(evening: PagedEvening) -> None:
    phone, club = phone_of(evening, "Anna"), evening.stored.club
    name = f"club-{club.pk.hex}"
    old = phone.cookies[name].value
    for _ in range(2):
        phone.cookies[name] = old
        phone.get(f"/c/{club.keeper_token}/", follow=True)
    assert phone.get(f"/c/{club.pk}/order").status_code == 200
    assert [(one.role, str(one.player_id)) for one in Device.objects.all()] == [(Role.KEEPER, evening.ids["Anna"])]


@pytest.mark.parametrize("by_device", [True, False])
def test_a_dead_cookie_of_a_linked_club_makes_no_device_there(
    evening: PagedEvening, client: Client, by_device: bool
) -> None:
    ours, theirs = evening.stored.club, start(client, "Emil", "Fanny", "Gustl", "Hans")
    joining.link_club(club=ours, other=theirs.stored.club, key=uuid4(), by="keeper link", at=timezone.now())
    phone = device_of(ours.member_token) if by_device else browser()
    phone.cookies[f"club-{theirs.stored.club_id.hex}"] = "dead"
    link = ours.pk if by_device else ours.member_token
    assert phone.get(f"/t/{link}.{theirs.stored.pk}/", follow=True).status_code == 200
    assert not Device.objects.filter(club=theirs.stored.club).exists()


def test_a_browser_with_cookies_of_many_clubs_gets_no_more(evening: PagedEvening) -> None:
    phone = browser()
    for _ in range(50):
        phone.cookies[f"club-{uuid4().hex}"] = "x"
    assert phone.get(f"/c/{evening.club_token}/").status_code == 200
    assert not Device.objects.exists()


def test_a_removed_device_is_named_in_no_book(evening: PagedEvening) -> None:
    evening.client = phone_of(evening, "Anna")
    evening.record()
    keeper, device = device_of(evening.club_token, LAPTOP), device_of_person(evening, "Anna")
    keeper.post(f"/c/{evening.stored.club_id}/devices/{device.pk}/remove", {"key": uuid4()})
    evening.record()
    names = [one.recorded_by for one in HandEvent.objects.order_by("no")]
    assert names == [f"phone of {evening.ids['Anna']}", "scribe link"]


# -- the same form twice, and keys of other events -------------------------------------------------------------------


def test_a_keeper_without_cookies_who_taps_twice_is_not_locked_out(evening: PagedEvening) -> None:
    device_of(evening.club_token)
    path = f"/c/{evening.club_token}/devices/{Device.objects.get().pk}/remove"
    keeper, form = Client(), {"key": uuid4(), "renew": "on"}
    for _ in range(2):
        answer = keeper.post(path, form)
        assert (answer.status_code, answer["Location"]) == (302, f"/c/{keeper_token(evening)}/links")
    assert Client().post(path, form | {"key": uuid4()}).status_code == 404


@pytest.mark.parametrize("button", ["yes", "not", "dispute", "want", "agree", "stop", "make"])
def test_a_key_of_another_event_is_refused_and_writes_nothing(
    evening: PagedEvening, now: list[datetime], button: str
) -> None:
    anna, beppo, _cilli = (phone_of(evening, name) for name in ("Anna", "Beppo", "Cilli"))
    key, device = ClubEvent.objects.get(player_id=evening.ids["Cilli"]).pk, device_of_person(evening, "Anna")
    if button == "yes":
        asks = device_of(evening.stored.club.member_token, LAPTOP)
        device = Device.objects.get(player=None)
        asks.post(claim_page(evening), {"key": uuid4(), "me": "1"})
    if button in ("agree", "stop", "make"):
        press(anna, evening, "want")
    if button in ("stop", "make"):
        press(beppo, evening, "agree")
        now[0] += timedelta(hours=73)
    count, phone = ClubEvent.objects.count(), beppo if button in ("yes", "dispute", "agree") else anna
    path = claim_page(evening) if button in ("yes", "not", "dispute") else f"{links(evening)}/lost"
    form = {"key": key, "not" if button == "dispute" else button: "1", "device": device.pk}
    assert phone.post(path, form).status_code == 302
    assert ClubEvent.objects.count() == count


@pytest.mark.parametrize("page", ["member", "all"])
def test_resent_new_links_remove_no_device_that_opened_the_new_one(evening: PagedEvening, page: str) -> None:
    keeper, form = Client(), {"key": uuid4(), "devices": "on", "replaces": evening.stored.club.member_token}
    for count in (0, 1):
        assert keeper.post(f"/c/{evening.club_token}/links/{page}", form).status_code == 302
        assert Device.objects.count() == count
        if not count:
            device_of(Club.objects.get(pk=evening.stored.club_id).member_token)


def test_a_device_that_lost_the_answer_forgets_the_club_all_the_same(evening: PagedEvening) -> None:
    phone = device_of(evening.club_token)
    name, path = f"club-{evening.stored.club_id.hex}", f"/c/{evening.stored.club_id}/devices/{Device.objects.get().pk}"
    old, form = phone.cookies[name].value, {"key": uuid4()}
    for _ in range(2):
        phone.cookies[name] = old
        answer = phone.post(f"{path}/remove", form)
        assert "forget_club.js" in markup(answer) and f'data-club="{evening.stored.club_id}"' in markup(answer)
        assert answer.cookies[name]["max-age"] == 0


def test_a_resent_form_does_nothing_again(evening: PagedEvening) -> None:
    anna, form = phone_of(evening, "Anna"), {"key": uuid4(), "want": "1"}
    path = f"{links(evening)}/lost"
    for _ in range(2):
        anna.post(path, form)
    press(anna, evening, "stop")
    anna.post(path, form)
    assert [one.kind for one in ClubEvent.objects.exclude(kind="person_claimed")] == [
        "keeper_link_wanted", "keeper_link_refused",
    ]  # fmt: skip


def test_a_dispute_of_an_earlier_claim_that_is_sent_again_revokes_no_later_one(evening: PagedEvening) -> None:
    anna, beppo, cilli = (phone_of(evening, name) for name in ("Anna", "Beppo", "Cilli"))
    device = device_of_person(evening, "Anna")
    form = {"key": uuid4(), "not": "1", "device": device.pk}
    beppo.post(claim_page(evening), {"key": uuid4(), "not": "1", "device": device.pk})
    cilli.post(claim_page(evening), form)
    assert Device.objects.filter(pk=device.pk, player=None).exists()
    claim_alone(anna, device, evening, "Anna")
    beppo.post(claim_page(evening), {"key": uuid4(), "not": "1", "device": device.pk})
    assert cilli.post(claim_page(evening), form).status_code == 302
    assert Device.objects.filter(pk=device.pk, player_id=evening.ids["Anna"]).exists()
