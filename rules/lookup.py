"""The phone's table of a ruleset: whatever a scribe may report, looked up instead of reckoned.

The table is made by asking `score`, so that no price and no limit is written twice; `evaluate.js` in
`scorebook/web/static/web` looks them up. What no table can hold (turns, pot, Bock, rounds, strokes) is written a second
time, in `bookkeeping.js` beside it. What the table holds:

game, people   for each number of people who may play: how many of them hold cards, and the place of their list
contracts      lists of contract id -> place of its line
lines          what a contract asks and is worth, see below; contracts that differ in nothing share a line
ends           letter -> [won by the declaring side, level]
rows, results  the end for every number of card points, see `rules.tabulated.results`
sums           how a value came about, see `rules.tabulated.probe.figures`
runs           what a run of so many top trumps adds, for the lines' `runs`
run_codes      side -> what the reason of such a run is called
takes_over     whether the opponents' Kontra turns the limits, where that is so
pack           what the cards count, the most first
leaves         what a hand may leave for the next one: Bock hands, a round
pays           who settles with the declarer: the "active" players or the whole "table"
rounds_up      whether half a point is rounded up
customs        pot, Bock, rounds: what moves them
match          strokes and games, where teams play for them
owes           what a tally costs, where the sheet holds a tally

A line of a declared contract has `sides` (alone, partners, opposite), `tricks` (fewest and most card points in each
number of tricks), `results` (place of the result table by what was said before), `suits` (trump suit -> place in
`worth`), `worth` (place of the sum of each end and what it leaves), `runs` (side -> end -> place), `kontra`, `turns`,
`laid`, `calls`, `top` (what the trumps count). Every amount is doubled, so that half points are whole.
"""

from __future__ import annotations

import json
from functools import lru_cache

from rules.bavarian import Bavarian
from rules.cards import pack_points
from rules.declared import DeclarerGame
from rules.report import AgreedHand
from rules.ruleset import Ruleset
from rules.tabulated import declared, others, tally
from rules.tabulated.customs import Leaves, customs
from rules.tabulated.declared import Shared
from rules.tabulated.probe import ENDS, Json, Pool, Probe
from rules.tabulated.results import Results

VERSION = 2
# Making one takes up to a second; 9 kB of text each. Phones keep theirs, so few are asked for at a time.
TABLES_KEPT = 256


def lookup(ruleset: Ruleset) -> Json:
    """The table as JSON; always the same for the same ruleset."""
    found: Json = json.loads(lookup_text(ruleset))
    return found


@lru_cache(maxsize=TABLES_KEPT)
def lookup_text(ruleset: Ruleset) -> str:
    """The table as compact JSON text.

    Kept by the ruleset itself: its class and the value of every house rule, so that tables that agree on the same
    share one, and whoever settles a house rule otherwise gets another.
    """
    return json.dumps(_table(ruleset), ensure_ascii=False, separators=(",", ":"))


def _table(ruleset: Ruleset) -> Json:
    shared = Shared(results=Results(), sums=Pool(), runs=Pool(), run_codes={}, leaves=Leaves())
    lines = Pool()
    numbers = [number for number in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1) if _may_sit(ruleset, number)]
    # Who sits out changes no contract: a table of seven plays what four play.
    seats = sorted({ruleset.seats(number) for number in numbers})
    lists = [_contracts(ruleset, playing, lines, shared) for playing in seats]
    rows: list[str] = shared.results.rows.values
    used = {letter for row in rows for letter in row}
    return {
        "version": VERSION,
        "game": ruleset.GAME,
        "people": {number: [ruleset.seats(number), seats.index(ruleset.seats(number))] for number in numbers},
        "contracts": lists,
        "lines": lines.values,
        "ends": {letter: end for letter, end in ENDS.items() if letter in used},
        "rows": rows,
        "results": shared.results.tables.values,
        "sums": shared.sums.values,
        "runs": shared.runs.values,
        "run_codes": shared.run_codes,
        "leaves": shared.leaves.pool.values,
        **({"pack": pack_points(ruleset.pack_size)} if isinstance(ruleset, DeclarerGame) else {}),
        "pays": "table" if getattr(ruleset, "sitting_out_pays", False) else "active",
        "rounds_up": ruleset.rounds_up if isinstance(ruleset, DeclarerGame) else True,
        **({"takes_over": True} if getattr(ruleset, "kontra_takes_over", False) else {}),
        **({"customs": customs(ruleset, shared.leaves)} if isinstance(ruleset, Bavarian) else {}),
        **tally.tables(ruleset),
    }


def _may_sit(ruleset: Ruleset, people: int) -> bool:
    """Whether so many people may agree on anything at all."""
    agreed = next(one for one in ruleset.contracts(people) if issubclass(one.report, AgreedHand))
    probe = Probe(ruleset, agreed, people)
    return probe.score(points={probe.active[0]: 0}, why="nothing") is not None


def _contracts(ruleset: Ruleset, people: int, lines: Pool, shared: Shared) -> dict[str, int]:
    return {
        contract.id: lines.place(_line(Probe(ruleset, contract, people), shared))
        for contract in ruleset.contracts(people)
    }


def _line(probe: Probe, shared: Shared) -> Json:
    return others.line(probe, shared) or tally.line(probe, shared) or declared.line(probe, shared)
