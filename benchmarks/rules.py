"""Hands read from JSON and scored in one process, for each game: plainly, and with the memo of whole histories.

    python -m benchmarks.rules                    # 200,000 hands among all games, scaled to a million of each
    python -m benchmarks.rules --hands 7000000    # a million of each

No hand is like the one before: people change seats and card points vary, as far as a hand allows it. Prints figures
with the machine's name and load; asserts nothing.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import rules
from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure
from benchmarks.machine import Spread, description, load_average
from rules import Player, Ruleset, Score, State, Table
from rules.scoring_memo import ScoringMemo

PEOPLE = tuple(map(Player, ("Anna", "Beppo", "Cilli", "Dani")))
ANNA, BEPPO, CILLI, DANI = PEOPLE
Json = Mapping[str, object]


class Scored(Protocol):
    def __call__(self, hand: Json, *, ruleset: Ruleset, table: Table, state: State) -> Score: ...


# The hands of an evening in their usual proportion: two thirds won Rufers, some extras, now and then a Ramsch.
_BAVARIAN: tuple[Json, ...] = (
    {"contract": "rufer", "declarer": ANNA, "partner": CILLI, "card_points": 74},
    {"contract": "rufer", "declarer": BEPPO, "partner": CILLI, "won": True, "level": "schneider", "kontra": 1},
    {"contract": "rufer", "declarer": DANI, "partner": ANNA, "won": False, "top_trumps": {"count": 4}},
    {"contract": "solo", "declarer": ANNA, "card_points": 91, "tricks": 6, "kontra": 2, "laid": 1},
    {"contract": "wenz", "declarer": CILLI, "won": True},
    {"contract": "ramsch", "losers": [DANI], "maidens": [BEPPO]},
    {"contract": "thrown_in"},
)
_PALATINATE: tuple[Json, ...] = (
    {"contract": "simple", "declarer": ANNA, "trump_suit": "clubs", "card_points": 74},
    {"contract": "solo", "declarer": BEPPO, "trump_suit": "hearts", "won": True, "top_trumps": {"count": 5}},
    {"contract": "solo_du", "declarer": CILLI, "trump_suit": "spades", "won": False, "kontra": 1},
    {"contract": "thrown_in"},
)
_ASSERUFEN: tuple[Json, ...] = (
    {"contract": "assrufen", "declarer": ANNA, "partner": CILLI, "card_points": 94, "top_trumps": {"count": 4}},
    {"contract": "solo", "declarer": BEPPO, "trump_suit": "hearts", "won": False, "kontra": 1},
)
_SASKU: tuple[Json, ...] = (
    {"contract": "trumps", "declarer": ANNA, "trump_suit": "spades", "card_points": 80, "tricks": 6},
)
_SCHAFSKOPF24: tuple[Json, ...] = ({"contract": "queens", "queens": [ANNA, CILLI], "card_points": 80, "tricks": 4},)
_BIERKOPF: tuple[Json, ...] = ({"contract": "bierkopf", "winner": ANNA, "level": "schneider"},)

EVENINGS: Mapping[tuple[str, str], tuple[Json, ...]] = {
    ("bavarian", "pub_10_20_50"): _BAVARIAN,
    ("bavarian", "pub_everything"): _BAVARIAN,
    ("palatinate", "palatinate"): _PALATINATE,
    ("asserufen", "asserufen_quick"): _ASSERUFEN,
    ("sasku", "sasku"): _SASKU,
    ("schafskopf24", "schafskopf24"): _SCHAFSKOPF24,
    ("bierkopf", "bierkopf"): _BIERKOPF,
}


MILLION = 1_000_000
MARK = ("bavarian", "pub_10_20_50")
MOST_S = 30
HANDS_OF_EVENING = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=200_000, help="how many hands are played in all games together")
    options = parser.parse_args()
    each = max(1, options.hands // len(EVENINGS))
    print(f"{description()}, load {load_average()}")
    measure(each)


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    """Yield the figure of a Bavarian table, with an empty memo."""
    turns = [measure(bench.extent.scored // len(EVENINGS)) for _ in range(min(3, bench.extent.turns))]
    plain, memo = (Spread([one[MARK][at] for one in turns]) for at in (0, 1))
    yield Figure("rules", f"{memo:.0f} s of CPU; without the memo {plain:.0f} s", memo.median < MOST_S)


def measure(each: int) -> dict[tuple[str, str], tuple[float, float]]:
    """Return game and preset -> seconds of CPU for a million hands, plainly and with the memo."""
    print(f"seconds of CPU for a million hands, from {each:,} of each game")
    found = {}
    for (game, preset), evening_hands in EVENINGS.items():
        ruleset, people = _people(game, preset)
        hands = list(itertools.islice(_hands(evening_hands, people), each))
        memo = ScoringMemo()
        plain = _seconds_for_a_million(_replay(hands, ruleset, people, _plainly), each)
        empty = _seconds_for_a_million(_replay(hands, ruleset, people, memo.score), each)
        warm = _seconds_for_a_million(_replay(hands, ruleset, people, memo.score), each)
        memo_s = f"with the memo {empty:>6.1f} s, once it is warm {warm:>6.1f} s ({len(memo):,} kept)"
        print(f"{game:>14} {preset:<16} {plain:>6.1f} s, {memo_s}")
        found[game, preset] = plain, empty
    return found


def _seconds_for_a_million(replay: Iterator[int], hands: int) -> float:
    started = time.process_time()
    for _ in replay:
        pass
    return (time.process_time() - started) / hands * MILLION


def _replay(hands: Iterable[Json], ruleset: Ruleset, people: tuple[Player, ...], score: Scored) -> Iterator[int]:
    """Read and score each hand with the state after the hand before; yield its value. Evenings follow each other."""
    state = State()
    for no, hand in enumerate(hands):
        if no % HANDS_OF_EVENING == 0:
            state = State(dealer=people[-1])
        table = Table(players=people, dealer=state.dealer)
        found = score(hand, ruleset=ruleset, table=table, state=state)
        state = found.state
        yield found.value


def _plainly(hand: Json, *, ruleset: Ruleset, table: Table, state: State) -> Score:
    return rules.score(rules.read_report(hand, ruleset=ruleset, table=table, state=state), ruleset, state)


def _hands(evening_hands: tuple[Json, ...], people: tuple[Player, ...]) -> Iterator[Json]:
    dice = random.Random(2026)
    for hand in itertools.cycle(evening_hands):
        shift = dice.randrange(len(people))
        seats = dict(zip(people, people[shift:] + people[:shift], strict=True))
        varied = {name: _moved(value, seats) for name, value in hand.items()}
        if "card_points" in hand and "tricks" not in hand:
            varied["card_points"] = dice.randrange(62, 119)
        yield varied


def _moved(value: object, seats: Mapping[Player, Player]) -> object:
    if isinstance(value, list):
        return [_moved(one, seats) for one in value]
    return seats.get(Player(value), value) if isinstance(value, str) else value


def _people(game: str, preset: str) -> tuple[Ruleset, tuple[Player, ...]]:
    ruleset = rules.PRESETS[game][preset]
    return ruleset, PEOPLE[: ruleset.seats(4)]


if __name__ == "__main__":
    main()
