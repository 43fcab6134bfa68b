"""The front page of a phone that was here before: its evenings and people first, and a link that somebody sent."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from scorebook.play.models import Evening
from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.paged_evening import start
from tests.support.touch import FIRST_VISIT_MS, Thumb, opens_offline

pytestmark = pytest.mark.browser
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
LOST = "Failed to load resource"
STANDALONE = "window.matchMedia = () => ({ matches: true });"
LENT = "navigator.storage.persisted = async () => false;"
KEPT = "navigator.storage.persisted = async () => true;"
PERSISTS = "navigator.storage.persist = async () => { localStorage.setItem('persist', '1'); return true; };"


@pytest.fixture
def anna(open_page: OpenPage, net: Cellar) -> Thumb:
    """A phone with one evening, one hand played."""
    thumb = Thumb(open_page("/", at=net.url, expected_errors=LOST), javascript=True)
    thumb.page.add_init_script(PERSISTS)
    thumb.start(*PEOPLE)
    thumb.write({"declarer": "Anna", "partner": "Beppo"})
    thumb.record()
    opens_offline(thumb.page)
    return thumb


def close(page: Page) -> None:
    page.goto(f"{page.url}close")
    with page.expect_navigation():
        page.get_by_role("button", name="Abend abschließen").tap()
    page.get_by_role("link", name="Zum Stammtisch").first.wait_for(state="attached", timeout=FIRST_VISIT_MS)


def test_the_running_evening_stands_above_the_form_and_opens_in_one_tap(anna: Thumb) -> None:
    page, table = anna.page, anna.page.url
    page.goto("/")
    card = page.locator("#go-on a")
    expect(card).to_have_text(re.compile(r"^Weiterspielen: Anna, Beppo, Cilli, DoneSpiel 2 · \d"))
    first = page.locator("#main :is(a, button, summary, input):visible").first
    assert first.evaluate("(one) => one.closest('#go-on') !== null")
    expect(page.locator(".start")).to_be_hidden()
    with page.expect_navigation():
        card.tap()
    assert page.url == table


def test_other_running_evenings_are_told_apart_by_their_people(anna: Thumb) -> None:
    page = anna.page
    page.goto("/")
    new = page.locator("#new > summary")
    new.tap()
    anna.start("Emil", "Fanny", "Gustl", "Hans")
    opens_offline(page)
    page.goto("/")
    expect(page.locator("#go-on a")).to_contain_text("Weiterspielen: Emil, Fanny, Gustl, Hans")
    expect(page.locator("#running li")).to_have_text([re.compile(r"^Anna, Beppo, Cilli, Done1 Spiel · \d")])
    people = page.locator("#clubs .chip small")
    expect(people).to_have_text(["Emil, Fanny, Gustl, Hans", "Anna, Beppo, Cilli, Done"])
    expect(page.locator("#new")).not_to_have_attribute("open", "")
    new.tap()
    expect(page.locator('[name="names"]').first).to_be_visible()
    offered = page.locator("#known-names option").evaluate_all("(all) => all.map((one) => one.value)")
    assert offered == ["Emil", "Fanny", "Gustl", "Hans", "Anna", "Beppo", "Cilli", "Done"]


def test_names_of_an_evening_from_elsewhere_are_offered(anna: Thumb) -> None:
    page = anna.page
    page.evaluate("localStorage.clear()")
    page.goto("/")
    expect(page.locator("#known-names option")).to_have_count(4)
    expect(page.locator('[name="names"]').first).to_have_attribute("list", "known-names")


def test_the_form_is_shut_before_its_scripts_have_come(anna: Thumb) -> None:
    """The place of the card is kept too, so that nothing moves under a thumb."""
    page = anna.page
    page.goto("/")
    expect(page.locator("#go-on a")).to_be_visible()
    before = page.locator("#new").bounding_box()
    page.add_init_script("IDBFactory.prototype.open = () => ({});")  # the storage never answers
    page.reload()
    expect(page.locator("#new")).not_to_have_attribute("open", "")
    expect(page.locator("#go-on")).to_be_visible()
    expect(page.locator("#go-on a")).to_have_count(0)
    now = page.locator("#new").bounding_box()
    assert before and now and now["y"] <= before["y"]


def test_a_form_that_comes_back_stays_open(anna: Thumb) -> None:
    page = anna.page
    page.goto("/")
    page.locator("#new > summary").tap()
    page.locator('[name="names"]').first.fill("Anna")
    anna.press("Abend anfangen")
    expect(page.locator("#go-on a")).to_be_visible()
    expect(page.locator("#problems")).to_be_in_viewport()
    expect(page.locator('[name="names"]').first).to_have_value("Anna")


def test_the_server_hears_nothing_of_the_evenings_that_a_phone_holds(anna: Thumb) -> None:
    page, token = anna.page, anna.page.url.rstrip("/").rpartition("/")[2]
    page.goto("/rules/")  # whatever the table page was still asking
    requests: list[str] = []
    page.on("request", lambda request: requests.append(f"{request.url} {request.post_data or ''}"))
    page.goto("/")
    expect(page.locator("#go-on a")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert len(requests) > 3 and [one for one in requests if token in one] == []


def test_a_closed_evening_offers_its_people_again(anna: Thumb) -> None:
    page = anna.page
    close(page)
    page.goto("/")
    card = page.locator("#go-on a")
    expect(card).to_have_text(re.compile(r"^Nächster Abend: .+Anna, Beppo, Cilli, Done$"))
    with page.expect_navigation():
        card.tap()
    assert [field.input_value() for field in page.locator('[name="names"]').all()][:4] == list(PEOPLE)
    anna.press("Abend anfangen")
    expect(page.locator("h1")).to_have_text("Spiel 1")


def test_who_was_never_here_sees_nothing_of_it(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("#paste").wait_for(state="attached", timeout=FIRST_VISIT_MS)
    for part in ("#go-on", "#running", ".erased"):
        expect(page.locator(part)).to_be_hidden()
    assert page.locator("#going #paste").count() == 0
    expect(page.locator(".start")).to_be_visible()
    plain = open_page("/", javascript=False)
    expect(plain.locator("#going, #paste").first).to_be_hidden()
    expect(plain.locator(".start")).to_be_visible()


def test_without_a_network_the_front_page_goes_on_too(anna: Thumb, net: Cellar) -> None:
    page, table = anna.page, anna.page.url
    net.is_cut = True
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Ohne Netz")
    page.locator("#evenings li a").tap()
    expect(page.locator("h1")).to_have_text("Spiel 2")
    assert page.url == table


def test_the_list_of_evenings_has_its_own_name_with_a_network(anna: Thumb) -> None:
    anna.page.goto("/offline/")
    expect(anna.page.locator("h1")).to_have_text("Abende auf diesem Handy")
    expect(anna.page.locator("#evenings li")).to_have_count(1)


def test_persistent_storage_is_requested_at_the_first_evening(anna: Thumb) -> None:
    assert anna.page.evaluate("localStorage.getItem('persist')") == "1"


@pytest.mark.parametrize(("storage", "is_warned"), [(LENT, True), (KEPT, False)])
def test_a_warning_shows_where_waiting_hands_may_be_erased(
    anna: Thumb, net: Cellar, storage: str, is_warned: bool
) -> None:
    page = anna.page
    page.add_init_script(storage)
    page.goto("/")
    expect(page.locator("#go-on a")).to_have_count(1)
    expect(page.locator(".erased")).to_be_hidden()  # nothing waits
    page.go_back()
    net.is_cut = True
    page.reload()
    expect(page.locator(".kept")).not_to_be_empty()
    page.route("**/api/**", lambda route: route.abort())  # nothing is sent, not even when the network is back
    anna.tap(page.locator("button.thrown"))
    expect(page.locator("h1")).to_have_text("Spiel 3")
    page.goto("/offline/")
    expect(page.locator("#evenings .tag")).to_have_text("1 zu senden")
    expect(page.locator("#evenings li")).to_contain_text("2 Spiele")
    expect(page.locator(".erased")).to_be_visible(visible=is_warned)
    net.is_cut = False
    page.goto("/")
    expect(page.locator("#go-on .tag")).to_have_text("1 zu senden")
    expect(page.locator(".erased")).to_be_visible(visible=is_warned)


def test_a_guest_forgets_a_link_that_was_in_the_wrong_hands(anna: Thumb, client: Client) -> None:
    page = anna.page
    page.evaluate("localStorage.removeItem('clubs')")  # with a key of the club the phone would find the evening again
    token = page.url.rstrip("/").rpartition("/")[2]
    page.wait_for_load_state("networkidle")  # a page that still loads would interrupt the next one
    page.goto("/")
    Evening.objects.filter(scribe_token=token).update(scribe_token="another")  # as new links do, from another phone
    with page.expect_navigation():
        page.locator("#go-on a").tap()
    expect(page.get_by_role("heading", name="Seite nicht gefunden")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.goto("/")
    expect(page.locator("#go-on")).to_be_hidden()
    expect(page.locator(".start")).to_be_visible()


def pasted(page: Page, text: str) -> None:
    paste = page.locator("#paste")
    if not paste.locator("form").is_visible():
        paste.locator("summary").tap()
    paste.locator('[name="link"]').fill(text)
    paste.get_by_role("button", name="Öffnen").tap()


def test_an_installed_app_takes_links_of_each_kind(client: Client, open_page: OpenPage) -> None:
    evening = start(client)
    evening.record()
    page = open_page("/")
    page.add_init_script(STANDALONE)
    host = page.url.rstrip("/")
    links = {
        f"/t/{evening.stored.scribe_token}/": "Spiel 2",
        f"/w/{evening.stored.watch_token}/": "So steht es",
        f"/c/{evening.club_token}/": evening.stored.club.name,
    }
    for path, heading in links.items():
        page.goto("/")
        page.locator("#going #paste").wait_for()
        pasted(page, f"Schau zu: {host}{path} bis gleich!")
        expect(page.locator(".bar h1")).to_have_text(heading)
        assert page.url == host + path.replace(evening.club_token, str(evening.stored.club_id))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Kein Link gefunden. Ein Link beginnt mit http."),
        ("Spiel 7", "Kein Link gefunden. Ein Link beginnt mit http."),
        ("https://example.org/t/abc/", "Dieser Link gehört zu einer anderen Website."),
        ("{host}/rules/", "Dieser Link öffnet keinen Abend und keinen Stammtisch."),
    ],
)
def test_other_links_are_refused_with_a_sentence(open_page: OpenPage, text: str, problem: str) -> None:
    page = open_page("/")
    pasted(page, text.replace("{host}", page.url.rstrip("/")))
    expect(page.locator("#paste .problem")).to_have_text(problem)
    expect(page.locator(".start")).to_be_visible()
