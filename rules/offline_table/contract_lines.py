"""The lines of the contracts: with a declarer, or thrown in, Ramsch, agreed, an announced round, fixed sides."""

from dataclasses import replace

from rules.base_ruleset import Aim, Contract, Ruleset
from rules.cards import count_points
from rules.hand_fields import Question
from rules.offline_table.prices import offline_figures, offline_runs, offline_worth
from rules.offline_table.results import InternTable, Json, OfflineResults, OfflineSample, Shared, trick_bounds
from rules.report import AgreedHand, FixedSidesHand, RamschHand, RoundCall, ThrownIn
from rules.table import Table

REPORTS = {
    ThrownIn: "thrown_in",
    AgreedHand: "agreed",
    RoundCall: "round",
    RamschHand: "ramsch",
    FixedSidesHand: "fixed",
}


def declared_line(sample: OfflineSample, results: OfflineResults, shared: Shared) -> Json:
    places, ends = results.result_tables(sample)
    return {
        "report": "declared",
        "sides": sample.contract.sides.value,
        "tricks": trick_bounds(sample),
        "results": places,
        **offline_worth(sample, ends, shared),
        **offline_runs(sample, ends, shared),
        **_offline_top_trumps(sample),
        **_offline_kontra(sample),
        **_offline_laying(sample),
        **_offline_calls(sample),
        **({"unnamed": True} if _names_declarer(sample) else {}),
        **({} if sample.contract.is_doubled else {"undoubled": True}),
        **({"offence": True} if Question.OFFENCE in sample.game.questions(sample.contract, sample.hand.table) else {}),
        **({"side_needed": True} if Question.TOP_SIDE in sample.game.required_questions(sample.contract) else {}),
        **sample.game.offline_line(sample.contract, sample.hand.table),
    }


def _offline_top_trumps(sample: OfflineSample) -> Json:
    """Return the card points of the trumps, highest first, if a run of them may be reported."""
    if sample.contract.aim is not Aim.CARD_POINTS or not sample.contract.has_top_trumps:
        return {}
    order = sample.game.trumps(sample.contract, sample.hand)
    return {"top": [count_points((card,)) for card in order]} if order else {}


def _offline_kontra(sample: OfflineSample) -> Json:
    """Return the maximum number of doublings and, for named callers, their turns.

    turns: "any" player, the sides "strict" in turn, or "several" of a side in a row; then the other limits of `Turns`.
    """
    most, turns = sample.game.most_kontra(sample.contract), sample.game.doubling_turns(sample.contract)
    if not most:
        return {}
    order = "any" if turns.anybody else "strict" if turns.alternate or most == 1 else "several"
    return {
        "kontra": most,
        "turns": order,
        **({"forehand_first": True} if turns.forehand_first else {}),
        **({"opponents_only": True} if turns.opponents_only else {}),
    }


def _offline_laying(sample: OfflineSample) -> Json:
    """Return how many may lay before the deal, and whether their names must be in the order of play."""
    if not sample.contract.may_lay:
        return {}
    most = sample.game.most_laid(sample.players)
    return {"laid": most, **({"laid_in_order": True} if sample.game.laying_in_order else {})}


def _offline_calls(sample: OfflineSample) -> Json:
    """Return the callable cards, whether one must be called, and whether the declarer may be void in its suit."""
    cards = sample.game.callable_cards(sample.contract)
    if not cards:
        return {}
    return {
        "calls": [f"{card.rank} {card.suit}" for card in cards],
        **({"call_needed": True} if sample.game.call_is_noted else {}),
        **({"call_void": True} if sample.contract.may_call_void else {}),
    }


def _names_declarer(sample: OfflineSample) -> bool:
    """Return whether the game names the declarer if the report does not."""
    unnamed = replace(sample.hand, declarer=None)
    return sample.game.completed_hand(unnamed, sample.contract).declarer is not None


def special_line(ruleset: Ruleset, contract: Contract, table: Table, shared: Shared) -> Json:
    report = next((name for kind, name in REPORTS.items() if issubclass(contract.report, kind)), None)
    by_game = ruleset.offline_line(contract, table)
    left = ruleset.carry_over(contract.report(table=table, contract=contract.id), contract)
    return {
        "report": report,
        **({"leaves": shared.leaves.place_of(left)} if report == "thrown_in" else {}),
        **{name: _intern_special_lines(value, contract.id, shared.sums) for name, value in by_game.items()},
        **({"laid": ruleset.most_laid(len(table.players))} if contract.may_lay else {}),
    }


def _intern_special_lines(value: object, contract_id: str, sums: InternTable) -> object:
    """Return the value with every price in it, a tuple of reasons, replaced by its place."""
    if isinstance(value, tuple):
        return sums.place_of(offline_figures(value, contract_id))
    if isinstance(value, list):
        return [_intern_special_lines(one, contract_id, sums) for one in value]
    if isinstance(value, dict):
        return {name: _intern_special_lines(one, contract_id, sums) for name, one in value.items()}
    return value
