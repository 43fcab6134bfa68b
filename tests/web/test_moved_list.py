"""What a phone brings along from the site that had its club before: what is read of it, asked, and stored."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page, expect

from scorebook.web.offline.hand_shapes import hand_shapes_json
from tests.support.browser import OpenPage
from tests.support.key_ring import keep_clubs
from tests.support.played_evening import PlayedEvening, new_evening
from tests.web.test_axe import findings

pytestmark = pytest.mark.browser
LIST, LEAVE, STORE = "web/moving/list.js", "web/moving/leave.js", "web/offline/store.js"
ANNA, BEPPO, HAND, CLUB = (f"01a2{no}000-0000-7000-8000-000000000000" for no in range(4))
TOKEN = "a" * 22
SHEET = {
    "game": {"name": "Schafkopf"},
    "ruleset": {"game": "bavarian", "house_rules": {}},
    "unit": "EUR",
    "stake_minor": 1,
    "started_at": "2026-11-30T18:00:00Z",
    "next": {"players": [ANNA, BEPPO]},
    "people": [{"id": ANNA, "name": "Anna", "place": 1, "present": True}],
}
RECORD = {
    "kind": "record",
    "id": HAND,
    "known_hands": 0,
    "players": [ANNA, BEPPO],
    "hand": {"contract": "rufer", "declarer": ANNA, "kontra": [None], "won": True, "partner": None},
    "said": "Rufer",
}
READ = """async ([script, shapes, list]) => {
  const { read, written } = await import(script);
  try {
    return read(written(list), JSON.parse(shapes));
  } catch (error) {
    return error.fault ?? String(error);
  }
}"""
WRITTEN = "async ([script, list]) => (await import(script)).written(list)"
WRITINGS = "async (script) => (await import(script)).writings()"
# 300 hands, and the two addresses that a phone opens one after the other.
MANY = """async ([store, leave, list, shapes, evening, record]) => {
  const { change } = await import(store), { addressWithAll } = await import(leave), { read } = await import(list);
  await change((evenings, queue) => {
    evenings.put({ ...evening, people: {} });
    for (let no = 0; no < 300; no += 1) {
      const id = record.id.slice(0, -3) + no.toString(16).padStart(3, "0");
      queue.add({ ...record, id, evening: evening.id, known_hands: no, said: "x".repeat(100) });
    }
  });
  const found = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const [path, text] = (await addressWithAll(evening.id)).split("#moved=");
    found.push([path, text.length, read(text, JSON.parse(shapes)).evenings[0].writings.map((one) => one.known_hands)]);
  }
  return found;
}"""


def moved(**changes: object) -> dict[str, Any]:
    return {
        "id": TOKEN,
        "isOwn": True,
        "club": {"id": CLUB, "name": "Wirt"},
        "sheet": SHEET,
        "writings": [RECORD],
    } | changes


def written(**changes: object) -> dict[str, Any]:
    return moved(writings=[RECORD | changes])


def hand(**changes: object) -> dict[str, Any]:
    return written(hand=RECORD["hand"] | changes)  # type: ignore[operator]


WRONG: list[Any] = [
    None,
    moved(id="../admin"),
    moved(isOwn="yes"),
    moved(club=None),
    moved(sheet={}),
    moved(writings="all"),
    written(kind="constructor"),
    written(id="1"),
    written(known_hands=-1),
    written(players=["Anna"]),
    written(players=[ANNA] * 41),
    written(said={"toString": 1}),
    written(said="x" * 1001),
    written(points={"__proto__x": 1}),
    written(at="soon"),
    hand(contract="<b>"),
    hand(declarer=1),
    hand(kontra=[{}]),
    hand(call={"card": {"rank": "ace", "suit": 1}}),
    hand(unknown=True),
    hand(points={ANNA: 1e300}),
    written(kind="open", wanted={"game": "bavarian"}),
]


def test_what_is_not_as_a_phone_writes_it_is_refused(open_page: OpenPage) -> None:
    page = open_page("/offline/")
    good = read(page, {"evenings": [moved()]})
    assert good == {"keys": {"clubs": [], "evenings": []}, "evenings": [moved()]}
    kept = read(page, {"evenings": [written(trouble={"text": "no"}, passed=True)]})
    assert kept == good  # nothing else of it is stored
    found = [read(page, {"evenings": [one]}) for one in WRONG]
    assert found == ["broken"] * len(WRONG)
    assert read(page, {"evenings": [moved()] * 51}) == "broken"
    assert read(page, {"evenings": [], "keys": "1~c.AA~x"}) == "broken"
    assert read(page, {"evenings": [written(said="x" * 900)] * 50}) == "long"


def read(page: Page, listed: dict[str, Any]) -> Any:
    return page.evaluate(READ, [static(LIST), hand_shapes_json(), listed])


def test_every_field_of_a_hand_goes_along(open_page: OpenPage) -> None:
    card, calls = {"rank": "ace", "suit": "leaves"}, [ANNA, None]
    values = {
        "word": "plain", "player": ANNA, "players": [ANNA, BEPPO], "points": {ANNA: 3}, "calls": calls, "count": 2,
        "flag": True, "text": "Ober", "card": card,
    }  # fmt: skip

    def filled(shape: Any) -> Any:
        if isinstance(shape, list):
            return [filled(shape[0])]
        return {name: filled(one) for name, one in shape.items()} if isinstance(shape, dict) else values[shape]

    page = open_page("/offline/")
    for turn in (0, -1):
        whole = {name: filled(shapes[turn]) for name, shapes in json.loads(hand_shapes_json()).items()}
        one = written(hand=whole | {"contract": "own:Der Lange"})
        assert read(page, {"evenings": [one]})["evenings"] == [one]


def test_an_address_holds_as_many_as_fit_and_the_next_one_the_rest(open_page: OpenPage) -> None:
    evening = {"id": TOKEN, "token": TOKEN, "sheet": SHEET, "club": {"id": CLUB, "name": "Wirt"}}
    record = {**RECORD, "players": [ANNA, BEPPO]}
    page = open_page("/offline/")
    first, second = page.evaluate(
        MANY, [static(STORE), static(LEAVE), static(LIST), hand_shapes_json(), evening, record]
    )
    assert first[0] == second[0] == f"/t/{TOKEN}/?" and max(first[1], second[1]) <= 60_000
    assert first[2] == list(range(len(first[2]))) and 50 < len(first[2]) < 300
    assert set(second[2]) >= set(range(len(first[2]), min(300, 2 * len(first[2]))))


# -- the box -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(transactional_db: None) -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done")


def opened(open_page: OpenPage, table: PlayedEvening, **more: Any) -> Page:
    """The table by a link that brings hands of a stranger along."""
    page = open_page("/offline/", **more)
    anna, beppo, cilli, done = (str(table.players[name].pk) for name in ("Anna", "Beppo", "Cilli", "Done"))
    one = written(players=[anna, beppo, cilli, done], said="<img src=x> Rufer", hand={"contract": "thrown_in"})
    text = page.evaluate(WRITTEN, [static(LIST), {"evenings": [one]}])
    page.goto(f"/t/{table.stored.scribe_token}/?#moved={text}")
    expect(page.locator("dialog")).to_be_visible()
    return page


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_nothing_is_stored_without_a_tap(open_page: OpenPage, table: PlayedEvening, theme: Any) -> None:
    page = opened(open_page, table, color_scheme=theme)
    box = page.locator("dialog")
    expect(box).to_contain_text("1 Eintrag auf diesem Handy")
    expect(box).to_contain_text("Spiel 1: <img src=x> Rufer")
    assert findings(page) == []
    page.get_by_role("button", name="Nicht übernehmen").tap()
    expect(box).to_be_hidden()
    assert page.evaluate("location.hash") == "" and page.evaluate(WRITINGS, static(STORE)) == []
    table.stored.refresh_from_db()
    assert table.stored.hand_count == 0


def test_a_tap_takes_it_over_once(open_page: OpenPage, table: PlayedEvening) -> None:
    page = opened(open_page, table)
    address = page.url
    page.get_by_role("button", name="Übernehmen", exact=True).tap()
    expect(page.locator("h1")).to_have_text("Spiel 2")
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible()
    page.goto("/offline/")
    page.goto(address)
    expect(page).not_to_have_url(re.compile("#"))
    expect(page.locator("dialog")).to_have_count(0)


def test_a_damaged_link_says_so(open_page: OpenPage, table: PlayedEvening) -> None:
    page = open_page(f"/t/{table.stored.scribe_token}/#moved=abc")
    expect(page.locator("dialog")).to_contain_text("beschädigt oder unvollständig")
    expect(page.get_by_role("button", name="Übernehmen", exact=True)).to_be_hidden()


def test_a_key_of_the_club_replaces_none_of_the_phone(open_page: OpenPage, table: PlayedEvening) -> None:
    page, id = open_page("/offline/"), str(table.club.pk)
    keep_clubs(page, {id: {"name": "Ours", "member": "m" * 22}})
    ring = [{"id": id, "name": "Theirs", "keeper": "k" * 22, "member": "x" * 22}]
    script = "async ([script, clubs]) => (await import(script)).written({ clubs, evenings: [] })"
    keys = page.evaluate(script, [static("web/keyring/list.js"), ring])
    text = page.evaluate(WRITTEN, [static(LIST), {"keys": keys, "evenings": []}])
    page.goto(f"/t/{table.stored.scribe_token}/#moved={text}")
    page.get_by_role("button", name="Übernehmen", exact=True).tap()
    expect(page).not_to_have_url(re.compile("#"))
    # In the page, which opens once more meanwhile.
    keys = "(id) => (({ name, keeper, member }) => [name, keeper, member].join())(JSON.parse(localStorage.clubs)[id])"
    page.wait_for_function(f"([id, keys]) => ({keys})(id) === keys", arg=[id, f"Ours,{'k' * 22},{'m' * 22}"])
