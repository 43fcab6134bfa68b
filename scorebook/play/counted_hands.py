"""Definitions of how a hand counts: holders of cards, winners and points. Pure.

All stored figures, queries and the summary of an evening use them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules import Level, Player, Ruleset
from scorebook.play.codec import read_table
from scorebook.play.models import HandEvent

Counts = Mapping[Player, int]

# The contract that announces a special round, without dealing cards.
ROUND_CALL = "round"


def had_cards(contract: str, *, was_dealt: bool) -> bool:
    """Return whether cards were dealt: not for an announced round, nor for an amount written down without a hand.

    Such a result counts in points, money and evenings, but not as a hand.
    was_dealt: field of an agreed hand; True for all others.
    """
    return was_dealt and contract != ROUND_CALL


@dataclass(frozen=True, slots=True, kw_only=True)
class HandWinners:
    """The winners and losers among the holders of cards; both are empty in a tie."""

    winners: tuple[Player, ...]
    losers: tuple[Player, ...]


def hand_winners(
    holders: tuple[Player, ...],
    *,
    declarer_side: Collection[Player],
    declarer_won: bool | None,
    points: Counts,
    tally: Counts,
    roof_by: Player | None,
) -> HandWinners:
    """Return the winners of the hand, who need not be the winners of a game of many hands.

    With two sides, the side that won. Without sides, the players who gained on the sheet: strokes or tally points if
    any were written, else points. With strokes or tally points, all other holders have lost.
    declarer_won:  None without a declarer.
    roof_by:       who showed a roof, in a game of strokes; their team has won whenever it has strokes, because the
                   others have theirs for the roof alone, see `SaskuHand.winners`.
    """
    if declarer_won is not None:
        winners = tuple(player for player in holders if (player in declarer_side) == declarer_won)
        return HandWinners(winners=winners, losers=tuple(player for player in holders if player not in winners))
    is_on_sheet = any(tally.values())
    gains = tally if is_on_sheet else points
    winners = tuple(player for player in holders if gains.get(player, 0) > 0)
    if roof_by in winners:
        winners = holders[holders.index(roof_by) % 2 :: 2]
    if is_on_sheet and winners:
        return HandWinners(winners=winners, losers=tuple(player for player in holders if player not in winners))
    return HandWinners(winners=winners, losers=tuple(player for player in holders if gains.get(player, 0) < 0))


class StoredHand(NamedTuple):
    """The columns read of an event. was_dealt, tally and roof_by are None if the event lacks them."""

    table: Mapping[str, Any]
    contract: str
    was_dealt: bool | None
    roof_by: Player | None
    points: Counts
    tally: Counts | None
    declarer_side: Sequence[Player]
    declarer_won: bool | None
    level: str | None


ROOF_BY = "roof_shown_by"  # field of a report
# The columns of a StoredHand, in its order.
STORED_HAND_COLUMNS = (
    "table", "report__contract", "report__was_dealt", f"report__{ROOF_BY}", "score__points", "score__tally",
    "score__declarer_side", "score__declarer_won", "score__level",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedHand:
    """A hand in its current version."""

    contract: str
    players: Sequence[Player]  # all at the table
    holders: Sequence[Player]  # of cards; empty if none were dealt
    points: Counts  # of all at the table
    declarer_side: Sequence[Player]
    has_sides: bool  # there is a declarer, so one side won
    outcome: HandWinners
    is_schneider: bool

    @property
    def had_cards(self) -> bool:
        return bool(self.holders)

    @property
    def amount_of(self) -> Sequence[Player]:
        """Return all players at the table of an amount written down without a hand; else nothing."""
        return () if self.had_cards or self.contract == ROUND_CALL else self.players

    @property
    def declarer(self) -> Player | None:
        return self.declarer_side[0] if self.declarer_side else None


def counted_hand(stored: StoredHand, ruleset: Ruleset) -> CountedHand:
    """Count a stored hand, which must not be voided."""
    table = read_table(stored.table)
    is_hand = had_cards(stored.contract, was_dealt=stored.was_dealt is not False)
    holders = ruleset.active(table) if is_hand else ()
    return CountedHand(
        contract=stored.contract,
        players=table.players,
        holders=holders,
        points=stored.points,
        declarer_side=stored.declarer_side,
        has_sides=stored.declarer_won is not None,
        outcome=hand_winners(
            holders,
            declarer_side=stored.declarer_side,
            declarer_won=stored.declarer_won,
            points=stored.points,
            tally=stored.tally or {},
            roof_by=stored.roof_by,
        ),
        is_schneider=stored.level is not None and stored.level != Level.PLAIN,
    )


def counted_event(event: HandEvent, ruleset: Ruleset) -> CountedHand:
    report, score = event.report, event.score
    return counted_hand(
        StoredHand(
            table=event.table,
            contract=report["contract"],
            was_dealt=report.get("was_dealt"),
            roof_by=report.get(ROOF_BY),
            points=score["points"],
            tally=score.get("tally"),
            declarer_side=score["declarer_side"],
            declarer_won=score["declarer_won"],
            level=score["level"],
        ),
        ruleset,
    )
