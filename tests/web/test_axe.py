"""axe, the accessibility checker, finds nothing on any page, in both themes and languages."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.urls import resolve
from playwright.sync_api import Page, expect

from scorebook.clubs.devices import claims, lost_keeper
from scorebook.clubs.devices.admission import admit_device
from scorebook.clubs.devices.browser_names import browser_name
from scorebook.clubs.roles import Role
from scorebook.ledger import queries
from scorebook.ledger.services import SettlementMethod, charge, deposit, make_plan, mark_paid, undo_entry
from scorebook.play import services
from scorebook.standings.seasons.season_agreement import USUAL_SCHEME, Agreement, SeasonMeasure
from scorebook.standings.services import closing as standings
from scorebook.standings.services.season_services import agree_season, close_season
from scorebook.web.urls import urlpatterns
from tests.support.browser import PHONE_HEIGHT, PHONE_WIDTH, OpenPage
from tests.support.hall_evenings import march, sie, wenz_tout
from tests.support.key_ring import keep_clubs, link_with
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

pytestmark = pytest.mark.browser
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
# What Swagger UI draws is not ours to mend.
RUN = """async (options) => {
  const found = await axe.run({ exclude: ["#operations"] }, { ...options, resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(" ")}: ${failureSummary.replace(/\\s+/g, " ")}`));
}"""
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# A theme is nothing but colours, and these are the rules about them.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
WITHOUT_COLOURS = {rule: {"enabled": False} for rule in OF_COLOURS}

# Parts of pages, a picture, a calendar, two files, forms without one, and an address that leads on to another.
NO_PAGES = {
    "house_rules", "preview", "preview_correction", "void", "count_cards", "watched_sheet", "watched_changes",
    "written_sheet", "written_changes", "calculate", "count", "rules_of_game", "watch_code",
    "calendar", "club_file", "robots",
}  # fmt: skip
# Addresses of buttons.
PAGES_WITHOUT_ONE = {
    "renew_member_link", "renew_all_links", "remove_device", "lost_keeper_link", "device_from_other_site",
}  # fmt: skip


@pytest.fixture
def table() -> PlayedEvening:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Beppo", "Done"))
    evening.record(solo("Cilli", won=False, kontra=1))
    evening.correct(1, rufer("Beppo", "Done", won=False))
    evening.void(2)
    evening.record(rufer("Anna", "Beppo", level="schneider"))
    return evening


def open_pages(evening: PlayedEvening) -> dict[str, str]:
    scribe, watch = f"/t/{evening.stored.scribe_token}", f"/w/{evening.stored.watch_token}"
    club = f"/c/{evening.club.keeper_token}"
    return {
        "front": "/", "api": "/api/", "table": f"{scribe}/", "hand": f"{scribe}/hands/1/", "people": f"{scribe}/people",
        "goes home": f"{scribe}/people?leaves={evening.players['Anna'].pk}",
        "end": f"{scribe}/end", "hands": f"{scribe}/hands", "watched hands": f"{watch}/hands",
        "paper": f"{scribe}/paper", "watched paper": f"{watch}/paper",
        "typed lines": f"{scribe}/type",
        "close": f"{scribe}/close", "rules of the evening": f"{scribe}/rules", "cards": f"{scribe}/cards",
        "links": f"{scribe}/links", "links of the club": f"{club}/links",
        "watch": f"{watch}/", "watched rules": f"{watch}/rules",
        "order": f"{club}/order", "a person in order": f"{club}/order/people/{evening.players['Anna'].pk}/",
        "linked in order": f"{club}/order/people/{evening.players['Anna'].pk}/?other={evening.players['Beppo'].pk}",
        "forget": f"{club}/order/people/{evening.players['Anna'].pk}/forget",
        "clubs in order": f"{club}/order/clubs", "evenings in order": f"{club}/order/evenings",
        "import": f"{club}/import",
        "club": f"{club}/", "club's next evening": f"{club}/start", "offline": "/offline/",
        "calculator": "/calculator/", "calculated": "/calculator/?contract=rufer&declarer=n&partner=w&won=yes",
        "rules": "/rules/", "game": "/rules/bavarian/", "preset": "/rules/bavarian/pub_10_20_50/",
        "specification": "/rules/sasku/specification/",
        "nothing": "/nothing",
    }  # fmt: skip


def devices_known(evening: PlayedEvening) -> dict[str, str]:
    """The pages of devices: one says that it is Anna's, that of Beppo asks for a lost keeper's link."""
    club = evening.club
    club.role = Role.MEMBER
    beppo, at = evening.players["Beppo"], evening.now()
    for player in (evening.players["Anna"], beppo):
        device = admit_device(club=club, key=player.name, name=browser_name("Firefox/145.0 Android"), at=at)
        assert device
        claims.request_claim(device=device, player=player)
    of_beppo = club.devices.get(requested_player=beppo).pk
    device = claims.confirm_claim(
        club=club, device_id=of_beppo, player=beppo, confirmed_by=None, key=uuid4(), by="member link", at=at
    )
    lost_keeper.want_keeper_link(club=club, device=device, key=uuid4(), at=evening.now())
    start = f"/c/{club.keeper_token}"
    return {
        "asked whose it is": f"{start}/people/{evening.players['Anna'].pk}/claim",
        "whose it is": f"{start}/people/{evening.players['Beppo'].pk}/claim",
        "devices": f"{start}/links", "club with requests": f"{start}/", "no device": f"/c/{uuid4()}/",
        "help": "/help/", "a topic of the help": "/help/phone-sold/",
    }  # fmt: skip


def books_kept(evening: PlayedEvening) -> dict[str, str]:
    """The pages of the club's books, with a tab that is being settled and an entry taken back."""
    club, anna, by = evening.club, evening.players["Anna"], "club link"
    shared: dict[str, Any] = {"club": club, "unit": "EUR", "by": by}
    deposit(key=uuid4(), player=anna, amount_minor=500, note="autumn", at=evening.now(), **shared)
    fee = {one.pk: 100 for one in evening.players.values()}
    entry = charge(key=uuid4(), evening_id=None, amounts=fee, note="fee", at=evening.now(), **shared)
    undo_entry(entry=entry, key=uuid4(), by=by, at=evening.now())
    charge(key=uuid4(), evening_id=None, amounts=fee, note="fee", at=evening.now(), **shared)
    planned, *_ = make_plan(club=club, unit="EUR", evening_id=None, at=evening.now())
    mark_paid(planned=planned, key=uuid4(), by=by, at=evening.now())
    start, watch = f"/c/{club.keeper_token}", f"/w/{evening.stored.watch_token}"
    scribe, number = f"/t/{evening.stored.scribe_token}", evening.stored.number
    return {
        "scribe's statement": f"{scribe}/players/{anna.pk}/",
        "statement of the evening": f"{start}/players/{anna.pk}/evenings/{number}/",
        "tab": f"{start}/tab", "statement": f"{start}/players/{anna.pk}/", "club with a tab": f"{start}/",
        "tab of one": f"{start}/players/{anna.pk}/tab", "receipt": f"{start}/receipt",
        "person": f"{start}/people/{anna.pk}/", "partners": f"{start}/partners",
        "watched statement": f"{watch}/players/{anna.pk}/",
    }  # fmt: skip


def club_pages(evening: PlayedEvening) -> dict[str, str]:
    """The pages of the club's memory, with an evening that there is much to tell of."""
    played = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club, at=evening.now())
    for hand in (sie("Anna"), wenz_tout("Beppo"), march("Cilli"), rufer("Anna", "Beppo"), rufer("Anna", "Beppo")):
        played.record(hand)
    played.close()
    club = f"/c/{evening.club.keeper_token}"
    return {
        "hall": f"{club}/hall", "every Sie": f"{club}/hall?feat=sie", "every Tout": f"{club}/hall?feat=tout",
        "framed": f"{club}/hall/hands/{played.stored.pk}/1/", "framed Tout": f"{club}/hall/hands/{played.stored.pk}/2/",
        "cup": f"{club}/cup", "year": f"{club}/years/{played.stored.started_at.year}/",
    }  # fmt: skip


def seasons_agreed(evening: PlayedEvening) -> dict[str, str]:
    """The pages of the club's seasons: one by places that is open, one that was closed."""
    shared: dict[str, Any] = {"club": evening.club, "by": "club link", "at": evening.now()}
    since = evening.clock.date().replace(day=1)
    places = Agreement(
        first_on=since, measure=SeasonMeasure.PLACE_POINTS, scheme=USUAL_SCHEME, best=1, least_percent=50
    )
    points = Agreement(first_on=since, game="bavarian", least_evenings=2)
    going = agree_season(key=uuid4(), name="Places", agreement=places, **shared)
    over = agree_season(key=uuid4(), name="Points", agreement=points, **shared)
    close_season(season_id=over.id, seen=over.newest.pk, key=uuid4(), **shared)
    start = f"/c/{evening.club.keeper_token}/seasons"
    return {
        "seasons": start, "season": f"{start}/{going.id}/", "closed season": f"{start}/{over.id}/",
        "another season": f"{start}/{going.id}/edit",
    }  # fmt: skip


def settled_in_part(evening: PlayedEvening) -> list[str]:
    """The pages of a settlement under way: a fee, a payment paid, another in part, the rest through the till."""
    stored, at, by = evening.fresh(), evening.now(), "scribe"
    amounts = {evening.players["Anna"].pk: 50}
    services.charge_in_evening(evening=stored, key=uuid4(), amounts=amounts, note="round", by=by, at=at)
    services.settle_evening(evening=stored, at=at, method=SettlementMethod.ONE_FOR_ALL)
    first, second, *_ = queries.plan_lines(club=stored.club, unit=stored.unit, evening_id=stored.pk)
    mark_paid(planned=first.planned, key=uuid4(), by=by, at=at, amount_minor=5)
    mark_paid(planned=second.planned, key=uuid4(), by=by, at=at)
    return ["settle", "settle/extras", f"settle/{first.planned.pk}/transfer"]


def pages_of_the_site() -> set[str | None]:
    """All that `urls` offers to look at."""
    return {route.name for route in urlpatterns} - NO_PAGES


def findings(page: Page, *, with_colours: bool = True) -> list[str]:
    """of_colours: in both themes; they are the same in every language, and the slowest to check."""
    # A colour on its way to another is nobody's contrast.
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN, {"runOnly": STANDARDS, "rules": {} if with_colours else WITHOUT_COLOURS})
    if not with_colours:
        return found
    page.emulate_media(color_scheme="dark")
    in_the_dark: list[str] = page.evaluate(RUN, {"runOnly": OF_COLOURS})
    return [*found, *(f"dark: {line}" for line in in_the_dark)]


def closed_evening_pages(evening: PlayedEvening) -> tuple[str, ...]:
    """Club pages of evenings that are closed, below its link."""
    return (
        "search", "search?result=won&value=x&from=2020-01-01", "search?contract=solo&note=x",
        f"people/{evening.players['Beppo'].pk}/", "partners?period=all",
        f"people/{evening.players['Beppo'].pk}/against",
        f"people/{evening.players['Beppo'].pk}/against?with={evening.players['Anna'].pk}",
        "board", "board?measure=declared&contract=rufer", "ratings",
    )  # fmt: skip


def every_page(table: PlayedEvening) -> Iterator[tuple[str, str]]:
    """Yield name and path of all pages; in between the evening goes on to its end, as each page needs it."""
    yield from {**open_pages(table), **devices_known(table), **books_kept(table), **club_pages(table)}.items()
    standings.close_evening(evening=table.fresh(), key=uuid4(), at=table.now(), by="scribe")
    yield from seasons_agreed(table).items()
    for path in ("", "settle/ways", *settled_in_part(table)):
        yield f"closed {path}", f"/t/{table.link}/{path}"
    for path in closed_evening_pages(table):
        yield path, f"/c/{table.club.keeper_token}/{path}"
    yield "closed watch", f"/w/{table.stored.watch_token}/"


def open_folds(page: Page, *, has_menu: bool) -> None:
    """Open all, but over a form no menu; a high window, as what the record bar covers would be too small a target."""
    has_form = page.locator("#entry").count() > 0
    page.set_viewport_size({"width": PHONE_WIDTH, "height": 4 * PHONE_HEIGHT if has_form else PHONE_HEIGHT})
    for fold in page.locator("details" if has_menu and not has_form else "main details").all():
        fold.evaluate("(one) => { one.open = true; }")


@pytest.mark.long
@pytest.mark.thorough
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_axe_finds_nothing(table: PlayedEvening, open_page: OpenPage, locale: str) -> None:
    page = open_page("/", locale=locale, expected_errors="404")
    with_colours = locale == "de-DE"
    found: dict[str, Any] = {}
    seen: set[str] = set()
    page.on("framenavigated", lambda frame: seen.add(urlsplit(frame.url).path))
    for name, path in every_page(table):
        page.goto(path)
        # An open menu lies over the fields of the settlement.
        open_folds(page, has_menu=not table.fresh().is_closed)
        found[name] = findings(page, with_colours=with_colours)
    visited = {resolve(path).url_name for path in seen - {"/nothing"}}
    assert pages_of_the_site() - visited == PAGES_WITHOUT_ONE
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_axe_finds_nothing_while_a_hand_is_entered(table: PlayedEvening, open_page: OpenPage) -> None:
    page = open_page(f"/t/{table.stored.scribe_token}/")
    expect(page.locator(".kept")).not_to_be_empty()
    for contract in ("rufer", "solo", "ramsch", "agreed"):
        page.locator(f'#entry [name="contract"][value="{contract}"]').evaluate(
            "(one) => { one.checked = true; one.dispatchEvent(new Event('change', { bubbles: true })); }"
        )
        if contract != "agreed":
            page.locator("[data-seat]").first.tap()
        assert (contract, findings(page)) == (contract, [])


@pytest.mark.parametrize("path", ["/", "/offline/"])
def test_axe_finds_nothing_in_the_keys_of_a_phone(open_page: OpenPage, path: str) -> None:
    page = open_page("/")
    club, token = {"id": str(uuid4()), "name": "Gold", "keeper": "k" * 22}, "e" * 22
    keep_clubs(page, {str(uuid4()): {"name": f"Green {no}", "member": "m" * 22} for no in range(8)})
    link = link_with(page, club, evenings=({"token": token, "name": "Gold", "on": "2026-11-02"},))
    page.goto(path)
    page.locator("#ring > summary").tap()
    page.locator("#ring [data-way=code]").tap()
    expect(page.locator("#ring .next-code")).to_be_visible()
    page.evaluate("(hash) => { location.hash = hash; }", link.partition("#")[2])
    expect(page.locator("#arrival li")).to_have_count(2)
    assert findings(page) == []
    page.locator("#arrival button").tap()
    expect(page.locator("#arrival [role=status]")).to_be_visible()
    assert findings(page) == []
    page.evaluate("location.hash = 'keys=nonsense'")
    expect(page.locator("#arrival .problem")).to_be_visible()
    assert findings(page) == []
