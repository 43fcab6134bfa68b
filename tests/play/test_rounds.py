"""The rounds of an evening: in each of them everybody deals once (003, 004)."""

from __future__ import annotations

import pytest

from rules import PRESETS, Player
from scorebook.play.rounds import RoundPlace, round_place_after, struck_deals
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
    assert round_place_after(before, people=people) == RoundPlace(round=place[0], hand=place[1], of=place[2])


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


def test_a_hand_struck_out_in_the_middle_was_a_deal_and_one_at_the_end_is_dealt_again() -> None:
    """A round is everybody dealing once, so the mark of its end moves with the dealer alone."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    for _deal in range(3):
        table.record(rufer("Anna", "Beppo"))
    table.void(2)
    assert (table.dealer(), stands_at(table)) == ("Done", (1, 4, 4))
    assert deals(table) == [(1, 1), (1, 2), (1, 3)]
    table.void(3)  # the last one, and the one before it with it: Beppo deals again
    assert (table.dealer(), stands_at(table)) == ("Beppo", (1, 2, 4))
    assert deals(table) == [(1, 1), None, None]
    table.record(rufer("Done", "Cilli"))
    assert (table.dealer(), stands_at(table), deals(table)) == ("Cilli", (1, 3, 4), [(1, 1), None, None, (1, 2)])
    table.correct(3, rufer("Done", "Cilli"))  # counts again: the deal did pass on from Beppo to Cilli
    assert deals(table) == [(1, 1), (1, 2), (1, 3), (1, 4)]


@pytest.mark.parametrize(
    ("dealers", "struck", "expected"),
    [
        ("ABCD", "....", "...."),
        ("ABCD", ".x..", ".x.."),
        ("ABCD", "...x", "...."),  # struck out at the end: D deals again
        ("ABCDD", "...x.", "....."),
        ("ABCDCD", "..xx..", "......"),  # two at the end: C deals again
        ("ABCDA", "..xx.", "..xx."),  # two in the middle
        ("ABCDD", "..xx.", "..x.."),  # the second at the end, later the first
        ("ABBC", ".x..", "...."),  # a tie that B dealt again
        ("ABXX", "..xx", "...."),
    ],
)
def test_which_struck_hands_were_deals(dealers: str, struck: str, expected: str) -> None:
    people = [Player(one) for one in dealers]
    found = struck_deals(people, [one == "x" for one in struck])
    assert "".join("x" if one else "." for one in found) == expected


@pytest.mark.parametrize("struck", range(1, 9))
def test_striking_a_hand_moves_no_end_of_a_round_unless_it_moves_the_dealer(struck: int) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    for _deal in range(8):
        table.record(THROWN_IN)
    before, dealer = deals(table), table.dealer()
    table.void(struck)
    assert (deals(table) == before) is (table.dealer() == dealer) is (struck < 8)


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
