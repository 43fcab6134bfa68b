"""Definitions of how a hand counts: holders of cards, winners and points.

All stored figures, queries and the summary of an evening use them. Reading reports and reasons of thousands of hands
takes seconds, reading what counts hundredths of a second.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from rules import Level, Player, Ruleset, Table
from scorebook.play.hand_event_codec import read_table
from scorebook.play.models import HandEvent

Counts = Mapping[Player, int]


def add_counts(totals: dict[Player, int], counts: Counts) -> dict[Player, int]:
    """Return new totals of all players; the same ones if there is nothing to add."""
    if not counts:
        return totals
    return totals | {player: totals.get(player, 0) + count for player, count in counts.items()}


# The contract that announces a special round, without dealing cards.
ROUND_CALL = "round"


def had_cards(contract: str, *, was_dealt: bool) -> bool:
    """Return whether cards were dealt: not for an announced round, nor for an amount written down without a hand.

    Such a result counts in points, money and evenings, but not as a hand.
    was_dealt: field of an agreed hand; True for all others.
    """
    return was_dealt and contract != ROUND_CALL


# The same of an event in a query; most reports have no field `was_dealt`.
HAD_CARDS = ~Q(report__contract=ROUND_CALL) & (Q(report__was_dealt__isnull=True) | Q(report__was_dealt=True))


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


ROOF_BY = "roof_shown_by"  # field of a report
# Expressions read of each hand: columns, and members of their JSON as text.
HAND_EXPRESSIONS = {
    "table_text": Cast("table", TextField()),
    "contract": KT("report__contract"),
    "was_dealt": KT("report__was_dealt"),
    "roof_by": KT(f"report__{ROOF_BY}"),
    "points_text": KT("score__points"),
    "tally_text": KT("score__tally"),
    "side_text": KT("score__declarer_side"),
    "declarer_won": KT("score__declarer_won"),
    "level": KT("score__level"),
    "next_dealer": KT("state_after__dealer"),
    "round_kind": KT("state_after__round__kind"),
}
NOTHING = "null"  # JSON null in SQLite's text; PostgreSQL returns None


class StoredHand(NamedTuple):
    """The parts of a hand's current version that count."""

    evening_id: UUID
    no: int
    is_void: bool
    table: Table
    contract: str
    was_dealt: bool
    roof_by: Player | None
    points: Counts
    tally: Counts
    declarer_side: Sequence[Player]
    declarer_won: bool | None
    level: str | None
    next_dealer: Player | None
    round_kind: str | None  # of the special round of the next hand
    # Read on request.
    score: Mapping[str, Any] = {}
    state_after: Mapping[str, Any] = {}


def stored_hand_rows(events: QuerySet[HandEvent], *columns: str) -> QuerySet[HandEvent, Any]:
    """Return the rows for `read_stored_hands`. columns: `score` and `state_after`, if needed."""
    found = events.annotate(**HAND_EXPRESSIONS)
    return found.values_list("evening_id", "no", "kind", *HAND_EXPRESSIONS, *columns)


def read_stored_hands(rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredHand]:
    read = cache(json.loads)  # thousands of hands, but few tables and few scores
    for evening, no, kind, table, contract, dealt, roof, points, tally, side, won, level, dealer, round_, *more in rows:
        yield StoredHand(
            evening,
            no,
            kind == HandEvent.Kind.VOIDED,
            read_table(read(table)),
            contract,
            dealt != "false",
            None if roof == NOTHING else roof,
            read(points or NOTHING) or {},
            read(tally or NOTHING) or {},
            read(side or NOTHING) or (),
            read(won or NOTHING),
            None if level == NOTHING else level,
            dealer,
            None if round_ == NOTHING else round_,
            *more,
        )


def stored_hand(event: HandEvent) -> StoredHand:
    report, score, state = event.report, event.score, event.state_after or {}
    return StoredHand(
        evening_id=event.evening_id,
        no=event.no,
        is_void=event.is_void,
        table=read_table(event.table),
        contract=report["contract"],
        was_dealt=report.get("was_dealt") is not False,
        roof_by=report.get(ROOF_BY),
        points=score["points"],
        tally=score.get("tally") or {},
        declarer_side=score["declarer_side"],
        declarer_won=score["declarer_won"],
        level=score["level"],
        next_dealer=state.get("dealer"),
        round_kind=(state.get("round") or {}).get("kind"),
        score=score,
        state_after=state,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedHand:
    contract: str
    players: Sequence[Player]  # all at the table
    holders: tuple[Player, ...]  # of cards; empty if none were dealt
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
    """Count a stored hand; a voided one as if it were valid."""
    is_hand = had_cards(stored.contract, was_dealt=stored.was_dealt)
    holders = ruleset.active(stored.table) if is_hand else ()
    return CountedHand(
        contract=stored.contract,
        players=stored.table.players,
        holders=holders,
        points=stored.points,
        declarer_side=stored.declarer_side,
        has_sides=stored.declarer_won is not None,
        outcome=hand_winners(
            holders,
            declarer_side=stored.declarer_side,
            declarer_won=stored.declarer_won,
            points=stored.points,
            tally=stored.tally,
            roof_by=stored.roof_by,
        ),
        is_schneider=stored.level is not None and stored.level != Level.PLAIN,
    )


def counted_event(event: HandEvent, ruleset: Ruleset) -> CountedHand:
    return counted_hand(stored_hand(event), ruleset)
