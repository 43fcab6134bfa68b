"""Score hands on the command line, without the site.

`score` and `explain` read hands as lines of JSON, `read` turns evenings in notation into such lines, `notate` turns the
lines into notation, and `games` lists every game with its contracts, presets and house rules.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from io import TextIOWrapper
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, TextIO

from rules import GAMES, PRESETS, Player, Problem, Report, RulesError, Ruleset, Score, State, Table
from rules.games.registry import read_ruleset
from rules.notation import EveningText, json_lines, write_evening
from rules.problems import ProblemList
from rules.scoring import read_report, score
from rules.state import read_state
from rules.wording import words

_MAX_ID = 200
_KEYS = frozenset({"id", "game", "preset", "house_rules", "version", "players", "dealer", "hand", "state"})


def read_line(line: str) -> dict[str, object]:
    """Parse a line as a JSON object. Raises: RulesError bad_json, not_a_mapping."""
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise RulesError((Problem(code="bad_json", field="line", args={"detail": str(error)}),)) from error
    if not isinstance(raw, dict):
        raise RulesError((Problem(code="not_a_mapping", field="line"),))
    return raw


def score_line(raw: Mapping[str, object]) -> tuple[Report, Score]:
    """Score {"game", "preset"?, "house_rules"?, "players", "dealer"?, "hand", "state"?, "id"?}.

    Raises: RulesError with every problem that can be found in the line.
    """
    table, ruleset, state, problems = _read_line_parts(raw)
    hand = raw.get("hand")
    if ruleset is not None and isinstance(hand, Mapping):
        try:
            report = read_report(hand, ruleset=ruleset, table=table, state=state)
            if not problems:
                return report, score(report, ruleset, state)
        except RulesError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    raise RulesError(tuple(problems))


def _read_line_table(raw: Mapping[str, object], problems: ProblemList) -> Table:
    if "id" in raw and not is_line_id(raw["id"]):
        problems.add("not_text", "id")
    for name in raw:  # in the order of the line: a difference of sets has none
        if name not in _KEYS:
            problems.add("field_unknown", name)
    players, dealer = raw.get("players"), raw.get("dealer")
    if not isinstance(players, list) or not all(isinstance(player, str) and player for player in players):
        problems.add("not_a_list", "players")
        players = []
    if dealer is not None and not isinstance(dealer, str):
        problems.add("player_unknown", "dealer", player=str(dealer))
        dealer = None
    if not isinstance(raw.get("hand"), Mapping):
        problems.add("not_a_mapping", "hand")
    return Table(players=tuple(map(Player, players)), dealer=Player(dealer) if dealer else None)


def _read_line_parts(raw: Mapping[str, object]) -> tuple[Table, Ruleset | None, State, ProblemList]:
    """Return table, ruleset and state of a line, and every problem with them."""
    problems = ProblemList()
    table, ruleset, state, before = _read_line_table(raw, problems), None, State(), raw.get("state") or {}
    try:
        ruleset = read_ruleset(raw)
    except RulesError as error:
        problems += error.problems
    if not isinstance(before, Mapping):
        problems.add("not_a_mapping", "state")
        return table, ruleset, state, problems
    try:
        state = read_state(before)
    except RulesError as error:
        problems += error.problems
    return table, ruleset, state, problems


def is_line_id(id: object) -> bool:
    """Return whether the id, which the output repeats, is a short text or a whole number."""
    return (isinstance(id, str) and len(id) <= _MAX_ID) or type(id) is int


def _score_json(report: Report, answer: Score, language: str) -> dict[str, object]:
    explained = [{**reason.to_json(), "text": words.reason_text(reason, language)} for reason in answer.reasons]
    summary = {"text": words.hand_text(report, answer, language), "sum": words.sum_text(answer, language)}
    return {**answer.to_json(), "reasons": explained, **summary}


def _score_text(report: Report, answer: Score, language: str) -> str:
    moves = "  ".join(f"{player} {points:+d}" for player, points in answer.points.items())
    if answer.tally:
        counts = "  ".join(f"{player} {count}" for player, count in answer.tally.items())
        written = words.rules_text("said.written_down", language, counts=counts)
        moves = f"{written}\n  {moves}" if any(answer.points.values()) else written
    sources = " ".join(dict.fromkeys(reason.rule for reason in answer.reasons))
    hand, equation = words.hand_text(report, answer, language), words.sum_text(answer, language)
    return f"{hand}\n  {equation}\n  {moves}\n  [{sources}]"


def _games_text(language: str) -> Iterable[str]:
    for name, game in GAMES.items():
        yield f"{name}: {words.game_name(name, language)}"
        ruleset = next(iter(PRESETS[name].values()))
        for contract in ruleset.contracts(max(4, game.LEAST_PLAYERS)):
            yield f"  contract {contract.id}: {words.contract_name(contract.id, language)} [{contract.source}]"
        for preset in PRESETS[name]:
            yield f"  preset {preset}: {words.preset_name(name, preset, language)}"
        for rule, default, metadata in game.house_rules():
            default_text = json.dumps(default if not isinstance(default, tuple) else list(default))
            meaning = words.house_rule_text(name, rule, language)
            yield f"  house rule {rule} = {default_text}: {meaning} [{metadata['source']}]"


def _score_lines(source: TextIO, target: TextIO, language: str) -> bool:
    """Write the score or the problems of each line; return whether any line had a problem."""
    failed = False
    for line in filter(str.strip, source):
        id: dict[str, object] = {}
        try:
            raw = read_line(line)
            id = {"id": raw["id"]} if is_line_id(raw.get("id")) else {}
            answer = _score_json(*score_line(raw), language)
        except RulesError as error:
            problems = [{**one.to_json(), "text": words.problem_text(one, language)} for one in error.problems]
            answer, failed = {"problems": problems}, True
        target.write(json.dumps({**id, **answer}, ensure_ascii=False) + "\n")
    return failed


def _explain_lines(source: TextIO, target: TextIO, language: str) -> bool:
    failed = False
    for line in filter(str.strip, source):
        try:
            answer = _score_text(*score_line(read_line(line)), language)
        except RulesError as error:
            problems = (f"! {one.field}: {words.problem_text(one, language)}" for one in error.problems)
            answer, failed = "\n".join(problems), True
        target.write(f"{answer}\n")
    return failed


def _read_notation(source: TextIO, target: TextIO, language: str) -> bool:
    """Write each hand of evenings in notation as a line for `score`, or the problems of its line."""
    failed = False
    for found in json_lines.evening_texts(source.read()):
        failed |= bool(found.problems)
        hands = json_lines.hand_lines(found.evening) if found.evening else ()
        for answer in sorted([*_line_problems_json(found, language), *hands], key=itemgetter("id")):
            target.write(json.dumps(answer, ensure_ascii=False) + "\n")
    return failed


def _line_problems_json(found: EveningText, language: str) -> Iterator[dict[str, Any]]:
    for line, problems in groupby(found.problems, key=attrgetter("line")):
        entries = [{**one.to_json(), "text": words.problem_text(one.problem, language)} for one in problems]
        yield {"id": line, "problems": entries}


def _notate_lines(source: TextIO, target: TextIO, language: str) -> bool:
    """Write lines for `score` as evenings in notation; the problems of a line become comments."""
    failed, found = False, json_lines.EveningsOfHands()
    for number, line in enumerate(source, start=1):
        if line.strip():
            try:
                _add_hand(read_line(line), found)
            except RulesError as error:
                failed = True
                for problem in error.problems:
                    text = words.problem_text(problem, language)
                    target.write(f"# ! {number}: {problem.field}: {text}\n".replace("\r", " "))
    target.write("\n".join(write_evening(evening, language=language) for evening in found.evenings))
    return failed


def _add_hand(raw: Mapping[str, object], found: json_lines.EveningsOfHands) -> None:
    """Add a hand in a line of JSON; without a state it follows the last hand."""
    table, ruleset, before, problems = _read_line_parts(raw)
    hand = raw.get("hand")
    if ruleset is None or problems or not isinstance(hand, Mapping):
        raise RulesError(tuple(problems))
    state = before if isinstance(raw.get("state"), Mapping) else None
    report = read_report(hand, ruleset=ruleset, table=table, state=state or found.state)
    found.add(report, ruleset, state)


COMMANDS = {"score": _score_lines, "explain": _explain_lines, "read": _read_notation, "notate": _notate_lines}


def main(arguments: list[str], source: TextIO, target: TextIO) -> int:
    """Run a command and return its exit code: 0, or 1 if any line had a problem."""
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    parser.add_argument("command", choices=(*COMMANDS, "games"))
    parser.add_argument("--language", choices=words.LANGUAGES, help="of texts and notation; else en and de")
    options = parser.parse_args(arguments)
    if options.command == "games":
        target.writelines(f"{line}\n" for line in _games_text(options.language or "en"))
        return 0
    usual = "de" if options.command == "notate" else "en"
    return int(COMMANDS[options.command](source, target, options.language or usual))


if __name__ == "__main__":
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # invalid bytes must end in a problem, not in a traceback
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = main(sys.argv[1:], sys.stdin, sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader closed the pipe, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    sys.exit(code)
