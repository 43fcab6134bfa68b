"""Which questions the entry form asks for a contract: read off the ruleset, so that no rule is known here.

A question is a CSS class of the contract's radio button (`asks-kontra`); the stylesheet shows the rows that
the chosen contract asks for, so the form needs no script.
"""

from __future__ import annotations

from collections.abc import Iterator

import rules
from rules.declarer_game import DeclarerGame
from rules.report import AgreedHand, DeclaredHand, FixedSidesHand, RamschHand, RoundCall
from rules.sasku import SaskuHand
from rules.schafskopf24 import QueensHand

KINDS = (DeclaredHand, RamschHand, RoundCall, AgreedHand, FixedSidesHand)
REPLAY = "replay"


def can_be_asked(contract: rules.Contract) -> bool:
    """Whether this form knows the questions of that kind of hand. Thrown in has a button of its own."""
    return issubclass(contract.report, KINDS)


def offered(ruleset: rules.Ruleset, table: rules.Table, state: rules.State | None) -> tuple[rules.Contract, ...]:
    """The contracts that the form shows; after a tie only its replay, and without one no replay (S31).

    state: None where nobody knows what came before, as in a correction.
    """
    contracts = tuple(one for one in ruleset.contracts(len(table.players)) if can_be_asked(one))
    if state is None:
        return contracts
    tie = state.match.tie if state.match else None
    return tuple(one for one in contracts if one.id == "agreed" or (one.id == REPLAY) == (tie is not None))


def usual(contracts: tuple[rules.Contract, ...], ruleset: rules.Ruleset, table: rules.Table) -> rules.Contract:
    """The one that is chosen when the form opens: the first that somebody declares."""
    common = [one for one in contracts if one.common] or list(contracts)
    return next((one for one in common if "declarer" in asked(one, ruleset, table)), common[0])


def asked(
    contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table, state: rules.State | None = None
) -> frozenset[str]:
    """The names of the questions, without "asks-"."""
    if issubclass(contract.report, AgreedHand):
        return frozenset({"agreed"})
    if issubclass(contract.report, RamschHand):
        return frozenset({"losers", *(["laid"] if contract.may_lay else [])})
    if issubclass(contract.report, RoundCall):
        return frozenset({"round"})
    if issubclass(contract.report, FixedSidesHand):
        return frozenset({"team", "level"})
    if issubclass(contract.report, SaskuHand) and not contract.needs_trump:
        # Nobody made trumps in a passed hand; the makers of a replay are those of the tie, if it had any.
        tie = state.match.tie if state and state.match else None
        has_makers = contract.id == REPLAY and (tie is None or tie.maker is not None)
        return frozenset({"won", "level", "points"} if has_makers else {"team", "level"})
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
        "nobody": issubclass(contract.report, QueensHand) and contract.id == "fehlstich",
        "call": contract.calls_a_card and getattr(ruleset, "call_is_noted", False),
    }
    yield from (name for name, is_asked in asks.items() if is_asked)


def top_trump_counts(contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table) -> tuple[int, ...]:
    """The runs of top trumps that are paid: from the ruleset's minimum up to its maximum."""
    if not contract.has_top_trumps or not isinstance(ruleset, DeclarerGame):
        return ()
    return ruleset.top_trump_chips(contract, len(table.players))


def classes(
    contract: rules.Contract, ruleset: rules.Ruleset, table: rules.Table, state: rules.State | None = None
) -> str:
    runs = top_trump_counts(contract, ruleset, table)
    range_of_runs = [f"top-from-{runs[0]}", f"top-to-{runs[-1]}"] if runs else []
    needs = ["needs-trump"] if contract.needs_trump else []
    asks = (f"asks-{name}" for name in sorted(asked(contract, ruleset, table, state)))
    return " ".join([*asks, *needs, *range_of_runs])
