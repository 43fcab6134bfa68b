"""A hand is corrected, voided, restored; what follows from it follows."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules import PRESETS, Player, ReportError
from scorebook.ledger.models import Entry
from scorebook.play import services
from scorebook.play.models import HandEvent
from scorebook.play.queries import evening_sheets
from tests.support.played_evening import THROWN_IN, Change, PlayedEvening, new_evening, rufer, solo


def test_correcting_a_hand_leaves_the_net_of_what_happened(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.record(rufer("Cilli", "Done"))
    evening.correct(1, rufer("Anna", "Cilli", won=False))
    assert evening.hand_points(1) == {"Anna": -20, "Beppo": 20, "Cilli": -20, "Done": 20}
    assert evening.points() == {"Anna": -40, "Beppo": 0, "Cilli": 0, "Done": 40}
    assert [line.corrected for line in evening.sheet().lines] == [1, 0]
    evening.check()


def test_only_the_corrected_hand_is_booked_again(evening: PlayedEvening) -> None:
    for _ in range(5):
        evening.record(rufer("Anna", "Beppo"))
    evening.correct(2, rufer("Anna", "Beppo", level="schneider"))
    booked = list(Entry.objects.order_by("seq").values_list("kind", "why", "cause"))
    assert booked[5:] == [("reversal", "hand 2", "corrected"), ("result", "hand 2", "")]
    assert HandEvent.objects.filter(kind="replayed").count() == 0
    evening.check()


def test_a_correction_that_moves_nothing_books_nothing(evening: PlayedEvening) -> None:
    first = evening.record(rufer("Anna", "Beppo", card_points=70))
    event = evening.correct(1, rufer("Anna", "Beppo", card_points=75))
    assert event.entry_id == first.entry_id
    assert Entry.objects.count() == 1
    evening.void(1)
    assert evening.balances() == dict.fromkeys(evening.players, 0)
    evening.check()


def test_the_pot_is_carried_through_all_later_hands(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(rufer("Anna", "Beppo"))  # 1
    evening.record(THROWN_IN)  # 2: pot 40
    evening.record(rufer("Beppo", "Cilli", won=False))  # 3: Beppo alone doubles it, 80
    evening.record(THROWN_IN)  # 4: 120
    evening.record(solo("Done"))  # 5: Done sweeps 120
    evening.record(rufer("Anna", "Beppo"))  # 6
    assert evening.hand_points(5) == {"Anna": -50, "Beppo": -50, "Cilli": -50, "Done": 270}
    evening.check()

    # Hand 1 was thrown in as well: its 40 are doubled by Beppo and swept by Done.
    evening.correct(1, THROWN_IN)
    assert evening.hand_points(1) == {"Anna": -10, "Beppo": -10, "Cilli": -10, "Done": -10}
    assert evening.hand_points(3)["Beppo"] == -20 - 80
    assert evening.hand_points(5)["Done"] == 150 + 200
    written = HandEvent.objects.filter(kind="replayed").order_by("seq")
    # Hand 2 fills an older pot now, hand 4 a fuller one: no amount changes, only the state.
    assert [(event.no, event.entry_id == event.pk) for event in written] == [
        (2, False),
        (3, True),
        (4, False),
        (5, True),
    ]
    assert {event.cause_id for event in written} == {evening.standing(1).pk}
    evening.check()


def test_a_correction_further_down_leaves_the_pot_alone(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(THROWN_IN)
    evening.record(rufer("Anna", "Beppo"))
    evening.record(THROWN_IN)
    evening.correct(2, rufer("Anna", "Beppo", won=False))
    assert (evening.hand_points(2)["Anna"], evening.pot()) == (-20 - 40, 120)
    evening.check()


def test_a_voided_hand_counts_nothing_and_its_dealer_deals_again(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    assert evening.dealer() == "Beppo"
    evening.record(solo("Cilli"))
    evening.void(2)
    assert evening.dealer() == "Beppo"
    assert evening.points() == {"Anna": 20, "Beppo": 20, "Cilli": -20, "Done": -20}
    line = evening.sheet().lines[1]
    assert (line.is_void, set(line.points.values()), line.score.value) == (True, {0}, 50)
    hands = {seat.player.name: (seat.hands, seat.declared) for seat in evening.sheet().players}
    assert hands["Cilli"] == (1, 0)
    evening.check()


def test_two_hands_taken_back_give_the_deal_back_twice(evening: PlayedEvening) -> None:
    for _ in range(3):
        evening.record(THROWN_IN)
    evening.void(3)
    assert evening.dealer() == "Cilli"
    evening.void(2)
    assert evening.dealer() == "Beppo"
    evening.void(1)
    assert evening.dealer() == "Anna"
    evening.check()


def test_a_hand_voided_in_the_middle_leaves_the_deal(evening: PlayedEvening) -> None:
    for _ in range(3):
        evening.record(THROWN_IN)
    evening.void(2)
    assert evening.dealer() == "Done"


def test_the_next_hand_after_a_voided_one_has_a_new_number(evening: PlayedEvening) -> None:
    evening.record(solo("Anna"))
    evening.void(1)
    assert evening.record(rufer("Anna", "Beppo")).no == 2
    assert [line.no for line in evening.sheet().lines] == [1, 2]
    evening.check()


def test_voiding_a_thrown_in_hand_empties_its_share_of_the_pot(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(THROWN_IN)
    evening.record(THROWN_IN)
    evening.record(solo("Done"))
    evening.void(1)
    assert evening.hand_points(3)["Done"] == 150 + 40
    evening.check()


def test_a_voided_hand_is_restored_by_a_correction(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(THROWN_IN)
    evening.record(solo("Done"))
    before = evening.points()
    evening.void(1)
    assert evening.points() != before
    evening.correct(1, THROWN_IN)
    assert evening.points() == before
    assert (evening.sheet().lines[0].is_void, evening.sheet().lines[0].corrected) == (False, 2)
    evening.check()


def test_a_later_hand_that_becomes_impossible_refuses_the_correction(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    first = evening.record(THROWN_IN)
    evening.record(THROWN_IN)
    evening.void(2)
    evening.record(solo("Done", pot_taken_by="Done"))
    written, booked, points = HandEvent.objects.count(), Entry.objects.count(), evening.points()
    changes: list[Change] = [lambda: evening.void(1), lambda: evening.correct(1, rufer("Anna", "Beppo"))]
    for change in changes:
        with pytest.raises(services.LaterHandImpossible) as refused:
            change()
        assert (refused.value.code, refused.value.no) == ("later_hand_impossible", 3)
        assert [problem.code for problem in refused.value.problems] == ["pot_is_empty"]
    assert (HandEvent.objects.count(), Entry.objects.count(), evening.points()) == (written, booked, points)
    assert evening.standing(1).pk == first.pk
    evening.check()


def test_an_impossible_correction_is_refused(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    with pytest.raises(ReportError):
        evening.correct(1, rufer("Anna", "Anna"))
    assert HandEvent.objects.count() == 1


def test_who_corrects_what_somebody_else_has_corrected_has_to_look_first(evening: PlayedEvening) -> None:
    seen = evening.record(rufer("Anna", "Beppo"))
    newer = evening.correct(1, rufer("Anna", "Cilli"))
    changes: list[Change] = [
        lambda: evening.correct(1, rufer("Anna", "Done"), replaces=seen.pk),
        lambda: evening.void(1, replaces=seen.pk),
    ]
    for change in changes:
        with pytest.raises(services.StaleHand) as refused:
            change()
        assert (refused.value.field, refused.value.current_event) == ("replaces", newer.pk)
    assert HandEvent.objects.count() == 2


def test_a_replayed_hand_is_a_newer_one_too(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(rufer("Anna", "Beppo"))
    seen = evening.record(THROWN_IN)
    evening.correct(1, THROWN_IN)
    with pytest.raises(services.StaleHand):
        evening.void(2, replaces=seen.pk)


@pytest.mark.parametrize("no", [0, -1, 2])
def test_a_hand_that_was_never_played_is_unknown(evening: PlayedEvening, no: int) -> None:
    first = evening.record(THROWN_IN)
    changes: list[Change] = [
        lambda: evening.correct(no, THROWN_IN, replaces=first.pk),
        lambda: evening.void(no, replaces=first.pk),
    ]
    for change in changes:
        with pytest.raises(services.HandUnknown) as refused:
            change()
        assert (refused.value.code, refused.value.no) == ("hand_unknown", no)


def test_a_correction_sent_twice_is_written_once(evening: PlayedEvening) -> None:
    seen, key = evening.record(rufer("Anna", "Beppo")), uuid4()
    first = evening.correct(1, rufer("Anna", "Cilli"), key=key, replaces=seen.pk)
    again = evening.correct(1, rufer("Anna", "Cilli"), key=key, replaces=seen.pk)
    assert again.pk == first.pk
    with pytest.raises(services.KeyReused):
        evening.correct(1, rufer("Anna", "Done"), key=key, replaces=seen.pk)
    with pytest.raises(services.KeyReused):
        evening.correct(1, rufer("Anna", "Cilli"), key=key, replaces=first.pk)
    with pytest.raises(services.KeyReused):
        evening.void(1, key=key, replaces=seen.pk)
    with pytest.raises(services.KeyReused):
        evening.record(rufer("Anna", "Cilli"), key=key)
    assert HandEvent.objects.count() == 2
    evening.check()


def test_the_key_of_another_clubs_correction_reveals_nothing_of_it(evening: PlayedEvening) -> None:
    other = new_evening("Emil", "Fanny", "Gustl", "Hans")
    seen, key = other.record(rufer("Emil", "Fanny")), uuid4()
    other.correct(1, rufer("Emil", "Gustl"), key=key, replaces=seen.pk)
    evening.record(rufer("Anna", "Beppo"))
    changes: list[Change] = [
        lambda: evening.correct(1, rufer("Anna", "Cilli"), key=key, replaces=seen.pk),
        lambda: evening.void(1, key=key, replaces=seen.pk),
    ]
    for change in changes:
        with pytest.raises(services.StaleHand):
            change()
    evening.check()


def test_voiding_twice_with_one_key_is_once(evening: PlayedEvening) -> None:
    seen, key = evening.record(rufer("Anna", "Beppo")), uuid4()
    assert evening.void(1, key=key, replaces=seen.pk).pk == evening.void(1, key=key, replaces=seen.pk).pk
    assert HandEvent.objects.count() == 2
    evening.check()


def test_history_has_everything_that_was_written(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli", won=False))
    evening.correct(1, THROWN_IN)
    evening.void(2)
    evening.correct(2, solo("Cilli"))
    kinds = [event.kind for event in evening_sheets.hand_history(evening.stored, 2)]
    assert kinds == ["recorded", "replayed", "voided", "corrected"]
    replaced = [event.replaces_id for event in evening_sheets.hand_history(evening.stored, 2)]
    assert replaced == [None, *(event.pk for event in evening_sheets.hand_history(evening.stored, 2)[:-1])]
    evening.check()


def test_the_dealer_of_a_hand_can_be_corrected(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", "Elis")
    seen = evening.record(rufer("Beppo", "Cilli"))  # in truth Elis dealt, and Anna played with Beppo
    event = services.correct_hand(
        evening=evening.stored,
        key=uuid4(),
        no=1,
        replaces=seen.pk,
        hand=evening.by_id(rufer("Beppo", "Anna")),
        at=evening.now(),
        by="scribe",
        dealer=Player(str(evening.players["Elis"].pk)),
    )
    assert event.table["dealer"] == str(evening.players["Elis"].pk)
    assert evening.points() == {"Anna": 20, "Beppo": 20, "Cilli": -20, "Done": -20, "Elis": 0}
    assert evening.dealer() == "Anna"
    evening.check()


def test_a_preview_of_a_correction_knows_the_pot_of_that_time(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(THROWN_IN)
    evening.record(rufer("Anna", "Beppo"))
    score = services.preview_correction(evening=evening.fresh(), no=2, hand=evening.by_id(solo("Cilli")))
    assert score.points[score.declarer_side[0]] == 150 + 40
    with pytest.raises(services.HandUnknown):
        services.preview_correction(evening=evening.fresh(), no=3, hand=evening.by_id(solo("Cilli")))


def test_a_correction_of_a_long_evening_takes_hardly_more_statements_than_of_a_short_one(
    pot_evening: PlayedEvening,
) -> None:
    evening = pot_evening
    taken = []
    evening.record(THROWN_IN)
    for hands in (2, 50):
        while evening.fresh().hand_count < hands:
            evening.record(THROWN_IN)
        seen = evening.standing(1).pk
        hand = evening.by_id(rufer("Anna", "Beppo") if hands == 2 else THROWN_IN)
        with CaptureQueriesContext(connection) as statements:
            services.correct_hand(
                evening=evening.stored, key=uuid4(), no=1, replaces=seen, hand=hand, at=evening.now(), by="scribe"
            )
        taken.append(len(statements))
        evening.check()
    # The later hands are read in two goes where so many follow from the first.
    assert taken == [13, 14]


def test_all_hands_are_struck_out_as_one_by_one_and_with_few_statements(db: None) -> None:
    """With a pot, Bock and a hand that was corrected; the same books, and nothing is left to replay."""
    ruleset = PRESETS["bavarian"]["pub_everything"]
    tables = [new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset) for _ in range(2)]
    for table in tables:
        for hand in (THROWN_IN, rufer("Anna", "Beppo"), solo("Cilli", won=False), rufer("Done", "Anna", kontra=2)):
            table.record(hand)
        table.correct(2, rufer("Anna", "Cilli"))
        table.void(3)
    at_once, one_by_one = tables
    with CaptureQueriesContext(connection) as queries:
        voided = services.void_all_hands(evening=at_once.stored, key=uuid4(), at=at_once.now(), by="scribe")
    for no in (4, 2, 1):
        one_by_one.void(no)
    assert [event.no for event in voided] == [4, 2, 1]
    assert len(queries) < 30
    for table in tables:
        assert set(table.points().values()) == set(table.balances().values()) == {0}
        assert (table.pot(), table.fresh().state.keys()) == (0, {"dealer"})
        table.check()
    assert (at_once.fresh().revision, at_once.dealer()) == (one_by_one.fresh().revision, one_by_one.dealer())
    assert services.void_all_hands(evening=at_once.stored, key=uuid4(), at=at_once.now(), by="scribe") == []
