"""`python -m rules score | explain | games`: the rules without the site."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Mapping
from io import TextIOWrapper
from typing import TextIO

from rules import GAMES, PRESETS, Player, Problem, Report, RulesError, Ruleset, Score, State, Table, words
from rules.games import read_ruleset
from rules.problems import ProblemList
from rules.scoring import read_report
from rules.scoring_memo import ScoringMemo
from rules.state import read_state

_KEYS = frozenset({"id", "game", "preset", "house_rules", "version", "players", "dealer", "hand", "state"})


def score_line(line: str, memo: ScoringMemo) -> tuple[Report, Score]:
    """One JSON object: {"game", "preset"?, "house_rules"?, "players", "dealer"?, "hand", "state"?, "id"?}.

    Raises: RulesError with every problem of the line that can be told.
    """
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise RulesError((Problem(code="bad_json", field="line", args={"detail": str(error)}),)) from error
    if not isinstance(raw, dict):
        raise RulesError((Problem(code="not_a_mapping", field="line"),))
    of_table = ProblemList()
    table = _read_line_table(raw, of_table)
    problems = list(of_table)
    ruleset, state, hand = _read_line_ruleset(raw, problems), _read_line_state(raw, problems), raw.get("hand")
    if ruleset is None or not isinstance(hand, Mapping):
        raise RulesError(tuple(problems))
    if not problems:
        answer = memo.score(hand, ruleset=ruleset, table=table, state=state)
        return _report_of_scored_hand(hand, ruleset, table), answer
    try:
        read_report(hand, ruleset=ruleset, table=table, state=state)
    except RulesError as error:
        problems += [problem for problem in error.problems if problem not in problems]
    raise RulesError(tuple(problems))


def _report_of_scored_hand(hand: Mapping[str, object], ruleset: Ruleset, table: Table) -> Report:
    """What was said of a hand: read again for the words, and not checked again."""
    contract = ruleset.contract(str(hand["contract"]).strip(), len(table.players))
    if contract is None:
        raise AssertionError("a hand was scored and nobody knows its contract")
    return contract.report.read(hand, table=table, problems=ProblemList())


def _read_line_table(raw: Mapping[str, object], problems: ProblemList) -> Table:
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


def _read_line_ruleset(raw: Mapping[str, object], problems: list[Problem]) -> Ruleset | None:
    try:
        return read_ruleset(raw)
    except RulesError as error:
        problems += error.problems
        return None


def _read_line_state(raw: Mapping[str, object], problems: list[Problem]) -> State:
    state = raw.get("state") or {}
    if not isinstance(state, Mapping):
        problems.append(Problem(code="not_a_mapping", field="state"))
        return State()
    try:
        return read_state(state)
    except RulesError as error:
        problems += error.problems
        return State()


def _score_line_json(report: Report, answer: Score, language: str) -> str:
    explained = [{**reason.to_json(), "text": words.reason_text(reason, language)} for reason in answer.reasons]
    summary = {"text": words.hand_text(report, answer, language), "sum": words.sum_text(answer, language)}
    return json.dumps({**answer.to_json(), "reasons": explained, **summary}, ensure_ascii=False)


def _problems_line_json(problems: Iterable[Problem], language: str) -> str:
    answer = [{**problem.to_json(), "text": words.problem_text(problem, language)} for problem in problems]
    return json.dumps({"problems": answer}, ensure_ascii=False)


def _score_text(report: Report, answer: Score, language: str) -> str:
    """The score for people."""
    moves = "  ".join(f"{player} {points:+d}" for player, points in answer.points.items())
    sources = " ".join(dict.fromkeys(reason.rule for reason in answer.reasons))
    return "\n".join(
        [
            words.hand_text(report, answer, language),
            f"  {words.sum_text(answer, language)}",
            f"  {moves}",
            f"  [{sources}]",
        ]
    )


def _rules_problems_text(problems: Iterable[Problem], language: str) -> str:
    return "\n".join(f"! {problem.field}: {words.problem_text(problem, language)}" for problem in problems)


def _games_text(language: str) -> Iterable[str]:
    """Games with their contracts, presets and house rules, each with its meaning."""
    for name, game in GAMES.items():
        yield f"{name}: {words.game_name(name, language)}"
        ruleset = next(iter(PRESETS[name].values()))
        for contract in ruleset.contracts(max(4, game.LEAST_PLAYERS)):
            yield f"  contract {contract.id}: {words.contract_name(contract.id, language)} [{contract.source}]"
        for preset in PRESETS[name]:
            yield f"  preset {preset}: {words.preset_name(name, preset, language)}"
        for rule, default, metadata in game.house_rules():
            shown = json.dumps(default if not isinstance(default, tuple) else list(default))
            meaning = words.house_rule_text(name, rule, language)
            yield f"  house rule {rule} = {shown}: {meaning} [{metadata['source']}]"


def main(arguments: list[str], source: TextIO, target: TextIO) -> int:
    """Exit code 0, or 1 when any line had a problem."""
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    parser.add_argument("command", choices=("score", "explain", "games"))
    parser.add_argument("--language", choices=words.LANGUAGES, default="en")
    options = parser.parse_args(arguments)
    if options.command == "games":
        target.writelines(f"{line}\n" for line in _games_text(options.language))
        return 0
    is_json = options.command == "score"
    said, refused = (_score_line_json, _problems_line_json) if is_json else (_score_text, _rules_problems_text)
    failed, memo = False, ScoringMemo()
    for line in source:
        if line.strip():
            try:
                answer = said(*score_line(line, memo), options.language)
            except RulesError as error:
                answer, failed = refused(error.problems, options.language), True
            target.write(f"{answer}\n")
    return int(failed)


if __name__ == "__main__":
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # whatever bytes come in, there is an answer to them
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = main(sys.argv[1:], sys.stdin, sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read has seen enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    sys.exit(code)
