"""The texts in both languages follow docs/wording.md: one word for one idea, verbs on buttons, quoted names exist."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from scripts.messages import PO, PO_OF_RULES, template_paths

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One message: its English and German forms, for one and for many."""

    context: str
    english: tuple[str, ...]
    german: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A row of the table in docs/wording.md."""

    english: tuple[str, ...]
    retired_english: tuple[str, ...]
    german: tuple[str, ...]
    retired_german: tuple[str, ...]


def catalog_texts() -> Iterator[Text]:
    for path in (PO, PO_OF_RULES):
        with path.open("rb") as file:
            for message in read_po(file, locale="de"):
                if message.id:
                    yield _text_of(message)


def _text_of(message: Message) -> Text:
    def forms(text: str | Sequence[str]) -> tuple[str, ...]:
        return (text,) if isinstance(text, str) else tuple(text)

    return Text(context=message.context or "", english=forms(message.id), german=forms(message.string or ""))


def glossary() -> list[Word]:
    page = (ROOT / "docs" / "wording.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split("|") for line in page.splitlines() if line.startswith("| ")][1:]
    return [Word(**dict(zip(Word.__slots__, map(_words_of_cell, _four(row)), strict=True))) for row in rows]


def _four(row: list[str]) -> list[str]:
    return [*row, *[""] * (4 - len(row))]


def _words_of_cell(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(",") if word.strip())


TEXTS = list(catalog_texts())
WORDS = glossary()

# -- one word for one idea -------------------------------------------------------------------------------------------

# Pairs that say it another way in one of the languages, by a part of the English text.
OTHERWISE = {
    "club": ("undo_import", "account in this club's books", "%(club)s met", "Manage club", "clubs and spades", "Clubs"),
    "scribe link": ("a watch link and a scribe link", "share its scribe link", "Scribe link"),
    "watch link": ("keeper's, members', scribe's or watch link",),
    "tab": ("semicolons, commas or tabs",),
    "archive": ("Archive or delete evenings",),
    "rating": ("Include in ratings", "Leave out of ratings", "Ratings change with each evening"),
    "streak": ("the longest streak of winning evenings",),
    "cup": ("times the cup changed hands",),
    "card points": ("card points: the value of the cards in tricks",),
    "trick": ("Without a trick", "took every trick", "Also called Goaß"),
    "forehand": ("forehand: the player to the dealer's left",),
    "opponent": (
        "Partners and opponents",
        "Their opponents score the strokes",
        "Favourite opponent",
        "Toughest opponent",
        "won together or against each other",
        "the opponent to the dealer's right",
        "Blinking",
    ),  # fmt: skip
    "partner": ("Partners and opponents", "In the table the small number", "Partner by first Fehlstich", "choose Solo"),
    "receipt code": ("Every receipt code stays valid.",),
}
# Words of the card game that are retired elsewhere, and other meanings.
STILL_SAID = ("Pott, Topf", "matadors, Bauern")


def _stem(german: str) -> str:
    """Return what a noun keeps in all its cases: Laufend of Laufende."""
    return re.sub("(?:en|e)$", "", german)


PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")


def _is_said(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?:s|es)?(?!\w)", text, re.IGNORECASE) is not None


@pytest.mark.parametrize("word", [one for one in WORDS if one.english and one.german], ids=lambda one: one.english[0])
def test_a_word_has_one_translation(word: Word) -> None:
    stems = [re.escape(_stem(german)) for german in word.german]
    other = [
        (text.english, text.german)
        for text in TEXTS
        if any(_is_said(english, PLACEHOLDER.sub("", " ".join(text.english))) for english in word.english)
        and not re.search("|".join(stems), " ".join(text.german), re.IGNORECASE)
        and not any(part in " ".join(text.english) for part in OTHERWISE.get(word.english[0], ()))
    ]
    assert other == []


def test_no_text_uses_a_retired_word() -> None:
    found = [
        (word, text)
        for one in WORDS
        for retired, side in ((one.retired_english, "english"), (one.retired_german, "german"))
        for word in retired
        for text in (form for message in TEXTS for form in getattr(message, side))
        if _is_said(word, text) and not any(part in text for part in STILL_SAID)
    ]
    assert found == []


# -- sentences -------------------------------------------------------------------------------------------------------


def test_no_sentence_starts_with_a_relative_clause() -> None:
    start = re.compile(r"(?:^|[.:!] )(?:Whoever|Who|What|Those who|Those that|Wer|Was) [^.?!]*[.!]")
    assert [form for text in TEXTS for form in (*text.english, *text.german) if start.search(form)] == []


# Counts that are never 1: people at a table, cards, limits.
NEVER_ONE = re.compile(r"%\((?:people|least|most|all|total|max\w*|limit|needed|cards)\)s|\{(?:least|most|all|limit)\}")
# Records and limits from 2 on, tricks of a whole hand, and texts whose form for one stands beside them in the code.
AT_LEAST_TWO = (
    "to be ranked.", "%(n)s hands: %(won)s won", "More than %(n)s hands", "{n} hands", "{n} entries", "times the cup",
    "people", "It changed hands", "streak of the year", "the ratings predict", "fewer than %(entries)s",
    "Solo Du: a Solo",
)  # fmt: skip
COUNTED = re.compile(
    r"(?:%\(\w+\)s|\{\w+\}) (?:Spiele|Abende|Runden|Zahlungen|Einträge|Spieler|Personen|Leute|Namen|Stiche|Tage|Stunden"
    r"|hands|evenings|rounds|payments|entries|people|players|names|tricks|days|hours|times)\b"
)


def test_a_counted_noun_has_a_form_for_one() -> None:
    found = [
        (text.context, form)
        for text in TEXTS
        if len(text.english) == 1 and not text.context.startswith(("problem.", "book.", "reason."))
        for form in (*text.english, *text.german)
        if COUNTED.search(NEVER_ONE.sub("5", form)) and not any(part in text.english[0] for part in AT_LEAST_TWO)
    ]
    assert found == []


# -- buttons ---------------------------------------------------------------------------------------------------------

# Answers to a question, and places in the form of a hand that say who deals and who leads.
NO_VERB = {
    "I agree", "I have saved it", "No", "No, wrong name", "Not my phone any more", "That is me", "That is not %(name)s",
    "Yes, that is %(name)s", "deals", "Undo", "undo", "Undo last part payment", "thrown in", "Picture",
    "Text",
}  # fmt: skip
VERBS = {
    "add", "archive", "back", "begin", "charge", "check", "clear", "close", "compare", "copy", "correct", "count",
    "delete", "do", "forget", "go", "hand", "hide", "import", "include", "leave", "let", "link", "log", "make", "mark",
    "open", "print", "read", "record", "remove", "reopen", "replace", "request", "restore", "round", "save", "search",
    "send", "settle", "share", "show", "start", "stop", "strike", "undo", "unlink", "update", "use", "use:",
}  # fmt: skip
GERMAN_VERB = re.compile(r"\b\w+(?:en|ern|eln)\b")
BUTTON = re.compile(r"<button\b.*?</button>", re.DOTALL)
UNSEEN = re.compile(r'<span class="unseen">.*?</span>', re.DOTALL)
TRANSLATED = re.compile(r'{%\s*translate (["\'])(?P<text>.*?)\1(?: context "(?P<context>\w+)")?[^%]*%}')
WITH_VALUES = re.compile(r"{%\s*blocktranslate[^%]*%}(?P<text>.*?){%", re.DOTALL)


def button_texts() -> set[tuple[str, str]]:
    """Return context and English of the first text on each button of the templates."""
    found = set()
    for path in template_paths():
        for button in BUTTON.findall(path.read_text(encoding="utf-8")):
            content = re.sub(r"^<button(?:[^>{]|{%.*?%}|{{.*?}})*>", "", UNSEEN.sub("", button), flags=re.DOTALL)
            if match := TRANSLATED.search(content):
                found.add((match["context"] or "", match["text"]))
            elif match := WITH_VALUES.search(content):
                found.add(("", re.sub(r"{{ (\w+) }}", r"%(\1)s", " ".join(match["text"].split()))))
    return found


def test_a_button_names_what_it_does() -> None:
    german = {(text.context, form): text.german[0] for text in TEXTS for form in text.english}
    buttons = [one for one in sorted(button_texts()) if one[1] not in NO_VERB]
    assert len(buttons) > 60
    assert [text for _context, text in buttons if text.split()[0].casefold() not in VERBS] == []
    assert [(one, german[one]) for one in buttons if not GERMAN_VERB.search(german[one])] == []


# -- names in quotation marks ----------------------------------------------------------------------------------------

# Calls of the card game, a column's name and a field of the API.
SPOKEN = {
    "date", "datum", "next", "ich hänge an", "weg", "darf man", "kann man", "weiter", "ich spiele", "ich spiele auch",
    "spiel zu", "ich spiele ein solo", "pure", "reiner",
}  # fmt: skip


def test_a_quoted_name_is_a_text_of_the_pages() -> None:
    def plain(text: str) -> str:
        return text.strip(" .:…?").casefold()

    known = {plain(form) for text in TEXTS for form in (*text.english, *text.german)} | SPOKEN
    found = [
        (quoted, form)
        for text in TEXTS
        for quotes, forms in ((r"“([^”]+)”", text.english), (r"„([^“]+)“", text.german))
        for form in forms
        for quoted in re.findall(quotes, form)
        if not re.search(r"[%{]", quoted) and plain(quoted) not in known
    ]
    assert found == []
