"""Hands scored a second in one process, for each game; and the replay of a club's whole life.

    python -m benchmarks.rules              # every game, then a replay of one million hands
    python -m benchmarks.rules --hands 0    # without the replay

Prints figures with the machine's name; asserts nothing.
"""

from __future__ import annotations

import argparse
import itertools
import platform
import time
from collections.abc import Iterator, Mapping

import rules
from rules import Player, Ruleset, State, Table
from rules.report import Report

PEOPLE = tuple(map(Player, ("Anna", "Beppo", "Cilli", "Dani")))
ANNA, BEPPO, CILLI, DANI = PEOPLE
Json = Mapping[str, object]

# What a table plays in an evening, roughly as often: two thirds won Rufers, some extras, now and then a Ramsch.
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000_000, help="how many hands the replayed club has")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each game is scored")
    options = parser.parse_args()
    print(f"{platform.node()} · {platform.machine()} · Python {platform.python_version()}")
    for (game, preset), hands in EVENINGS.items():
        count, seconds = _timed(game, preset, hands, options.seconds)
        print(f"{game:>14} {preset:<16} {count / seconds:>9,.0f} hands/s")
    if options.hands:
        started = time.perf_counter()
        total = sum(1 for _ in itertools.islice(_replay("bavarian", "pub_everything", _BAVARIAN), options.hands))
        print(f"replay of {total:,} hands, read from JSON and scored: {time.perf_counter() - started:.1f} s")


def _timed(game: str, preset: str, hands: tuple[Json, ...], least_seconds: float) -> tuple[int, float]:
    """How many reports were scored in at least so many seconds, and in how many exactly."""
    ruleset, table = _table(game, preset)
    reports = [_read(hand, ruleset, table) for hand in hands]
    count, started = 0, time.perf_counter()
    while (seconds := time.perf_counter() - started) < least_seconds:
        for report in reports:
            rules.score(report, ruleset, State())
        count += len(reports)
    return count, seconds


def _replay(game: str, preset: str, hands: tuple[Json, ...]) -> Iterator[int]:
    """Evening after evening: each hand read from its JSON and scored with the state that the one before left."""
    ruleset, table = _table(game, preset)
    state = State(dealer=table.dealer)
    for hand in itertools.cycle(hands):
        here = Table(players=table.players, dealer=state.dealer)
        score = rules.score(_read(hand, ruleset, here), ruleset, state)
        state = score.state if score.state.pot < 10_000 else State(dealer=score.state.dealer)
        yield score.value


def _table(game: str, preset: str) -> tuple[Ruleset, Table]:
    ruleset = rules.PRESETS[game][preset]
    players = PEOPLE[: ruleset.seats(4)]
    return ruleset, Table(players=players, dealer=players[-1])


def _read(hand: Json, ruleset: Ruleset, table: Table) -> Report:
    return rules.read_report(hand, ruleset=ruleset, table=table)


if __name__ == "__main__":
    main()
