"""The summary of an evening with the hands it mentions."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Player
from scorebook.play.evening_story import EveningStory, evening_story
from scorebook.play.queries.evening_sheets import HandLine, Sheet, hand_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningEnd:
    story: EveningStory
    hands: Mapping[int, HandLine]  # the best hand and the turning point, by number


def evening_end(sheet: Sheet) -> EveningEnd:
    """Return the summary, so far if the evening is open. At most one statement, for hands missing on the sheet."""
    standing = [hand for hand in sheet.figures if not hand.is_void]
    seated = [Player(str(line.player.pk)) for line in sheet.players]
    story = evening_story(standing, shares=sheet.pot_shares, seated=seated)
    story_key = (story.best.no if story.best else None, story.turn)
    return EveningEnd(story=story, hands=hand_lines(sheet, [no for no in story_key if no is not None]))
