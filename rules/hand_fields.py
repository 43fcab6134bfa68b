"""The declaration of a hand's fields: each stands once, at its report class, with all that follows from it.

The notation reads and writes a field by its words, the entry form shows it by its control, the JSON schema describes
its reader. `scripts/hand_fields.py` writes the lists of docs/hand.md and of the phone's scripts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from rules.reading import NestedReader, Reader, cache_by_class, read_player


class Question(StrEnum):
    """What the entry form asks about a hand, in the order of play. `Ruleset.questions` selects those of a contract."""

    ROUND = "round"
    AGREED = "agreed"
    TEAM = "team"
    DECLARER = "declarer"
    PARTNER = "partner"
    NOBODY = "nobody"
    TRUMP = "trump"
    CALL = "call"
    HUNG_ON = "hung_on"
    SUITOR = "suitor"
    BID = "bid"
    POINTS = "points"
    WON = "won"
    LEVEL = "level"
    TOP = "top"
    KONTRA = "kontra"
    LAID = "laid"
    SURRENDER = "surrender"
    TOP_SIDE = "top_side"
    CLAIM = "claim"
    VALUE = "value"
    FEHLSTICH = "fehlstich"
    QUEEN = "queen"
    OBER = "ober"
    OFFENCE = "offence"
    ROOF = "roof"
    LOSERS = "losers"
    WINNER = "winner"
    COUNTS = "counts"
    NOTE = "note"


class Control(StrEnum):
    PLAYER = "player"  # one of the players who hold cards
    NUMBER = "number"
    TEXT = "text"
    SWITCH = "switch"  # on, it says the opposite of the default


@dataclass(frozen=True, slots=True)
class FormControl:
    """The control of a field that most hands leave empty: a row under "More about this hand"."""

    question: Question
    kind: Control
    label: str  # English; the catalog of the site has the German
    hint: str = ""
    numbers: tuple[int, int] | None = None  # the least and most of a select; None for any number
    name: str = ""  # in the form; empty if it is the name of the field


@dataclass(frozen=True, slots=True, kw_only=True)
class HandField:
    path: str  # its name; of a field in a nested value with a dot: `call.suit_cards`
    read: Reader
    default: object
    words: tuple[str, ...]  # German, of the notation; it writes the first one
    control: FormControl | None
    is_judged_by_phone: bool
    numbers: tuple[int, int] | None

    @property
    def form_name(self) -> str:
        return (self.control.name if self.control else "") or self.path


def hand_field(
    read: Reader,
    *words: str,
    default: object = None,
    control: FormControl | None = None,
    is_judged_by_phone: bool = True,
    numbers: tuple[int, int] | None = None,
) -> Any:
    """Declare a field of a report.

    words: German, of the notation, which writes the first one; none for a nested value, whose fields have their own.
    is_judged_by_phone: whether evaluate.js can score a hand with it.
    numbers: least and most of a number, as the checks of every game have them.
    """
    metadata = {
        "read": read,
        "words": words,
        "control": control,
        "is_judged_by_phone": is_judged_by_phone,
        "numbers": numbers,
    }
    return field(default=default, metadata=metadata)


def player_field(word: str, question: Question, label: str, *, hint: str = "") -> Any:
    """Declare a player for whom the entry form has a control of its own."""
    return hand_field(read_player, word, control=FormControl(question, Control.PLAYER, label, hint=hint))


@cache_by_class
def fields_by_path(kind: type[Any]) -> Mapping[str, HandField]:
    """Return the fields of a report class by path; those of a nested value instead of the value itself."""
    return {one.path: one for one in _fields_below(kind, "")}


def _fields_below(kind: type[Any], prefix: str) -> Iterator[HandField]:
    for one in fields(kind):
        read = one.metadata.get("read")
        if isinstance(read, NestedReader):
            yield from _fields_below(read.kind, f"{prefix}{one.name}.")
        elif read is not None:
            yield HandField(path=prefix + one.name, default=one.default, **one.metadata)
