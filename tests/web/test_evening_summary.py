"""The end of an evening: who won and how it came to that, on the page, as text and as a picture."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Page, expect

from rules import PRESETS, Ruleset
from scorebook.play.queries import evening_sheets
from scorebook.standings.services.linking import link_club
from scorebook.web.core.person_names import people_of_club
from scorebook.web.evening.settlement.summary import evening_summary
from scorebook.web.evening.table.sheet import sheet_page
from tests.support.browser import OpenPage
from tests.support.page import markup, squeezed
from tests.support.paged_evening import PagedEvening, start, text_of
from tests.support.played_evening import PUB, THROWN_IN, Hand, PlayedEvening, new_evening, ramsch, rufer, solo

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def closed(*hands: Hand, ruleset: Ruleset = PUB, unit: str = "EUR") -> PlayedEvening:
    table = new_evening("Sepp", "Vroni", "Resi", "Xaver", unit=unit, ruleset=ruleset)
    for hand in hands:
        table.record(hand)
    table.close()
    return table


def page_text(client: Client, table: PlayedEvening, page: str = "settle") -> str:
    return text_of(client.get(f"/t/{table.link}/{page}", headers=ENGLISH)).replace("\xa0", " ")


def heading(client: Client, table: PlayedEvening) -> str:
    html = markup(client.get(f"/t/{table.link}/settle", headers=ENGLISH))
    return str(re.findall(r"<h1>([^<]*)</h1>", html)[0])


def test_the_page_after_the_close_begins_with_the_winner(client: Client) -> None:
    """Rufer 20, Solo 50: Sepp 20 + 20 - 50 = -10, Vroni 20 - 20 - 50, Resi -20 + 20 - 50, Xaver -40 + 150."""
    table = closed(rufer("Sepp", "Vroni"), rufer("Sepp", "Resi"), solo("Xaver"))
    assert heading(client, table) == "Xaver wins the evening"
    text = page_text(client, table)
    assert "Stammtisch Linde · 20 November 2026 · 3 hands" in text
    assert "1. Xaver +110 +€1.10 2. Sepp −10 −€0.10 3. Vroni −50 −€0.50 3. Resi −50 −€0.50" in text
    assert "Best hand and turning point Xaver: Solo in Hearts, won" in text
    assert "Hand 3 · Xaver +150 · Xaver led from then on" in text
    assert "Longest winning streak Sepp: 2 hands won in a row hands 1 to 2" in text
    assert text.index("1. Xaver") < text.rindex("Who pays whom") < text.index("Share picture") < text.index("Best hand")


@pytest.mark.parametrize(
    ("hands", "title"),
    [
        ([], "No hand was played"),
        ([THROWN_IN], "Nobody is ahead this evening"),
        ([rufer("Sepp", "Vroni"), rufer("Resi", "Xaver")], "Nobody is ahead this evening"),
        ([rufer("Sepp", "Vroni")], "Sepp and Vroni win the evening"),
        ([solo("Sepp"), solo("Vroni")], "Sepp and Vroni share the evening"),
        ([ramsch("Xaver")], "Sepp, Vroni and Resi win the evening"),
    ],
)
def test_the_heading_says_who_won(client: Client, hands: list[Hand], title: str) -> None:
    assert heading(client, closed(*hands)) == title


@pytest.mark.parametrize(
    ("unit", "shown", "ending"),
    [
        ("points", "1. Sepp +150 2. Vroni −50 2. Resi −50", "You played for points: nobody pays."),
        ("litre/litres", "1. Sepp +150 +150 litres", "3 payments are open."),
        ("EUR", "1. Sepp +150 +€1.50", "3 payments are open."),
    ],
)
def test_an_evening_for_points_for_beer_and_for_money(client: Client, unit: str, shown: str, ending: str) -> None:
    text = page_text(client, closed(solo("Sepp"), unit=unit))
    assert shown in text and ending in text
    assert ("Good night!" in text) == (unit == "points")


def test_who_led_from_the_first_hand_is_named(client: Client) -> None:
    assert "The lead Sepp led from the first hand on" in page_text(client, closed(solo("Sepp"), rufer("Vroni", "Sepp")))


def test_a_pot_that_decides_is_named(client: Client) -> None:
    """Sepp and Vroni are level when Sepp goes home; of the pot of 40 those who stay get 10 each."""
    ruleset = PUB.with_house_rules({"pot_sweetener": 10, "pot_kept": True, "pot_at_end": "shared"})
    table = new_evening("Sepp", "Vroni", "Resi", "Xaver", "Zenzi", ruleset=ruleset, first_dealer="Xaver")
    table.record(THROWN_IN)
    table.record(rufer("Sepp", "Vroni"))
    table.leave("Sepp")
    table.close()
    assert heading(client, table) == "Vroni wins the evening"
    assert "Turning point The pot decided it for Vroni" in page_text(client, table)


@pytest.mark.parametrize(
    ("game", "preset", "hand", "sentence"),
    [
        ("sasku", "sasku", {"contract": "trumps", "declarer": "Sepp", "trump_suit": "spades", "won": True,
                            "level": "schwarz"}, "Sepp and Resi win the evening"),
        ("schafskopf24", "schafskopf24_losers_pay", {"contract": "solo", "declarer": "Vroni", "won": True,
                                                     "level": "plain"}, "Vroni wins the evening"),
        ("schafskopf24", "schafskopf24", {"contract": "solo", "declarer": "Vroni", "won": True, "level": "plain"},
         "Vroni wins the evening"),
        ("bierkopf", "bierkopf", {"contract": "bierkopf", "winner": "Sepp", "level": "plain"},
         "Sepp and Resi win the evening"),
        ("palatinate", "palatinate", {"contract": "solo", "declarer": "Xaver", "trump_suit": "hearts", "won": True},
         "Xaver wins the evening"),
    ],
)  # fmt: skip
def test_every_game_has_its_end(client: Client, game: str, preset: str, hand: dict[str, object], sentence: str) -> None:
    table = closed(hand, ruleset=PRESETS[game][preset])
    assert heading(client, table) == sentence
    assert "Best hand" in page_text(client, table)


def test_who_looks_on_sees_the_same_end(client: Client) -> None:
    table = new_evening("Sepp", "Vroni", "Resi", "Xaver")
    table.record(solo("Sepp"))
    watch = f"/w/{table.stored.watch_token}/"
    assert 'class="summary"' not in markup(client.get(watch)) and "Score so far" in english_text(client, watch)
    table.close()
    text = english_text(client, watch)
    assert "Sepp wins the evening" in text and "Best hand" in text and "Stammtisch Linde" in text
    assert markup(client.get(watch)).count("data-share=") == 3


def english_text(client: Client, path: str) -> str:
    return text_of(client.get(path, headers=ENGLISH))


def test_the_club_gives_its_people_no_other_way_to_be_read(client: Client) -> None:
    """A name is text, wherever it stands: in the heading, in the places and in what a phone reads off the page."""
    table = new_evening("<b>Sepp</b>", 'Vroni"', "Resi", "Xaver")
    table.record(solo("<b>Sepp</b>"))
    table.close()
    html = markup(client.get(f"/t/{table.link}/settle"))
    assert "<b>Sepp" not in html and "&lt;b&gt;Sepp&lt;/b&gt;" in html


@pytest.mark.parametrize("hands", [1, 30])
def test_the_page_asks_as_much_however_many_hands(client: Client, hands: int) -> None:
    table = closed(*[rufer("Sepp", "Vroni")] * hands, solo("Xaver"))
    client.get(f"/t/{table.link}/settle")
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/t/{table.link}/settle")
    assert len(queries) == 25  # two more than with a scribe's link: the club of the link, and clubs linked with it


def test_when_the_last_payment_is_ticked_the_evening_ends_well(client: Client) -> None:
    evening = start(client)
    evening.record(contract="solo", declarer="Anna", trump_suit="hearts", won="yes")
    evening.post("close")
    assert 'class="good-night"' not in markup(evening.get("settle"))
    for payment in set(re.findall(r'name="payment" value="([^"]+)"', markup(evening.get("settle")))):
        evening.post("settle", payment=payment, tick="1")
    html = markup(evening.get("settle"))
    assert 'class="good-night"' in html and "Alles bezahlt. Gute Nacht!" in html


def test_a_closed_table_leads_to_its_end(evening: PagedEvening) -> None:
    evening.record()
    answer = evening.post("close")
    assert answer["Location"] == evening.url("settle")
    assert f'href="{evening.url("settle")}"' in markup(evening.get("table"))


def test_further_sentences_stand_in_one_list(evening: PagedEvening) -> None:
    """What others have to tell of the evening: records, and what was expected of whom."""
    now = evening.now()
    found, persons = evening_sheets.evening_sheet(now), people_of_club(now.club)
    page = sheet_page(found, persons)
    shown = evening_summary(found, page, persons, extra=("Sepp: best evening so far", "Vroni: <3"))
    html = squeezed(render_to_string("evening/settlement/story.html", {"summary": shown, "evening": now, "page": page}))
    assert re.findall(r"<li>([^<]*)</li>", html) == ["Sepp: best evening so far", "Vroni: &lt;3"]


# A picture as the browser decodes it: its size, and of how many points which colour is.
DECODED = """async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height), draw = canvas.getContext("2d");
  draw.drawImage(image, 0, 0);
  const points = new Uint32Array(draw.getImageData(0, 0, image.width, image.height).data.buffer), found = {};
  for (const point of points) {
    const hex = "#" + [0, 8, 16].map((by) => (point >> by & 255).toString(16).padStart(2, "0")).join("");
    found[hex] = (found[hex] ?? 0) + 1;
  }
  return { width: image.width, height: image.height, found };
}"""


def picture_of(page: Page, path: Path) -> tuple[int, int, dict[str, int]]:
    """Width, height, and the points of each colour."""
    with page.expect_download() as picture:
        page.locator('[data-share="picture"]').tap()
    picture.value.save_as(path)
    assert picture.value.suggested_filename == "schafkopf-2026-11-20.png"
    seen = page.evaluate(DECODED, base64.b64encode(path.read_bytes()).decode())
    return seen["width"], seen["height"], seen["found"]


def token(page: Page, name: str) -> str:
    return str(page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('--{name}')")).strip()


@pytest.mark.browser
def test_the_picture_is_one_tap_from_the_end_and_needs_no_network(open_page: OpenPage, tmp_path: Path) -> None:
    table = closed(rufer("Sepp", "Vroni"), rufer("Sepp", "Resi"), solo("Xaver"))
    page = open_page(f"/t/{table.link}/settle", color_scheme="light")
    button = page.locator('[data-share="picture"]').bounding_box()
    assert button and button["y"] + button["height"] <= 740  # above the fold
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # cut off while it loads, it reports an error
    page.context.set_offline(True)
    width, height, found = picture_of(page, tmp_path / "end.png")
    assert width == 1080 and 1000 < height < 3000
    colours = {name: found.get(token(page, name), 0) for name in ("paper", "sheet", "ink", "accent", "p0", "p3")}
    assert colours["paper"] > width * height // 4 and colours["sheet"] > width * height // 8
    assert colours["ink"] > 5_000  # letters
    assert colours["accent"] > 2_000  # the crown
    assert min(colours["p0"], colours["p3"]) > 1_000  # a place and a line of the curve in everybody's colour


@pytest.mark.browser
def test_who_looks_on_passes_on_how_it_stands(open_page: OpenPage, tmp_path: Path) -> None:
    """Best first and level ones on one place, though the page shows people as they sit; again after a new hand."""
    table = new_evening("Sepp", "Vroni", "Resi", "Xaver")
    table.record(solo("Xaver"))
    page = open_page(f"/w/{table.stored.watch_token}/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    assert picture_of(page, tmp_path / "stands.png")[0] == 1080
    assert copied(page) == [
        "So steht es", "Stammtisch Linde · 20. November 2026", "",
        "1. Xaver: +150 · +1,50 €", "2. Sepp: −50 · −0,50 €", "2. Vroni: −50 · −0,50 €", "2. Resi: −50 · −0,50 €",
    ]  # fmt: skip
    table.record(rufer("Sepp", "Vroni"))
    expect(page.locator(".hand-now")).to_contain_text("3")
    assert copied(page)[3:5] == ["1. Xaver: +130 · +1,30 €", "2. Sepp: −30 · −0,30 €"]


def copied(page: Page) -> list[str]:
    page.locator('[data-share="text"]').tap()
    expect(page.locator(".pass-on [role=status]")).to_have_text("Kopiert.")
    return str(page.evaluate("navigator.clipboard.readText()")).replace("\u00a0", " ").split("\n")


def test_a_record_broken_in_a_linked_club_is_named_by_its_own_entries(client: Client) -> None:
    """The club remembers people by their first entries, and the pages know those who sat there."""
    first = closed(solo("Xaver"))
    second = closed(solo("Xaver"))
    link_details: dict[str, Any] = {"by": "club link", "at": first.now()}
    link_club(club=first.club, other=second.club, key=uuid4(), **link_details)
    table = new_evening("Sepp", "Vroni", "Resi", "Xaver", club=second.club, at=first.now())
    for _ in range(3):
        table.record(solo("Xaver"))
    table.close()
    for page in (f"/w/{table.stored.watch_token}/", f"/t/{table.link}/settle"):
        text = text_of(client.get(page, headers=ENGLISH))
        assert "best evening so far: Xaver with +450. Previous record: +150." in text
