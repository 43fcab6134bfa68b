"""The spelling of the notation: the one word that is written for each meaning, and the quotes of names.

A field is written as its German word, or in English as its name in JSON with hyphens; both are always read.
"""

import json
import re
from functools import cache
from itertools import chain

from rules.base_ruleset import Ruleset
from rules.cards import Suit
from rules.games.registry import hand_fields
from rules.report import FixedSidesHand, Report, Surrender
from rules.score import Level, Side
from rules.vocabulary import find_in_vocabulary, fold_text, known_words, meanings_of, written_word
from rules.wording import words

LANGUAGE = "de"  # the default for writing
CALLING = ("rufer", "muss", "assrufen")  # contracts in which a bare suit is the called ace
NAMED_BY_SUIT = ("simple", "trumps")  # a suit alone is enough
# Contracts whose names in the catalogs are sentences, or longer than the word at the table.
_WRITTEN_SHORTER = (
    "thrown_in", "agreed", "round", "trumps", "passed", "replay", "queens", "fehlstich", "silent_queens", "two_handed",
)  # fmt: skip

_ROUND = ("", "Runde", "round")
# Words in the lines of an evening; a name equal to one of them is quoted.
EVENING_WORDS = {
    "game": ("Spiel", "Game"), "house_rule": ("Hausregel", "House rule"), "players": ("Am Tisch", "At the table"),
    "stake": ("Einsatz", "Stake"), "dealer": ("Geber", "Dealer"), "end": ("Ende", "End"), "date": ("Datum", "Date"),
    "void": ("gestrichen", "void"), "comes": ("kommt", "comes"), "goes": ("geht", "goes"), "after": ("nach", "after"),
    "before": ("vor", "before"),
}  # fmt: skip

_BARE_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[.'’-](?=[^\W\d_]))*")
_COUNTED = re.compile(r"[lk]?[+-]?[0-9][0-9/:]*", re.IGNORECASE)


def word_in_language(pair: tuple[str, str], language: str) -> str:
    return pair[0] if language == "de" else pair[1]


def evening_word(kind: str, language: str) -> str:
    return word_in_language(EVENING_WORDS[kind], language)


def is_evening_word(text: str, kind: str) -> bool:
    return fold_text(text) in map(fold_text, EVENING_WORDS[kind])


def field_word(path: str, language: str) -> str:
    declared = hand_fields().get(path) if language == "de" else None
    return declared.words[0] if declared else path.replace("_", "-")


def field_words(path: str) -> tuple[str, ...]:
    """Return every word for a field; its name in JSON is one of them."""
    declared = hand_fields().get(path)
    return (*(declared.words if declared else ()), path)


def contract_word(contract: str, language: str) -> str:
    if contract in _WRITTEN_SHORTER:
        return written_word("written", contract, language)
    is_known = contract in words.ids_of_texts("contract")
    return words.contract_name(contract, language).replace(" ", "-") if is_known else contract


def result_word(won: bool, language: str) -> str:
    return written_word("result", "won" if won else "lost", language)


def answer_word(answer: bool, language: str) -> str:
    return written_word("answer", "yes" if answer else "no", language)


def choice_word(value: str, language: str) -> str:
    """Return the word for a suit, a level, a side or a surrender; any other value as it is."""
    if value in tuple(Suit):
        return words.suit_name(value, language)
    if value in tuple(Level):
        return words.level_name(value, language)
    for kind, choices in (("side", Side), ("surrender", Surrender)):
        if value in tuple(choices):
            return written_word(kind, value, language)
    return value


def find_choice(text: str) -> str:
    """Return the suit, level, side or surrender of this name; the text itself if there is none."""
    found = (find_in_vocabulary(kind, text) for kind in ("suit", "level", "side", "surrender"))
    return next((value for value in found if value is not None), text)


def rank_word(rank: str, language: str) -> str:
    return words.rules_text(f"rank.{rank}", language).capitalize()


def find_round(text: str) -> str:
    """Return the special round of this name, with or without the word `Runde`; the text itself if there is none."""
    kinds = words.ids_of_texts("round")
    named = {fold_text(words.rules_text(f"round.{kind}", one)): kind for kind in kinds for one in words.LANGUAGES}
    named |= {fold_text(kind): kind for kind in kinds}
    return next((named[one] for end in _ROUND if (one := fold_text(text + end)) in named), text)


def leading_field(kind: type[Report], contract: str) -> str:
    """Return the field of the player who stands before the contract."""
    if issubclass(kind, FixedSidesHand):
        return "winner"
    return "team" if contract == "passed" else "declarer"


def own_contract_name(contract: str) -> str | None:
    return contract.removeprefix(words.OWN_CONTRACT) if contract.startswith(words.OWN_CONTRACT) else None


def find_contract(text: str, ruleset: Ruleset, players: int) -> str:
    """Return the contract of this name, own contracts first; the text itself if there is none."""
    if ruleset.contract(words.OWN_CONTRACT + text, players):
        return words.OWN_CONTRACT + text
    own = (one.id for one in ruleset.contracts(players) if one.is_own)
    called = next((id for id in own if fold_text(id.removeprefix(words.OWN_CONTRACT)) == fold_text(text)), None)
    return called or find_in_vocabulary("contract", text) or text


def name_in_notation(name: str) -> str:
    """Return a name as written: bare if it can mean nothing else, otherwise quoted."""
    return name if _BARE_NAME.fullmatch(name) and not has_meaning(name) else quote_text(name)


def has_meaning(text: str) -> bool:
    """Return whether a text is a word of the notation, a part of one, or a count."""
    folded = fold_text(text)
    is_word = any(meaning.kind != "filler" for reading in meanings_of(folded) for meaning in reading)
    return bool(_COUNTED.fullmatch(text)) or is_word or folded in _reserved_words()


def quote_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def unquote_text(text: str) -> str | None:
    """Return the text in quotes; None if an escape is invalid."""
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        return None


@cache
def _reserved_words() -> frozenset[str]:
    """Return the folded words of fields and evenings, and those of the vocabulary."""
    found = [word for path in hand_fields() for word in field_words(path)]
    for name in chain(*EVENING_WORDS.values()):
        found += [name, *name.split()]
    return frozenset(map(fold_text, found)) | frozenset(
        word for word, meanings in known_words().items() if any(one.kind != "filler" for one in meanings)
    )
