"""The stories of keys and phones in Chromium. The first five run in WebKit and Firefox too (tests/engines)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Route
from pytest_django.live_server_helper import LiveServer

from scorebook.clubs import identities
from scorebook.clubs.devices import lost_keeper
from scorebook.clubs.devices.writers import forget_cached_writers
from scorebook.clubs.models import Club, Device, Player
from scorebook.play.models import HandEvent
from tests.support import key_stories as stories
from tests.support.browser import ACTION_TIMEOUT_MS, PHONE
from tests.support.thumb import ChromiumThumb

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NewPhone = Callable[[], ChromiumThumb]
# All that the phone holds: its storage, its database and its kept pages.
HELD = """(async () => {
  const pages = await caches.open("pages"), kept = await pages.keys();
  const texts = await Promise.all(kept.map(async (one) => one.url + await (await pages.match(one))?.text()));
  const database = await new Promise((then) => {
    const opened = indexedDB.open("scorebook");
    opened.onsuccess = () => {
      const all = opened.result.transaction("evenings").objectStore("evenings").getAll();
      all.onsuccess = () => then(JSON.stringify(all.result));
    };
  });
  return [localStorage.clubs ?? "", database, ...texts].join();
})()"""


@pytest.fixture
def new_phone(chromium: Browser, live_server: LiveServer) -> Iterator[NewPhone]:
    contexts: list[BrowserContext] = []

    def made() -> ChromiumThumb:
        context = chromium.new_context(base_url=live_server.url, **PHONE)
        context.set_default_timeout(ACTION_TIMEOUT_MS)
        contexts.append(context)
        return ChromiumThumb(context)

    forget_cached_writers()
    yield made
    for context in contexts:
        context.close()
    forget_cached_writers()


def test_a_new_phone_with_the_old_one(new_phone: NewPhone) -> None:
    old, new = new_phone(), new_phone()
    stories.new_phone_with_the_old_one(new, old, stories.link_with_keys(old))
    assert Device.objects.count() == 2


def test_a_new_phone_without_the_old_one(new_phone: NewPhone) -> None:
    stories.new_phone_without_the_old_one(new_phone(), new_phone(), new_phone())


def test_a_guest_with_the_pen(new_phone: NewPhone) -> None:
    guest = new_phone()
    stories.guest_pen(guest, new_phone())
    assert guest.device_cookies == [] and Device.objects.count() == 1


def test_a_device_that_is_thrown_out(new_phone: NewPhone) -> None:
    stories.thrown_out_device(new_phone(), new_phone(), new_phone())


def test_a_stolen_link(new_phone: NewPhone) -> None:
    stories.stolen_link(new_phone(), new_phone(), new_phone())
    assert Device.objects.count() == 2


def test_a_sold_phone_keeps_no_link_of_the_club(new_phone: NewPhone) -> None:
    phone = new_phone()
    stories.found_club(phone)
    club = Club.objects.get()
    phone.page.evaluate("navigator.serviceWorker.ready")
    stories.open_club(phone)
    phone.tap("main .button-main")
    phone.sees("h1", "Spiel 1")
    stories.open_club(phone)
    phone.page.wait_for_function(f"caches.match('/c/{club.pk}/')")
    held, tokens = phone.page.evaluate(HELD), (club.keeper_token, club.member_token, club.evenings.get().scribe_token)
    assert [token in held for token in tokens] == [True, False, True]
    phone.tap(".club-page", "Links")
    phone.tap("#devices .device summary")
    phone.tap("#devices details[open] button")
    phone.has("#forgotten")
    for one in (*tokens, str(club.pk)):
        phone.page.wait_for_function(f"{HELD}.then((held) => !held.includes('{one}'))")


def named_phones(new_phone: NewPhone, *names: str) -> tuple[ChromiumThumb, ...]:
    """A keeper's phone, and one for each of these people, whose names the keeper has confirmed."""
    keeper = new_phone()
    stories.found_club(keeper)
    link, phones = stories.link_of(keeper, "member"), []
    for name in names:
        phone = new_phone()
        stories.open_link(phone, link)
        stories.say_who(phone, name)
        stories.say_yes(keeper, name)
        phones.append(phone)
    return (keeper, *phones)


def test_the_keeper_is_gone(new_phone: NewPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper, anna, beppo = named_phones(new_phone, "Anna", "Beppo")
    Device.objects.filter(role=4).delete()
    old = Club.objects.get().keeper_token
    for phone, button in ((anna, "Neuen Link anfordern"), (beppo, "Ich stimme zu")):
        stories.open_club(phone)
        phone.tap(".club-page", "Links")
        phone.tap("#lost button", button)
    beppo.sees("#lost .note", "Anna und Beppo fordern einen neuen Verwaltungslink an")
    assert "Neuen Link machen" not in beppo.visible_text("#lost")
    stories.open_club(anna)
    anna.sees(".note", "Anna und Beppo fordern einen neuen Verwaltungslink an")
    monkeypatch.setattr(lost_keeper, "WAIT", timedelta(0))  # three days later
    anna.tap(".note a", "Links")
    anna.tap("#lost button", "Neuen Link machen")
    anna.sees(".note", "Hier ist der neue Verwaltungslink")
    anna.sees("#keeper .address", Club.objects.get().keeper_token)
    assert Club.objects.get().keeper_token != old
    stories.open_club(beppo)
    beppo.tap(".club-page", "Verwaltung")  # administers the club too
    stories.opens_nothing(keeper)


def test_two_phones_of_one_person(new_phone: NewPhone) -> None:
    _keeper, first, second = named_phones(new_phone, "Anna", "Anna")
    for phone in (first, second):
        stories.open_club(phone)
        phone.sees("#me", "Servus, Anna.")
        phone.tap("#me a", "Mein Auszug")
        phone.sees("h1", "Anna")
    assert Device.objects.exclude(player=None).count() == 2
    stories.open_club(first)
    first.tap("#me a", "Meine Zahlen")
    first.tap("a", "Handys")
    first.tap("#devices button", "Das bin ich nicht mehr")
    first.sees(".note", "Das Handy hat keinen Namen mehr.")
    stories.open_club(second)
    second.sees("#me", "Servus, Anna.")


def test_a_claim_that_others_dispute(new_phone: NewPhone) -> None:
    _keeper, false_anna, beppo, cilli = named_phones(new_phone, "Anna", "Beppo", "Cilli")
    for phone, answer in ((beppo, "Sagt das noch ein Mitglied"), (cilli, "Das Handy hat keinen Namen mehr.")):
        phone.open(f"/c/{Club.objects.get().pk}/people/{Player.objects.get(name='Anna').pk}/claim")
        phone.tap("#devices button", "Das ist nicht Anna")
        phone.sees(".note", answer)
    stories.open_club(false_anna)
    assert false_anna.visible_text("#me") == ""
    stories.open_club(beppo)
    beppo.sees("#me", "Servus, Beppo.")


def test_forgotten_after_a_claim(new_phone: NewPhone) -> None:
    _keeper, anna = named_phones(new_phone, "Anna")
    anna.open(f"/t/{Club.objects.get().evenings.get().scribe_token}/")
    anna.has(".kept[data-kept=server]")
    anna.tap("button.thrown")
    anna.sees("h1", "Spiel 2")
    player = Player.objects.get(name="Anna")
    assert HandEvent.objects.get().recorded_by == f"phone of {player.pk}"
    identities.forget_person(player=player, key=uuid4(), by="keeper link", at=timezone.now())
    stories.open_club(anna)  # the phone stays in the club
    assert anna.visible_text("#me") == ""
    anna.open("/")
    assert anna.visible_text("#clubs .hello") == ""
    anna.open(f"/t/{Club.objects.get().evenings.get().scribe_token}/hands/1/")
    anna.sees(".version", "Handy von")
    assert "Anna" not in anna.visible_text("main")


def refuse_cookies(context: BrowserContext) -> None:
    """Let the pages of clubs answer as to a browser that keeps no cookie."""

    def answer_without(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        context.clear_cookies()  # which the answer has set
        route.fulfill(response=answer, headers={k: v for k, v in answer.headers.items() if k != "set-cookie"})

    context.route(lambda url: "/c/" in url, answer_without)


def test_without_cookies_the_link_works(new_phone: NewPhone) -> None:
    keeper, bare = new_phone(), new_phone()
    stories.found_club(keeper)
    link = stories.link_of(keeper, "member")
    refuse_cookies(bare.context)
    for _ in range(2):
        bare.open(link)
        bare.sees("main", "Abend anfangen")
        assert bare.address == link[link.index("/c/") :]
        bare.tap(".club-page", "Ranglisten")
        bare.sees("h1", "Ranglisten")
    assert bare.device_cookies == [] and Device.objects.count() == 1
    bare.open("/")
    bare.tap("#clubs .chip")
    bare.sees("main", "Abend anfangen")
