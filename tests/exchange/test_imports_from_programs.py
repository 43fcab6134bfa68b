"""Files of the phone recorder and of programs that share expenses, each fault in one place of a file."""

import json
from typing import Any

import pytest
from django.utils.translation import override

from scorebook.exchange.imports.formats.phone_recorder import _doublings_of_factor
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_draft import Money
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.exchange.imports.import_texts import import_problem_text
from scorebook.ledger.models import Entry
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.hand_event_codec import facts_of_event
from scorebook.play.models import HandEvent
from scorebook.play.queries.evening_sheets import evening_sheet
from tests.exchange.test_foreign_files import expected, read_rows, text_of_file, total
from tests.support.imported import balances, choices, evenings_of, imported, new_club, previewed, problems_of

pytestmark = pytest.mark.django_db


# -- the phone recorder ------------------------------------------------------------------------------------------------


def played_round(kind: str, own: list[str], paid: dict[str, float], **more: object) -> dict[str, Any]:
    others = [id for id in paid if id not in own]
    return {
        "id": "r", "zeitpunkt": "2025-11-13T20:30:00", "spielartName": kind, "spielartEinzelspieler": len(own) == 1,
        "spielerParteiIds": own, "gegenParteiIds": others, "anzahlLaufende": 0, "schneider": False, "schwarz": False,
        "gewonnen": True, "unentschieden": False, "multiplikator": 1, "spielwert": 0.2, "punkteProSpieler": paid,
    } | more  # fmt: skip


def recorder(*rounds: dict[str, Any], people: int = 4) -> dict[str, Any]:
    names = ["Anna", "Beppo", "Cilli", "Done", "Emil"][:people]
    return {
        "allePlayerinnen": [{"id": name[0].lower(), "name": name} for name in names],
        "spielarten": [{"id": "s", "name": "Sauspiel", "einzelspieler": False}],
        "standardTarif": {"sauspielPreis": 0.2, "soloPreis": 0.5, "aufpreis": 0.1},
        "tische": [
            {
                "id": "t", "erstelltAm": "2025-11-13T20:15:00", "beendetAm": None, "status": "beendet",
                "tarif": {"sauspielPreis": 0.1, "soloPreis": 0.5, "aufpreis": 0.1},
                "spielerIds": [name[0].lower() for name in names],
                "runden": list(rounds),
            }
        ],
    }  # fmt: skip


AGREES = played_round("Sauspiel", ["a", "c"], {"a": 0.1, "b": -0.1, "c": 0.1, "d": -0.1})
SCHNEIDER = played_round("Sauspiel", ["a", "c"], {"a": 0.2, "b": -0.2, "c": 0.2, "d": -0.2}, schneider=True)
DOUBLED = played_round("Herz-Solo", ["b"], {"a": 1, "b": -3, "c": 1, "d": 1}, gewonnen=False, multiplikator=2)
DIFFERS = played_round("Sauspiel", ["b", "d"], {"a": -0.3, "b": 0.3, "c": -0.3, "d": 0.3})
UNKNOWN = played_round("Kurze Lange", ["a"], {"a": 0.9, "b": -0.3, "c": -0.3, "d": -0.3})


@override("en")
def test_rounds_of_the_phone_recorder_come_in_as_hands() -> None:
    """0,10 + 0,20 + 1,00 - 0,30 + 0,90 for Anna, and so on; what the rules reckon otherwise is agreed on."""
    club = new_club("Anna")
    imported(club, json.dumps(recorder(AGREES, SCHNEIDER, DOUBLED, DIFFERS, UNKNOWN)))
    [evening] = evenings_of(club)
    assert balances(club, evening) == {"Anna": 190, "Beppo": -330, "Cilli": 70, "Done": 70}
    assert f"{evening.started_at:%Y-%m-%d %H:%M}" == "2025-11-13 19:15"
    events = HandEvent.objects.filter(club=club, evening=evening).order_by("no")
    hands = [facts_of_event(one) for one in events]
    assert [one["contract"] for one in hands] == ["rufer", "rufer", "solo", "agreed", "agreed"]
    assert [one.get("why") for one in hands] == [None, None, None, "Sauspiel", "Kurze Lange"]
    assert (
        hands[3]["note"] == "As paid; by the rules it would have been Anna -10, Beppo +10, Cilli -10, Done +10 points."
    )
    assert "note" not in hands[4]
    assert audit_club(club) is None


def test_the_preview_says_which_rounds_are_agreed_on() -> None:
    draft = previewed(new_club(), json.dumps(recorder(AGREES, DIFFERS, UNKNOWN)))
    assert [(one.code, one.where) for one in draft.notices] == [("paid_otherwise", "tische.0.runden.1")]
    assert not draft.problems


def test_where_five_sit_there_whoever_held_no_cards_has_dealt() -> None:
    club = new_club()
    rounds = [
        played_round("Sauspiel", ["a", "c"], {"a": 0.1, "b": -0.1, "c": 0.1, "d": -0.1}),
        played_round("Sauspiel", ["a", "c"], {"a": 0.1, "b": -0.1, "c": 0.1, "e": -0.1}),
    ]
    imported(club, json.dumps(recorder(*rounds, people=5)))
    [evening] = evenings_of(club)
    assert [line.table.dealer for line in evening_sheet(evening).lines] == [
        str(next(seat.player_id for seat in evening.all_seats() if seat.player.name == name))
        for name in ("Emil", "Done")
    ]
    assert [event.report["contract"] for event in HandEvent.objects.filter(evening=evening)] == ["rufer", "rufer"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"punkteProSpieler": {"a": 0.1, "b": -0.11, "c": 0.1, "d": -0.1}}, ("sum_not_0", None, "tische.0.runden.0")),
        ({"punkteProSpieler": None}, ("amounts_missing", None, "tische.0.runden.0.punkteProSpieler")),
        ({"punkteProSpieler": {"a": "x"}}, ("amount_unreadable", None, "tische.0.runden.0.punkteProSpieler.a")),
        # A float of euros is the cent that is nearest.
        ({"punkteProSpieler": {"a": 0.30000000000000004, "b": -0.1, "c": -0.1, "d": -0.1}}, None),
        *[({field: None}, None) for field in AGREES if field != "punkteProSpieler"],
        ({"multiplikator": 3}, None),
        ({"unentschieden": True}, None),
    ],
)  # fmt: skip
def test_any_field_but_what_was_paid_may_be_missing(change: dict[str, Any], problem: object) -> None:
    assert problems_of(json.dumps(recorder(AGREES | change))) == ([problem] if problem else [])
    if problem is None:
        club = new_club()
        imported(club, json.dumps(recorder(AGREES | change)))
        assert audit_club(club) is None


@pytest.mark.parametrize(
    ("factor", "times"),
    [(1, 0), (2, 1), (4, 2), (256, 8), (512, None), (3, None), (0, None), (2.0, None), (True, None)],
)
def test_a_factor_of_two_or_two_times_two_says_how_often_it_was_doubled(factor: object, times: int | None) -> None:
    assert _doublings_of_factor(factor) == times


def left_out_of(text: str) -> list[tuple[str, int | None, str]]:
    """Code, line and column of everything that is left out of a text."""
    return [(one.code, one.line, one.where) for one in read_evenings(text).notices if one.is_left_out]


def test_of_two_people_with_one_name_the_second_has_their_id() -> None:
    data = recorder(AGREES)
    data["allePlayerinnen"][1]["name"] = " anna "
    assert left_out_of(json.dumps(data)) == [("name_twice", None, "allePlayerinnen.1.name")]
    assert read_evenings(json.dumps(data)).names == ("Anna", "? b", "Cilli", "Done")


@pytest.mark.parametrize(
    ("faulty", "left_out"),
    [
        (5, ("field_unreadable", None, "tische.0.runden.1")),
        (AGREES | {"punkteProSpieler": {"a": "x", "b": 0}},
         ("amount_unreadable", None, "tische.0.runden.1.punkteProSpieler.a")),
        (AGREES | {"punkteProSpieler": {"a": 0.1}}, ("sum_not_0", None, "tische.0.runden.1")),
    ],
)  # fmt: skip
def test_a_round_that_cannot_be_read_is_left_out_and_named(faulty: Any, left_out: object) -> None:
    text = json.dumps(recorder(AGREES, faulty, SCHNEIDER))
    assert left_out_of(text) == [left_out]
    club = new_club()
    imported(club, text)
    assert balances(club, evenings_of(club)[0]) == {"Anna": 30, "Beppo": -30, "Cilli": 30, "Done": -30}


def test_someone_deleted_without_a_round_gets_no_seat() -> None:
    data = recorder(AGREES)
    data["tische"][0]["spielerIds"].append("gone")
    [evening] = read_evenings(json.dumps(data)).evenings
    assert evening.people == ("Anna", "Beppo", "Cilli", "Done")


# -- Spliit and Splitwise ----------------------------------------------------------------------------------------------

SPLITWISE = (
    "Date,Description,Category,Cost,Currency,Anna,Beppo,Cilli,Done\n\n"
    "2025-11-13,Schafkopf,Games,1.20,EUR,0.90,-0.30,-0.30,-0.30\n"
    "2025-11-13,Karten,Games,4.00,EUR,-1.00,3.00,-1.00,-1.00\n"
    "2025-11-14,Pizza,Dining out,20.00,EUR,10.00,-10.00,0.00,0.00\n"
    "2025-11-20,Done paid Anna,Payment,0.30,EUR,-0.30,0.00,0.00,0.30\n\n"
    "2025-11-21,Total balance, , ,EUR,9.60,-7.30,-1.30,-1.00\n"
)
# 0,90 - 1 + 10 - 0,30; -0,30 + 3 - 10; -0,30 - 1; -0,30 - 1 + 0,30
ON_TAB = {"Anna": 960, "Beppo": -730, "Cilli": -130, "Done": -100}


def test_the_balances_of_a_group_stand_on_the_tab() -> None:
    """The day of four is an evening of two hands; what two owe each other, and what was paid back, is on the tab."""
    club = new_club("Beppo")
    imported(club, SPLITWISE, choices(money=Money.PAID))  # of such a file it is the tab whatever somebody chose
    assert balances(club) == ON_TAB
    [evening] = evenings_of(club)
    assert [line.points for line in evening_sheet(evening).players] == [-10, 270, -130, -130]
    payments = Entry.objects.filter(club=club, kind=Entry.Kind.PAYMENT).order_by("seq")
    assert [(f"{one.recorded_at:%m-%d}", one.note.text if one.note else "") for one in payments] == [
        ("11-14", "Pizza"), ("11-20", "Done paid Anna"),
    ]  # fmt: skip
    assert audit_club(club) is None


def test_an_export_with_new_rows_writes_those_alone() -> None:
    club = new_club()
    imported(club, SPLITWISE)
    more = "2025-11-27,Schafkopf,Games,0.60,EUR,-0.20,-0.20,0.60,-0.20\n"
    imported(club, SPLITWISE.replace("\n\n2025-11-21", f"\n{more}\n2025-11-21").replace("9.60,-7.30", "9.40,-7.50"))
    assert balances(club) == {"Anna": 940, "Beppo": -750, "Cilli": -70, "Done": -120}
    assert len(evenings_of(club)) == 2


def test_an_export_with_a_new_row_on_a_known_day_writes_that_row_alone() -> None:
    """Its title does not matter, nor does the order of the rows; the same amounts twice are two expenses."""
    club = new_club()
    imported(club, SPLITWISE)
    more = (
        "2025-11-13,Wirt,Games,1.20,EUR,0.90,-0.30,-0.30,-0.30\n2025-11-13,Taxi,Games,0.40,EUR,0.20,-0.20,0.00,0.00\n"
    )
    text = SPLITWISE.replace("2025-11-13,Schafkopf", f"{more}2025-11-13,Spieleabend")
    draft = previewed(club, text)
    assert [(one.code, one.args.get("count")) for one in draft.notices if one.code == "expenses_there"] == [
        ("expenses_there", 2)
    ]
    imported(club, text)
    assert balances(club) == {"Anna": 960 + 90 + 20, "Beppo": -730 - 30 - 20, "Cilli": -160, "Done": -130}
    assert previewed(club, text).is_nothing_new
    assert audit_club(club) is None


def test_what_two_people_owe_each_other_stays_on_the_tab_when_its_day_becomes_an_evening() -> None:
    club, pizza = new_club(), SPLITWISE.partition("\n\n2025-11-21")[0]
    imported(club, pizza)
    imported(club, f"{pizza}\n2025-11-14,Schafkopf,Games,1.20,EUR,0.90,-0.30,-0.30,-0.30\n")
    assert balances(club) == {"Anna": 960 + 90, "Beppo": -730 - 30, "Cilli": -160, "Done": -130}
    assert len(evenings_of(club)) == 2
    assert audit_club(club) is None


def test_two_pairs_of_a_day_that_came_one_after_the_other_stay_on_the_tab() -> None:
    club, first = new_club(), "Date,Description,Category,Cost,Currency,Anna,Beppo,Cilli,Done\n"
    first += "2025-11-14,Pizza,Food,20.00,EUR,10.00,-10.00,0.00,0.00\n"
    second = first + "2025-11-14,Taxi,Food,8.00,EUR,0.00,0.00,4.00,-4.00\n"
    imported(club, first)
    imported(club, second)
    assert previewed(club, second).is_nothing_new
    assert balances(club) == {"Anna": 1000, "Beppo": -1000, "Cilli": 400, "Done": -400}


def test_the_rows_that_a_csv_left_open_come_in_from_the_json() -> None:
    """And the others do not come in again."""
    club = new_club()
    imported(club, text_of_file("spliit/stammtisch.csv"))
    assert balances(club) != balances_of_stammtisch()
    imported(club, text_of_file("spliit/stammtisch.json"))
    assert balances(club) == balances_of_stammtisch()
    assert previewed(club, text_of_file("spliit/stammtisch.csv")).is_nothing_new
    assert audit_club(club) is None


def balances_of_stammtisch() -> dict[str, int]:
    return dict(sorted(expected("spliit/stammtisch")["balances"].items()))


def test_a_total_that_the_rows_do_not_come_to_is_reported() -> None:
    draft = previewed(new_club(), SPLITWISE.replace("9.60,-7.30", "9.70,-7.40"))
    notices = [(one.code, one.line, one.where, one.args.get("rest")) for one in draft.notices]
    assert [one for one in notices if one[0] == "total_differs"] == [
        ("total_differs", 8, "Anna", 10), ("total_differs", 8, "Beppo", -10),
    ]  # fmt: skip


def test_a_total_that_cannot_be_read_is_not_compared() -> None:
    notices = read_evenings(SPLITWISE.replace("9.60,-7.30", "9.605,-7.305")).notices
    assert "total_differs" not in [one.code for one in notices]


def test_a_total_of_nothing_is_nothing() -> None:
    """Emil had no part in anything, and Done has paid all."""
    rows = "2025-11-13,Karten,Games,4.00,EUR,4.00,-4.00,0.00\n2025-11-14,,Payment,4.00,EUR,-4.00,4.00,0.00\n"
    text = (
        f"Date,Description,Category,Cost,Currency,Anna,Done,Emil\n{rows}2025-11-21,Total balance,,,EUR,0.00,0.00,0.00\n"
    )
    notices = read_evenings(text).notices
    assert [(one.code, one.line) for one in notices] == [("sums_left_out", 4)]


def test_two_people_are_enough_to_share() -> None:
    head = "Date,Description,Category,Cost,Currency,Anna"
    assert problems_of(f"{head}\n2025-11-14,Karten,Games,4.00,EUR,0.00\n") == [("no_people", 1, "")]
    assert problems_of(f"{head},Beppo\n2025-11-14,Karten,Games,4.00,EUR,2.00,-2.00\n") == []


SPLIIT = text_of_file("spliit/two.csv")


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        (SPLIIT.replace("400.01", "400.02"), [("shares_differ", 2, "")]),
        (SPLIIT.replace("400.01,-400", "400.01,x"), [("amount_unreadable", 2, "Beppo"), ("shares_differ", 2, "")]),
        (SPLIIT.replace('EUR","59.99', 'BTC","59.99'), [("currency_unknown", 3, "")]),
        (SPLIIT.replace('"59.99"', '"-"'), [("amount_unreadable", 3, "Cost")]),
        (SPLIIT.replace("2025-10-03", "3 Oct"), [("date_impossible", 4, "")]),
        (SPLITWISE.replace("0.90,", "0.91,"), [("sum_not_0", 3, "")]),
        (SPLITWISE.replace("10.00,-10.00", "10.00,?"), [("amount_unreadable", 5, "Beppo"), ("sum_not_0", 5, "")]),
    ],
)
def test_a_row_that_cannot_be_read_is_left_out_and_named(text: str, left_out: list[object]) -> None:
    assert left_out_of(text) == left_out
    read = read_evenings(text)
    assert read.left_out == 1 and len(read_rows(read)) == (4 if text.startswith("\ufeff") else 3)


def test_a_column_too_many_refuses_the_file() -> None:
    assert problems_of(SPLITWISE.replace("3.00,-1.00", "3,00,-1.00")) == [("row_too_long", 4, "")]


def test_a_file_of_which_nothing_can_be_read_is_refused_with_each_reason() -> None:
    text = SPLIIT.replace("EUR", "BTC")
    assert problems_of(text) == [("currency_unknown", line, "") for line in range(2, 7)]


@override("en")
def test_the_preview_says_how_many_rows_are_left_out_and_why() -> None:
    draft = previewed(new_club(), SPLITWISE.replace("0.90,", "0.91,"))
    assert not draft.problems
    assert [import_problem_text(one, "en") for one in draft.notices[:2]] == [
        "Rows left out because they cannot be read: 1. The rest can be imported.",
        "Left out: The amounts must add up to 0, not +0.01 EUR.",
    ]


def test_an_expense_of_a_coming_day_is_left_out() -> None:
    draft = previewed(new_club(), SPLITWISE.replace("2025-11-14", "2026-11-21"))
    assert not draft.problems and draft.imported.left_out == 1
    assert ("date_in_future", 5) in [(one.code, one.line) for one in draft.notices if one.is_left_out]
    alone = "Date,Description,Category,Cost,Currency,Anna,Beppo\n2026-11-21,Karten,Games,4.00,EUR,2.00,-2.00\n"
    assert [one.code for one in previewed(new_club(), alone).problems] == ["date_in_future"]


def group(*expenses: dict[str, Any], **more: object) -> str:
    people = [{"id": name[0], "name": name} for name in ("Anna", "Beppo", "Cilli", "Done")]
    return json.dumps({"participants": people, "expenses": list(expenses), "currencyCode": "EUR"} | more)


def expense(payer: str, amount: int, shares: dict[str, int], mode: str = "EVENLY", **more: object) -> dict[str, Any]:
    paid_for = [{"participantId": id, "shares": share} for id, share in shares.items()]
    return {
        "expenseDate": "2025-11-13T00:00:00.000Z", "title": "Schafkopf", "amount": amount, "paidById": payer,
        "paidFor": paid_for, "isReimbursement": False, "splitMode": mode,
    } | more  # fmt: skip


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (group(expense("A", 100, {"B": 1}, paidById=None)), ("person_unknown", None, "expenses.0.paidById")),
        (group(expense("A", 10**7, {"B": 1})), ("amount_too_large", None, "expenses.0.amount")),
        (group(expense("A", 100, {})), ("shares_missing", None, "expenses.0.paidFor")),
        (group(expense("A", 100, {"B": 1}, "BY_MOOD")), ("field_unreadable", None, "expenses.0.splitMode")),
        (group(expense("A", 100, {"B": 1}), currencyCode="BTC"), ("currency_unknown", None, "currencyCode")),
        (group(expense("A", 100, {"B": 1}), currencyCode=None), ("figures_unclear", None, "currencyCode")),
        (group(expense("A", 100, {"B": 1}, expenseDate="bald")), ("date_impossible", None, "expenses.0.expenseDate")),
    ],
)
def test_what_a_json_cannot_mean_is_named(text: str, problem: object) -> None:
    assert problems_of(text) == [problem]


def test_an_expense_that_cannot_be_read_is_left_out_of_a_json() -> None:
    text = group(expense("A", 100, {"B": 1}), 5, expense("A", 100, {}), expense("A", 40, {"C": 1}))  # type: ignore[arg-type]
    assert left_out_of(text) == [
        ("field_unreadable", None, "expenses.1"),
        ("shares_missing", None, "expenses.2.paidFor"),
    ]
    assert total(read_evenings(text)) == {"Anna": 140, "Beppo": -100, "Cilli": -40}


def test_someone_missing_in_a_json_keeps_their_money() -> None:
    read = read_evenings(group(expense("Z", 100, {"B": 1, "Y": 1})))
    assert total(read) == {"? Y": -50, "? Z": 100, "Beppo": -50}
    assert [(one.code, one.args["name"]) for one in read.notices] == [
        ("person_missing", "? Z"),
        ("person_missing", "? Y"),
    ]


@pytest.mark.parametrize(
    ("currency", "unit"),
    [
        ({"currencyCode": "JPY"}, "JPY"), ({"currencyCode": "USD"}, "USD"),
        ({"currencyCode": None, "currency": "CHF"}, "CHF"), ({"currencyCode": "", "currency": "€"}, "EUR"),
    ],
)  # fmt: skip
def test_a_json_counts_in_minor_units(currency: dict[str, object], unit: str) -> None:
    club = new_club()
    imported(club, group(expense("A", 300, {"B": 1, "C": 1, "D": 1}), **currency))
    assert balances(club, unit=unit) == {"Anna": 300, "Beppo": -100, "Cilli": -100, "Done": -100}


def test_a_reimbursement_is_a_payment_and_no_evening() -> None:
    club = new_club()
    expenses = [expense("A", 120, {"B": 1, "C": 1, "D": 1}), expense("B", 40, {"A": 1}, isReimbursement=True)]
    imported(club, group(*expenses))
    assert balances(club) == {"Anna": 80, "Cilli": -40, "Done": -40}
    assert len(evenings_of(club)) == 1
    assert audit_club(club) is None


LONG = "x" * 41


@pytest.mark.parametrize(
    "text",
    [
        f"date;Anna;Beppo\n2025-11-13;{LONG};-1,00\n",
        f"date;contract;Augen;players\n2025-11-13;Solo;{LONG};Anna, Beppo\n",
        SPLITWISE.replace("EUR", LONG),
        SPLIIT.replace("EUR", LONG),
        json.dumps(recorder(AGREES | {"punkteProSpieler": {"a": LONG}})),
        group(expense("A", 100, {"B": 1}, expenseDate=LONG)),
        group(expense("A", 100, {"B": 1}), currencyCode=LONG),
    ],
)
def test_of_a_long_text_a_problem_quotes_40_characters(text: str) -> None:
    with pytest.raises(ImportRefused) as refused:
        read_evenings(text)
    quoted = {str(one.args.get("text", "")) for one in refused.value.problems}
    assert {one for one in quoted if "xx" in one} == {"x" * 40}
