"""Top trumps against the card points and tricks of those who hold them. G5."""

from __future__ import annotations

import pytest

import rules
from tests.rules.table import Json, agreed, problems
from tests.rules.test_refusals import ASSRUFEN, BAVARIAN, PALATINATE, RUFER, SIMPLE, SOLO, WENZ, _run


def _counted(points: int, tricks: int | None = None) -> Json:
    return {"won": None, "card_points": points, **({} if tricks is None else {"tricks": tricks})}


# Whoever holds top trumps has them in the tricks, or as declarer in the skat (G5). The Queens count 3 each, so with the
# highest in a skat that is all there is the other card makes 14 at most and 3 at least.
HELD = [
    (PALATINATE, {**SIMPLE, "contract": "solo", **_counted(22, 0), **_run(1)}, False),
    (PALATINATE, {**SIMPLE, "contract": "solo", **_counted(14, 0), **_run(1)}, True),
    (PALATINATE, {**SIMPLE, "contract": "solo", **_counted(15, 0), **_run(1)}, False),
    (PALATINATE, {**SIMPLE, **_counted(2, 0), **_run(1)}, False),
    (PALATINATE, {**SIMPLE, **_counted(6, 0), **_run(2)}, True),
    (PALATINATE, {**SIMPLE, **_counted(7, 0), **_run(2)}, False),
    # one trick and the skat are five cards: three Queens and two aces are 31
    (PALATINATE, {**SIMPLE, **_counted(31, 1), **_run(3)}, True),
    (PALATINATE, {**SIMPLE, **_counted(32, 1), **_run(3)}, False),
    # the opponents' four Queens are 12 of theirs
    (PALATINATE, {**SIMPLE, **_counted(108), **_run(4, "opponents")}, True),
    (PALATINATE, {**SIMPLE, **_counted(109), **_run(4, "opponents")}, False),
    (agreed("asserufen", "asserufen_quick"), {**ASSRUFEN, **_counted(11), **_run(4)}, False),
    (agreed("asserufen", "asserufen_quick"), {**ASSRUFEN, **_counted(12), **_run(4)}, True),
    (BAVARIAN, {**RUFER, **_counted(19), **_run(8)}, False),
    (BAVARIAN, {**RUFER, **_counted(20), **_run(8)}, True),
    (BAVARIAN, {**WENZ, **_counted(7), **_run(4)}, False),
    (BAVARIAN, {**WENZ, **_counted(8), **_run(4)}, True),
    # four Obers fill one trick: they are 12, and two tricks hold 12 and four aces
    (BAVARIAN, {**SOLO, **_counted(14, 1), **_run(4)}, False),
    (BAVARIAN, {**SOLO, **_counted(56, 2), **_run(4)}, True),
    (BAVARIAN, {**SOLO, **_counted(57, 2), **_run(4)}, False),
    # nobody is Schneider with 31: four Obers, four Unters and the ace; four Tens are 40
    (BAVARIAN, {**RUFER, "won": False, "level": "schneider", **_run(8)}, True),
    (BAVARIAN, {**RUFER, "won": False, "level": "schneider", **_run(9)}, False),
    (BAVARIAN, {**WENZ, "contract": "eisenbahner", "won": False, "level": "schneider", **_run(4)}, False),
    (BAVARIAN, {**WENZ, "contract": "eisenbahner", "level": "schneider", **_run(4, "opponents")}, False),
    (BAVARIAN, {**WENZ, "contract": "eisenbahner", "level": "schneider", **_run(4)}, True),
]


@pytest.mark.parametrize(("ruleset", "hand", "may_be"), HELD)
def test_whoever_holds_top_trumps_has_their_card_points(ruleset: rules.Ruleset, hand: Json, may_be: bool) -> None:
    assert problems(hand, ruleset) == (set() if may_be else {("top_trumps", "top_trumps_are_won")})


def test_top_trumps_need_tricks_to_lie_in() -> None:
    hand = {**RUFER, **_counted(20, 1), **_run(5)}
    assert problems(hand, BAVARIAN) == {("top_trumps", "top_trumps_need_tricks")}
