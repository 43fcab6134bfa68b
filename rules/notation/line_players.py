"""The players of a line and their roles: declarer and partner by order, others by the words beside their names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules import reading
from rules.base_ruleset import Sides
from rules.hand_fields import fields_by_path
from rules.notation.line_items import TICKS, Item
from rules.notation.line_walk import CALLS, DASHES, NAMES, LineWalk
from rules.notation.notation_values import OF_PLAYER
from rules.report import AgreedHand, DeclaredHand, FixedSidesHand, RamschHand
from rules.table import Player

_SIGNS_OF_A_PAIR = ("+", "&", "/")
_ALL_PLAY = 4  # players; of more, one sits out
_HUNG_ON = "call.hung_on_by"


@dataclass(kw_only=True)
class LinePlayers(LineWalk):
    opponents: list[Player] = field(default_factory=list)
    opponent_items: list[Item] = field(default_factory=list)

    def read_names(self, item: Item) -> int:
        if issubclass(self.kind, RamschHand | AgreedHand):
            return self._read_player_with_count(item)
        names, end = self._group()
        role = self._role_before(end) or self._role_behind(end)
        is_pair = role == "partner" or self.has_leader() or self._is_sum(end)
        self.use_joins_before("by", *(("with",) if is_pair else ()))
        if role is not None and role in CALLS.values():
            self._add_callers(role, names)
        elif role == "against":
            self._add_opponents(names)
        elif role:
            self.set_players(role, names)
        if not role or (role == _HUNG_ON and not any(one.kind == "taken_over" for one in self.items)):
            self._set_sides(names)
        return end - self.at

    def _group(self) -> tuple[list[Item], int]:
        """Return the names that belong together from here, and the place behind them."""
        names, end = [self.items[self.at]], self.at + 1
        while (place := self._place_of_joined_name(end)) is not None:
            names.append(self.items[place])
            self.used |= set(range(end, place))
            end = place + 1
        return names, end

    def _is_sum(self, end: int) -> bool:
        """Return whether a group is joined by `und` alone."""
        return any(_is_and(item) for item in self.items[self.at : end]) and not any(
            _joins_names(item) and not _is_and(item) for item in self.items[self.at : end]
        )

    def _place_of_joined_name(self, place: int) -> int | None:
        between = list[Item]()
        while (item := self.item_at(place)) is not None and (_joins_names(item) or item.kind == "filler"):
            between.append(item)
            place += 1
        is_joined = item is not None and item.kind in NAMES and any(map(_joins_names, between))
        return place if is_joined else None

    # -- roles ---------------------------------------------------------------------------------------------------

    def _role_before(self, end: int) -> str | None:
        """Return what the words before a group of names make of it: callers, opponents, the players of a field."""
        place = self.at - 1
        while (item := self.item_at(place)) is not None and (
            item.kind == "filler" or _is_by(item) or (item.kind == "separator" and item.text in "(:")
        ):
            place -= 1
        if item is None:
            return None
        if item.kind in CALLS and place not in self.named_calls:
            return CALLS[item.kind]
        if (item.kind, item.value) in (("join", "against"), ("side", "opponents")):
            self.used.add(place)
            return "against"
        if item.kind == "side" and self.leader() not in self.fields.columns:
            self.used.add(place)
            return self.leader()
        is_of = any(_is_by(one) for one in self.items[place + 1 : self.at])  # `Anna ist Partner von Beppo`
        if self.lacks_partner() and not is_of and self._names_partner(item, end):
            self.used.add(place)
            return "partner"
        return self._open_field(item)

    def _names_partner(self, item: Item, end: int) -> bool:
        """Return whether a word before a name makes it the partner's: `Mit Cenzi hat Beppo gespielt`."""
        is_with = item.kind == "join" and item.value == "with"
        is_partner = item.kind == "partner" and item.value == "before"
        return (is_with or is_partner) and (self.has_leader() or self.has_names_from(end))

    def _role_behind(self, end: int) -> str | None:
        """Return what the words behind a group of names make of it, unless it is still needed as a side."""
        place = end
        while (item := self.item_at(place)) is not None and (item.kind == "filler" or _is_by(item)):
            place += 1
        if item is None:
            return None
        following = self.item_at(place + 1)
        is_direct = place == end and following is not None and following.kind in NAMES
        if is_direct and not self._is_called_by(place + 1):
            return None  # `Wenz Anna Stoß Beppo`: the word belongs to the name behind it
        is_by = following is not None and _is_by(following)
        if item.kind == "partner" and not is_by and self.has_leader() and self.lacks_partner():
            self.used.add(place)
            return "partner"
        if (
            item.kind in CALLS
            and place not in self.named_calls
            and (self._has_sides() or self.has_names_from(place + 1))
        ):
            self.named_calls.add(place)
            self.used |= {between for between in range(end, place) if _is_by(self.items[between])}
            return CALLS[item.kind]
        return self._open_field(item)

    def _is_called_by(self, place: int) -> bool:
        """Return whether a doubling stands behind a name too: `Cilli gelegt Dora gelegt`; a third name is unclear."""
        place = self.place_after(place + 1)
        call, third = self.item_at(place), self.item_at(place + 1)
        is_called = call is not None and call.kind in CALLS
        if is_called and third is not None and third.kind in NAMES:
            self.problems.add("declarer_unclear", self.items[self.at].column)
        return is_called

    def _has_sides(self) -> bool:
        return self.has_leader() and not self.lacks_partner()

    def _open_field(self, item: Item) -> str | None:
        path = self.player_field_of(item)
        return path if path and path not in self.fields.columns else None

    def find_player(self, item: Item) -> Player | None:
        if item.kind == "quoted" or len(item.players) != 1:
            return self.seated.find_player(item.piece, self.problems, unknown="word_unknown")
        return item.players[0]

    def _add_callers(self, path: str, names: Sequence[Item]) -> None:
        """Name the callers of doublings that were counted without a name."""
        for item in names:
            player, calls = self.find_player(item), self.fields.hand.get(path)
            if player is not None and isinstance(calls, list) and None in calls:
                calls[calls.index(None)] = player
            elif player is not None:
                self.fields.append_to_field(path, player, item.column)

    def _add_opponents(self, names: Sequence[Item]) -> None:
        self.opponents += filter(None, map(self.find_player, names))
        self.opponent_items += names

    def set_players(self, path: str, names: Sequence[Item]) -> None:
        is_list = isinstance(fields_by_path(self.kind)[path].read, reading.ListReader)
        for item in names:
            player = self.find_player(item)
            if player is not None and is_list:
                self.fields.append_to_field(path, player, item.column)
            elif player is not None:
                self.fields.set_field(path, player, item.column)

    # -- sides ---------------------------------------------------------------------------------------------------

    def _set_sides(self, names: Sequence[Item]) -> None:
        """Set declarer and partner in the order of the names, or one of the fixed side that is named."""
        if self.opponent_items and self.previous(over=("filler", "separator")) in self.opponent_items:
            self._add_opponents(names)
            return
        if self._are_only_winners(names):
            self.problems.add("declarer_unclear", names[0].column)
        for item in names:
            player = self.find_player(item)
            if player is None:
                continue
            if issubclass(self.kind, FixedSidesHand):
                self._set_winner(player, item)
            elif self.leader() not in self.fields.columns:
                self.fields.set_field(self.leader(), player, item.column)
            elif self._may_be_partner(player, names):
                self.fields.set_field("partner", player, item.column)
            elif not self._is_repeated(player):
                self.problems.add("name_out_of_place", item.column, word=item.text)

    def _are_only_winners(self, names: Sequence[Item]) -> bool:
        """Return whether a pair is named only as winners or losers: `gewonnen haben Anna und Beppo`."""
        place = self.place_before(self.at - 1)
        before = self.item_at(place)
        has_result = before is not None and before.kind == "result" and place < self.at - 1
        return has_result and len(names) > 1 and self.sides is Sides.PARTNERS and not self.has_leader()

    def _may_be_partner(self, player: Player, names: Sequence[Item]) -> bool:
        if "partner" in self.fields.columns:
            return False
        if self.leader() == "team":
            return False
        is_before_contract = self.items[self.at].column < self.fields.columns.get("contract", 0)
        is_pair = len(names) > 1 and self.fields.hand.get(self.leader()) == self.find_player(names[0])
        return self.sides in (Sides.PARTNERS, Sides.OPPOSITE) or is_pair or is_before_contract

    def _is_repeated(self, player: Player) -> bool:
        """Return whether the result of a player follows who is named already, or of a fixed partner."""
        following, leader = self.following(), self.fields.hand.get(self.leader())
        if self.leader() == "team":
            return self._are_opposite(player, leader)
        return leader == player and following is not None and following.kind in ("result", "sign")

    def _are_opposite(self, player: Player, other: object) -> bool:
        players = self.table.players
        return (
            player in players
            and other in players
            and abs(players.index(player) - players.index(Player(str(other)))) == 2
        )

    def _set_winner(self, player: Player, item: Item) -> None:
        """Set the winning side by one of its players, or by one of the players who lost."""
        players, known = self.table.players, self.fields.hand.get("winner")
        results = {one.value for one in self.items if one.kind == "result"} | set(self._result_signs())
        if len(results) > 1 or any(one.kind == "side" for one in self.items):
            self.problems.add("declarer_unclear", item.column)
        if results == {"lost"} and player in players:
            player = players[(players.index(player) + 1) % len(players)]
        if known is None:
            self.fields.set_field("winner", player, item.column)
        elif player not in players or (players.index(player) - players.index(Player(str(known)))) % 2:
            self.problems.add("name_out_of_place", item.column, word=item.text)

    def _result_signs(self) -> Iterator[str]:
        for one in self.items:
            if one.kind == "sign" and one.text in (*DASHES, "+", *TICKS):
                yield "won" if one.text == "+" or TICKS.get(one.text) else "lost"

    def complete_sides(self) -> None:
        """Find the partner by the opponents, and refuse a player on both sides."""
        if not self.opponents or not issubclass(self.kind, DeclaredHand):
            return
        leader, partner = self.fields.hand.get(self.leader()), self.fields.hand.get("partner")
        for item in self.opponent_items:
            if set(item.players) & {leader, partner}:
                self.problems.add("written_twice", item.column, word=item.text)
        left = [one for one in self.table.players if one not in (*self.opponents, leader)]
        if self.lacks_partner() and leader is not None and len(left) == 1 and len(self.table.players) <= _ALL_PLAY:
            self.fields.set_field("partner", left[0], self.opponent_items[0].column)

    # -- everybody alone -----------------------------------------------------------------------------------------

    def _read_player_with_count(self, item: Item) -> int:
        """Read a name with its count, or a loser of a Ramsch."""
        is_agreed, player = issubclass(self.kind, AgreedHand), self.find_player(item)
        role = None if is_agreed else self._role_before(self.at + 1) or self._role_behind(self.at + 1)
        if role is not None and role in CALLS.values():
            self._add_callers(role, [item])
            return 1
        if role and role != "against":
            self.set_players(role, [item])
            return 1
        self.use_joins_before("by", "with")
        text, column, end = self._count_behind(is_signed=is_agreed)
        match = OF_PLAYER.fullmatch(text)
        if match is None:
            if is_agreed and player is not None:
                self.problems.add("value_unreadable", item.column, word=item.text)
            elif player is not None:
                self.fields.append_to_field("losers", player, item.column)
            return 1
        if player is not None:
            for path, count in (("points" if is_agreed else "card_points", match[1]), ("tricks", match[2])):
                if count is not None:
                    self.fields.set_player_count(path, player, self.seated.name_of(player), int(count), column)
        return end - self.at

    def _count_behind(self, *, is_signed: bool) -> tuple[str, int, int]:
        """Return the count behind a name, signed if so, its column, and the place behind it; "" if there is none."""
        place = self.place_after(self.at + 1, over=("filler", "separator"))
        item, sign = self.item_at(place), ""
        if is_signed and item is not None and item.kind == "sign" and item.text in ("+", *DASHES):
            sign, place = ("+" if item.text == "+" else "-"), place + 1
        column, item = (item.column if item else 1), self.item_at(place)
        if item is None or item.kind not in ("number", "counts"):
            return "", 1, place
        unit = self.item_at(place + 1)
        end = place + 1 + (unit is not None and unit.kind == "unit" and unit.value != "times")
        return sign + (item.value or item.text), column, end


def _joins_names(item: Item) -> bool:
    return (item.kind == "join" and item.value in ("with", "and", "calls")) or item.text in _SIGNS_OF_A_PAIR


def _is_and(item: Item) -> bool:
    return item.kind == "join" and item.value == "and"


def _is_by(item: Item) -> bool:
    return item.kind == "join" and item.value == "by"
