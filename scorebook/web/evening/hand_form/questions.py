"""The questions that the entry form asks for a contract, derived from the ruleset: no rule is known here.

A question is a CSS class of the contract's radio button (`asks-kontra`); the stylesheet shows the rows of the chosen
contract, so the form needs no script.
"""

from __future__ import annotations

import rules
from rules.hand_fields import Question

REPLAY = "replay"


PLAYED = {Question.DECLARER, Question.LOSERS}


def offered_contracts(
    ruleset: rules.Ruleset, table: rules.Table, state: rules.State | None
) -> tuple[rules.Contract, ...]:
    """Return the contracts: after a tie only the replay, otherwise no replay (S31). state: None if unknown."""
    contracts = tuple(one for one in ruleset.contracts(len(table.players)) if ruleset.questions(one, table))
    if state is None:
        return contracts
    tie = state.match.tie if state.match else None
    return tuple(one for one in contracts if one.id == "agreed" or (one.id == REPLAY) == (tie is not None))


def usual_contract(
    contracts: tuple[rules.Contract, ...], ruleset: rules.Ruleset, table: rules.Table, state: rules.State
) -> rules.Contract:
    """Return the default contract: the first usual one with a declarer or losers that the running round allows."""
    played = [one for one in contracts if PLAYED & ruleset.questions(one, table)] or contracts
    return (ruleset.playable_now(played, state) or played)[0]


def top_trump_counts(contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table) -> tuple[int, ...]:
    """Return the lengths of runs that are paid, from the ruleset's minimum to its maximum."""
    return ruleset.top_trump_chips(contract, len(table.players)) if contract.has_top_trumps else ()


def contract_css_classes(
    contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table, state: rules.State | None = None
) -> str:
    runs = top_trump_counts(contract, ruleset, table)
    range_of_runs = [f"top-from-{runs[0]}", f"top-to-{runs[-1]}"] if runs else []
    needs = ["needs-trump"] if contract.needs_trump else []
    asks = (f"asks-{name}" for name in sorted(ruleset.questions(contract, table, state)))
    return " ".join([*asks, *needs, *range_of_runs])
