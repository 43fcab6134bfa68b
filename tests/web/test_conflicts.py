"""Two phones wrote at once: every kind of conflict, every choice, with a network and without, and the books after it.

Anna's phone shows the conflict; Beppo wrote first, from another phone. Nobody's hand is lost or struck out unless the
person who wrote it, or who chose so, did it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from scorebook.clubs.models import Player
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evening_sheets
from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.paged_evening import RUFER, PagedEvening, start
from tests.support.touch import Thumb, opens_offline

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
LOST = "Failed to load resource"
ONE, TWO, STRUCK = ["rufer Anna"], ["rufer Anna", "wenz Done"], ["rufer Anna struck"]
MINE = "solo Cilli"
BOTH = re.compile("^Beide stimmen: meins wird Spiel")
STRIKE = re.compile("^Meins stimmt: Spiel 1 durchstreichen")
THEIRS = re.compile("^Das andere stimmt")


def replacing(no: int) -> re.Pattern[str]:
    return re.compile(f"^Meins stimmt: Spiel {no} (ersetzen|zählt wieder)$")


MODES = pytest.mark.parametrize("is_cut", [False, True], ids=["online", "offline"])


@pytest.fixture
def beppo(transactional_db: None) -> PagedEvening:
    """Beppo's phone, which writes as a browser without a script would."""
    return start(Client(), *PEOPLE)


@pytest.fixture
def anna(beppo: PagedEvening, open_page: OpenPage, net: Cellar, phone: BrowserContext) -> Iterator[Thumb]:
    page = open_page(net.url + beppo.url("table"), context=phone, expected_errors=LOST)
    opens_offline(page)
    yield Thumb(page, javascript=True)
    page.close()


def out_of_date(thumb: Thumb, net: Cellar, *, is_cut: bool) -> None:
    """The phone hears nothing of what others write from now on: no network, or only the question for it is lost."""
    if is_cut:
        net.is_cut = True
        thumb.page.reload()
        expect(thumb.page.locator(".kept")).not_to_be_empty()
    else:
        thumb.page.route("**/sheet", lambda route: route.abort())


def back(thumb: Thumb, net: Cellar) -> None:
    net.is_cut = False
    thumb.page.unroute_all()
    thumb.page.evaluate("dispatchEvent(new Event('online'))")


def write_solo(thumb: Thumb) -> None:
    thumb.write({"declarer": "Cilli"}, contract="solo", trump_suit="hearts")
    expect(thumb.page.locator(".record")).to_be_enabled()
    thumb.tap(thumb.page.locator(".record"))


def writes_wenz(beppo: PagedEvening) -> None:
    wenz = {**RUFER, "contract": "wenz", "declarer": beppo.ids["Done"]}
    beppo.post("table", known_hands=beppo.now().hand_count, **wenz)


def strikes(beppo: PagedEvening, no: int) -> None:
    beppo.post("void", no, replaces=str(beppo.event(no)))


def corrects(beppo: PagedEvening, no: int) -> None:
    beppo.post(
        "hand", no, replaces=str(beppo.event(no)), **beppo.by_id({"declarer": "Beppo", "partner": "Done", **RUFER})
    )


def books() -> list[str]:
    names = {str(player.pk): player.name for player in Player.objects.all()}
    return [
        f"{line.report.contract} {names[str(getattr(line.report, 'declarer', ''))]}{' struck' if line.is_void else ''}"
        for line in evening_sheets.evening_sheet(Evening.objects.get()).lines
    ]


def events() -> list[tuple[int, str]]:
    return list(HandEvent.objects.order_by("seq").values_list("no", "kind"))


def choose(page: Page, choice: re.Pattern[str]) -> None:
    page.unroute_all()
    page.locator("#conflict").get_by_role("button", name=choice).tap()
    expect(page.locator("#conflict")).to_have_count(0)
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible()


def no_undo(page: Page) -> bool:
    found = page.get_by_role("button", name=re.compile("^(rückgängig|durchstreichen)$", re.IGNORECASE))
    return not any(button.is_visible() for button in found.all())


RECORDS: list[tuple[list[str], re.Pattern[str], list[str]]] = [
    (ONE, BOTH, [*ONE, MINE]),
    (ONE, THEIRS, ONE),
    (ONE, replacing(1), [MINE]),
    (TWO, BOTH, [*TWO, MINE]),
    (TWO, THEIRS, TWO),
    (TWO, replacing(1), [MINE, "wenz Done"]),
    (TWO, replacing(2), ["rufer Anna", MINE]),
    (STRUCK, BOTH, [*STRUCK, MINE]),
    (STRUCK, THEIRS, STRUCK),
    (STRUCK, replacing(1), [MINE]),
]


@MODES
@pytest.mark.parametrize(("theirs", "choice", "after"), RECORDS)
def test_two_hands_at_once(
    anna: Thumb,
    beppo: PagedEvening,
    net: Cellar,
    is_cut: bool,
    theirs: list[str],
    choice: re.Pattern[str],
    after: list[str],
) -> None:
    out_of_date(anna, net, is_cut=is_cut)
    if is_cut:
        write_solo(anna)
        expect(anna.page.locator("h1")).to_have_text("Spiel 2")
    beppo.record()
    if theirs is TWO:
        writes_wenz(beppo)
    if theirs is STRUCK:
        strikes(beppo, 1)
    back(anna, net) if is_cut else write_solo(anna)
    sides = anna.page.locator("#conflict .versus > div")
    expect(sides).to_have_count(len(theirs) + 1)
    expect(sides.first).to_contain_text("Das andere: Spiel 1")
    expect(sides.first).to_contain_text("durchgestrichen" if theirs is STRUCK else "Anna +20")
    expect(sides.last).to_contain_text("Meins: Spiel 1")
    expect(sides.last).to_contain_text("Cilli +150")
    assert no_undo(anna.page)
    assert books() == theirs  # nothing is written before somebody chooses
    choose(anna.page, choice)
    assert books() == after


@MODES
@pytest.mark.parametrize(
    ("other", "choice", "after"),
    [
        (corrects, replacing(1), ["rufer Anna"]),
        (corrects, THEIRS, ["rufer Beppo"]),
        (strikes, replacing(1), ["rufer Anna"]),
        (strikes, THEIRS, ["rufer Anna struck"]),
    ],
)
def test_two_corrections_at_once(
    anna: Thumb,
    beppo: PagedEvening,
    net: Cellar,
    is_cut: bool,
    other: Callable[[PagedEvening, int], None],
    choice: re.Pattern[str],
    after: list[str],
) -> None:
    """Anna makes it a Schneider; Beppo names other people, or strikes the hand out."""
    page = known_to_anna(anna, beppo)
    out_of_date(anna, net, is_cut=is_cut)
    open_correction(anna, is_cut=is_cut)
    anna.choose("level", "schneider")
    if not is_cut:
        other(beppo, 1)
    anna.tap(page.locator(".record"))
    if is_cut:
        expect(page.locator("#hand-1 .tag").first).to_have_text("geändert")
        other(beppo, 1)
        back(anna, net)
    sides = page.locator("#conflict .versus > div")
    expect(sides.last).to_contain_text("Meins: Spiel 1, geändert")
    expect(sides.last).to_contain_text("Schneider")
    before = books()
    choose(page, choice)
    assert books() == after
    is_mine = choice is not THEIRS
    assert (Evening.objects.get().revision, before == after) == (4 if is_mine else 3, not is_mine)


@MODES
@pytest.mark.parametrize(
    ("choice", "after"),
    [(re.compile("^Meins stimmt: Spiel 1 durchstreichen"), ["rufer Beppo struck"]), (THEIRS, ["rufer Beppo"])],
)
def test_striking_out_what_another_has_corrected(
    anna: Thumb, beppo: PagedEvening, net: Cellar, is_cut: bool, choice: re.Pattern[str], after: list[str]
) -> None:
    page = known_to_anna(anna, beppo)
    out_of_date(anna, net, is_cut=is_cut)
    if not is_cut:
        corrects(beppo, 1)
    anna.tap(undo_of_last(page))
    if is_cut:
        expect(page.locator("#hand-1")).to_have_class("is-void")
        corrects(beppo, 1)
        back(anna, net)
    expect(page.locator("#conflict .versus > div").first).to_contain_text("Beppo mit Done")
    assert books() == ["rufer Beppo"]
    choose(page, choice)
    assert books() == after


@MODES
def test_both_struck_the_same_hand_out(anna: Thumb, beppo: PagedEvening, net: Cellar, is_cut: bool) -> None:
    """They wanted the same: the page asks nothing."""
    page = known_to_anna(anna, beppo)
    out_of_date(anna, net, is_cut=is_cut)
    strikes(beppo, 1)
    anna.tap(undo_of_last(page))
    back(anna, net)
    expect(page.locator("#hand-1")).to_have_count(0)  # at once, so no sheet shows it
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible()
    expect(page.locator("#conflict")).to_have_count(0)
    assert events() == [(1, "recorded"), (1, "voided")]


def test_what_was_written_about_a_hand_goes_with_it_and_the_next_hands_stay(
    anna: Thumb, beppo: PagedEvening, net: Cellar
) -> None:
    """Anna corrects her hand 1 and writes hand 2, all in the cellar; Beppo's hand 1 is taken instead of hers."""
    page = anna.page
    out_of_date(anna, net, is_cut=True)
    write_solo(anna)
    open_correction(anna, is_cut=True)
    anna.choose("level", "schneider")
    anna.tap(page.locator(".record"))
    expect(page.locator("h1")).to_have_text("Spiel 2")
    anna.write({"declarer": "Done"}, contract="wenz")
    anna.tap(page.locator(".record"))
    expect(page.locator("h1")).to_have_text("Spiel 3")
    beppo.record()
    back(anna, net)
    expect(page.locator("#conflict .versus > div").last).to_contain_text("Schneider")
    choose(page, THEIRS)
    assert books() == ["rufer Anna", "wenz Done"]
    assert events() == [(1, "recorded"), (2, "recorded")]


def test_hands_that_both_count_are_dealt_in_turn(anna: Thumb, beppo: PagedEvening, net: Cellar) -> None:
    page = anna.page
    out_of_date(anna, net, is_cut=True)
    write_solo(anna)
    expect(page.locator("h1")).to_have_text("Spiel 2")
    anna.write({"declarer": "Done"}, contract="wenz")
    anna.tap(page.locator(".record"))
    expect(page.locator("h1")).to_have_text("Spiel 3")
    beppo.record()
    back(anna, net)
    choose(page, BOTH)
    assert books() == ["rufer Anna", MINE, "wenz Done"]
    names = {str(player.pk): player.name for player in Player.objects.all()}
    assert [names[str(line.table.dealer)] for line in beppo.hands()] == ["Anna", "Beppo", "Cilli"]


def test_a_choice_is_made_once_however_late_an_answer_comes(anna: Thumb, beppo: PagedEvening, net: Cellar) -> None:
    """A page opened anew asks for the sheet again, though it shows the conflict already: a tap overtakes the answer."""
    page = anna.page
    out_of_date(anna, net, is_cut=True)
    write_solo(anna)
    beppo.record()
    back(anna, net)
    expect(page.locator("#conflict")).to_be_visible()
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)
        if len(routes) == 1:
            route.continue_()

    page.route(re.compile(r"/api/v1/evenings/[^/]+$"), hold, times=2)
    page.reload()
    for _ in range(500):
        if len(routes) == 2:
            break
        page.wait_for_timeout(20)
    assert len(routes) == 2
    page.locator("#conflict").get_by_role("button", name=THEIRS).tap()
    expect(page.locator("#conflict")).to_have_count(0)
    routes[1].continue_()
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible()
    page.wait_for_timeout(200)
    expect(page.locator("#conflict")).to_have_count(0)
    assert books() == ONE


def known_to_anna(anna: Thumb, beppo: PagedEvening) -> Page:
    """A first hand, a Rufer of Anna and Beppo, that Anna wrote and both phones know."""
    anna.write({"declarer": "Anna", "partner": "Beppo"})
    anna.record()
    opens_offline(anna.page)
    expect(anna.page.locator('.kept[data-kept="server"]')).to_be_visible()
    return anna.page


def undo_of_last(page: Page) -> Locator:
    return page.locator("#last").get_by_role("button", name="rückgängig")


def open_correction(anna: Thumb, *, is_cut: bool) -> None:
    page = anna.page
    page.locator("#hand-1 summary").tap()
    if is_cut:
        expect(page.locator('.kept:is([data-kept="away"], [data-kept="here"])')).to_be_visible()
        page.locator("#hand-1 a, #hand-1 [data-correct]").first.tap()
        expect(page.locator("h1")).to_have_text("Spiel 1")
    else:
        with page.expect_navigation():
            page.locator("#hand-1").get_by_role("link").tap()
        expect(page.locator(".kept")).not_to_be_empty()


@pytest.mark.parametrize(("theirs", "choice", "after"), RECORDS)
def test_two_hands_at_once_without_a_script(
    beppo: PagedEvening,
    open_page: OpenPage,
    theirs: list[str],
    choice: re.Pattern[str],
    after: list[str],
) -> None:
    page = open_page(beppo.url("table"), javascript=False, expected_errors="409")
    beppo.record()
    if theirs is TWO:
        writes_wenz(beppo)
    if theirs is STRUCK:
        strikes(beppo, 1)
    thumb = Thumb(page, javascript=False)
    thumb.write({"declarer": "Cilli"}, contract="solo", trump_suit="hearts")
    thumb.record()
    sides = page.locator("#conflict .versus > div")
    expect(sides).to_have_count(len(theirs) + 1)
    expect(sides.last).to_contain_text("Cilli +150")
    assert books() == theirs
    choose_plainly(page, choice)
    assert books() == after


@pytest.mark.parametrize(
    ("other", "choice", "after"),
    [
        (corrects, replacing(1), ["rufer Anna"]),
        (corrects, THEIRS, ["rufer Beppo"]),
        (strikes, replacing(1), ["rufer Anna"]),
        (strikes, THEIRS, ["rufer Anna struck"]),
    ],
)
def test_two_corrections_at_once_without_a_script(
    beppo: PagedEvening,
    open_page: OpenPage,
    other: Callable[[PagedEvening, int], None],
    choice: re.Pattern[str],
    after: list[str],
) -> None:
    beppo.record()
    page = open_page(beppo.url("hand", 1), javascript=False, expected_errors="409")
    other(beppo, 1)
    thumb = Thumb(page, javascript=False)
    thumb.choose("level", "schneider")
    thumb.record()
    expect(page.locator("#conflict .versus > div").last).to_contain_text("Schneider")
    choose_plainly(page, choice)
    assert books() == after


@pytest.mark.parametrize(
    ("choice", "after"),
    [(re.compile("^Meins stimmt: Spiel 1 durchstreichen"), ["rufer Beppo struck"]), (THEIRS, ["rufer Beppo"])],
)
def test_striking_out_what_another_has_corrected_without_a_script(
    beppo: PagedEvening, open_page: OpenPage, choice: re.Pattern[str], after: list[str]
) -> None:
    beppo.record()
    page = open_page(beppo.url("table"), javascript=False, expected_errors="409")
    corrects(beppo, 1)
    with page.expect_navigation():
        undo_of_last(page).tap()
    choose_plainly(page, choice)
    assert books() == after


def choose_plainly(page: Page, choice: re.Pattern[str]) -> None:
    box = page.locator("#conflict")
    with page.expect_navigation():
        box.get_by_role("button", name=choice).or_(box.get_by_role("link", name=choice)).tap()
    expect(page.locator("#conflict")).to_have_count(0)


def words_of(page: Page) -> list[str]:
    """What the conflict says, without the times."""
    lines = page.locator("#conflict").inner_text().splitlines()
    return [re.sub(r"\d\d:\d\d", "", line).strip() for line in lines if line.strip()]


def test_the_screen_is_the_same_with_a_script_without_and_offline(
    anna: Thumb, beppo: PagedEvening, net: Cellar, open_page: OpenPage
) -> None:
    plain = Thumb(open_page(beppo.url("table"), javascript=False, expected_errors="409"), javascript=False)
    out_of_date(anna, net, is_cut=True)
    write_solo(anna)
    expect(anna.page.locator("h1")).to_have_text("Spiel 2")
    beppo.record()
    writes_wenz(beppo)
    back(anna, net)
    expect(anna.page.locator("#conflict")).to_be_visible()
    anna.page.evaluate("document.documentElement.style.fontSize = '24px'")
    box = anna.page.locator("#conflict").evaluate(
        "(one) => [one.scrollWidth - one.clientWidth, one.clientWidth - document.documentElement.clientWidth]"
    )
    assert max(box) <= 0
    plain.write({"declarer": "Cilli"}, contract="solo", trump_suit="hearts")
    plain.record()
    own = re.compile("Cilli.*gewonnen|Solo.*gewonnen")  # the phone says its own hand in the words of the form
    assert [own.sub("", line) for line in words_of(anna.page)] == [own.sub("", line) for line in words_of(plain.page)]


def test_a_conflict_is_in_sight_and_has_the_focus(anna: Thumb, beppo: PagedEvening, net: Cellar) -> None:
    """Anna reads the sheet far below while it comes. It is announced, and the heading with the state stays in sight."""
    page = anna.page
    for _ in range(6):
        beppo.record()
    expect(page.locator("h1")).to_have_text("Spiel 7")
    out_of_date(anna, net, is_cut=True)
    write_solo(anna)
    expect(page.locator("h1")).to_have_text("Spiel 8")
    page.locator("#hand-1").scroll_into_view_if_needed()
    expect(page.locator(".kept")).to_be_in_viewport(ratio=1)
    beppo.record()
    back(anna, net)
    conflict = page.locator("#conflict")
    expect(conflict.locator(".versus")).to_be_in_viewport(ratio=1)
    expect(conflict.locator("p").first).to_be_in_viewport(ratio=1)
    expect(conflict).to_be_focused()
    expect(conflict).to_have_attribute("role", "alert")
    expect(page.locator('.kept[data-kept="look"]')).to_be_in_viewport(ratio=1)
    bar, box = page.locator(".bar").bounding_box(), conflict.bounding_box()
    assert bar and box and bar["y"] + bar["height"] <= box["y"]  # the heading hides none of it


def test_what_another_phone_writes_moves_nothing_and_takes_no_focus(anna: Thumb, beppo: PagedEvening) -> None:
    page = anna.page
    page.locator("#card_points").fill("9")
    beppo.record()
    expect(page.locator("h1")).to_have_text("Spiel 2")
    field = page.locator("#card_points")
    before = field.bounding_box()
    beppo.record()
    expect(page.locator("h1")).to_have_text("Spiel 3")
    assert field.bounding_box() == before
    expect(field).to_be_focused()
