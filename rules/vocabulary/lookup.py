"""The lookup of words: from a text to all that it can mean, and from a meaning to its words."""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from rules.wording import words

_LISTS = {"de": "german.txt", "en": "english.txt"}
_FOLDER = Path(__file__).parent
_THROWN_IN = ("thrown_first", "thrown_second")  # entries of the two parts of one word
# Kinds whose names are in the catalogs.
_NAMED_KINDS = ("contract", "suit", "rank", "level")
# Kinds that people write together: Herzsolo, Solo-Herz, Farbwenz, Eichelsau, HS.
_COMPOUNDS = {
    ("suit", "contract"), ("contract", "suit"), ("turn", "contract"), ("contract", "turn"), ("suit", "turn"),
    ("suit", "rank"), ("number", "unit"), ("number", "run"),
}  # fmt: skip
_SMALL = ("filler", "join", "not", "number", "answer", "run_side")
_SHORT_COMPOUNDS = {("suit", "contract")}  # HS is a Herz-Solo
_LONGEST_CODE = 3  # letters of such a code
_SHORTEST_SUGGESTED = 3  # letters
_KEPT = 40  # longer than any word of the vocabulary
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", **dict.fromkeys("-_ .'’", "")})


class Meaning(NamedTuple):
    """A kind, such as `contract` or `result`, and a value of that kind, such as `rufer` or `won`."""

    kind: str
    value: str
    is_guess: bool = False  # by an abbreviation, which may as well be that of a name


def fold_text(text: str) -> str:
    """Return a text for comparison: small letters, umlauts as two, no accents, hyphens, full stops or spaces."""
    return _fold_short_text(text) if len(text) <= _KEPT else _fold_any_text(text)


def _fold_any_text(text: str) -> str:
    plain = unicodedata.normalize("NFC", text).casefold().translate(_UMLAUTS)
    return "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))


_fold_short_text = lru_cache(maxsize=4096)(_fold_any_text)


@cache
def _entries(language: str) -> Mapping[str, str]:
    """Return kind and value -> the words of its entry, as they stand in the list."""
    lines = _FOLDER.joinpath(_LISTS[language]).read_text(encoding="utf-8").splitlines()
    entries = "\n".join(line for line in lines if not line.startswith("#")).replace("\n ", " ").splitlines()
    return {key: text for key, _, text in (entry.partition(": ") for entry in entries)}


def _words_in(text: str) -> list[str]:
    return [word.strip() for word in text.replace(";", ",").split(",")]


def written_word(kind: str, value: str, language: str) -> str:
    """Return the word that the notation writes, such as `gewonnen`. Raises: KeyError if the list has none."""
    return _words_in(_entries(language)[f"{kind}.{value}"])[0]


def other_names(kind: str, value: str, language: str) -> list[str]:
    """Return what else a contract, suit, rank or level is commonly called."""
    common, semicolon, _ = _entries(language).get(f"{kind}.{value}", "").partition(";")
    return _words_in(common) if semicolon else []


@cache
def known_words() -> Mapping[str, tuple[Meaning, ...]]:
    """Return folded word -> its meanings, in both languages."""
    found = dict[str, dict[Meaning, None]]()
    for text, meaning in _listed_words():
        found.setdefault(fold_text(text), {})[meaning] = None
    return {word: tuple(meanings) for word, meanings in found.items()}


def _listed_words() -> Iterator[tuple[str, Meaning]]:
    for kind in _NAMED_KINDS:
        for id in words.ids_of_texts(kind):
            yield id, Meaning(kind, id)
            for language in words.LANGUAGES:
                yield words.rules_text(f"{kind}.{id}", language), Meaning(kind, id)
    for language in _LISTS:
        for key, text in _entries(language).items():
            kind, _, value = key.partition(".")
            if kind in _THROWN_IN:
                continue
            for word in _words_in(text):
                yield word, Meaning("contract" if kind == "written" else kind, value, word.endswith("."))
    parts = (_words_in(_entries("de")[part]) for part in _THROWN_IN)
    for word in map("".join, product(*parts)):
        yield word, Meaning("contract", "thrown_in")


@cache
def surface_words() -> Mapping[str, str]:
    """Return folded word -> as it is listed, without abbreviations and small words."""
    return {
        fold_text(text): text for text, meaning in _listed_words()
        if not meaning.is_guess and meaning.kind not in _SMALL and len(text) >= _SHORTEST_SUGGESTED
    }  # fmt: skip


@lru_cache(maxsize=4096)
def meanings_of(folded: str) -> tuple[tuple[Meaning, ...], ...]:
    """Return every reading of a folded word: one meaning, or the two of a compound such as `herzsolo`."""
    whole = known_words().get(folded, ())
    return tuple((meaning,) for meaning in whole) or compounds_of(folded)


@lru_cache(maxsize=4096)
def compounds_of(folded: str) -> tuple[tuple[Meaning, ...], ...]:
    """Return the readings of a word as two words written together."""
    return tuple(_compounds(folded))


def _compounds(folded: str) -> Iterator[tuple[Meaning, ...]]:
    known = known_words()
    for cut in range(1, len(folded)):
        for first in known.get(folded[:cut], ()):
            for second in known.get(folded[cut:], ()):
                short = first.is_guess or second.is_guess
                kinds = (first.kind, second.kind)
                if kinds in (
                    _SHORT_COMPOUNDS if short and len(folded) <= _LONGEST_CODE else () if short else _COMPOUNDS
                ):
                    yield first, second


def find_in_vocabulary(kind: str, text: str) -> str | None:
    """Return the value of a whole text in one kind, such as `rufer` for `Sauspiel`; None if it has none there."""
    found = (meaning.value for meaning in known_words().get(fold_text(text), ()) if meaning.kind == kind)
    return next(found, None)
