"""From the first tap to the ledger."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules import PRESETS, ReportError
from scorebook.ledger.models import Entry
from scorebook.ledger.services import PaymentDraft, pay
from scorebook.play import services
from scorebook.play.models import Evening, HandEvent
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, ramsch, rufer, solo


def test_a_rufer_moves_points_and_cents(evening: PlayedEvening) -> None:
    event = evening.record(rufer("Beppo", "Cilli", card_points=94, top_trumps={"count": 4}))
    assert evening.hand_points(1) == {"Anna": -70, "Beppo": 70, "Cilli": 70, "Done": -70}
    assert evening.balances() == {"Anna": -70, "Beppo": 70, "Cilli": 70, "Done": -70}
    assert (event.no, event.kind, event.entry_id) == (1, "recorded", event.pk)
    evening.check()


def test_a_stake_turns_points_into_money(db: None) -> None:
    evening = new_evening(
        "Anna", "Beppo", "Cilli", ruleset=PRESETS["palatinate"]["palatinate"], stake_minor=50, unit="CHF"
    )
    evening.record({"contract": "simple", "declarer": "Cilli", "trump_suit": "hearts", "card_points": 30})
    assert evening.points() == {"Anna": 2, "Beppo": 2, "Cilli": -4}
    assert evening.balances() == {"Anna": 100, "Beppo": 100, "Cilli": -200}
    evening.check()


def test_the_sheet_adds_up_hand_by_hand(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.record(ramsch("Cilli", maidens=["Done"]))
    evening.record(solo("Done", won=False, kontra=2))
    sheet = evening.sheet()
    running = [{sheet.names[player]: total for player, total in hand.running.items()} for hand in sheet.figures]
    assert running == [
        {"Anna": 20, "Beppo": 20, "Cilli": -20, "Done": -20},
        {"Anna": 60, "Beppo": 60, "Cilli": -140, "Done": 20},
        {"Anna": 260, "Beppo": 260, "Cilli": 60, "Done": -580},
    ]
    declared = {line.player.name: (line.hands, line.declared, line.declared_won) for line in sheet.players}
    assert declared == {"Anna": (3, 1, 1), "Beppo": (3, 0, 0), "Cilli": (3, 0, 0), "Done": (3, 1, 0)}
    assert [(line.no, line.is_void, line.corrected) for line in sheet.lines] == [
        (1, False, 0),
        (2, False, 0),
        (3, False, 0),
    ]
    evening.check()


def test_a_score_is_read_back_as_it_was_written(evening: PlayedEvening) -> None:
    hand = solo("Done", "acorns", card_points=120, tricks=8, top_trumps={"count": 5, "side": "declarer_side"}, kontra=1)
    expected = services.preview_hand(evening=evening.fresh(), hand=evening.by_id(hand))
    evening.record(hand)
    assert evening.sheet().lines[0].score == expected


def test_the_deal_passes_to_the_left(evening: PlayedEvening) -> None:
    dealers = []
    for _ in range(5):
        dealers.append(evening.dealer())
        evening.record(THROWN_IN)
    assert dealers == ["Anna", "Beppo", "Cilli", "Done", "Anna"]
    sheet = evening.sheet()
    assert (sheet.next_dealer.name, sheet.leader.name) == ("Beppo", "Cilli")


def test_somebody_may_deal_out_of_turn(evening: PlayedEvening) -> None:
    evening.record(THROWN_IN, dealer="Cilli")
    assert evening.dealer() == "Done"


def test_a_dealer_who_is_not_there_is_refused(evening: PlayedEvening) -> None:
    evening.players["Elis"] = new_evening("Elis", "Fritz", "Gusti", "Hias", club=evening.club).players["Elis"]
    with pytest.raises(ReportError) as refused:
        evening.record(THROWN_IN, dealer="Elis")
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("player_unknown", "dealer")]


def test_a_preview_is_what_the_hand_then_brings_and_writes_nothing(evening: PlayedEvening) -> None:
    hand = solo("Cilli", kontra=1)
    seen = evening.preview(hand)
    assert seen == {"Anna": -100, "Beppo": -100, "Cilli": 300, "Done": -100}
    assert not HandEvent.objects.exists()
    evening.record(hand)
    assert evening.hand_points(1) == seen


def test_an_impossible_hand_is_refused_with_every_problem_and_nothing_is_written(evening: PlayedEvening) -> None:
    with pytest.raises(ReportError) as refused:
        evening.record({"contract": "solo", "declarer": "Gustl", "card_points": 121, "kontra": 99})
    assert {(problem.code, problem.field) for problem in refused.value.problems} >= {
        ("player_unknown", "declarer"),
        ("points_out_of_range", "card_points"),
        ("calls_out_of_range", "kontra"),
    }
    assert (HandEvent.objects.count(), Entry.objects.count()) == (0, 0)
    assert (evening.fresh().hand_count, evening.fresh().revision) == (0, 1)


def test_a_hand_sent_twice_is_written_once(evening: PlayedEvening) -> None:
    key = uuid4()
    first = evening.record(rufer("Anna", "Beppo"), key=key, known=0)
    again = evening.record(rufer("Anna", "Beppo"), key=key, known=0)
    assert (again.pk, again.recorded_at) == (first.pk, first.recorded_at)
    assert (HandEvent.objects.count(), Entry.objects.count(), evening.fresh().hand_count) == (1, 1, 1)
    evening.check()


def test_a_repeat_finds_the_first_event_after_a_correction_and_the_close(evening: PlayedEvening) -> None:
    key = uuid4()
    first = evening.record(rufer("Anna", "Beppo"), key=key, known=0)
    evening.correct(1, rufer("Anna", "Cilli"))
    evening.close()
    assert evening.record(rufer("Anna", "Beppo"), key=key, known=0).pk == first.pk


@pytest.mark.parametrize(
    "other",
    [
        rufer("Anna", "Cilli"),
        rufer("Anna", "Beppo", won=False),
        rufer("Anna", "Beppo", kontra=1),
        {"contract": "no such game"},
        THROWN_IN,
    ],
)
def test_a_key_for_another_hand_is_refused(evening: PlayedEvening, other: dict[str, object]) -> None:
    key = uuid4()
    evening.record(rufer("Anna", "Beppo"), key=key)
    with pytest.raises(services.KeyReused):
        evening.record(other, key=key)
    assert HandEvent.objects.count() == 1
    evening.check()


def test_a_key_for_another_dealer_is_refused(evening: PlayedEvening) -> None:
    key = uuid4()
    evening.record(rufer("Anna", "Beppo"), key=key)
    with pytest.raises(services.KeyReused):
        evening.record(rufer("Anna", "Beppo"), key=key, dealer="Done")


def test_a_key_of_another_evening_is_refused(evening: PlayedEvening) -> None:
    key = uuid4()
    evening.record(THROWN_IN, key=key)
    other = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club)
    with pytest.raises(services.KeyReused):
        other.record(THROWN_IN, key=key)


def test_a_key_of_another_club_is_refused(evening: PlayedEvening) -> None:
    key = uuid4()
    new_evening("Emil", "Fanny", "Gustl", "Hans").record(rufer("Emil", "Fanny"), key=key)
    with pytest.raises(services.KeyReused):
        evening.record(rufer("Anna", "Beppo"), key=key)
    assert evening.fresh().hand_count == 0


def test_a_key_of_a_payment_is_refused(evening: PlayedEvening) -> None:
    key = uuid4()
    anna, beppo = evening.players["Anna"], evening.players["Beppo"]
    draft = PaymentDraft(key=key, payer_id=anna.pk, payee_id=beppo.pk, amount_minor=100, note="in cash")
    pay(club=evening.club, unit="EUR", evening_id=None, draft=draft, by="Anna", at=evening.now())
    with pytest.raises(services.KeyReused):
        evening.record(rufer("Anna", "Beppo"), key=key)
    assert evening.fresh().hand_count == 0


@pytest.mark.parametrize("known", [0, 2, -1])
def test_a_writer_who_missed_a_hand_has_to_look_first(evening: PlayedEvening, known: int) -> None:
    evening.record(rufer("Anna", "Beppo"))
    with pytest.raises(services.StaleHand) as refused:
        evening.record(solo("Cilli"), known=known)
    assert (refused.value.code, refused.value.field, refused.value.current) == ("stale_hand", "known_hands", 1)
    assert HandEvent.objects.count() == 1


def test_five_at_the_table_and_the_dealer_sits_out(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", "Elis")
    assert [player.name for player in evening.sheet().sitting_out] == ["Anna"]
    evening.record(rufer("Beppo", "Elis"))
    assert evening.hand_points(1) == {"Anna": 0, "Beppo": 20, "Cilli": -20, "Done": -20, "Elis": 20}
    assert [player.name for player in evening.sheet().sitting_out] == ["Beppo"]
    with pytest.raises(ReportError):
        evening.record(rufer("Beppo", "Elis"))
    hands = {line.player.name: line.hands for line in evening.sheet().players}
    assert hands == {"Anna": 0, "Beppo": 1, "Cilli": 1, "Done": 1, "Elis": 1}
    evening.check()


def test_the_fourth_in_the_palatinate_sits_out_and_pays(db: None) -> None:
    evening = new_evening(
        "Anna",
        "Beppo",
        "Cilli",
        "Done",
        ruleset=PRESETS["palatinate"]["palatinate"],
        stake_minor=10,
        first_dealer="Done",
    )
    evening.record({"contract": "solo", "declarer": "Anna", "trump_suit": "hearts", "won": True})
    assert evening.balances() == {"Anna": 90, "Beppo": -30, "Cilli": -30, "Done": -30}
    assert {line.player.name: line.hands for line in evening.sheet().players}["Done"] == 0
    evening.check()


def test_halves_of_a_unit_come_back_from_the_database(db: None) -> None:
    ruleset = PRESETS["bavarian"]["tariff_5_20"].with_house_rules(
        {"count_matadors": True, "matador_value": "half_unit"}
    )
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset)
    hand = rufer("Anna", "Beppo", top_trumps={"count": 3})
    expected = services.preview_hand(evening=evening.fresh(), hand=evening.by_id(hand))
    evening.record(hand)
    assert evening.sheet().lines[0].score == expected
    assert evening.hand_points(1)["Anna"] == 13  # 5 + 3 x 2.50, rounded up


def _count_statements(evening: PlayedEvening) -> int:
    hand = rufer("Anna", "Beppo", kontra=1)
    known, key = evening.fresh().hand_count, uuid4()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        services.record_hand(
            evening=evening.stored,
            key=key,
            known_hands=known,
            hand=evening.by_id(hand),
            at=evening.now(),
            by="scribe",
        )
    return len(queries)


def test_hand_200_takes_as_many_statements_as_hand_1(evening: PlayedEvening) -> None:
    assert (
        _count_statements(evening) == 4
    )  # within the test's own transaction: a savepoint, one reads, one writes, the end
    second = _count_statements(evening)
    for _ in range(197):
        evening.record(rufer("Anna", "Beppo"))
    assert evening.fresh().hand_count == 199
    assert (second, _count_statements(evening)) == (3, 3)


@pytest.mark.django_db(transaction=True)
def test_whoever_wrote_the_hand_before_reads_nothing_again() -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    assert [_count_statements(evening) for _ in range(3)] == [2, 1, 1]
    evening.check()


@pytest.mark.django_db(transaction=True)
def test_what_another_process_wrote_meanwhile_is_seen() -> None:
    """Here every other writer is one of the same process, which does not tell what it writes."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.correct(1, solo("Cilli"))
    evening.record(rufer("Anna", "Beppo"))
    evening.join("Emmi", place=5)
    evening.record(rufer("Anna", "Beppo"))
    evening.leave("Emmi")
    other = new_evening("Xaver", "Yps", "Zenzi", "Wastl", club=evening.club)
    for _ in range(3):  # in one club, and so in one chain
        other.record(rufer("Xaver", "Yps"))
        evening.record(rufer("Anna", "Beppo"))
    evening.check()
    other.check()
    assert evening.fresh().hand_count == 6


@pytest.mark.django_db(transaction=True)
def test_a_link_that_was_replaced_opens_nothing_from_memory() -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    old = evening.fresh().scribe_token
    Evening.objects.filter(pk=evening.stored.pk).update(scribe_token="another")
    new_hand = services.NewHand(key=uuid4(), hand=evening.by_id(rufer("Anna", "Beppo")))
    with pytest.raises(services.LinkGone):
        services.record_hands(
            club_id=evening.stored.club_id, link=old, known_hands=1, hands=[new_hand], at=evening.now(), by="scribe"
        )
    assert evening.fresh().hand_count == 1


@pytest.mark.django_db(transaction=True)
def test_a_key_from_memory_is_known_again() -> None:
    evening, key = new_evening("Anna", "Beppo", "Cilli", "Done"), uuid4()
    first = evening.record(rufer("Anna", "Beppo"), key=key)
    evening.record(solo("Cilli"))
    assert evening.record(rufer("Anna", "Beppo"), key=key, known=0).pk == first.pk
    with pytest.raises(services.KeyReused):
        evening.record(solo("Anna"), key=key, known=2)
    evening.check()


def test_the_sheet_takes_two_statements_however_long_the_evening(evening: PlayedEvening) -> None:
    for hands in range(3):
        with CaptureQueriesContext(connection) as queries:
            sheet = evening.sheet()
        assert len(sheet.lines) == hands
        assert len(queries) == 3  # and one for the evening itself
        evening.record(rufer("Anna", "Beppo"))
