"""What people still owe, of evenings and of the tab, in each unit."""

from uuid import UUID, uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.identities import link_players
from scorebook.ledger import services as ledger
from scorebook.play import services as play
from scorebook.play.queries.open_balances import OpenBalance, OpenBook, open_balances_of_people
from scorebook.standings.services.linking import link_club
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer

pytestmark = pytest.mark.django_db


def deposit(evening: PlayedEvening, name: str, amount_minor: int) -> None:
    ledger.deposit(
        club=evening.club, unit="EUR", key=uuid4(), player=evening.players[name], amount_minor=amount_minor,
        by="club", at=evening.now(),
    )  # fmt: skip


def book_of(evening: PlayedEvening) -> OpenBook:
    return open_balances_of_people(club_group(evening.club.pk), club=evening.club.pk)


def opened(evening: PlayedEvening) -> dict[str, list[tuple[str, int, int, int]]]:
    found = book_of(evening).people
    return {
        name: [(one.unit, one.evenings_minor, one.tab_minor, one.net_minor) for one in found.get(player.pk, ())]
        for name, player in evening.players.items()
    }


def test_evenings_and_tab_come_to_one_net(evening: PlayedEvening) -> None:
    """Anna and Beppo win 20 points at a cent: each is owed 20, Cilli and Done owe 20; Cilli puts 50 into the till."""
    evening.record(rufer("Anna", "Beppo"))
    deposit(evening, "Cilli", 50)
    assert opened(evening) == {
        "Anna": [("EUR", 20, 0, 20)],
        "Beppo": [("EUR", 20, 0, 20)],
        "Cilli": [("EUR", -20, 50, 30)],
        "Done": [("EUR", -20, 0, -20)],
    }


def test_what_stands_against_each_other_is_open_all_the_same(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    deposit(evening, "Done", 20)
    assert opened(evening)["Done"] == [("EUR", -20, 20, 0)]


def test_what_is_paid_is_open_no_longer(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    for line in evening.plan():
        ledger.mark_paid(planned=line.planned, key=uuid4(), by="scribe", at=evening.now())
    assert book_of(evening).people == {}


def test_what_is_carried_over_moves_from_the_evenings_to_the_tab(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    play.carry_over_evening(evening=evening.stored, key=uuid4(), by="scribe", at=evening.now())
    assert opened(evening)["Cilli"] == [("EUR", 0, -20, -20)]


def test_each_unit_stands_for_itself_and_points_are_no_money(
    evening: PlayedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening.record(rufer("Anna", "Beppo"))
    for unit in ("litre/litres", play.POINTS):
        other = new_evening("Anna", "Emil", "Fanny", "Gustl", club=evening.club, unit=unit)
        other.record(rufer("Emil", "Fanny"))
    anna, emil = evening.players["Anna"].pk, other.players["Emil"].pk
    group = club_group(evening.club.pk)
    with django_assert_num_queries(1):
        found = open_balances_of_people(group, club=evening.club.pk, players=[anna, emil])
    assert found.people == {
        anna: (
            OpenBalance(unit="EUR", evenings_minor=20, tab_minor=0),
            OpenBalance(unit="litre/litres", evenings_minor=-20, tab_minor=0),
        ),
        emil: (OpenBalance(unit="litre/litres", evenings_minor=20, tab_minor=0),),
    }


def test_another_club_has_balances_of_its_own(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    stranger = uuid4()
    assert open_balances_of_people(club_group(stranger), club=stranger).people == {}
    group = club_group(evening.club.pk)
    assert open_balances_of_people(group, club=evening.club.pk, players=[UUID(int=1)]).people == {}


def test_two_entries_of_one_person_come_to_one_net(
    evening: PlayedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Anna wins 20; as Anni she loses 20 and puts 5 into the till: 5 is hers, whichever entry is looked up."""
    evening.record(rufer("Anna", "Beppo"))
    other = new_evening("Anni", "Emil", "Fanny", "Gustl", club=evening.club)
    other.record(rufer("Emil", "Fanny"))
    deposit(other, "Anni", 5)
    anna, anni = evening.players["Anna"], other.players["Anni"]
    link_players(player=anni, other=anna, key=uuid4(), by="club", at=evening.now())
    group = club_group(evening.club.pk)
    with django_assert_num_queries(1):
        book = open_balances_of_people(group, club=evening.club.pk, players=[anni.pk])
    assert book.people == {anna.pk: (OpenBalance(unit="EUR", tab_minor=5),)}
    assert book.balances_of(anni.pk) == book.balances_of(anna.pk) == book_of(evening).balances_of(anna.pk)
    assert book.entries == {anna.pk: anna.pk}


def test_what_is_open_in_a_linked_club_is_a_part_of_its_own(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    other = new_evening("Cilli", "Anna", "Emil", "Fanny")
    other.record(rufer("Cilli", "Anna"))
    deposit(other, "Cilli", 3)
    link_club(club=evening.club, other=other.club, key=uuid4(), by="club", at=NINE_O_CLOCK)
    cilli, emil = evening.players["Cilli"].pk, other.players["Emil"].pk
    here, there = book_of(evening), book_of(other)
    assert here.balance_in_unit(cilli, "EUR") == OpenBalance(unit="EUR", evenings_minor=-20, linked_minor=23)
    assert there.balance_in_unit(cilli, "EUR") == OpenBalance(
        unit="EUR", evenings_minor=20, tab_minor=3, linked_minor=-20
    )
    assert here.balance_in_unit(cilli, "EUR").net_minor == there.balance_in_unit(cilli, "EUR").net_minor == 3
    assert emil not in here.entries and there.entries[emil] == emil
    assert there.entries[cilli] == other.players["Cilli"].pk


@pytest.mark.parametrize(
    ("balance", "due", "amount", "stands_against"),
    [
        (OpenBalance(unit="EUR", evenings_minor=-1420, tab_minor=730), 0, 1, True),
        (OpenBalance(unit="EUR", evenings_minor=-700, tab_minor=730), 30, 30, False),
        (OpenBalance(unit="EUR", evenings_minor=-700, tab_minor=730), 30, 31, True),
        (OpenBalance(unit="EUR", linked_minor=-1, tab_minor=730), 729, 730, True),
        (OpenBalance(unit="EUR", evenings_minor=0, tab_minor=730), 730, 1000, False),
        (OpenBalance(unit="EUR", evenings_minor=100, tab_minor=730), 830, 830, False),
        (OpenBalance(unit="EUR", evenings_minor=-1420, tab_minor=0), 0, 1, True),
        (OpenBalance(unit="EUR", evenings_minor=100, tab_minor=-50), 50, 60, False),
    ],
)
def test_a_pay_out_is_held_against_other_debts(
    balance: OpenBalance, due: int, amount: int, stands_against: bool
) -> None:
    assert (balance.due_minor, balance.stands_against(amount)) == (due, stands_against)
