"""The sentences of the rules book as they are written, in both languages: no figures of their own, and one meaning.

English and German are compared by what needs no reading: placeholders, numbers in words, and terms that both have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation

from rules.wording import words
from rules.wording.texts_book import BOOK_TEXTS
from scorebook.texts.house_rule_texts import house_rule_choice_text
from tests.web.house_rule_values import RICHEST

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates" / "rule_book" / "how_to_play").rglob("*.html"))
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")
QUOTED = re.compile("“[^”]*”|„[^“]*“")
# Number words, and words of the game, that both languages use alike: English, German.
NUMBERS = {
    "3": (r"three|third", r"drei\w*|dritt\w*"), "4": (r"four", r"vier\w*"), "5": (r"five", r"fünf\w*"),
    "6": (r"six", r"sechs\w*"), "7": (r"sevens?", r"sieben\w*"), "8": (r"eights?", r"acht\w*"),
    "9": (r"nines?", r"neun\w*"), "10": (r"tens?", r"zehn\w*"), "12": (r"twelve", r"zwölf\w*"),
}  # fmt: skip
NUMBER_WORD = "|".join(["two|twice", *(english for english, _german in NUMBERS.values())])
ALIKE = NUMBERS | {"hearts": (r"hearts?", r"Herz\w*"), "diamonds": (r"diamonds", r"Karo")}
ALIKE |= {word: (rf"{word}s?", rf"{word}\w*") for word in ("Schneider", "Tout", "Geier", "Bettel", "Reuegeld", "Wenz")}
# Four strokes make a shape whatever is agreed.
NUMBERS_OF_NO_TABLE = {"book.strokes_to_win.set"}


def _in_german(code: str) -> str:
    return words.rules_text(code, "de", **{name: f"{{{name}}}" for name in re.findall(r"\{(\w+)\}", BOOK_TEXTS[code])})


def _texts() -> Iterator[tuple[str, str, str]]:
    """Yield where it stands, and the text in English and in German."""
    for code, english in BOOK_TEXTS.items():
        yield code, english, _in_german(code)
    with (ROOT / "scorebook" / "locale" / "de" / "LC_MESSAGES" / "django.po").open("rb") as file:
        for message in read_po(file):
            places = [path for path, _line in message.locations if "rule_book/how_to_play/" in path]
            if places and isinstance(message.id, str):
                yield Path(places[0]).name, message.id, str(message.string)


TEXTS = tuple(_texts())


def _has(pattern: str, text: str) -> bool:
    return bool(re.search(rf"\b({pattern})\b", QUOTED.sub("", PLACEHOLDER.sub("", text)), re.IGNORECASE))


def test_every_sentence_has_a_german_one_of_its_own() -> None:
    """Two values of a house rule, two contracts, two rounds never read the same."""
    assert [code for code, english in BOOK_TEXTS.items() if _in_german(code) == english] == []
    for texts in (BOOK_TEXTS, {code: _in_german(code) for code in BOOK_TEXTS}):
        pairs = combinations(texts.items(), 2)
        same = [(one, other) for (one, text), (other, again) in pairs if _rule(one) == _rule(other) and text == again]
        assert same == []


def _rule(code: str) -> str:
    return code.rpartition(".")[0]


def test_a_figure_is_never_written_into_a_sentence() -> None:
    """Only a choice that is a figure itself, such as "90 card points", has one."""
    written = []
    for place, english, german in TEXTS:
        with translation.override("en"):
            of_choice = set(re.findall(r"\d+", _choice_text(place)))
        for text in (english, german):
            if set(re.findall(r"\d+", PLACEHOLDER.sub("", text))) - of_choice:
                written.append((place, text))
    for path in TEMPLATES:
        prose = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}|<.*?>", "", path.read_text(), flags=re.DOTALL)
        written += [(path.name, line) for line in prose.splitlines() if re.search(r"\d", line)]
    assert written == []


def _choice_text(code: str) -> str:
    """Return the words of the start form for the value of a sentence; nothing for others."""
    _book, _, rule = code.partition(".")
    return next((text for name, choice, text in _choices() if f"{name}.{choice}" == rule), "")


def _choices() -> Iterator[tuple[str, str, str]]:
    for game, ruleset in RICHEST.items():
        for name, default, _metadata in ruleset.house_rules():
            if isinstance(default, StrEnum):
                for choice in type(default):
                    yield name, choice.value, house_rule_choice_text(game, name, choice.value)


def _sources_of_numbers() -> set[str]:
    settled = (one for ruleset in RICHEST.values() for one in ruleset.house_rules())
    return {metadata["source"] for _name, default, metadata in settled if isinstance(default, int | None)
            and not isinstance(default, bool)}  # fmt: skip


def test_a_sentence_on_a_number_of_the_table_takes_it_from_the_table() -> None:
    """It has no number in words, nor one that its template gives it."""
    numbers = _sources_of_numbers()
    written = [(code, text) for code, text, _german in TEXTS if code.endswith(".set") and _has(NUMBER_WORD, text)]
    for path in TEMPLATES:
        for ids, text in re.findall(r'{% sentence "(.*?)" %}(.*?){% endsentence %}', path.read_text(), re.DOTALL):
            prose = re.sub(r"{%.*?%}|{{.*?}}", "", text, flags=re.DOTALL)
            given = re.findall(r'=(?:\d+|"[^"]*\d[^"]*")', text)
            if numbers & set(ids.split()) and (given or _has(NUMBER_WORD, prose)):
                written.append((path.name, prose))
    assert {place for place, _text in written} == NUMBERS_OF_NO_TABLE, written


def test_both_languages_have_the_same_figures() -> None:
    assert [one for one in TEXTS if sorted(PLACEHOLDER.findall(one[1])) != sorted(PLACEHOLDER.findall(one[2]))] == []


@pytest.mark.parametrize("word", ALIKE)
def test_both_languages_have_the_same_numbers_and_terms(word: str) -> None:
    english, german = ALIKE[word]
    assert [one for one in TEXTS if _has(english, one[1]) is not _has(german, one[2])] == []
