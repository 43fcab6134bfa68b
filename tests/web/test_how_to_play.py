"""How a game is played: described for every ruleset, with the figures of that ruleset, in both languages."""

import re
from dataclasses import dataclass
from enum import Enum
from html import unescape
from pathlib import Path

import pytest
from django.template import Engine
from django.test import Client
from django.utils import translation
from playwright.sync_api import expect

import rules
from rules import Ruleset
from rules.report import DeclaredHand
from rules.wording import words
from scorebook.web.rule_book import how_to_play, page, sample_hands
from scorebook.web.rule_book.how_to_play.table_words import words_of_game
from scorebook.web.rule_book.specification import entries
from tests.rules.readings import READINGS
from tests.support.browser import OpenPage
from tests.support.page import markup
from tests.support.paged_evening import text_of
from tests.web.house_rule_values import RICHEST

PRESETS = {f"{game}/{preset}": ruleset for game, all in rules.PRESETS.items() for preset, ruleset in all.items()}
PUB = PRESETS["bavarian/pub_everything"]
TEMPLATES = sorted((Path(__file__).parents[2] / "templates" / "rule_book" / "how_to_play").rglob("*.html"))
# Anchors of the page beside those of the chapter.
OF_THE_PAGE = {"play", "auction", "trumps", "limits", "tariff", "examples", "house-rules", "sources", "words"}


@dataclass(frozen=True)
class Sentence:
    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    id: str
    title: str
    sentences: tuple[Sentence, ...]


@pytest.fixture(autouse=True)
def _missing_figures_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A figure that a template names and nobody gives would be an empty place in a sentence."""
    monkeypatch.setattr(Engine.get_default(), "string_if_invalid", "None")


def sections(ruleset: Ruleset, language: str = "en") -> tuple[Section, ...]:
    with translation.override(language):
        html = how_to_play.render_how_to_play(ruleset, sample_hands.usual_sample_people(ruleset)).html
    parts = re.findall(r"<h3>(.*?)</h3></summary><ul class=\"rule-list\" id=\"(.*?)\">(.*?)</ul>", html, re.DOTALL)
    return tuple(
        Section(
            id=id,
            title=unescape(title),
            sentences=tuple(map(_sentence, re.findall(r"<li[^>]*>(.*?)</li>", listed, re.S))),
        )
        for title, id, listed in parts
    )


def _sentence(html: str) -> Sentence:
    text, *_marks = re.sub(r"</?b>", "", html).split("<a ", 1)
    return Sentence(
        text=re.sub(r"[ \n]+", " ", unescape(text)).strip(" "), rules=tuple(re.findall(r">([A-Z]\d+)</a>", html))
    )


def rules_text(ruleset: Ruleset, language: str = "en") -> str:
    found = " ".join(sentence.text for section in sections(ruleset, language) for sentence in section.sentences)
    return found.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("name", [*PRESETS, *READINGS])
def test_every_table_is_described_in_whole_sentences(name: str) -> None:
    ruleset = {**PRESETS, **READINGS}[name]
    english, german = sections(ruleset, "en"), sections(ruleset, "de")
    anchors = [section.id for section in english]
    assert anchors == [section.id for section in german]
    assert len(set(anchors)) == len(anchors) and not set(anchors) & OF_THE_PAGE
    for section in (*english, *german):
        assert section.title and section.sentences
        for sentence in section.sentences:
            assert sentence.text.endswith((".", "…")) and "%" not in sentence.text and "None" not in sentence.text
            assert sentence.rules and set(sentence.rules) <= entries().keys()
    same = {one.text for section in english for one in section.sentences} & {
        one.text for section in german for one in section.sentences
    }
    assert same == set()


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_the_page_tells_all_of_it(client: Client, name: str, language: str) -> None:
    answer = client.get(f"/rules/{name}/", headers={"accept-language": language})
    html, text = markup(answer), text_of(answer).replace("&#x27;", "'")
    for section in sections(PRESETS[name], language):
        assert f'id="{section.id}"' in html
        assert all(" ".join(sentence.text.split()) in text for sentence in section.sentences)
    with translation.override(language):
        assert all(term in text and meaning in text for term, meaning in words_of_game(PRESETS[name].GAME))


@pytest.mark.parametrize("path", TEMPLATES, ids=[path.name for path in TEMPLATES])
def test_a_chapter_asks_for_house_rules_and_choices_that_exist(path: Path) -> None:
    for name, choice in re.findall(r'ruleset\.(\w+)(?: == "(\w+)")?', path.read_text(encoding="utf-8")):
        values = [getattr(ruleset, name) for ruleset in PRESETS.values() if hasattr(ruleset, name)]
        assert values, name
        assert not choice or any(isinstance(value, Enum) and choice in list(type(value)) for value in values), choice


def test_cards_are_those_of_the_pack() -> None:
    """G1: 30 card points a suit and 120 in all, whatever the pack."""
    assert "A = 11, 10 = 10, K = 4, Q = 3, J = 2" in rules_text(PRESETS["palatinate/palatinate"])
    assert "A = 11, 10 = 10, K = 4, O = 3, U = 2" in rules_text(PUB)
    assert "36 cards: A 10 K Q J 9 8 7 6" in rules_text(PRESETS["sasku/sasku"])
    assert "These count nothing: 9." in rules_text(PRESETS["schafskopf24/schafskopf24"])
    assert "count nothing" not in rules_text(READINGS["twenty cards"])
    for name, ruleset in PRESETS.items():
        assert "30 in each suit and 120 in the pack" in rules_text(ruleset), name


def test_bids_stand_in_the_order_of_their_ranks() -> None:
    assert "Solo, Solo in Hearts, Solo Du, Solo Du in Hearts" in rules_text(PRESETS["palatinate/palatinate"])
    assert "Assrufen, Solo, Solo in Hearts" in rules_text(PRESETS["asserufen/asserufen"])
    assert "Rufer, Wenz, Solo." in rules_text(PRESETS["bavarian/tournament"])


def test_limits_are_those_of_each_game() -> None:
    """P15-P18, B44, B45, B83, K22, K23: 30 is free in the Palatinate, 31 in Bavaria, and a Muss turns it round."""
    assert "is Schneider; 30 are enough to be free of it" in rules_text(PRESETS["palatinate/palatinate"])
    assert "free of it from 31, the others from 30" in rules_text(PUB)
    assert "wins with 60 card points, with Schneider from 90, and is free of Schneider from 30" in rules_text(PUB)
    assert "from 91 card points, the secondary from 90" in rules_text(PRESETS["schafskopf24/schafskopf24"])


@pytest.mark.parametrize(
    ("house_rules", "sentence"),
    [
        ({"free_from": 29}, "the declaring side is free of it from 29"),
        ({"most_doublings": 2}, "At most 2 doublings a hand are allowed."),
        ({"pot_sweetener": 5}, "For a hand that is thrown in each player pays 5 into the pot"),
        (
            {"pot_reuegeld": 30},
            "A declarer who loses also pays 30 Reuegeld into the pot. A declarer with a partner pays no Reuegeld.",
        ),
        ({"pot_sweetener": 5, "pot_kept": True}, "it is kept until the evening ends"),
        ({"pot_sweetener": 5, "pot_at_end": "kitty"}, "At the end of the evening it goes to: the kitty."),
        ({"hochzeit_factor": 3}, "A Hochzeit is worth 3 times a Rufer."),
        ({"sie_factor": 6}, "A Sie is worth 6 times a Solo."),
        ({"bettel_tariff": 15}, "must take no trick, each loser pays 15."),
        ({"matador_minimum_wenz": 4, "matador_maximum": 8}, "They count from 4 in Wenz, Geier, Suit Wenz"),
        ({"bock_after": ["doubled"], "bock_length": "hand"}, "Bock comes after: a Stoss. It lasts one hand."),
        ({"last_round": "double"}, "It counts double."),
        ({"kontra_takes_over": True}, "takes the game over"),
        ({"laying_in_order": True}, "Players lay one after the other"),
        ({"muss_with_opposite": True}, "When all have passed, everyone plays with the player opposite"),
        ({"overclaim": "recoup_twice"}, "Winners who ask for too much pay back twice the difference."),
        ({"jungfrau_doubles": "once"}, "payments are doubled once, for one player without a trick or for two"),
    ],
)
def test_a_table_reads_what_it_agreed(house_rules: dict[str, object], sentence: str) -> None:
    assert sentence not in rules_text(PUB)
    assert sentence in rules_text(PUB.with_house_rules(house_rules))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_each_contract_has_its_paragraph(language: str) -> None:
    """What it is, then who plays it, with what trumps, when it is won, what it pays; Touts share what they have."""
    richest = RICHEST["bavarian"]
    texts = [one.text for section in sections(richest, language) for one in section.sentences]
    starts = [start[1].split(", ") for text in texts if (start := re.match(r"([^:.]+): ", text))]
    declared = [one for one in richest.contracts(4) if issubclass(one.report, DeclaredHand)]
    for contract in declared:
        name = words.contract_name(contract.id, language)
        assert sum(name in start for start in starts) == 1, name
    assert len(declared) == 27


def test_only_the_pair_of_a_kreuzbock_moves_the_pot() -> None:
    """X51, X69: in a Kreuz-Spiel nobody declares, as in a Ramsch."""
    text = rules_text(RICHEST["bavarian"])
    assert "In a Kreuzbock the declaring pair wins or doubles the pot together" in text
    assert "without a declarer the pot stays as it is: Ramsch, Kreuz-Spiel." in text


def test_what_a_schieber_and_a_takeover_leave_out_is_named() -> None:
    """B81, X43: a Schieber of short cards allows the Tout that is laid down; a Kreuzbock is not taken over."""
    short = PRESETS["bavarian/short"]
    text = rules_text(short.with_house_rules({"allowed": ["solo", "rufer", "short_tout"], "rounds": ["schieber"]}))
    assert "Only these contracts are played: Solo, Tout on the table." in text
    text = rules_text(RICHEST["bavarian"].with_house_rules({"kontra_takes_over": True}))
    assert "The game is not taken over in: Kreuzbock, Kreuz-Spiel." in text


@pytest.mark.parametrize("path", ["bavarian/pub_everything", "sasku/sasku"])
def test_a_described_contract_of_the_auction_leads_to_its_paragraph(client: Client, path: str) -> None:
    html = markup(client.get(f"/rules/{path}/"))
    links = re.findall(r'href="#(play-\w+)"', html)
    assert set(links) == set(re.findall(r'id="(play-\w+)"', html))
    assert links.count("play-wenz_tout") == (7 if path.startswith("bavarian") else 0)  # Touts share a paragraph


def test_a_number_of_one_is_written_as_one() -> None:
    for game, names in (("bavarian", ("hochzeit_factor", "sie_factor", "most_doublings")),
                        ("sasku", ("roof_penalty", "tie_adds_strokes", "lambapea_strokes"))):  # fmt: skip
        text = rules_text(RICHEST[game].with_house_rules(dict.fromkeys(names, 1)))
        assert not re.search(r"\b1 (times|strokes|doublings|games)\b", text)


def test_nothing_is_said_of_what_a_game_does_not_have() -> None:
    """Mucken has many kinds of trumps, the Palatinate no called partner, 24 cards no chalk; a Sie outbids a Tout."""
    assert "always trumps" not in rules_text(PRESETS["bierkopf/mucken"]) + rules_text(PUB)
    assert "always trumps" in rules_text(PRESETS["bierkopf/bierkopf"])
    assert "called partner" not in rules_text(PRESETS["palatinate/palatinate"])
    assert "A called partner may say Re." in rules_text(PRESETS["asserufen/asserufen"])
    assert "chalk" not in rules_text(PRESETS["schafskopf24/schafskopf24"])
    assert "outbids every contract without Tout; only Sie ranks higher." in rules_text(PUB)
    assert "outbids every contract without Tout." in rules_text(PRESETS["bavarian/short"])


def test_no_word_of_the_table_explains_itself() -> None:
    for game, language in ((game, language) for game in rules.GAMES for language in words.LANGUAGES):
        with translation.override(language):
            assert not [term for term, meaning in words_of_game(game) if term.casefold() == meaning.casefold()]


def test_what_was_not_agreed_is_not_described() -> None:
    anchors = {section.id for section in sections(PRESETS["bavarian/tournament"])}
    assert anchors & {"ramsch", "pot", "bock", "rounds", "laying", "hochzeit", "no-trick"} == set()
    assert "matadors" not in {section.id for section in sections(PRESETS["bavarian/school_10_50"])}
    assert "surrender" not in {section.id for section in sections(PRESETS["asserufen/asserufen"])}
    assert "surrender" in {section.id for section in sections(READINGS["surrender of a called ace"])}


def test_short_cards_are_dealt_in_packets_of_three() -> None:
    """B93, B101, B102: six cards, three before somebody lays, and no Sie."""
    text = rules_text(PRESETS["bavarian/short"])
    assert "Everyone gets 6 cards, first 3, then 3." in text and "After the first 3 cards a player may lay" in text
    assert "There is no Sie;" in text and "Three players get 8 cards each" in text
    assert "the nines are left out too" in rules_text(READINGS["twenty cards"])


def test_sasku_is_described_by_its_house_rules() -> None:
    assert "16 win the game: ####" in rules_text(PRESETS["sasku/sasku"])
    assert "two strokes more" in rules_text(PRESETS["sasku/sasku"])
    assert "twice the strokes" in rules_text(PRESETS["sasku/sasku_diamonds_double"])
    assert "Showing it gives the other team 3 strokes." in rules_text(READINGS["roofs fined"])
    assert "the next hand is worth 2 strokes more" in rules_text(READINGS["ties bring strokes"])


def test_sasku_lists_a_replay_only_where_ties_are_dealt_again() -> None:
    """S31: with strokes for the next winners no replay is ever reported."""
    listed = [
        {one.id for _title, contracts in page.rules_page(ruleset)["without_bid"] for one in contracts}
        for ruleset in (PRESETS["sasku/sasku"], READINGS["ties bring strokes"])
    ]
    assert listed[0] - listed[1] == {"replay"}


@pytest.mark.browser
def test_an_address_opens_its_fold(open_page: OpenPage) -> None:
    page = open_page("/rules/bavarian/pub_everything/#ramsch")
    expect(page.locator("#ramsch")).to_be_in_viewport()
    expect(page.locator("#pot")).to_be_hidden()
    page.locator("summary", has_text="Der Stock").tap()
    expect(page.locator("#pot")).to_be_visible()
    page.goto("/rules/bavarian/pub_everything/#rule-pot_cap")
    expect(page.locator("#rule-pot_cap")).to_be_in_viewport()
