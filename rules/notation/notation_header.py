"""The header of an evening: what was agreed before its first hand, a line each: `Spiel: bavarian/tournament`."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.base_ruleset import Ruleset
from rules.games.registry import GAMES, PRESETS, read_ruleset
from rules.notation.evening import Stake, WrittenEnd, WrittenEvening
from rules.notation.hand_writer import player_text
from rules.notation.notation_values import Seated
from rules.notation.scanner import LineProblem, LineProblems, Token, scan_line
from rules.notation.spelling import LANGUAGE, evening_word, is_evening_word, unquote_text, word_in_language
from rules.problems import Problem, ProblemList, RulesError
from rules.table import Player, Table
from rules.vocabulary import fold_text
from rules.wording.words import LANGUAGES, NOBODY, Names, game_name, preset_name

HEADERS = ("game", "house_rule", "players", "stake", "dealer", "end", "date")
ENDS = {
    "rounds": ("Runden", "rounds"), "deals": ("Spiele", "hands"), "points": ("Punkte", "points"), "at": ("um", "at"),
}  # fmt: skip
_HEADER = re.compile(r"\s*([^\W\d_][\w -]*?)\s*:\s*(.*?)\s*")
_NUMBERED = re.compile(r"([0-9]{1,9})\s+(\S.*)")
_RULE = re.compile(r"(\w+)\s*=\s*(.*)")
_AT = re.compile(r"(\w+)\s+(\S.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderLine:
    kind: str
    value: Token
    line: int


def notation_header_line(text: str, line: int) -> HeaderLine | None:
    found = _HEADER.fullmatch(text)
    kinds = [kind for kind in HEADERS if found and is_evening_word(found[1], kind)]
    if not found or not kinds:
        return None
    return HeaderLine(kind=kinds[0], value=Token(text=found[2], column=found.start(2) + 1), line=line)


@dataclass(slots=True, kw_only=True)
class EveningHeader:
    problems: list[LineProblem] = field(default_factory=list)
    lines: dict[str, HeaderLine] = field(default_factory=dict)  # by kind; a second one of a kind is refused
    house_rules: dict[str, tuple[object, HeaderLine]] = field(default_factory=dict)  # by name

    def add_line(self, line: HeaderLine) -> None:
        if line.kind == "house_rule":
            self._add_house_rule(line)
        elif line.kind in self.lines:
            self._add_header_problem(line, "written_twice", word=evening_word(line.kind, LANGUAGE))
        else:
            self.lines[line.kind] = line

    def _add_house_rule(self, line: HeaderLine) -> None:
        found = _RULE.fullmatch(line.value.text)
        if found is None:
            self._add_header_problem(line, "value_unreadable", word=line.value.text)
        elif found[1] in self.house_rules:
            self._add_header_problem(line, "written_twice", word=found[1])
        else:
            try:
                value = json.loads(found[2])
            except (ValueError, RecursionError):  # a text
                value = found[2]
            self.house_rules[found[1]] = value, line

    def read_notation_header(self) -> WrittenEvening | None:
        """Return the evening without its hands; None if any header line is wrong or missing."""
        ruleset, players = self._read_header_ruleset(), self._read_header_players()
        stake, end = self._read_header_stake(), self._read_header_end()
        if ruleset is None or not players:
            return None
        dealer = self._read_header_dealer(players)
        self._check_header_table(ruleset, players, dealer)
        date = self.lines["date"].value.text if "date" in self.lines else ""
        if self.problems:
            return None
        return WrittenEvening(ruleset=ruleset, players=players, dealer=dealer, date=date, stake=stake, end=end)

    def _read_header_ruleset(self) -> Ruleset | None:
        line = self._required_line("game")
        if line is None:
            return None
        game, _, preset = (part.strip() for part in line.value.text.partition("/"))
        known = {fold_text(name): id for id in GAMES for name in (id, *(game_name(id, one) for one in LANGUAGES))}
        raw: dict[str, object] = {"game": known.get(fold_text(game), game)}
        if preset:
            raw["preset"] = _find_preset(str(raw["game"]), preset)
        raw["house_rules"] = {name: value for name, (value, _line) in self.house_rules.items()}
        try:
            return read_ruleset(raw)
        except RulesError as error:
            for problem in error.problems:
                _, at = self.house_rules.get(problem.field.partition(".")[0], (None, line))
                self._add_header_problem(at, problem.code, field=problem.field, **problem.args)
            return None

    def _read_header_players(self) -> tuple[Player, ...]:
        line = self._required_line("players")
        if line is None:
            return ()
        problems = LineProblems(line.line)
        words = [word.text.rstrip(",") for word in scan_line(line.value.text, problems).words]
        names = [unquote_text(word) if word.startswith('"') else word for word in words]
        self.problems += problems
        return tuple(Player(name) for name in names if name)

    def _read_header_dealer(self, players: tuple[Player, ...]) -> Player:
        """Return the named dealer, else the last player, so that the first one leads."""
        line = self.lines.get("dealer")
        if line is None:
            return players[-1]
        problems = LineProblems(line.line)
        found = Seated(players=players, names=NOBODY).find_player(line.value, problems)
        self.problems += problems
        return found or players[-1]

    def _check_header_table(self, ruleset: Ruleset, players: tuple[Player, ...], dealer: Player) -> None:
        problems = ProblemList()
        ruleset.check_table(Table(players=players, dealer=dealer), problems)
        if len(set(players)) != len(players):
            problems.add("player_twice", "players")
        for problem in problems:
            line = self.lines.get("dealer" if problem.field == "dealer" else "players") or self.lines["players"]
            self._add_header_problem(line, problem.code, field=problem.field, **problem.args)

    def _read_header_stake(self) -> Stake | None:
        line = self.lines.get("stake")
        found = _NUMBERED.fullmatch(line.value.text) if line else None
        if line and not found:
            self._add_header_problem(line, "value_unreadable", word=line.value.text)
        return Stake(amount=int(found[1]), unit=" ".join(found[2].split())) if found else None

    def _read_header_end(self) -> WrittenEnd | None:
        line = self.lines.get("end")
        if line is None:
            return None
        counted, at = _NUMBERED.fullmatch(line.value.text), _AT.fullmatch(line.value.text)
        word = fold_text(counted[2] if counted else at[1] if at else "")
        kind = next((kind for kind, names in ENDS.items() if word in map(fold_text, names)), None)
        if counted and kind not in (None, "at"):
            return WrittenEnd(kind=str(kind), value=int(counted[1]))
        if at and kind == "at":
            return WrittenEnd(kind=kind, value=at[2])
        self._add_header_problem(line, "value_unreadable", word=line.value.text)
        return None

    def _required_line(self, kind: str) -> HeaderLine | None:
        if kind not in self.lines:
            missing = Problem(code="header_missing", field=kind, args={"word": evening_word(kind, LANGUAGE)})
            self.problems.append(LineProblem(line=1, column=1, problem=missing))
        return self.lines.get(kind)

    def _add_header_problem(self, line: HeaderLine, code: str, *, field: str = "line", **args: str | int) -> None:
        problem = Problem(code=code, field=field, args=args)
        self.problems.append(LineProblem(line=line.line, column=line.value.column, problem=problem))


def write_notation_header(evening: WrittenEvening, names: Names, language: str) -> Iterator[str]:
    preset, house_rules = nearest_preset_and_changes(evening.ruleset)
    yield _notation_line("game", f"{evening.ruleset.GAME}/{preset}" if preset else evening.ruleset.GAME, language)
    for name, value in house_rules.items():
        yield _notation_line("house_rule", f"{name} = {json.dumps(value, ensure_ascii=False)}", language)
    if evening.date:
        yield _notation_line("date", evening.date, language)
    players = [player_text(player, evening.players, names) for player in evening.players]
    yield _notation_line("players", " ".join(players), language)
    yield _notation_line("dealer", player_text(evening.dealer, evening.players, names), language)
    if evening.stake:
        yield _notation_line("stake", f"{evening.stake.amount} {evening.stake.unit}", language)
    if evening.end:
        word = word_in_language(ENDS[evening.end.kind], language)
        parts = (word, evening.end.value) if evening.end.kind == "at" else (evening.end.value, word)
        yield _notation_line("end", f"{parts[0]} {parts[1]}", language)


def nearest_preset_and_changes(ruleset: Ruleset) -> tuple[str | None, dict[str, object]]:
    """Return the preset that differs least, the first of several, and the house rules that differ."""
    agreed = ruleset.to_json()["house_rules"]
    assert isinstance(agreed, dict)
    bases: list[tuple[str | None, Ruleset]] = [*PRESETS[ruleset.GAME].items(), (None, GAMES[ruleset.GAME]())]
    found = [(name, {rule: agreed[rule] for rule in ruleset.unlike(base)}) for name, base in bases]
    return min(found, key=lambda one: len(one[1]))


def _notation_line(kind: str, value: str, language: str) -> str:
    return f"{evening_word(kind, language)}: {value}"


def _find_preset(game: str, text: str) -> str:
    """Return the preset with this id, else with this name; a name may equal the id of another preset."""
    presets = tuple(PRESETS.get(game, ()))
    named = {fold_text(preset_name(game, preset, one)): preset for preset in presets for one in LANGUAGES}
    return {**named, **{fold_text(preset): preset for preset in presets}}.get(fold_text(text), text)
