"""Sample hands for the pages, scored by `rules.score`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import rules
from rules import Aim, Contract, Level, Report, Ruleset, Score, Side, Sides, State, Table
from rules.base_ruleset import AGREED, RULESETS_KEPT
from rules.cards import Run
from rules.hand_fields import Question
from rules.problems import ProblemList
from rules.report import DeclaredHand, FixedSidesHand, RamschHand
from scorebook.web.games import game_presentation
from scorebook.web.games.presentation import PEOPLE, Hand

USUAL = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSample:
    report: Report
    score: Score


@lru_cache(maxsize=RULESETS_KEPT)
def people_counts_of(ruleset: Ruleset) -> range:
    """Return the numbers of players possible, found by trial because house rules matter too."""
    fitting = [
        count for count in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1) if _fits_sample_table(ruleset, count)
    ]
    return range(fitting[0], fitting[-1] + 1)


def _fits_sample_table(ruleset: Ruleset, count: int) -> bool:
    """Return whether so many may play, tested with a hand of agreed points, which every game accepts."""
    problems = ProblemList()
    report = AGREED.report(table=sample_table(count), contract=AGREED.id)
    ruleset.check(report, State(), problems)
    return not problems.has("players")


def usual_sample_people(ruleset: Ruleset) -> int:
    """Return four players if four can play, else the fewest, without anybody who sits out."""
    people = people_counts_of(ruleset)
    return ruleset.seats(USUAL if USUAL in people else people[0])


def sample_table(count: int) -> Table:
    """Return a table where the last player deals, so that the first one leads."""
    return Table(players=PEOPLE[:count], dealer=PEOPLE[count - 1])


def scored_sample(ruleset: Ruleset, hand: Hand, *, people: int, state: State | None = None) -> ScoredSample | None:
    """Score a hand; None if this table would refuse it."""
    try:
        report = rules.read_report(hand, ruleset=ruleset, table=sample_table(people), state=state)
        return ScoredSample(report=report, score=rules.score(report, ruleset, state))
    except rules.ReportError:
        return None


def worked_examples(ruleset: Ruleset, people: int) -> Iterator[ScoredSample]:
    """Yield the example hands of the game that this table could play."""
    for example in game_presentation(ruleset).examples:
        if (example.state.pot or example.hand["contract"] == "thrown_in") and not getattr(ruleset, "pot_sweetener", 0):
            continue
        if answer := scored_sample(ruleset, example.hand, people=people, state=example.state):
            yield answer


def bare_sample_hand(contract: Contract, **fields: object) -> DeclaredHand:
    """Return a declared hand without players, for trumps and limits, which depend only on the contract."""
    kind = contract.report if issubclass(contract.report, DeclaredHand) else DeclaredHand
    hand = kind(table=Table(players=(), dealer=None), contract=contract.id)
    return replace(hand, **fields)  # type: ignore[arg-type]


def typical_sample_hand(
    contract: Contract,
    *,
    ruleset: Ruleset,
    won: bool = True,
    level: Level = Level.PLAIN,
    run: Run | None = None,
    trump_suit: str | None = None,
) -> Hand | None:
    """Return a hand of this contract, declared by Anna; None for contracts that are not reported by a winner."""
    hand: dict[str, object] = {"contract": contract.id}
    if issubclass(contract.report, FixedSidesHand):
        return {**hand, "winner": PEOPLE[0], "level": level.value} if won else None
    if not issubclass(contract.report, DeclaredHand) or repeats_another(contract, ruleset):
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
    questions = ruleset.questions(contract, sample_table(usual_sample_people(ruleset)))
    if Question.TEAM in questions:
        return {"team": PEOPLE[0]}
    who: dict[str, object] = {"declarer": PEOPLE[0]}
    if contract.sides is Sides.PARTNERS:
        who["partner"] = PEOPLE[1]
    if Question.CALL in questions:
        who["call"] = {"card": {"rank": "ace", "suit": ruleset.PACK[0].value}}
    return who


def repeats_another(contract: Contract, ruleset: Ruleset) -> bool:
    """Return whether it is dealt again with the trumps and makers of a tied hand, so that it has none of its own."""
    samples = getattr(ruleset, "sample_hands", None)
    return issubclass(contract.report, DeclaredHand) and samples is not None and not samples(contract, sample_table(4))


def is_tie_with(card_points: int, contract: Contract, ruleset: Ruleset) -> bool:
    """Return whether nobody wins with so many card points: the table plays again, or nothing is written down."""
    hand = typical_sample_hand(contract, ruleset=ruleset)
    if hand is None:
        return False
    counted = {name: value for name, value in hand.items() if name not in ("won", "level")}
    counted["card_points"] = card_points
    answer = scored_sample(ruleset, counted, people=usual_sample_people(ruleset))
    return answer is None or not answer.score.value


def ramsch_sample_hand(ruleset: Ruleset, tricks: tuple[int, int, int, int], points: tuple[int, int, int, int]) -> Hand:
    """Return a Ramsch with counts, so that the house rules determine the losers."""
    return {
        "contract": "ramsch",
        "card_points": dict(zip(PEOPLE, points, strict=False)),
        "tricks": dict(zip(PEOPLE, tricks, strict=False)),
    }


def is_ramsch_contract(contract: Contract) -> bool:
    return issubclass(contract.report, RamschHand)
