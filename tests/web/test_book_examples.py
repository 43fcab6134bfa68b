"""The sentences of the rules book do not contradict the rules: each has a hand that comes to what it says."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

import rules
from rules import Aim, Contract, ReportError, Ruleset, Score
from rules.cards import Suit
from rules.games.auction import Bid, outranks
from rules.report import DeclaredHand
from rules.wording import words
from rules.wording.texts_book import BOOK_TEXTS
from scorebook.play.pot import pot_at_end
from scorebook.web.rule_book import sample_hands
from scorebook.web.rule_book.bidding_page import contract_facts
from tests.rules.table import agreed, seated
from tests.web.book_examples import EXAMPLES, WITHOUT_HAND, BookExample
from tests.web.book_fixed_examples import FIXED
from tests.web.book_sentences import book_sentences
from tests.web.house_rule_values import RICHEST

NOT_OF_HOUSE_RULES = ("contract.", "round.", "section.")


TITLES = {words.contract_name(id, "en") for id in words.ids_of_texts("contract")} | {
    words.rules_text(f"round.{id}", "en") for id in words.ids_of_texts("round")
}


def _outcome(example: BookExample, ruleset: Ruleset) -> Score | str:
    table = seated(example.people)
    try:
        report = rules.read_report(example.hand, ruleset=ruleset, table=table, state=example.state)
        return rules.score(report, ruleset, example.state)
    except ReportError as error:
        return error.problems[0].code


def _says(ruleset: Ruleset, code: str) -> bool:
    """Return whether the page has the sentence of the code, whatever its figures."""
    parts = re.split(r"\{\w+\}", " ".join(BOOK_TEXTS[f"book.{code}"].split()))
    pattern = re.compile(".+".join(map(re.escape, parts)))
    return any(pattern.fullmatch(one.text) for one in book_sentences(ruleset))


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_hand_comes_to_what_the_sentence_says(example: BookExample) -> None:
    ruleset = RICHEST[example.game].with_house_rules(example.house_rules)
    assert _says(ruleset, example.code)
    assert not example.says or any(example.says in one.text for one in book_sentences(ruleset))
    _check_outcome(example, ruleset)


@pytest.mark.parametrize("example", FIXED, ids=str)
def test_a_hand_comes_to_what_the_book_says_of_every_table(example: BookExample) -> None:
    ruleset = RICHEST[example.game]
    found = [one.text for one in book_sentences(ruleset) if example.code in one.text]
    titles = {text.partition(": ")[0] for text in found} & TITLES
    assert found and (not titles or titles & _titles_of(example))
    _check_outcome(example, ruleset)


def _titles_of(example: BookExample) -> set[str]:
    """Return the titles of the paragraphs that an example may be about: its contract and the round of its state."""
    kinds = [example.state.round.kind] if example.state.round else []
    return {words.contract_name(str(example.hand["contract"]), "en")} | {_round_title(kind) for kind in kinds}


def _round_title(kind: str) -> str:
    return words.rules_text(f"round.{kind}", "en")


def _check_outcome(example: BookExample, ruleset: Ruleset) -> None:
    outcome = _outcome(example, ruleset)
    if isinstance(example.expected, int):
        assert isinstance(outcome, Score) and outcome.value == example.expected
    elif isinstance(example.expected, str):
        assert outcome == example.expected
    else:
        assert isinstance(outcome, Score) and example.expected(outcome)


def test_every_sentence_of_a_house_rule_has_a_hand() -> None:
    codes = [code.removeprefix("book.") for code in BOOK_TEXTS]
    of_house_rules = [code for code in codes if not code.startswith(NOT_OF_HOUSE_RULES)]
    assert sorted({one.code for one in EXAMPLES} | WITHOUT_HAND.keys()) == sorted(of_house_rules)


@pytest.mark.parametrize("outbids", [True, False])
def test_hearts_outbid_the_other_suits_where_the_book_says_so(outbids: bool) -> None:
    ruleset = RICHEST["bavarian"].with_house_rules({"heart_solo_outbids": outbids})
    assert _says(ruleset, f"heart_solo_outbids.{'yes' if outbids else 'no'}")
    hearts, bells = (Bid(contract="solo", trump_suit=suit) for suit in (Suit.HEARTS, Suit.BELLS))
    assert outranks(hearts, bells, ruleset=ruleset, players=4) is outbids


@pytest.mark.parametrize("receiver", ["paid_back", "shared", "best", "kitty"])
def test_the_pot_goes_where_the_book_says(receiver: str) -> None:
    ruleset = RICHEST["bavarian"].with_house_rules({"pot_at_end": receiver})
    assert _says(ruleset, "pot_at_end.set") and pot_at_end(ruleset, "EUR") == receiver


DECLARED = [
    (game, contract)
    for game, ruleset in RICHEST.items()
    for contract in ruleset.contracts(sample_hands.usual_sample_people(ruleset))
    if issubclass(contract.report, DeclaredHand) and not sample_hands.repeats_another(contract, ruleset)
]


@pytest.mark.parametrize(("game", "contract"), DECLARED, ids=lambda one: getattr(one, "id", one))
def test_a_contract_is_won_and_paid_as_its_line_says(game: str, contract: Contract) -> None:
    ruleset = RICHEST[game]
    people = sample_hands.usual_sample_people(ruleset)
    with translation.override("en"):
        facts = contract_facts(contract, ruleset)
    hand = sample_hands.typical_sample_hand(contract, ruleset=ruleset) or {}
    answer = sample_hands.scored_sample(ruleset, hand, people=people)
    assert answer is not None
    if price := re.search(r"each loser pays (\d+)", facts):
        assert answer.score.value == int(price[1])
    assert facts.startswith("alone") is (len(answer.score.declarer_side) == 1)
    if limit := re.search(r"won from (\d+)", facts):
        for points, won in ((int(limit[1]), True), (int(limit[1]) - 1, False)):
            counted = {name: value for name, value in hand.items() if name not in ("won", "level")}
            ended = sample_hands.scored_sample(ruleset, {**counted, "card_points": points}, people=people)
            assert ended is None or ended.score.declarer_won in (won, None) or not ended.score.value
    else:
        assert contract.aim is not Aim.CARD_POINTS
    doubled = sample_hands.scored_sample(ruleset, {**hand, "kontra": 1}, people=people)
    assert (doubled is None) is ("nobody doubles" in facts or ruleset.HAS_TALLY)


def test_a_tie_that_nobody_wins_is_said_beside_the_limits() -> None:
    """S31, X69: with 60 neither side has won, so the others need 61."""
    for game, name in (("sasku", "Trumps chosen"), ("bavarian", "Kreuz-Spiel")):
        texts = [one.text for one in book_sentences(RICHEST[game]) if one.part == "limits"]
        own = texts[next(place for place, text in enumerate(texts) if name in text) :]
        assert own[4:6] == ["the other side: 61, 91 and 30", "nobody wins with 60 each"]


def test_a_replay_has_the_trumps_of_the_tied_hand_and_none_of_its_own() -> None:
    """S31: the page says no trumps of it, and has no limits and no tariff for it apart from those of the tied hand."""
    ruleset = RICHEST["sasku"]
    name = words.contract_name("replay", "en")
    texts = [(one.part, one.text) for one in book_sentences(ruleset) if name in one.text]
    assert texts == [("auction", f"{name} with the player opposite, won from 61 card points")]


@pytest.mark.parametrize("game", RICHEST)
def test_a_chosen_suit_is_spoken_of_where_one_is_chosen(game: str) -> None:
    texts = [one.text for one in book_sentences(RICHEST[game]) if one.part == "trumps"]
    assert any("of trumps" in text for text in texts) is any("the suit chosen as trumps" in text for text in texts)


def test_only_games_that_bid_contracts_have_an_auction() -> None:
    for game, ruleset in RICHEST.items():
        has_auction = any("order of the auction" in one.text for one in book_sentences(ruleset))
        assert has_auction is (game in ("bavarian", "palatinate", "asserufen"))


def test_an_own_contract_stands_under_the_contracts_of_the_table() -> None:
    ruleset = agreed("bavarian", "pub_10_20_50", own_contracts=[{"name": "Blauer Wenz", "price": 20}])
    texts = [one.text for one in book_sentences(ruleset) if one.part == "auction"]
    place = texts.index("Contracts of this table")
    assert texts[place + 1].startswith("Blauer Wenz alone") and texts[place + 2] == "Without a bid"
