"""Compiles a ruleset into a lookup table so that the phone can score a hand without the rules.

`scorebook/web/static/web/evaluate.js` reads it. The table holds:

game, people   for each number of people who may play: how many of them hold cards, and the place of their list
contracts      lists of contract id -> place of its line
lines          what a contract asks and is worth, see below; contracts that differ in nothing share a line
ends           letter -> [won by the declaring side, level]
rows, results  the end for every number of card points, see `rules.offline_table.results`
sums           how a value comes about, see `rules.offline_table.prices.offline_figures`
runs           what a run of so many top trumps adds, for the lines' `runs`
run_codes      side -> what the reason of such a run is called
leaves         what a hand may leave for the next one: Bock hands, a round
pack           what the cards count, the most first
pays           who settles with the declarer: the "active" players or the whole "table"
rounds_up      whether half a point is rounded up
takes_over     whether the opponents' Kontra turns the limits, where that is so
customs        pot, Bock, rounds: what moves them
tally, match   where the sheet holds a tally; strokes and games, where teams play for them

A line of a declared contract has `sides` (alone, partners, opposite), `tricks` (fewest and most card points in each
number of tricks), `results` (place of the result table by what else was reported), `suits` (trump suit -> place in
`worth`), `worth` (place of the sum of each end and what it leaves), `runs` (side -> end -> place), `kontra`, `turns`,
`laid`, `undoubled` (not even by Bock and rounds), `calls`, `top` (what the trumps count). Every amount is doubled, so
that half points are whole. What only one game has is explained there, at `offline_settings` and `offline_line`.
"""

from __future__ import annotations

import json
from functools import lru_cache

from rules.declarer_game import DeclarerGame
from rules.offline_table import declared_hands, special_hands
from rules.offline_table.intern import Json, Shared
from rules.offline_table.results import ENDS, OfflineResults
from rules.offline_table.sample import OfflineSample
from rules.problems import ProblemList
from rules.ruleset import RULESETS_KEPT, Contract, Ruleset
from rules.table import Player, Table

VERSION = 2
PEOPLE = tuple(Player(name) for name in "ABCDEFG")


def lookup(ruleset: Ruleset) -> Json:
    """The table as JSON; always the same for the same ruleset."""
    found: Json = json.loads(lookup_text(ruleset))
    return found


@lru_cache(maxsize=RULESETS_KEPT)
def lookup_text(ruleset: Ruleset) -> str:
    """The table as compact JSON text.

    Kept by the ruleset itself: its class and the value of every house rule, so that tables that agree on the same
    share one, and whoever settles a house rule otherwise gets another.
    """
    return json.dumps(_offline_table(ruleset), ensure_ascii=False, separators=(",", ":"))


def _offline_table(ruleset: Ruleset) -> Json:
    shared = Shared()
    numbers = [
        number
        for number in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1)
        if _may_sit_at_table(ruleset, number)
    ]
    # Who sits out changes no contract: a table of seven plays what four play.
    seats = sorted({ruleset.seats(number) for number in numbers})
    contracts = _offline_contracts(ruleset, seats, shared)
    used = {letter for row in shared.rows.values for letter in row}
    return {
        "version": VERSION,
        "game": ruleset.GAME,
        "people": {number: [ruleset.seats(number), seats.index(ruleset.seats(number))] for number in numbers},
        "contracts": contracts,
        "lines": shared.lines.values,
        "ends": {letter: [end and end.won, end and end.level.value] for letter, end in ENDS.items() if letter in used},
        "rows": shared.rows.values,
        "results": shared.results.values,
        "sums": shared.sums.values,
        "runs": shared.runs.values,
        "run_codes": shared.run_codes,
        "leaves": shared.leaves.values,
        **ruleset.offline_settings(),
    }


def _seated_sample_table(people: int) -> Table:
    """A table at which A leads and the last one deals."""
    return Table(players=PEOPLE[:people], dealer=PEOPLE[people - 1])


def _may_sit_at_table(ruleset: Ruleset, people: int) -> bool:
    problems = ProblemList()
    ruleset.check_table(_seated_sample_table(people), problems)
    return not problems


def _offline_contracts(ruleset: Ruleset, seats: list[int], shared: Shared) -> list[dict[str, int]]:
    results = OfflineResults(shared)
    return [
        {
            contract.id: shared.lines.place(
                _offline_contract_line(ruleset, contract, _seated_sample_table(number), results, shared)
            )
            for contract in ruleset.contracts(number)
        }
        for number in seats
    ]


def _offline_contract_line(
    ruleset: Ruleset, contract: Contract, table: Table, results: OfflineResults, shared: Shared
) -> Json:
    hands = ruleset.sample_hands(contract, table) if isinstance(ruleset, DeclarerGame) else {}
    if not hands or not isinstance(ruleset, DeclarerGame):
        return special_hands.special_line(ruleset, contract, table, shared)
    samples = {name: OfflineSample(game=ruleset, hand=hand, contract=one) for name, (hand, one) in hands.items()}
    lines = {name: declared_hands.declared_line(sample, results, shared) for name, sample in samples.items()}
    return {**lines.pop(""), **lines}
