"""The items of a line: what each piece can mean at this table. The rules decide between the readings of a slot."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from rules.base_ruleset import RULESETS_KEPT, Ruleset
from rules.games.registry import hand_fields
from rules.notation.line_pieces import WHOLE, Piece
from rules.notation.notation_values import Seated
from rules.notation.spelling import unquote_text
from rules.table import Player, Table
from rules.vocabulary import Meaning, compounds_of, fold_text, known_words, meanings_of
from rules.wording import words

_MAX_WORDS = 6  # of a phrase or a name
_SEPARATORS = frozenset(",;:.()[]|/!·•→")
_NOT_IN_HANDS = ("run_side", "surrender")  # kinds that only values have
TICKS = {"✓": True, "✔": True, "✅": True, "✗": False, "✘": False, "❌": False}  # who won
_PICTURES = ("So", "Sk", "Mn", "Cf", "Cs")  # categories of characters: emoji and what belongs to them
_ARTICLES, _APOSTROPHES = ("d", "D", "s", "S"), "'’"  # d'Alte, s'Laub
_PRONOUN = "sie"  # `hat sie gehabt`; the contract is written with a capital letter
_SHORT = 2  # letters of an abbreviation that may as well be a name


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A piece or several with one meaning.

    kind: of the meaning, or `name`, `number`, `counts`, `field`, `sign`, `separator`, `quoted` or `unknown`.
    """

    kind: str
    value: str = ""
    text: str  # as written
    column: int
    piece: Piece
    players: tuple[Player, ...] = ()  # of a name; several share an abbreviation
    is_guess: bool = False  # by an abbreviation


Reading = tuple[Item, ...]  # of one slot; two items of a compound
Slot = tuple[Reading, ...]


class LineItems:
    """Finds the slots of a line of one table."""

    def __init__(self, *, ruleset: Ruleset, table: Table, seated: Seated) -> None:
        self._ruleset = ruleset
        self._count = len(table.players)
        self._seated = seated
        self._own = _own_contracts(ruleset, self._count)
        self._names: dict[str, tuple[Player, ...]] = {}  # by folded name; several players may share one
        for player in table.players:
            name = fold_text(seated.name_of(player))
            self._names[name] = (*self._names.get(name, ()), player)

    def slots(self, pieces: Sequence[Piece]) -> list[Slot]:
        found, at = list[Slot](), 0
        folded = [fold_text(piece.text) for piece in pieces]
        while at < len(pieces):
            slot, length = self._slot_at(pieces, folded, at)
            found.append(slot)
            at += length
        return found

    def _slot_at(self, pieces: Sequence[Piece], folded: Sequence[str], at: int) -> tuple[Slot, int]:
        piece = pieces[at]
        if piece.is_quoted and (slot := self._readings_of_quoted(piece)):
            return slot, 1
        kind = _kind_of_sign(piece)
        if kind in (None, "number"):  # a name may begin with a number
            longest = _words_from(pieces, at)
            for length in range(longest, 1, -1):
                slot = self._readings_of_phrase(pieces[at : at + length], folded[at : at + length])
                if slot:
                    return slot, length + self._ends_with_stop(slot, pieces, at + length)
        if kind is not None:
            return ((_item(kind, piece),),), 1
        return self._readings_of_word(piece, folded[at]) or self._parts_of_word(piece) or _unknown(piece), 1

    def _ends_with_stop(self, slot: Slot, pieces: Sequence[Piece], end: int) -> bool:
        """Return whether the next piece is the full stop of a name such as `Anna M.`."""
        names = [self._seated.name_of(player) for player in slot[0][0].players]
        return any(name.endswith(".") for name in names) and end < len(pieces) and pieces[end].text == "."

    def _readings_of_phrase(self, some: Sequence[Piece], folded: Sequence[str]) -> Slot:
        """Return what several words mean together; single letters make no phrase."""
        whole, text = "".join(folded), " ".join(piece.text for piece in some)
        readings = list[Reading]()
        if min(map(len, folded)) > 1 and (
            whole in known_words() or (whole in self._own and folded[0] not in self._names)
        ):
            readings = [one for one in self._vocabulary_readings(whole, some[0], text) if not _is_guess(one)]
        return tuple(one for one in readings if len(one) == 1) or self._reading_as_whole_name(whole, some[0], text)

    def _readings_of_word(self, piece: Piece, folded: str) -> Slot:
        """Return what a word means: words of the vocabulary before a name, a name before a guess."""
        if not folded:
            return ()
        vocabulary = self._vocabulary_readings(folded, piece, piece.text)
        if self._is_initial(folded):
            vocabulary = [one for one in vocabulary if not (one[0].kind == "result" and _is_guess(one))]
        guesses = [one for one in vocabulary if _is_guess(one)]
        fillers = [one for one in vocabulary if one[0].kind == "filler"]
        sure = [one for one in vocabulary if one not in guesses and one not in fillers]
        is_short = len(folded) <= _SHORT
        if sure:
            return (*sure, *guesses, *(fillers if piece.text == _PRONOUN else ()))
        if whole := self._reading_as_whole_name(folded, piece, piece.text):
            return (*whole, *(guesses if is_short else ()))
        if guesses or fillers:
            is_article = not is_short or piece.text[0].islower()  # in the middle of a sentence
            named = self._reading_as_name(piece)
            return (*named, *guesses, *(fillers if is_article else ())) or tuple(fillers)
        return self._reading_as_name(piece)

    def _is_initial(self, folded: str) -> bool:
        return len(folded) == 1 and any(name.startswith(folded) for name in self._names)

    def _readings_of_quoted(self, piece: Piece) -> Slot:
        """Return the readings of a word in quotes, as spreadsheets write them, unless a player has that name."""
        text = unquote_text(piece.text) or ""
        if not text[:1].isalpha() or self._seated.players_matching(text, may_be_short=False):
            return ()
        return tuple(one for one in self._vocabulary_readings(fold_text(text), piece, text) if not _is_guess(one))

    def _vocabulary_readings(self, folded: str, piece: Piece, text: str) -> list[Reading]:
        found = [one for one in meanings_of(folded) if one[0].kind not in _NOT_IN_HANDS]
        if len(folded) == 1:
            found = [one for one in found if one[0].kind != "answer"]
        if text.isupper() and len(text) > 1 and all(one[0].kind == "filler" for one in found):
            found += compounds_of(folded)  # ES is a code, es a small word
        if text == _PRONOUN:
            found.append((Meaning("filler", ""),))
        kept = [one for one in found if all(map(self._is_of_this_game, one))]
        if not kept and folded in self._own and folded not in self._names:
            kept = [(Meaning("contract", self._own[folded]),)]
        if not (kept or found) and folded in _field_words():
            kept = [(Meaning("field_word", _field_words()[folded]),)]
        return [tuple(_meant(one, piece, text) for one in meanings) for meanings in kept or found]

    def _is_of_this_game(self, meaning: Meaning) -> bool:
        if meaning.kind == "contract":
            return self._ruleset.contract(meaning.value, self._count) is not None
        return meaning.kind != "suit" or any(meaning.value == suit for suit in self._ruleset.PACK)

    def _reading_as_whole_name(self, folded: str, piece: Piece, text: str) -> Slot:
        players = self._names.get(folded)
        return ((_item("name", piece, text=text, players=players),),) if players else ()

    def _reading_as_name(self, piece: Piece) -> Slot:
        """Return a shortened name, or one with an s of possession."""
        found = tuple(self._seated.players_matching(piece.text, may_be_short=True))
        found = found or self._names.get(fold_text(piece.text).removesuffix("s"), ())
        return ((_item("name", piece, players=found),),) if found else ()

    def _parts_of_word(self, piece: Piece) -> Slot:
        """Return the items of the parts between hyphens and apostrophes, if each is known."""
        parts = list(_parts(piece))
        if len(parts) > 1 and piece.text[-2] in _APOSTROPHES:
            parts = parts[:-1]  # hat's, geht's
        if len(parts) > 1 and parts[0].text in _ARTICLES and piece.text[1] in _APOSTROPHES:
            parts = parts[1:]
        if len(parts) == 1 and parts[0].text != piece.text:
            return self._readings_of_word(parts[0], fold_text(parts[0].text))
        readings = [self._readings_of_word(part, fold_text(part.text)) for part in parts]
        if len(parts) < 2 or not all(readings):
            return ()
        return tuple(tuple(item for reading in slot for item in reading) for slot in product(*readings))


def _meant(meaning: Meaning, piece: Piece, text: str) -> Item:
    kind = "field_word" if meaning.kind == "field" else meaning.kind
    return replace(_item(kind, piece, meaning.value, text), is_guess=meaning.is_guess)


def _unknown(piece: Piece) -> Slot:
    return ((_item("unknown", piece),),)


def _is_guess(reading: Reading) -> bool:
    return any(item.is_guess for item in reading)


def _words_from(pieces: Sequence[Piece], at: int) -> int:
    """Return how many pieces from here can be one phrase or name."""
    count = 1
    while count < _MAX_WORDS and at + count < len(pieces) and _may_be_in_phrase(pieces[at + count]):
        count += 1
    return count


def _item(kind: str, piece: Piece, value: str = "", text: str = "", players: tuple[Player, ...] = ()) -> Item:
    return Item(kind=kind, value=value, text=text or piece.text, column=piece.column, piece=piece, players=players)


def _kind_of_sign(piece: Piece) -> str | None:
    if piece.is_field:
        return "field"
    if piece.is_quoted:
        return "quoted"
    if WHOLE.fullmatch(piece.text):
        return "counts"
    if piece.text in _SEPARATORS:
        return "separator"
    if _is_number(piece.text):
        return "number"
    if piece.text[0].isalpha():
        return None
    return "separator" if unicodedata.category(piece.text[0]) in _PICTURES and piece.text not in TICKS else "sign"


def _may_be_in_phrase(piece: Piece) -> bool:
    return not piece.is_field and (piece.text[0].isalpha() or _is_number(piece.text) or piece.text == ".")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _parts(piece: Piece) -> Iterator[Piece]:
    at = 0
    for part in piece.text.replace("'", "-").replace("’", "-").replace("_", "-").split("-"):
        if part:
            yield Piece(text=part, column=piece.column + at, is_glued=at > 0 or piece.is_glued)
        at += len(part) + 1


@lru_cache(maxsize=RULESETS_KEPT)
def _own_contracts(ruleset: Ruleset, players: int) -> Mapping[str, str]:
    own = [one.id for one in ruleset.contracts(players) if one.is_own]
    return {fold_text(id.removeprefix(words.OWN_CONTRACT)): id for id in own}


@lru_cache(maxsize=1)
def _field_words() -> Mapping[str, str]:
    """Return the words of every field, which are not in the vocabulary: `Jungfrau`, `Bedienfehler`."""
    found = {fold_text(word): path for path, one in hand_fields().items() for word in (*one.words, path)}
    return found
