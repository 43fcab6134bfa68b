"""Totals of seats: which stay of a player gets what, and the hands that they are counted from."""

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.play import evening_totals
from tests.support.played_evening import THROWN_IN, PlayedEvening, rufer


def test_closing_pays_the_pot_to_the_last_stay_of_a_player_who_came_back(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(THROWN_IN)
    evening.leave("Done")
    evening.join("Emil", place=4)
    evening.record(THROWN_IN)
    evening.leave("Emil")
    evening.join("Done", place=4)
    evening.record(rufer("Anna", "Beppo", won=False))
    stays = evening.fresh().all_seats().filter(player=evening.players["Done"]).order_by("from_hand")
    first, last = (seat.points for seat in stays)
    evening.close()
    # What Done paid into the pot by the first hand, before going home.
    assert [seat.points for seat in stays.all()] == [first, last + 10]
    evening.check()


def test_hands_are_read_beyond_the_first_piece_in_both_directions(evening: PlayedEvening) -> None:
    for _ in range(evening_totals.FEW + 1):
        evening.record(rufer("Anna", "Beppo"))
    for no in range(2, evening_totals.FEW + 2):
        evening.void(no)
    numbers = list(range(1, evening_totals.FEW + 2))
    backwards = evening_totals.evening_hands_backwards(evening.fresh(), last=evening_totals.FEW + 1)
    assert [hand.no for hand in backwards] == numbers[::-1]
    assert [hand.no for hand in evening_totals.evening_hands_forwards(evening.fresh(), after=0)] == numbers
    evening.check()


def test_each_piece_is_so_many_times_as_long_as_the_one_before(
    evening: PlayedEvening, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hands, and twenty: two statements for 22 of them."""
    monkeypatch.setattr(evening_totals, "FEW", 2)
    monkeypatch.setattr(evening_totals, "MORE", 10)
    for _ in range(22):
        evening.record(rufer("Anna", "Beppo"))
    stored = evening.fresh()
    with django_assert_num_queries(2):
        assert len(list(evening_totals.evening_hands_backwards(stored, last=22))) == 22
    with django_assert_num_queries(2):
        assert len(list(evening_totals.evening_hands_forwards(stored, after=0))) == 22
