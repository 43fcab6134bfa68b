"""Which questions the entry form asks for a contract: read off the ruleset, so that no rule is known here.

A question is a CSS class of the contract's radio button (`asks-kontra`); the stylesheet shows the rows that
the chosen contract asks for, so the form needs no script.
"""

from __future__ import annotations

import rules

REPLAY = "replay"


def offered_contracts(
    ruleset: rules.Ruleset, table: rules.Table, state: rules.State | None
) -> tuple[rules.Contract, ...]:
    """The contracts that the form shows; after a tie only its replay, and without one no replay (S31).

    state: None where nobody knows what came before, as in a correction.
    """
    contracts = tuple(one for one in ruleset.contracts(len(table.players)) if ruleset.asked(one, table))
    if state is None:
        return contracts
    tie = state.match.tie if state.match else None
    return tuple(one for one in contracts if one.id == "agreed" or (one.id == REPLAY) == (tie is not None))


def usual_contract(contracts: tuple[rules.Contract, ...], ruleset: rules.Ruleset, table: rules.Table) -> rules.Contract:
    """The one that is chosen when the form opens: the first that somebody declares."""
    common = [one for one in contracts if one.common] or list(contracts)
    return next((one for one in common if "declarer" in ruleset.asked(one, table)), common[0])


def top_trump_counts(contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table) -> tuple[int, ...]:
    """The runs of top trumps that are paid: from the ruleset's minimum up to its maximum."""
    return ruleset.top_trump_chips(contract, len(table.players)) if contract.has_top_trumps else ()


def contract_css_classes(
    contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table, state: rules.State | None = None
) -> str:
    runs = top_trump_counts(contract, ruleset, table)
    range_of_runs = [f"top-from-{runs[0]}", f"top-to-{runs[-1]}"] if runs else []
    needs = ["needs-trump"] if contract.needs_trump else []
    asks = (f"asks-{name}" for name in sorted(ruleset.asked(contract, table, state)))
    return " ".join([*asks, *needs, *range_of_runs])
