"""What a hand finds and leaves at a Bavarian table: pot, Bock hands and special rounds, as `score` moves them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.bavarian.rounds import ANNOUNCED_ROUNDS
from rules.report import DeclaredHand, RoundCall
from rules.ruleset import THROWN_IN, Ruleset, Sides
from rules.score import Score
from rules.state import MOST_BOCK, Duty, SpecialRound, State
from rules.tabulated.probe import Json, Pool, Probe, Told

MANY = 1_000_000


@dataclass(frozen=True)
class _Witness:
    """A hand that queues Bock hands."""

    probe: Probe
    told: Told


class Leaves:
    """The different things that a hand leaves for the next one: Bock hands, a round. The first is nothing."""

    def __init__(self) -> None:
        self.pool = Pool()
        self.pool.place({})
        self.bock_after: _Witness | None = None

    def after(self, probe: Probe, told: Told) -> list[int]:
        """The places of what is left without doubling, after one, and after more; shorter where it stays the same."""
        found = [self._place(probe, {**told, "kontra": (None,) * number}) for number in range(3)]
        while len(found) > 1 and found[-1] == found[-2]:
            found.pop()
        return found

    def of_thrown_in(self, probe: Probe) -> int:
        return self._place(probe, {})

    def _place(self, probe: Probe, told: Told) -> int:
        answer = probe.score(**told)
        if answer is None:
            return 0
        if answer.state.bock and self.bock_after is None:
            self.bock_after = _Witness(probe, told)
        return self.pool.place(dict(_left(answer, probe.people)))


def _left(answer: Score, people: int) -> Iterator[tuple[str, object]]:
    """Bock hands: one, or one for "each" person; the round is counted in hands for each person likewise."""
    if answer.state.bock:
        yield "bock", "each" if len(answer.state.bock) == people else len(answer.state.bock)
    if answer.state.round is not None:
        yield "round", answer.state.round.kind
        yield "hands", answer.state.round.left // people


def customs(ruleset: Ruleset, leaves: Leaves) -> Json:
    return {"pot": _pot(ruleset), "bock": _bock(ruleset, leaves), "rounds": _rounds(ruleset)}


def _probes(ruleset: Ruleset) -> list[Probe]:
    """Every contract at a full table at which nobody sits out."""
    people = ruleset.seats(ruleset.MOST_PLAYERS)
    return [Probe(ruleset, contract, people) for contract in ruleset.contracts(people)]


def _declared(ruleset: Ruleset) -> Probe:
    """A contract with partners where there is one, because they may share the pot."""
    probes = [probe for probe in _probes(ruleset) if probe.contract.has_levels]
    return next((probe for probe in probes if probe.contract.sides is Sides.PARTNERS), probes[0])


def _pot(ruleset: Ruleset) -> Json:
    """sweetener: what each pays for a hand that was thrown in. cap: a lost hand doubles the pot up to there."""
    with_guest = Probe(ruleset, THROWN_IN, ruleset.MOST_PLAYERS).score()
    probe = _declared(ruleset)
    swept = probe.score(State(pot=2 * MANY), won=True)
    if with_guest is None or swept is None or not isinstance(probe.base, DeclaredHand):
        raise AssertionError("a hand of the simplest kind was refused")
    alone = probe.score(won=True)
    partner = probe.base.partner
    return {
        "sweetener": max(-points for points in with_guest.points.values()),
        "all_pay": all(with_guest.points.values()),
        "shared": partner is not None and alone is not None and swept.points[partner] != alone.points[partner],
        "cap": _cap(probe),
    }


def _cap(probe: Probe) -> int | None:
    """The pot doubles freely until a power of two shows what room was left."""
    for power in range(40):
        pot = 1 << power
        lost = probe.score(State(pot=pot), won=False)
        if lost is not None and lost.pot < pot:
            return pot + lost.pot
    return None


def _bock(ruleset: Ruleset, leaves: Leaves) -> Json | None:
    """Whether new Bock hands stand behind those still to come or are laid on top of them, and how high."""
    if not _declared(ruleset).accepts(State(bock=(1,))):
        return None
    if leaves.bock_after is None:
        return {}
    probe, told = leaves.bock_after.probe, leaves.bock_after.told
    met, highest = (probe.score(State(bock=(1, times)), **told) for times in (1, MOST_BOCK))
    if met is None or highest is None:
        raise AssertionError("a Bock hand was refused")
    return {"stacked_to": highest.state.bock[0]} if met.state.bock[0] > 1 else {}


def _rounds(ruleset: Ruleset) -> Json:
    return {kind: dict(_round(ruleset, kind)) for kind in ANNOUNCED_ROUNDS}


def _round(ruleset: Ruleset, kind: str) -> Iterator[tuple[str, object]]:
    """only: contracts that may be played; forehand: the leader must; factor; once: each contract once a player;
    poorest_pays: what he owes each other player at the end; hands: for each person, where it may be called;
    by_old_man: the first hand is dealt by him.
    """
    running = State(round=SpecialRound(kind=kind, left=2))
    probes = _probes(ruleset)
    playable = [probe for probe in probes if probe.accepts()]
    allowed = [probe for probe in playable if probe.accepts(running)]
    if len(allowed) < len(playable):
        yield "only", [probe.contract.id for probe in allowed]
    yield from _called(probes, kind)
    declared = next((probe for probe in allowed if isinstance(probe.base, DeclaredHand)), None)
    if declared is not None:
        yield from _played(declared, kind, running)


def _called(probes: list[Probe], kind: str) -> Iterator[tuple[str, object]]:
    call = next((probe for probe in probes if probe.contract.report is RoundCall), None)
    answer = call.score(round=kind) if call else None
    if call is None or answer is None or answer.state.round is None:
        return
    yield "hands", answer.state.round.left // call.people
    old_man = call.score(State(old_man=call.active[0]), round=kind)
    if old_man is not None and old_man.state.dealer != answer.state.dealer:
        yield "by_old_man", True


def _played(probe: Probe, kind: str, running: State) -> Iterator[tuple[str, object]]:
    declarer, other = probe.active[:2]
    result: Told = {"won": True}
    free, forced = probe.score(**result), probe.score(running, **result)
    if free is None or forced is None or forced.state.round is None:
        raise AssertionError(f"{probe.contract.id} was refused in a round of {kind}")
    if not probe.accepts(running, declarer=other, **({"partner": declarer} if _has_partner(probe) else {})):
        yield "forehand", True
    if forced.value != free.value:
        yield "factor", forced.value // free.value
    done = SpecialRound(kind=kind, left=2, done=(Duty(player=declarer, contract=probe.contract.id),))
    if not probe.accepts(State(round=done)):
        yield "once", True
    if forced.state.round.results is not None:
        ending = SpecialRound(kind=kind, left=1, results={other: -MANY})
        paid = probe.score(State(round=ending), **result)
        if paid is None:
            raise AssertionError(f"the last hand of a round of {kind} was refused")
        yield "poorest_pays", paid.points[declarer] - free.points[declarer]


def _has_partner(probe: Probe) -> bool:
    return probe.contract.sides is Sides.PARTNERS
