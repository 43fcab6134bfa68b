"""The reader of a hand in a line: input of `read_report`, or every problem with its column. Inverse: `hand_writer`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.base_ruleset import Ruleset
from rules.hand_fields import fields_by_path
from rules.notation import spelling
from rules.notation.notation_values import COUNT, COUNT_FIELDS, DOUBLED, OF_PLAYER, RUN, Seated, parse_card, read_value
from rules.notation.scanner import LineProblems, Scanned, Token
from rules.notation.spelling import choice_words, contract_at, fold_text, rank_words, suit_words
from rules.problems import ProblemList, RulesError
from rules.reading import cache_by_class, read_bool
from rules.report import AgreedHand, RamschHand, Report, RoundCall
from rules.score import Level
from rules.scoring import read_report
from rules.state import State
from rules.table import Table
from rules.wording.words import Names

Hand = dict[str, object]
_MAX_BEFORE = 12  # words before the contract, of which two can be names


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedHand:
    hand: Hand | None  # the input of `read_report`; None if the line cannot be read
    report: Report | None  # None if anything is wrong


@cache_by_class
def paths_by_word(kind: type[Report]) -> Mapping[str, str]:
    return {fold_text(word): path for path in fields_by_path(kind) for word in spelling.field_words(path)}


class FieldColumns:
    """The hand of a line while it is read, as JSON, with the column of each field."""

    def __init__(self, problems: LineProblems) -> None:
        self.hand: Hand = {}
        self.columns: dict[str, int] = {}  # of each field, by path
        self._problems = problems

    def column_of(self, field: str) -> int:
        """Return the column of the field, of its parent or child, else of the contract."""
        parts = field.split(".")
        paths = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
        inner = [path for path in self.columns if path.startswith(f"{field}.")]
        places = [self.columns[path] for path in (*paths, *inner, "contract") if path in self.columns]
        return places[0] if places else 1

    def set_field(self, path: str, value: object, column: int) -> None:
        if path in self.columns:
            self.refuse_again(spelling.field_word(path, spelling.LANGUAGE), column)
            return
        self.columns[path] = column
        outer, _, inner = path.partition(".")
        if inner:
            nested = self.hand.setdefault(outer, {})
            assert isinstance(nested, dict)
            nested[inner] = value
        else:
            self.hand[outer] = value

    def append_to_field(self, path: str, value: object, column: int) -> None:
        """Append to a list that is written word by word."""
        several = self.hand.setdefault(path, [])
        if not isinstance(several, list):
            self.refuse_again(spelling.field_word(path, spelling.LANGUAGE), column)
            return
        several.append(value)
        self.columns.setdefault(path, column)

    def set_player_count(self, path: str, player: str, name: str, count: int, column: int) -> None:
        counts = self.hand.setdefault(path, {})
        if not isinstance(counts, dict) or player in counts:
            self.refuse_again(name, column)
            return
        counts[player] = count
        self.columns |= {f"{path}.{player}": column, path: self.columns.get(path, column)}

    def refuse_again(self, word: str, column: int) -> None:
        self._problems.add("written_twice", column, word=word)


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

    def read_report(self, hand: Hand, state: State | None, *, is_judged: bool) -> Report | None:
        report, problems = None, ProblemList()
        try:
            if is_judged:
                return read_report(hand, ruleset=self.ruleset, table=self.table, state=state)
            report = self.kind.read(hand, table=self.table, problems=problems)
        except RulesError as error:
            problems += error.problems
        for problem in problems:
            self.problems.add_problem(problem, self.fields.column_of(problem.field))
        return report

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
        if found is None or not spelling.own_contract_name(found[0].contract):
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
        self._set_contract(spelling.find_contract(text or "", self.ruleset, len(self.table.players)), words[0].column)
        return words[1:]

    def _set_contract(self, contract: str, column: int) -> None:
        found = self.ruleset.contract(contract, len(self.table.players))
        self.kind = found.report if found else Report
        self.fields.set_field("contract", contract, column)

    def _read_leading_players(self, lead: Sequence[Token]) -> None:
        fields = (spelling.leading_field(self.kind, str(self.fields.hand["contract"])), "partner")
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
        if not (self._read_figure_word(word) or self._read_single_word(word)):
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

    def _read_single_word(self, word: Token) -> bool:
        """Read one more doubling, such as `Stoss` or `Retour`, a result, a level, or a flag."""
        text, level = fold_text(word.text), choice_words().get(fold_text(word.text))
        path = paths_by_word(self.kind).get(text)
        results = {fold_text(one): bool(place) for pair in spelling.WON.values() for place, one in enumerate(pair)}
        if text in map(fold_text, spelling.DOUBLING_WORDS):
            self.fields.append_to_field("kontra", None, word.column)
        elif text in results:
            self.fields.set_field("won", results[text], word.column)
        elif level in tuple(Level):
            self.fields.set_field("level", level, word.column)
        elif path is not None and fields_by_path(self.kind)[path].read is read_bool:
            self.fields.set_field(path, True, word.column)
        else:
            return False
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
    report = reader.read_report(hand, state, is_judged=is_judged)
    return ParsedHand(hand=hand, report=None if found else report)
