"""The browser tests' own tools: they must notice what they promise to notice."""

import pytest
from django.templatetags.static import static
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from scorebook.clubs.models import Club
from tests.support.browser import OpenPage, Pages

pytestmark = pytest.mark.browser

FILE = static("rest_framework/css/default.css")  # no page of ours: nothing runs in it


def test_a_phone_is_as_wide_as_a_phone(open_page: OpenPage) -> None:
    page = open_page(FILE, color_scheme="light")
    assert page.evaluate("[screen.width, screen.height, navigator.language]") == [360, 740, "de-DE"]
    assert page.evaluate("matchMedia('(prefers-color-scheme: light)').matches")
    page = open_page(FILE, color_scheme="dark", locale="en-GB")
    assert page.evaluate("navigator.language") == "en-GB"
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")


def test_two_pages_may_share_one_phone(open_page: OpenPage) -> None:
    first = open_page(FILE)
    first.evaluate("document.cookie = 'round=1; path=/'")
    assert open_page(FILE, context=first.context).evaluate("document.cookie") == "round=1"
    assert open_page(FILE).evaluate("document.cookie") == ""


def test_the_database_can_be_read_beside_the_browser(open_page: OpenPage) -> None:
    open_page(FILE)
    assert Club.objects.count() == 0


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('Herz ist Trumpf')", "Herz ist Trumpf"),
        ("new Promise(done => setTimeout(() => { done(); throw new Error('verzählt') }))", "verzählt"),
        ("fetch('http://elsewhere.example/').catch(() => null)", "another host: http://elsewhere.example/"),
    ],
)
def test_what_goes_wrong_in_a_page_is_a_complaint(
    live_server: LiveServer, chromium: Browser, script: str, complaint: str
) -> None:
    pages = Pages(browser=chromium, base_url=live_server.url)
    page = pages.open(FILE)
    page.evaluate(script)
    # An evaluation answers after everything the page reported before it.
    page.evaluate("new Promise(requestAnimationFrame)")
    pages.close()
    assert complaint in "\n".join(pages.problems)


def test_errors_that_belong_to_a_test_are_no_complaint(live_server: LiveServer, chromium: Browser) -> None:
    pages = Pages(browser=chromium, base_url=live_server.url)
    pages.open("/static/is-not-there.css", expected_errors="404")
    pages.close()
    assert pages.problems == []


def test_without_javascript_no_script_runs(open_page: OpenPage) -> None:
    page = open_page(FILE, javascript=False)
    page.goto("data:text/html,<p>paper</p><script>document.body.textContent = 'script'</script>")
    assert page.locator("p").inner_text() == "paper"
