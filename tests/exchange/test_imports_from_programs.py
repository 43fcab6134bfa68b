"""Files of the phone recorder and of those who share expenses, made by hand from what is known of them."""

import json
from typing import Any

import pytest
from django.utils.translation import override

from scorebook.exchange.imports.formats.phone_recorder import _doublings_of_factor
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_draft import Money
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.ledger.models import Entry
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.hand_event_codec import facts_of_event
from scorebook.play.models import HandEvent
from scorebook.play.queries.evening_sheets import evening_sheet
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
        ({"punkteProSpieler": {"z": 0}}, ("person_unknown", None, "tische.0.runden.0.punkteProSpieler.z")),
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


def test_two_people_of_one_name_are_not_told_apart() -> None:
    data = recorder(AGREES)
    data["allePlayerinnen"][1]["name"] = " anna "
    assert problems_of(json.dumps(data)) == [("name_twice", None, "allePlayerinnen.1.name")]


# -- Spliit and Splitwise ----------------------------------------------------------------------------------------------

SPLIIT = (
    "Date,Description,Category,Currency,Cost,Original cost,Original currency,Conversion rate,Is Reimbursement,"
    "Split mode,Anna,Beppo,Cilli,Done\n"
    "2025-11-13,Schafkopf,Games,EUR,1.20,,,,No,Evenly,0.90,-0.30,-0.30,-0.30\n"
    "2025-11-13,'=Karten,Games,EUR,4.00,,,,No,Evenly,-1.00,3.00,-1.00,-1.00\n"
    "2025-11-14,Pizza,Food,EUR,20.00,,,,No,Evenly,10.00,-10.00,0.00,0.00\n"
    "2025-11-20,Settling,Payment,EUR,0.30,,,,Yes,Evenly,-0.30,,,0.30\n"
)
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


@pytest.mark.parametrize("text", [SPLIIT, SPLITWISE], ids=["Spliit", "Splitwise"])
def test_the_balances_of_a_group_stand_on_the_tab(text: str) -> None:
    """The day of four is an evening of two hands; what two owe each other, and what was paid back, is on the tab."""
    club = new_club("Beppo")
    imported(club, text, choices(money=Money.PAID))  # of such a file it is the tab whatever somebody chose
    assert balances(club) == ON_TAB
    [evening] = evenings_of(club)
    assert [line.points for line in evening_sheet(evening).players] == [-10, 270, -130, -130]
    payments = Entry.objects.filter(club=club, kind=Entry.Kind.PAYMENT).order_by("seq")
    assert [(f"{one.recorded_at:%m-%d}", one.note.text if one.note else "") for one in payments] == [
        ("11-14", "Pizza"), ("11-20", "Settling" if text is SPLIIT else "Done paid Anna"),
    ]  # fmt: skip
    assert audit_club(club) is None


def test_what_guards_a_spreadsheet_from_a_formula_is_taken_off() -> None:
    club = new_club()
    imported(club, SPLIIT)
    events = HandEvent.objects.filter(club=club).order_by("no")
    assert [facts_of_event(one)["note"] for one in events] == ["Schafkopf", "=Karten"]


def test_an_export_with_new_rows_writes_those_alone() -> None:
    club = new_club()
    imported(club, SPLITWISE)
    more = "2025-11-27,Schafkopf,Games,0.60,EUR,-0.20,-0.20,0.60,-0.20\n"
    imported(club, SPLITWISE.replace("\n\n2025-11-21", f"\n{more}\n2025-11-21").replace("9.60,-7.30", "9.40,-7.50"))
    assert balances(club) == {"Anna": 940, "Beppo": -750, "Cilli": -70, "Done": -120}
    assert len(evenings_of(club)) == 2


def test_a_total_that_the_rows_do_not_come_to_is_reported() -> None:
    draft = previewed(new_club(), SPLITWISE.replace("9.60,-7.30", "9.70,-7.40"))
    notices = [(one.code, one.line, one.where, one.args.get("rest")) for one in draft.notices]
    assert [one for one in notices if one[0] == "total_differs"] == [
        ("total_differs", 8, "Anna", 10), ("total_differs", 8, "Beppo", -10),
    ]  # fmt: skip


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


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (SPLIIT.replace("0.90", "0.91"), ("sum_not_0", 2, "")),
        (SPLIIT.replace("Games,EUR,1.20", "Games,BTC,1.20"), ("currency_unknown", 2, "")),
        (SPLIIT.replace("2025-11-14", "14 Nov"), ("date_impossible", 4, "")),
        (SPLITWISE.replace("3.00,-1.00", "3,00,-1.00"), ("row_too_long", 4, "")),
        (SPLITWISE.replace("10.00,-10.00", "10.00,?"), ("amount_unreadable", 5, "Beppo")),
    ],
)
def test_a_row_that_cannot_be_is_named(text: str, problem: object) -> None:
    assert problem in problems_of(text)


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
    ("shared", "found"),
    [
        # 1,00 among three: the first who shares it has the cent more.
        (expense("A", 100, {"B": 1, "C": 1, "D": 1}), {"A": 100, "B": -34, "C": -33, "D": -33}),
        (expense("A", 120, {"A": 1, "B": 1, "C": 1, "D": 1}), {"A": 90, "B": -30, "C": -30, "D": -30}),
        (expense("A", 100, {"B": 200, "C": 100, "D": 100}, "BY_SHARES"), {"A": 100, "B": -50, "C": -25, "D": -25}),
        (
            expense("A", 100, {"B": 5000, "C": 2500, "D": 2500}, "BY_PERCENTAGE"),
            {"A": 100, "B": -50, "C": -25, "D": -25},
        ),
        (expense("A", 100, {"B": 10, "C": 20, "D": 70}, "BY_AMOUNT"), {"A": 100, "B": -10, "C": -20, "D": -70}),
    ],
)  # fmt: skip
def test_shares_of_a_json_come_to_whole_cents(shared: dict[str, Any], found: dict[str, int]) -> None:
    club = new_club()
    imported(club, group(shared))
    assert {name[0]: amount for name, amount in balances(club).items()} == found


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (group(expense("A", 100, {"B": 10, "C": 91}, "BY_AMOUNT")), ("shares_differ", None, "expenses.0.paidFor")),
        (group(expense("Z", 100, {"B": 1})), ("person_unknown", None, "expenses.0.paidById")),
        (group(expense("A", 100, {})), ("shares_missing", None, "expenses.0.paidFor")),
        (group(expense("A", 100, {"B": 1}, "BY_MOOD")), ("field_unreadable", None, "expenses.0.splitMode")),
        (group(expense("A", 100, {"B": 1}), currencyCode="BTC"), ("currency_unknown", None, "currencyCode")),
        (group(expense("A", 100, {"B": 1}), currencyCode=None), ("figures_unclear", None, "currencyCode")),
        (
            group(expense("A", 100, {"B": 1}), currencyCode=None, currency="JPY"),
            ("currency_unknown", None, "currencyCode"),
        ),
        (group(expense("A", 100, {"B": 1}, expenseDate="bald")), ("date_impossible", None, "expenses.0.expenseDate")),
    ],
)
def test_what_a_json_cannot_mean_is_named(text: str, problem: object) -> None:
    assert problems_of(text) == [problem]


def test_it_is_reported_by_how_much_shares_differ() -> None:
    with pytest.raises(ImportRefused) as refused:
        read_evenings(group(expense("A", 100, {"B": 10, "C": 91}, "BY_AMOUNT")), figures=None)
    assert [dict(one.args) for one in refused.value.problems] == [{"rest": 1, "unit": "EUR"}]


@pytest.mark.parametrize(
    ("currency", "unit"),
    [
        ({"currencyCode": "JPY"}, "JPY"), ({"currencyCode": "BHD"}, "BHD"), ({"currencyCode": "USD"}, "USD"),
        ({"currencyCode": None, "currency": "CHF"}, "CHF"), ({"currencyCode": "", "currency": "€"}, "EUR"),
    ],
)  # fmt: skip
def test_a_json_counts_in_minor_units(currency: dict[str, object], unit: str) -> None:
    """In hundredths where the currency has no code: those of yen or Bahraini dinars are no minor units."""
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
        SPLIIT.replace("2025-11-14", LONG),
        json.dumps(recorder(AGREES | {"punkteProSpieler": {"a": LONG}})),
        json.dumps(recorder(AGREES | {"spielerParteiIds": [LONG]})),
        group(expense(LONG, 100, {"B": 1})),
        group(expense("A", 100, {"B": 1}, expenseDate=LONG)),
        group(expense("A", 100, {"B": 1}), currencyCode=LONG),
    ],
)
def test_of_a_long_text_a_problem_quotes_40_characters(text: str) -> None:
    with pytest.raises(ImportRefused) as refused:
        read_evenings(text)
    quoted = {str(one.args.get("text", "")) for one in refused.value.problems}
    assert {one for one in quoted if "xx" in one} == {"x" * 40}
