"""Sasku, Schafskopf with 24 cards and Bierkopf on the table page: forms of their own, and their sheets."""

import re

import pytest
from django.test import Client

from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, problems_of, start, text_of

pytestmark = pytest.mark.django_db
PLAIN = {"won": "yes", "level": "plain"}


def tell(evening: PagedEvening, **fields: object) -> None:
    """Record exactly these fields."""
    answer = evening.post("table", **evening.by_id(fields), known_hands=evening.now().hand_count)
    assert answer.status_code == 302, problems_of(answer)


def strokes(evening: PagedEvening) -> list[str]:
    """The paper of Sasku: numbers row by row, as who cannot see the strokes hears them."""
    paper = re.search(r'<table class="paper">.*?</table>', markup(evening.get("table")), re.S)
    return re.findall(r'<span class="unseen">(\d+)</span>', paper[0]) if paper else []


@pytest.fixture
def sasku(client: Client) -> PagedEvening:
    return start(client, game="sasku", stake_sasku="games_50")


@pytest.fixture
def queens(client: Client) -> PagedEvening:
    return start(client, game="schafskopf24", stake_schafskopf24="losers_10")


@pytest.fixture
def bierkopf(client: Client) -> PagedEvening:
    return start(client, game="bierkopf", stake_bierkopf="bierkopf")


def test_sasku_asks_for_maker_trumps_and_row(sasku: PagedEvening) -> None:
    html = markup(sasku.get("table"))
    text = text_of(sasku.get("table"))
    for words in ("Trumpf gewählt", "Alle gepasst", "knapp", "hoch", "Lambapea", "60 : 60", "Macher"):
        assert words in text or words in html
    assert 'value="replay"' not in html and 'name="thrown_in"' not in html.split("<details")[0]


def test_no_chart_before_a_game_is_won(sasku: PagedEvening) -> None:
    """To nil (16:0) is worth points at once, two narrow hands are not."""
    for _ in range(2):
        tell(sasku, contract="trumps", declarer="Anna", trump_suit="spades", **PLAIN)
    assert 'class="chart"' not in markup(sasku.get("table"))
    tell(sasku, contract="trumps", declarer="Anna", trump_suit="spades", won="yes", level="schwarz")
    assert 'class="chart"' in markup(sasku.get("table"))


def test_strokes_are_drawn_as_on_paper(sasku: PagedEvening) -> None:
    """S25: 2 for 61 to 90, 6 for diamonds above 90; S33: one stroke for a passed hand."""
    tell(sasku, contract="trumps", declarer="Anna", trump_suit="spades", **PLAIN)
    tell(sasku, contract="trumps", declarer="Beppo", trump_suit="diamonds", won="yes", level="schneider")
    tell(sasku, contract="passed", team="Anna", level="plain")
    assert strokes(sasku) == ["3", "6"]
    html = markup(sasku.get("table"))
    assert html.count('d="M9 3v18M15 3v18M3 9h18M3 15h18"') == 1  # four of the six
    assert html.count('d="M9 3v18M15 3v18M3 9h18"') == 1 and html.count('d="M9 3v18M15 3v18"') == 1
    assert "+0,50" not in text_of(sasku.get("table"))  # nothing is paid before a game is won


def test_of_a_hand_that_was_struck_out_no_stroke_is_left(sasku: PagedEvening) -> None:
    """None in the sum; its own line keeps them, struck through, as the phone draws it without a network."""

    def line() -> str:
        return markup(sasku.get("table")).split('id="hand-1"')[1]

    tell(sasku, contract="trumps", declarer="Beppo", trump_suit="diamonds", won="yes", level="plain")
    counted = re.findall(r"<td[^>]*>\s*<b>(\d+)</b>", line())
    tell(sasku, contract="passed", team="Anna", level="plain")
    for no in (2, 1):
        sasku.post("void", no, replaces=sasku.event(no))
    assert strokes(sasku) == [] or set(strokes(sasku)) == {"0"}
    assert re.findall(r"<td[^>]*>\s*<b>(\d+)</b>", line()) == []
    struck = re.findall(r"<td[^>]*>\s*<b>\s*<del\s*>(\d+)</del>", line())
    assert struck == counted and set(struck) != {"0"}


def test_a_won_game_is_paid_and_a_shameful_one_is_marked(sasku: PagedEvening) -> None:
    tell(sasku, contract="trumps", declarer="Anna", trump_suit="clubs", won="yes", level="schwarz")
    text = text_of(sasku.get("table"))
    assert strokes(sasku) == ["16", "0", "0", "0"]
    assert "Lambapea" in text and "+0,50 €" in text and "−0,50 €" in text
    assert sasku.points() == {"Anna": 1, "Beppo": -1, "Cilli": 1, "Done": -1}


def test_after_a_tie_only_its_replay_is_offered(sasku: PagedEvening) -> None:
    tell(sasku, contract="trumps", declarer="Done", trump_suit="hearts", card_points="60")
    html = markup(sasku.get("table"))
    assert 'name="contract" value="replay"' in html and 'name="contract" value="trumps"' not in html
    assert "gibt: Anna" in text_of(sasku.get("table"))  # S31: the same dealer
    tell(sasku, contract="replay", won="no", level="plain")
    assert strokes(sasku) == ["4", "0"]


def test_the_replay_of_a_passed_hand_asks_for_its_winners(sasku: PagedEvening) -> None:
    tell(sasku, contract="passed", team="tied")
    assert 'name="team"' in markup(sasku.get("table"))
    tell(sasku, contract="replay", team="Beppo", level="plain")
    assert strokes(sasku) == ["0", "1"]


@pytest.mark.parametrize(
    "fields",
    [
        {"contract": "trumps", "declarer": "Anna", "trump_suit": "spades", "won": "tied"},
        {"contract": "trumps", "declarer": "Cilli", "trump_suit": "diamonds", "won": "no", "level": "schneider"},
        {"contract": "passed", "team": "Beppo", "level": "schwarz"},
        {"contract": "passed", "team": "tied"},
        {"contract": "agreed", "points_Anna": "2", "points_Cilli": "2", "why": "Vergessen"},
    ],
)
def test_a_hand_of_sasku_comes_back_into_its_form(sasku: PagedEvening, fields: dict[str, str]) -> None:
    reported: dict[str, object] = {name.replace("Anna", sasku.ids["Anna"]).replace("Cilli", sasku.ids["Cilli"]): value
            for name, value in fields.items()}  # fmt: skip
    tell(sasku, **reported)
    before = sasku.hands()[0].report.to_json()
    html = markup(sasku.get("hand", 1)).split('id="entry"')[1]
    for name, value in sasku.by_id(reported).items():
        assert re.search(rf'name="{name}" value="{re.escape(str(value))}"', html), name
    answer = sasku.post("hand", 1, replaces=sasku.event(1), **sasku.by_id(reported))
    assert answer.status_code == 302, problems_of(answer)
    assert sasku.hands()[0].report.to_json() == before


def test_24_cards_asks_for_the_holders_of_the_black_queens(queens: PagedEvening) -> None:
    html = markup(queens.get("table"))
    assert 'data-role-declarer="Dame"' in html and "keiner ging mit" in html
    tell(queens, contract="queens", declarer="Anna", partner="Cilli", card_points="91")
    text = text_of(queens.get("table"))
    assert "Anna mit Cilli: Schwarze Damen, Schneider gewonnen, 91 Augen" in text
    assert "jeder Gewinner schreibt 2" in text
    assert re.findall(r"(Anna|Beppo) (\d+) ([+−]\d+)", text)[:2] == [("Anna", "2", "+2"), ("Beppo", "0", "−2")]


@pytest.mark.parametrize(
    ("fields", "tally"),
    [
        ({"contract": "fehlstich", "declarer": "Beppo", "partner": "Anna", **PLAIN}, {"Anna": 1, "Beppo": 1}),
        ({"contract": "fehlstich", "declarer": "Beppo", "nobody": "1", **PLAIN}, {"Beppo": 1}),
        ({"contract": "silent_queens", "declarer": "Cilli", "won": "no", "level": "plain"},
         {"Anna": 1, "Beppo": 1, "Done": 1}),
        ({"contract": "solo", "declarer": "Done", "won": "yes", "level": "schneider"}, {"Done": 4}),
    ],
)  # fmt: skip
def test_every_way_of_24_cards(queens: PagedEvening, fields: dict[str, str], tally: dict[str, int]) -> None:
    """K24, K25: one point, two with Schneider, doubled in a solo; everybody of the winning team writes it down."""
    tell(queens, **fields)
    line = queens.hands()[0]
    assert {name: line.score.tally[queens.ids[name]] for name in tally} == tally  # type: ignore[index]
    assert sum(line.score.tally.values()) == sum(tally.values())
    html = markup(queens.get("hand", 1))
    assert ('name="nobody" value="1" checked' in html) == ("nobody" in fields)


def test_bierkopf_asks_who_won_and_how(bierkopf: PagedEvening) -> None:
    text = text_of(bierkopf.get("table"))
    assert "Anna + Cilli" in text and "Beppo + Done" in text and "Zusammengeworfen" not in text
    tell(bierkopf, contract="bierkopf", team="Beppo", level="schneider")
    assert bierkopf.points() == {"Anna": -2, "Beppo": 2, "Cilli": -2, "Done": 2}
    html = markup(bierkopf.get("hand", 1))
    assert re.search(rf'name="team" value="{bierkopf.ids["Beppo"]}" checked', html)
    refused = bierkopf.post("table", contract="bierkopf", level="plain", known_hands="1")
    assert refused.status_code == 422 and problems_of(refused) == ["Wer hat gewonnen?"]


def test_preview_says_what_is_written_down(queens: PagedEvening) -> None:
    fields = queens.by_id({"contract": "queens", "declarer": "Anna", "partner": "Beppo", **PLAIN})
    answer = queens.client.post(queens.url("preview"), fields).json()
    assert [one["points"] for one in answer["points"]] == ["1 (+1)", "1 (+1)", "0 (−1)", "0 (−1)"]


def test_watchers_see_the_paper_too(sasku: PagedEvening, client: Client) -> None:
    tell(sasku, contract="passed", team="Anna", level="plain")
    assert 'class="paper"' in markup(client.get(f"/w/{sasku.stored.watch_token}/"))
