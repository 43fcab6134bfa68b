"""Names of contracts, suits, levels and sides as people write them in a table, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from rules import Level, Side
from rules.cards import FRENCH, GERMAN
from rules.wording import words
from rules.wording.texts import TEXTS
from scorebook.exchange.imports.cells import heading_word

# In addition to the names of the rules.
_CONTRACTS = {
    "sauspiel": "rufer",
    "rufspiel": "rufer",
    "farbsolo": "solo",
    "tout": "solo_tout",
    "geworfen": "thrown_in",
    "einfach": "simple",
}
_SUITS = {"blatt": "leaves", "schell": "bells"}
_YES = ("yes", "ja", "j", "y", "x", "1", "true", "wahr", "won", "gewonnen", "g", "w")
_NO = ("no", "nein", "n", "0", "false", "falsch", "lost", "verloren", "v", "l")
_SIDES = {
    "declarerside": Side.DECLARERS,
    "declarer": Side.DECLARERS,
    "spieler": Side.DECLARERS,
    "mit": Side.DECLARERS,
    "with": Side.DECLARERS,
    "opponents": Side.OPPONENTS,
    "gegner": Side.OPPONENTS,
    "ohne": Side.OPPONENTS,
    "without": Side.OPPONENTS,
}


def _ids_by_name(ids: Iterable[str], name_of: Callable[[str, str], str]) -> dict[str, str]:
    """Return name -> id, names as `heading_word` writes them. name_of: name of an id in a language."""
    found: dict[str, str] = {}
    for id in ids:
        for name in (id, *(name_of(id, language) for language in words.LANGUAGES)):
            found.setdefault(heading_word(name), id)
    return found


@cache
def _contract_ids_by_name() -> dict[str, str]:
    ids = (code.removeprefix("contract.") for code in TEXTS if code.startswith("contract."))
    return _ids_by_name(ids, words.contract_name) | {heading_word(name): id for name, id in _CONTRACTS.items()}


def contract_id(text: str) -> str:
    """Return the id. An unknown name, for the rules to refuse, and a table's own contract are returned unchanged."""
    return text if text.startswith(words.OWN_CONTRACT) else _contract_ids_by_name().get(heading_word(text), text)


def is_contract(text: str) -> bool:
    return heading_word(text) in _contract_ids_by_name() or text.startswith(words.OWN_CONTRACT)


@cache
def _suit_ids_by_name() -> dict[str, str]:
    return _SUITS | _ids_by_name([suit.value for suit in (*GERMAN, *FRENCH)], words.suit_name)


def suit_id(text: str) -> str:
    return _suit_ids_by_name().get(heading_word(text), text)


def is_suit(text: str) -> bool:
    return heading_word(text) in _suit_ids_by_name()


def level_id(text: str) -> str:
    return _ids_by_name([level.value for level in Level], words.level_name).get(heading_word(text), text)


def side_id(text: str) -> str:
    return _SIDES.get(heading_word(text), text)


def yes_or_no(text: str) -> bool | str:
    """Return the truth value; any other text is returned unchanged, for the rules to refuse."""
    word = heading_word(text)
    return True if word in _YES else False if word in _NO else text
