"""The calculator: a hand without an evening, carried by its link."""

import re
from collections.abc import Mapping
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

import rules
from rules import Level
from rules.cards import ALL_CARD_POINTS
from rules.games.declarer_game import DeclarerGame
from scorebook.web.core.form_data import FormData
from scorebook.web.rule_book import card_counter, sample_hands
from tests.support.page import markup
from tests.support.paged_evening import problems_of, text_of

pytestmark = pytest.mark.once

URL = "/calculator/"
SOLO: Mapping[str, str] = {
    "rules": "palatinate/palatinate", "people": "4", "contract": "solo", "declarer": "Anna", "trump_suit": "hearts",
    "card_points": "94", "top_trumps": "4", "kontra": "1",
}  # fmt: skip
OBERS = ["ober-acorns", "ober-leaves", "ober-hearts", "ober-bells"]


def test_it_opens_with_the_first_game_and_asks_nothing_back(client: Client) -> None:
    page = client.get(URL)
    assert page.status_code == 200 and problems_of(page) == []
    html = markup(page)
    for game, presets in rules.PRESETS.items():
        for preset in presets:
            assert f'<option value="{game}/{preset}"' in html


def test_a_link_carries_the_hand_and_its_answer(client: Client) -> None:
    """(game + hearts + Schneider + Solo + 4 top trumps) x 2, the dealer pays too: P40-P51."""
    text = text_of(client.get(URL, SOLO))
    assert "Anna: Solo in Herz, Schneider gewonnen, 94 Augen" in text
    assert "Anna +48 Beppo −16 Cilli −16 Done −16" in text
    assert "Kontra P48 × 2 jeder Verlierer zahlt 16" in text
    assert "P48 Pfalz, englisch: Three players, scoring; Rules of Play; Pfalz, deutsch: 3.5" in text


def test_a_tout_and_a_bettel_ask_for_the_result_and_not_for_card_points(client: Client) -> None:
    """B35, B73: so no count can already hold the answer; where a line or the API gives one, the rules read it there."""
    html = markup(client.get(URL, {"rules": "bavarian/pub_10_20_50"}))
    for contract in ("solo_tout", "wenz_tout", "bettel", "ramsch_tout"):
        asked = re.search(rf'name="contract" value="{contract}" class="([^"]+)"', html)
        assert asked is not None and "asks-won" in asked[1] and "asks-points" not in asked[1]


@pytest.mark.parametrize(
    "line", ["Anna Herzsolo, 94 Augen, mit 4, Kontra", "Solo in Herz 94 Kontra mit 4", "hearts solo 94 with 4, kontra"]
)
def test_a_typed_line_fills_the_form(client: Client, line: str) -> None:
    """Names may be left out; the same hand as in SOLO."""
    page = client.get(URL, {"rules": "palatinate/palatinate", "people": "4", "line": line}, follow=True)
    assert "Anna +48 Beppo −16 Cilli −16 Done −16" in text_of(page)


def test_a_line_that_cannot_be_read_stays_with_what_is_wrong(client: Client) -> None:
    page = client.get(URL, {"rules": "palatinate/palatinate", "line": "Anna Sollo Herz 94"})
    assert problems_of(page) == ["„Sollo“ ist unbekannt. Gemeint: Solo?"]
    assert 'value="Anna Sollo Herz 94"' in markup(page)


@pytest.mark.parametrize(
    ("rules_of", "language", "legend"),
    [
        ("palatinate/palatinate", "de", "Hoch"),
        ("asserufen/asserufen", "en", "Hoch"),
        ("bavarian/pub_10_20_50", "de", "Laufende"),
        ("bavarian/pub_10_20_50", "en", "Laufende"),
    ],
)
def test_the_run_is_called_what_its_game_calls_it(client: Client, rules_of: str, language: str, legend: str) -> None:
    form = markup(client.get(URL, {"rules": rules_of}, headers={"accept-language": language}))
    assert f'<fieldset class="row-top"><legend class="unseen">{legend}</legend>' in form
    others = {"Hoch", "Laufende"} - {legend}
    book = markup(client.get(f"/rules/{rules_of}/", headers={"accept-language": language}))
    headings = {heading.partition(":")[0] for heading in re.findall("<h3>(.*?)</h3>", book)}
    assert legend in headings and not headings & others


def test_the_shortest_link_opens_the_same_hand(client: Client) -> None:
    page = client.get(URL, {**SOLO, "laid": "0", "surrender": "", "points_Anna": "", "why": ""})
    link = re.search(r'href="(/calculator/\?[^"]+)"', markup(page))
    assert link is not None
    href = link[1].replace("&amp;", "&")
    assert set(parse_qs(urlsplit(href).query)) == set(SOLO)
    assert text_of(client.get(href)) == text_of(page)


@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({"contract": "rufer", "card_points": "119"}, 3),  # who, with whom, no card is worth 1
        ({"contract": "solo", "declarer": "Anna", "card_points": "ninety"}, 1),
        ({"contract": "rufer", "declarer": "Anna", "partner": "Nobody"}, 1),
    ],
)
def test_problems_stand_by_their_fields_and_nothing_typed_is_lost(
    client: Client, fields: dict[str, str], count: int
) -> None:
    page = client.get(URL, {"rules": "bavarian/pub_10_20_50", "won": "yes", **fields})
    assert len(set(problems_of(page))) == count
    for name, value in fields.items():
        if name == "card_points":
            assert f'name="{name}" value="{value}"' in markup(page)


@pytest.mark.parametrize(
    "query",
    [
        "rules=poker", "rules=bavarian/none", "people=99", "people=x", "contract=nothing", "cards=ace-of-space&cards=",
        "rules=bierkopf/two_handed&people=7&contract=rufer", "pot=1e9&contract=rufer", "bock=999&contract=solo",
        "rules=bavarian/pub_everything&pot=-3&contract=thrown_in", "\x00=%00&contract=%00", "take=top",
    ],
)  # fmt: skip
def test_no_link_ends_in_an_error(client: Client, query: str) -> None:
    assert client.get(f"{URL}?{query}").status_code == 200


def test_changing_the_game_asks_nothing_yet(client: Client) -> None:
    page = client.get(URL, {"rules": "palatinate/palatinate", "contract": "solo", "show": "1"})
    assert problems_of(page) == [] and "Einfaches Spiel" in text_of(page)


def test_with_five_the_dealer_sits_out(client: Client) -> None:
    html = markup(client.get(URL, {"rules": "bavarian/school_10_50", "people": "5"}))
    assert 'name="declarer" value="Done"' in html and 'name="declarer" value="Emil"' not in html


def test_bock_and_pot_are_part_of_the_hand(client: Client) -> None:
    hand = {"rules": "bavarian/pub_everything", "contract": "solo", "declarer": "Anna", "trump_suit": "bells"}
    text = text_of(client.get(URL, {**hand, "won": "yes", "level": "plain", "bock": "1", "pot": "40"}))
    assert "Bock B89 × 2" in text and "Anna bekommt den Stock von 40" in text
    refused = client.get(URL, {**hand, "won": "yes", "pot": "many"})
    assert len(problems_of(refused)) == 1 and 'name="pot" value="many"' in markup(refused)


def test_the_script_asks_without_a_token_and_gets_the_same_answer() -> None:
    answer = Client(enforce_csrf_checks=True).post("/calculator/preview", SOLO).json()
    assert [(one["name"], one["points"]) for one in answer["points"]][:2] == [("Anna", "+48"), ("Beppo", "−16")]
    assert answer["link"].startswith("/calculator/?rules=palatinate%2Fpalatinate") and "P48" in answer["html"]
    missing = Client().post("/calculator/preview", {"contract": "rufer"}).json()
    assert [one["field"] for one in missing["problems"]][:1] == ["declarer"] and "html" not in missing
    assert Client().get("/calculator/preview").status_code == 405


PRESETS = [(game, preset) for game, presets in rules.PRESETS.items() for preset in presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_contract_of_every_preset_can_be_calculated(client: Client, game: str, preset: str) -> None:
    ruleset = rules.PRESETS[game][preset]
    people = sample_hands.usual_sample_people(ruleset)
    calculated = 0
    for contract in ruleset.contracts(people):
        hand = sample_hands.typical_sample_hand(contract, ruleset=ruleset, level=Level.PLAIN)
        answer = sample_hands.scored_sample(ruleset, hand, people=people) if hand else None
        if hand is None or answer is None:
            continue
        fields = {
            "team" if name == "winner" else name: "yes" if value is True else str(value)
            for name, value in hand.items()
            if name != "call"
        }
        called = {"called_card": f"ace {ruleset.PACK[0]}"} if "call" in hand else {}
        preview = (
            Client()
            .post("/calculator/preview", {"rules": f"{game}/{preset}", "people": people, **fields, **called})
            .json()
        )
        assert preview["problems"] == [], (contract.id, preview)
        assert f"{answer.score.value}</dd>" in preview["html"]
        calculated += 1
    assert calculated


# -- cards ---------------------------------------------------------------------------------------------------------


def counted(client: Client, *cards: str, **fields: str) -> dict[str, object]:
    query = {"rules": "bavarian/pub_10_20_50", "contract": "rufer", **fields, "cards": list(cards)}
    answer: dict[str, object] = client.get("/calculator/count", query).json()
    return answer


@pytest.mark.parametrize(
    ("cards", "points", "run"),
    [
        ([], 0, ""),
        (["ace-hearts", "ten-bells", "king-leaves"], 25, "Laufende: ohne 8"),
        (OBERS, 12, "Laufende: mit 4"),
        ([*OBERS[:1], *OBERS[2:]], 9, "Laufende: mit 1"),
        (OBERS[2:], 6, "Laufende: ohne 2"),
        ([*OBERS, "unter-acorns", "unter-leaves", "unter-hearts", "unter-bells", "ace-hearts"], 31, "Laufende: mit 9"),
    ],
)
def test_a_pile_is_counted_and_the_run_is_seen(client: Client, cards: list[str], points: int, run: str) -> None:
    answer = counted(client, *cards)
    assert (answer["points"], answer["run_text"]) == (points, run)


def test_the_run_follows_contract_and_trump_suit(client: Client) -> None:
    unters = ["unter-acorns", "unter-leaves"]
    assert counted(client, *unters, contract="wenz")["run"] == 2
    assert counted(client, *unters)["run_text"] == "Laufende: ohne 4"
    long = [*OBERS, "unter-acorns", "unter-leaves", "unter-hearts", "unter-bells", "ace-bells", "ten-bells"]
    assert counted(client, *long, contract="solo", trump_suit="bells")["run"] == 10
    assert counted(client, *long, contract="solo", trump_suit="leaves")["run"] == 8
    assert counted(client, *OBERS, contract="bettel")["run_text"] == ""
    assert counted(client, *OBERS, contract="ramsch")["run_text"] == ""


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_whole_pack_counts_120(client: Client, game: str, preset: str) -> None:
    ruleset = rules.PRESETS[game][preset]
    page = markup(client.get(URL, {"rules": f"{game}/{preset}"}))
    cards = re.findall(r'name="cards" value="([^"]+)"', page)
    if not isinstance(ruleset, DeclarerGame):
        assert cards == []
        return
    assert len(cards) == ruleset.pack_size
    whole = card_counter.count_cards(ruleset, FormData({"cards": cards}), sample_hands.usual_sample_people(ruleset))
    assert (whole.cards, whole.points) == (ruleset.pack_size, ALL_CARD_POINTS)


def test_what_was_counted_is_taken_over_without_a_script(client: Client) -> None:
    fields = {"rules": "bavarian/pub_10_20_50", "contract": "rufer", "declarer": "Anna", "partner": "Beppo",
              "cards": [*OBERS, "ace-hearts"]}  # fmt: skip
    assert 'name="card_points" value="23"' in markup(client.get(URL, {**fields, "take": "points"}))
    assert 'name="top_trumps" value="4" checked' in markup(client.get(URL, {**fields, "take": "top"}))
    assert 'value="ober-bells" aria-label="Schellen O" checked' in markup(client.get(URL, fields))
