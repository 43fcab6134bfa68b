"""Figures of an evening hand by hand: counts of each hand and totals after it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules import Player, Ruleset, Score, read_state
from rules.report import AgreedHand
from scorebook.play import rounds
from scorebook.play.codec import read_score
from scorebook.play.counted_hands import StoredHand, add_counts, counted_hand, read_stored_hands, stored_hand_rows
from scorebook.play.evening_story import PlayedHand
from scorebook.play.models import Evening
from scorebook.play.rounds import RoundPlace
from scorebook.play.totals import standing_hands


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFigures(PlayedHand):
    """Points, tally and winners are empty if the hand is voided."""

    contract: str
    is_void: bool
    tally: Mapping[Player, int]
    running: Mapping[Player, int]  # totals after the hand, of all players
    running_tally: Mapping[Player, int]
    place: RoundPlace | None  # in its round; None if the deal did not pass on
    round_kind_after: str | None  # of the special round of the next hand


def stored_hands(evening: Evening) -> list[StoredHand]:
    """Read all hands in order, for `hand_figures`. One statement."""
    # In a game of strokes the reasons name the deciding hand, and the state has the score of the running game.
    columns = ("score", "state_after") if evening.rules.HAS_TALLY else ()
    return list(read_stored_hands(stored_hand_rows(standing_hands(evening).order_by("no"), *columns)))


def hand_figures(hands: Sequence[StoredHand], ruleset: Ruleset, people: Iterable[Player]) -> Iterator[HandFigures]:
    """Yield the figures of hands in order. people: all who ever sat at the table."""
    running, tally, dealt = dict.fromkeys(people, 0), dict[Player, int](), None
    struck = rounds.struck_deals([hand.table.dealer for hand in hands], [hand.is_void for hand in hands])
    for hand, is_struck_deal in zip(hands, struck, strict=True):
        counted = counted_hand(hand, ruleset)
        points, written = ({}, {}) if hand.is_void else (hand.points, hand.tally)
        running, tally = add_counts(running, points), add_counts(tally, written)
        has_passed = _has_deal_passed(hand, ruleset)
        is_deal = counted.had_cards and (is_struck_deal if hand.is_void else has_passed)
        place = rounds.round_place_after(dealt, people=len(hand.table.players)) if is_deal else None
        dealt = place or dealt
        yield HandFigures(
            no=hand.no,
            contract=hand.contract,
            is_void=hand.is_void,
            holders=counted.holders,
            winners=() if hand.is_void else counted.outcome.winners,
            points=points,
            tally=written,
            written=written if ruleset.HAS_TALLY else points,
            running=running,
            running_tally=tally,
            place=place,
            round_kind_after=hand.round_kind,
        )


def stroke_scores(hands: Sequence[StoredHand]) -> tuple[Score, ...]:
    """Return the scores of hands that decided a game of strokes, and of the last hand, without voided hands."""
    standing = [hand for hand in hands if not hand.is_void]
    deciding = [hand for hand in standing[:-1] if any(one["code"] == "game_won" for one in hand.score["reasons"])]
    return tuple(
        read_score(hand.score, table=hand.table, state=read_state(hand.state_after))
        for hand in [*deciding, *standing[-1:]]
    )


def _has_deal_passed(hand: StoredHand, ruleset: Ruleset) -> bool:
    """Return whether the deal passes to the next person after a hand with cards; it stays after a tie.

    An amount written down without facts always passes it.
    """
    contract = ruleset.contract(hand.contract, len(hand.table.players))
    if contract is None:
        raise AssertionError(f"hand {hand.no} cannot be read back")
    return issubclass(contract.report, AgreedHand) or hand.next_dealer != hand.table.dealer
