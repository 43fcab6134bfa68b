"""The forms of numbers, and the values after a field's `=`, by the kind of the field.

A value of the wrong kind is left for the rules to refuse.
"""

from __future__ import annotations

import re

from rules.notation import spelling
from rules.notation.line_problems import LineProblems
from rules.notation.players import Seated
from rules.notation.scanner import Token
from rules.notation.spelling import choice_words, folded, rank_words, suit_words, unquoted
from rules.reading import (
    ListReader,
    NestedReader,
    Reader,
    field_readers,
    read_bool,
    read_calls,
    read_card,
    read_counts,
    read_int,
    read_player,
    read_players,
    read_text,
)

COUNT = re.compile(r"(-?[0-9]{1,9})(?:/(-?[0-9]{1,9}))?(?::(-?[0-9]{1,9})(?:/(-?[0-9]{1,9}))?)?")
COUNT_FIELDS = ("card_points", "tricks", "opponents_card_points", "opponents_tricks")
OF_PLAYER = re.compile(r"([+-]?[0-9]{1,9})(?:/([0-9]{1,9}))?")
RUN = re.compile(r"l(-?)([0-9]{1,9})", re.IGNORECASE)
DOUBLED = re.compile(r"k([0-9]{1,9})", re.IGNORECASE)
_WHOLE = re.compile(r"[+-]?[0-9]{1,12}")
UNTOLD = ("?", "-")


def whole(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None


def card_of(text: str) -> dict[str, str] | None:
    """Return the card of `Eichel-Ass`; None if it is none."""
    suit, _, rank = text.partition("-")
    if folded(suit) not in suit_words() or folded(rank) not in rank_words():
        return None
    return {"rank": rank_words()[folded(rank)].value, "suit": suit_words()[folded(suit)].value}


def read_value(read: Reader, word: Token, seated: Seated, problems: LineProblems) -> object:
    if read is read_player:
        return seated.named(word, problems)
    if read is read_counts:
        return _counts(word, seated, problems)
    if read is read_calls:
        number = whole(word.text)
        return number if number is not None else [_caller(part, seated, problems) for part in word.parts(",")]
    if read is read_players:
        return [seated.named(part, problems) for part in word.parts(",")]
    if isinstance(read, ListReader):
        return [_one_of_list(read.read, part, seated, problems) for part in word.parts(",")]
    return _plain(read, word)


def _plain(read: Reader, word: Token) -> object:
    text = (unquoted(word.text) if word.is_quoted else None) or word.text
    if read is read_text:
        return text
    if read is read_int:
        number = whole(text)
        return text if number is None else number
    if read is read_bool:
        said = [tuple(map(folded, pair)).index(folded(text)) for pair in _yes_and_no() if folded(text) in _fold(pair)]
        return bool(said[0]) if said else text
    if read is read_card:
        return card_of(text) or text
    return choice_words().get(folded(text), text)


def _yes_and_no() -> tuple[tuple[str, str], ...]:
    return tuple(spelling.YES.values())


def _fold(pair: tuple[str, str]) -> tuple[str, ...]:
    return tuple(map(folded, pair))


def _caller(word: Token, seated: Seated, problems: LineProblems) -> object:
    return None if word.text in UNTOLD else seated.named(word, problems)


def _counts(word: Token, seated: Seated, problems: LineProblems) -> dict[str, object]:
    found = dict[str, object]()
    for part in word.parts(","):
        name, *counts = part.parts(":")
        if len(counts) != 1:
            problems.add("value_unreadable", part.column, word=part.text)
        elif (player := seated.named(name, problems)) is not None:
            if player in found:
                problems.add("written_twice", part.column, word=name.text)
            number = whole(counts[0].text)
            found[player] = counts[0].text if number is None else number
    return found


def _one_of_list(read: Reader, word: Token, seated: Seated, problems: LineProblems) -> object:
    """Read a name, or the fields of a nested value with colons between them."""
    if not isinstance(read, NestedReader):
        return read_value(read, word, seated, problems)
    readers, parts = field_readers(read.kind), word.parts(":")  # type: ignore[arg-type] # a class can be hashed
    if len(parts) > len(readers):
        problems.add("value_unreadable", word.column, word=word.text)
    pairs = zip(readers.items(), parts, strict=False)
    return {name: read_value(one, part, seated, problems) for (name, one), part in pairs if part.text not in UNTOLD}
