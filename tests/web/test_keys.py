"""What a guest with a link can do and what not; how a club gets its links; that each page declares what opens it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from playwright.sync_api import expect

from scorebook import access
from scorebook.api.operation import Operation, operation
from scorebook.api.serializers.games import GamesResponse
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.play.models import Evening, EveningEvent
from tests.support.api_phone import Phone, key, opening
from tests.support.browser import OpenPage
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start, start_fields, text_of, token_in_address
from tests.support.touch import Thumb, opens_offline

pytestmark = pytest.mark.django_db

ENGLISH = {"accept-language": "en"}
# Addresses outside pages and API: for machines, for the language, and for operators with a password.
WITHOUT_LINKS = ("alive", "ready", "metrics", "i18n/", "admin/")


# -- a guest with the scribe's link ----------------------------------------------------------------------------------


def pages_from(client: Client, first: str) -> Iterator[tuple[str, str]]:
    """Yield each page of the site to which links lead, with its markup."""
    seen, left = set[str](), [first]
    while left:
        path = left.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = client.get(path, headers=ENGLISH)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        html = answer.content.decode()
        yield path, html
        left += [
            found for found in re.findall(r'(?:href|action)="(/[^"#?]*)', html) if not found.startswith("/static/")
        ]


def test_a_guest_who_writes_an_evening_comes_to_no_club_and_locks_nobody_out(client: Client) -> None:
    """Before, the scribe's link led to the club's, and one request with that locked its owner out."""
    evening, second = start(client), None
    second = Evening.objects.get(
        scribe_token=token_in_address(client.post(f"/c/{evening.club_token}/start", start_fields()))
    )
    club, guest = evening.stored.club, Client()
    secrets = (club.keeper_token, club.member_token, second.scribe_token, second.watch_token)
    pages = dict(pages_from(guest, f"/t/{evening.stored.scribe_token}/"))
    assert len(pages) > 20
    assert [path for path, html in pages.items() if path.startswith("/c/") or any(one in html for one in secrets)] == []
    sheet = Phone(client=guest).get(f"evenings/{evening.stored.scribe_token}")
    assert sheet.json["links"].keys() == {"watch", "scribe"} and not any(one in sheet.text for one in secrets)

    form = {"key": uuid4(), "scribe": "1", "all": "1"}
    scribe = evening.stored.scribe_token
    for path in (f"/t/{scribe}/links", *(f"/c/{scribe}/links{what}" for what in ("", "/member", "/all"))):
        assert guest.post(path, form).status_code == 404
    for path in (f"evenings/{scribe}/links/scribe", f"clubs/{scribe}/links", f"clubs/{scribe}/links/member"):
        assert Phone(client=guest).post(path, key()).status == 404
    for path in (f"/c/{club.keeper_token}/", f"/c/{club.member_token}/", f"/t/{scribe}/", f"/t/{second.scribe_token}/"):
        assert client.get(path).status_code == 200


def test_a_member_reads_and_writes_and_puts_nothing_in_order(client: Client, evening: PagedEvening) -> None:
    token = evening.stored.club.member_token
    page = markup(client.get(f"/c/{token}/", headers=ENGLISH))
    assert "/order" not in page and f'href="/c/{token}/links"' in page and evening.club_token not in page
    for path in ("seasons", "hall", "cup", "tab", "start", "links"):
        html = markup(client.get(f"/c/{token}/{path}", headers=ENGLISH))
        assert "Save</button>" not in html and evening.club_token not in html
    assert client.post(f"/c/{token}/seasons", {"key": uuid4()}).status_code == 404
    answer = client.post(f"/c/{token}/start", start_fields())
    assert answer.status_code == 302 and "#" not in answer["Location"]
    assert Evening.objects.get(scribe_token=token_in_address(answer)).club == evening.stored.club


def test_who_learns_the_id_of_an_evening_cannot_repeat_its_opening() -> None:
    phone = Phone()
    """A repeated request gets the links again, so its key must be none that other answers tell."""
    wanted = opening()
    opened = phone.post("evenings", wanted).json
    watched = phone.get(f"evenings/{opened['links']['watch']['token']}").json
    answer = phone.post("evenings", wanted | {"id": watched["id"]})
    assert answer.status == 201 and answer.json["id"] != watched["id"]
    assert opened["links"]["scribe"]["token"] not in answer.text and opened["links"]["club"]["token"] not in answer.text
    club = phone.get(f"clubs/{opened['links']['club']['token']}").json
    answer = phone.post("clubs", {"id": club["id"], "name": club["name"]})
    assert opened["links"]["club"]["token"] not in answer.text


def test_an_opening_in_older_books_whose_key_others_can_learn_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    phone, wanted = Phone(), opening()
    for id in ("evening_id_of_opening", "opening_event_id"):
        monkeypatch.setattr(f"scorebook.play.services.evening.{id}", lambda key: key)
    opened = phone.post("evenings", wanted).json
    monkeypatch.undo()
    assert opened["id"] == wanted["id"]
    again = phone.post("evenings", wanted)
    assert (again.status, again.problems) == (409, [("key_reused", "id")])
    assert opened["links"]["scribe"]["token"] not in again.text


def test_nothing_that_is_stored_or_exported_is_the_key_of_an_opening(client: Client) -> None:
    """A keeper's link that leaked, and a club file, must not lead to the links of later."""
    phone, wanted = Phone(), opening()
    opened = phone.post("evenings", wanted).json
    keeper = opened["links"]["club"]["token"]
    file = phone.get(f"clubs/{keeper}/file").text
    assert wanted["id"] not in file and opened["id"] in file
    assert not EveningEvent.objects.filter(pk=wanted["id"]).exists()
    for key_in_file in re.findall(r'"id": ?"([0-9a-f-]{36})"', file):
        answer = phone.post("evenings", wanted | {"id": key_in_file})
        assert keeper not in answer.text and opened["links"]["scribe"]["token"] not in answer.text


@pytest.mark.parametrize("path", ["evenings", "clubs"])
def test_a_founding_is_repeated_until_the_links_are_renewed(path: str) -> None:
    phone = Phone()
    wanted = opening() if path == "evenings" else {**key(), "name": "Linde"}
    first = phone.post(path, wanted).json
    assert phone.post(path, wanted).json["links"] == first["links"]
    renewed = phone.post(f"clubs/{first['links']['club']['token']}/links", key()).json["links"]["club"]["token"]
    again = phone.post(path, wanted)
    assert again.status == 409 and renewed not in again.text


@pytest.mark.parametrize("link", ["watch", "scribe", "member"])
def test_an_old_renewal_that_is_repeated_brings_no_old_link_back(
    evening: PagedEvening, client: Client, link: str
) -> None:
    def token() -> str:
        stored = evening.now()
        return str(getattr(stored.club if link == "member" else stored, f"{link}_token"))

    page = f"/c/{evening.club_token}/links" if link == "member" else f"/t/{evening.member_link}/links"
    assert f'name="replaces" value="{token()}"' in " ".join(markup(client.get(page)).split())
    path = f"{page}/member" if link == "member" else page
    first = {"key": uuid4(), link: "1", "replaces": token()}
    tokens = []
    for form in (first, first, {}, first):
        client.post(path, form or {"key": uuid4(), link: "1", "replaces": token()})
        tokens.append(token())
    assert first["replaces"] != tokens[0] == tokens[1] != tokens[2] == tokens[3]


def test_a_link_for_writing_that_has_expired_stays_so_when_the_evening_is_reopened(
    evening: PagedEvening, client: Client
) -> None:
    scribe = evening.stored.scribe_token
    client.post(f"/t/{scribe}/close", {"key": uuid4()})
    Evening.objects.update(closed_at=timezone.now() - timedelta(days=2))
    assert client.post(f"/t/{evening.member_link}/settle", {"key": uuid4(), "reopen": "1"}).status_code == 302
    assert client.get(f"/t/{scribe}/").status_code == 404
    assert client.get(f"/t/{evening.now().scribe_token}/").status_code == 200


def test_a_linked_club_writes_without_a_link_of_the_evening(client: Client, evening: PagedEvening) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    linked = {"key": uuid4(), "link": f"https://x/c/{other.club_token}/"}
    assert client.post(f"/c/{evening.club_token}/order/clubs", linked).status_code == 302
    theirs = f"{evening.stored.club.member_token}.{other.stored.pk}"
    for path in (
        f"/c/{evening.stored.club.member_token}/",
        f"/t/{theirs}/",
        f"/t/{theirs}/sheet",
        f"/t/{theirs}/links",
        f"/api/v1/evenings/{theirs}",
    ):
        page = client.get(path)
        assert page.status_code == 200 and other.stored.scribe_token not in page.content.decode()
    assert client.post(f"/t/{theirs}/links", {"key": uuid4(), "scribe": "1"}).status_code == 404
    client.post(f"/c/{evening.club_token}/order/clubs", {"key": uuid4(), "unlink": str(other.stored.club_id)})
    assert client.get(f"/t/{theirs}/").status_code == 404


def test_the_page_of_links_shows_an_evening_as_long_as_its_link_for_writing_opens_it(evening: PagedEvening) -> None:
    evening.post("close")
    page, way = f"/c/{evening.club_token}/links", f"{evening.stored.pk}/links"
    assert way in markup(Client().get(page))
    Evening.objects.update(closed_at=timezone.now() - timedelta(days=1, minutes=1))
    assert way not in markup(Client().get(page))


def test_nobody_else_names_the_evening_that_a_phone_moves(evening: PagedEvening, client: Client) -> None:
    """What waits on a phone would go to whoever made the address."""
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    page = markup(client.get(f"/t/{other.stored.scribe_token}/links?was={evening.stored.scribe_token}"))
    assert 'id="moved"' not in page


# -- the founding of a club ------------------------------------------------------------------------------------------


def test_with_a_script_the_table_comes_at_once_and_its_address_has_the_keepers_link_for_the_phone(
    client: Client,
) -> None:
    answer = client.post("/", start_fields())
    stored = Evening.objects.select_related("club").get()
    fragment = f"#keeper={stored.club.keeper_token}"
    assert answer["Location"] == f"/t/{stored.scribe_token}/?new=1{fragment}"
    page = client.get(f"/t/{stored.scribe_token}/?new=1")
    assert stored.club.keeper_token not in markup(page) and "sessionid" not in {*answer.cookies, *page.cookies}


def test_without_a_script_the_links_come_first(client: Client) -> None:
    fields = start_fields()
    del fields["phone"]
    answer = client.post("/", fields)
    stored = Evening.objects.select_related("club").get()
    assert answer["Location"] == f"/c/{stored.club.keeper_token}/links"
    page = client.get(answer["Location"], headers=ENGLISH)
    assert all(token in markup(page) for token in (stored.club.keeper_token, stored.club.member_token))
    assert "Keep safe: the keeper's link" in text_of(page).replace(
        "&#x27;", "'"
    ) and f"/t/{stored.scribe_token}/" in markup(page)


def test_the_keeper_is_reminded_at_the_third_evening_until_the_link_is_kept(client: Client) -> None:
    evening = start(client)
    paths = [f"/c/{evening.club_token}/", f"/c/{evening.club_token}/start"]

    def reminds() -> list[bool]:
        return ["link saved?" in text_of(client.get(path, headers=ENGLISH)) for path in paths]

    found = [reminds()]
    for _second_and_third in range(2):
        client.post(f"/c/{evening.club_token}/start", start_fields())
        found.append(reminds())
    assert found == [[False, False], [False, True], [True, True]]
    assert "link saved?" not in text_of(client.get(f"/c/{evening.stored.club.member_token}/", headers=ENGLISH))
    assert client.post(f"/c/{evening.stored.club.member_token}/links", {"kept": "1"}).status_code == 404
    assert client.post(f"/c/{evening.club_token}/links", {"kept": "1"}).status_code == 302
    assert reminds() == [False, False]
    client.post(f"/c/{evening.club_token}/links/all", {"key": uuid4()})
    assert Club.objects.get().keeper_link_kept_at is None  # the new one is not kept yet


@pytest.mark.browser
@pytest.mark.parametrize("status", [0, 429, 503], ids=["no answer", "too many", "no database"])
def test_the_phone_that_founds_a_club_asks_again_whether_the_link_is_right(open_page: OpenPage, status: int) -> None:
    """The table opens without a network meanwhile: it did not as long as the link was in its address."""
    page = open_page("/", expected_errors="Failed to load resource")
    failed = "**/api/v1/clubs/*"
    page.route(failed, lambda route: route.fulfill(status=status, json={}) if status else route.abort())
    Thumb(page, javascript=True).begin("Anna", "Beppo", "Cilli", "Done")
    opens_offline(page)
    expect(page.locator("#founded")).to_be_hidden()
    page.unroute(failed)
    expect(page.locator("#founded")).to_be_visible()
    assert page.url.endswith(f"/t/{Evening.objects.get().scribe_token}/")


@pytest.mark.browser
def test_the_phone_that_founds_a_club_keeps_its_link_and_shows_the_way(open_page: OpenPage) -> None:
    page = open_page("/")
    for place, name in enumerate(("Anna", "Beppo", "Cilli", "Done")):
        page.locator("[name=names]").nth(place).fill(name)
    page.locator(".start button[type=submit]:visible").last.click()
    expect(page.locator("h1")).to_contain_text("1")
    stored = Evening.objects.select_related("club").get()
    expect(page.locator("#founded")).to_be_visible()
    assert page.url.endswith(f"/t/{stored.scribe_token}/")  # whoever is sent this address gets no more than it
    expect(page.locator("#founded a")).to_have_attribute("href", f"/c/{stored.club.keeper_token}/links")
    page.reload()
    expect(page.locator("#founded")).to_be_hidden()
    page.locator(".menu summary").click()
    page.locator(f".menu a[href='/c/{stored.club.keeper_token}/']").click()
    expect(page.locator("h1")).to_contain_text(stored.club.name)

    guest = open_page(f"/t/{stored.scribe_token}/")
    guest.locator(".menu summary").click()
    expect(guest.locator(".menu li:visible")).not_to_have_count(0)
    expect(guest.locator(".menu a[data-club]")).to_be_hidden()


# -- what opens each address -----------------------------------------------------------------------------------------


def views(resolver: URLResolver, route: str = "") -> Iterator[tuple[str, Any]]:
    for found in resolver.url_patterns:
        path = route + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from views(found, path)
        elif isinstance(found, URLPattern):
            yield path, found.callback


def test_each_page_and_each_operation_declares_what_opens_it() -> None:
    undeclared = []
    for route, view in views(get_resolver()):
        if route.startswith(WITHOUT_LINKS):
            continue
        actions = getattr(view, "actions", None) or {}
        handlers = [getattr(view.cls, action) for action in actions.values()]
        operations = [one for one in handlers if isinstance(getattr(one, "operation", None), Operation)]
        if not operations and not isinstance(getattr(view, "opened_by", None), Role):
            undeclared.append(route)
    assert undeclared == ["api/v1/openapi.json", "api/v1/"]  # the document, and the answer 404


def test_a_page_without_a_declaration_fails_at_import() -> None:
    def undeclared(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    with pytest.raises(ImproperlyConfigured, match="undeclared does not declare"):
        access.page("nowhere", undeclared, name="nowhere")
    assert access.page("nowhere", access.public(undeclared), name="nowhere").name == "nowhere"


def test_an_operation_without_a_declaration_fails_at_import() -> None:
    with pytest.raises(TypeError, match="permission"):
        operation("nowhere", response=GamesResponse)
