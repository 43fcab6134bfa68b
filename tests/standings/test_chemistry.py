"""Observed minus expected, with its interval, row by row."""

import pytest

from scorebook.standings.people.chemistry import MIN_HANDS, WinShare, pair_chemistry, wilson_interval


@pytest.mark.parametrize(
    ("won", "hands", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # By hand: 10 of 20 is 1/2 ± 1.96 √(1/80 + 1.96²/1600) / (1 + 1.96²/20).
        (10, 20, 0.2993, 0.7007),
        (20, 20, 0.8389, 1.0000),
    ],
)
def test_the_interval_is_wilsons(won: int, hands: int, low: float, high: float) -> None:
    found = wilson_interval(WinShare(won=won, hands=hands))
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_expected_is_the_mean_of_how_both_do_with_all_others() -> None:
    """30 of 50 together; without them the one has won 40 of 100, the other 100 of 200: 45 % is expected."""
    pair = WinShare(won=30, hands=50)
    found = pair_chemistry(pair=pair, one=WinShare(won=70, hands=150), other=WinShare(won=130, hands=250))
    assert found is not None
    assert round(found.expected, 9) == 0.45 and round(found.difference, 9) == 0.15
    # Wilson of 30 of 50: 0.4618 to 0.7239.
    assert (round(found.interval.low, 4), round(found.interval.high, 4)) == (0.0118, 0.2739)
    assert found.is_sure


@pytest.mark.parametrize(
    ("together", "with_others", "is_enough"),
    [
        (MIN_HANDS, MIN_HANDS, True),
        (MIN_HANDS - 1, 1000, False),
        (1000, MIN_HANDS - 1, False),
    ],
)
def test_too_few_hands_say_nothing(together: int, with_others: int, is_enough: bool) -> None:
    pair = WinShare(won=together // 2, hands=together)
    one = pair + WinShare(won=with_others // 2, hands=with_others)
    found = pair_chemistry(pair=pair, one=one, other=one + one)
    assert (found is not None) == is_enough


@pytest.mark.parametrize("is_won", [False, True])
def test_who_never_wins_or_always_does_is_no_better_together(is_won: bool) -> None:
    """With 22 hands, or 31, what is rounded away kept 0 out of the interval."""
    for hands in range(MIN_HANDS, 200):
        pair, all_hands = (WinShare(won=count * is_won, hands=count) for count in (hands, 2 * hands))
        found = pair_chemistry(pair=pair, one=all_hands, other=all_hands)
        assert found is not None and not found.is_sure, hands


def test_what_chance_may_explain_is_not_sure() -> None:
    half = WinShare(won=50, hands=100)
    found = pair_chemistry(pair=WinShare(won=12, hands=20), one=half + WinShare(won=12, hands=20), other=half + half)
    assert found is not None and not found.is_sure
    assert found.interval.low < 0 < found.difference < found.interval.high
