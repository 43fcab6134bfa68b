"""The end of an evening: its story, and the few hands that are told of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Player
from scorebook.play.evening_story import EveningStory, PlayedHand, evening_story
from scorebook.play.queries.evenings import HandLine, Sheet, hand_lines
from scorebook.play.queries.hand_figures import HandFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningEnd:
    """hands: the best one and the one that turned the evening, by number."""

    story: EveningStory
    hands: Mapping[int, HandLine]


def evening_end(sheet: Sheet) -> EveningEnd:
    """How it stands where it is still open. At most one statement, for hands that the sheet does not hold."""
    has_tally = sheet.ruleset.HAS_TALLY
    standing = [_played_hand(hand, has_tally=has_tally) for hand in sheet.figures if not hand.is_void]
    seated = [Player(str(line.player.pk)) for line in sheet.players]
    story = evening_story(standing, shares=sheet.pot_shares, seated=seated)
    told = (story.best.no if story.best else None, story.turn)
    return EveningEnd(story=story, hands=hand_lines(sheet, [no for no in told if no is not None]))


def _played_hand(hand: HandFigures, *, has_tally: bool) -> PlayedHand:
    return PlayedHand(
        no=hand.no,
        holders=hand.holders,
        winners=hand.winners,
        points=hand.points,
        written=hand.tally if has_tally else hand.points,
    )
