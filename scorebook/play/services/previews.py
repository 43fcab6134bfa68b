"""Previews of a hand's score, without writing."""

from collections.abc import Mapping

from rules import Player, Score, read_state
from scorebook.play import replay, seating, totals
from scorebook.play.codec import read_table
from scorebook.play.errors import HandUnknown
from scorebook.play.models import Evening
from scorebook.play.services.hand_scoring import score_unrecorded_hand


def preview_hand(*, evening: Evening, hand: Mapping[str, object], dealer: Player | None = None) -> Score:
    """Score the next hand. Raises: rules.ReportError."""
    state = read_state(evening.state)
    table = seating.next_table(evening, list(evening.all_seats()), state)
    return score_unrecorded_hand(hand, evening=evening, dealer=dealer, table=table, state=state)


def preview_correction(*, evening: Evening, no: int, hand: Mapping[str, object], dealer: Player | None = None) -> Score:
    """Score a correction of a recorded hand. Raises: rules.ReportError, HandUnknown."""
    if not 0 < no <= evening.hand_count:
        raise HandUnknown(no=no)
    backwards = totals.standing_hands_backwards(evening, last=no)
    table = read_table(next(backwards).table)
    state = replay.state_after(replay.back_to_valid_hand(backwards))
    return score_unrecorded_hand(hand, evening=evening, dealer=dealer, table=table, state=state)
