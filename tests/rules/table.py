"""People at a table, rulesets and hands in short: what every test of the rules starts from."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path

import rules
from rules import Player, RulesError, Ruleset, Score, State, Table
from rules.wording import words

ROOT = Path(__file__).parent.parent.parent
ANNA, BEPPO, CILLI, DANI, EVI, FRANZ, GUSTL = PEOPLE = tuple(
    map(Player, ("Anna", "Beppo", "Cilli", "Dani", "Evi", "Franz", "Gustl"))
)

Json = Mapping[str, object]


def seated(people: int, *, dealer: Player | None = None) -> Table:
    """The first people in seating order; the last one deals, so that Anna leads."""
    players = PEOPLE[:people]
    return Table(players=players, dealer=dealer or players[-1])


def agreed(game: str, preset: str | Json | None = None, **house_rules: object) -> Ruleset:
    """A preset, or the defaults of a game, with some house rules settled otherwise."""
    if isinstance(preset, str | None):
        return rules.read_ruleset({"game": game, "preset": preset, "house_rules": house_rules})
    return rules.read_ruleset({"game": game, "house_rules": preset})


def least_table(ruleset: Ruleset) -> Table:
    """The smallest full table: everybody holds cards."""
    return seated(ruleset.seats(ruleset.MOST_PLAYERS))


def scored(hand: Json, ruleset: Ruleset, table: Table | None = None, state: State | None = None) -> Score:
    """Read and scored, as a line of input is."""
    report = rules.read_report(hand, ruleset=ruleset, table=table or least_table(ruleset), state=state)
    score = rules.score(report, ruleset, state)
    for language in words.LANGUAGES:
        assert words.hand_text(report, score, language) and words.sum_text(score, language)
    return score


def problems(
    hand: Json, ruleset: Ruleset, table: Table | None = None, state: State | None = None
) -> set[tuple[str, str]]:
    """Field and code of everything that is wrong with a hand; empty when it is accepted."""
    try:
        scored(hand, ruleset, table, state)
    except RulesError as error:
        for problem, language in product(error.problems, words.LANGUAGES):
            assert not re.search(r"\{\w*\}", words.problem_text(problem, language))
        return {(problem.field, problem.code) for problem in error.problems}
    return set()


def command(arguments: Iterable[str], lines: Iterable[str] | bytes = (), *, seed: int = 0) -> tuple[int, bytes]:
    """Exit code and output of `python -m rules`, which must never write a traceback.

    seed: of the hashes of strings, which must not show in any answer.
    """
    given = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
    done = subprocess.run(
        [sys.executable, "-m", "rules", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={"PYTHONHASHSEED": str(seed)},
    )
    assert done.stderr == b"", done.stderr.decode()
    return done.returncode, done.stdout


def answers(lines: Iterable[str]) -> list[dict[str, object]]:
    """What `python -m rules score` says to each line, in one run."""
    _, output = command(["score"], lines)
    return [json.loads(line) for line in output.decode().splitlines()]
