"""How an evening went, hand by hand, in figures alone: what each hand counted, and what stood after it.

Reports and reasons of thousands of hands take seconds to read; these figures of theirs take hundredths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from rules import Player, Ruleset, Score, Table, read_state
from scorebook.play import rounds
from scorebook.play.codec import read_score, read_table
from scorebook.play.models import Evening, HandEvent
from scorebook.play.rounds import RoundPlace
from scorebook.play.totals import standing_hands

# What is read of each hand: columns, and members of the JSON in them.
TOLD = (
    "no",
    "kind",
    "table",
    "report__contract",
    "report__was_dealt",
    "score__points",
    "score__tally",
    "state_after__dealer",
    "state_after__round__kind",
)
# Of a game of strokes also which hand decided a game, and what stands in the running one.
TOLD_OF_STROKES = (*TOLD, "score", "state_after")

Told = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFigures:
    """A hand as it stands now.

    points, tally:          player -> what it counts; nothing where it is struck out.
    running, running_tally: player -> what stands after it; who was not there yet or any more keeps theirs.
    place:                  in its round; None where the deal did not pass on.
    round_kind_after:       of the special round that the next hand is in.
    """

    no: int
    contract: str
    is_void: bool
    points: Mapping[Player, int]
    tally: Mapping[Player, int]
    running: Mapping[Player, int]
    running_tally: Mapping[Player, int]
    place: RoundPlace | None
    round_kind_after: str | None


def told_hands(evening: Evening, ruleset: Ruleset) -> list[Told]:
    """One statement. Of every hand what `hand_figures` takes, the first one first."""
    return list(standing_hands(evening).order_by("no").values(*_told_fields(ruleset)))


def told_by_events(events: Iterable[HandEvent], ruleset: Ruleset) -> list[Told]:
    """The same of events that were read whole: the newest of each hand."""
    return [{name: _member(event, name) for name in _told_fields(ruleset)} for event in events]


def hand_figures(told: Sequence[Told], ruleset: Ruleset, people: Iterable[Player]) -> Iterator[HandFigures]:
    """people: all who ever sat at the table."""
    running, tally, dealt = dict.fromkeys(people, 0), dict[Player, int](), None
    for hand in told:
        table, is_void = read_table(hand["table"]), hand["kind"] == HandEvent.Kind.VOIDED
        counted = {} if is_void else hand["score__points"]
        written = {} if is_void else hand["score__tally"] or {}
        running, tally = _added(running, counted), _added(tally, written)
        is_deal = not is_void and _passed_the_deal(hand, ruleset, table)
        place = rounds.place_after(dealt, people=len(table.players)) if is_deal else None
        dealt = place or dealt
        yield HandFigures(
            no=hand["no"],
            contract=hand["report__contract"],
            is_void=is_void,
            points=counted,
            tally=written,
            running=running,
            running_tally=tally,
            place=place,
            round_kind_after=hand["state_after__round__kind"],
        )


def stroke_scores(told: Sequence[Told]) -> tuple[Score, ...]:
    """Of a game of strokes: the scores of the hands that decided a game, and that of the last hand, none struck out."""
    standing = [hand for hand in told if hand["kind"] != HandEvent.Kind.VOIDED]
    deciding = [hand for hand in standing[:-1] if any(one["code"] == "game_won" for one in hand["score"]["reasons"])]
    return tuple(
        read_score(hand["score"], table=read_table(hand["table"]), state=read_state(hand["state_after"]))
        for hand in [*deciding, *standing[-1:]]
    )


def _told_fields(ruleset: Ruleset) -> Sequence[str]:
    return TOLD_OF_STROKES if ruleset.HAS_TALLY else TOLD


def _member(event: HandEvent, name: str) -> object:
    column, *keys = name.split("__")
    return reduce(lambda found, key: (found or {}).get(key), keys, getattr(event, column))


def _added(totals: Mapping[Player, int], counted: Mapping[Player, int]) -> dict[Player, int]:
    return {**totals, **{player: totals.get(player, 0) + count for player, count in counted.items()}}


def _passed_the_deal(hand: Told, ruleset: Ruleset, table: Table) -> bool:
    contract = ruleset.contract(hand["report__contract"], len(table.players))
    if contract is None:
        raise AssertionError(f"hand {hand['no']} cannot be read back")
    return rounds.passed_the_deal(
        contract.report,
        was_dealt=hand["report__was_dealt"] is not False,
        dealer=table.dealer,
        next_dealer=hand["state_after__dealer"],
    )
