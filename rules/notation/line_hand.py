"""One reading of a line: from its items, in any order, to the input of `read_report`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules import reading
from rules.base_ruleset import Sides
from rules.hand_fields import fields_by_path
from rules.notation import spelling
from rules.notation.line_contract import RESULT_KINDS, LineContract, contract_of_line
from rules.notation.line_fields import paths_by_word
from rules.notation.line_figures import LineFigures
from rules.notation.line_items import TICKS, Item
from rules.notation.line_players import LinePlayers
from rules.notation.line_walk import DASHES, LONGEST_RUN, NAMES, number_of
from rules.notation.notation_values import COUNT, read_value
from rules.notation.scanner import Token
from rules.report import AgreedHand, FixedSidesHand, RamschHand, RoundCall
from rules.vocabulary import fold_text

_ROLES = ("with", "calls", "against", "by", "for")  # joining words that are read with another word
_HAS = ("hat", "hot", "hod", "has", "had", "holds", "held")
_ON = ("auf", "on", "uf")  # also before trumps
_WON_SIGNS: Mapping[str, bool] = {"+": True, **dict.fromkeys(DASHES, False), **TICKS}


@dataclass(kw_only=True)
class LineHand(LineFigures, LinePlayers):
    is_inferred: bool = False  # the contract, which no word names

    def read_line(self) -> None:
        self._take_note()
        found = contract_of_line(self.items, self.ruleset, len(self.table.players))
        if found.twice:
            self.problems.add("written_twice", found.twice.column, word=found.twice.text)
        if found.id:
            self.fields.set_field("contract", found.id, found.column)
        elif not self._read_contract_field():
            self._refuse_without_contract()
            return
        self.is_inferred = found.is_inferred
        self._find_kind()
        self._read_items(found)
        self.complete_sides()
        for place, item in enumerate(self.items):
            if self._is_left_over(item, place):
                self.problems.add("word_unused", item.column, word=item.text)

    def _is_left_over(self, item: Item, place: int) -> bool:
        """Return whether a word that gives another one its meaning stands alone, as in `gewonnen haben die Gegner`."""
        if place in self.used or issubclass(self.kind, RoundCall):
            return False
        if item.kind == "join" and item.value == "calls" and self.fields.hand["contract"] in spelling.CALLING:
            behind = self.item_at(place + 1)
            return behind is not None and behind.kind == "join" and behind.value == "by"  # `gerufen von Anna`
        if item.kind == "partner":
            return self.sides is Sides.PARTNERS
        return item.kind == "side" or (item.kind == "join" and item.value in _ROLES)

    def _find_kind(self) -> None:
        contract = self.ruleset.contract(str(self.fields.hand["contract"]), len(self.table.players))
        if contract is not None:
            self.kind, self.sides, self.has_run = contract.report, contract.sides, contract.has_top_trumps
            self.is_led = not contract.decided_by_doubling

    def _read_items(self, found: LineContract) -> None:
        readers: Mapping[str, Callable[[Item], int]] = {
            **dict.fromkeys(NAMES, self.read_names), "field": self._read_field, "field_word": self._read_field_word,
            "number": self.read_number, "counts": self.read_counts, "sign": self._read_sign, "suit": self._read_suit,
            "card": self._read_card, "rank": self._read_rank, "result": self._read_result, "level": self._read_level,
            "double": self.read_call, "laid": self.read_call, "run": self.read_run, "unit": self.read_unit,
            "not": self.read_denied, "join": self._read_join, "gave_up": self._read_gave_up,
            "reason": self._read_reason, "taken_over": self._read_taken_over,
            **dict.fromkeys(("partner", "separator", "filler", "side"), self._pass_over),
        }  # fmt: skip
        while self.at < len(self.items):
            item = self.items[self.at]
            if self.at in found.used and item.kind != "reason":
                self.at += 1
            elif issubclass(self.kind, RoundCall) and item.kind != "separator":
                self._read_round(found)
            else:
                self.at += readers.get(item.kind, self.refuse)(item)

    def _pass_over(self, item: Item) -> int:
        return 1

    # -- contract and note ---------------------------------------------------------------------------------------

    def _take_note(self) -> None:
        """Take words in brackets that say nothing about the hand as its note."""
        opening = [place for place, item in enumerate(self.items) if item.text == "("]
        closing = [place for place, item in enumerate(self.items) if item.text == ")"]
        if len(opening) != 1 or len(closing) != 1 or closing[0] <= opening[0] + 1:
            return
        inside = self.items[opening[0] + 1 : closing[0]]
        if all(item.kind in ("unknown", "filler", "separator") for item in inside):
            text = "".join(("" if item.piece.is_glued else " ") + item.text for item in inside)
            self.fields.set_field("note", text.strip(), inside[0].column)
            self.items = [*self.items[: opening[0]], *self.items[closing[0] + 1 :]]

    def _read_contract_field(self) -> bool:
        """Read the contract from `Spiel="Blauer Wenz"`."""
        for place, item in enumerate(self.items):
            key, *values = item.piece.split_at("=")
            is_contract = fold_text(key.text) in map(fold_text, spelling.field_words("contract"))
            if item.kind == "field" and is_contract and len(values) == 1:
                text = spelling.unquote_text(values[0].text) if values[0].is_quoted else values[0].text
                id = spelling.find_contract(text or "", self.ruleset, len(self.table.players))
                self.fields.set_field("contract", id, item.column)
                self.items = [*self.items[:place], *self.items[place + 1 :]]
                return True
        return False

    def _refuse_without_contract(self) -> None:
        unknown = [item for item in self.items if item.kind == "unknown"]
        for item in unknown:
            self.refuse_unknown(item)
        if not unknown:
            self.problems.add("contract_missing", self.items[0].column if self.items else 1, field="contract")

    def _read_round(self, found: LineContract) -> None:
        left = [item for place, item in enumerate(self.items) if place >= self.at and place not in found.used]
        text = " ".join(item.text for item in left if item.kind != "sign")
        self.fields.set_field("round", spelling.find_round(text), left[0].column if left else found.column)
        self.at = len(self.items)

    def _read_reason(self, item: Item) -> int:
        """Read a word such as `Korrektur`, which says that points were agreed on, and why."""
        if issubclass(self.kind, AgreedHand):
            self.fields.set_field("why", item.text, item.column)
        else:
            self.refuse_unknown(item)
        return 1

    # -- results, levels, sides ----------------------------------------------------------------------------------

    def _read_join(self, item: Item) -> int:
        following = self.following()
        if following is None or item.value == "and":
            return 1
        if item.value == "with" and following.kind == "number":
            self.used.add(self.at)
            return self.read_run_with(item)
        if item.value == "with" and following.kind not in (*NAMES, "contract"):
            self.used.add(self.at)
        if item.value == "against" and following.kind == "side":
            self.used |= {self.at, self.place_after(self.at + 1)}
        return 1

    def _read_result(self, item: Item) -> int:
        if item.value == "tied":
            self.fields.set_field("tied", True, item.column, may_repeat=True)
        elif issubclass(self.kind, RamschHand) and item.value == "won":
            self.problems.add("loser_missing", item.column, field="losers")  # the losers of a Ramsch are named
        elif not issubclass(self.kind, FixedSidesHand | RamschHand):
            self._set_won(item.value == "won", item)
            behind = self.item_at(self.at + 1)
            if behind is not None and behind.kind == "not":
                return self.refuse(behind)  # `gewinnt nicht`
        return 1

    def _set_won(self, won: bool, item: Item) -> None:
        """Set the result, which may be that of the other side: `Gegner gewonnen`, `Sieg der Gegner`."""
        is_of_opponents = self.side_beside(self.at, over=("filler", "join", "level")) == "opponents"
        before = self.item_at(self.at - 1)
        is_denied = len(item.text.split()) > 1 and before is not None and before.kind == "level"
        if is_denied:  # `Schneider nicht geschafft`: the game may still be won
            self.problems.add("result_unclear", item.column, word=f"{before.text if before else ''} {item.text}")
        self.fields.set_field("won", won is not is_of_opponents, item.column, may_repeat=True)

    def _read_level(self, item: Item) -> int:
        before = self.item_at(self.at - 1)
        is_behind_result = before is not None and before.kind in RESULT_KINDS
        if item.value == "plain" and self.fields.hand["contract"] == "simple" and not is_behind_result:
            return self.refuse(item)  # the contract
        self.fields.set_field("level", item.value, item.column, may_repeat=True)
        if self.side_beside(self.at, over=("filler",), behind=False) == "opponents" and item.value != "plain":
            self.fields.set_field("won", True, item.column, may_repeat=True)  # `Gegner schwarz`
        return 1

    def _read_gave_up(self, item: Item) -> int:
        self.side_beside(self.at, over=("filler",), behind=False)  # the others gave up
        self.fields.set_field("surrender", item.value, item.column, may_repeat=True)
        return 1

    def _read_taken_over(self, item: Item) -> int:
        """Read `übernommen`: from the player who hung on, or from a player whose name was not noted."""
        if not any(one.kind == "field_word" and one.value == "call.hung_on_by" for one in self.items):
            if "call.took_over" not in fields_by_path(self.kind):
                return self.refuse(item)
            self.fields.set_field("call.took_over", True, item.column)
        return 1

    def _read_sign(self, item: Item) -> int:
        """Read `+` and `-` as the result if nothing else says it; between names and parts they only join."""
        won, following = _WON_SIGNS.get(item.text), self.item_at(self.at + 1)
        if won is None:
            return 1 if item.text == "&" else self.refuse(item)
        if following is not None and self._is_signed(item, following):
            self.problems.add("value_unreadable", item.column, word=f"{item.text}{following.text}")
            return 2
        if self._is_result(item):
            self._set_won(won, item)
        return 1

    def _is_signed(self, sign: Item, figure: Item) -> bool:
        """Return whether a sign belongs to a figure, which may be points or money."""
        unit = self.item_at(self.at + 2)
        is_figure = figure.kind == "number" or (figure.kind == "counts" and COUNT.fullmatch(figure.text) is not None)
        is_run = unit is not None and unit.kind == "run"
        return is_figure and not is_run and (figure.piece.is_glued or sign.text in DASHES)

    def _is_result(self, item: Item) -> bool:
        """Return whether a sign says who won: the only one, in a line that does not say it otherwise."""
        if issubclass(self.kind, RamschHand) and item.text not in DASHES:
            self.problems.add("loser_missing", item.column, field="losers")
        if issubclass(self.kind, RamschHand | AgreedHand | FixedSidesHand) or self._joins(item):
            return False
        behind = self.item_at(self.at + 1)
        if item.piece.is_glued and behind is not None and behind.piece.is_glued and behind.kind != "separator":
            return False  # within a word
        if self.place_after(self.at + 1, over=("separator", "filler")) == len(self.items):
            return True  # at the end it is nothing else
        if self._has_result() and (item.text in ("+", *DASHES) and not self._ends_line(item)):
            return False
        signs = [one for one in self.items if one.kind == "sign" and one.text in _WON_SIGNS and not self._joins(one)]
        is_behind_contract = item.column > self.fields.columns.get("contract", 0)
        return len(signs) == 1 and (is_behind_contract or item.text not in DASHES)

    def _ends_line(self, sign: Item) -> bool:
        """Return whether only level, run and the like stand behind a sign, so that it can only be the result."""
        place = next(place for place, one in enumerate(self.items) if one is sign)
        return sign.text not in DASHES and not any(one.kind in (*NAMES, "suit", "card") for one in self.items[place:])

    def _has_result(self) -> bool:
        """Return whether the line has a result or a count of card points."""
        return any(
            one.kind == "result"
            or (one.kind == "number" and number_of(one) > LONGEST_RUN)
            or (one.kind == "counts" and COUNT.fullmatch(one.text) is not None)
            for one in self.items
        )

    def _joins(self, sign: Item) -> bool:
        """Return whether a sign stands before the name of a player who is still missing, or between two names."""
        place = next(place for place, one in enumerate(self.items) if one is sign)
        before, behind = self.item_at(place - 1), self.item_at(place + 1)
        is_between = before is not None and before.kind in NAMES
        is_before_name = behind is not None and behind.kind in NAMES
        return is_before_name and (is_between or self.lacks_partner())

    # -- suits and cards -----------------------------------------------------------------------------------------

    def _read_suit(self, item: Item) -> int:
        """Read a suit, or a card: `Eichel`, `Eichel Zehn`."""
        place = self.place_after(self.at + 1)
        rank = self.item_at(place)
        if rank is not None and rank.kind == "rank":
            self._set_card(item.value, rank.value, item.column)
            return self.taken_to(place)
        if self.fields.hand["contract"] in spelling.CALLING:
            self._set_card(item.value, "ace", item.column)
        else:
            if fold_text(self._text_before()) in _ON:
                self.use_joins_before("calls")
            self.fields.set_field("trump_suit", item.value, item.column, may_repeat=True)
        return 1

    def _read_rank(self, item: Item) -> int:
        """Read a card with its rank first: `ace of clubs`, `Sau Eichel`."""
        place = self.place_after(self.at + 1, over=("filler", "join"))
        suit = self.item_at(place)
        if suit is not None and suit.kind == "suit":
            self.used |= set(range(self.at, place))
            self._set_card(suit.value, item.value, item.column)
            return self.taken_to(place)
        if item.value != "ace":
            self.refuse_unknown(item)
        return 1

    def _read_card(self, item: Item) -> int:
        suit, _, rank = item.value.partition("-")
        if self._is_held():
            self.problems.add("declarer_unclear", item.column)
        self._set_card(suit, rank, item.column)
        return 1

    def _is_held(self) -> bool:
        """Return whether a line says who has the card, not who called it: `Beppo hat die Alte`."""
        has, name = self.item_at(self.at - 1), self.item_at(self.at - 2)
        is_said_to_have = has is not None and fold_text(has.text) in _HAS and name is not None and name.kind in NAMES
        return is_said_to_have and not any(one.kind == "join" and one.value == "calls" for one in self.items)

    def _text_before(self) -> str:
        before = self.previous()
        return before.text if before is not None else ""

    def _set_card(self, suit: str, rank: str, column: int) -> None:
        self.use_joins_before("calls", "by", "with")
        self.fields.set_field("call.card", {"rank": rank, "suit": suit}, column, may_repeat=True)

    # -- fields --------------------------------------------------------------------------------------------------

    def _read_field(self, item: Item) -> int:
        key, *values = item.piece.split_at("=")
        path = paths_by_word(self.kind).get(fold_text(key.text))
        if path is None or path == "contract":
            self.problems.add("word_unknown", item.column, word=key.text)
        elif len(values) != 1 or not values[0].text:
            self.problems.add("value_unreadable", item.column, word=key.text)
        else:
            value = read_value(fields_by_path(self.kind)[path].read, values[0], self.seated, self.problems)
            self.fields.set_field(path, value, values[0].column)
        return 1

    def _read_field_word(self, item: Item) -> int:
        """Read the word of a field with its value behind it."""
        path = self.field_of(item)
        if path is None:
            return self.refuse(item)
        read, place = fields_by_path(self.kind)[path].read, self.place_after(self.at + 1, over=("filler", "separator"))
        behind = self.item_at(place)
        if read is reading.read_bool:
            self.fields.set_field(path, True, item.column)
            return 1
        if self.player_field_of(item):
            return self._read_player_word(path, item, place)
        if behind is None or not (isinstance(read, reading.ChoiceReader) or read is reading.read_int):
            return self.refuse(item)
        token = Token(
            text=behind.value if behind.kind == "number" and behind.value else behind.text, column=behind.column
        )
        self.fields.set_field(path, read_value(read, token, self.seated, self.problems), behind.column)
        return self.taken_to(place)

    def _read_player_word(self, path: str, item: Item, place: int) -> int:
        """Read the word of a field whose player stands beside it, or before it with a count: `Done 0, Jungfrau`."""
        if self._has_players_beside(path, place):
            return 1
        before = self.previous(over=("filler", "separator", "number", "counts", "unit", "result"))
        if before is None or before.kind not in NAMES:
            return self.refuse(item)
        self.set_players(path, [before])
        return 1

    def _has_players_beside(self, path: str, place: int) -> bool:
        """Return whether the names of a field are read already, or stand behind its word."""
        place = self.place_after(place, over=("filler", "separator", "join"))
        behind: Sequence[str] = NAMES
        item = self.item_at(place)
        return path in self.fields.columns or (item is not None and item.kind in behind)
