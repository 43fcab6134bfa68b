"""The lines of the contracts: with a declarer, or thrown in, Ramsch, agreed, an announced round, fixed sides."""

from dataclasses import replace

from rules.base_ruleset import Aim, Contract, Ruleset
from rules.cards import count_points
from rules.hand_fields import Question
from rules.offline_table.prices import offline_contract_worth, offline_price_figures, offline_trump_runs
from rules.offline_table.results import InternTable, Json, OfflineSample, Shared, result_tables, trick_bounds
from rules.report import AgreedHand, FixedSidesHand, RamschHand, RoundCall, ThrownIn
from rules.state import State
from rules.table import Table

REPORTS = {
    ThrownIn: "thrown_in",
    AgreedHand: "agreed",
    RoundCall: "round",
    RamschHand: "ramsch",
    FixedSidesHand: "fixed",
}


def offline_declared_contract(sample: OfflineSample, shared: Shared) -> Json:
    game, contract = sample.game, sample.contract
    places, ends = result_tables(sample, shared)
    if_any = {
        "top": _offline_top_trumps(sample),
        **_offline_kontra(sample),
        "laid": contract.may_lay and game.most_laid(sample.players),
        "laid_in_order": contract.may_lay and game.laying_in_order,
        **_offline_calls(sample),
        "unnamed": _names_declarer(sample),
        "by_pair": contract.declared_by_pair,
        "undeclared": not contract.has_declarer,
        "undoubled": not contract.is_doubled,
        "offence": Question.OFFENCE in game.questions(contract, sample.hand.table),
        "side_needed": Question.TOP_SIDE in game.required_questions(contract),
    }
    return {
        "report": "declared",
        "sides": contract.sides.value,
        "tricks": trick_bounds(sample),
        "results": places,
        **offline_contract_worth(sample, ends, shared),
        **offline_trump_runs(sample, ends, shared),
        **{name: value for name, value in if_any.items() if value},
        **game.offline_line(contract, sample.hand.table),
    }


def _offline_top_trumps(sample: OfflineSample) -> list[int]:
    """Return the card points of the trumps, highest first, if a run of them may be reported."""
    if sample.contract.aim is not Aim.CARD_POINTS or not sample.contract.has_top_trumps:
        return []
    return [count_points((card,)) for card in sample.game.trumps(sample.contract, sample.hand)]


def _offline_kontra(sample: OfflineSample) -> Json:
    """Return the maximum number of doublings and, for named callers, their turns.

    turns: "any" player, the sides "strict" in turn, or "several" of a side in a row; then the other limits of `Turns`.
    """
    most, turns = sample.game.most_kontra(sample.contract), sample.game.doubling_turns(sample.contract, State())
    if not most:
        return {}
    order = "any" if turns.anybody else "strict" if turns.alternate or most == 1 else "several"
    limits = {"forehand_first": turns.forehand_first, "opponents_only": turns.opponents_only}
    return {"kontra": most, "turns": order, **limits}


def _offline_calls(sample: OfflineSample) -> Json:
    """Return the callable cards, whether one must be called, and whether the declarer may be void in its suit."""
    cards, contract = sample.game.callable_cards(sample.contract), sample.contract
    if not cards:
        return {}
    calls = [f"{card.rank} {card.suit}" for card in cards]
    return {"calls": calls, "call_needed": sample.game.call_is_noted, "call_void": contract.may_call_void}


def _names_declarer(sample: OfflineSample) -> bool:
    """Return whether the game names the declarer if the report does not."""
    unnamed = replace(sample.hand, declarer=None)
    return sample.game.completed_hand(unnamed, sample.contract).declarer is not None


def offline_special_contract(ruleset: Ruleset, contract: Contract, table: Table, shared: Shared) -> Json:
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
        return sums.place_of(offline_price_figures(value, contract_id))
    if isinstance(value, list):
        return [_intern_special_lines(one, contract_id, sums) for one in value]
    if isinstance(value, dict):
        return {name: _intern_special_lines(one, contract_id, sums) for name, one in value.items()}
    return value
