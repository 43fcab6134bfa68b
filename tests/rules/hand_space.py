"""Everything a table can tell: which counts, runs and results there are, found from the cards alone.

Nothing here asks the rules what they would accept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from rules import Aim, Contract, Level, Player, Ruleset, Side, Sides, Table
from rules.cards import Card, Rank, Suit
from rules.report import Call, DeclaredHand, TopTrumps
from tests.rules.oracle import ONE_RANK, Outcome

LEVELS = (Level.PLAIN, Level.SCHNEIDER, Level.SCHWARZ)
_VALUES = {32: (11, 10, 4, 3, 2, 0, 0, 0), 24: (11, 10, 4, 3, 2, 0), 20: (11, 10, 4, 3, 2)}  # G1
_CALLED = {"assrufen": Card(rank=Rank.ACE, suit=Suit.CLUBS)}


class Count(NamedTuple):
    points: int
    tricks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """How the pack goes round."""

    pack: int
    seats: int
    skat: int = 0

    @property
    def tricks(self) -> int:
        return (self.pack - self.skat) // self.seats


def deal_of(ruleset: Ruleset, people: int) -> Deal:
    if ruleset.GAME == "palatinate":
        return Deal(pack=32, seats=3, skat=2)  # P2
    pack = ruleset.to_json()["house_rules"].get("deck_cards", 32)  # type: ignore[attr-defined]
    return Deal(pack=pack, seats=min(people, 4))  # A1, B1, B101


@cache
def _sums(pack: int) -> list[set[int]]:
    """For each number of cards the sums that so many cards of the pack can make."""
    sums: list[set[int]] = [{0}] + [set() for _ in range(pack)]
    for value in (value for value in _VALUES[pack] for _ in range(4)):
        for cards in range(pack, 0, -1):
            sums[cards] |= {value + sum for sum in sums[cards - 1]}
    return sums


@cache
def counts(deal: Deal) -> tuple[Count, ...]:
    """Every pair of card points and tricks that a declaring side can have with real cards; the skat is its own."""
    return tuple(
        Count(points, tricks)
        for tricks in range(deal.tricks + 1)
        for points in sorted(_sums(deal.pack)[tricks * deal.seats + deal.skat])
    )


def trump_count(contract: str, deal: Deal) -> int:
    """How many trumps there are (P1, B2)."""
    game, ranks = contract.removesuffix("_tout"), deal.pack // 4
    if game in ONE_RANK:
        return 4 + ranks - 1 if game.startswith("suit_") else 4
    return 8 + ranks - 2


def runs(contract: Contract, deal: Deal) -> Iterator[TopTrumps | None]:
    """No run reported, and every run either side can hold: no more than its cards and the trumps (P25, A21).

    With a called ace in it and a card of its suit, two cards of a Rufer are no trumps; in a Muss only the ace (B84).
    """
    yield None
    trumps = trump_count(contract.id, deal)
    hands = 1 if contract.sides is Sides.ALONE else 2
    others = {"rufer": 2, "muss": 1 if contract.calls_a_card else 0}.get(contract.id, 0)
    most = {
        Side.DECLARERS: min(trumps, deal.tricks * hands + deal.skat - others),
        Side.OPPONENTS: min(trumps, deal.tricks * (deal.seats - hands)),
    }
    for side, count in most.items():
        yield from (TopTrumps(count=number, side=side) for number in range(1, count + 1))


def length(run: TopTrumps | None) -> int:
    return (run.count or 0) if run else 0


def lost_top_trump(run: TopTrumps | None, *, tricks: int, deal: Deal) -> bool:
    """Whether a side without a trick would hold a top trump in play; the skat's two take none (G5)."""
    if run is None or run.side is None:
        return False
    if run.side is Side.DECLARERS:
        return tricks == 0 and length(run) > deal.skat
    return tricks == deal.tricks and length(run) > 0


def room_of_run(run: TopTrumps, contract: str, *, tricks: int, deal: Deal) -> tuple[int, int] | None:
    """The fewest and the most card points of the declaring side when this run lies in its holders' tricks.

    None where it does not fit into them. Found by laying out the cards: the trumps of the run on one side, the richest
    or the poorest of the others beside them (G1, G5).
    """
    values = [value for value in _VALUES[deal.pack] for _ in range(4)]
    held = trump_values(contract, deal)[: length(run)]
    for value in held:
        values.remove(value)
    is_own = run.side is Side.DECLARERS
    pile = tricks * deal.seats + deal.skat if is_own else (deal.tricks - tricks) * deal.seats
    room = pile - len(held)
    if room < 0:
        return None
    poorest, richest = (sum(sorted(values, reverse=is_rich)[:room]) + sum(held) for is_rich in (False, True))
    return (poorest, richest) if is_own else (120 - richest, 120 - poorest)


def trump_values(contract: str, deal: Deal) -> list[int]:
    """What the trumps count, the highest first (G1, P1, B2)."""
    ace_to_unter = (11, 10, 4, 3, 2)
    ranks = {"geier": (3,), "wenz": (2,), "koenig": (4,), "eisenbahner": (10,)}
    game = contract.removesuffix("_tout")
    permanent_trumps = ranks.get(game.removeprefix("suit_"), (3, 2))
    if game in ONE_RANK and not game.startswith("suit_"):
        return [value for value in permanent_trumps for _ in range(4)]
    suit = [value for value in ace_to_unter if value not in permanent_trumps] + [0] * (
        deal.pack // 4 - len(ace_to_unter)
    )
    return [value for value in permanent_trumps for _ in range(4)] + suit


def rich_and_schneider(run: TopTrumps | None, contract: Contract, result: Outcome, deal: Deal) -> bool:
    """Whether a side is reported Schneider that holds more card points in its top trumps than any Schneider has."""
    if run is None or result.level != 1 or result.won == (run.side is Side.DECLARERS):
        return False
    return sum(trump_values(contract.id, deal)[: length(run)]) > 30


def reports_lost_top_trump(run: TopTrumps | None, contract: Contract, result: Outcome, deal: Deal) -> bool:
    """The same where only the result is reported: a Schwarz, or a Tout or Du that was made."""
    if result.won and (result.level == 2 or contract.aim is Aim.ALL_TRICKS):
        return lost_top_trump(run, tricks=deal.tricks, deal=deal)
    return result.level == 2 and lost_top_trump(run, tricks=0, deal=deal)


def results(contract: Contract) -> Iterator[Outcome]:
    """The results of a table that did not count cards."""
    for won in (True, False) if contract.aim is not Aim.SHOWN else (True,):
        for level in range(3) if contract.has_levels else (0,):
            yield Outcome(won, level)


def reported(hand: DeclaredHand, result: Outcome) -> DeclaredHand:
    return replace(hand, won=result.won, level=LEVELS[result.level], card_points=None, tricks=None)


def declared_contracts(ruleset: Ruleset, table: Table) -> Iterator[Contract]:
    return (one for one in ruleset.contracts(len(table.players)) if issubclass(one.report, DeclaredHand))


def suits(contract: Contract) -> tuple[Suit | None, ...]:
    """Every suit that may be reported; none too where it need not be."""
    return contract.trump_suits if contract.needs_trump else (None, *contract.trump_suits)


def declared(
    ruleset: Ruleset, table: Table, contract: Contract, *, suit: Suit | None = None, seat: int = 0, partner: int = 2
) -> DeclaredHand:
    """The contract without its result, declared by the active player `seat` places behind the leader."""
    active = ruleset.active(table)
    card = _CALLED.get(contract.id) if getattr(ruleset, "call_is_noted", False) else None
    kind: type[DeclaredHand] = contract.report  # type: ignore[assignment]
    return kind(
        table=table,
        contract=contract.id,
        declarer=active[seat],
        partner=active[(seat + partner) % len(active)] if contract.sides is Sides.PARTNERS else None,
        trump_suit=suit or (contract.trump_suits[0] if contract.needs_trump else None),
        call=Call(card=card) if card else None,
    )


def declaring_side(hand: DeclaredHand, contract: Contract, active: tuple[Player, ...]) -> set[Player]:
    if hand.declarer is None:
        return set()
    opposite = active[(active.index(hand.declarer) + 2) % len(active)]
    partner = {Sides.PARTNERS: hand.partner, Sides.OPPOSITE: opposite}.get(contract.sides)
    return {hand.declarer, partner} if partner else {hand.declarer}
