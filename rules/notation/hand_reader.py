"""The reader of a hand in a line: input of `read_report`, or every problem with its column. Inverse: `hand_writer`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.base_ruleset import Ruleset
from rules.hand_fields import fields_by_path
from rules.notation import spelling
from rules.notation.fields import FieldColumns, Hand, leading_field, own_name, paths_by_word
from rules.notation.scanner import LineProblems, Scanned, Token
from rules.notation.spelling import choice_words, contract_at, find_contract, fold_text, rank_words, suit_words
from rules.notation.values import COUNT, COUNT_FIELDS, DOUBLED, OF_PLAYER, RUN, Seated, parse_card, read_value
from rules.problems import ProblemList, RulesError
from rules.reading import read_bool
from rules.report import AgreedHand, RamschHand, Report, RoundCall
from rules.score import Level
from rules.scoring import read_report
from rules.state import State
from rules.table import Table
from rules.wording.words import Names

_MAX_BEFORE = 12  # words before the contract, of which two can be names


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedHand:
    hand: Hand | None  # the input of `read_report`; None if the line cannot be read
    report: Report | None  # None if anything is wrong


def read_hand_words(
    scanned: Scanned,
    *,
    ruleset: Ruleset,
    table: Table,
    state: State | None,
    names: Names,
    found: LineProblems,
    is_judged: bool = True,
) -> ParsedHand:
    """Read one hand from the words of a line.

    names: what the players are called.
    is_judged: whether the rules check it; a hand that was struck out need not be possible.
    """
    seated = Seated(players=table.players, names=names)
    reader = _HandLineReader(ruleset=ruleset, table=table, seated=seated, problems=found)
    hand = None if found else reader.read_hand(scanned)
    if hand is None or found:
        return ParsedHand(hand=None, report=None)
    report = _read_checked_report(hand, reader, state) if is_judged else _read_unchecked_report(hand, reader)
    return ParsedHand(hand=hand, report=None if found else report)


def _read_checked_report(hand: Hand, reader: _HandLineReader, state: State | None) -> Report | None:
    try:
        return read_report(hand, ruleset=reader.ruleset, table=reader.table, state=state)
    except RulesError as error:
        for problem in error.problems:
            reader.problems.add_problem(problem, reader.fields.column_of(problem.field))
    return None


def _read_unchecked_report(hand: Hand, reader: _HandLineReader) -> Report | None:
    read = ProblemList()
    report = reader.kind.read(hand, table=reader.table, problems=read)
    for problem in read:
        reader.problems.add_problem(problem, reader.fields.column_of(problem.field))
    return report


class _HandLineReader:
    def __init__(self, *, ruleset: Ruleset, table: Table, seated: Seated, problems: LineProblems) -> None:
        self.ruleset = ruleset
        self.table = table
        self.seated = seated
        self.problems = problems
        self.kind: type[Report] = Report
        self.fields = FieldColumns(problems)

    def read_hand(self, scanned: Scanned) -> Hand | None:
        lead, behind = self._split_leading_players(scanned.words)
        if not behind:
            self._refuse_without_contract(lead)
        words = self._read_contract_words(behind) if behind else None
        if words is None:
            return None
        self._read_leading_players(lead)
        while words:
            words = self._read_next_words(words)
        for path, token in (("why", scanned.why), ("note", scanned.note)):
            if token and token.text:
                self.fields.set_field(path, token.text, token.column)
        return self.fields.hand

    # -- before the contract -----------------------------------------------------------------------------------------

    def _split_leading_players(self, words: Sequence[Token]) -> tuple[list[Token], Sequence[Token]]:
        """Return the names in front, and the rest, which begins with the contract."""
        names = list[Token]()
        for place, word in enumerate(words[:_MAX_BEFORE]):
            if self._names_contract(words[place:]) or len(word.split_at("=")) > 1:
                return names, words[place:]
            if word.is_bare and word.text.casefold() in spelling.JOINING_WORDS:
                continue
            names += [part for part in word.split_at("+") if part.text]
        return names, ()

    def _names_contract(self, words: Sequence[Token]) -> bool:
        """Return whether a contract begins here; a player at the table precedes an own contract of the same name."""
        found = contract_at(words, self.ruleset, len(self.table.players))
        if found is None or not own_name(found[0].contract):
            return found is not None
        return all(self.seated.name_of(player) != words[0].text for player in self.table.players)

    def _refuse_without_contract(self, words: Sequence[Token]) -> None:
        """Report each word without a meaning, one of which may have been the contract, or a missing contract."""
        unknown = [
            word for word in words
            if not spelling.has_meaning(word.text) and not self.seated.players_matching(word.text, may_be_short=True)
        ]  # fmt: skip
        for word in unknown:
            self.problems.add("word_unknown", word.column, word=word.text)
        if not unknown:
            self.problems.add("contract_missing", words[0].column if words else 1, field="contract")

    def _read_contract_words(self, words: Sequence[Token]) -> Sequence[Token] | None:
        found = contract_at(words, self.ruleset, len(self.table.players))
        if found is None:
            return self._read_contract_field(words)
        named, count = found
        self._set_contract(named.contract, words[0].column)
        if named.suit:
            self._set_bare_suit(named.suit, words[0].column)
        return words[count:]

    def _read_contract_field(self, words: Sequence[Token]) -> Sequence[Token] | None:
        """Read the contract from `Spiel="Blauer Wenz"`."""
        key, *values = words[0].split_at("=")
        if fold_text(key.text) not in map(fold_text, spelling.field_words("contract")) or len(values) != 1:
            self.problems.add("contract_missing", words[0].column, field="contract")
            return None
        text = spelling.unquote_text(values[0].text) if values[0].is_quoted else values[0].text
        self._set_contract(find_contract(text or "", self.ruleset, len(self.table.players)), words[0].column)
        return words[1:]

    def _set_contract(self, contract: str, column: int) -> None:
        found = self.ruleset.contract(contract, len(self.table.players))
        self.kind = found.report if found else Report
        self.fields.set_field("contract", contract, column)

    def _read_leading_players(self, lead: Sequence[Token]) -> None:
        fields = (leading_field(self.kind, str(self.fields.hand["contract"])), "partner")
        for word, field in zip(lead, fields, strict=False):
            player = self.seated.find_player(word, self.problems, unknown="word_unknown")
            if player is not None:
                self.fields.set_field(field, player, word.column)
        for word in lead[len(fields) :]:
            self.problems.add("name_out_of_place", word.column, word=word.text)

    # -- behind it ---------------------------------------------------------------------------------------------------

    def _read_next_words(self, words: Sequence[Token]) -> Sequence[Token]:
        word = words[0]
        if len(word.split_at("=")) > 1:
            self._read_field_word(word)
            return words[1:]
        if issubclass(self.kind, RamschHand | AgreedHand) and (taken := self._read_player_with_count(words)):
            return words[taken:]
        if issubclass(self.kind, RoundCall) and "round" not in self.fields.columns:
            self.fields.set_field("round", spelling.find_round(" ".join(one.text for one in words)), word.column)
            return ()
        if taken := self._read_card_words(words):
            return words[taken:]
        is_read = self._read_figure_word(word) or self._read_doubling_word(word)
        if not (is_read or self._read_result_word(word) or self._read_flag_word(word)):
            is_name = bool(self.seated.players_matching(word.text, may_be_short=False))
            self.problems.add("name_out_of_place" if is_name else "word_unknown", word.column, word=word.text)
        return words[1:]

    def _read_player_with_count(self, words: Sequence[Token]) -> int:
        """Read a name with its count, or a loser of a Ramsch; return the number of words, 0 if it is neither."""
        name, counted = words[0], words[1] if len(words) > 1 else None
        match = OF_PLAYER.fullmatch(counted.text) if counted else None
        if fold_text(name.text) in paths_by_word(self.kind) and not match:
            return 0  # a flag
        is_agreed = issubclass(self.kind, AgreedHand)
        player = self.seated.find_player(name, self.problems, unknown="word_unknown")
        if not (match and counted):
            if is_agreed and player is not None:
                self.problems.add("value_unreadable", name.column, word=name.text)
            elif player is not None:
                self.fields.append_to_field("losers", player, name.column)
            return 1
        if player is not None:
            for field, text in (("points" if is_agreed else "card_points", match[1]), ("tricks", match[2])):
                if text is not None:
                    self.fields.set_player_count(field, player, self.seated.name_of(player), int(text), counted.column)
        return 2

    def _read_card_words(self, words: Sequence[Token]) -> int:
        """Read a card or a suit, `Eichel`, `Eichel-Zehn`, `Eichel Zehn`; return the number of words."""
        word = words[0]
        if not word.is_bare:
            return 0
        if len(words) > 1 and fold_text(word.text) in suit_words() and fold_text(words[1].text) in rank_words():
            self.fields.set_field("call.card", parse_card(f"{word.text}-{words[1].text}"), word.column)
            return 2
        if fold_text(word.text) in suit_words():
            self._set_bare_suit(suit_words()[fold_text(word.text)], word.column)
            return 1
        card = parse_card(word.text)
        if card is None:
            return 0
        self.fields.set_field("call.card", card, word.column)
        return 1

    def _set_bare_suit(self, suit: str, column: int) -> None:
        if self.fields.hand["contract"] in spelling.CALLING:
            self.fields.set_field("call.card", {"rank": "ace", "suit": str(suit)}, column)
        else:
            self.fields.set_field("trump_suit", str(suit), column)

    def _read_figure_word(self, word: Token) -> bool:
        """Read the counts of the sides such as `94/6:26`, a run such as `L3` or `L-3`, or doublings such as `K2`."""
        if match := COUNT.fullmatch(word.text):
            for field, text in zip(COUNT_FIELDS, match.groups(), strict=True):
                if text is not None:
                    self.fields.set_field(field, int(text), word.column)
        elif match := RUN.fullmatch(word.text):
            self.fields.set_field("top_trumps.count", int(match[2]), word.column)
            self.fields.set_field("top_trumps.side", "opponents" if match[1] else "declarer_side", word.column)
        elif match := DOUBLED.fullmatch(word.text):
            self.fields.set_field("kontra", int(match[1]), word.column)
        return match is not None

    def _read_doubling_word(self, word: Token) -> bool:
        """Read one more doubling from `Stoss`, `Retour`, `Kontra`, `Re`."""
        if fold_text(word.text) not in map(fold_text, spelling.DOUBLING_WORDS):
            return False
        self.fields.append_to_field("kontra", None, word.column)
        return True

    def _read_result_word(self, word: Token) -> bool:
        text = fold_text(word.text)
        for lost, won in spelling.WON.values():
            if text in (fold_text(lost), fold_text(won)):
                self.fields.set_field("won", text == fold_text(won), word.column)
                return True
        level = choice_words().get(text)
        if level not in tuple(Level):
            return False
        self.fields.set_field("level", level, word.column)
        return True

    def _read_flag_word(self, word: Token) -> bool:
        path = paths_by_word(self.kind).get(fold_text(word.text))
        if path is None or fields_by_path(self.kind)[path].read is not read_bool:
            return False
        self.fields.set_field(path, True, word.column)
        return True

    def _read_field_word(self, word: Token) -> None:
        key, *values = word.split_at("=")
        path = paths_by_word(self.kind).get(fold_text(key.text))
        if path is None or path == "contract":
            self.problems.add("word_unknown", word.column, word=key.text)
        elif len(values) != 1 or not values[0].text:
            self.problems.add("value_unreadable", word.column, word=key.text)
        else:
            value = read_value(fields_by_path(self.kind)[path].read, values[0], self.seated, self.problems)
            self.fields.set_field(path, value, values[0].column)
