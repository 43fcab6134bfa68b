"""Devices: browsers that open a club by a cookie instead of its link; their list, and the removal of one."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorebook.clubs.devices.admission import DEVICE_LASTS
from scorebook.clubs.devices.browser_names import BrowserName, browser_name
from scorebook.clubs.models import Device
from scorebook.clubs.roles import Role
from scorebook.core import budgets
from scorebook.play.models import Evening
from tests.support.api_phone import opening
from tests.support.devices import LAPTOP, PHONE, browser, device_of
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start, text_of

pytestmark = pytest.mark.django_db


def club_address(evening: PagedEvening) -> str:
    return f"/c/{evening.stored.club_id}/"


def status(client: Client, evening: PagedEvening) -> int:
    return client.get(club_address(evening)).status_code


# -- how a browser becomes a device ----------------------------------------------------------------------------------


@pytest.mark.parametrize("link", ["member_token", "keeper_token"])
def test_the_link_leaves_the_address_of_a_browser_that_keeps_cookies(evening: PagedEvening, link: str) -> None:
    token, client = getattr(evening.stored.club, link), browser()
    answer = client.get(f"/c/{token}/", follow=True)
    assert [path for path, _ in answer.redirect_chain] == ["?link=1", club_address(evening)]
    assert answer.status_code == 200
    [device] = Device.objects.all()
    assert (device.role, str(device)) == (Role[link.partition("_")[0].upper()], "Firefox on Android")


def test_the_key_is_a_cookie_that_no_script_and_no_other_site_reads(evening: PagedEvening) -> None:
    client = device_of(evening.club_token)
    [cookie] = [one for name, one in client.cookies.items() if name.startswith("club-")]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["max-age"] == DEVICE_LASTS.total_seconds() == 400 * 86_400
    assert cookie.value not in str(Device.objects.values())  # the database has only a digest


def test_without_cookies_the_link_works_as_before(evening: PagedEvening) -> None:
    for page in ("", "board", "links", ""):
        address = f"/c/{evening.club_token}/{page}"
        answer = browser().get(address)
        if answer.status_code == 302:
            answer = browser().get(address + answer["Location"])
        assert answer.status_code == 200
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "headers",
    [{}, {"accept": "*/*"}, {"accept": "text/html", "sec-fetch-mode": "cors"},
     {"accept": "text/html", "sec-purpose": "prefetch"}],
)  # fmt: skip
def test_programs_scripts_and_previews_become_no_device(evening: PagedEvening, headers: dict[str, str]) -> None:
    client = Client(headers=headers)
    for _ in range(2):
        answer = client.get(f"/c/{evening.club_token}/")
        assert answer.status_code == 200 and "club-" not in str(answer.cookies)
    assert not Device.objects.exists()


def test_pages_of_scribes_and_watchers_set_no_cookie(evening: PagedEvening) -> None:
    client = browser()
    for path in (f"/t/{evening.stored.scribe_token}/", f"/w/{evening.stored.watch_token}/"):
        assert "club-" not in str(client.get(path).cookies)


def test_any_link_of_the_club_leads_a_device_to_the_same_page_without_it(evening: PagedEvening) -> None:
    client, club = device_of(evening.club_token), evening.stored.club
    for path in (
        f"/c/{club.keeper_token}/board?period=all", f"/c/{club.member_token}/links",
        f"/t/{club.member_token}.{evening.stored.pk}/",
    ):  # fmt: skip
        answer = client.get(path)
        short = path.replace(club.keeper_token, str(club.pk)).replace(club.member_token, str(club.pk))
        assert answer.status_code == 302 and answer["Location"] == short
        assert client.get(short).status_code == 200


def test_a_device_of_a_member_that_opens_the_keepers_link_administers_the_club(evening: PagedEvening) -> None:
    client = device_of(evening.stored.club.member_token)
    assert client.get(f"{club_address(evening)}order").status_code == 404
    assert client.get(f"/c/{evening.club_token}/", follow=True).status_code == 200
    assert client.get(f"{club_address(evening)}order").status_code == 200
    assert Device.objects.count() == 1


def test_a_page_of_a_device_has_no_stronger_link(evening: PagedEvening) -> None:
    client, club = device_of(evening.stored.club.member_token), evening.stored.club
    for page in ("", "links", "board"):
        assert club.keeper_token not in markup(client.get(club_address(evening) + page))


def test_use_renews_the_cookie_once_a_day(evening: PagedEvening) -> None:
    client = device_of(evening.club_token)
    assert not client.get(club_address(evening)).cookies.keys() & client.cookies.keys() - {"csrftoken"}
    Device.objects.update(used_at=timezone.now() - timedelta(days=2))
    renewed = client.get(club_address(evening)).cookies
    assert [one["max-age"] for name, one in renewed.items() if name.startswith("club-")] == [400 * 86_400]
    assert Device.objects.get().used_at > timezone.now() - timedelta(days=1)


def test_a_device_that_nobody_used_for_400_days_opens_nothing_and_goes(evening: PagedEvening) -> None:
    client = device_of(evening.club_token)
    Device.objects.update(used_at=timezone.now() - DEVICE_LASTS - timedelta(days=1))
    assert status(client, evening) == 404
    device_of(evening.club_token, LAPTOP)
    assert [str(one) for one in Device.objects.all()] == ["Safari on Mac"]


def test_above_the_ceiling_the_link_still_opens_the_club(
    evening: PagedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "DEVICES_PER_CLUB", 1)
    device_of(evening.club_token)
    answer = browser().get(f"/c/{evening.club_token}/", follow=True)
    assert answer.status_code == 200 and answer.request["PATH_INFO"] == f"/c/{evening.club_token}/"
    assert Device.objects.count() == 1


def test_firefox_says_of_a_page_through_its_service_worker_that_it_is_of_the_same_origin(evening: PagedEvening) -> None:
    client = browser()
    client.get(f"/c/{evening.club_token}/", follow=True, headers={"sec-fetch-mode": "same-origin"})
    assert Device.objects.count() == 1


# -- what a device opens ---------------------------------------------------------------------------------------------


def test_a_device_opens_its_own_club_only(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    device = device_of(evening.club_token)
    assert status(device, evening) == 200 and status(device, other) == 404
    # Nor with the key of one club under the name of the other.
    [(name, key)] = [(name, one.value) for name, one in device.cookies.items() if name.startswith("club-")]
    device.cookies[name.replace(evening.stored.club_id.hex, other.stored.club_id.hex)] = key
    assert status(device, other) == 404


def test_without_its_cookie_the_address_explains_itself(evening: PagedEvening) -> None:
    known, unknown = browser().get(club_address(evening)), browser().get(f"/c/{uuid4()}/")
    assert known.status_code == unknown.status_code == 404
    assert "only on a device with a key" in text_of(known)
    assert text_of(known) == text_of(unknown)


def test_a_device_writes_through_the_pages_of_its_club(evening: PagedEvening) -> None:
    device = device_of(evening.stored.club.member_token)
    wanted = {"key": uuid4(), "name": "Stammtisch"}
    assert device.post(f"{club_address(evening)}order", wanted).status_code == 404  # administration
    page = f"/t/{evening.stored.club_id}.{evening.stored.pk}/links"
    assert device.post(page, {"key": uuid4(), "watch": "1"}).status_code == 302
    assert evening.now().watch_token != evening.stored.watch_token


def test_the_api_opens_to_the_pages_of_the_site_and_to_no_other(evening: PagedEvening) -> None:
    device = device_of(evening.club_token)
    address, body = f"/api/v1/clubs/{evening.stored.club_id}/people", {"id": str(uuid4()), "people": ["Emil"]}
    json = {"accept": "application/json"}
    assert device.get(address, headers=json).status_code == 200
    for origin, wanted in ((None, 404), ("https://evil.example", 404), ("http://testserver", 200)):
        headers = json | ({"origin": origin} if origin else {})
        answer = device.post(address, body, content_type="application/json", headers=headers)
        assert answer.status_code == wanted, answer.content


# -- the list, and removal -------------------------------------------------------------------------------------------


def test_a_keepers_device_reads_the_keepers_link_in_the_api(evening: PagedEvening) -> None:
    path, found = f"/api/v1/clubs/{evening.stored.club_id}", {}
    for role in ("keeper", "member"):
        phone = device_of(getattr(evening.stored.club, f"{role}_token"))
        found[role] = phone.get(path, headers={"accept": "application/json"}).json()["links"]
    assert found["keeper"]["keeper"]["token"] == evening.club_token
    assert "keeper" not in found["member"]


def test_a_page_of_the_device_opens_an_evening_in_its_club(evening: PagedEvening) -> None:
    """As a phone does after it was offline, when the members' link may have been replaced."""
    phone, json = device_of(evening.stored.club.member_token), {"accept": "application/json"}
    wanted = opening(club_token=str(evening.stored.club_id))
    for headers, answer in ((json, 400), (json | {"origin": "http://testserver"}, 201)):
        sent = phone.post("/api/v1/evenings", wanted, content_type="application/json", headers=headers)
        assert sent.status_code == answer
    assert Evening.objects.filter(club=evening.stored.club).count() == 2


def test_the_keeper_sees_each_device_and_removes_one_without_the_others(evening: PagedEvening) -> None:
    club = evening.stored.club
    keeper, phone, laptop = (
        device_of(club.keeper_token),
        device_of(club.member_token),
        device_of(club.member_token, LAPTOP),
    )
    page = text_of(keeper.get(f"{club_address(evening)}links"))
    assert page.count("Firefox on Android") == 2 and "Safari on Mac" in page and "this device" in page
    assert "last used" in page
    [lost] = [one for one in Device.objects.all() if one.system == "Mac"]
    removed = keeper.post(f"{club_address(evening)}devices/{lost.pk}/remove", {"key": uuid4()})
    assert removed.status_code == 302
    assert (status(laptop, evening), status(phone, evening), status(keeper, evening)) == (404, 200, 200)


def test_a_member_sees_and_removes_no_other_device(evening: PagedEvening) -> None:
    club = evening.stored.club
    keeper, member = device_of(club.keeper_token, LAPTOP), device_of(club.member_token)
    page = text_of(member.get(f"{club_address(evening)}links"))
    assert "Firefox on Android" in page and "Safari on Mac" not in page
    other = Device.objects.get(role=Role.KEEPER)
    assert member.post(f"{club_address(evening)}devices/{other.pk}/remove", {"key": uuid4()}).status_code == 404
    assert status(keeper, evening) == 200


def test_a_removed_device_does_not_come_back_by_the_link_that_it_kept(evening: PagedEvening) -> None:
    club = evening.stored.club
    keeper, phone, lost = (
        device_of(club.keeper_token),
        device_of(club.member_token),
        device_of(club.member_token, LAPTOP),
    )
    [row] = [one for one in Device.objects.all() if one.system == "Mac"]
    form = {"key": uuid4(), "renew": "on"}
    for _ in range(2):  # sent twice, done once
        keeper.post(f"{club_address(evening)}devices/{row.pk}/remove", form)
        renewed = evening.now().club
    assert lost.get(f"/c/{club.member_token}/").status_code == 404 == status(lost, evening)
    assert (status(keeper, evening), status(phone, evening)) == (200, 200)
    assert (renewed.keeper_token == club.keeper_token, renewed.member_token == club.member_token) == (True, False)


def test_a_device_that_may_come_back_is_not_called_gone(evening: PagedEvening) -> None:
    device_of(evening.stored.club.member_token)
    keeper = Client(headers={"accept-language": "en"})
    path = f"/c/{evening.club_token}/devices/{Device.objects.get().pk}/remove"
    assert "it can open the club again" in text_of(keeper.post(path, {"key": uuid4()}, follow=True))
    assert status(device_of(evening.stored.club.member_token), evening) == 200


def test_a_removed_device_of_a_keeper_takes_all_links_with_it(evening: PagedEvening) -> None:
    club = evening.stored.club
    keeper, lost = device_of(club.keeper_token), device_of(club.keeper_token, LAPTOP)
    [row] = [one for one in Device.objects.all() if one.system == "Mac"]
    keeper.post(f"{club_address(evening)}devices/{row.pk}/remove", {"key": uuid4(), "renew": "on"})
    for token in (club.keeper_token, club.member_token):
        assert lost.get(f"/c/{token}/").status_code == 404
    assert (status(lost, evening), status(keeper, evening)) == (404, 200)


def test_a_device_forgets_the_club_on_its_own(evening: PagedEvening) -> None:
    member = device_of(evening.stored.club.member_token)
    answer = member.post(f"{club_address(evening)}devices/{Device.objects.get().pk}/remove", {"key": uuid4()})
    assert answer.status_code == 200 and "no longer has a key" in text_of(answer)
    [cookie] = [one for name, one in answer.cookies.items() if name.startswith("club-")]
    assert cookie["max-age"] == 0
    assert not Device.objects.exists()


@pytest.mark.parametrize("page", ["member", "all"])
@pytest.mark.parametrize("by_device", [True, False])
def test_new_links_leave_the_devices_alone_unless_told(evening: PagedEvening, page: str, by_device: bool) -> None:
    club = evening.stored.club
    phone = device_of(club.member_token)
    keeper = device_of(club.keeper_token) if by_device else Client()

    def renew(**form: str) -> None:
        token = evening.now().club.keeper_token
        link = str(evening.stored.club_id) if by_device else token
        replaces = token if page == "all" else evening.now().club.member_token
        path = f"/c/{link}/links/{page}"
        assert keeper.post(path, {"key": uuid4(), "replaces": replaces, **form}).status_code == 302

    renew()
    assert status(phone, evening) == 200
    renew(devices="on")
    assert status(phone, evening) == 404
    assert not by_device or status(keeper, evening) == 200


@pytest.mark.parametrize(
    ("user_agent", "browser_and_system"),
    [
        (PHONE, "Firefox/Android"), (LAPTOP, "Safari/Mac"), ("", "/"), ("curl/8.5", "/"),
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36",
         "Chrome/Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36"
         " Edg/142.0", "Edge/Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0"
         " Mobile/15E148 Safari/604.1", "Chrome/iPhone"),
        ("Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0"
         " Chrome/136.0.0.0 Mobile Safari/537.36", "Samsung Internet/Android"),
    ],
)  # fmt: skip
def test_a_browser_has_the_name_that_its_user_knows(user_agent: str, browser_and_system: str) -> None:
    name, _, system = browser_and_system.partition("/")
    assert browser_name(user_agent) == BrowserName(browser=name, system=system)
