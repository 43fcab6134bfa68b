"""The figures of a line: card points, tricks, runs and counted doublings, with their units before or behind them."""

from collections.abc import Sequence

from rules import reading
from rules.cards import ALL_CARD_POINTS
from rules.hand_fields import fields_by_path
from rules.notation.line_items import Item
from rules.notation.line_walk import CALLS, DASHES, LONGEST_RUN, LineWalk, number_of
from rules.notation.notation_values import COUNT, COUNT_FIELDS, DOUBLED, RUN
from rules.reading import MAX_CALLS
from rules.vocabulary import fold_text

_MOST_TRICKS = 9  # of any game; a larger number behind the stroke counts card points
_MOST_COUNTED_CALLS = 4  # a larger number behind `Stoss` counts card points


class LineFigures(LineWalk):
    def read_number(self, item: Item) -> int:
        number, place = number_of(item), self.place_after(self.at + 1)
        behind = self.item_at(place)
        if behind is not None:
            if behind.kind == "run" and number <= LONGEST_RUN:
                self._set_run(number, "opponents" if behind.value == "missing" else _side_of(behind), item.column)
                return self.taken_to(place)
            if behind.kind == "unit":
                return self._read_number_with_unit(item, number, behind, place)
            if behind.kind in CALLS and behind.value != "count" and number <= LONGEST_RUN:
                self.add_calls(behind, number)
                return self.taken_to(place)
            path = self.field_of(behind)
            if path and path not in self.fields.columns and fields_by_path(self.kind)[path].read is reading.read_int:
                self.fields.set_field(path, number, item.column)
                return self.taken_to(place)
            if self._read_both_counts(item, number):
                unit = self.item_at(self.at + 3)
                return 4 if unit is not None and unit.kind == "unit" else 3
        if self._is_of_opponents():
            self.fields.set_field("opponents_card_points", number, item.column)
        elif number <= LONGEST_RUN and self._is_behind_result():
            self.problems.add("value_unreadable", item.column, word=item.text)  # three of what?
        else:
            self._set_card_points(number, item.column)
        return 1

    def _read_both_counts(self, item: Item, number: int) -> bool:
        """Read `94-26` and `94 zu 26`; return whether it was one of them."""
        sign, other = self.item_at(self.at + 1), self.item_at(self.at + 2)
        if sign is None or other is None or other.kind != "number":
            return False
        joins = sign.text in (*DASHES, "/", ":") or (sign.kind == "join" and sign.value in ("for", "with"))
        if not joins or number + number_of(other) != ALL_CARD_POINTS:
            return False
        self.fields.set_field("card_points", number, item.column)
        self.fields.set_field("opponents_card_points", number_of(other), other.column)
        self.used.add(self.at + 1)
        return True

    def _is_of_opponents(self) -> bool:
        """Return whether a figure is the other side's: `Gegner gewinnen mit 66`, `94 for the opponents`."""
        return self.side_beside(self.at, over=("filler", "join", "result", "level", "unit")) == "opponents"

    def _is_behind_result(self) -> bool:
        before = self.previous(over=("filler", "separator"))
        return before is not None and before.kind in ("result", "level")

    def _set_card_points(self, number: int, column: int) -> None:
        known = self.fields.hand.get("card_points")
        is_rest = isinstance(known, int) and known + number == ALL_CARD_POINTS
        self.fields.set_field("opponents_card_points" if is_rest else "card_points", number, column)

    def _read_number_with_unit(self, item: Item, number: int, unit: Item, place: int) -> int:
        if unit.value == "times":
            return self._read_times(number, unit, place)
        prefix = "opponents_" if self._is_of_opponents() else ""
        if unit.value == "card_points" and not prefix:
            self._set_card_points(number, item.column)
        else:
            self.fields.set_field(f"{prefix}{unit.value}", number, item.column)
        return self.taken_to(place)

    def _read_times(self, number: int, unit: Item, place: int) -> int:
        """Read `2x Stoß` and `Stoß 2x`."""
        called, before = self.item_at(place + 1), self.previous()
        if number > MAX_CALLS:
            self.problems.add("calls_out_of_range", unit.column, field="kontra", most=MAX_CALLS)
        elif called is not None and called.kind in CALLS:
            self.add_calls(called, number)
            return self.taken_to(place + 1)
        elif before is not None and before.kind in CALLS:
            self.add_calls(before, number - 1)
        else:
            self.refuse_unknown(unit)
        return self.taken_to(place)

    def read_counts(self, item: Item) -> int:
        if match := RUN.fullmatch(item.text):
            self._set_run(int(match[2]), "opponents" if match[1] else "declarer_side", item.column)
        elif match := DOUBLED.fullmatch(item.text):
            self.fields.set_field("kontra", int(match[1]), item.column)
        elif match := COUNT.fullmatch(item.text):
            self._set_counts(match.groups(), item)
        else:
            self.problems.add("value_unreadable", item.column, word=item.text)
        return 1

    def _set_counts(self, texts: Sequence[str | None], item: Item) -> None:
        points, tricks, others, _ = texts
        is_both = points and tricks and int(tricks) > _MOST_TRICKS and int(points) + int(tricks) == ALL_CARD_POINTS
        if others is None and is_both:
            texts = (points, None, tricks, None)  # 94/26
        if self._is_of_opponents():
            texts = (*texts[2:], *texts[:2])
        for path, text in zip(COUNT_FIELDS, texts, strict=True):
            if text is not None:
                self.fields.set_field(path, int(text), item.column)

    def read_unit(self, item: Item) -> int:
        """Read `Punkte: 94`."""
        place = self.place_after(self.at + 1, over=("filler", "separator"))
        number = self.item_at(place)
        if number is None or number.kind != "number" or item.value == "times":
            self.refuse_unknown(item)
            return 1
        prefix = "opponents_" if self._is_of_opponents() else ""
        self.fields.set_field(f"{prefix}{item.value}", number_of(number), number.column)
        return self.taken_to(place)

    # -- runs ----------------------------------------------------------------------------------------------------

    def _set_run(self, count: int, side: str, column: int) -> None:
        self.fields.set_field("top_trumps.count", count, column)
        if side:
            self.fields.set_field("top_trumps.side", side, column)

    def read_run(self, item: Item) -> int:
        """Read `Lauf 3`, `L 3`, `ohne 2 Laufende`."""
        over = ("filler",) if item.value == "missing" else ("filler", "separator")
        place = self.place_after(self.at + 1, over=over)
        number = self.item_at(place)
        if number is None or number.kind != "number":
            if item.value == "missing":
                return self.read_denied(item)
            self.refuse_unknown(item)
            return 1
        behind = self._place_of_run(place)
        unit = self.item_at(self.place_after(place + 1))
        if unit is not None and unit.kind in CALLS and item.value == "missing":
            return self.refuse(item)
        self._set_run(number_of(number), "opponents" if item.value == "missing" else _side_of(item), number.column)
        return self.taken_to(behind or place)

    def read_run_with(self, item: Item) -> int:
        """Read `mit 3`, which is a run unless another unit stands behind the number."""
        if item.is_guess:
            self.refuse_unknown(item)
            return 1
        place = self.place_after(self.at + 1)
        number, behind = self.items[place], self._place_of_run(place)
        unit = self.item_at(self.place_after(place + 1))
        if unit is not None and unit.kind in CALLS:
            self.problems.add("word_unused", item.column, word=item.text)  # `mit 2 gelegt`: a run of two, or laid twice
        has_unit = behind is None and unit is not None and unit.kind in ("unit", "field_word", *CALLS)
        if has_unit or number_of(number) > LONGEST_RUN or not self.has_run:
            return 1
        self._set_run(number_of(number), "declarer_side", number.column)
        return self.taken_to(behind or place)

    def _place_of_run(self, place: int) -> int | None:
        behind = self.place_after(place + 1)
        item = self.item_at(behind)
        return behind if item is not None and item.kind == "run" and item.value == "held" else None

    def read_denied(self, item: Item) -> int:
        """Read `kein Schneider`, `ohne Stoß`, `nicht gewonnen`."""
        place = self.at + 1
        denied = self.item_at(place)
        if denied is not None and denied.kind == "level":
            self.fields.set_field("level", "plain", item.column, may_repeat=True)
        elif denied is not None and denied.kind == "result" and denied.value != "tied":
            self.fields.set_field("won", denied.value == "lost", item.column, may_repeat=True)
        elif denied is None or not (denied.kind in CALLS or denied.kind == "run"):
            return self.refuse(item)
        self.named_calls.add(place)
        if denied.kind in CALLS and (again := self._place_of_joined_call(place)) is not None:
            return self.taken_to(again)
        return self.taken_to(place)

    def _place_of_joined_call(self, place: int) -> int | None:
        """Return the place of the doubling that is denied too: `ohne Stoß und Re`."""
        joins, call = self.item_at(place + 1), self.item_at(place + 2)
        is_joined = joins is not None and joins.kind == "join" and joins.value == "and"
        if not is_joined or call is None or call.kind not in CALLS:
            return None
        self.named_calls.add(place + 2)
        return place + 2

    # -- doublings -----------------------------------------------------------------------------------------------

    def read_call(self, item: Item) -> int:
        """Read one doubling, or a number of them behind the word: `K 2`, `Klopfer 1`, `Stoß zweimal`."""
        if self.at in self.named_calls:
            return 1
        sign = self.item_at(self.place_after(self.at + 1, over=("filler", "separator")))
        if sign is not None and sign.kind == "sign" and sign.text in DASHES:
            return self.refuse(sign)  # of a table: no doubling, or a lost hand
        place = self.place_after(self.at + 1)
        behind = self.item_at(place)
        answered = self.place_after(self.at + 1, over=("filler", "separator"))
        answer = self.item_at(answered)
        if answer is not None and answer.kind == "answer":
            self.add_calls(item, int(answer.value == "yes"))
            return self.taken_to(answered)
        if behind is not None and behind.kind == "times":
            self.add_calls(item, int(behind.value))
            return self.taken_to(place)
        if behind is not None and behind.kind == "number" and self._counts_calls(behind, place):
            self.add_calls(item, number_of(behind))
            return self.taken_to(place)
        if self._may_have_won(item, behind):
            self.problems.add("result_unclear", item.column, word=f"{item.text} {behind.text if behind else ''}")
        self.add_calls(item, 1)
        return 1

    def _counts_calls(self, number: Item, place: int) -> bool:
        unit = self.item_at(self.place_after(place + 1))
        return number_of(number) <= _MOST_COUNTED_CALLS and (unit is None or unit.kind not in ("unit", "run"))

    def _may_have_won(self, item: Item, behind: Item | None) -> bool:
        """Return whether `…, Kontra gewonnen` may say that those who doubled have won."""
        before = self.item_at(self.at - 1)
        results = [one for one in self.items if one.kind == "result"]
        is_clause = before is not None and before.kind == "separator" and len(results) == 1
        return is_clause and behind is results[0] and item.kind == "double"

    def add_calls(self, item: Item, count: int) -> None:
        for _ in range(count):
            self.fields.append_to_field(CALLS[item.kind], None, item.column)


def _side_of(run: Item) -> str:
    """Return the side that a word for a run names: `L3` is the declaring side's, `3 Laufende` anybody's."""
    return "declarer_side" if fold_text(run.text) == "l" else ""
