"""More about this hand: who called Stoss, an offence, the counts of a Ramsch, a note; without script or network too."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from rules import PRESETS
from scorebook.play.hand_event_codec import facts_of_event
from scorebook.play.models import HandEvent
from scorebook.play.queries import evening_sheets
from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, problems_of, start, text_of
from tests.support.played_evening import new_evening
from tests.support.touch import Thumb, opens_offline, totals

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
PUB = "bavarian/pub_10_20_50"


def stored_hand(evening: PagedEvening) -> dict[str, object]:
    """The last hand as it stands in the books, with names for ids."""
    names = {id: name for name, id in evening.ids.items()}

    def named(value: object) -> object:
        if isinstance(value, dict):
            return {named(key): named(one) for key, one in value.items()}
        if isinstance(value, list):
            return [named(one) for one in value]
        return names.get(value, value) if isinstance(value, str) else value

    found = named(facts_of_event(HandEvent.objects.latest("seq")))
    assert isinstance(found, dict)
    return found


def chosen(html: str, name: str) -> list[str]:
    """What the lists of this name hold, in their order."""
    lists = re.findall(rf'<select[^>]*name="{name}"[^>]*>(.*?)</select>', html, flags=re.S)
    return [(re.findall(r'value="([^"]*)" selected', options) or [""])[0] for options in lists]


@pytest.mark.django_db
def test_who_called_stoss_and_re_is_kept_shown_and_corrected(client: Client) -> None:
    evening = start(client)
    evening.record(kontra="2", kontra_by=["Cilli", "Anna"], laid="1", laid_by=["Done"], note="framed on the wall")
    hand = stored_hand(evening)
    assert (hand["kontra"], hand["laid"], hand["note"]) == (["Cilli", "Anna"], ["Done"], "framed on the wall")
    page = evening.get("hand", 1)
    text, html = text_of(page), markup(page)
    assert "Verdoppelt von Cilli, Anna · Gelegt von Done" in text and "– framed on the wall" in text
    assert '<details class="fold options" open>' in html
    assert chosen(html, "kontra_by")[:3] == [evening.ids["Cilli"], evening.ids["Anna"], ""]
    assert chosen(html, "laid_by")[0] == evening.ids["Done"]


@pytest.mark.django_db
def test_one_of_two_callers_may_be_forgotten(client: Client) -> None:
    evening = start(client)
    evening.record(kontra="2", kontra_by=["", "Anna"])
    assert stored_hand(evening)["kontra"] == [None, "Anna"]


@pytest.mark.django_db
def test_what_is_wrong_there_opens_it_and_says_so_beside_its_row(client: Client) -> None:
    evening = start(client)
    answer = evening.record(kontra="1", kontra_by=["Anna"])
    assert answer.status_code == 422 and len(problems_of(answer)) == 1
    answer = evening.record(called_card="ace leaves", called_suit="itself")
    html = markup(answer)
    assert answer.status_code == 422 and '<details class="fold options" open>' in html
    assert chosen(html, "called_suit") == ["itself"]


@pytest.mark.django_db
def test_an_offence_loses_whatever_the_buttons_say(client: Client) -> None:
    evening = start(client)
    evening.record(won="yes", level="schneider", revoked_by="Beppo")
    assert evening.points() == {"Anna": -20, "Beppo": -20, "Cilli": 20, "Done": 20}
    assert evening.hands()[0].score.reasons[0].code == "revoked"


@pytest.mark.django_db
def test_a_roof_is_reported_where_it_is_fined_and_stays_in_a_correction(client: Client) -> None:
    assert 'name="roof_shown_by"' not in markup(start(client, game="sasku", stake_sasku="points").get("table"))
    fined = {"game": "sasku", "stake_sasku": "points", "rules_of": "sasku/sasku", "rule_roof_penalty": "2"}
    evening = start(client, **fined)
    evening.post("table", **evening.by_id({"contract": "passed", "team": "Done", "roof_shown_by": "Beppo"}),
                 level="plain", known_hands=0)  # fmt: skip
    assert stored_hand(evening)["roof_shown_by"] == "Beppo"
    assert list(evening.hands()[0].score.tally.values()) == [2, 1, 2, 1]
    page = evening.get("hand", 1)
    assert "Alle gepasst: Beppo, Done, gewonnen" in text_of(page)
    assert "Beppo hat ein Dach gezeigt, Striche für die anderen: 2" in text_of(page)
    html = markup(page)
    assert chosen(html, "roof_shown_by") == [evening.ids["Beppo"]]
    assert re.findall(r'name="team" value="([^"]+)"[^>]* checked', html) == [evening.ids["Beppo"]]  # of the winners
    answer = evening.post("table", **evening.by_id({"contract": "passed", "team": "tied", "roof_shown_by": "Anna"}),
                          level="plain", known_hands=1)  # fmt: skip
    assert answer.status_code == 422
    assert "Ein Unentschieden bringt niemandem Striche" in text_of(answer)
    assert chosen(markup(answer), "roof_shown_by") == [evening.ids["Anna"]]


@pytest.mark.django_db
def test_the_counts_of_a_ramsch_say_who_lost(client: Client) -> None:
    """B65: level in card points, and Beppo has more tricks."""
    evening = start(client)
    counts = {"Anna": (40, 2), "Beppo": (40, 4), "Cilli": (30, 1), "Done": (10, 1)}
    fields = {
        start + evening.ids[name]: str(count)
        for name, both in counts.items()
        for start, count in zip(("card_points_", "tricks_"), both, strict=True)
    }
    evening.post("table", contract="ramsch", laid="0", known_hands=0, **fields)
    assert evening.points() == {"Anna": 20, "Beppo": -60, "Cilli": 20, "Done": 20}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rules", "question"),
    [
        ({}, None),
        ({"rule_matadors_of": "winners"}, "row-top-side"),
        ({"rule_ramsch_settlement": "most_pays_fewest"}, "row-winner"),
    ],
)
def test_a_question_that_decides_the_payment_is_in_the_form_itself(
    client: Client, rules: dict[str, str], question: str | None
) -> None:
    html = markup(start(client, rules_of=PUB, **rules).get("table"))
    shown = {name for name in ("row-top-side", "row-winner") if name in html}
    assert shown == ({question} if question else set())


@pytest.mark.django_db
def test_only_what_the_table_agreed_on_shows(client: Client) -> None:
    usual = markup(start(client).get("table"))
    strict = {"rule_schwarz_must_be_claimed": "yes", "rule_overclaim": "recoup_twice"}
    agreed = markup(start(client, rules_of=PUB, **strict).get("table"))
    for name in ("schwarz_unclaimed", "value"):
        assert f'name="{name}"' not in usual.replace('type="hidden" name="value"', "")
        assert f'name="{name}"' in agreed


# -- in the browser ----------------------------------------------------------------------------------------------------


def open_more(page: Page) -> None:
    page.locator(".options > summary").tap()


def say(page: Page, name: str, *players: str) -> None:
    for place, player in enumerate(players):
        page.locator(f'[name="{name}"]').nth(place).select_option(label=player)


@pytest.mark.browser
def test_a_phone_writes_it_down_without_a_network(open_page: OpenPage, net: Cellar) -> None:
    """Named doublings, an offence and a counted Ramsch are worth offline what the server makes of them later."""
    thumb = Thumb(open_page("/", at=net.url, expected_errors="Failed to load resource"), javascript=True)
    thumb.start(*PEOPLE)
    opens_offline(thumb.page)
    page = thumb.page
    net.is_cut = True
    thumb.write({"declarer": "Anna", "partner": "Beppo"}, kontra="2")
    open_more(page)
    say(page, "kontra_by", "Cilli", "Done")
    expect(page.locator(".record-sum")).to_contain_text("Stoß")
    thumb.tap(page.locator(".record"))
    expect(page.locator("h1")).to_have_text("Spiel 2")
    expect(page.locator(".options")).not_to_have_attribute("open", "")
    thumb.write({"declarer": "Cilli", "partner": "Done"})
    open_more(page)
    say(page, "revoked_by", "Cilli")
    page.locator('[name="note"]').fill("nicht bedient")
    thumb.tap(page.locator(".record"))
    expect(page.locator("h1")).to_have_text("Spiel 3")
    thumb.choose("contract", "ramsch")
    open_more(page)
    for row, points in zip(page.locator("[data-counts]").all(), (50, 40, 20, 10), strict=True):
        row.locator("input").first.fill(str(points))
    expect(page.locator(".record")).to_be_enabled()
    thumb.tap(page.locator(".record"))
    expect(page.locator("h1")).to_have_text("Spiel 4")
    here = totals(page)
    net.is_cut = False
    expect(page.locator(".kept")).to_have_attribute("data-kept", "server", timeout=60_000)
    assert HandEvent.objects.count() == 3
    lines = evening_sheets.evening_sheet(HandEvent.objects.latest("seq").evening).players
    assert {line.player.name: f"{line.points:+d}".replace("-", "−") for line in lines} == here


@pytest.mark.thorough
@pytest.mark.browser
def test_a_roof_and_a_reuegeld_are_worth_the_same_without_a_network(open_page: OpenPage, net: Cellar) -> None:
    """Passed hands too, where both teams write strokes down; a lost solo is regretted into the pot."""
    page = open_page("/", at=net.url, expected_errors="Failed to load resource")
    sasku = new_evening(*PEOPLE, ruleset=PRESETS["sasku"]["sasku_per_stroke"].with_house_rules({"roof_penalty": 2}))
    regret = new_evening(*PEOPLE, ruleset=PRESETS["bavarian"]["pub_10_20_50"].with_house_rules({"pot_reuegeld": 30}))
    thumb = Thumb(page, javascript=True)
    for evening, players, chips, text in (
        (sasku, {}, {"contract": "passed", "team": str(sasku.players["Beppo"].pk)}, "Done hat ein Dach gezeigt"),
        (regret, {"declarer": "Anna"}, {"contract": "solo", "won": "no"}, "Anna zahlt 30 Reuegeld in den Stock"),
    ):
        net.is_cut = False
        page.goto(f"/t/{evening.stored.scribe_token}/")
        opens_offline(page)
        net.is_cut = True
        thumb.write(players, **chips)
        if evening is sasku:
            open_more(page)
            say(page, "roof_shown_by", "Done")
        thumb.tap(page.locator(".record"))
        expect(page.locator("h1")).to_have_text("Spiel 2")
        expect(page.locator("main")).to_contain_text(text)
        here = totals(page)
        net.is_cut = False
        expect(page.locator(".kept")).to_have_attribute("data-kept", "server", timeout=60_000)
        page.reload()
        assert totals(page) == here
        expect(page.locator("main")).to_contain_text(text)
