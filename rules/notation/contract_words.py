"""The words that name a contract at a table, alone or with a suit: `Herz-Solo`, `Solo`, `Farb Wenz`, `Eichel Rufer`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.base_ruleset import RULESETS_KEPT, Contract, Ruleset
from rules.cards import Suit
from rules.notation.scanner import Token
from rules.notation.spelling import CALLING, NAMED_BY_SUIT, contract_words, fold_text, suit_words
from rules.wording.texts import TEXTS
from rules.wording.words import OWN_CONTRACT

_MAX_WORDS = 6  # "Wiederholung nach Gleichstand" has three; an own contract may have more


class NamedContract(NamedTuple):
    contract: str
    suit: Suit | None = None


def contract_at(words: Sequence[Token], ruleset: Ruleset, players: int) -> tuple[NamedContract, int] | None:
    """Return the contract that the next words name and their number: the longest name, own contracts second."""
    known, own = _contracts_by_words(ruleset, players), _own_contracts_by_words(ruleset, players)
    joined = [fold_text(" ".join(word.text for word in words[:count])) for count in range(1, _MAX_WORDS + 1)]
    longest = min(len(words), next((n for n, word in enumerate(words) if not word.is_bare), len(words)), _MAX_WORDS)
    for names in (known, own, _contracts_of_other_games()):
        for count in range(longest, 0, -1):
            if joined[count - 1] in names:
                return names[joined[count - 1]], count
    return None


def find_contract(text: str, ruleset: Ruleset, players: int) -> str:
    """Return the contract of this name, own contracts first; the text itself if there is none."""
    if ruleset.contract(OWN_CONTRACT + text, players):
        return OWN_CONTRACT + text
    for names in (_own_contracts_by_words(ruleset, players), _contracts_by_words(ruleset, players)):
        if fold_text(text) in names:
            return names[fold_text(text)].contract
    return text


@lru_cache(maxsize=RULESETS_KEPT)
def _contracts_by_words(ruleset: Ruleset, players: int) -> Mapping[str, NamedContract]:
    contracts = [one for one in ruleset.contracts(players) if not one.is_own]
    found = {fold_text(word): NamedContract(one.id) for one in contracts for word in contract_words(one.id)}
    for words, named in _names_with_suits(contracts):
        found.setdefault(words, named)
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
    return {fold_text(id.removeprefix(OWN_CONTRACT)): NamedContract(id) for id in own}


@lru_cache(maxsize=1)
def _contracts_of_other_games() -> Mapping[str, NamedContract]:
    """Return the contracts of all games, so that the rules can report one that this table does not play."""
    ids = [code.removeprefix("contract.") for code in TEXTS if code.startswith("contract.")]
    return {fold_text(word): NamedContract(id) for id in ids for word in contract_words(id)}
