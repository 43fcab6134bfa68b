"""The clubs and running evenings of a phone on another phone: by code, link and file, past the server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page, expect

from scorebook.play.models import Evening
from tests.support.browser import OpenPage
from tests.support.key_ring import COPIES, clubs_of, evenings_of, keep_clubs, link_with, put_evenings, qr_modules
from tests.support.offline_network import Cellar
from tests.support.touch import Thumb, opens_before_its_script, opens_offline

pytestmark = pytest.mark.browser
LOST = "Failed to load resource"
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
GOLD = "01937f3a-0000-7000-8000-00000000000a"
GREEN = "01937f3a-0000-7000-8000-00000000000b"
KEEPER, OTHER, MEMBER = "K" * 22, "O" * 22, "m" * 22
STORED = """async (paths) => {
  for (const path of paths) while (!(await caches.match(path))) await new Promise((then) => { setTimeout(then, 50); });
}"""
STANDALONE = "window.matchMedia = () => ({ matches: true });"
FULL = "IDBObjectStore.prototype.put = function () { this.transaction.abort(); };"
MODULES = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\d+z")
QUIET = 4


@pytest.fixture
def old(open_page: OpenPage, net: Cellar) -> Page:
    """A phone with one running evening and the keeper's key of its club."""
    page = open_page("/", at=net.url, expected_errors=LOST)
    page.add_init_script(COPIES)
    Thumb(page, javascript=True).start(*PEOPLE)
    opens_offline(page)
    stored = Evening.objects.get(scribe_token=token_of(page))
    page.goto("/offline/")
    name = stored.club.name
    put_evenings(page, {**evenings_of(page)[stored.scribe_token], "club": {"id": str(stored.club_id), "name": name}})
    keep_clubs(page, {str(stored.club_id): {"name": name, "keeper": stored.club.keeper_token}})
    page.goto("/")
    return page


@pytest.fixture
def new(open_page: OpenPage, net: Cellar) -> Page:
    return open_page("/", at=net.url, expected_errors=LOST)


def token_of(page: Page) -> str:
    return page.url.rstrip("/").rpartition("/")[2]


def fold(page: Page) -> Any:
    """The fold, opened."""
    ring = page.locator("#ring")
    if ring.get_attribute("open") is None:
        ring.locator("summary").tap()
    expect(ring.locator(".pass-on, .empty").filter(visible=True).first).to_be_visible()
    return ring


def copied_link(page: Page) -> str:
    ring = fold(page)
    ring.get_by_role("button", name="Link kopieren").tap()
    expect(ring.get_by_role("status")).to_have_text("Der Link ist kopiert.")
    return str(page.evaluate("window.copied"))


def open_link(page: Page, link: str) -> Any:
    """The box with the keys that came."""
    page.goto("about:blank")
    page.goto(link)
    arrival = page.locator("#arrival")
    expect(arrival).to_be_visible()
    return arrival


def take_over(page: Page) -> None:
    page.get_by_role("button", name="Übernehmen").tap()
    expect(page.locator("#arrival [role=status]")).to_have_text("Übernommen: Jetzt ist alles auch auf diesem Handy.")


def test_clubs_and_evenings_go_to_another_phone_by_a_link(old: Page, new: Page, net: Cellar) -> None:
    stored = Evening.objects.get()
    link = copied_link(old)
    assert link.startswith(f"{net.url}/#keys=")
    arrival = open_link(new, link)
    expect(arrival.locator("li")).to_have_text(
        [re.compile(rf"^{stored.club.name}Stammtisch$"), re.compile(rf"^{stored.club.name}Abend vom \d")]
    )
    assert (clubs_of(new), evenings_of(new)) == ({}, {})
    take_over(new)
    assert new.url == f"{net.url}/"
    assert clubs_of(new) == {str(stored.club_id): {"name": stored.club.name, "keeper": stored.club.keeper_token}}
    expect(new.locator("#go-on a")).to_contain_text(stored.club.name)
    new.locator("#clubs a").tap()
    expect(new.locator(".bar h1")).to_have_text(stored.club.name)
    new.goto("/")
    new.locator("#go-on a").tap()
    expect(new.locator("h1")).to_have_text("Spiel 1")
    opens_offline(new)
    new.goto("/offline/")
    expect(new.locator("#evenings li")).to_contain_text("Anna, Beppo, Cilli, Done")


def test_the_code_on_the_display_is_that_of_the_link(old: Page) -> None:
    link, ring = copied_link(old), fold(old)
    expect(ring.locator(".qr svg")).to_have_count(0)
    ring.get_by_role("button", name="Code zeigen").tap()
    code = ring.get_by_role("img", name="QR-Code mit den Stammtischen und Abenden dieses Handys")
    size = int(code.get_attribute("viewBox").split()[-1]) - 2 * QUIET
    drawn = [[False] * size for _ in range(size)]
    for left, top, length in MODULES.findall(code.locator("path").get_attribute("d")):
        for column in range(int(left), int(left) + int(length)):
            drawn[int(top) - QUIET][column - QUIET] = True
    version = (size - 17) // 4
    assert drawn in [qr_modules(link, version=version, mask=mask) for mask in range(8)]
    # What was open is not left on the display.
    ring.locator("summary").tap()
    ring.locator("summary").tap()
    expect(ring.locator(".qr svg")).to_have_count(0)


def keys_of(page: Page) -> dict[str, dict[str, str]]:
    """The clubs without the time of their last use, which stays on each phone."""
    return {id: {name: one for name, one in club.items() if name != "seen"} for id, club in clubs_of(page).items()}


def test_keys_go_to_another_phone_in_a_file(old: Page, new: Page, tmp_path: Path) -> None:
    with old.expect_download() as download:
        fold(old).get_by_role("button", name="Als Datei sichern").tap()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    fold(new).locator('[name="file"]').set_input_files(path)
    expect(new.locator("#arrival li")).to_have_count(2)
    take_over(new)
    assert keys_of(new) == keys_of(old) and evenings_of(new).keys() == evenings_of(old).keys()
    fold(new).locator('[name="file"]').set_input_files(path)
    expect(new.locator("#arrival [role=status]")).to_have_text("Das ist alles schon auf diesem Handy.")
    expect(new.get_by_role("button", name="Übernehmen")).to_be_hidden()


def test_taking_over_adds_and_never_removes_or_replaces(new: Page) -> None:
    known = {
        GOLD: {"name": "Gold", "keeper": KEEPER, "seen": "2026-11-01T20:00:00Z"},
        GREEN: {"name": "Grün", "member": MEMBER},
    }
    keep_clubs(new, known)
    sheet = {"started_at": "2026-11-01T20:00:00Z", "people": [], "game": {"name": "Bierkopf"}, "hand_count": 3}
    kept = {"id": "e" * 22, "token": "e" * 22, "sheet": sheet, "seen": "2026-11-01T20:00:00Z"}
    moved = {"id": "f" * 22, "moved": "e" * 22}
    put_evenings(new, kept, moved)
    brought = [{"token": letter * 22, "name": "Fremd", "on": "2026-11-02"} for letter in "efg"]
    link = link_with(
        new,
        {"id": GOLD, "name": "Silber", "keeper": OTHER, "member": MEMBER},
        {"id": GREEN, "name": "Grün", "keeper": KEEPER, "member": OTHER},
        evenings=tuple(brought),
    )
    arrival = open_link(new, link)
    expect(arrival.locator(".tag")).to_have_text(["schon hier"] * 2)
    take_over(new)
    assert clubs_of(new) == {
        GOLD: {**known[GOLD], "member": MEMBER},
        GREEN: {**known[GREEN], "keeper": KEEPER},
    }
    found = evenings_of(new)
    assert found.keys() == {"e" * 22, "f" * 22, "g" * 22}
    assert (found["e" * 22], found["f" * 22]) == (kept, moved)


def test_a_list_that_brings_nothing_new_has_no_button(new: Page) -> None:
    keep_clubs(new, {GOLD: {"name": "Gold", "keeper": KEEPER}})
    arrival = open_link(new, link_with(new, {"id": GOLD, "name": "Gold", "keeper": OTHER}))
    expect(arrival.get_by_role("status")).to_have_text("Das ist alles schon auf diesem Handy.")
    expect(arrival.get_by_role("button")).to_be_hidden()
    assert "#" not in new.url


DAMAGED = "Diese Liste ist beschädigt oder unvollständig. Erzeuge sie auf dem anderen Handy noch einmal."
LONG = "Diese Liste ist zu lang. Es wurde nichts übernommen."
NEWER = "Diese Liste stammt von einem neueren Scorebook. Lade diese Seite neu und versuch es noch einmal."
FOREIGN = "Diese Liste gehört zu einer anderen Website. Öffne sie dort."
GOOD = {"id": GOLD, "name": "Gold", "keeper": KEEPER}


def refused(page: Page, sentence: str) -> None:
    expect(page.locator("#arrival .problem")).to_have_text(sentence)
    expect(page.locator("#arrival button")).to_be_hidden()
    assert page.locator("#arrival li").count() == 0
    assert (clubs_of(page), evenings_of(page)) == ({}, {})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", DAMAGED),
        ("nonsense", DAMAGED),
        ("1~c.AAAA", DAMAGED),
        ("1~" + "x" * 50_000, LONG),
        ("2~c.whatever~123", NEWER),
        ("%F0%28%8C%28", DAMAGED),
        ("__proto__", DAMAGED),
    ],
)
def test_a_link_that_no_phone_made_writes_nothing(new: Page, text: str, sentence: str) -> None:
    open_link(new, f"/#keys={text}")
    refused(new, sentence)
    assert "#" not in new.url


def test_a_link_that_was_cut_writes_nothing(new: Page) -> None:
    link = link_with(new, GOOD, {**GOOD, "id": GREEN})
    for end in (1, 8, 30):
        open_link(new, link[:-end])
        refused(new, DAMAGED)


@pytest.mark.parametrize(
    "entry",
    [
        {"keeper": "../../admin/clubs/cl"},
        {"keeper": "short"},
        {"keeper": "x" * 44},
        {"keeper": "javascript:alert(1)//12"},
        {"keeper": "k" * 21 + "ä"},
        {"keeper": ""},
        {"id": "0193"},
    ],
)
def test_one_wrong_key_spoils_the_list(new: Page, entry: dict[str, str]) -> None:
    open_link(new, link_with(new, {**GOOD, "id": GREEN}, {**GOOD, **entry}))
    refused(new, DAMAGED)


def test_a_list_with_too_many_entries_writes_nothing(new: Page) -> None:
    many = tuple({"token": f"{no:022}", "name": "", "on": "2026-11-02"} for no in range(201))
    open_link(new, link_with(new, evenings=many))
    refused(new, LONG)


def test_a_name_is_text_and_has_an_end(new: Page) -> None:
    name = "<img src=x onerror=alert(1)>\u202egnp\u0000" + "x" * 200
    arrival = open_link(new, link_with(new, {**GOOD, "name": name}))
    expect(arrival.locator("li b")).to_have_text("<img src=x onerror=alert(1)>gnp" + "x" * 47)
    take_over(new)
    expect(new.locator("#clubs a")).to_have_text("<img src=x onerror=alert(1)>gnp" + "x" * 47)
    assert new.locator("#main img").count() == 0


def as_file(**changes: object) -> str:
    return json.dumps({"scorebook_keys": 1, "sites": ["{site}"], "clubs": [GOOD], "evenings": [], **changes})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", DAMAGED),
        ("{}", DAMAGED),
        ("null", DAMAGED),
        (as_file(clubs="all"), DAMAGED),
        (as_file(clubs=[None]), DAMAGED),
        (as_file(clubs=[{**GOOD, "id": "__proto__"}]), DAMAGED),
        (as_file(clubs=[{**GOOD, "name": {"toString": 1}}]), DAMAGED),
        (as_file(clubs=[{**GOOD, "keeper": ["k" * 22]}]), DAMAGED),
        (as_file(evenings=[{"token": KEEPER, "name": "", "on": "2026-13-45"}]), DAMAGED),
        (as_file(evenings=[{"token": KEEPER, "name": "", "on": "0000-01-01"}]), DAMAGED),
        (as_file(clubs=[GOOD] * 201), LONG),
        (as_file(more="x" * 200_000), LONG),
        (as_file(scorebook_keys=2), NEWER),
        (as_file(sites=["https://example.org"]), FOREIGN),
        (as_file(sites=[]), FOREIGN),
        (as_file(sites=[None, 1, "nowhere"]), FOREIGN),
    ],
)
def test_a_file_that_no_phone_made_writes_nothing(new: Page, text: str, sentence: str) -> None:
    content = text.replace("{site}", new.url.rstrip("/")).encode()
    file: Any = {"name": "keys.json", "mimeType": "application/json", "buffer": content}
    fold(new).locator('[name="file"]').set_input_files(file)
    refused(new, sentence)


def test_no_request_carries_a_key(old: Page, new: Page, net: Cellar, tmp_path: Path) -> None:
    """By what the server hears, with addresses, heads and bodies, and by what Chromium says that it sends."""
    stored = Evening.objects.get()
    sent: list[str] = []
    for page in (old, new):
        page.goto("/rules/")
        page.wait_for_load_state("networkidle")
        page.on("request", lambda request: sent.append(f"{request.url.partition('#')[0]} {request.post_data or ''}"))
    net.heard.clear()
    old.goto("/")
    link, ring = copied_link(old), fold(old)
    ring.get_by_role("button", name="Code zeigen").tap()
    with old.expect_download() as download:
        ring.get_by_role("button", name="Als Datei sichern").tap()
    download.value.save_as(tmp_path / "keys.json")
    open_link(new, link)
    new.reload()
    expect(new.locator("#arrival li")).to_have_count(2)
    take_over(new)
    fold(new).locator('[name="file"]').set_input_files(tmp_path / "keys.json")
    expect(new.locator("#arrival [role=status]")).to_be_visible()
    for page in (old, new):
        page.goto("/offline/")
        copied_link(page)
        page.wait_for_load_state("networkidle")
    keys = (stored.scribe_token, stored.club.keeper_token, str(stored.club_id), link.partition("#keys=")[2][:20])
    assert len(net.heard) > 10 and len(sent) > 10
    assert [one for one in (*net.heard, *sent) if any(key in one for key in keys)] == []
    assert not [one for one in net.heard if "keys=" in one]
    # Of the page that is opened it is the address, and the other keys stay at home.
    net.heard.clear()
    new.locator("#evenings li a").tap()
    expect(new.locator("h1")).to_have_text("Spiel 1")
    assert [one for one in net.heard if stored.scribe_token in one]
    assert not [one for one in net.heard if keys[-1] in one]


def stored_for_offline(page: Page) -> None:
    page.evaluate(STORED, [static("web/keyring/qr.js"), "/offline/keys"])


def test_an_open_page_passes_keys_on_without_a_network(old: Page, net: Cellar) -> None:
    stored_for_offline(old)
    net.is_cut = True
    link = copied_link(old)
    fold(old).get_by_role("button", name="Code zeigen").tap()
    expect(fold(old).locator(".qr svg")).to_be_visible()
    open_link(old, link)
    expect(old.locator("h1")).to_have_text("Ohne Netz")
    expect(old.locator("#arrival [role=status]")).to_have_text("Das ist alles schon auf diesem Handy.")


def test_the_offline_page_passes_keys_on_and_takes_them_over(old: Page, new: Page, net: Cellar) -> None:
    for page in (old, new):
        stored_for_offline(page)
    net.is_cut = True
    old.goto("/")
    expect(old.locator("h1")).to_have_text("Ohne Netz")
    expect(old.locator("#clubs a")).to_have_text(Evening.objects.get().club.name)
    open_link(new, copied_link(old))
    take_over(new)
    expect(new.locator("#clubs a")).to_have_count(1)
    expect(new.locator("#evenings li")).to_have_count(1)
    expect(new.locator("#begin")).to_be_hidden()  # an evening without a sheet has no rules to begin another with


def test_an_installed_app_takes_keys_where_it_opens_links(old: Page, new: Page) -> None:
    link = copied_link(old)
    new.add_init_script(STANDALONE)
    new.reload()
    new.locator("#going #paste summary").tap()
    new.locator('#paste [name="link"]').fill(f"Meine Schlüssel: {link}")
    new.locator("#paste").get_by_role("button", name="Öffnen").tap()
    expect(new.locator("#arrival li")).to_have_count(2)
    take_over(new)
    expect(new.locator("#go-on a")).to_have_count(1)


def test_keys_come_to_a_page_that_is_open_already(new: Page) -> None:
    link = link_with(new, GOOD)
    new.evaluate("(hash) => { location.hash = hash; }", link.partition("#")[2])
    expect(new.locator("#arrival li b")).to_have_text("Gold")
    take_over(new)
    expect(new.locator("#clubs a")).to_have_text("Gold")


def test_many_keys_take_several_codes_and_too_many_none(new: Page) -> None:
    ids = [f"01937f3a-0000-7000-8000-{no:012}" for no in range(60)]
    keep_clubs(new, {one: {"name": f"Runde {one[-2:]}", "keeper": KEEPER, "member": MEMBER} for one in ids[:9]})
    ring = fold(new)
    ring.get_by_role("button", name="Code zeigen").tap()
    expect(ring.locator("figcaption")).to_have_text("Code 1 von 3")
    first = ring.locator(".qr path").get_attribute("d")
    ring.get_by_role("button", name="Nächsten Code zeigen").tap()
    expect(ring.locator("figcaption")).to_have_text("Code 2 von 3")
    assert ring.locator(".qr path").get_attribute("d") != first
    keep_clubs(new, {one: {"name": "Runde", "keeper": KEEPER, "member": MEMBER} for one in ids})
    ring.locator("summary").tap()
    ring = fold(new)
    ring.get_by_role("button", name="Code zeigen").tap()
    expect(ring.locator("figcaption")).to_have_text(
        "Für QR-Codes sind das zu viele Stammtische und Abende. Nimm den Link oder die Datei."
    )
    expect(ring.locator(".qr, .next-code").first).to_be_hidden()


def test_a_fold_that_was_opened_before_its_script_came_is_filled(old: Page) -> None:
    opens_before_its_script(old, "#ring")
    old.goto("/")
    expect(old.locator("#ring").get_by_role("button", name="Link kopieren")).to_be_visible()


def test_a_phone_without_keys_has_nothing_to_pass_on(new: Page) -> None:
    ring = fold(new)
    expect(ring.locator(".empty")).to_have_text(
        "Auf diesem Handy gibt es noch keinen Stammtisch und keinen laufenden Abend."
    )
    expect(ring.locator(".pass-on")).to_be_hidden()
    expect(new.locator("#clubs")).to_be_hidden()


def test_a_phone_whose_storage_is_full_says_so(new: Page) -> None:
    evening = {"token": OTHER, "name": "Gold", "on": "2026-11-02"}
    link = link_with(new, GOOD, evenings=(evening,))
    new.add_init_script(FULL)
    open_link(new, link)
    new.get_by_role("button", name="Übernehmen").tap()
    expect(new.locator("#arrival .problem")).to_have_text(
        "Es wurde nichts gespeichert: Der Speicher dieses Handys ist voll oder gesperrt."
    )
    assert (clubs_of(new), evenings_of(new)) == ({}, {})
    expect(new.get_by_role("button", name="Übernehmen")).to_be_enabled()


def test_the_club_link_that_an_old_entry_holds_becomes_a_keepers_key(old: Page) -> None:
    stored = Evening.objects.get()
    entry = evenings_of(old)[stored.scribe_token]
    club = {"id": str(stored.club_id), "name": "Gold", "token": KEEPER}
    old.evaluate("localStorage.clear()")
    put_evenings(old, {**entry, "club": club, "isClosed": True})
    old.goto("/")
    expect(old.locator("#go-on a")).to_have_attribute("href", f"/c/{KEEPER}/start")
    assert clubs_of(old) == {str(stored.club_id): {"name": "Gold", "keeper": KEEPER}}
    assert evenings_of(old)[stored.scribe_token]["club"] == {"id": str(stored.club_id), "name": "Gold"}
    # Of an entry that does not know its club the link is used as it stands.
    old.evaluate("localStorage.clear()")
    put_evenings(old, {**entry, "club": {"name": "Gold", "token": OTHER}, "isClosed": True})
    old.goto("/")
    expect(old.locator("#go-on a")).to_have_attribute("href", f"/c/{OTHER}/start")
    assert clubs_of(old) == {}


def test_all_files_of_the_key_ring_are_stored_for_offline() -> None:
    folder = Path(__file__).parents[2] / "scorebook/web/static/web/keyring"
    listed = re.search(r"FILES = \[(.*?)\]", (folder / "offline.js").read_text(), re.DOTALL)
    assert listed and set(re.findall(r'"([\w.]+\.js)"', listed[1])) == {path.name for path in folder.glob("*.js")}
