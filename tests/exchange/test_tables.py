"""What stands in the tables: figures of the shared evenings, of pots and of the tab, each added up by their columns."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.utils import translation

from scorebook.clubs.club_groups import club_group
from scorebook.core.time_spans import Span
from scorebook.exchange import tables
from scorebook.exchange.tables import statement_export as statement_module
from scorebook.exchange.tables.export_table import ExportTable
from scorebook.ledger import queries as ledger_queries
from scorebook.ledger import services as ledger
from scorebook.ledger.queries import Extract, Scope
from scorebook.ledger.services import mark_paid
from scorebook.play import services as play
from scorebook.standings.boards.leaderboards import compute_board
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from tests.exchange.shared_evenings import FILES, IDS, play_shared, shared_case
from tests.exchange.table_columns import column, names_in, numbers, sums_by, sums_of_players
from tests.support.played_evening import PUB, THROWN_IN, PlayedEvening, new_evening, rufer, solo

pytestmark = pytest.mark.django_db
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def table_of(evening: PlayedEvening, id: str, *, hides_money: bool = False) -> ExportTable:
    return tables.evening_export_tables(evening.fresh(), names_in(evening.club), hides_money=hides_money)[id]()


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_the_columns_of_a_shared_evening_add_up_to_its_figures(file: Path) -> None:
    case = shared_case(file)
    evening = play_shared(case)
    hands, results, payments = (table_of(evening, id) for id in ("hands", "results", "payments"))
    points = dict(zip(case["players"], case["final_points"], strict=True))
    amounts = dict(zip(case["players"], case["final_minor"], strict=True))
    assert column(hands, "no") == list(range(1, len(case["hands"]) + 1))
    assert column(hands, "dealer") == [row["dealer"] for row in case["hands"]]
    assert sums_of_players(hands, evening) == points
    assert sums_by(results, "player", "points") == points
    assert sums_by(results, "player", "amount") == sums_by(results, "player", "open") == amounts
    paid = sums_by(payments, "payer", "amount")
    got = sums_by(payments, "payee", "amount")
    assert {name: got.get(name, 0) - paid.get(name, 0) for name in amounts} == amounts
    assert len(payments.rows) == case["payments"]


def test_a_struck_hand_counts_nothing_and_a_corrected_one_once() -> None:
    evening = new_evening(*PEOPLE)
    for hand in (rufer("Anna", "Beppo"), solo("Cilli", note="Wirt zahlt"), rufer("Done", "Anna")):
        evening.record(hand)
    evening.void(1)
    evening.correct(3, rufer("Done", "Anna", won=False))
    hands = table_of(evening, "hands")
    struck = "struck out: Anna +20, Beppo +20, Cilli −20, Done −20"
    assert column(hands, "state") == [struck, "", "corrected"]
    assert column(hands, "won") == [None, 1, 0] and column(hands, "value") == [None, 50, 20]
    assert column(hands, "note") == ["", "Wirt zahlt", ""] and column(hands, "what")[1] == "Cilli: Solo in Hearts, won"
    assert column(hands, "partner") == ["Beppo", "", "Anna"]
    # Cilli 150 from the three; then Done and Anna lose 20 each.
    assert sums_of_players(hands, evening) == {"Anna": -70, "Beppo": -30, "Cilli": 170, "Done": -70}


def test_the_pot_at_the_end_is_a_row_of_its_own() -> None:
    """Everybody has put 10 in after a solo of 50, and whoever has most gets all 40."""
    evening = new_evening(*PEOPLE, ruleset=PUB.with_house_rules({"pot_sweetener": 10, "pot_at_end": "best"}))
    evening.record(solo("Anna"))
    evening.record(THROWN_IN)
    evening.close()
    hands = table_of(evening, "hands")
    assert column(hands, "what")[-1] == "From the pot at the end" and column(hands, "no") == [1, 2, None]
    # 150 - 10 + 40
    assert sums_of_players(hands, evening) == {"Anna": 180, "Beppo": -60, "Cilli": -60, "Done": -60}


def test_who_came_late_has_nothing_before_and_who_sits_out_has_0() -> None:
    evening = new_evening(*PEOPLE)
    evening.record(rufer("Anna", "Beppo"))
    evening.join("Emmi", place=5)
    evening.record(solo(evening.sheet().names[evening.sheet().table.active(4)[0]]))
    hands = table_of(evening, "hands")
    emmi = evening.players["Emmi"].pk
    assert column(hands, f"points:{emmi}")[0] is None and column(hands, f"points:{emmi}")[1] is not None
    assert 0 in [numbers(hands, f"points:{player.pk}")[-1] for player in evening.players.values()]


def test_whom_the_money_is_hidden_from_gets_no_amount() -> None:
    evening = new_evening(*PEOPLE)
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    found = tables.evening_export_tables(evening.fresh(), names_in(evening.club), hides_money=True)
    assert list(found) == ["hands", "results"] == list(tables.evening_table_ids(evening.fresh(), hides_money=True))
    assert all(one.unit == "" for make in found.values() for one in make().columns)
    assert "open" not in [one.id for one in found["results"]().columns]


def test_payments_in_part_and_outside_the_plan_stand_in_the_table() -> None:
    """Done owes 20 to each of the two winners, Cilli as much; Done pays Anna 5 of it, and a fine of 1 to the till."""
    evening = new_evening(*PEOPLE, stake_minor=100)
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    [first, _second] = evening.plan()
    mark_paid(planned=first.planned, key=uuid4(), by="scribe", at=evening.now(), amount_minor=500)
    payments = table_of(evening, "payments")
    assert column(payments, "paid") == [500, 0] and column(payments, "open") == [1500, 2000]
    fine = {evening.players["Done"].pk: 100}
    play.charge_in_evening(
        evening=evening.stored, key=uuid4(), amounts=fine, note="late", by="scribe", at=evening.now()
    )
    payments = table_of(evening, "payments")
    assert ("charge", "Done", "Cash box", 100, None, None, "late") in payments.rows
    balances = evening.balances()
    assert sums_by(table_of(evening, "results"), "player", "open") == balances
    assert balances["Done"] + balances["Cilli"] == -4100 + 500


# -- statement and tab ---------------------------------------------------------------------------------------------


@pytest.fixture
def club_with_tab() -> PlayedEvening:
    """Anna and Beppo +0.20 each, which goes to the tab; deposits, a fee, a prize, an expense, and one taken back."""
    evening = new_evening(*PEOPLE)
    evening.record(rufer("Anna", "Beppo"))
    evening.correct(1, rufer("Anna", "Beppo", won=False))
    evening.correct(1, rufer("Anna", "Beppo"))
    evening.close()
    club, people = evening.club, evening.players
    play.carry_over_evening(evening=evening.stored, key=uuid4(), by="scribe", at=evening.now())

    def stamp() -> dict[str, object]:
        return {"club": club, "unit": "EUR", "key": uuid4(), "by": "club link", "at": evening.now(), "note": "=1+1"}

    ledger.deposit(player=people["Anna"], amount_minor=5000, **stamp())  # type: ignore[arg-type]
    ledger.charge(evening_id=None, amounts={one.pk: 250 for one in people.values()}, **stamp())  # type: ignore[arg-type]
    ledger.grant_from_kitty(amounts={people["Done"].pk: 300}, **stamp())  # type: ignore[arg-type]
    ledger.spend_from_kitty(amount_minor=199, **stamp())  # type: ignore[arg-type]
    wrong = ledger.deposit(player=people["Cilli"], amount_minor=7, **stamp())  # type: ignore[arg-type]
    play.undo_on_tab(club=club, entry=wrong, key=uuid4(), by="club link", at=evening.now())
    return evening


def test_a_statement_adds_up_to_its_balance(club_with_tab: PlayedEvening) -> None:
    """By the hand 20, on the tab 0 more, put in 50.00, fee 2.50: what a bank would say."""
    club, anna = club_with_tab.club, club_with_tab.players["Anna"]
    table = tables.export_statement(anna, "EUR", names_in(club))
    kinds = ["hand", "hand_taken_back", "hand", "hand_taken_back", "hand", "carried_over", "from_evening"]
    assert column(table, "kind") == [*kinds, "deposit", "charge"]
    assert sum(numbers(table, "amount")) == column(table, "balance")[-1] == 20 + 5000 - 250
    assert column(table, "hand")[:5] == [1, 1, 1, 1, 1] and column(table, "evening")[0] == 1
    assert column(table, "reason")[-1] == "=1+1"


def test_what_was_before_a_period_is_brought_forward(club_with_tab: PlayedEvening) -> None:
    anna, names = club_with_tab.players["Anna"], names_in(club_with_tab.club)
    whole = tables.export_statement(anna, "EUR", names)
    last_at = column(whole, "at")[-1]
    part = tables.export_statement(anna, "EUR", names, extract=Extract(first_at=last_at))  # type: ignore[arg-type]
    assert column(part, "kind") == ["brought_forward", "charge"]
    assert numbers(part, "amount") == [5020, -250] and column(part, "balance")[-1] == 4770


def test_a_long_statement_has_its_newest_lines(club_with_tab: PlayedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statement_module, "MAX_LINES", 2)
    table = tables.export_statement(club_with_tab.players["Anna"], "EUR", names_in(club_with_tab.club))
    assert column(table, "kind") == ["brought_forward", "deposit", "charge"]
    assert sum(numbers(table, "amount")) == 4770


def test_a_statement_of_the_tab_and_one_of_an_evening(club_with_tab: PlayedEvening) -> None:
    anna, names = club_with_tab.players["Anna"], names_in(club_with_tab.club)
    tab = tables.export_statement(anna, "EUR", names, scope=Scope.TAB)
    assert column(tab, "kind") == ["from_evening", "deposit", "charge"] and sum(numbers(tab, "amount")) == 4770
    evening_statement = tables.export_evening_statement(anna, club_with_tab.fresh(), names)
    assert sum(numbers(evening_statement, "amount")) == 0 and len(evening_statement.rows) == 6


@pytest.mark.parametrize("most", [5_000, 2])
def test_the_tab_adds_up_to_what_stands_on_it(
    club_with_tab: PlayedEvening, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """However few of its entries are shown: an opening balance stands for those before."""
    monkeypatch.setattr(statement_module, "MAX_ENTRIES", most)
    club = club_with_tab.club
    table = tables.tab_table(club, "EUR", names_in(club))
    sums = sums_by(table, "party", "amount")
    # 50.00 put in, 1.99 spent, 0.07 put in and taken back; the kitty: 4 x 2.50 - 3.00 - 1.99.
    assert sums == {
        "Anna": 4770, "Beppo": -230, "Cilli": -270, "Done": 30, "Cash box": 4801, "Kitty": 501
    }  # fmt: skip
    assert ("brought_forward" in column(table, "kind")) == (most == 2)
    if most > 2:
        assert column(table, "kind")[-2:] == ["deposit_undone", "deposit_undone"]
    balances = ledger_queries.tab_balances(club=club, unit="EUR")
    assert {name: balances.get(one.pk, 0) for name, one in club_with_tab.players.items()}.items() <= sums.items()


def test_fees_of_an_evening_are_brought_forward_for_the_common_till() -> None:
    evening = new_evening(*PEOPLE)
    evening.record(rufer("Anna", "Beppo"))
    fine: dict[UUID, int] = {evening.players["Done"].pk: 100}
    play.charge_in_evening(evening=evening.stored, key=uuid4(), amounts=fine, note="", by="scribe", at=evening.now())
    table = tables.tab_table(evening.club, "EUR", names_in(evening.club))
    assert [row[1:] for row in table.rows] == [("brought_forward", "Brought forward", None, None, "", "Kitty", 100)]


# -- a board -------------------------------------------------------------------------------------------------------


def test_a_board_has_the_numbers_behind_each_figure() -> None:
    evening = new_evening(*PEOPLE)
    for _ in range(5):
        evening.record(rufer("Anna", "Beppo"))
    evening.record(rufer("Anna", "Beppo", won=False))
    evening.close()
    found = compute_board(club_group(evening.club.pk), BoardQuery(measure=BoardMeasure.DECLARED))
    table = tables.board_table(found, names_in(evening.club), measured="won as declarer")
    assert [row[:7] for row in table.rows] == [(1, "Anna", found.lines[0].value, 5, 6, 1, 6)]
    points = compute_board(
        club_group(evening.club.pk), BoardQuery(span=Span.of_days(None, (evening.clock + timedelta(days=1)).date()))
    )
    table = tables.board_table(points, names_in(evening.club), measured="points")
    assert sums_by(table, "player", "value") == {"Anna": 80, "Beppo": 80, "Cilli": -80, "Done": -80}
    assert set(column(table, "of")) == {None}
