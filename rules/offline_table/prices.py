"""Prices in the offline table: of every end of a contract and of a run, and what the end leaves for the next hand."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from rules.cards import Suit
from rules.games.top_trumps import check_top_trumps
from rules.offline_table import results
from rules.offline_table.results import ENDS, Fields, InternTable, Json, OfflineSample, Shared
from rules.outcome import Outcome
from rules.problems import ProblemList
from rules.report import DeclaredHand, TopTrumps
from rules.score import Level, Reason, Side
from rules.state import State

RUN_SIDES = {"": None, **{side.value: side for side in Side}}
TIED = Outcome(won=False, level=Level.PLAIN)  # the outcome of a tied hand in the rules
_ENDS_BY_TRICKS = product(results.OUTCOMES, (results.NO_TRICK, results.EVERY_TRICK))
BY_TRICKS = {results.offline_outcome_letter(outcome, way) for outcome, way in _ENDS_BY_TRICKS}


def offline_price_figures(reasons: Iterable[Reason], contract_id: str) -> list[list[str | int]]:
    """Return the steps to a value for the phone.

    A step is [remark], [part, twice its amount, count, held] or ["*factor", factor, count].
    "tariff" is that of the contract itself: contracts that differ only in their name share their lines.
    """
    found: list[list[str | int]] = []
    for reason in reasons:
        if reason.factor is not None:
            found.append([f"*{reason.code}", reason.factor, int(reason.args.get("count", 1))])
        elif reason.amount is not None:
            code = "tariff" if reason.code == f"tariff.{contract_id}" else reason.code
            counts = [int(reason.args[name]) for name in ("count", "held") if name in reason.args]
            found.append([code, _twice_sum_of_parts([reason]), *counts])
        elif all(len(one) == 1 for one in found):  # the phone itself writes remarks after the sum
            found.append([reason.code])
    return found


def _twice_sum_of_parts(parts: Iterable[Reason]) -> int:
    """Return twice the sum, so that half points are whole (X56)."""
    exact = 2 * sum(part.amount or 0 for part in parts)
    if exact.denominator != 1:
        raise AssertionError(f"{exact} is no half of a point")
    return exact.numerator


def offline_contract_worth(sample: OfflineSample, ends: dict[str, Fields], shared: Shared) -> Json:
    """Return suits: trump suit -> place in `worth`, "" for none; worth: the sums of each end, and what it leaves."""
    different = InternTable()
    named = [suit for suit in Suit if suit in sample.contract.trump_suits]
    suits = {
        suit.value if suit else "": different.place_of(_offline_worth_in(sample, suit, ends, shared))
        for suit in (named if sample.contract.needs_trump else [None, *named])
    }
    return {"suits": suits, "worth": different.values}


def _offline_worth_in(sample: OfflineSample, suit: Suit | None, ends: dict[str, Fields], shared: Shared) -> Json:
    sums: dict[str, int] = {}
    leaves: dict[str, list[int]] = {}
    for end, fields in ends.items():
        hand, outcome = sample.reported_hand({**fields, "trump_suit": suit}), ENDS[end] or TIED
        price = sample.game.price(hand, sample.contract, outcome, State())
        remarks = sample.game.score_remarks(hand, sample.contract, outcome, State())
        figures = offline_price_figures((*remarks, *price.parts, *price.factors), sample.contract.id)
        sums[end] = shared.sums.place_of(figures)
        leaves[end] = _offline_price_leaves(sample, hand, outcome, shared)
    return {"sums": sums, **({"leaves": leaves} if any(map(any, leaves.values())) else {})}


def _offline_price_leaves(sample: OfflineSample, hand: DeclaredHand, outcome: Outcome, shared: Shared) -> list[int]:
    """Return the places of what is left without doubling, after one, and after more; equal ones at the end are cut."""
    game, contract = sample.game, sample.contract
    found = [0, 0, 0]
    for number in range(min(game.most_kontra(contract), 2) + 1):
        doubled = replace(hand, kontra=(None,) * number)
        left = game.carry_over(doubled, contract, won=outcome.won, level=outcome.level)
        found[number] = shared.leaves.place_of(left)
    while len(found) > 1 and found[-1] == found[-2]:
        found.pop()
    return found


def offline_trump_runs(sample: OfflineSample, ends: dict[str, Fields], shared: Shared) -> Json:
    """Return what 0, 1, 2 ... top trumps add, by the side that holds them and by end; longer runs are refused."""
    hands = {}
    for end, fields in ends.items():  # without card points, which a long run might contradict
        tricks = fields["tricks"] if end in BY_TRICKS else None
        hands[end] = sample.reported_hand({**fields, "card_points": None, "tricks": tricks})
    found: Json = {}
    for name, side in RUN_SIDES.items():
        codes = set[str]()
        lists = {end: _added_by_top_trumps(sample, hand, ENDS[end] or TIED, side, codes) for end, hand in hands.items()}
        if any(lists.values()):
            found[name] = {end: shared.runs.place_of(added) for end, added in lists.items()}
            shared.run_codes[name] = next(iter(codes), shared.run_codes.get(name, ""))
    return {"runs": found} if found else {}


def _added_by_top_trumps(
    sample: OfflineSample, hand: DeclaredHand, outcome: Outcome, side: Side | None, codes: set[str]
) -> list[int]:
    """Return what each length of a run adds; `codes` collects the codes of the reasons of paid runs."""
    game, contract = sample.game, sample.contract
    plain = list(game.price_parts(hand, contract, outcome))
    plain_sum = _twice_sum_of_parts(plain)
    added: list[int] = []
    for count in range(game.pack_size):
        with_run = replace(hand, top_trumps=TopTrumps(count=count, side=side))
        if not _top_trumps_may_be_held(sample, with_run, outcome):
            break
        parts = list(game.price_parts(with_run, contract, outcome))
        codes |= {part.code for part in parts} - {part.code for part in plain}
        added.append(_twice_sum_of_parts(parts) - plain_sum)
    return added


def _top_trumps_may_be_held(sample: OfflineSample, hand: DeclaredHand, outcome: Outcome) -> bool:
    problems = ProblemList()
    check_top_trumps(hand, sample.contract, sample.game, outcome, problems)
    sample.game.check_more(hand, sample.contract, problems)
    return not problems
