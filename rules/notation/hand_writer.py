"""The writer of a hand in one line, whose parts have a fixed order. Inverse: `hand_reader`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from rules import reading
from rules.cards import Rank
from rules.hand_fields import fields_by_path
from rules.notation import spelling
from rules.notation.spelling import LANGUAGE, leading_field, own_contract_name
from rules.report import AgreedHand, RamschHand, Report, RoundCall
from rules.table import Player
from rules.wording.texts import TEXTS
from rules.wording.words import HEARTS_CONTRACTS, NOBODY, Names

_SIGNS = '"#'


def write_hand_line(report: Report, *, names: Names = NOBODY, language: str = LANGUAGE) -> str:
    """Return the line of a hand.

    names: what players are called; a player who shares a name with another one at the table is written by id.
    """
    unwritten = _field_paths(report.to_json(), type(report))
    return " ".join(_HandLineWriter(report=report, unwritten=unwritten, names=names, language=language).line_parts())


@dataclass(frozen=True, slots=True, kw_only=True)
class _HandLineWriter:
    report: Report
    unwritten: dict[str, object]  # fields still to be written; each part removes its own
    names: Names
    language: str

    def line_parts(self) -> Iterator[str]:
        contract = str(self.unwritten.pop("contract", ""))
        note, why = self.unwritten.pop("note", None), self.unwritten.pop("why", None)
        yield from self._leading_players_text(contract)
        yield from self._contract_text(contract)
        if isinstance(self.report, RamschHand | AgreedHand):
            yield from self._player_counts_text()
        elif isinstance(self.report, RoundCall) and f"round.{self.unwritten.get('round')}" in TEXTS:
            yield str(self.unwritten.pop("round"))
        else:
            yield from self._suit_and_card_text(contract)
            yield from self._counts_text()
        yield from self._result_text()
        yield from self._run_text()
        yield from self._doublings_text()
        for path, value in self.unwritten.items():
            yield self._field_text(path, value)
        yield from self._why_and_note_text(why, note)

    def _leading_players_text(self, contract: str) -> Iterator[str]:
        first = leading_field(type(self.report), contract)
        if first not in self.unwritten or first not in fields_by_path(type(self.report)):
            return
        names = [self._player_name_text(self.unwritten.pop(first))]
        if first == "declarer" and "partner" in self.unwritten:
            names.append(self._player_name_text(self.unwritten.pop("partner")))
        yield "+".join(names)

    def _contract_text(self, contract: str) -> Iterator[str]:
        own = own_contract_name(contract)
        if own is not None:
            yield f"{spelling.field_word('contract', self.language)}={spelling.quote_text(own)}"
        elif contract not in spelling.NAMED_BY_SUIT or "trump_suit" not in self.unwritten:
            yield spelling.contract_word(contract, self.language)

    def _suit_and_card_text(self, contract: str) -> Iterator[str]:
        """Yield the trump suit, and the called card, which is a bare suit if it is the ace."""
        if "trump_suit" in self.unwritten and contract not in HEARTS_CONTRACTS:
            yield self._choice_text(self.unwritten.pop("trump_suit"))
        card = self.unwritten.get("call.card")
        if isinstance(card, Mapping) and contract in spelling.CALLING:
            is_ace = self.unwritten.pop("call.card") and card["rank"] == Rank.ACE
            yield self._choice_text(card["suit"]) if is_ace else self._card_text(card)

    def _counts_text(self) -> Iterator[str]:
        """Yield `94/6:26/2`: card points and tricks of the declaring side, after the colon those of the others."""
        if "card_points" not in self.unwritten:
            return
        own = self._points_and_tricks_text("card_points", "tricks")
        others = "opponents_card_points" in self.unwritten
        yield f"{own}:{self._points_and_tricks_text('opponents_card_points', 'opponents_tricks')}" if others else own

    def _points_and_tricks_text(self, points: str, tricks: str) -> str:
        behind = f"/{self.unwritten.pop(tricks)}" if tricks in self.unwritten else ""
        return f"{self.unwritten.pop(points)}{behind}"

    def _player_counts_text(self) -> Iterator[str]:
        """Yield `Anna 50/3 Beppo 70/5`, in an agreed hand the points, in a Ramsch without counts the losers."""
        if isinstance(self.report, AgreedHand):
            points = cast(Mapping[str, int], self.unwritten.pop("points", {}))
            yield from (f"{self._player_name_text(player)} {count:+d}" for player, count in points.items())
        elif "card_points" in self.unwritten:
            yield from self._ramsch_counts_text()
        else:
            yield from map(self._player_name_text, cast(list[str], self.unwritten.pop("losers", [])))

    def _ramsch_counts_text(self) -> Iterator[str]:
        points = cast(Mapping[str, int], self.unwritten.pop("card_points"))
        tricks = cast(Mapping[str, int], self.unwritten.get("tricks", {}))
        is_both = list(tricks) == list(points)
        if is_both:
            self.unwritten.pop("tricks")
        for player, count in points.items():
            behind = f"/{tricks[player]}" if is_both else ""
            yield f"{self._player_name_text(player)} {count}{behind}"

    def _result_text(self) -> Iterator[str]:
        if "won" in self.unwritten:
            yield spelling.result_word(bool(self.unwritten.pop("won")), self.language)
        if "level" in self.unwritten:
            yield self._choice_text(self.unwritten.pop("level"))

    def _run_text(self) -> Iterator[str]:
        """Yield `L3`, or `L-3` for the opponents."""
        if "top_trumps.count" in self.unwritten and "top_trumps.side" in self.unwritten:
            count, side = self.unwritten.pop("top_trumps.count"), self.unwritten.pop("top_trumps.side")
            if not isinstance(count, int) or count < 0:
                raise AssertionError("nobody holds less than no trump")
            yield f"L{'' if side == 'declarer_side' else '-'}{count}"

    def _doublings_text(self) -> Iterator[str]:
        calls = cast(list[object], self.unwritten.get("kontra", []))
        if calls and not any(isinstance(one, str) for one in calls):
            self.unwritten.pop("kontra")
            yield f"K{len(calls)}"

    def _why_and_note_text(self, why: object, note: object) -> Iterator[str]:
        """Yield reason and note, quoted if they could be misread."""
        if why:
            is_plain = str(why).isprintable() and not set(str(why)) & set(_SIGNS) and str(why) == str(why).strip()
            yield f": {why}" if is_plain else f"{self._field_name_text('why')}={spelling.quote_text(str(why))}"
        if note:
            is_plain = str(note).isprintable()
            yield f"# {note}" if is_plain else f"{self._field_name_text('note')}={spelling.quote_text(str(note))}"

    def _field_text(self, path: str, value: object) -> str:
        read = fields_by_path(type(self.report))[path].read
        if read is reading.read_bool and value is True:
            return self._field_name_text(path)
        return f"{self._field_name_text(path)}={self._field_value_text(read, value)}"

    def _field_name_text(self, path: str) -> str:
        return spelling.field_word(path, self.language)

    def _field_value_text(self, read: reading.Reader, value: Any) -> str:
        if read is reading.read_player:
            return self._player_name_text(value)
        if read is reading.read_bool:
            return spelling.answer_word(bool(value), self.language)
        if read is reading.read_text:
            return spelling.quote_text(str(value))
        if read is reading.read_card:
            return self._card_text(value)
        if read is reading.read_counts:
            return ",".join(f"{self._player_name_text(player)}:{count}" for player, count in value.items())
        if read is reading.read_calls:
            named = ",".join("?" if one is None else self._player_name_text(one) for one in value)
            return named if any(value) else str(len(value))
        if isinstance(read, reading.ListReader):
            return ",".join(self._list_value_text(read.read, one) for one in value)
        return self._choice_text(value)

    def _list_value_text(self, read: reading.Reader, value: Any) -> str:
        """Return the fields of a nested value with colons between them, `-` for a missing one."""
        if not isinstance(read, reading.NestedReader):
            return self._field_value_text(read, value)
        inner = reading.field_readers(read.kind).items()
        return ":".join(self._field_value_text(one, value[name]) if name in value else "-" for name, one in inner)

    def _card_text(self, card: Mapping[str, Any]) -> str:
        return f"{self._choice_text(card['suit'])}-{spelling.rank_word(card['rank'], self.language)}"

    def _choice_text(self, value: object) -> str:
        return spelling.choice_word(value, self.language) if isinstance(value, str) else str(value)

    def _player_name_text(self, player: object) -> str:
        return player_text(Player(str(player)), self.report.table.players, self.names)


def _field_paths(hand: Mapping[str, object], kind: type[Report]) -> dict[str, object]:
    paths, readers = dict[str, object](), reading.field_readers(kind)
    for name, value in hand.items():
        if isinstance(readers.get(name), reading.NestedReader) and isinstance(value, Mapping):
            paths |= {f"{name}.{inner}": one for inner, one in value.items()}
        else:
            paths[name] = value
    return paths


def player_text(player: Player, players: tuple[Player, ...], names: Names) -> str:
    name = names.get(player, player)
    is_one = sum(names.get(other, other) == name for other in players) < 2
    return spelling.name_in_notation(name if is_one else player)
