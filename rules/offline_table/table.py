"""The compiler of a ruleset into a lookup table with which the phone scores a hand without the rules.

`scorebook/web/static/web/evaluate.js` reads it. The table holds:

game, people   for each number of people who may play: how many of them hold cards, and the place of their list
contracts      lists of contract id -> place of its line
lines          the questions and values of a contract, see below; contracts that differ in nothing share a line
ends           letter -> [won by the declaring side, level]
rows, results  the end for every number of card points, see `rules.offline_table.results`
sums           the steps to a value, see `rules.offline_table.prices.offline_price_figures`
runs           the amounts that each length of a run of top trumps adds, for the lines' `runs`
run_codes      side -> code of the reason of such a run
leaves         everything a hand may leave for the next one: Bock hands, a round
pack           the card points of the pack, the most first
pays           those who settle with the declarer: the "active" players or the whole "table"
rounds_up      whether half a point is rounded up
takes_over     present if the opponents' Kontra turns the limits
customs        the rules of pot, Bock and rounds
tally, match   present if the sheet holds a tally; strokes and games, if teams play for them

A line of a declared contract has `sides` (alone, partners, opposite), `tricks` (fewest and most card points in each
number of tricks), `results` (place of the result table by the other reported fields), `suits` (trump suit -> place in
`worth`), `worth` (place of the sum of each end and of what it leaves), `runs` (side -> end -> place), `kontra`,
`turns`, `laid`, `undoubled` (not even by Bock and rounds), `calls`, `top` (card points of the trumps). Every amount is
doubled, so that half points are whole. The keys of a single game are explained at its
`offline_settings` and `offline_line`.
"""

import json
from functools import lru_cache

from rules.base_ruleset import RULESETS_KEPT, Contract, Ruleset
from rules.games.declarer_game import DeclarerGame
from rules.offline_table.contract_lines import offline_declared_contract, offline_special_contract
from rules.offline_table.results import ENDS, Json, OfflineSample, Shared
from rules.problems import ProblemList
from rules.table import Player, Table

VERSION = 2
PEOPLE = tuple(Player(name) for name in "ABCDEFG")


def lookup(ruleset: Ruleset) -> Json:
    """Return the table as JSON; always the same for the same ruleset."""
    found: Json = json.loads(lookup_text(ruleset))
    return found


@lru_cache(maxsize=RULESETS_KEPT)
def lookup_text(ruleset: Ruleset) -> str:
    """Return the table as compact JSON text.

    The cache key is the ruleset, its class and the value of every house rule: tables that agree on the same share one.
    """
    return json.dumps(_offline_table(ruleset), ensure_ascii=False, separators=(",", ":"))


def _offline_table(ruleset: Ruleset) -> Json:
    shared = Shared()
    possible = range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1)
    numbers = [number for number in possible if _may_sit_at_table(ruleset, number)]
    # Players who sit out change no contract: a table of seven plays the contracts of four.
    seats = sorted({ruleset.seats(number) for number in numbers})
    contracts: list[dict[str, int]] = []
    for table in map(_seated_sample_table, seats):
        lines = {
            one.id: _offline_contract_line(ruleset, one, table, shared) for one in ruleset.contracts(len(table.players))
        }
        contracts.append({id: shared.lines.place_of(line) for id, line in lines.items()})
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
    """Return a table at which A leads and the last one deals."""
    return Table(players=PEOPLE[:people], dealer=PEOPLE[people - 1])


def _may_sit_at_table(ruleset: Ruleset, people: int) -> bool:
    problems = ProblemList()
    ruleset.check_table(_seated_sample_table(people), problems)
    return not problems


def _offline_contract_line(ruleset: Ruleset, contract: Contract, table: Table, shared: Shared) -> Json:
    hands = ruleset.sample_hands(contract, table) if isinstance(ruleset, DeclarerGame) else {}
    if not hands or not isinstance(ruleset, DeclarerGame):
        return offline_special_contract(ruleset, contract, table, shared)
    samples = {name: OfflineSample(game=ruleset, hand=hand, contract=one) for name, (hand, one) in hands.items()}
    lines = {name: offline_declared_contract(sample, shared) for name, sample in samples.items()}
    return {**lines.pop(""), **lines}
