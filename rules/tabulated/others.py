"""The lines of hands without a declarer: thrown in, Ramsch, agreed by hand, a round that is called, fixed sides."""

from __future__ import annotations

from rules.report import AgreedHand, FixedSidesHand, RamschHand, RoundCall, ThrownIn
from rules.schafskopf24 import Schafskopf24
from rules.score import Level, Score
from rules.tabulated.declared import Shared, laying
from rules.tabulated.probe import Json, Pool, Probe, Told, figures

MOST_MAIDENS = 4


def line(probe: Probe, shared: Shared) -> Json | None:
    """The line of the contract; None for a hand that has a declarer."""
    report = probe.contract.report
    if issubclass(report, ThrownIn):
        return {"report": "thrown_in", "leaves": shared.leaves.of_thrown_in(probe), **laying(probe)}
    if issubclass(report, AgreedHand):
        return {"report": "agreed", **_differences(probe)}
    if issubclass(report, RoundCall):
        return {"report": "round"}
    if issubclass(report, RamschHand):
        return _ramsch(probe, shared.sums)
    if issubclass(report, FixedSidesHand):
        return _fixed_sides(probe, shared.sums)
    return None


def _differences(probe: Probe) -> Json:
    """Whether people owe one another the differences of what is written down for them."""
    if not isinstance(probe.ruleset, Schafskopf24):
        return {}
    first = probe.active[0]
    written = _scored(probe, {"tally": {first: 1}, "why": "a correction"})
    return {"differences": written.points[first] // (len(probe.active) - 1)}


def _fixed_sides(probe: Probe, sums: Pool) -> Json:
    answers = {level.value: probe.score(winner=probe.active[0], level=level) for level in Level}
    found = {level: sums.place(figures(probe, answer)) for level, answer in answers.items() if answer is not None}
    return {"report": "fixed", "sides": probe.contract.sides.value, "sums": found}


def _ramsch(probe: Probe, sums: Pool) -> Json:
    """sums: by the number of maidens. pays: for each number of losers, how often they pay it to each winner.

    maiden_gets: how often a maiden among the winners is paid. fewest: only who took the fewest points is paid.
    """
    plain = _scored(probe, {})
    maidens = [probe.score(maidens=probe.active[-1 : -1 - number : -1]) for number in range(MOST_MAIDENS)]
    march = probe.score(losers=(), winner=None, march_by=probe.active[0])
    winner = probe.active[-1]
    with_maiden = _scored(probe, {"maidens": (winner,)})
    return {
        "report": "ramsch",
        "sums": [sums.place(figures(probe, answer)) for answer in maidens if answer is not None],
        "pays": _losers(probe, winner),
        "maiden_gets": with_maiden.points[winner] // plain.points[winner] * plain.value // with_maiden.value,
        **({"march": sums.place(figures(probe, march))} if march is not None else {}),
        **({"fewest": True} if probe.score(winner=None) is None else {}),
        **laying(probe),
    }


def _losers(probe: Probe, winner: object) -> dict[int, int]:
    answers = {number: probe.score(losers=probe.active[:number]) for number in range(1, len(probe.active))}
    paid = {number: answer for number, answer in answers.items() if answer is not None}
    return {
        number: next(points for player, points in answer.points.items() if player == winner) // answer.value
        for number, answer in paid.items()
    }


def _scored(probe: Probe, told: Told) -> Score:
    answer = probe.score(**told)
    if answer is None:
        raise AssertionError(f"{probe.contract.id} was refused")
    return answer
