"""The sentences of the rules book as they are written, in both languages: no figures of their own, and one meaning.

English and German are compared by what needs no reading: placeholders, numbers in words, negation. A sentence on a
value of a house rule is compared with the words that the start form has for the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
# A word of the narrow ones of a language needs one of the wide ones of the other: English, wide, German, wide.
MEANINGS = {
    "2": (r"two|twice", r"two|twice|both|either|double\w*|pair|secondary",
          r"zwei|zweien|zweimal|doppelte?", r"zwei\w*|doppelt?\w*|beiden?|gleich vielen"),
    "none": (r"not|no|nobody|nothing|neither|never|none|without",
             r"not|no|nobody|nothing|neither|never|none|without|void|only|away|unbroken|misses",
             r"nicht|kein\w*|niemand\w*|nichts|nie|ohne|weder",
             r"nicht|kein\w*|niemand\w*|nichts|nie|ohne|weder|nur|frei|fremde|immer weiter"),
    "double": (r"doubl(?!ing)\w*", r"(?:re)?doubl\w*|twice|packets",
               r"verdopp(?!lung)\w*|doppel\w*", r"verdopp\w*|doppel\w*|spritzen|gestoßen\w*|malnehmen"),
    "win": (r"wins?|won|winners", r"wins?|won|winn\w*", r"gew[io]nn\w*", r"gew[io]nn\w*|wer zu viel verlangt"),
    "lose": (r"los(?:es?|ers?|t)", r"los(?:es?|ers?|t)|beaten|surrender", r"verl[io]\w+", r"verl[io]\w+|verfallen"),
    "card points": (r"card points?", r"card points?|level|needs", r"Augen", r"Augen"),
    "trick": (r"tricks?", r"tricks?", r"\w*Stich\w*", r"\w*Stich\w*|ausspielt"),
    "Schwarz": (r"Schwarz", r"Schwarz", r"Schwarz(?!\w)", r"Schwarz"),
}  # fmt: skip
# Number words, and words of the game, that both languages use alike.
PAIRS = {
    "3": (r"three|third", r"drei\w*|dritt\w*"), "4": (r"four", r"vier\w*"), "5": (r"five", r"fünf\w*"),
    "6": (r"six", r"sechs\w*"), "7": (r"sevens?", r"sieben\w*"), "8": (r"eights?", r"acht\w*"),
    "9": (r"nines?", r"neun\w*"), "10": (r"tens?", r"zehn\w*"), "12": (r"twelve", r"zwölf\w*"),
}  # fmt: skip
NUMBER_WORD = "|".join([MEANINGS["2"][0], *(english for english, _german in PAIRS.values())])
PAIRS |= {"hearts": (r"hearts?", r"Herz\w*"), "diamonds": (r"diamonds", r"Karo")}
PAIRS |= {word: (rf"{word}s?", rf"{word}\w*") for word in ("Schneider", "Tout", "Geier", "Bettel", "Reuegeld", "Wenz")}
MEANINGS |= {word: (english, english, german, german) for word, (english, german) in PAIRS.items()}
NEGATION = {"en": MEANINGS["none"][0] + "|lost", "de": MEANINGS["none"][2] + "|verfallen"}
# Four strokes make a shape whatever is agreed.
NUMBERS_OF_NO_TABLE = {"book.strokes_to_win.set"}
# The start form has names for these, or parts of words, which the sentences do not repeat.
OTHERWISE_IN_THE_FORM = {"variant", "round_to"}


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


@pytest.mark.parametrize("meaning", MEANINGS)
def test_both_languages_say_and_deny_the_same(meaning: str) -> None:
    english, wide_english, german, wide_german = MEANINGS[meaning]
    assert [
        (place, in_english, in_german)
        for place, in_english, in_german in TEXTS
        if (_has(english, in_english) and not _has(wide_german, in_german))
        or (_has(german, in_german) and not _has(wide_english, in_english))
    ] == []


def _likeness(sentence: str, words_of_form: str) -> float:
    """Return how many words of two texts begin alike, of all they have."""
    one, other = (
        {word[:4] for word in re.findall(r"[^\W\d_]{2,}|\d+", text.casefold())} for text in (sentence, words_of_form)
    )
    return len(one & other) / len(one | other)


def _sentences_of(name: str, values: Sequence[str], language: str) -> dict[str, str]:
    codes = {value: f"book.{name}.{value}" for value in values if f"book.{name}.{value}" in BOOK_TEXTS}
    return {value: BOOK_TEXTS[code] if language == "en" else _in_german(code) for value, code in codes.items()}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_sentence_is_that_of_its_choice(language: str) -> None:
    """The sentences of two choices fit their words in the start form better than the other way round."""
    swapped = []
    with translation.override(language):
        choices = list(_choices())
    for name in dict.fromkeys(name for name, *_ in choices if name not in OTHERWISE_IN_THE_FORM):
        of_form = {choice: text for one, choice, text in choices if one == name}
        for (one, first), (other, second) in combinations(_sentences_of(name, [*of_form], language).items(), 2):
            fits = _likeness(first, of_form[one]) + _likeness(second, of_form[other])
            turned = _likeness(first, of_form[other]) + _likeness(second, of_form[one])
            if fits <= turned:
                swapped.append((name, one, other, fits, turned))
    assert swapped == []


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_sentence_of_a_yes_is_not_that_of_the_no(language: str) -> None:
    """The first is more like the house rule in the start form, or the second denies it."""
    swapped = []
    for game, ruleset in RICHEST.items():
        for name, default, _metadata in ruleset.house_rules():
            found = _sentences_of(name, ("yes", "no"), language)
            if isinstance(default, bool) and len(found) == 2:
                of_form = words.house_rule_text(game, name, language)
                more = _likeness(found["yes"], of_form) - _likeness(found["no"], of_form)
                denied = [len(re.findall(rf"\b({NEGATION[language]})\b", found[key])) for key in ("yes", "no")]
                if more <= 0 and denied[0] >= denied[1]:
                    swapped.append((name, more, denied))
    assert swapped == []
