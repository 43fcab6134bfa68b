"""The rules book says what the rules score, for every preset and in both languages."""

import re

import pytest
from django.test import Client
from django.utils import translation

import rules
from rules.wording import words
from scorebook.web.games import house_rule_fields
from scorebook.web.rule_book import bidding_page, citations, page, sample_hands, tariff
from scorebook.web.rule_book.specification import entries
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, text_of

PRESETS = [(game, preset) for game, presets in rules.PRESETS.items() for preset in presets]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_list_leads_to_every_preset(client: Client, language: str) -> None:
    answer = client.get("/rules/", headers={"accept-language": language})
    html = markup(answer)
    for game, preset in PRESETS:
        assert f'href="/rules/{game}/{preset}/"' in html
        assert words.preset_name(game, preset, language) in text_of(answer)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_page_names_every_contract_and_every_house_rule(
    client: Client, game: str, preset: str, language: str
) -> None:
    answer = client.get(f"/rules/{game}/{preset}/", headers={"accept-language": language})
    text = text_of(answer).replace("&#x27;", "'")
    ruleset = rules.PRESETS[game][preset]
    assert answer.status_code == 200
    for contract in ruleset.contracts(sample_hands.usual_sample_people(ruleset)):
        assert words.contract_name(contract.id, language) in text
    for name, _default, _metadata in ruleset.house_rules():
        assert words.house_rule_text(game, name, language) in text


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_mark_leads_to_its_source_on_the_page(client: Client, game: str, preset: str) -> None:
    html = markup(client.get(f"/rules/{game}/{preset}/"))
    cited = set(re.findall(r'href="#([A-Z]\d+)"', html))
    assert cited and all(f'id="{id}"' in html for id in cited)


def test_a_game_opens_with_its_first_preset_and_unknown_ones_are_not_found(client: Client) -> None:
    assert client.get("/rules/sasku/")["Location"] == "/rules/sasku/sasku/"
    for path in ("/rules/poker/", "/rules/poker/high/", "/rules/sasku/pub_10_20_50/"):
        assert client.get(path).status_code == 404


def test_the_tariff_is_that_of_the_documents(client: Client) -> None:
    """B50, B51, B59: the school tariff; the points table of B56; P40-P47 in the Palatinate."""
    lines = {
        line.contracts[0]: line.values for line in tariff.tariff_of(rules.PRESETS["bavarian"]["school_10_50"], 4).lines
    }
    assert lines["rufer"] == (10, 20, 30) and lines["wenz"] == (50, 60, 70)
    table = {
        line.contracts[0]: line.values for line in tariff.tariff_of(rules.PRESETS["bavarian"]["points_table"], 4).lines
    }
    assert (table["rufer"], table["wenz"], table["wenz_tout"], table["sie"]) == ((1, 2, 3), (2, 3, 4), (6,), (8,))
    palatinate = {
        (line.contracts[0], line.suits[-1]): line.values
        for line in tariff.tariff_of(rules.PRESETS["palatinate"]["palatinate"], 3).lines
    }
    assert palatinate["simple", "hearts"] == (2, 3, 4) and palatinate["solo_du", "hearts"] == (10,)


def test_strokes_of_sasku_differ_for_won_and_lost() -> None:
    lines = {
        (line.suits[-1], line.won): line.values
        for line in tariff.tariff_of(rules.PRESETS["sasku"]["sasku"], 4).lines
        if line.contracts == ("trumps",)
    }
    assert lines == {
        ("hearts", True): (2, 4, 16),
        ("hearts", False): (4, 6, 16),
        ("diamonds", True): (4, 6, 16),
        ("diamonds", False): (6, 8, 16),
    }


def _most_of_runs(game: str, preset: str, people: int) -> dict[str, tuple[object, object]]:
    priced = tariff.tariff_of(rules.PRESETS[game][preset], people)
    return {id: (added.most_with, added.most_without) for added in priced.additions for id in added.contracts}


def test_the_longest_run_is_told_with_and_without() -> None:
    """P25: with 12, without 14; a Bavarian soloist holds eight cards, and the others hold all trumps (B61)."""
    palatinate = _most_of_runs("palatinate", "palatinate", 3)
    assert palatinate["simple"] == palatinate["solo"] == ((12, 12), (14, 14))
    bavarian = _most_of_runs("bavarian", "pub_10_20_50", 4)
    assert bavarian["solo"] == ((8, 80), (14, 140)) and bavarian["wenz"] == ((4, 40), (4, 40))
    assert bavarian["rufer"] == ((14, 140), (14, 140))
    assert _most_of_runs("bavarian", "tournament", 4)["solo"] == ((4, 4), (4, 4))
    assert _most_of_runs("asserufen", "asserufen", 4)["solo"] == ((8, 8), (14, 14))


@pytest.mark.parametrize(
    ("paid", "most_with", "most_without"),
    [("declarers", (8, 80), None), ("winners", (8, 80), (14, 140)), ("losers", (8, 80), (14, 140))],
)
def test_a_run_that_nobody_pays_has_no_longest(paid: str, most_with: object, most_without: object) -> None:
    ruleset = rules.PRESETS["bavarian"]["pub_10_20_50"].with_house_rules({"matadors_of": paid})
    solo = next(added for added in tariff.tariff_of(ruleset, 4).additions if "solo" in added.contracts)
    assert solo.most_with == most_with and solo.most_without == most_without


def test_the_page_tells_the_longest_run(client: Client) -> None:
    assert "mit 12: +12 ohne 14: +14" in text_of(client.get("/rules/palatinate/palatinate/"))


def test_contracts_stand_in_the_order_of_the_auction() -> None:
    steps = bidding_page.auction_steps(rules.PRESETS["bavarian"]["tournament"], 4)
    assert [contract.id for step in steps for contract in step] == [
        "muss", "rufer", "wenz", "solo", "wenz_tout", "solo_tout", "sie",
    ]  # fmt: skip
    palatinate = bidding_page.auction_steps(rules.PRESETS["palatinate"]["palatinate"], 3)
    assert [step[0].hearts_outbid for step in palatinate] == [False, True, True]


def test_thresholds_are_written_in_words(client: Client) -> None:
    text = text_of(client.get("/rules/bavarian/school_10_50/"))
    assert "gewonnen ab 61 Augen der Spielerpartei" in text
    assert "Schneider ab 91" in text and "verloren, aber nicht Schneider, ab 31" in text
    assert "Muss gewonnen ab 60" in text


def test_limits_that_a_kontra_turns_round_are_shown() -> None:
    ruleset = rules.PRESETS["bavarian"]["school_10_50"].with_house_rules({"kontra_takes_over": True})
    lines = bidding_page.rule_book_thresholds(ruleset, 4)
    assert [line.after_kontra.wins_from for line in lines if line.after_kontra] == [60]


def test_examples_carry_their_reasons_and_figures(client: Client) -> None:
    text = text_of(client.get("/rules/bavarian/pub_10_20_50/"))
    assert "Anna mit Cilli: Rufer, Schneider gewonnen, 94 Augen" in text
    assert "mit 3 Laufenden B59 3 × 10" in text and "jeder Verlierer zahlt 120" in text


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_has_worked_examples(game: str, preset: str) -> None:
    assert len(page.rules_page(rules.PRESETS[game][preset])["examples"]) >= 3


@pytest.mark.parametrize("game", rules.GAMES)
def test_every_house_rule_stands_under_a_heading_and_each_choice_has_words(game: str) -> None:
    ruleset = next(iter(rules.PRESETS[game].values()))
    texts: dict[str, list[str]] = {}
    for language in words.LANGUAGES:
        with translation.override(language):
            groups = house_rule_fields.house_rule_groups(ruleset)
            assert all(group.title not in ("Other house rules", "Weitere Hausregeln") for group in groups)
            every = [rule for group in groups for rule in group.rules]
            texts[language] = [option.text for rule in every for option in rule.options if len(rule.options) == 2]
    names = [name for name, _default, _metadata in ruleset.house_rules()]
    assert sorted(rule.name for rule in every) == sorted(names)
    assert all(texts["de"]) and (texts["de"] != texts["en"] or not texts["en"])


def test_numbers_with_gaps_become_choices() -> None:
    """A short pack has 24 or 20 cards and nothing between (B101)."""
    groups = house_rule_fields.house_rule_groups(rules.PRESETS["bavarian"]["school_10_50"])
    by_name = {rule.name: rule for group in groups for rule in group.rules}
    assert [option.value for option in by_name["deck_cards"].options] == ["32", "24", "20"]
    assert by_name["matador_maximum"].kind is house_rule_fields.ControlKind.NUMBER


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_rule_can_be_cited(language: str) -> None:
    with translation.override(language):
        texts = {id: citations.cite_rule(id) for id in entries()}
    assert all(texts.values())
    assert not any(re.search(r"\b00\d\b", text) for text in texts.values())


def test_an_evening_shows_the_rules_it_plays(evening: PagedEvening) -> None:
    text = text_of(evening.get("rules_of_evening"))
    assert "Regeln dieses Abends" in text and "Laufende zählen." in text
    assert evening.client.get(f"/t/{evening.stored.watch_token}/rules").status_code == 404
