"""Events of a hand that change the next ones (B80, B89), and the special rounds that follow (B80, B81, B99).

A special round is soloist games or forced contracts for as many hands as there are people.
A round starts when the table announces it, or after an agreed event. It forces contracts and sometimes forehand to
play; values stay the ordinary ones.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.base_ruleset import Contract, Sides, Turns
from rules.cards import Suit
from rules.problems import ProblemList
from rules.report import DeclaredHand, Report, ThrownIn
from rules.score import Level, Reason
from rules.state import Duty, SpecialRound
from rules.table import Player, Table


class Event(StrEnum):
    THROWN_IN = "thrown_in"
    LOST_SOLO = "lost_solo"
    WON_SOLO = "won_solo"
    HEART_SOLO = "heart_solo"
    DOUBLED = "doubled"
    RE = "re"
    SCHWARZ = "schwarz"


def round_events_of_hand(
    report: Report, contract: Contract, *, won: bool, level: Level | None, is_answered: bool
) -> Iterator[Event]:
    """Yield the events of a hand. A solo is every contract that is played alone.

    won, level:  the result; ignored without a declarer.
    is_answered: whether both sides doubled.
    """
    if isinstance(report, ThrownIn):
        yield Event.THROWN_IN
    if not isinstance(report, DeclaredHand):
        return
    if contract.sides is Sides.ALONE:
        yield Event.WON_SOLO if won else Event.LOST_SOLO
    if contract.is_suit_solo and report.trump_suit is Suit.HEARTS:
        yield Event.HEART_SOLO
    if report.kontra:
        yield Event.DOUBLED
    if is_answered:
        yield Event.RE
    if level is Level.SCHWARZ:
        yield Event.SCHWARZ


def was_answered(kontra: tuple[Player | None, ...], declarer_side: tuple[Player, ...], turns: Turns) -> bool:
    """Return whether both sides doubled; two opponents' calls are no Re (B90). Unnamed calls take turns."""
    by_declarers = {
        place % 2 == 1 if caller is None else caller in declarer_side
        for place, caller in enumerate(turns.all_calls(kontra))
    }
    return len(by_declarers) > 1


class RoundKind(StrEnum):
    SCHIEBER = "schieber"
    SCHIEBER_3 = "schieber_3"
    SCHIEBER_4 = "schieber_4"
    TEUFELSRUNDE = "teufelsrunde"
    HADSCHADER = "hadschader"
    ALLGAEU = "allgaeu"
    STRIXNER = "strixner"
    ZUPF_SOLO = "zupf_solo"
    MINAS = "minas"
    KREUZBOCK = "kreuzbock"
    RAMSCH = "ramsch"
    LAST = "last"
    MUSS = "muss"
    KREUZSPIEL = "kreuzspiel"


class LastRound(StrEnum):
    PLAIN = "plain"
    DOUBLE = "double"
    SOLOS_ONLY = "solos_only"


# A Muss or a Kreuz-Spiel is not announced: it is due for one hand, after one that everybody passed.
ANNOUNCED_ROUNDS = tuple(kind for kind in RoundKind if kind not in (RoundKind.MUSS, RoundKind.KREUZSPIEL))
_ALLGAEU_DUTIES = ("rufer", "wenz", "solo")


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoundTraits:
    contracts: tuple[str, ...] = ()  # the only ones of the round with their variants; empty for all
    or_alone: bool = False  # besides its contracts every game that is played alone
    alone: bool = False  # only soloist games
    forehand: bool = False  # must play, so that every hand has a declarer
    factor: int = 1
    stossed: bool = False  # the factor is the first Stoss
    times: int = 1  # how often everybody deals
    once: bool = False  # everybody owes each contract once
    poorest_pays: bool = False  # at the end of the round

    def allows_contract(self, contract: Contract) -> bool:
        if issubclass(contract.report, ThrownIn):
            return True
        if self.forehand and not (contract.has_declarer and issubclass(contract.report, DeclaredHand)):
            return False
        if self.alone and contract.sides is not Sides.ALONE:
            return False
        if self.or_alone and contract.sides is Sides.ALONE:
            return True
        return not self.contracts or contract.base_id in self.contracts


_TRAITS: Mapping[str, _RoundTraits] = {
    RoundKind.SCHIEBER: _RoundTraits(contracts=("solo", "sie")),
    # The player who picks up three cards must play a Solo; with four they name it before the deal (B81).
    RoundKind.SCHIEBER_3: _RoundTraits(contracts=("solo", "sie"), forehand=True),
    RoundKind.SCHIEBER_4: _RoundTraits(contracts=("solo", "sie"), forehand=True),
    RoundKind.TEUFELSRUNDE: _RoundTraits(contracts=("solo", "sie"), forehand=True),
    RoundKind.HADSCHADER: _RoundTraits(forehand=True, factor=2, stossed=True),
    RoundKind.ALLGAEU: _RoundTraits(contracts=_ALLGAEU_DUTIES, times=3, once=True),
    RoundKind.STRIXNER: _RoundTraits(alone=True),
    RoundKind.ZUPF_SOLO: _RoundTraits(contracts=("solo",)),
    RoundKind.MINAS: _RoundTraits(contracts=("solo",), forehand=True, poorest_pays=True),
    RoundKind.KREUZBOCK: _RoundTraits(contracts=("kreuzbock",)),
    RoundKind.RAMSCH: _RoundTraits(contracts=("ramsch",)),
    RoundKind.LAST: _RoundTraits(),
    # The holder of the card must declare a game (B82), and one that is played alone outbids the Muss (B21).
    RoundKind.MUSS: _RoundTraits(contracts=("muss",), or_alone=True),
    RoundKind.KREUZSPIEL: _RoundTraits(contracts=("kreuzspiel",)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDue:
    """A round that begins by itself: one hand, or a full round in which everybody deals."""

    kind: RoundKind
    is_one_hand: bool = False

    def start_at(self, table: Table) -> SpecialRound:
        return SpecialRound(kind=self.kind, left=1) if self.is_one_hand else started_round(self.kind, table)


def started_round(kind: str, table: Table) -> SpecialRound:
    """Return a new round in which everybody deals once; in the Allgäu round three times."""
    return SpecialRound(kind=kind, left=len(table.players) * hands_of_round(kind))


def hands_of_round(kind: str) -> int:
    """Return how many hands each player deals in such a round."""
    return _TRAITS[kind].times


def round_traits(kind: str, last: LastRound) -> _RoundTraits:
    if kind == RoundKind.LAST:
        return _RoundTraits(alone=last is LastRound.SOLOS_ONLY, factor=2 if last is LastRound.DOUBLE else 1)
    return _TRAITS[kind]


def playable_in_round(contracts: Sequence[Contract], kind: str, last: LastRound) -> list[Contract]:
    """Return those that the round allows, the one that a form proposes first: a Muss that is due, then a usual one."""
    traits = round_traits(kind, last)
    allowed = [one for one in contracts if traits.allows_contract(one)]
    return sorted(allowed, key=lambda one: (one.base_id not in traits.contracts or not one.is_forced, not one.common))


def is_playable(kind: str, contracts: Iterable[Contract], last: LastRound) -> bool:
    """Return whether a table with these contracts can play the round: one of its own, or each if everybody owes all."""
    traits = round_traits(kind, last)
    allowed = (one for one in contracts if traits.allows_contract(one) and not issubclass(one.report, ThrownIn))
    found, needed = {one.base_id for one in allowed}, set(traits.contracts)
    return needed <= found if traits.once else bool(found & needed if needed else found)


def check_round(
    report: Report,
    contract: Contract,
    running: SpecialRound,
    leaders: tuple[Player, ...],
    last: LastRound,
    problems: ProblemList,
) -> None:
    """Check what the round forces; a thrown-in hand is always allowed and does not count for it.

    leaders: forehand, and the player opposite where a pair declares.
    """
    if isinstance(report, ThrownIn):
        return
    traits = round_traits(running.kind, last)
    if not traits.allows_contract(contract) and traits.contracts:
        code = "round_forces_contract_or_solo" if traits.or_alone else "round_forces_contract"
        problems.add(code, "contract", choices=", ".join(traits.contracts))
    elif not traits.allows_contract(contract) and traits.forehand:
        problems.add("round_forces_forehand", "contract", player=leaders[0])
        return
    elif not traits.allows_contract(contract):
        problems.add("round_forces_solo", "contract")
    if not isinstance(report, DeclaredHand) or report.declarer is None:
        return
    if traits.forehand and report.declarer not in leaders:
        problems.add("round_forces_forehand", "declarer", player=leaders[0])
    if traits.once and Duty(player=report.declarer, contract=contract.base_id) in running.done:
        problems.add("round_contract_done", "contract", player=report.declarer, contract=contract.base_id)


def is_stossed(running: SpecialRound | None) -> bool:
    """Return whether the round has stossed the hand already (B81)."""
    return running is not None and _TRAITS[running.kind].stossed


def round_factor(running: SpecialRound | None, last: LastRound) -> Reason | None:
    """Return the doubling of a round: Hadschader counts double, the last round may (B81, B99)."""
    if running is None or round_traits(running.kind, last).factor == 1:
        return None
    rule = "B99" if running.kind == RoundKind.LAST else "B81"
    return Reason(code=f"round.{running.kind}", rule=rule, factor=round_traits(running.kind, last).factor)


def round_after(
    report: Report,
    contract: Contract,
    declarer: Player | None,
    paid: Mapping[Player, int],
    running: SpecialRound,
) -> SpecialRound:
    """Return the round after one of its hands; it is over when `left` is 0."""
    if isinstance(report, ThrownIn):
        return running
    done, results, traits = running.done, running.results, _TRAITS[running.kind]
    if isinstance(report, DeclaredHand) and declarer is not None:
        if traits.once:
            done = (*done, Duty(player=declarer, contract=contract.base_id))
        if traits.poorest_pays and traits.allows_contract(contract):
            results = {**(results or {}), declarer: (results or {}).get(declarer, 0) + paid[declarer]}
    return replace(running, left=running.left - 1, done=done, results=results)


def poorest(ended: SpecialRound) -> tuple[Player, ...]:
    """Return the players with the poorest Solo of a Minas round that at least two played.

    More than one means that none of them pays (our decision, B81).
    """
    results = ended.results or {}
    if not _TRAITS[ended.kind].poorest_pays or len(results) < 2:
        return ()
    return tuple(player for player, points in results.items() if points == min(results.values()))
