"""The pieces of a line: words, numbers and signs, with their places. Words in quotes and `field=value` stay whole."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.notation.scanner import QUOTE, Token

# Counts such as 94/6:26/2, runs such as L3 and L-3, and doublings such as K2 stay whole.
WHOLE = re.compile(r"[0-9]{1,9}(?:[/:][0-9]{1,9})+|[lk][0-9]{1,9}|l-[0-9]{1,9}", re.IGNORECASE)
_PIECE = re.compile(
    rf"{QUOTE}"
    rf"|(?<![^\W_]){WHOLE.pattern}(?![\w/])"
    r"|[0-9]{1,9}"
    r"|[^\W\d_](?:[^\W\d_]|[.'’_-](?=[^\W\d_]))*"
    r"|.",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece(Token):
    is_glued: bool = False  # no space before it
    is_field: bool = False  # `field=value`


def line_pieces(words: Sequence[Token]) -> tuple[Piece, ...]:
    return tuple(piece for word in words for piece in _pieces_of_word(word))


def _pieces_of_word(word: Token) -> Iterator[Piece]:
    if len(word.split_at("=")) > 1:
        yield Piece(text=word.text.rstrip(",;"), column=word.column, is_field=True)
        return
    for found in _PIECE.finditer(word.text):
        yield Piece(text=found[0], column=word.column + found.start(), is_glued=found.start() > 0)
