"""Who deals next where people have come and gone.

Decision: docs/decisions/205-a-newcomer-in-the-next-dealers-chair-deals.md.
"""

import pytest

from rules import Player as RulesPlayer
from rules.notation import read_evening, write_evening
from scorebook.play.notation import written_evening
from tests.support.played_evening import (
    THROWN_IN,
    names_of,
    new_evening,
    rufer,
)


@pytest.mark.parametrize(
    ("changes", "due"),
    [
        ("-Anna", "Cilli"),  # nobody takes the chair: the left neighbour deals
        ("-Anna Toni@2", "Toni"),  # the newcomer in the chair
        ("-Anna Toni@3", "Cilli"),  # a newcomer behind the left neighbour
        ("-Anna Toni@4", "Cilli"),  # a newcomer at the end of the row
        ("-Anna Anna@2", "Anna"),  # back in the old chair
        ("-Anna Anna@4", "Anna"),  # back in another chair: the deal is still theirs
        ("-Anna Toni@2 Anna@3", "Anna"),
        ("-Anna -Cilli", "Dani"),  # two leave
        ("-Anna -Cilli Toni@2", "Toni"),
        ("-Anna -Cilli Toni@2 Uli@3", "Toni"),
        ("-Anna -Cilli Toni@3", "Dani"),
        ("-Vroni -Anna Toni@1", "Toni"),  # the gap is between the last and the first of the row
        ("-Vroni -Anna Toni@3", "Toni"),
        ("-Cilli -Anna Toni@2", "Toni"),
        ("-Dani Toni@4", "Anna"),  # another chair
        ("-Anna Toni@1", "Cilli"),
        ("Toni@5 -Anna", "Cilli"),  # with five, the newcomer has another seat
        ("Toni@3 Uli@1 -Anna", "Toni"),  # the left neighbour has come late
    ],
)
def test_who_deals_where_the_next_dealer_has_left(db: None, changes: str, due: str) -> None:
    """Vroni has dealt, so Anna is next. The phone and the written evening name the same dealer."""
    table = new_evening("Vroni", "Anna", "Cilli", "Dani")
    table.record(THROWN_IN)
    for change in changes.split():
        name, _at, place = change.partition("@")
        if place:
            table.join(name, place=int(place))
        else:
            table.leave(name.removeprefix("-"))
    assert table.dealer() == due
    table.check()
    while len(here := table.sheet().table.players) < 4:
        table.join(f"Guest {len(here)}", place=len(here) + 1)
    dealer = table.dealer()
    table.record(THROWN_IN)
    names = {RulesPlayer(str(player.pk)): name for name, player in table.players.items()}
    written = write_evening(written_evening(table.sheet()), names=names)
    read = read_evening(written).evening
    assert read is not None and read.hands[-1].report.table.dealer == dealer
    assert "Geber=" not in written.split("kommt")[-1].split("\n", 1)[-1]


def test_a_table_that_all_but_one_have_left_fills_up_again(db: None) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(THROWN_IN)
    for name in ("Beppo", "Cilli", "Done"):
        table.leave(name)
    for place, name in enumerate(("Beppo", "Cilli", "Done"), start=2):
        table.join(name, place=place)
    table.record(rufer("Anna", "Beppo"))
    table.check()


def test_with_five_at_the_table_the_newcomer_in_the_chair_deals_and_sits_out(db: None) -> None:
    table = new_evening("Vroni", "Anna", "Cilli", "Dani", "Elis")
    table.record(THROWN_IN)
    table.leave("Anna")
    table.join("Toni", place=2)
    sheet = table.sheet()
    assert (sheet.next_dealer.name, names_of(sheet.sitting_out), sheet.leader.name) == ("Toni", ["Toni"], "Cilli")


def test_a_deal_that_goes_back_to_who_has_left_falls_to_who_took_the_chair(db: None) -> None:
    table = new_evening("Vroni", "Anna", "Cilli", "Dani")
    for _ in range(3):
        table.record(THROWN_IN)
    table.leave("Anna")
    table.join("Toni", place=2)
    assert table.dealer() == "Dani"
    table.void(3)
    table.void(2)
    assert table.dealer() == "Toni"
    table.check()


def test_a_first_hand_that_another_dealt_leaves_the_agreed_dealer_in_the_header(db: None) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done", first_dealer="Beppo")
    table.record(rufer("Anna", "Beppo"), dealer="Cilli")
    written = written_evening(table.sheet())
    assert written.dealer == str(table.players["Beppo"].pk)
    names = {RulesPlayer(str(player.pk)): name for name, player in table.players.items()}
    assert "Geber=Cilli" in write_evening(written, names=names)
