"""Players by their written names, the forms of numbers, and the values after a field's `=`, by the kind of the field.

A value of the wrong kind is left for the rules to refuse.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

from rules import reading
from rules.notation.scanner import LineProblems, Token
from rules.notation.spelling import find_choice, unquote_text
from rules.table import Player
from rules.vocabulary import find_in_vocabulary, fold_text, known_words, surface_words
from rules.wording.words import Names

COUNT = re.compile(r"(-?[0-9]{1,9})(?:/(-?[0-9]{1,9}))?(?::(-?[0-9]{1,9})(?:/(-?[0-9]{1,9}))?)?")
COUNT_FIELDS = ("card_points", "tricks", "opponents_card_points", "opponents_tricks")
OF_PLAYER = re.compile(r"([+-]?[0-9]{1,9})(?:/([0-9]{1,9}))?")
RUN = re.compile(r"l(-?)([0-9]{1,9})", re.IGNORECASE)
DOUBLED = re.compile(r"k([0-9]{1,9})", re.IGNORECASE)
_WHOLE = re.compile(r"[+-]?[0-9]{1,12}")
UNTOLD = ("?", "-")
_NEAREST, _ALIKE = 2, 72  # suggestions, and how much of their letters are the same, in percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """The players at the table and their names: exact, else in other letters, else the only one that begins so."""

    players: tuple[Player, ...]
    names: Names  # also of players who are not at the table

    def find_player(self, word: Token, problems: LineProblems, *, unknown: str = "player_unknown") -> Player | None:
        """Return the player whom a word names, or add a problem.

        A quoted name is never an abbreviation; an unknown one is returned for the rules to refuse.
        unknown: the code of the problem with an unknown name.
        """
        text = unquote_text(word.text) if word.is_quoted else word.text
        if text is None or (not word.is_quoted and not word.is_bare):
            problems.add("value_unreadable", word.column, word=word.text)
            return None
        found = self.players_matching(text, may_be_short=not word.is_quoted)
        if len(found) == 1:
            return found[0]
        if found:
            choices = ", ".join(self.name_of(player) for player in found)
            problems.add("name_ambiguous", word.column, word=text, choices=choices)
            return None
        if word.is_quoted:
            return Player(text)
        problems.add(unknown, word.column, **{"player" if unknown == "player_unknown" else "word": text})
        return None

    def players_matching(self, text: str, *, may_be_short: bool) -> list[Player]:
        """Return the players of this name, by the first way of matching that finds any."""
        name = self.name_of
        ways: list[Callable[[Player], bool]] = [lambda player: name(player) == text, lambda player: player == text]
        if may_be_short and fold_text(text):
            ways.append(lambda player: fold_text(name(player)) == fold_text(text))
            ways.append(lambda player: fold_text(name(player)).startswith(fold_text(text)))
            ways.append(lambda player: fold_text(text) in map(fold_text, name(player).split()))
        found = (list(filter(way, self.players)) for way in ways)
        return next(filter(None, found), []) or [player for player, name in self.names.items() if name == text][:2]

    def nearest_words(self, text: str) -> str:
        """Return the known words and names that are spelled almost like a word."""
        names = {fold_text(self.name_of(one)): self.name_of(one) for one in self.players}
        known = {**surface_words(), **names}
        word = fold_text(text)
        close = [one for one in get_close_matches(word, list(known), n=_NEAREST) if _are_alike(word, one)]
        by_meaning = {known_words().get(one, one): known[one] for one in reversed(close)}  # the nearest of each
        return ", ".join(reversed(by_meaning.values()))

    def name_of(self, player: Player) -> str:
        return self.names.get(player, player)


def _are_alike(word: str, other: str) -> bool:
    same = sum(block.size for block in SequenceMatcher(None, word, other).get_matching_blocks())
    return 200 * same >= _ALIKE * (len(word) + len(other))


def parse_whole_number(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None


def parse_card(text: str) -> dict[str, str] | None:
    """Return the card of `Eichel-Ass`; None if it is none."""
    first, _, second = text.partition("-")
    suit, rank = find_in_vocabulary("suit", first), find_in_vocabulary("rank", second)
    return {"rank": rank, "suit": suit} if suit and rank else None


def read_value(read: reading.Reader, word: Token, seated: Seated, problems: LineProblems) -> object:
    if read is reading.read_player:
        return seated.find_player(word, problems)
    if read is reading.read_counts:
        return _read_player_counts(word, seated, problems)
    if read is reading.read_calls:
        number = parse_whole_number(word.text)
        if number is not None:
            return number
        return [None if part.text in UNTOLD else seated.find_player(part, problems) for part in word.split_at(",")]
    if isinstance(read, reading.ListReader):
        return [_read_list_value(read.read, part, seated, problems) for part in word.split_at(",")]
    return _read_plain_value(read, word)


def _read_plain_value(read: reading.Reader, word: Token) -> object:
    text = (unquote_text(word.text) if word.is_quoted else None) or word.text
    if read is reading.read_text:
        return text
    if read is reading.read_int:
        number = parse_whole_number(text)
        return text if number is None else number
    if read is reading.read_bool:
        return {"yes": True, "no": False}.get(find_in_vocabulary("answer", text) or "", text)
    if read is reading.read_card:
        return parse_card(text) or text
    return find_choice(text)


def _read_player_counts(word: Token, seated: Seated, problems: LineProblems) -> dict[str, object]:
    found = dict[str, object]()
    for part in word.split_at(","):
        name, *counts = part.split_at(":")
        if len(counts) != 1:
            problems.add("value_unreadable", part.column, word=part.text)
        elif (player := seated.find_player(name, problems)) is not None:
            if player in found:
                problems.add("written_twice", part.column, word=name.text)
            number = parse_whole_number(counts[0].text)
            found[player] = counts[0].text if number is None else number
    return found


def _read_list_value(read: reading.Reader, word: Token, seated: Seated, problems: LineProblems) -> object:
    """Read a name, or the fields of a nested value with colons between them."""
    if not isinstance(read, reading.NestedReader):
        return read_value(read, word, seated, problems)
    readers, parts = reading.field_readers(read.kind), word.split_at(":")
    if len(parts) > len(readers):
        problems.add("value_unreadable", word.column, word=word.text)
    pairs = zip(readers.items(), parts, strict=False)
    return {name: read_value(one, part, seated, problems) for (name, one), part in pairs if part.text not in UNTOLD}
