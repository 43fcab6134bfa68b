"""Money that no hand moved: the tab between evenings, the till, the kitty, and small coins."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from scorebook.clubs.models import Player
from scorebook.clubs.services import enrol_players
from scorebook.ledger import queries, services
from scorebook.ledger.models import Entry, Plan
from scorebook.ledger.services import EntryRefused, KeyConflict, Rounding, SettlementMethod
from tests.support.booked_evening import NINE_O_CLOCK, BookedEvening, new_evening

SCRIBE: dict[str, Any] = {"by": "Anna", "at": NINE_O_CLOCK}


def carried_over(evening: BookedEvening) -> Entry:
    return services.carry_over(
        club=evening.club, unit=evening.unit, evening_id=evening.evening_id, key=uuid4(), by="Anna", at=NINE_O_CLOCK
    )


def tab_by_name(evening: BookedEvening) -> dict[str, int]:
    return evening._named(queries.tab_balances(club=evening.club, unit="EUR"))


def till_minor(evening: BookedEvening) -> int:
    return queries.till_balance(club=evening.club, unit="EUR")


def kitty_minor(evening: BookedEvening) -> int:
    return queries.kitty_balance(club=evening.club, unit="EUR")


def deposit(evening: BookedEvening, name: str, amount_minor: int) -> Entry:
    return services.deposit(
        club=evening.club, unit="EUR", key=uuid4(), player=evening.players[name], amount_minor=amount_minor,
        note="for the season", by="Anna", at=NINE_O_CLOCK,
    )  # fmt: skip


def charge(evening: BookedEvening, why: str, *, tonight: bool = False, **amounts: int) -> Entry:
    return services.charge(
        club=evening.club, unit="EUR", evening_id=evening.evening_id if tonight else None, key=uuid4(),
        amounts={evening.players[name].pk: amount for name, amount in amounts.items()},
        note=why, by="Anna", at=NINE_O_CLOCK,
    )  # fmt: skip


def test_an_evening_is_carried_over_and_owes_nothing_any_more(closed: BookedEvening) -> None:
    before = closed.club_balances()
    carried_over(closed)
    assert set(closed.balances().values()) == {0}
    assert (
        tab_by_name(closed) == {"Anna": 130, "Beppo": -80, "Cilli": 20, "Dani": -70} == before == closed.club_balances()
    )
    assert closed.plan() == []
    assert till_minor(closed) == 0
    closed.check()


def test_two_evenings_meet_on_the_tab_and_are_settled_together(closed: BookedEvening) -> None:
    carried_over(closed)
    later = closed.next()
    later.post(later.result("hand 1", Anna=-130, Beppo=80, Cilli=-20, Dani=70))
    carried_over(later)
    assert set(tab_by_name(closed).values()) == {0}
    assert services.make_plan(club=closed.club, unit="EUR", evening_id=None, at=NINE_O_CLOCK) == []


def test_what_stands_on_the_tab_is_paid_by_a_plan_of_its_own(closed: BookedEvening) -> None:
    carried_over(closed)
    tonight = closed.next()
    tonight.post(tonight.result("hand 1", Anna=-40, Beppo=40))
    plan = services.make_plan(club=closed.club, unit="EUR", evening_id=None, at=NINE_O_CLOCK)
    assert [(one.payer_name, one.payee_name, one.amount_minor) for one in plan] == [
        ("Beppo", "Anna", 80),
        ("Dani", "Anna", 50),
        ("Dani", "Cilli", 20),
    ]
    for planned in plan:
        closed.mark_paid(planned)
    assert set(tab_by_name(closed).values()) == {0}
    assert tonight.balances() == {"Anna": -40, "Beppo": 40}  # nobody has settled that yet
    tonight.check()


def test_carrying_over_comes_back_on_both_sides(closed: BookedEvening) -> None:
    carried, key = carried_over(closed), uuid4()
    undone = services.undo_entry(entry=carried, key=key, **SCRIBE)
    assert services.undo_entry(entry=carried, key=key, **SCRIBE).pk == undone.pk
    assert set(tab_by_name(closed).values()) == {0}
    assert closed.balances() == {"Anna": 130, "Beppo": -80, "Cilli": 20, "Dani": -70}
    again = carried_over(closed)
    [counterpart] = Entry.objects.filter(kind=Entry.Kind.CARRIED, evening_id=None, reversed_by=None)
    services.undo_entry(entry=counterpart, key=uuid4(), **SCRIBE)
    assert closed.balances()["Anna"] == 130 and set(tab_by_name(closed).values()) == {0}
    with pytest.raises(EntryRefused, match="already_reversed"):
        services.undo_entry(entry=again, key=uuid4(), **SCRIBE)
    closed.check()


def test_carrying_over_twice_from_two_phones_is_booked_once(closed: BookedEvening) -> None:
    key = uuid4()
    wanted = {"club": closed.club, "unit": "EUR", "evening_id": closed.evening_id, "key": key, **SCRIBE}
    first = services.carry_over(**wanted)
    assert services.carry_over(**wanted).pk == first.pk
    with pytest.raises(EntryRefused, match="nothing_open"):
        services.carry_over(**wanted | {"key": uuid4()})
    with pytest.raises(KeyConflict):
        services.carry_over(**wanted | {"evening_id": closed.next().evening_id})
    assert Entry.objects.filter(kind=Entry.Kind.CARRIED).count() == 2


def test_a_full_pot_is_not_carried_over(evening: BookedEvening) -> None:
    evening.post(evening.result(Anna=-10, Beppo=-10, pot=20))
    with pytest.raises(EntryRefused, match="pot_not_empty"):
        carried_over(evening)


def test_money_in_the_till_and_out_of_it(closed: BookedEvening) -> None:
    deposit(closed, "Beppo", 5000)
    carried_over(closed)
    assert (tab_by_name(closed)["Beppo"], till_minor(closed)) == (4920, 5000)
    paid = services.pay_out(
        club=closed.club, unit="EUR", key=uuid4(), player=closed.players["Beppo"], amount_minor=920,
        note="bus fare", **SCRIBE,
    )  # fmt: skip
    assert (tab_by_name(closed)["Beppo"], till_minor(closed)) == (4000, 4080)
    services.undo_entry(entry=paid, key=uuid4(), **SCRIBE)
    assert (tab_by_name(closed)["Beppo"], till_minor(closed)) == (4920, 5000)
    closed.check()


def test_fees_and_fines_fill_the_kitty_and_the_kitty_buys_a_round(evening: BookedEvening) -> None:
    charge(evening, "fee", Anna=200, Beppo=200, Cilli=200, Dani=200)
    fine = charge(evening, "fine: dropped the cards", Dani=50)
    assert (kitty_minor(evening), till_minor(evening), tab_by_name(evening)["Dani"]) == (850, 0, -250)
    for name in ("Anna", "Beppo", "Cilli"):
        deposit(evening, name, 200)
    services.spend_from_kitty(club=evening.club, unit="EUR", key=uuid4(), amount_minor=480, note="a round", **SCRIBE)
    # The kitty owns 370: 120 lie in the till, and Dani owes 250.
    assert (kitty_minor(evening), till_minor(evening)) == (370, 120)
    services.undo_entry(entry=fine, key=uuid4(), **SCRIBE)
    assert (kitty_minor(evening), tab_by_name(evening)["Dani"]) == (320, -200)
    evening.check()


def test_the_kitty_pays_a_prize(evening: BookedEvening) -> None:
    charge(evening, "fee", Anna=500, Beppo=500)
    services.grant_from_kitty(
        club=evening.club, unit="EUR", key=uuid4(), amounts={evening.players["Cilli"].pk: 600},
        note="queen of the year", **SCRIBE,
    )  # fmt: skip
    assert (kitty_minor(evening), tab_by_name(evening)) == (400, {"Anna": -500, "Beppo": -500, "Cilli": 600})


def test_the_loser_buys_a_round_and_it_is_settled_with_the_evening(closed: BookedEvening) -> None:
    charge(closed, "the loser buys a round", tonight=True, Beppo=1200)
    closed.plan()
    assert closed.shown() == [
        ("Beppo", "", 1200, False),  # to the till
        ("Beppo", "Anna", 80, False),
        ("Dani", "Anna", 50, False),
        ("Dani", "Cilli", 20, False),
    ]
    for planned in closed.plan():
        closed.mark_paid(planned)
    assert set(closed.balances().values()) == {0}
    assert (kitty_minor(closed), till_minor(closed)) == (1200, 1200)
    closed.check()


def test_a_plan_is_paid_bit_by_bit(closed: BookedEvening) -> None:
    [largest, *_] = closed.plan()
    key = uuid4()
    first = services.mark_paid(planned=largest, key=key, amount_minor=30, **SCRIBE)
    assert services.mark_paid(planned=largest, key=key, amount_minor=30, **SCRIBE).pk == first.pk
    [line, *_] = queries.plan_lines(club=closed.club, unit="EUR", evening_id=closed.evening_id)
    assert (line.is_paid, line.paid_minor, line.open_minor) == (False, 30, 50)
    assert closed.plan()[0] == largest  # it stays as shown
    with pytest.raises(EntryRefused, match="part_out_of_range"):
        services.mark_paid(planned=largest, key=uuid4(), amount_minor=51, **SCRIBE)
    rest_key = uuid4()
    rest = services.mark_paid(planned=largest, key=rest_key, **SCRIBE)
    assert services.mark_paid(planned=largest, key=rest_key, **SCRIBE).pk == rest.pk
    assert closed.shown()[0] == ("Beppo", "Anna", 80, True)
    services.mark_unpaid(planned=largest, key=uuid4(), **SCRIBE)
    [line, *_] = queries.plan_lines(club=closed.club, unit="EUR", evening_id=closed.evening_id)
    assert (line.paid_minor, line.open_minor) == (30, 50)
    closed.check()


def test_somebody_holds_the_money_for_all(closed: BookedEvening) -> None:
    plan = services.make_plan(
        club=closed.club, unit="EUR", evening_id=closed.evening_id, at=NINE_O_CLOCK,
        method=SettlementMethod.ONE_FOR_ALL, treasurer=closed.players["Cilli"],
    )  # fmt: skip
    assert [(one.payer_name, one.payee_name, one.amount_minor) for one in plan] == [
        ("Cilli", "Anna", 130),
        ("Beppo", "Cilli", 80),
        ("Dani", "Cilli", 70),
    ]
    for planned in plan:
        closed.mark_paid(planned)
    assert set(closed.balances().values()) == {0}


def test_who_holds_the_money_need_not_have_played(closed: BookedEvening) -> None:
    [emma] = enrol_players(club=closed.club, names=["Emma"], at=NINE_O_CLOCK, by="club link")
    plan = services.make_plan(
        club=closed.club, unit="EUR", evening_id=closed.evening_id, at=NINE_O_CLOCK,
        method=SettlementMethod.ONE_FOR_ALL, treasurer=emma,
    )  # fmt: skip
    for planned in plan:
        closed.mark_paid(planned)
    connection.check_constraints()  # SQLite looks at foreign keys only when the transaction ends
    assert set(queries.balances(club=closed.club, unit="EUR", evening_id=closed.evening_id).values()) == {0}


def test_all_settle_with_the_till(closed: BookedEvening) -> None:
    plan = services.make_plan(
        club=closed.club, unit="EUR", evening_id=closed.evening_id, at=NINE_O_CLOCK, method=SettlementMethod.ONE_FOR_ALL
    )
    assert [(one.payer_name, one.payee_name, one.amount_minor) for one in plan] == [
        ("", "Anna", 130),
        ("Beppo", "", 80),
        ("Dani", "", 70),
        ("", "Cilli", 20),
    ]
    closed.mark_paid(plan[1])
    assert till_minor(closed) == 80
    for planned in (plan[0], plan[2], plan[3]):
        closed.mark_paid(planned)
    assert (till_minor(closed), set(closed.balances().values())) == (0, {0})
    closed.check()


def test_who_lost_to_whom_hand_by_hand(evening: BookedEvening) -> None:
    hands = [
        evening.result("hand 1", Anna=30, Beppo=-10, Cilli=-10, Dani=-10),
        evening.result("hand 2", Beppo=60, Anna=-20, Cilli=-20, Dani=-20),
        evening.result("hand 3", Anna=-5, Cilli=-5, Dani=-5, pot=15),
        evening.result("hand 4", Cilli=15, pot=-15),
        evening.result("hand 5", Anna=1000, Dani=-1000),
    ]
    entries = evening.post(*hands)
    evening.post(evening.reversal(entries[4]))
    plan = services.make_plan(
        club=evening.club, unit="EUR", evening_id=evening.evening_id, at=NINE_O_CLOCK, method=SettlementMethod.DIRECT
    )
    paid = {(one.payer_name, one.payee_name): one.amount_minor for one in plan}
    # Beppo won 20 from each and paid Anna 10; the pot took 5 from each and gave them to Cilli.
    assert paid == {
        ("Anna", "Beppo"): 10,
        ("Cilli", "Beppo"): 20,
        ("Dani", "Beppo"): 20,
        ("Dani", "Anna"): 10,
        ("Cilli", "Anna"): 5,
        ("Dani", "Cilli"): 5,
    }
    for planned in plan:
        evening.mark_paid(planned)
    assert set(evening.balances().values()) == {0}


@pytest.mark.parametrize(
    ("to", "coin", "expected", "in_kitty"),
    [
        (Rounding.KITTY, 10, {"Anna": 120, "Beppo": -90, "Cilli": 20, "Dani": -70}, 20),
        (Rounding.KITTY, 50, {"Anna": 100, "Beppo": -100, "Cilli": 0, "Dani": -100}, 100),
        (Rounding.LARGEST_CREDITOR, 10, {"Anna": 120, "Beppo": -80, "Cilli": 30, "Dani": -70}, 0),
        (Rounding.LARGEST_CREDITOR, 50, {"Anna": 100, "Beppo": -100, "Cilli": 50, "Dani": -50}, 0),
    ],
)
def test_small_coins_are_rounded_and_no_cent_is_lost(
    evening: BookedEvening, to: Rounding, coin: int, expected: dict[str, int], in_kitty: int
) -> None:
    evening.post(evening.result("hand 1", Anna=124, Beppo=-84, Cilli=28, Dani=-68))
    before, key = evening.balances(), uuid4()
    wanted = {"club": evening.club, "unit": "EUR", "evening_id": evening.evening_id, "key": key, **SCRIBE}
    rounding = services.round_off(**wanted, coin=coin, to=to)
    assert services.round_off(**wanted, coin=coin, to=to).pk == rounding.pk
    assert evening.balances() == expected
    assert (sum(expected.values()) + in_kitty, kitty_minor(evening)) == (0, in_kitty)
    for planned in evening.plan():
        assert planned.amount_minor % coin == 0
        evening.mark_paid(planned)
    assert set(evening.balances().values()) == {0}
    assert till_minor(evening) == in_kitty
    evening.check()
    with pytest.raises(EntryRefused, match="nothing_open"):
        services.round_off(**wanted | {"key": uuid4()}, coin=coin, to=to)
    services.undo_entry(entry=rounding, key=uuid4(), **SCRIBE)
    assert kitty_minor(evening) == 0
    assert {name: amount - expected[name] for name, amount in before.items()} == evening.balances()


@pytest.mark.parametrize("coin", [0, 1, -5, True])
def test_a_coin_is_more_than_a_cent(closed: BookedEvening, coin: int) -> None:
    with pytest.raises(EntryRefused, match="coin_out_of_range"):
        services.round_off(
            club=closed.club, unit="EUR", evening_id=closed.evening_id, key=uuid4(), coin=coin, to=Rounding.KITTY,
            **SCRIBE,
        )  # fmt: skip


@pytest.mark.parametrize("amount_minor", [0, -5, 10**15 + 1])
def test_no_deposit_and_no_fine_of_nothing(evening: BookedEvening, amount_minor: int) -> None:
    with pytest.raises(EntryRefused, match="amount_out_of_range"):
        deposit(evening, "Anna", amount_minor)
    with pytest.raises(EntryRefused, match="amount_out_of_range"):
        charge(evening, "fine", Anna=amount_minor)
    with pytest.raises(EntryRefused, match="amount_out_of_range"):
        charge(evening, "nobody")
    assert not Entry.objects.exists()


def test_somebody_new_may_owe_the_kitty_before_he_has_played(evening: BookedEvening) -> None:
    fritz = Player.objects.create(club=evening.club, name="Fritz", name_folded="fritz", created_at=NINE_O_CLOCK)
    evening.players["Fritz"] = fritz
    charge(evening, "fee", Fritz=200)
    assert tab_by_name(evening) == {"Fritz": -200}


def test_nobody_of_another_club_has_an_account_here(evening: BookedEvening) -> None:
    evening.players["Emmi"] = new_evening("Emmi").players["Emmi"]
    with pytest.raises(AssertionError, match="is not of club"):
        deposit(evening, "Emmi", 5)
    with pytest.raises(EntryRefused, match="account_unknown"):
        charge(evening, "fine", Emmi=5)


def test_lines_of_the_tab(closed: BookedEvening) -> None:
    carried_over(closed)
    deposit(closed, "Dani", 70)
    dani = closed.players["Dani"].pk
    lines = queries.account_statement(club=closed.club, unit="EUR", player_id=dani, scope=queries.Scope.TAB).lines
    assert [(line.entry.kind, line.amount_minor, line.balance_minor) for line in lines] == [
        ("carried", -70, -70),
        ("deposit", 70, 0),
    ]
    assert lines[0].entry.carried_from == closed.evening_id


def shown_on_tab(evening: BookedEvening) -> list[tuple[str, str, int]]:
    return sorted(
        (line.planned.payer_name, line.planned.payee_name, line.planned.amount_minor)
        for line in queries.plan_lines(club=evening.club, unit="EUR", evening_id=None)
        if not line.is_paid
    )


def test_while_the_tab_is_settled_its_plan_goes_along(closed: BookedEvening) -> None:
    carried_over(closed)
    assert shown_on_tab(closed) == []
    services.make_plan(
        club=closed.club, unit="EUR", evening_id=None, at=NINE_O_CLOCK, method=SettlementMethod.ONE_FOR_ALL
    )
    assert shown_on_tab(closed) == [("", "Anna", 130), ("", "Cilli", 20), ("Beppo", "", 80), ("Dani", "", 70)]
    dani, anna = closed.players["Dani"], closed.players["Anna"]
    draft = services.PaymentDraft(
        key=uuid4(), payer_id=dani.pk, payee_id=anna.pk, amount_minor=70, note="in the street"
    )
    services.pay(club=closed.club, unit="EUR", evening_id=None, draft=draft, **SCRIBE)
    assert shown_on_tab(closed) == [("", "Anna", 60), ("", "Cilli", 20), ("Beppo", "", 80)]
    fine = charge(closed, "fine", Cilli=50, Beppo=10)
    assert shown_on_tab(closed) == [("", "Anna", 60), ("Beppo", "", 90), ("Cilli", "", 30)]
    services.undo_entry(entry=fine, key=uuid4(), **SCRIBE)
    for line in queries.plan_lines(club=closed.club, unit="EUR", evening_id=None):
        services.mark_paid(planned=line.planned, key=uuid4(), **SCRIBE)
    assert (set(tab_by_name(closed).values()), till_minor(closed)) == ({0}, 0)
    deposit(closed, "Dani", 500)
    assert shown_on_tab(closed) == []
    closed.check()


def test_what_moves_an_evening_alone_makes_no_plan_of_the_tab(closed: BookedEvening) -> None:
    """Nobody has settled the tab."""
    carried_over(closed)
    later = closed.next()
    charge(later, "fine", tonight=True, Cilli=50)
    payment = later.pay("Cilli", "Anna", 20)
    services.undo_entry(entry=payment, key=uuid4(), **SCRIBE)
    assert shown_on_tab(closed) == []
    assert not Plan.objects.filter(club=closed.club, evening_id=None).exists()


def test_plans_of_the_tab_are_numbered_in_each_unit(closed: BookedEvening) -> None:
    carried_over(closed)
    beer = BookedEvening(club=closed.club, players=closed.players, unit="beer")
    beer.open()
    beer.post(beer.result("hand 1", Anna=-1, Beppo=1))
    carried_over(beer)
    ways = (SettlementMethod.FEWEST, SettlementMethod.DIRECT)
    for unit, method in (*zip(("EUR", "beer"), ways, strict=True), *zip(("beer", "EUR"), ways, strict=True)):
        services.make_plan(club=closed.club, unit=unit, evening_id=None, at=NINE_O_CLOCK, method=method)
    numbers = Plan.objects.filter(club=closed.club, evening_id=None).order_by("unit", "number")
    assert list(numbers.values_list("unit", "number")) == [("EUR", 1), ("EUR", 2), ("beer", 1), ("beer", 2)]


def test_entries_beside_the_plan_are_those_of_one_unit(closed: BookedEvening) -> None:
    in_cents = closed.pay("Cilli", "Anna", 20)
    beer = BookedEvening(club=closed.club, players=closed.players, unit="beer", evening_id=closed.evening_id)
    beer.open()
    in_beer = beer.pay("Cilli", "Anna", 1)
    for unit, entry in (("EUR", in_cents), ("beer", in_beer)):
        found = queries.unplanned_entries(club=closed.club, unit=unit, evening_id=closed.evening_id)
        assert found == [entry]


def test_a_receipt_names_the_last_entry(closed: BookedEvening) -> None:
    before = queries.chain_receipt(closed.club)
    entry = deposit(closed, "Dani", 500)
    receipt = queries.chain_receipt(closed.club)
    assert (receipt.entries, receipt.hash) == (before.entries + 1, entry.hash)
    assert queries.units_in_books(closed.club) == ("EUR",)


def test_the_older_of_two_carried_over_comes_back_alone(closed: BookedEvening) -> None:
    carried_over(closed)
    closed.post(closed.result("hand 2", Anna=-30, Beppo=30))
    carried_over(closed)
    assert tab_by_name(closed) == {"Anna": 100, "Beppo": -50, "Cilli": 20, "Dani": -70}
    older = min(Entry.objects.filter(kind=Entry.Kind.CARRIED, evening_id=None), key=lambda entry: entry.seq)
    services.undo_entry(entry=older, key=uuid4(), **SCRIBE)
    assert tab_by_name(closed) == {"Anna": -30, "Beppo": 30, "Cilli": 0, "Dani": 0}
    assert closed.balances() == {"Anna": 130, "Beppo": -80, "Cilli": 20, "Dani": -70}
    closed.check()


def plan_of_tab(evening: BookedEvening) -> list[tuple[str, str, int]]:
    lines = queries.plan_lines(club=evening.club, unit="EUR", evening_id=None)
    return [(one.planned.payer_name, one.planned.payee_name, one.planned.amount_minor) for one in lines]


def test_rounding_the_tab_makes_its_plan_anew(closed: BookedEvening) -> None:
    carried_over(closed)
    services.make_plan(club=closed.club, unit="EUR", evening_id=None, at=NINE_O_CLOCK)
    assert plan_of_tab(closed) == [("Beppo", "Anna", 80), ("Dani", "Anna", 50), ("Dani", "Cilli", 20)]
    services.round_off(club=closed.club, unit="EUR", evening_id=None, key=uuid4(), coin=50, to=Rounding.KITTY, **SCRIBE)
    # 130, -80, 20 and -70 become 150, -100, 0 and -50: the kitty takes nothing and gives nothing.
    balances = tab_by_name(closed)
    assert all(amount % 50 == 0 for amount in balances.values())
    paid = dict.fromkeys(balances, 0)
    for payer, payee, amount in plan_of_tab(closed):
        assert amount % 50 == 0
        if payer:
            paid[payer] -= amount
        if payee:
            paid[payee] += amount
    assert paid == balances


def test_a_key_of_one_unit_is_none_of_another(closed: BookedEvening) -> None:
    key = uuid4()
    wanted = {"club": closed.club, "evening_id": None, "key": key, "coin": 50, "to": Rounding.KITTY, **SCRIBE}
    carried_over(closed)
    services.round_off(unit="EUR", **wanted)
    services.open_accounts(club=closed.club, unit="CHF", players=list(closed.players.values()), evening_id=None)
    with pytest.raises(KeyConflict):
        services.round_off(unit="CHF", **wanted)
