"""Special rounds: soloist games and forced contracts for as many hands as there are people. B80, B81, B99.

A round starts when the table announces it, or after an event where that was agreed. It forces contracts and
sometimes forehand to play; values stay the ordinary ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.problems import Complaints
from rules.report import DeclaredHand, Report, ThrownIn
from rules.ruleset import Contract, Sides
from rules.score import Reason
from rules.state import Duty, SpecialRound
from rules.table import Player, Table


class RoundKind(StrEnum):
    SCHIEBER = "schieber"
    TEUFELSRUNDE = "teufelsrunde"
    HADSCHADER = "hadschader"
    ALLGAEU = "allgaeu"
    STRIXNER = "strixner"
    ZUPF_SOLO = "zupf_solo"
    MINAS = "minas"
    KREUZBOCK = "kreuzbock"
    RAMSCH = "ramsch"
    LAST = "last"


class LastRound(StrEnum):
    PLAIN = "plain"
    DOUBLE = "double"
    SOLOS_ONLY = "solos_only"


ANNOUNCED_ROUNDS = tuple(RoundKind)
_ALLGAEU_DUTIES = ("rufer", "wenz", "solo")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Traits:
    """contracts: the only ones of the round, empty for all; alone: only soloist games; forehand: must play."""

    contracts: tuple[str, ...] = ()
    alone: bool = False
    forehand: bool = False
    factor: int = 1
    times: int = 1


_TRAITS: Mapping[str, _Traits] = {
    RoundKind.SCHIEBER: _Traits(contracts=("solo", "solo_tout", "sie")),
    RoundKind.TEUFELSRUNDE: _Traits(contracts=("solo", "solo_tout", "sie"), forehand=True),
    RoundKind.HADSCHADER: _Traits(forehand=True, factor=2),
    RoundKind.ALLGAEU: _Traits(contracts=_ALLGAEU_DUTIES, times=3),
    RoundKind.STRIXNER: _Traits(alone=True),
    RoundKind.ZUPF_SOLO: _Traits(contracts=("solo", "solo_tout")),
    RoundKind.MINAS: _Traits(contracts=("solo", "solo_tout"), forehand=True),
    RoundKind.KREUZBOCK: _Traits(contracts=("kreuzbock",)),
    RoundKind.RAMSCH: _Traits(contracts=("ramsch",)),
    RoundKind.LAST: _Traits(),
}


def started(kind: str, table: Table) -> SpecialRound:
    """A round in which everybody deals once; in the Allgäu round three times."""
    return SpecialRound(kind=kind, left=len(table.players) * _TRAITS[kind].times)


def _traits(running: SpecialRound, last: LastRound) -> _Traits:
    if running.kind == RoundKind.LAST:
        return _Traits(alone=last is LastRound.SOLOS_ONLY, factor=2 if last is LastRound.DOUBLE else 1)
    return _TRAITS[running.kind]


def check(
    report: Report,
    contract: Contract,
    running: SpecialRound,
    forehand: Player,
    last: LastRound,
    complaints: Complaints,
) -> None:
    """What the round forces; a hand may be thrown in and does not count for the round."""
    if isinstance(report, ThrownIn):
        return
    traits = _traits(running, last)
    if traits.contracts and contract.id not in traits.contracts:
        complaints.add("round_forces_contract", "contract", choices=", ".join(traits.contracts))
    if traits.alone and contract.sides is not Sides.ALONE:
        complaints.add("round_forces_solo", "contract")
    if not isinstance(report, DeclaredHand) or report.declarer is None:
        return
    if traits.forehand and report.declarer != forehand:
        complaints.add("round_forces_forehand", "declarer", player=forehand)
    if running.kind == RoundKind.ALLGAEU and Duty(player=report.declarer, contract=contract.id) in running.done:
        complaints.add("round_contract_done", "contract", player=report.declarer, contract=contract.id)


def factor(running: SpecialRound | None, last: LastRound) -> Reason | None:
    """Hadschader is stossed by itself; the last round may count double (B81, B99)."""
    if running is None or _traits(running, last).factor == 1:
        return None
    rule = "B99" if running.kind == RoundKind.LAST else "B81"
    return Reason(code=f"round.{running.kind}", rule=rule, factor=_traits(running, last).factor)


def after(report: Report, declarer: Player | None, paid: Mapping[Player, int], running: SpecialRound) -> SpecialRound:
    """The round after a hand of it; over when none is left."""
    if isinstance(report, ThrownIn):
        return running
    done, results = running.done, running.results
    if isinstance(report, DeclaredHand) and declarer is not None:
        if running.kind == RoundKind.ALLGAEU:
            done = (*done, Duty(player=declarer, contract=report.contract))
        if running.kind == RoundKind.MINAS:
            results = {**(results or {}), declarer: (results or {}).get(declarer, 0) + paid[declarer]}
    return replace(running, left=running.left - 1, done=done, results=results)


def poorest(ended: SpecialRound) -> tuple[Player, ...]:
    """Who had the poorest Solo of a Minas round that several played; of several nobody pays (our decision, B81)."""
    results = ended.results or {}
    if ended.kind != RoundKind.MINAS or len(results) < 2:
        return ()
    return tuple(player for player, points in results.items() if points == min(results.values()))
