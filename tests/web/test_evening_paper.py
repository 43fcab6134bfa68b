"""The printed evening and its tables, on the pages of scribes and watchers."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorebook.clubs import watching
from scorebook.clubs.models import Player
from scorebook.clubs.services import rename_player
from scorebook.web.evening.paper import views
from tests.support.browser import OpenPage
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, text_of
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, rufer, solo

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

SEVEN = ("Anna", "Maximiliane-Theresia Niederschönenfeld", "Cilli", "Done", "Emmi", "Ferdl", "Girgl")


@pytest.fixture
def closed(evening: PagedEvening) -> PagedEvening:
    """Anna and Beppo win a Rufer; then Cilli's solo, which was corrected to lost, and a hand that was struck out."""
    evening.record()
    evening.record(contract="solo", declarer="Cilli", partner="")
    solo_lost = evening.by_id({"contract": "solo", "declarer": "Cilli", "won": "no", "kontra": "0", "top_trumps": "0"})
    evening.record()
    evening.post("hand", 2, **solo_lost, replaces=evening.event(2))
    evening.post("void", 3, replaces=evening.event(3))
    evening.post("close")
    evening.get("settle")  # says what was written, once
    return evening


def rows_of(answer: Answer) -> list[list[str]]:
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


def test_paper_tells_the_evening_from_its_first_hand_on(closed: PagedEvening) -> None:
    page = text_of(closed.get("paper")).replace("\xa0", " ")
    first, second, third = (page.index(text) for text in ("Anna mit Beppo: Rufer", "Cilli: Solo", "durchgestrichen"))
    assert page.index("Wer zahlt wem") < first < second < third
    assert "Rufer 20" in page and "geändert" in page and "Anna und Beppo" in page
    assert "Cilli → zahlt an Beppo 0,70 €" in page
    assert "1. Anna +70 +0,70" in page and "Prüfsumme" in page


def test_an_open_evening_is_on_paper_too_and_nobody_pays_yet(evening: PagedEvening) -> None:
    empty = text_of(evening.get("paper"))
    assert "Wer zahlt wem" not in empty
    evening.record()
    text = text_of(evening.get("paper"))
    assert "Anna mit Beppo" in text and "Wer zahlt wem" not in text and "gewinnt den Abend" not in text


def test_a_long_evening_is_on_paper_in_parts(evening: PagedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        evening.record()
    monkeypatch.setattr(views, "HANDS_ON_PAPER", 2)
    newest, older = markup(evening.get("paper")), markup(evening.client.get(f"{evening.url('paper')}?before=2"))
    assert 'href="?before=2"' in newest and 'scope="row">1<' not in newest
    assert 'scope="row">1<' in older and 'href="?before=' not in older
    assert evening.client.get(f"{evening.url('paper')}?before=1").status_code == 404


@pytest.mark.parametrize("page", ["paper", "hands", "settle"])
def test_each_page_of_a_closed_evening_gives_the_same_tables(closed: PagedEvening, page: str) -> None:
    html = markup(closed.get(page))
    for link in ("?as=xlsx", "?as=csv&amp;table=hands", "?as=csv&amp;table=results", "?as=csv&amp;table=payments"):
        assert f'href="{link}"' in html
    answer = closed.client.get(closed.url(page), {"as": "csv", "table": "results"})
    name = answer["Content-Disposition"]
    assert re.fullmatch(r'attachment; filename="[\w-]+-1-results\.csv"', name), name
    assert [row[:2] for row in rows_of(answer)[1:]] == [
        ["Anna", "70"],
        ["Beppo", "70"],
        ["Done", "30"],
        ["Cilli", "-170"],
    ]
    book = closed.client.get(closed.url(page), {"as": "xlsx"})
    with zipfile.ZipFile(io.BytesIO(book.content)) as file:
        assert [name for name in file.namelist() if "worksheets/sheet" in name] == [
            f"xl/worksheets/sheet{no}.xml" for no in (1, 2, 3)
        ]


def test_what_is_no_kind_of_file_is_the_page_and_no_table_the_first(closed: PagedEvening) -> None:
    for wrong in ("pdf", "", "CSV"):
        assert closed.client.get(closed.url("paper"), {"as": wrong})["Content-Type"].startswith("text/html")
    first = closed.client.get(closed.url("paper"), {"as": "csv", "table": "hands"}).content
    assert closed.client.get(closed.url("paper"), {"as": "csv", "table": "nothing"}).content == first


def test_those_who_look_on_get_the_same_and_no_other_link(closed: PagedEvening) -> None:
    watch = f"/w/{closed.stored.watch_token}/"
    html = markup(closed.client.get(f"{watch}paper"))
    assert f'href="{watch}paper"' in markup(closed.client.get(watch))
    assert "/t/" not in html and "/c/" not in html and closed.stored.scribe_token not in html
    for page in ("paper", "hands"):
        assert len(rows_of(closed.client.get(f"{watch}{page}", {"as": "csv", "table": "payments"}))) == 4
        assert closed.client.get(f"/w/{closed.stored.scribe_token}/{page}?as=csv").status_code == 404
        assert closed.client.get(f"/t/{closed.stored.watch_token}/{page}?as=csv").status_code == 404


def test_where_money_is_hidden_those_who_look_on_get_none(closed: PagedEvening) -> None:
    watching.hide_money(club=closed.stored.club, key=uuid4(), by="club link", at=timezone.now())
    watch = f"/w/{closed.stored.watch_token}/"
    text = text_of(closed.client.get(f"{watch}paper"))
    assert "€" not in text and "Wer zahlt wem" not in text and "Anna +70" in text
    for page in ("paper", "hands"):
        html = markup(closed.client.get(f"{watch}{page}"))
        assert "table=payments" not in html
        [heading, *_rows] = rows_of(closed.client.get(f"{watch}{page}", {"as": "csv", "table": "results"}))
        assert "EUR" not in "".join(heading)
        # Nobody gets them by asking for them.
        [heading, *_rows] = rows_of(closed.client.get(f"{watch}{page}", {"as": "csv", "table": "payments"}))
        assert heading[0] == "Spiel-Nr."
    assert "€" in text_of(closed.get("paper"))


def test_paper_and_tables_cost_as_many_statements_however_many_hands(closed: PagedEvening) -> None:
    def costs() -> list[int]:
        found = []
        for query in ({}, {"as": "xlsx"}):
            with CaptureQueriesContext(connection) as queries:
                assert closed.client.get(closed.url("paper"), query).status_code == 200
            found.append(len(queries))
        return found

    before = costs()
    closed.post("settle", reopen="1")
    for _ in range(5):
        closed.record()
    closed.post("close")
    assert costs() == before


def test_a_name_on_paper_is_text(closed: PagedEvening) -> None:
    anna = Player.objects.get(pk=closed.ids["Anna"])
    rename_player(player=anna, name="<b>=1+1", by="club link", at=timezone.now())
    assert "&lt;b&gt;=1+1" in markup(closed.get("paper"))
    assert "'=1+1" not in closed.client.get(closed.url("paper"), {"as": "csv"}).content.decode()


# -- on real paper -------------------------------------------------------------------------------------------------


def long_evening() -> PlayedEvening:
    """Sixty hands of seven people, one of them with a long name."""
    evening = new_evening(*SEVEN, stake_minor=10)
    for no in range(60):
        playing = [evening.sheet().names[player] for player in evening.sheet().table.active(4)]
        hand = (solo(playing[0], won=no % 3 > 0), rufer(playing[0], playing[1]), THROWN_IN)[no % 3]
        evening.record(hand)
    evening.close()
    return evening


@pytest.mark.browser
def test_a_long_evening_of_seven_fits_on_few_sheets_of_a4_and_breaks_in_no_hand(open_page: OpenPage) -> None:
    evening = long_evening()
    page = open_page(f"/t/{evening.link}/paper")
    pdf = page.pdf(prefer_css_page_size=True)
    assert 3 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 4
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 688, "height": 1000})  # what the margins leave of 210 mm
    assert page.evaluate("document.documentElement.scrollWidth") <= 688
    style = "one => [getComputedStyle(one).breakInside, getComputedStyle(one).display]"
    assert page.locator(".sheet tbody").first.evaluate(style) == ["avoid", "table-row-group"]
    assert page.locator(".sheet thead").evaluate(style)[1] == "table-header-group"  # once more on each sheet
    for gone in ("button", ".foot", "nav", ".mark", ".menu"):
        assert not page.locator(gone).filter(visible=True).count(), gone
    seen = "[...document.querySelectorAll('main *')].filter((one) => one.checkVisibility())"
    ink = page.evaluate(f"{seen}.map((one) => getComputedStyle(one).color)")
    assert set(ink) <= {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}


@pytest.mark.browser
def test_an_evening_of_twelve_hands_with_long_sentences_is_one_sheet(open_page: OpenPage) -> None:
    evening = new_evening("Sebastian", "Katharina", "Alexander", "Hannelore", stake_minor=10)
    for _ in range(12):
        evening.record(solo("Sebastian", card_points=93, top_trumps={"count": 5, "side": "declarer_side"}, kontra=2))
    evening.close()
    page = open_page(f"/t/{evening.link}/paper")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1


@pytest.mark.browser
def test_in_the_dark_theme_paper_stays_white(open_page: OpenPage, client: Client) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    page = open_page(f"/t/{evening.link}/paper", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.locator("body").evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("h2").first.evaluate("one => getComputedStyle(one).color") == "rgb(0, 0, 0)"
