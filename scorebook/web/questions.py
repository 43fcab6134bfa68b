"""Which questions the entry form asks for a contract: read off the ruleset, so that no rule is known here.

A question is a CSS class of the contract's radio button (`asks-kontra`); the stylesheet shows the rows that
the chosen contract asks for, so the form needs no script.
"""

from __future__ import annotations

from collections.abc import Iterator

import rules
from rules.declared import DeclarerGame
from rules.report import AgreedHand, DeclaredHand, RamschHand, RoundCall

KINDS = (DeclaredHand, RamschHand, RoundCall, AgreedHand)


def can_be_asked(contract: rules.Contract) -> bool:
    """Whether this form knows the questions of that kind of hand. Thrown in has a button of its own."""
    return issubclass(contract.report, KINDS)


def asked(contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table) -> frozenset[str]:
    """The names of the questions, without "asks-"."""
    if issubclass(contract.report, AgreedHand):
        return frozenset({"agreed"})
    if issubclass(contract.report, RamschHand):
        return frozenset({"losers", *(["laid"] if contract.may_lay else [])})
    if issubclass(contract.report, RoundCall):
        return frozenset({"round"})
    if not issubclass(contract.report, DeclaredHand):
        return frozenset()
    return frozenset(_asked_of_declarer(contract, ruleset, table))


def _asked_of_declarer(contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table) -> Iterator[str]:
    yield "declarer"
    asks = {
        "partner": contract.sides is rules.Sides.PARTNERS,
        "trump": contract.names_trump,
        "won": contract.aim is not rules.Aim.SHOWN,
        "level": contract.has_levels,
        "points": contract.has_levels,
        "top": bool(top_trump_counts(contract, ruleset, table)),
        "kontra": contract.may_kontra,
        "laid": contract.may_lay,
        "surrender": contract.may_surrender,
        "call": contract.calls_a_card and getattr(ruleset, "call_is_noted", False),
    }
    yield from (name for name, is_asked in asks.items() if is_asked)


def top_trump_counts(contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table) -> tuple[int, ...]:
    """The runs of top trumps that are paid: from the ruleset's minimum up to its maximum."""
    if not contract.has_top_trumps or not isinstance(ruleset, DeclarerGame):
        return ()
    return ruleset.top_trump_chips(contract, len(table.players))


def classes(contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table) -> str:
    runs = top_trump_counts(contract, ruleset, table)
    range_of_runs = [f"top-from-{runs[0]}", f"top-to-{runs[-1]}"] if runs else []
    return " ".join([*(f"asks-{name}" for name in sorted(asked(contract, ruleset, table))), *range_of_runs])
