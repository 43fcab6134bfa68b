"""Names of contracts, suits, levels and sides as people write them in a table, in both languages."""

from collections.abc import Mapping
from functools import cache

from rules import Side
from rules.wording import words
from scorebook.exchange.imports.import_cells import heading_word

# In addition to the names of the rules, as `heading_word` writes them.
_MORE_NAMES: Mapping[str, Mapping[str, str]] = {
    "contract": {
        "sauspiel": "rufer",
        "rufspiel": "rufer",
        "farbsolo": "solo",
        "tout": "solo_tout",
        "geworfen": "thrown_in",
        "einfach": "simple",
        "agreedbyhand": "agreed",
        "vonhandvereinbart": "agreed",
        "firstfehlstichgoesalong": "fehlstich",
    },
    "suit": {"blatt": "leaves", "schell": "bells"},
    "level": {},
}
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


@cache
def _ids_by_name(kind: str) -> Mapping[str, str]:
    """Return name -> id. kind: contract, suit or level."""
    found: dict[str, str] = {}
    for id in words.ids_of_texts(kind):
        for name in (id, *(words.rules_text(f"{kind}.{id}", language) for language in words.LANGUAGES)):
            found.setdefault(heading_word(name), id)
    return {**found, **_MORE_NAMES[kind]}


def find_contract(text: str) -> str | None:
    """Return the id of a contract; a table's own contract is its own id."""
    return text if text.startswith(words.OWN_CONTRACT) else _ids_by_name("contract").get(heading_word(text))


def find_suit(text: str) -> str | None:
    return _ids_by_name("suit").get(heading_word(text))


# An unknown name is returned unchanged by all below, for the rules to refuse.


def imported_contract_id(text: str) -> str:
    return find_contract(text) or text


def imported_suit_id(text: str) -> str:
    return find_suit(text) or text


def imported_level_id(text: str) -> str:
    return _ids_by_name("level").get(heading_word(text), text)


def imported_side_id(text: str) -> str:
    return _SIDES.get(heading_word(text), text)


def parse_imported_boolean(text: str) -> bool | str:
    word = heading_word(text)
    return True if word in _YES else False if word in _NO else text
