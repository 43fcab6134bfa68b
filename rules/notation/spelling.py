"""The spelling of the notation: the words of both languages, and the quotes of names.

A field is written as its German word, or in English as its name in JSON with hyphens; both are always read. A contract
has its name at the table, alone or with a suit: `Herz-Solo`, `Solo`, `Farb Wenz`, `Eichel Rufer`.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, product
from typing import NamedTuple

from rules.base_ruleset import RULESETS_KEPT, Contract, Ruleset
from rules.cards import Rank, Suit
from rules.games.registry import hand_fields
from rules.notation.scanner import Token
from rules.report import FixedSidesHand, Report, Surrender
from rules.score import Level, Side
from rules.wording import words
from rules.wording.texts import TEXTS

LANGUAGE = "de"  # the default for writing
CALLING = ("rufer", "muss", "assrufen")  # contracts in which a bare suit is the called ace
NAMED_BY_SUIT = ("simple", "trumps")  # a suit alone is enough

CONTRACTS = {  # German and English, if the catalogs have a sentence or the table a shorter word
    "thrown_in": ("zusammengeworfen", "thrown-in"), "agreed": ("ausgemacht", "agreed"), "round": ("Runde", "Round"),
    "trumps": ("Trumpf", "Trumps"), "passed": ("Gepasst", "Passed"), "replay": ("Wiederholung", "Replay"),
    "queens": ("Damen", "Queens"), "fehlstich": ("Fehlstich", "Fehlstich"),
    "silent_queens": ("Stille-Damen", "Silent-Queens"), "two_handed": ("Zu-zweit", "Two-handed"),
}  # fmt: skip
OTHER_SUIT_WORDS = {
    Suit.ACORNS: ("Eicheln",), Suit.LEAVES: ("Laub", "Blatt", "Grün"), Suit.HEARTS: ("Rot",),
    Suit.BELLS: ("Schelle", "Schell"), Suit.SPADES: ("Schippe",),
}  # fmt: skip

WON = {"de": ("verloren", "gewonnen"), "en": ("lost", "won")}
YES = {"de": ("nein", "ja"), "en": ("no", "yes")}
CHOICES: Mapping[str, tuple[str, str]] = {
    Side.DECLARERS: ("Spieler", "declarer-side"), Side.OPPONENTS: ("Gegner", "opponents"),
    Surrender.NONE: ("keine", "none"), Surrender.ACCEPTED: ("angenommen", "accepted"),
    Surrender.REFUSED: ("abgelehnt", "refused"),
}  # fmt: skip
DOUBLING_WORDS = ("Stoss", "Stoß", "Kontra", "Retour", "Re", "Sub")  # each doubles once more
JOINING_WORDS = ("+", "mit", "with", "und", "and", "&")
# Words in the lines of an evening; a name equal to one of them is quoted.
EVENING_WORDS = {
    "game": ("Spiel", "Game"), "house_rule": ("Hausregel", "House rule"), "players": ("Am Tisch", "At the table"),
    "stake": ("Einsatz", "Stake"), "dealer": ("Geber", "Dealer"), "end": ("Ende", "End"), "date": ("Datum", "Date"),
    "void": ("gestrichen", "void"), "comes": ("kommt", "comes"), "goes": ("geht", "goes"), "after": ("nach", "after"),
    "before": ("vor", "before"),
}  # fmt: skip

_MAX_WORDS = 6  # "Wiederholung nach Gleichstand" has three; an own contract may have more
_WORD_KEPT = 40  # longer than any word of the notation
_BARE_NAME = re.compile(r"[^\W\d_][\w.'’-]*")
_COUNTED = re.compile(r"[lk]?[+-]?[0-9][0-9/:]*", re.IGNORECASE)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "-": "", "_": "", " ": ""})


def fold_text(text: str) -> str:
    """Return a text for comparison: small letters, umlauts as two, no other accents, hyphens or spaces."""
    return _fold_short_text(text) if len(text) <= _WORD_KEPT else _fold_any_text(text)


def _fold_any_text(text: str) -> str:
    plain = unicodedata.normalize("NFC", text).casefold().translate(_UMLAUTS)
    return "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))


_fold_short_text = lru_cache(maxsize=4096)(_fold_any_text)


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
    if contract in CONTRACTS:
        return word_in_language(CONTRACTS[contract], language)
    return words.contract_name(contract, language).replace(" ", "-") if f"contract.{contract}" in TEXTS else contract


def contract_words(contract: str) -> tuple[str, ...]:
    names = [words.contract_name(contract, language) for language in words.LANGUAGES]
    return tuple(dict.fromkeys([*CONTRACTS.get(contract, ()), *names, contract]))


@cache
def suit_words() -> Mapping[str, Suit]:
    named = {word: suit for suit, others in OTHER_SUIT_WORDS.items() for word in others}
    named |= {words.suit_name(suit, language): suit for suit in Suit for language in words.LANGUAGES}
    return {fold_text(word): suit for word, suit in named.items()}


@cache
def rank_words() -> Mapping[str, Rank]:
    return {
        fold_text(words.rules_text(f"rank.{rank}", language)): rank for rank in Rank for language in words.LANGUAGES
    } | {fold_text(word): rank for word, rank in (("Sau", Rank.ACE), ("As", Rank.ACE), ("Zehner", Rank.TEN))}


def choice_word(value: str, language: str) -> str:
    """Return the word for a suit, a level, a side or a surrender; any other value as it is."""
    if value in tuple(Suit):
        return words.suit_name(value, language)
    if value in tuple(Level):
        return words.level_name(value, language)
    pair = CHOICES.get(value)
    return word_in_language(pair, language) if pair else value


@cache
def choice_words() -> Mapping[str, str]:
    found = {fold_text(word): str(value) for value, pair in CHOICES.items() for word in pair}
    levels = {fold_text(words.level_name(one, language)): one.value for one in Level for language in words.LANGUAGES}
    return found | levels | {word: suit.value for word, suit in suit_words().items()}


def rank_word(rank: str, language: str) -> str:
    return words.rules_text(f"rank.{rank}", language).capitalize()


def find_round(text: str) -> str:
    """Return the special round of this name; the text itself if there is none."""
    kinds = words.ids_of_texts("round")
    named = {fold_text(words.rules_text(f"round.{kind}", one)): kind for kind in kinds for one in words.LANGUAGES}
    return {**named, **{fold_text(kind): kind for kind in kinds}}.get(fold_text(text), text)


def leading_field(kind: type[Report], contract: str) -> str:
    """Return the field of the player who stands before the contract."""
    if issubclass(kind, FixedSidesHand):
        return "winner"
    return "team" if contract == "passed" else "declarer"


def own_contract_name(contract: str) -> str | None:
    return contract.removeprefix(words.OWN_CONTRACT) if contract.startswith(words.OWN_CONTRACT) else None


class NamedContract(NamedTuple):
    contract: str
    suit: Suit | None = None


def contract_at(tokens: Sequence[Token], ruleset: Ruleset, players: int) -> tuple[NamedContract, int] | None:
    """Return the contract that the next tokens name and their number: the longest name, own contracts second."""
    known, own = _contracts_by_words(ruleset, players), _own_contracts_by_words(ruleset, players)
    joined = [fold_text(" ".join(word.text for word in tokens[:count])) for count in range(1, _MAX_WORDS + 1)]
    longest = min(len(tokens), next((n for n, word in enumerate(tokens) if not word.is_bare), len(tokens)), _MAX_WORDS)
    for names in (known, own, _contracts_of_other_games()):
        for count in range(longest, 0, -1):
            if joined[count - 1] in names:
                return names[joined[count - 1]], count
    return None


def find_contract(text: str, ruleset: Ruleset, players: int) -> str:
    """Return the contract of this name, own contracts first; the text itself if there is none."""
    if ruleset.contract(words.OWN_CONTRACT + text, players):
        return words.OWN_CONTRACT + text
    for names in (_own_contracts_by_words(ruleset, players), _contracts_by_words(ruleset, players)):
        if fold_text(text) in names:
            return names[fold_text(text)].contract
    return text


@lru_cache(maxsize=RULESETS_KEPT)
def _contracts_by_words(ruleset: Ruleset, players: int) -> Mapping[str, NamedContract]:
    contracts = [one for one in ruleset.contracts(players) if not one.is_own]
    found = {fold_text(word): NamedContract(one.id) for one in contracts for word in contract_words(one.id)}
    for name, named in _names_with_suits(contracts):
        found.setdefault(name, named)
    return found


def _names_with_suits(contracts: Sequence[Contract]) -> Iterator[tuple[str, NamedContract]]:
    ids = {one.id for one in contracts}
    for one, (word, suit) in product(contracts, suit_words().items()):
        if one.id in NAMED_BY_SUIT:
            yield word, NamedContract(one.id, suit)
        colour = one.id if one.names_trump or one.id in CALLING else f"suit_{one.id}"
        if colour in ids:
            for name in map(fold_text, contract_words(one.id)):
                yield word + name, NamedContract(colour, suit)
                if colour != one.id:  # for other contracts a suit after the name is a separate word
                    yield name + word, NamedContract(colour, suit)


@lru_cache(maxsize=RULESETS_KEPT)
def _own_contracts_by_words(ruleset: Ruleset, players: int) -> Mapping[str, NamedContract]:
    own = [one.id for one in ruleset.contracts(players) if one.is_own]
    return {fold_text(id.removeprefix(words.OWN_CONTRACT)): NamedContract(id) for id in own}


@cache
def _contracts_of_other_games() -> Mapping[str, NamedContract]:
    """Return the contracts of all games, so that the rules can report one that this table does not play."""
    return {fold_text(word): NamedContract(id) for id in words.ids_of_texts("contract") for word in contract_words(id)}


def name_in_notation(name: str) -> str:
    """Return a name as written: bare if it can mean nothing else, otherwise quoted."""
    return name if _BARE_NAME.fullmatch(name) and not has_meaning(name) else quote_text(name)


def has_meaning(text: str) -> bool:
    """Return whether a text is a word of the notation, or a count."""
    return bool(_COUNTED.fullmatch(text)) or fold_text(text) in _reserved_words()


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
    """Return every folded word with a meaning in any game and language."""
    found = [*suit_words(), *rank_words(), *choice_words(), *DOUBLING_WORDS, *JOINING_WORDS]
    for contract in words.ids_of_texts("contract"):
        for name in contract_words(contract):
            found += [name, *name.replace("-", " ").split(), *(suit + name for suit in suit_words())]
    for path in hand_fields():
        found += field_words(path)
    for name in chain(*WON.values(), *YES.values(), *EVENING_WORDS.values()):
        found += [name, *name.split()]
    return frozenset(map(fold_text, found))
