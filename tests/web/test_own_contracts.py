"""Contracts of a table's own, from the start form to the last cent: with a script and without, online and offline."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import escape
from playwright.sync_api import Page, expect

from rules import PRESETS
from rules.base_ruleset import Aim, Sides
from rules.own_contracts import OwnContract
from scorebook.play.models import Evening
from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.page import markup
from tests.support.paged_evening import problems_of, start, start_fields, text_of
from tests.support.touch import Thumb, opens_offline, totals
from tests.web.test_offline import back_online, correct, record, reopened

PUB = "bavarian/pub_10_20_50"
ROWS = "rule_own_contracts"
NAME = "Kreuz ü <b>\"'"
OWN = f"own:{NAME}"
OWN_IN_CSS = OWN.replace('"', '\\"')
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")


def row(place: int, name: str, price: str, *ticks: str, **lists: str) -> dict[str, object]:
    fields = {"name": name, "price": price, "sides": "alone", "aim": "card_points", **lists} | dict.fromkeys(ticks, "1")
    return {ROWS: "", **{f"{ROWS}-{place}-{field}": text for field, text in fields.items()}}


# -- the start form ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_rows_are_settled_and_empty_ones_passed_over(client: Client) -> None:
    evening = start(
        client,
        rules_of=PUB,
        **row(0, "", "", "counts_schneider")
        | row(1, NAME, "20", "counts_schneider", "counts_run")
        | row(3, "Null mit zwei", " 7 ", sides="partners", aim="no_trick"),
    )
    assert evening.stored.rules.own_contracts == (  # type: ignore[attr-defined]
        OwnContract(name=NAME, price=20, counts_doublings=False),
        OwnContract(
            name="Null mit zwei", price=7, sides=Sides.PARTNERS, aim=Aim.NO_TRICK, counts_schneider=False,
            counts_run=False, counts_doublings=False,
        ),
    )  # fmt: skip


@pytest.mark.django_db
def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(client: Client) -> None:
    wrong = {**row(0, "Blau", "x", aim="all_tricks"), **row(2, "", "5"), **row(4, "BLAU", "0", "counts_run")}
    page = client.post("/", start_fields(rules_of=PUB, **wrong))
    html = markup(page)
    assert page.status_code == 422 and not Evening.objects.exists()
    assert problems_of(page) == [
        "Das muss eine ganze Zahl sein.", "Wie heißt dieses Spiel?", "Zwei Spiele können nicht gleich heißen.",
        "Jeder Verlierer zahlt 1 bis 1000000 Punkte.",
    ]  # fmt: skip
    # The rows close up: each stands where the rules have counted it, and the list above leads there.
    for place, name, price in ((0, "Blau", "x"), (1, "", "5"), (2, "BLAU", "0"), (3, "", "")):
        assert f'name="{ROWS}-{place}-name" value="{name}"' in html
        assert f'name="{ROWS}-{place}-price" value="{price}"' in html
    assert re.findall(rf'href="#({ROWS}[^"]*)"', html) == [
        f"{ROWS}-0-price", f"{ROWS}-1-name", f"{ROWS}-2-name", f"{ROWS}-2-price",
    ]  # fmt: skip
    assert all(f'id="{target}"' in html for target in re.findall(rf'href="#({ROWS}[^"]*)"', html))
    assert f'name="{ROWS}-2-counts_run" value="1" checked' in html
    assert f'name="{ROWS}-2-counts_schneider" value="1" checked' not in html
    assert re.search(rf'<select[^>]*id="{ROWS}-0-aim".*?value="all_tricks" selected', html, re.DOTALL)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Wenz", "farbwenz", "Suit Wenz", " Solo "])
def test_a_name_that_the_book_knows_is_refused_at_the_start(client: Client, name: str) -> None:
    page = client.post("/", start_fields(rules_of=PUB, **row(0, name, "5")))
    assert (page.status_code, problems_of(page)) == (422, ["Ein Spiel mit diesem Namen gibt es schon."])
    assert f'href="#{ROWS}-0-name"' in markup(page)


@pytest.mark.django_db
def test_without_a_script_a_button_adds_a_row(client: Client) -> None:
    page = client.post("/", start_fields(rules_of=PUB, show_rules="own_contracts", **row(0, NAME, "20")))
    html = markup(page)
    assert page.status_code == 200 and not Evening.objects.exists()
    assert f'value="{escape(NAME)}"' in html and f'name="{ROWS}-1-name" value=""' in html
    group = html[: html.index("Eigene Spiele")].rpartition("<details")[2]
    assert " open" in group


@pytest.mark.django_db
def test_there_is_room_for_eight(client: Client) -> None:
    eight = {field: text for place in range(8) for field, text in row(place, f"Spiel {place}", "5").items()}
    html = markup(client.post("/", start_fields(rules_of=PUB, show_rules="own_contracts", **eight)))
    assert f'name="{ROWS}-7-name"' in html and f'name="{ROWS}-8-name"' not in html
    assert len(start(client, rules_of=PUB, **eight).stored.rules.own_contracts) == 8  # type: ignore[attr-defined]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "offer", "offered"),
    [
        ("bavarian", "pub", {"sides", "aim", "counts_schneider", "counts_run", "counts_doublings"}),
        ("bavarian", "school", {"sides", "aim", "counts_schneider", "counts_doublings"}),
        ("palatinate", "points", {"aim", "counts_schneider", "counts_run", "counts_doublings"}),
        ("asserufen", "points", {"sides", "aim", "counts_schneider", "counts_run", "counts_doublings"}),
        ("bierkopf", "mucken", {"counts_schneider"}),
        ("sasku", "points", set()),
    ],
)
def test_a_field_that_means_nothing_in_a_game_is_not_offered(
    client: Client, game: str, offer: str, offered: set[str]
) -> None:
    """In a tariff without matadors the run is there for the script to show once they count."""
    html = markup(client.post("/house-rules", {"game": game, f"stake_{game}": offer, "show_rules": "1"}))
    bare = re.sub(r"<span[^>]* hidden>.*?</label>", "", html, flags=re.DOTALL)
    assert set(re.findall(rf'name="{ROWS}-0-(\w+)"', bare)) - {"name", "price"} == offered


@pytest.mark.django_db
def test_the_next_evening_is_offered_them_and_the_last_one_keeps_its_own(client: Client) -> None:
    first = start(client, rules_of=PUB, **row(0, NAME, "20", "counts_run", sides="opposite"))
    agreed = first.now().ruleset
    page = markup(client.get(f"/c/{first.club_token}/start"))
    assert f'name="{ROWS}-0-name" value="{escape(NAME)}"' in page and f'name="{ROWS}-0-price" value="20"' in page
    assert re.search(rf'<select[^>]*id="{ROWS}-0-sides".*?value="opposite" selected', page, re.DOTALL)
    dearer = start_fields(rules_of=PUB, **row(0, NAME, "25", "counts_run", sides="opposite"))
    assert client.post(f"/c/{first.club_token}/start", dearer).status_code == 302
    assert Evening.objects.get(number=2).ruleset["house_rules"]["own_contracts"][0]["price"] == 25
    assert first.now().ruleset == agreed
    first.record(contract=OWN, partner="")
    assert first.points() == {"Anna": 20, "Beppo": -20, "Cilli": 20, "Done": -20}


@pytest.mark.django_db
def test_another_tariff_keeps_them_and_another_game_has_none(client: Client) -> None:
    fields = {"rules_of": PUB, **row(0, NAME, "20")}
    school = start(client, stake_bavarian="school", **fields).stored.rules
    assert [one.name for one in school.own_contracts] == [NAME]  # type: ignore[attr-defined]
    other = start(client, game="asserufen", stake_asserufen="cents_10", **fields).stored.ruleset
    assert other == PRESETS["asserufen"]["asserufen_quick"].to_json()


# -- the hand and the book ---------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_without_a_script_it_is_recorded_and_named_on_every_page(client: Client) -> None:
    evening = start(client, rules_of=PUB, **row(0, NAME, "20", "counts_schneider", "counts_doublings"))
    assert evening.record(contract=OWN, partner="", card_points="91", kontra="1").status_code == 302
    assert evening.points() == {"Anna": 180, "Beppo": -60, "Cilli": -60, "Done": -60}
    correction = evening.get("hand", 1)
    assert f'value="{escape(OWN)}"' in markup(correction)
    watch = f"/w/{evening.stored.watch_token}/"
    statement = f"/c/{evening.club_token}/players/{evening.ids['Anna']}/"
    for page in (evening.get("table"), correction, client.get(watch), client.get(statement), evening.get("close")):
        assert page.status_code == 200 and "<b>\"'" not in markup(page)
    for page in (evening.get("table"), correction, client.get(watch), client.get(statement)):
        assert "Kreuz ü &lt;b&gt;" in markup(page)
    refused = evening.record(contract=OWN, partner="", card_points="119")
    assert refused.status_code == 422 and f'value="{escape(OWN)}"' in markup(refused)
    assert evening.record(contract="own:Grün", partner="").status_code == 422


@pytest.mark.django_db
def test_the_book_of_the_evening_says_what_it_is_worth_and_what_does_not_count(client: Client) -> None:
    evening = start(
        client, rules_of=PUB, **row(0, NAME, "33", "counts_schneider") | row(1, "Ganz", "7", aim="all_tricks")
    )
    book = client.get(f"/t/{evening.stored.scribe_token}/rules")
    text = text_of(book)
    assert (
        "Kreuz ü &lt;b&gt;&quot;&#x27; allein, gewonnen ab 61 Augen, jeder Verlierer zahlt 33, ohne Laufende, wird"
        in text
    )
    assert "Ganz allein, braucht alle Stiche, jeder Verlierer zahlt 7, ohne Laufende, wird nie verdoppelt" in text
    assert re.search(r"Kreuz ü &lt;b&gt;&quot;&#x27; 33 43 53", text)
    assert re.search(r"Ganz 7 ", text)


@pytest.mark.django_db
def test_mucken_is_played_and_its_chapter_names_the_contracts(client: Client) -> None:
    fields = {f"{ROWS}-0-name": "Geier", f"{ROWS}-0-price": "4", f"{ROWS}-1-name": "Herz", f"{ROWS}-1-price": "2"}
    known = client.post("/", start_fields(game="bierkopf", stake_bierkopf="mucken", rules_of="bierkopf/mucken",
                                          **{ROWS: ""}, **fields))  # fmt: skip
    assert problems_of(known) == ["Ein Spiel mit diesem Namen gibt es schon."]  # a Geier is Bavarian
    fields |= {f"{ROWS}-0-name": "Mord", f"{ROWS}-0-counts_schneider": "1"}
    evening = start(
        client, game="bierkopf", stake_bierkopf="mucken", rules_of="bierkopf/mucken", **{ROWS: ""}, **fields
    )
    anna = evening.ids["Anna"]
    evening.post("table", contract="own:Mord", team=anna, level="schneider", known_hands=0)
    evening.post("table", contract="own:Herz", team=anna, level="schwarz", known_hands=1)  # its row is hidden
    assert evening.points() == {"Anna": 7, "Beppo": -7, "Cilli": 7, "Done": -7}
    text = text_of(client.get(f"/t/{evening.stored.scribe_token}/rules"))
    assert "Dieser Tisch spielt, jedes zu seinem Preis: Mord (4), Herz (2)." in text


# -- a club's evening in a browser -------------------------------------------------------------------------------------


def type_row(page: Page, place: int, name: str, price: str) -> None:
    page.locator(f'[name="{ROWS}-{place}-name"]').fill(name)
    page.locator(f'[name="{ROWS}-{place}-price"]').fill(price)


def untick(page: Page, place: int, name: str) -> None:
    page.locator(f'label:has([name="{ROWS}-{place}-{name}"])').tap()


@pytest.mark.browser
def test_an_evening_with_contracts_of_its_own(open_page: OpenPage, net: Cellar) -> None:
    page = open_page("/", at=net.url, expected_errors="Failed to load resource")
    page.locator(".house > summary").tap()
    page.locator(".rule-group summary", has_text="Eigene Spiele").tap()
    type_row(page, 0, NAME, "20")
    untick(page, 0, "counts_doublings")
    page.get_by_role("button", name="Weiteres Spiel hinzufügen").tap()
    expect(page.locator(f'[name="{ROWS}-1-name"]')).to_be_focused()
    assert page.locator(f'[name="{ROWS}-0-name"]').input_value() == NAME
    expect(page.locator(f'[name="{ROWS}-0-counts_doublings"]')).not_to_be_checked()
    type_row(page, 1, "Zwei gegen zwei", "15")
    page.locator(f'[name="{ROWS}-1-sides"]').select_option("partners")

    thumb = Thumb(page, javascript=True)
    thumb.start(*PEOPLE)
    opens_offline(page)
    thumb.write({"declarer": "Anna"}, contract=OWN_IN_CSS, top_trumps="4")
    expect(page.locator(".row-kontra")).to_be_hidden()  # nothing doubles it
    expect(page.locator(".record [data-sum]")).to_have_text(f"{NAME} 20 + 4 Laufende × 10 = 60")
    thumb.record()
    assert totals(page) == {"Anna": "+180", "Beppo": "−60", "Cilli": "−60", "Done": "−60"}

    net.is_cut = True
    thumb = reopened(thumb)
    page = thumb.page
    record(thumb, 2, {"declarer": "Beppo"}, contract=OWN_IN_CSS, card_points="95")
    expect(page.locator("#hand-2 .text")).to_have_text(f"Beppo: {NAME}, Schneider gewonnen, 95 Augen")
    expect(page.locator("#hand-2 .small").first).to_have_text(f"{NAME} 20 + Schneider 10 = 30")
    record(thumb, 3, {"declarer": "Cilli", "partner": "Done"}, contract="own:Zwei gegen zwei", kontra="1")
    correct(thumb, 1, won="no")
    expect(page.locator("#hand-1 .text")).to_contain_text(f"Anna: {NAME}, verloren")
    assert totals(page) == {"Anna": "−240", "Beppo": "+120", "Cilli": "+60", "Done": "+60"}
    back_online(thumb, net)
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible()
    page.reload()
    assert totals(page) == {"Anna": "−240", "Beppo": "+120", "Cilli": "+60", "Done": "+60"}
    expect(page.locator("#hand-2 .text")).to_have_text(f"Beppo: {NAME}, Schneider gewonnen, 95 Augen")

    page.locator(".menu > summary").tap()
    thumb.follow("Abend abschließen")
    thumb.press("Abend abschließen")
    paid = sorted(re.sub(r"\s", " ", text) for text in page.locator(".payment > .figure").all_inner_texts())
    assert paid == ["0,60 €", "0,60 €", "1,20 €"]
    for _ in range(3):
        thumb.press("Als bezahlt abhaken")
    expect(page.get_by_text("Alles bezahlt.")).to_be_visible()
    thumb.follow("Neuer Abend mit denselben Leuten")
    assert page.locator(f'[name="{ROWS}-0-name"]').input_value() == NAME
    assert page.locator(f'[name="{ROWS}-1-sides"]').input_value() == "partners"


@pytest.mark.browser
def test_it_takes_as_many_taps_as_any_contract_behind_more_and_stands_first_there(
    open_page: OpenPage, client: Client
) -> None:
    evening = start(client, rules_of=PUB, **row(0, "Blauer Wenz", "20", "counts_run"))
    taps = {}
    for contract in ("geier", "own:Blauer Wenz"):
        thumb = Thumb(open_page(evening.url("table")), javascript=True)
        thumb.write({"declarer": "Anna"}, contract=contract)
        thumb.record()
        taps[contract] = thumb.taps
        assert thumb.page.locator(".more-contracts .chip").first.text_content() == "Blauer Wenz"
    assert taps == {"geier": 4, "own:Blauer Wenz": 4}  # one more than a Solo
