"""Why somebody owes what they owe: every line with its evening, its hand and the reason."""

from uuid import uuid4

import pytest
from django.db.models.signals import post_init
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.clubs.services import enrol_players
from scorebook.ledger import services as ledger
from scorebook.ledger.queries import Extract, Scope
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services
from scorebook.play.models import HandEvent
from scorebook.play.queries import statements
from scorebook.play.services import EveningOpen, PlayedForPoints
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, rufer, solo


def statement_rows(evening: PlayedEvening, name: str, *, tonight: bool = True) -> list[tuple[str, int, int]]:
    player = evening.players[name]
    found = (
        statements.evening_player_statement(player=player, evening=evening.stored)
        if tonight
        else statements.player_statement(club=evening.club, unit="EUR", player=player)
    )
    return [(line.code, line.amount_minor, line.balance_minor) for line in found.lines]


def carried_over(evening: PlayedEvening) -> None:
    services.carry_over_evening(evening=evening.stored, key=uuid4(), by="scribe", at=evening.now())


def fine(evening: PlayedEvening, name: str, amount_minor: int, why: str) -> None:
    services.charge_in_evening(
        evening=evening.stored,
        key=uuid4(),
        amounts={evening.players[name].pk: amount_minor},
        note=why,
        by="scribe",
        at=evening.now(),
    )


def test_each_hand_says_what_it_was_and_why(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli", won=False, kontra=["Done"]))
    lines = statements.evening_player_statement(player=evening.players["Cilli"], evening=evening.stored).lines
    names = statements.names_on_statement(evening.players.values())
    first, second = lines
    assert first.hand is not None and second.hand is not None
    assert (first.hand.no, first.amount_minor) == (1, -20)
    assert first.hand.text("en", names) == "Anna with Beppo: Rufer, won"
    assert (second.hand.no, second.amount_minor, second.balance_minor) == (2, -300, -320)
    assert second.hand.text("en", names).startswith("Cilli: Solo in Hearts, lost")
    assert second.hand.sum_text("en", names).endswith("=\N{NO-BREAK SPACE}100")
    assert (second.evening, second.recorded_by) == (evening.stored, "scribe")


def test_a_correction_leaves_the_old_line_and_what_took_it_back(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.correct(1, rufer("Anna", "Beppo", won=False))
    evening.void(1)
    assert statement_rows(evening, "Anna") == [
        ("hand", 20, 20),
        ("hand_taken_back", -20, 0),
        ("hand", -20, -20),
        ("hand_taken_back", 20, 0),
    ]


def test_the_pot_is_a_line_of_its_own(pot_evening: PlayedEvening) -> None:
    pot_evening.record(THROWN_IN)
    pot_evening.close()
    pot_evening.reopen()
    assert statement_rows(pot_evening, "Beppo") == [
        ("hand", -10, -10),
        ("pot_shared", 10, 0),
        ("pot_filled_again", -10, -10),
    ]


def test_payments_name_the_other_and_fines_what_they_were_for(evening: PlayedEvening) -> None:
    evening.record(solo("Anna"))
    fine(evening, "Beppo", 100, "fine: dropped the cards")
    evening.close()
    for line in evening.plan():
        ledger.mark_paid(planned=line.planned, key=uuid4(), by="Anna", at=evening.now())
    lines = statements.evening_player_statement(player=evening.players["Beppo"], evening=evening.stored).lines
    assert [(line.code, line.amount_minor, [one.name for one in line.others], line.note) for line in lines] == [
        ("hand", -50, [], ""),
        ("charge", -100, [], "fine: dropped the cards"),
        ("paid", 150, ["Anna"], ""),
    ]
    [to_the_till] = statement_rows(evening, "Done")[1:]
    assert to_the_till == ("paid", 50, 0)
    payment = evening.plan()[0].planned
    ledger.mark_unpaid(planned=payment, key=uuid4(), by="Anna", at=evening.now())
    received = statements.player_statement(club=evening.club, unit="EUR", player=evening.players["Anna"]).lines
    assert [(line.code, [one.name for one in line.others]) for line in received] == [
        ("hand", []),
        ("received", ["Beppo"]),
        ("payment_undone", ["Beppo"]),
    ]
    assert audit_club(evening.club) is None


def test_on_the_tab_each_evening_is_one_line(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    carried_over(evening)
    later = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club)
    later.record(solo("Done"))
    later.close()
    carried_over(later)
    ledger.deposit(
        club=evening.club, unit="EUR", key=uuid4(), player=evening.players["Cilli"], amount_minor=500,
        note="for the season", by="Anna", at=evening.now(),
    )  # fmt: skip
    lines = statements.player_statement(
        club=evening.club, unit="EUR", player=evening.players["Cilli"], scope=Scope.TAB
    ).lines
    assert [
        (line.code, line.evening and line.evening.number, line.amount_minor, line.balance_minor, line.note)
        for line in lines
    ] == [
        ("from_evening", 1, -20, -20, ""),
        ("from_evening", 2, -50, -70, ""),
        ("deposit", None, 500, 430, "for the season"),
    ]
    assert statement_rows(evening, "Cilli") == [("hand", -20, -20), ("carried_over", 20, 0)]
    whole = statement_rows(evening, "Cilli", tonight=False)
    assert [code for code, _, _ in whole] == [
        "hand", "carried_over", "from_evening", "hand", "carried_over", "from_evening", "deposit",
    ]  # fmt: skip
    assert whole[-1][-1] == 430


def test_what_came_back_from_the_tab_says_so(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    entry = services.carry_over_evening(evening=evening.stored, key=uuid4(), by="scribe", at=evening.now())
    assert evening.plan() == []
    services.undo_in_evening(evening=evening.stored, entry=entry, key=uuid4(), by="scribe", at=evening.now())
    assert len(evening.plan()) == 2
    assert statement_rows(evening, "Anna", tonight=False) == [
        ("hand", 20, 20),
        ("carried_over", -20, 0),
        ("from_evening", 20, 20),
        ("carried_over_undone", 20, 40),
        ("from_evening_undone", -20, 20),
    ]
    assert audit_club(evening.club) is None


def test_an_account_in_one_line_for_each_evening(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    fine(evening, "Cilli", 30, "fine")
    evening.close()
    ledger.mark_paid(planned=evening.plan()[0].planned, key=uuid4(), by="Anna", at=evening.now(), amount_minor=10)
    later = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club)
    later.record(solo("Cilli"))
    later.close()
    carried_over(later)
    lines = statements.statement_evenings(club=evening.club, unit="EUR", player=evening.players["Cilli"])
    assert [
        (
            line.evening.number,
            line.won_minor,
            line.between_minor,
            line.settled_minor,
            line.carried_minor,
            line.open_minor,
        )
        for line in lines
    ] == [(2, 150, 0, 0, -150, 0), (1, -20, -30, 10, 0, -40)]


def test_a_statement_costs_the_same_after_many_hands(
    evening: PlayedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for hands in (1, 6):
        for _ in range(hands):
            evening.record(rufer("Anna", "Beppo"))
        with django_assert_num_queries(6):
            statements.player_statement(club=evening.club, unit="EUR", player=evening.players["Anna"])


def test_the_last_line_of_a_statement_takes_one_hand(evening: PlayedEvening) -> None:
    for _ in range(4):
        evening.record(rufer("Anna", "Beppo"))
    read: list[HandEvent] = []

    def note_hand(instance: HandEvent, **_more: object) -> None:
        read.append(instance)

    post_init.connect(note_hand, sender=HandEvent)
    try:
        found = statements.player_statement(
            club=evening.club, unit="EUR", player=evening.players["Anna"], extract=Extract(count=1)
        )
    finally:
        post_init.disconnect(note_hand, sender=HandEvent)
    assert [line.hand and line.hand.no for line in found.lines] == [hand.no for hand in read] == [4]


def test_an_evening_that_goes_on_is_not_settled(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    with pytest.raises(EveningOpen):
        carried_over(evening)
    with pytest.raises(EveningOpen):
        services.settle_evening(evening=evening.stored, at=evening.now())
    cilli, anna = evening.players["Cilli"], evening.players["Anna"]
    draft = ledger.PaymentDraft(key=uuid4(), payer_id=cilli.pk, payee_id=anna.pk, amount_minor=20, note="leaves early")
    services.pay_in_evening(evening=evening.stored, draft=draft, by="scribe", at=evening.now())
    evening.close()
    assert [(line.planned.payer_name, line.planned.payee_name) for line in evening.plan()] == [("Done", "Beppo")]
    assert audit_club(evening.club) is None


def test_nobody_pays_for_points(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", unit="points")
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    with pytest.raises(PlayedForPoints):
        carried_over(evening)
    with pytest.raises(PlayedForPoints):
        fine(evening, "Anna", 5, "fine")
    assert audit_club(evening.club) is None


def test_only_what_belongs_to_the_evening_is_taken_back_there(evening: PlayedEvening) -> None:
    hand = evening.record(rufer("Anna", "Beppo"))
    assert hand.entry is not None
    deposit = ledger.deposit(
        club=evening.club, unit="EUR", key=uuid4(), player=evening.players["Anna"], amount_minor=500,
        by="Anna", at=evening.now(),
    )  # fmt: skip
    for entry, code in ((hand.entry, "not_a_payment"), (deposit, "entry_unknown")):
        with pytest.raises(ledger.EntryRefused, match=code):
            services.undo_in_evening(evening=evening.stored, entry=entry, key=uuid4(), by="scribe", at=evening.now())


def test_what_took_a_hand_back_says_why(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.correct(1, rufer("Anna", "Beppo", won=False))
    evening.void(1)
    lines = statements.player_statement(club=evening.club, unit="EUR", player=evening.players["Anna"]).lines
    assert [line.cause for line in lines if line.code == "hand_taken_back"] == ["corrected", "voided"]


def test_what_nobody_wrote_a_word_to_has_no_note(evening: PlayedEvening) -> None:
    ledger.deposit(
        club=evening.club, unit="EUR", key=uuid4(), player=evening.players["Anna"], amount_minor=500,
        by="Anna", at=evening.now(),
    )  # fmt: skip
    [line] = statements.player_statement(club=evening.club, unit="EUR", player=evening.players["Anna"]).lines
    assert (line.code, line.note) == ("deposit", "")


def test_evenings_for_another_unit_are_not_listed_but_those_he_only_paid_for_are(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    elis = enrol_players(club=evening.club, names=["Elis"], at=evening.now(), by="club link")[0]
    services.settle_evening(
        evening=evening.stored, at=evening.now(), method=ledger.SettlementMethod.ONE_FOR_ALL, treasurer=elis
    )
    ledger.mark_paid(planned=evening.plan()[0].planned, key=uuid4(), by="Anna", at=evening.now())
    beer = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club, unit="beer")
    for name, player, unit, numbers in (
        ("Anna", evening.players["Anna"], "EUR", [1]),
        ("Elis", elis, "EUR", [1]),
        ("Anna", beer.players["Anna"], "beer", [2]),
        ("Elis", elis, "beer", []),
    ):
        found = statements.player_statement(club=evening.club, unit=unit, player=player)
        lines = statements.statement_evenings(club=evening.club, unit=unit, player=player, also=found.evenings)
        assert (name, [line.evening.number for line in lines]) == (name, numbers)
    # Elis played no hand: a payment of 20 is all that moved.
    paid = evening.plan()[0].planned
    sign = 1 if paid.payer_id == elis.pk else -1
    [elis_line] = statements.statement_evenings(club=evening.club, unit="EUR", player=elis, also=[evening.stored])
    assert (elis_line.won_minor, elis_line.between_minor, elis_line.carried_minor) == (0, 0, 0)
    assert elis_line.settled_minor == elis_line.open_minor == sign * paid.amount_minor == sign * 20


def test_the_journal_of_the_tab_is_read_in_a_fixed_number_of_statements(
    evening: PlayedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    carried_over(evening)
    anna = evening.players["Anna"]
    for count in (1, 9):
        for _ in range(count):
            ledger.deposit(
                club=evening.club, unit="EUR", key=uuid4(), player=anna, amount_minor=500,
                note="for the season", by="Anna", at=evening.now(),
            )  # fmt: skip
        with django_assert_num_queries(6):
            journal = statements.tab_journal(club=evening.club, unit="EUR", count=50)
    assert [entry.code for entry in journal] == [*["deposit"] * 10, "from_evening"]
    assert (journal[0].amounts, journal[0].amount_minor, journal[0].note) == ({anna: 500}, 500, "for the season")
    assert (journal[-1].evening, {one.name: amount for one, amount in journal[-1].amounts.items()}) == (
        evening.stored,
        {"Anna": 20, "Beppo": 20, "Cilli": -20, "Done": -20},
    )
    older = statements.tab_journal(club=evening.club, unit="EUR", before=journal[7].seq, count=2)
    assert [entry.seq for entry in older] == [journal[8].seq, journal[9].seq]
