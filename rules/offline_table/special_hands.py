"""The lines of hands without a declarer: thrown in, Ramsch, agreed by hand, an announced round, fixed sides."""

from __future__ import annotations

from rules.base_ruleset import Contract, Ruleset
from rules.offline_table.intern import InternTable, Json, Shared
from rules.offline_table.prices import offline_figures
from rules.report import AgreedHand, FixedSidesHand, RamschHand, RoundCall, ThrownIn
from rules.table import Table

REPORTS = {
    ThrownIn: "thrown_in",
    AgreedHand: "agreed",
    RoundCall: "round",
    RamschHand: "ramsch",
    FixedSidesHand: "fixed",
}


def special_line(ruleset: Ruleset, contract: Contract, table: Table, shared: Shared) -> Json:
    report = next((name for kind, name in REPORTS.items() if issubclass(contract.report, kind)), None)
    by_game = ruleset.offline_line(contract, table)
    return {
        "report": report,
        **(_offline_special_leaves(ruleset, contract, table, shared) if report == "thrown_in" else {}),
        **{name: _intern_special_lines(value, contract.id, shared.sums) for name, value in by_game.items()},
        **({"laid": ruleset.most_laid(len(table.players))} if contract.may_lay else {}),
    }


def _offline_special_leaves(ruleset: Ruleset, contract: Contract, table: Table, shared: Shared) -> Json:
    hand = contract.report(table=table, contract=contract.id)
    return {"leaves": shared.leaves.place_of(ruleset.carry_over(hand, contract))}


def _intern_special_lines(value: object, contract_id: str, sums: InternTable) -> object:
    """Return the value with every price in it, a tuple of reasons, replaced by its place."""
    if isinstance(value, tuple):
        return sums.place_of(offline_figures(value, contract_id))
    if isinstance(value, list):
        return [_intern_special_lines(one, contract_id, sums) for one in value]
    if isinstance(value, dict):
        return {name: _intern_special_lines(one, contract_id, sums) for name, one in value.items()}
    return value
