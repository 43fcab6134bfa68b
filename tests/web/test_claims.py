"""Claims: whose phone it is, who says yes, what the books name, and how it is taken back."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorebook.clubs import identities, joining
from scorebook.clubs.club_verification import verify_club_events
from scorebook.clubs.devices import claim_codes, claims
from scorebook.clubs.devices.writers import forget_cached_writers
from scorebook.clubs.models import ClubEvent, Device, Player
from scorebook.clubs.names import substitute_name
from scorebook.core import budgets
from scorebook.play.models import HandEvent
from scorebook.web.club.person import claim_views
from tests.support.devices import LAPTOP, browser, device_of
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start, text_of

pytestmark = pytest.mark.django_db
Kind = ClubEvent.Kind


@pytest.fixture(autouse=True)
def _no_cached_writers() -> None:
    forget_cached_writers()


def claim_address(evening: PagedEvening, name: str = "Anna") -> str:
    return f"/c/{evening.stored.club_id}/people/{evening.ids[name]}/claim"


def newest_device() -> Device:
    return Device.objects.latest("admitted_at")


def press(client: Client, evening: PagedEvening, button: str, name: str = "Anna", **fields: object) -> str:
    form = {"key": uuid4(), button: "1", **fields}
    return text_of(client.post(claim_address(evening, name), form, follow=True))


def phone_of(evening: PagedEvening, name: str) -> Client:
    """A phone whose name another phone has confirmed."""
    phone = device_of(evening.stored.club.member_token)
    device = newest_device()
    press(phone, evening, "me", name)
    press(device_of(evening.stored.club.member_token, LAPTOP), evening, "yes", name, device=device.pk)
    device.refresh_from_db()
    assert str(device.player_id) == evening.ids[name]
    return phone


def has_name(device: Device) -> bool:
    return Device.objects.filter(pk=device.pk).exclude(player=None).exists()


def kinds(evening: PagedEvening) -> list[str]:
    return [str(one.kind) for one in ClubEvent.objects.filter(club=evening.stored.club)]


def scanned_address(client: Client, evening: PagedEvening, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address in the code that a phone shows."""
    found: list[str] = []
    monkeypatch.setattr(claim_views, "qr_svg", found.append)
    client.get(claim_address(evening))
    parts = urlsplit(found[-1])
    return f"{parts.path}?{parts.query}"


# -- the claim -------------------------------------------------------------------------------------------------------


def test_a_member_confirms_and_the_books_name_the_phone(evening: PagedEvening) -> None:
    phone = device_of(evening.stored.club.member_token)
    assert "another member has to say yes" in press(phone, evening, "me")
    member = device_of(evening.stored.club.member_token, LAPTOP)
    front = text_of(member.get(f"/c/{evening.stored.club_id}/"))
    assert "Someone using Firefox on Android says this is Anna's phone." in front
    press(member, evening, "yes", device=Device.objects.get(browser="Firefox").pk)
    assert "says: this is" not in text_of(member.get(f"/c/{evening.stored.club_id}/"))
    assert kinds(evening) == [Kind.PERSON_CLAIMED] and not list(verify_club_events(evening.stored.club))
    evening.client = phone
    evening.record()
    [event] = HandEvent.objects.all()
    assert event.recorded_by == f"phone of {evening.ids['Anna']}"
    assert "Anna's phone" in unescape(text_of(phone.get(evening.url("hand", 1))))


def test_a_phone_confirms_no_name_of_its_own(evening: PagedEvening) -> None:
    phone = device_of(evening.stored.club.member_token)
    press(phone, evening, "me")
    page = press(phone, evening, "yes", device=Device.objects.get().pk)
    assert "on another phone" in page and Device.objects.get().player is None


def test_a_code_at_the_table_opens_the_club_and_needs_no_other_yes(
    evening: PagedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = scanned_address(device_of(evening.club_token, LAPTOP), evening, monkeypatch)
    assert evening.club_token not in address
    phone = browser()
    answer = phone.get(address, follow=True)
    assert answer.status_code == 200 and "That is me" in text_of(answer)
    here = f"{answer.request['PATH_INFO']}?{answer.request['QUERY_STRING']}"
    assert here.startswith(claim_address(evening)) and evening.stored.club.member_token not in here
    phone.post(here, {"key": uuid4(), "me": "1"})
    [device] = Device.objects.filter(browser="Firefox")
    assert str(device.player_id) == evening.ids["Anna"] and kinds(evening) == [Kind.PERSON_CLAIMED]


@pytest.mark.parametrize("fault", ["old", "changed", "other person", "own"])
def test_a_wrong_code_confirms_nothing(evening: PagedEvening, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    phone = device_of(evening.stored.club.member_token)
    shows = phone if fault == "own" else device_of(evening.club_token, LAPTOP)
    _, _, code = scanned_address(shows, evening, monkeypatch).partition("?code=")
    if fault == "old":
        monkeypatch.setattr(claim_codes, "CODE_LASTS", timedelta(seconds=-1))
    if fault == "changed":
        code = code[:-1] + ("a" if code[-1] != "a" else "b")
    name = "Beppo" if fault == "other person" else "Anna"
    phone.post(f"{claim_address(evening, name)}?code={code}", {"key": uuid4(), "me": "1"})
    assert not Device.objects.exclude(player=None).exists() and kinds(evening) == []
    if fault == "own":
        assert not Device.objects.exclude(requested_player=None).exists()


def test_a_code_with_the_key_of_another_event_writes_nothing(
    evening: PagedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone_of(evening, "Cilli")
    key = ClubEvent.objects.get().pk
    address = scanned_address(device_of(evening.club_token, LAPTOP), evening, monkeypatch)
    phone = browser()
    here = phone.get(address, follow=True).request
    phone.post(f"{here['PATH_INFO']}?{here['QUERY_STRING']}", {"key": key, "me": "1"})
    assert not Device.objects.exclude(requested_player=None).exists() and kinds(evening) == [Kind.PERSON_CLAIMED]


def test_a_claim_that_is_sent_twice_is_made_once(evening: PagedEvening) -> None:
    phone, member = device_of(evening.stored.club.member_token), device_of(evening.club_token, LAPTOP)
    press(phone, evening, "me")
    form = {"key": uuid4(), "yes": "1", "device": Device.objects.get(browser="Firefox").pk}
    for _ in range(2):
        assert member.post(claim_address(evening), form).status_code == 302
    assert kinds(evening) == [Kind.PERSON_CLAIMED]


def test_no_leaves_the_phone_without_a_name(evening: PagedEvening) -> None:
    phone, member = device_of(evening.stored.club.member_token), device_of(evening.club_token, LAPTOP)
    press(phone, evening, "me")
    device = Device.objects.get(browser="Firefox")
    press(member, evening, "no", device=device.pk)
    assert "This request is no longer open." in press(member, evening, "yes", device=device.pk)
    assert kinds(evening) == []


def test_a_phone_takes_its_question_back(evening: PagedEvening) -> None:
    phone = device_of(evening.stored.club.member_token)
    device = newest_device()
    press(phone, evening, "me")
    assert "No, wrong name" in text_of(phone.get(claim_address(evening)))
    assert "Yes, that is Anna" not in text_of(phone.get(claim_address(evening)))
    press(phone, evening, "no", device=device.pk)
    device.refresh_from_db()
    assert device.requested_player is None
    assert "That is me" in text_of(phone.get(claim_address(evening)))


def test_a_phone_with_a_name_is_led_to_where_it_gives_it_up(evening: PagedEvening) -> None:
    anna = phone_of(evening, "Anna")
    assert f'href="{claim_address(evening)}"' in markup(anna.get(claim_address(evening, "Beppo")))


def test_without_a_device_there_is_nobody_to_name(evening: PagedEvening) -> None:
    address = f"/c/{evening.stored.club.member_token}/people/{evening.ids['Anna']}/claim"
    client = Client(headers={"accept-language": "en"})
    assert "has no key to the club" in text_of(client.get(address))
    assert "has no key to the club" in text_of(client.post(address, {"key": uuid4(), "me": "1"}, follow=True))


def test_own_figures_are_one_tap_away_and_the_phone_is_greeted(evening: PagedEvening) -> None:
    page = markup(phone_of(evening, "Anna").get(f"/c/{evening.stored.club_id}/"))
    assert "Hello, Anna." in page and 'data-me="Anna"' in page
    player, club = evening.ids["Anna"], evening.stored.club_id
    for address in (f"players/{player}/", f"people/{player}/", "partners"):
        assert f'href="/c/{club}/{address}"' in page


def test_a_phone_with_a_name_leads_to_the_codes_of_others(evening: PagedEvening) -> None:
    anna = phone_of(evening, "Anna")
    front = anna.get(f"/c/{evening.stored.club_id}/")
    assert "Phones of others" in text_of(front) and f'href="{claim_address(evening, "Beppo")}"' in markup(front)


def test_only_known_people_of_the_club_itself_are_asked_whose_phone_it_is(
    evening: PagedEvening, client: Client
) -> None:
    theirs = start(client, "Emil", "Fanny", "Gustl", "Hans")
    at = timezone.now()
    joining.link_club(club=evening.stored.club, other=theirs.stored.club, key=uuid4(), by="keeper link", at=at)
    anna = Player.objects.select_related("club").get(pk=evening.ids["Anna"])
    identities.forget_person(player=anna, key=uuid4(), by="keeper link", at=at)
    phone = device_of(evening.stored.club.member_token)
    ways = re.findall(r'href="([^"]+/claim)"', markup(phone.get(f"/c/{evening.stored.club_id}/")))
    assert [phone.get(way).status_code for way in ways] == [200] * 3


def test_one_person_has_two_phones(evening: PagedEvening) -> None:
    phone_of(evening, "Anna")
    first = Device.objects.get(browser="Firefox")
    second = phone_of(evening, "Anna")
    assert Device.objects.filter(player_id=evening.ids["Anna"]).count() == 2
    page = text_of(second.get(claim_address(evening)))
    assert page.count("Firefox on Android") == 2
    press(second, evening, "not", device=newest_phone_but(first).pk)  # this one
    first.refresh_from_db()
    assert str(first.player_id) == evening.ids["Anna"]


def newest_phone_but(other: Device) -> Device:
    return Device.objects.filter(browser="Firefox").exclude(pk=other.pk).get()


# -- what the books name ---------------------------------------------------------------------------------------------


def test_hands_over_the_api_name_the_phone_whose_cookie_comes_along(evening: PagedEvening) -> None:
    phone = phone_of(evening, "Anna")
    hand = {"kind": "bavarian.rufer", "declarer": evening.ids["Anna"], "partner": evening.ids["Beppo"],
            "card_points": 70, "top_trumps": {}}  # fmt: skip
    for no, origin in enumerate(("http://testserver", "https://evil.example")):
        path = f"/api/v1/evenings/{evening.stored.scribe_token}/hands"
        body = {"id": str(uuid4()), "known_hands": no, "hand": hand}
        headers = {"accept": "application/json", "origin": origin}
        answer = phone.post(path, body, content_type="application/json", headers=headers)
        assert answer.status_code == 201, answer.content
    assert [one.recorded_by for one in HandEvent.objects.order_by("no")] == [
        f"phone of {evening.ids['Anna']}", "scribe link",
    ]  # fmt: skip


def test_a_guest_stays_the_scribes_link(evening: PagedEvening) -> None:
    phone_of(evening, "Anna")
    evening.record()
    assert HandEvent.objects.get().recorded_by == "scribe link"


def test_a_key_of_another_club_names_nobody(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    other.client = phone_of(evening, "Anna")
    other.record(declarer="Emil", partner="Fanny")
    assert HandEvent.objects.get().recorded_by == "scribe link"


# -- taken back ------------------------------------------------------------------------------------------------------


def test_the_keeper_takes_a_name_back_at_once(evening: PagedEvening) -> None:
    evening.client = phone_of(evening, "Anna")
    device = Device.objects.get(browser="Firefox")
    press(device_of(evening.club_token, LAPTOP), evening, "not", device=device.pk)
    assert kinds(evening) == [Kind.PERSON_CLAIMED, Kind.CLAIM_REVOKED]
    evening.record()
    assert HandEvent.objects.get().recorded_by == "scribe link"


def test_two_other_people_take_a_name_back_and_one_does_not(evening: PagedEvening) -> None:
    phone_of(evening, "Anna")
    device = Device.objects.get(browser="Firefox")
    beppo, again, cilli = phone_of(evening, "Beppo"), phone_of(evening, "Beppo"), phone_of(evening, "Cilli")
    for phone in (beppo, beppo, again):
        assert "Once another member or a keeper says so too" in press(phone, evening, "not", device=device.pk)
    assert has_name(device)
    press(cilli, evening, "not", device=device.pk)
    assert not has_name(device)
    assert kinds(evening).count(Kind.CLAIM_DISPUTED) == 2 and kinds(evening)[-1] == Kind.CLAIM_REVOKED
    assert not list(verify_club_events(evening.stored.club))


def test_a_phone_without_a_name_disputes_none(evening: PagedEvening) -> None:
    phone_of(evening, "Anna")
    device = Device.objects.get(browser="Firefox")
    stranger = device_of(evening.stored.club.member_token)
    assert "needs your name first" in press(stranger, evening, "not", device=device.pk)
    bare = Client(headers={"accept-language": "en"})
    address = f"/c/{evening.stored.club.member_token}/people/{evening.ids['Anna']}/claim"
    bare.post(address, {"key": uuid4(), "not": "1", "device": device.pk})
    assert has_name(device)


def test_old_disputes_do_not_count_against_a_new_claim(evening: PagedEvening) -> None:
    anna = phone_of(evening, "Anna")
    device = Device.objects.get(browser="Firefox")
    beppo, cilli = phone_of(evening, "Beppo"), phone_of(evening, "Cilli")
    press(beppo, evening, "not", device=device.pk)
    press(anna, evening, "not", device=device.pk)
    press(anna, evening, "me")
    press(beppo, evening, "yes", device=device.pk)
    press(cilli, evening, "not", device=device.pk)
    assert has_name(device)


def test_a_form_without_a_button_or_for_another_person_changes_nothing(evening: PagedEvening) -> None:
    anna = phone_of(evening, "Anna")
    device = Device.objects.get(browser="Firefox")
    form = {"key": uuid4(), "device": device.pk}
    assert anna.post(claim_address(evening), form).status_code == 302
    assert anna.post(claim_address(evening, "Beppo"), form | {"not": "1"}).status_code == 302
    assert has_name(device)


def test_a_club_has_a_limit_of_claims_a_day(evening: PagedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "CLAIMS_PER_CLUB_AND_DAY", 3)
    for name in ("Anna", "Beppo", "Cilli"):
        phone_of(evening, name)
    phone, member = device_of(evening.stored.club.member_token), device_of(evening.club_token, LAPTOP)
    device = Device.objects.get(browser="Firefox", player=None)
    press(phone, evening, "me", "Done")
    assert "Try again tomorrow" in press(member, evening, "yes", "Done", device=device.pk)
    assert not has_name(device) and Device.objects.exclude(requested_player=None).count() == 1
    annas = Device.objects.get(player_id=evening.ids["Anna"])
    press(member, evening, "not", device=annas.pk)  # the keeper takes a name back all the same
    assert not has_name(annas)


# -- two at once: the second one decides by what the first one wrote --------------------------------------------------


def test_a_phone_that_got_a_name_meanwhile_asks_for_no_other(evening: PagedEvening) -> None:
    phone_of(evening, "Anna")
    device = Device.objects.get(browser="Firefox")
    device.player = None  # as read before
    with pytest.raises(claims.ClaimRefused, match="claim_needs_release"):
        claims.request_claim(device=device, player=Player.objects.get(pk=evening.ids["Beppo"]))


def test_a_person_who_was_forgotten_meanwhile_gets_no_phone(evening: PagedEvening) -> None:
    device_of(evening.stored.club.member_token)
    anna = Player.objects.select_related("club").get(pk=evening.ids["Anna"])
    identities.forget_person(player=anna, key=uuid4(), by="keeper link", at=timezone.now())
    with pytest.raises(claims.ClaimRefused, match="claim_of_forgotten"):
        claims.request_claim(device=newest_device(), player=anna)


def test_a_phone_that_lost_its_name_meanwhile_disputes_none(evening: PagedEvening) -> None:
    phone_of(evening, "Anna"), phone_of(evening, "Beppo")
    annas, beppos = (Device.objects.get(player_id=evening.ids[name]) for name in ("Anna", "Beppo"))
    Device.objects.filter(pk=beppos.pk).update(player=None)
    with pytest.raises(claims.ClaimRefused, match="dispute_needs_claim"):
        claims.dispute_claim(
            club=evening.stored.club,
            device_id=annas.pk,
            player=Player.objects.get(pk=evening.ids["Anna"]),
            disputed_by=beppos,
            key=uuid4(),
            at=timezone.now(),
        )


def test_a_forgotten_person_is_taken_off_their_phones_and_the_books_have_no_name(evening: PagedEvening) -> None:
    evening.client = phone_of(evening, "Anna")
    evening.record()
    anna = Player.objects.select_related("club").get(pk=evening.ids["Anna"])
    identities.forget_person(player=anna, key=uuid4(), by="keeper link", at=timezone.now())
    assert not Device.objects.exclude(player=None).exists()
    assert kinds(evening) == [Kind.PERSON_CLAIMED, Kind.NAME_FORGOTTEN, Kind.CLAIM_REVOKED]
    assert not list(verify_club_events(evening.stored.club))
    page = unescape(text_of(evening.get("hand", 1)))
    assert "Anna" not in page and f"{substitute_name(anna.pk)}'s phone" in page
    assert evening.client.get(claim_address(evening)).status_code == 404


def test_the_audit_finds_a_name_that_no_claim_gave(evening: PagedEvening) -> None:
    phone_of(evening, "Anna")
    club = evening.stored.club
    assert not list(verify_club_events(club))
    Device.objects.update(player=evening.ids["Beppo"])
    assert {one.code for one in verify_club_events(club)} == {"claim"}


def test_a_removed_device_leaves_the_claim_in_the_books(evening: PagedEvening) -> None:
    phone_of(evening, "Anna")
    keeper, device = device_of(evening.club_token, LAPTOP), Device.objects.get(browser="Firefox")
    path = f"/c/{evening.stored.club_id}/devices/{device.pk}/remove"
    assert keeper.post(path, {"key": uuid4()}).status_code == 302
    assert ClubEvent.objects.get().facts == {"device": str(device.pk)}
    assert not list(verify_club_events(evening.stored.club))
    assert UUID(ClubEvent.objects.get().facts["device"]) == device.pk
