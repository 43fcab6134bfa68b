"""Hands as a page needs them, and what `rules.score` says of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import rules
from rules import Aim, Contract, Level, Report, Ruleset, Score, Side, Sides, State, Table
from rules.cards import Run
from rules.problems import ProblemList
from rules.report import DeclaredHand, FixedSidesHand, RamschHand
from rules.ruleset import AGREED
from scorebook.web.games.presentation import PEOPLE, Hand

USUAL = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSample:
    report: Report
    score: Score


def people_counts_of(ruleset: Ruleset) -> range:
    """How many may sit at the table. Asked, because house rules decide it too."""
    fitting = [
        count for count in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1) if _fits_sample_table(ruleset, count)
    ]
    return range(fitting[0], fitting[-1] + 1)


def _fits_sample_table(ruleset: Ruleset, count: int) -> bool:
    """A hand agreed by hand is the only one that every game takes."""
    problems = ProblemList()
    report = AGREED.report(table=sample_table(count), contract=AGREED.id)
    ruleset.check(report, State(), problems)
    return not problems.has("players")


def usual_sample_people(ruleset: Ruleset) -> int:
    """Four, where four can play, without anybody who sits out."""
    people = people_counts_of(ruleset)
    return ruleset.seats(USUAL if USUAL in people else people[0])


def sample_table(count: int) -> Table:
    """The last one deals, so that the first one leads and plays."""
    return Table(players=PEOPLE[:count], dealer=PEOPLE[count - 1])


def scored_sample(ruleset: Ruleset, hand: Hand, *, people: int, state: State | None = None) -> ScoredSample | None:
    """What a hand is worth; None where this table would refuse it."""
    try:
        report = rules.read_report(hand, ruleset=ruleset, table=sample_table(people), state=state)
        return ScoredSample(report=report, score=rules.score(report, ruleset, state))
    except rules.ReportError:
        return None


def bare_sample_hand(contract: Contract, **told: object) -> DeclaredHand:
    """A declared hand without people, for what depends on the contract only: trumps and limits."""
    kind = contract.report if issubclass(contract.report, DeclaredHand) else DeclaredHand
    hand = kind(table=Table(players=(), dealer=None), contract=contract.id)
    return replace(hand, **told)  # type: ignore[arg-type]


def typical_hand(
    contract: Contract,
    *,
    ruleset: Ruleset,
    won: bool = True,
    level: Level = Level.PLAIN,
    run: Run | None = None,
    trump_suit: str | None = None,
) -> Hand | None:
    """A hand of this contract, played by Anna; None for contracts that are not told by who won."""
    hand: dict[str, object] = {"contract": contract.id}
    if issubclass(contract.report, FixedSidesHand):
        return {**hand, "winner": PEOPLE[0], "level": level.value} if won else None
    if not issubclass(contract.report, DeclaredHand) or contract.id == "replay":
        return None
    if contract.aim is not Aim.SHOWN:
        hand["won"] = won
    if contract.has_levels:
        hand["level"] = level.value
    if contract.needs_trump:
        hand["trump_suit"] = trump_suit or contract.trump_suits[0].value
    if run:
        hand["top_trumps"] = {"count": run.count, "side": (Side.DECLARERS if run.held else Side.OPPONENTS).value}
    return {**hand, **_sample_declarer(contract, ruleset)}


def _sample_declarer(contract: Contract, ruleset: Ruleset) -> Hand:
    asked = ruleset.asked(contract, sample_table(usual_sample_people(ruleset)))
    if "team" in asked:
        return {"team": PEOPLE[0]}
    who: dict[str, object] = {"declarer": PEOPLE[0]}
    if contract.sides is Sides.PARTNERS:
        who["partner"] = PEOPLE[1]
    if "call" in asked:
        who["call"] = {"card": {"rank": "ace", "suit": ruleset.PACK[0].value}}
    return who


def ramsch_hand(ruleset: Ruleset, tricks: tuple[int, int, int, int], points: tuple[int, int, int, int]) -> Hand:
    """A Ramsch by counts, so that the house rules find the losers themselves."""
    return {
        "contract": "ramsch",
        "card_points": dict(zip(PEOPLE, points, strict=False)),
        "tricks": dict(zip(PEOPLE, tricks, strict=False)),
    }


def is_ramsch_contract(contract: Contract) -> bool:
    return issubclass(contract.report, RamschHand)


def counts_top_trumps(ruleset: Ruleset, contract: Contract, people: int) -> tuple[int, ...]:
    return ruleset.top_trump_chips(contract, people) if contract.has_top_trumps else ()
