"""The rounds of an evening: in each of them everybody deals once (003, 004)."""

from __future__ import annotations

import pytest

from rules import PRESETS
from scorebook.play.rounds import RoundPlace, place_after
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, rufer

pytestmark = pytest.mark.django_db
SASKU = PRESETS["sasku"]["sasku"]
SETTLED = {"contract": "agreed", "points": {"Anna": -10, "Beppo": 10}, "why": "looked into the cards"}


@pytest.mark.parametrize(
    ("last", "people", "place"),
    [
        (None, 4, (1, 1, 4)),
        ((1, 1, 4), 4, (1, 2, 4)),
        ((1, 3, 4), 4, (1, 4, 4)),
        ((1, 4, 4), 4, (2, 1, 4)),
        ((1, 4, 4), 5, (2, 1, 5)),  # a round that was over stays so
        ((1, 3, 4), 5, (1, 4, 5)),  # who joins a running one deals in it too
        ((1, 4, 5), 5, (1, 5, 5)),
        ((1, 3, 5), 4, (1, 4, 4)),
        ((1, 4, 5), 4, (2, 1, 4)),  # who leaves ends it
    ],
)
def test_the_place_of_the_next_deal(
    last: tuple[int, int, int] | None, people: int, place: tuple[int, int, int]
) -> None:
    before = RoundPlace(round=last[0], hand=last[1], of=last[2]) if last else None
    assert place_after(before, people=people) == RoundPlace(round=place[0], hand=place[1], of=place[2])


def stands_at(table: PlayedEvening) -> tuple[int, int, int]:
    place = table.sheet().place
    return place.round, place.hand, place.of


def deals(table: PlayedEvening) -> list[tuple[int, int] | None]:
    return [(hand.place.round, hand.place.hand) if hand.place else None for hand in table.sheet().figures]


def test_a_round_is_over_when_everybody_has_dealt() -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    assert stands_at(table) == (1, 1, 4)
    for hand in (rufer("Anna", "Beppo"), THROWN_IN, rufer("Cilli", "Done"), rufer("Anna", "Done")):
        table.record(hand)
    assert table.dealer() == "Anna"
    assert stands_at(table) == (2, 1, 4)
    assert deals(table) == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_what_is_settled_between_hands_is_no_deal() -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record({**SETTLED, "was_dealt": False})
    assert (stands_at(table), deals(table)) == ((1, 1, 4), [None])
    table.record(SETTLED)
    assert (stands_at(table), deals(table)) == ((1, 2, 4), [None, (1, 1)])


def test_a_hand_struck_out_was_no_deal_and_counts_again_when_it_is_corrected() -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(rufer("Anna", "Beppo"))
    table.record(rufer("Anna", "Cilli"))
    table.void(1)
    assert deals(table) == [None, (1, 1)]
    table.correct(1, rufer("Done", "Cilli"))
    assert deals(table) == [(1, 1), (1, 2)]


def test_an_announced_round_is_no_deal_though_the_old_man_deals_next() -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["bavarian"]["pub_everything"])
    table.record(rufer("Anna", "Beppo", ober_holder="Done"))
    table.record({"contract": "round", "round": "last"})
    assert table.dealer() == "Done"
    assert (stands_at(table), deals(table)) == ((1, 2, 4), [(1, 1), None])


def test_a_tie_is_dealt_again_by_the_same_dealer() -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=SASKU)
    table.record({"contract": "trumps", "declarer": "Anna", "trump_suit": "hearts", "card_points": 60})
    assert (table.dealer(), stands_at(table), deals(table)) == ("Anna", (1, 1, 4), [None])
    table.record({"contract": "replay", "card_points": 70})
    assert (table.dealer(), stands_at(table)) == ("Beppo", (1, 2, 4))


def test_who_comes_and_goes_makes_the_running_round_longer_or_shorter() -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(rufer("Anna", "Beppo"))
    table.join("Emil", place=5)
    assert stands_at(table) == (1, 2, 5)
    for _deal in range(3):
        table.record(rufer("Anna", "Cilli"), dealer="Emil")
    assert stands_at(table) == (1, 5, 5)
    table.leave("Emil")
    assert stands_at(table) == (2, 1, 4)
