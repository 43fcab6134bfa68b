"""The best and the worst of those with hands enough."""

from uuid import UUID

from scorebook.standings.people.pairs import Common
from scorebook.standings.people.rivals import find_rivals

BEPPO, CILLI, DONE = (UUID(int=number) for number in (1, 2, 3))


def with_them(won: int, hands: int) -> Common:
    return Common(together=hands, together_won=won)


def against_them(won: int, hands: int, points: int) -> Common:
    return Common(against=hands, against_won=won, against_points=points, other_points=-points)


def test_the_share_decides_and_not_the_number() -> None:
    found = find_rivals({BEPPO: with_them(20, 40), CILLI: with_them(30, 50), DONE: with_them(100, 300)})
    assert (found.best_partners, found.worst_partners) == ((CILLI,), (DONE,))
    assert (found.best_opponents, found.worst_opponents, found.nemeses) == ((), (), ())


def test_one_hand_too_few_does_not_count() -> None:
    few, enough = 29, 30
    found = find_rivals({BEPPO: with_them(few, few), CILLI: with_them(1, enough), DONE: with_them(0, enough)})
    assert (found.best_partners, found.worst_partners) == ((CILLI,), (DONE,))


def test_one_candidate_is_neither_the_best_nor_the_worst() -> None:
    found = find_rivals({BEPPO: with_them(15, 30)})
    assert (found.best_partners, found.worst_partners) == ((), ())
    assert find_rivals({BEPPO: against_them(won=1, hands=40, points=-400)}).nemeses == ()


def test_all_who_are_level_are_named() -> None:
    found = find_rivals({BEPPO: with_them(20, 40), CILLI: with_them(30, 60), DONE: with_them(1, 30)})
    assert (found.best_partners, found.worst_partners) == ((BEPPO, CILLI), (DONE,))


def test_nobody_stands_out_where_all_are_level() -> None:
    found = find_rivals({BEPPO: with_them(20, 40), CILLI: with_them(30, 60)})
    assert (found.best_partners, found.worst_partners) == ((), ())


def test_the_nemesis_took_most_a_hand_whoever_won_more_often() -> None:
    """Against Cilli fewer hands were won, against Done those that were lost cost more."""
    found = find_rivals(
        {
            BEPPO: against_them(won=40, hands=60, points=300),
            CILLI: against_them(won=20, hands=60, points=-300),
            DONE: against_them(won=20, hands=40, points=-400),
        }
    )
    assert (found.best_opponents, found.worst_opponents, found.nemeses) == ((BEPPO,), (CILLI,), (DONE,))


def test_the_nemesis_is_no_favourite_opponent() -> None:
    """Most hands were won against Done, and those that were lost cost most."""
    found = find_rivals(
        {
            BEPPO: against_them(won=30, hands=60, points=0),
            CILLI: against_them(won=20, hands=60, points=-60),
            DONE: against_them(won=30, hands=40, points=-400),
        }
    )
    assert (found.best_opponents, found.worst_opponents, found.nemeses) == ((), (CILLI,), (DONE,))


def test_who_lost_to_nobody_has_no_nemesis() -> None:
    found = find_rivals(
        {BEPPO: against_them(won=20, hands=40, points=0), CILLI: against_them(won=20, hands=40, points=10)}
    )
    assert found.nemeses == ()


def test_the_other_side_of_a_pair() -> None:
    one = Common(
        together=5, together_won=3, together_points=60, partner_points=140,
        against=7, against_won=2, against_points=-90, other_points=80,
    )  # fmt: skip
    two = Common(
        together=5, together_won=3, together_points=140, partner_points=60,
        against=7, against_won=5, against_points=80, other_points=-90,
    )  # fmt: skip
    assert one.turned == two and two.turned == one
