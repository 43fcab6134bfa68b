"""What a player reads about their money."""

from uuid import uuid4

from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.ledger import queries
from tests.support.booked_evening import NINE_O_CLOCK, BookedEvening


def test_a_statement_runs_from_line_to_line_with_its_reasons(evening: BookedEvening) -> None:
    hands = evening.post(
        evening.result("hand 1", Anna=40, Beppo=-40),
        evening.result("hand 2", Beppo=20, Cilli=-20),
        evening.result("hand 3", Anna=-10, Beppo=-10, Cilli=-10, Dani=-10, pot=40),
    )
    evening.post(evening.reversal(hands[0]), evening.result("hand 1", Anna=20, Beppo=-20))
    evening.pay("Beppo", "Anna", 10)
    assert evening.statement("Anna") == [
        ("hand 1", 40, 40),
        ("hand 3", -10, 30),
        ("hand 1 corrected", -40, -10),
        ("hand 1", 20, 10),
        ("payment", -10, 0),
    ]
    assert [balance for *_, balance in evening.statement("Beppo")][-1] == evening.balances()["Beppo"]


def test_a_line_says_who_wrote_it_when_and_what_it_takes_back(evening: BookedEvening) -> None:
    [hand] = evening.post(evening.result("hand 1", Anna=40, Beppo=-40), by="Cilli")
    evening.post(evening.reversal(hand), by="Dani")
    lines = queries.account_statement(club=evening.club, unit="EUR", player_id=evening.players["Anna"].pk).lines
    assert [
        (line.seq, line.kind, line.recorded_by, line.recorded_at, line.reverses_id, line.evening_id)
        for line in [line.entry for line in lines]
    ] == [
        (1, "result", "Cilli", NINE_O_CLOCK, None, evening.evening_id),
        (2, "reversal", "Dani", NINE_O_CLOCK, hand.pk, evening.evening_id),
    ]


def test_the_club_s_statement_runs_through_all_evenings(evening: BookedEvening) -> None:
    evening.post(evening.result("hand 1", Anna=40, Beppo=-40))
    later = evening.next()
    later.post(later.result("hand 1", Anna=-15, Cilli=15))
    lines = queries.account_statement(club=evening.club, unit="EUR", player_id=evening.players["Anna"].pk).lines
    assert [(line.entry.evening_id, line.balance_minor) for line in lines] == [
        (evening.evening_id, 40),
        (later.evening_id, 25),
    ]
    assert later.statement("Anna") == [("hand 1", -15, -15)]


def test_units_are_never_added_up(evening: BookedEvening) -> None:
    evening.post(evening.result("hand 1", Anna=40, Beppo=-40))
    evening.unit = "points"
    evening.open()
    evening.post(evening.result("hand 2", Anna=2, Beppo=-2))
    assert evening.balances() == {"Anna": 2, "Beppo": -2}
    assert evening.statement("Anna") == [("hand 2", 2, 2)]
    evening.check()


def test_the_journal_shows_each_entry_with_its_transfers(
    evening: BookedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening.post(*(evening.result(f"hand {number}", Anna=1, Beppo=-1) for number in range(1, 21)))
    evening.next().post(evening.result("elsewhere", Anna=1, Beppo=-1, key=uuid4()))
    with django_assert_num_queries(4):
        shown = [
            (entry.why, [(leg.source.kind, leg.target.kind) for leg in entry.transfers.all()])
            for entry in queries.ledger_entries(club=evening.club, evening_id=evening.evening_id)
        ]
    assert shown[19] == ("hand 20", [("player", "table"), ("table", "player")])
    assert len(shown) == 20


def test_reading_costs_the_same_however_long_the_evening(
    evening: BookedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        evening.post(*(evening.result(f"hand {number}", Anna=1, Beppo=-1) for number in range(60)))
        with django_assert_num_queries(2):
            evening.balances()
        with django_assert_num_queries(2):
            evening.statement("Anna")
        with django_assert_num_queries(1):
            evening.pot()
        with django_assert_num_queries(2):
            evening.shown()
