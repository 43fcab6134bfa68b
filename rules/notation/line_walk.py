"""The walk over the items of one reading of a line: neighbours, and what is collected on the way."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules import reading
from rules.base_ruleset import Ruleset, Sides
from rules.hand_fields import fields_by_path
from rules.notation.line_fields import FieldColumns
from rules.notation.line_items import Item
from rules.notation.notation_values import Seated
from rules.notation.scanner import LineProblems
from rules.notation.spelling import leading_field
from rules.report import DeclaredHand, Report
from rules.table import Table

NAMES = ("name", "quoted")
CALLS = {"double": "kontra", "laid": "laid"}  # kind of item -> field of the callers
LONGEST_RUN = 14  # trumps; a larger number counts card points
DASHES = ("-", "–", "—", "−")


@dataclass(kw_only=True)
class LineWalk:
    """The state of a walk; `at` is the place of the item that is read."""

    ruleset: Ruleset
    table: Table
    seated: Seated
    items: Sequence[Item]
    problems: LineProblems
    fields: FieldColumns
    kind: type[Report] = Report
    sides: Sides = Sides.NONE
    has_run: bool = False
    is_led: bool = True  # by a declarer, who must be named
    at: int = 0
    named_calls: set[int] = field(default_factory=set)  # places of doublings that are read with the words before them
    used: set[int] = field(default_factory=set)  # places of joining words and sides that another word was read with

    def item_at(self, place: int) -> Item | None:
        return self.items[place] if 0 <= place < len(self.items) else None

    def place_after(self, place: int, *, over: Sequence[str] = ("filler",)) -> int:
        """Return the first place from here whose item is not of these kinds."""
        while place < len(self.items) and self.items[place].kind in over:
            place += 1
        return place

    def place_before(self, place: int, *, over: Sequence[str] = ("filler",)) -> int:
        while place >= 0 and self.items[place].kind in over:
            place -= 1
        return place

    def following(self, *, over: Sequence[str] = ("filler",)) -> Item | None:
        return self.item_at(self.place_after(self.at + 1, over=over))

    def previous(self, *, over: Sequence[str] = ("filler",)) -> Item | None:
        return self.item_at(self.place_before(self.at - 1, over=over))

    def use_joins_before(self, *values: str) -> None:
        """Mark the joining words directly before this item as read with it."""
        place = self.at - 1
        while (item := self.item_at(place)) is not None and (
            item.kind in ("filler", "join") or (item.kind == "separator" and item.text in "(:")
        ):
            if item.kind == "join" and item.value in values:
                self.used.add(place)
            place -= 1

    def side_beside(self, place: int, *, over: Sequence[str], behind: bool = True) -> str:
        """Return the side that is named before a place, or, if asked, behind it; "" if none is."""
        before, after_it = place - 1, place + 1
        while (item := self.item_at(before)) is not None and (item.kind in over or _is_colon(item)):
            before -= 1
        if behind and (item is None or item.kind != "side"):
            while (item := self.item_at(after_it)) is not None and item.kind in over:
                after_it += 1
            after = self.item_at(after_it + 1)
            if after is not None and after.kind == "join" and after.value != "by":
                return ""  # `gewonnen, Gegner mit 3`
        if item is None or item.kind != "side":
            return ""
        self.used.add(before if self.item_at(before) is item else after_it)
        return item.value

    def taken_to(self, place: int) -> int:
        """Return how many items are read if the one at this place is the last."""
        return place + 1 - self.at

    def refuse_unknown(self, item: Item) -> None:
        """Report a word without a meaning here."""
        self.problems.add("word_unknown", item.column, word=item.text)

    def refuse(self, item: Item) -> int:
        self.refuse_unknown(item)
        return 1

    def leader(self) -> str:
        return leading_field(self.kind, str(self.fields.hand["contract"]))

    def has_leader(self) -> bool:
        """Return whether the player who leads is known, or the hand has none."""
        return self.leader() in self.fields.columns or not (self.is_led and issubclass(self.kind, DeclaredHand))

    def lacks_partner(self) -> bool:
        return self.sides is Sides.PARTNERS and "partner" not in self.fields.columns

    def has_names_from(self, place: int) -> bool:
        return any(one.kind in NAMES for one in self.items[place:])

    def field_of(self, item: Item) -> str | None:
        """Return the field of this kind of hand that a word names."""
        return item.value if item.kind == "field_word" and item.value in fields_by_path(self.kind) else None

    def player_field_of(self, item: Item) -> str | None:
        """Return the field of one player or several that a word names, such as that of `Bedienfehler`."""
        path = self.field_of(item)
        read = fields_by_path(self.kind)[path].read if path else None
        is_players = isinstance(read, reading.ListReader) and read.read is reading.read_player
        return path if read is reading.read_player or is_players else None


def _is_colon(item: Item) -> bool:
    return item.kind == "separator" and item.text == ":"


def number_of(item: Item) -> int:
    return int(item.value or item.text)
