"""Who may double and lay, where a table lets only some: B90, B93, B94."""

from __future__ import annotations

import pytest

from tests.rules.table import ANNA, BEPPO, CILLI, Json, agreed, problems, scored

SOLO: Json = {"contract": "solo", "declarer": ANNA, "won": True}
BY_BEPPO: Json = {**SOLO, "declarer": BEPPO}  # Anna leads
FOREHAND_DOUBLES = agreed("bavarian", only_forehand_doubles=True)
OPPONENTS_DOUBLE = agreed("bavarian", only_opponents_double=True)
FOREHAND_LAYS = agreed("bavarian", only_forehand_lays=True)


@pytest.mark.parametrize("hand", [SOLO, {"contract": "ramsch", "losers": [ANNA]}, {"contract": "thrown_in"}])
def test_only_forehand_lays(hand: Json) -> None:
    wrong: tuple[object, ...] = ([BEPPO], 2)
    right: tuple[object, ...] = ([ANNA], [None], 1)
    for laid in wrong:
        assert problems({**hand, "laid": laid}, FOREHAND_LAYS) == {("laid", "only_forehand_lays")}
    for laid in right:
        assert problems({**hand, "laid": laid}, FOREHAND_LAYS) == set()


@pytest.mark.parametrize(
    ("hand", "kontra"), [(BY_BEPPO, [CILLI]), (SOLO, 1), (SOLO, [BEPPO])], ids=["another", "forehand", "an opponent"]
)
def test_nobody_but_forehand_doubles_first(hand: Json, kontra: object) -> None:
    assert problems({**hand, "kontra": kontra}, FOREHAND_DOUBLES) == {("kontra", "only_forehand_doubles")}


@pytest.mark.parametrize(("kontra", "value"), [([ANNA], 100), (1, 100), ([ANNA, BEPPO], 200), ([ANNA, CILLI], 200)])
def test_after_forehand_all_double_as_ever(kontra: object, value: int) -> None:
    assert scored({**BY_BEPPO, "kontra": kontra}, FOREHAND_DOUBLES).value == value


@pytest.mark.parametrize("kontra", [4, [BEPPO, ANNA], [BEPPO, CILLI, BEPPO]])
def test_the_declaring_side_does_not_answer(kontra: object) -> None:
    assert problems({**SOLO, "kontra": kontra}, OPPONENTS_DOUBLE) == {("kontra", "only_opponents_double")}


@pytest.mark.parametrize(("kontra", "value"), [(1, 100), (3, 400), ([BEPPO, CILLI], 200)])
def test_each_opponent_doubles_once(kontra: object, value: int) -> None:
    assert scored({**SOLO, "kontra": kontra}, OPPONENTS_DOUBLE).value == value


def test_two_opponents_are_no_re_and_keep_the_game_that_they_took_over() -> None:
    """B89, B95: nobody has answered, whoever the two were."""
    bock = agreed("bavarian", only_opponents_double=True, bock_after=["re"], kontra_takes_over=True)
    score = scored({**SOLO, "won": None, "kontra": 2, "card_points": 60}, bock)
    assert score.declarer_won and score.state.bock == ()
