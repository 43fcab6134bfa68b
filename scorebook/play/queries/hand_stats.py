"""Figures of an evening hand by hand: counts of each hand and totals after it.

Reading reports and reasons of thousands of hands takes seconds, these figures hundredths of a second.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from rules import Player, Ruleset, Score, Table, read_state
from rules.report import AgreedHand
from scorebook.play import rounds
from scorebook.play.codec import read_score, read_table
from scorebook.play.counted_hands import ROOF_BY, had_cards, hand_winners
from scorebook.play.models import Evening, HandEvent
from scorebook.play.rounds import RoundPlace
from scorebook.play.totals import standing_hands

# Expressions read of each hand: columns, and members of their JSON as text.
FACT_EXPRESSIONS = {
    "table_text": Cast("table", TextField()),
    "contract": KT("report__contract"),
    "was_dealt": KT("report__was_dealt"),
    "roof_by": KT(f"report__{ROOF_BY}"),
    "points_text": KT("score__points"),
    "tally_text": KT("score__tally"),
    "side_text": KT("score__declarer_side"),
    "declarer_won": KT("score__declarer_won"),
    "next_dealer": KT("state_after__dealer"),
    "round_kind": KT("state_after__round__kind"),
}
NOTHING = "null"  # JSON null in SQLite's text; PostgreSQL returns None


class HandFacts(NamedTuple):
    """The current version of a hand as read; a voided one counts nothing. score, state_after: in a game of strokes."""

    no: int
    is_void: bool
    table: Table
    contract: str
    was_dealt: bool
    roof_by: Player | None
    points: Mapping[Player, int]
    tally: Mapping[Player, int]
    declarer_side: Sequence[Player]
    declarer_won: bool | None
    next_dealer: Player | None
    round_kind: str | None
    score: Mapping[str, Any] = {}
    state_after: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFigures:
    no: int
    contract: str
    is_void: bool
    holders: tuple[Player, ...]  # of cards; empty if none were dealt
    winners: tuple[Player, ...]  # among the holders
    points: Mapping[Player, int]  # empty if voided
    tally: Mapping[Player, int]  # empty if voided
    running: Mapping[Player, int]  # totals after the hand, of all players
    running_tally: Mapping[Player, int]
    place: RoundPlace | None  # in its round; None if the deal did not pass on
    round_kind_after: str | None  # of the special round of the next hand


def hand_facts(evening: Evening, ruleset: Ruleset) -> list[HandFacts]:
    """Read all hands in order, for `hand_figures`. One statement."""
    # In a game of strokes the reasons name the deciding hand, and the state has the score of the running game.
    whole = ("score", "state_after") if ruleset.HAS_TALLY else ()
    read = cache(json.loads)  # thousands of hands, but few tables and few scores
    hands = standing_hands(evening).order_by("no").annotate(**FACT_EXPRESSIONS)
    rows = hands.values_list("no", "kind", *FACT_EXPRESSIONS, *whole)
    return [
        HandFacts(
            no,
            kind == HandEvent.Kind.VOIDED,
            read_table(read(table)),
            contract,
            was_dealt != "false",
            None if roof == NOTHING else roof,
            read(points or NOTHING) or {},
            read(tally or NOTHING) or {},
            read(side or NOTHING) or (),
            read(won or NOTHING),
            next_dealer,
            None if round_ == NOTHING else round_,
            *stored,
        )
        for no, kind, table, contract, was_dealt, roof, points, tally, side, won, next_dealer, round_, *stored in rows
    ]


def facts_of_event(event: HandEvent) -> HandFacts:
    state = event.state_after or {}
    return HandFacts(
        no=event.no,
        is_void=event.is_void,
        table=read_table(event.table),
        contract=event.report["contract"],
        was_dealt=event.report.get("was_dealt") is not False,
        roof_by=event.report.get(ROOF_BY),
        points=event.score.get("points") or {},
        tally=event.score.get("tally") or {},
        declarer_side=event.score.get("declarer_side") or (),
        declarer_won=event.score.get("declarer_won"),
        next_dealer=state.get("dealer"),
        round_kind=(state.get("round") or {}).get("kind"),
        score=event.score,
        state_after=state,
    )


def hand_figures(facts: Sequence[HandFacts], ruleset: Ruleset, people: Iterable[Player]) -> Iterator[HandFigures]:
    """Yield the figures of hands in order. people: all who ever sat at the table."""
    running, tally, dealt = dict.fromkeys(people, 0), dict[Player, int](), None
    active = cache(ruleset.active)  # thousands of hands, but few tables
    struck = rounds.struck_deals([hand.table.dealer for hand in facts], [hand.is_void for hand in facts])
    for hand, is_struck_deal in zip(facts, struck, strict=True):
        counted, written = ({}, {}) if hand.is_void else (hand.points, hand.tally)
        running, tally = _add_counts(running, counted), _add_counts(tally, written)
        is_hand = had_cards(hand.contract, was_dealt=hand.was_dealt)
        has_passed = _has_deal_passed(hand, ruleset)
        is_deal = is_hand and (is_struck_deal if hand.is_void else has_passed)
        holders = active(hand.table) if is_hand else ()
        place = rounds.round_place_after(dealt, people=len(hand.table.players)) if is_deal else None
        dealt = place or dealt
        yield HandFigures(
            no=hand.no,
            contract=hand.contract,
            is_void=hand.is_void,
            holders=holders,
            winners=hand_winners(
                holders,
                declarer_side=hand.declarer_side,
                declarer_won=None if hand.is_void else hand.declarer_won,
                points=counted,
                tally=written,
                roof_by=hand.roof_by,
            ).winners,
            points=counted,
            tally=written,
            running=running,
            running_tally=tally,
            place=place,
            round_kind_after=hand.round_kind,
        )


def stroke_scores(facts: Sequence[HandFacts]) -> tuple[Score, ...]:
    """Return the scores of hands that decided a game of strokes, and of the last hand, without voided hands."""
    standing = [hand for hand in facts if not hand.is_void]
    deciding = [hand for hand in standing[:-1] if any(one["code"] == "game_won" for one in hand.score["reasons"])]
    return tuple(
        read_score(hand.score, table=hand.table, state=read_state(hand.state_after))
        for hand in [*deciding, *standing[-1:]]
    )


def _add_counts(totals: dict[Player, int], counted: Mapping[Player, int]) -> dict[Player, int]:
    if not counted:
        return totals
    return totals | {player: totals.get(player, 0) + count for player, count in counted.items()}


def _has_deal_passed(hand: HandFacts, ruleset: Ruleset) -> bool:
    """Return whether the deal passes to the next person after a hand with cards; it stays after a tie.

    An amount written down without facts always passes it.
    """
    contract = ruleset.contract(hand.contract, len(hand.table.players))
    if contract is None:
        raise AssertionError(f"hand {hand.no} cannot be read back")
    return issubclass(contract.report, AgreedHand) or hand.next_dealer != hand.table.dealer
