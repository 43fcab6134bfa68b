"""Who comes back sits in the old chair. Decision: docs/decisions/205-a-newcomer-in-the-next-dealers-chair-deals.md."""

from itertools import permutations
from uuid import uuid4

import pytest

from rules import Player
from scorebook.play.models import EveningEvent
from tests.support.extent import in_ci
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening

FIVE = ("Vroni", "Anna", "Cilli", "Dani", "Emil")


def row(table: PlayedEvening) -> list[str]:
    names = {str(player.pk): name for name, player in table.players.items()}
    return [names[id] for id in table.sheet().table.players]


def change(table: PlayedEvening, changes: str) -> None:
    """-Anna leaves, Toni@2 sits down at place 2, Anna comes back to the old chair; . is a hand."""
    for one in changes.split():
        name, _at, place = one.partition("@")
        if one == ".":
            table.record(THROWN_IN)
        elif one.startswith("-"):
            table.leave(one.removeprefix("-"))
        else:
            table.join(name, place=int(place) if place else None)


@pytest.mark.parametrize("hand", ["", "."])
@pytest.mark.parametrize("gone", list(permutations(FIVE, 2))[:: in_ci(1, otherwise=5)])
def test_two_who_leave_sit_as_before_in_whatever_order_they_come_back(
    db: None, gone: tuple[str, str], hand: str
) -> None:
    for back in (gone, gone[::-1]):
        table = new_evening(*FIVE)
        change(table, " ".join([f"-{gone[0]}", f"-{gone[1]}"]))
        change(table, " ".join(back[:1]))
        change(table, hand)
        change(table, " ".join(back[1:]))
        assert row(table) == list(FIVE)
        table.check()


@pytest.mark.parametrize("name", FIVE)
def test_their_left_neighbour_who_would_deal_sits_to_their_left_again(db: None, name: str) -> None:
    table = new_evening(*FIVE)
    table.leave(name)
    in_place = table.sheet().absent[Player(str(table.players[name].pk))]
    table.join(name)
    here = row(table)
    after = here[(here.index(name) + 1) % len(here)]
    assert str(table.players[after].pk) == in_place


@pytest.mark.parametrize(
    ("changes", "sitting"),
    [
        ("-Anna Toni@2 Anna", "Vroni Toni Anna Cilli Dani"),  # a newcomer in the chair: beside them
        ("-Anna Toni@4 Anna", "Vroni Anna Cilli Dani Toni"),
        ("-Dani Toni@4 Dani", "Vroni Anna Cilli Toni Dani"),  # at the end, where a newcomer sits now
        ("-Vroni Toni@1 Vroni", "Toni Vroni Anna Cilli Dani"),
        ("-Anna -Cilli -Dani Dani Cilli Anna", "Vroni Anna Cilli Dani"),
        ("-Anna Anna@4 -Anna Anna", "Vroni Cilli Dani Anna"),  # the chair that they left last
        ("Toni", "Vroni Anna Cilli Dani Toni"),  # who never left sits down at the end
    ],
)
def test_the_old_chair_is_before_the_left_neighbour(db: None, changes: str, sitting: str) -> None:
    table = new_evening("Vroni", "Anna", "Cilli", "Dani")
    change(table, changes)
    assert row(table) == sitting.split()
    table.check()


def test_coming_back_twice_with_one_key_is_done_once(db: None) -> None:
    table = new_evening("Vroni", "Anna", "Cilli", "Dani")
    change(table, "-Anna")
    key = uuid4()
    for _ in range(2):
        table.join("Anna", key=key)
    assert row(table) == ["Vroni", "Anna", "Cilli", "Dani"]
    assert EveningEvent.objects.filter(evening=table.stored, kind="joined").count() == 1
