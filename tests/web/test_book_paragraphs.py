"""The paragraph of each contract says what that contract is, in both languages, and agrees with its computed facts."""

from __future__ import annotations

import re

import pytest

from rules.wording import words
from rules.wording.texts_book import BOOK_TEXTS
from tests.rules.table import agreed
from tests.web.book_sentences import book_sentences
from tests.web.house_rule_values import RICHEST

SHORT = agreed("bavarian", "short", allowed=["solo", "short_tout"])
# Contract, words of its text in English and in German, a fact in English and in German.
PARAGRAPHS = (
    ("rufer", "four hands of five", "vier von fünf", "found by a called card", "über eine Rufkarte gefunden"),
    ("wenz", "Obers rank below the kings", "Ober stehen unter den Königen", "trumps: U,", "Trumpf: U,"),
    ("solo", "named after the auction", "erst nach der Ansage", "O + U + a suit", "O + U + eine Farbe"),
    ("geier", "Unters rank below the kings", "Unter stehen unter den Königen", "trumps: O,", "Trumpf: O,"),
    ("suit_wenz", "trump suit below the Unters", "Trumpffarbe unter den Untern", ": U + a suit", ": U + eine Farbe"),
    ("suit_geier", "trump suit below the Obers", "Trumpffarbe unter den Obern", ": O + a suit", ": O + eine Farbe"),
    ("koenig", "the kings in place of the Unters", "den Königen statt der Unter", "trumps: K,", "Trumpf: K,"),
    ("eisenbahner", "the tens in place of the Unters", "den Zehnern statt der Unter", "trumps: 10,", "Trumpf: 10,"),
    ("sie", "All four Obers and all four Unters", "Alle vier Ober und alle vier Unter", "laid on", "aufgelegt"),
    ("short_tout", "the two highest Unters", "zwei höchsten Unter", "laid on", "aufgelegt"),
    ("hochzeit", "gives a card that is no trump", "eine Karte, die kein Trumpf ist", "With a partner", "Mit Partner"),
    ("bauernhochzeit", "one or two trumps", "einem oder zwei Trümpfen", "With a partner", "Mit Partner"),
    ("bettel", "Each suit ranks in its natural order", "ihre natürliche Folge", "no trumps", "kein Trumpf"),
    ("bettel_brett", "lays the cards open", "offen hin", "no trumps", "kein Trumpf"),
    ("ramsch_tout", "the order of a Rufer", "der Reihenfolge des Rufers", "O + U + Hearts", "O + U + Herz"),
    ("null", "only its name", "nur den Namen", "no trumps", "kein Trumpf"),
    ("bettel_with_trumps", "Obers and Unters as trumps", "Obern und Untern als Trumpf", ": O + U,", ": O + U,"),
    ("muss", "wins with 60 card points", "schon mit 60 Augen", "won from 60", "gewonnen ab 60"),
    ("kreuzbock", "The pair that doubled last declares", "das Paar, das zuletzt gestoßen hat", "opposite", "Gegenüber"),
    ("kreuzspiel", "Two fixed pairs play", "Zwei feste Paare", "opposite", "Gegenüber"),
    ("zupf_solo", "draws a card from another hand", "einem anderen eine Karte zupft", "Alone", "Allein"),
)  # fmt: skip


@pytest.mark.parametrize("row", PARAGRAPHS, ids=lambda row: row[0])
def test_a_paragraph_is_about_its_contract(row: tuple[str, str, str, str, str]) -> None:
    contract, english, german, fact, german_fact = row
    ruleset = SHORT if contract == "short_tout" else RICHEST["bavarian"]
    for language, said, computed in (("en", english, fact), ("de", german, german_fact)):
        title = f"{words.contract_name(contract, language)}(, also called .+?|, auch .+?)?: "
        (paragraph,) = (one.text for one in book_sentences(ruleset, language) if re.match(title, one.text))
        text = paragraph.replace("\N{NO-BREAK SPACE}", " ")
        assert said in text and computed in text


def test_every_contract_with_a_text_is_here() -> None:
    codes = {code.removeprefix("book.contract.") for code in BOOK_TEXTS if code.startswith("book.contract.")}
    assert codes == {contract for contract, *_ in PARAGRAPHS}
