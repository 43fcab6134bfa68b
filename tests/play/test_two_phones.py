"""Two phones write in the same evening at the same moment, each with its own connection to the database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import QuerySet

from rules import PRESETS
from scorebook.ledger.models import Chain
from scorebook.play import services
from scorebook.play.evening_snapshot import load_snapshot, load_snapshot_for_update
from scorebook.play.models import Evening, HandEvent
from tests.support.played_evening import PUB, THROWN_IN, Change, PlayedEvening, new_evening, rufer, solo

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PUB.with_house_rules({"pot_sweetener": 10}))


def _run_at_once(*changes: Change) -> list[object]:
    """All start together; what each returns or how it is refused."""
    start = Barrier(len(changes))

    def run(change: Change) -> object:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            return change()
        except services.PlayError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(changes)) as pool:
        return list(pool.map(run, changes))


@pytest.mark.parametrize("_round", range(3))
def test_a_hand_sent_by_two_connections_is_written_once(table: PlayedEvening, _round: int) -> None:
    key = uuid4()
    answers = _run_at_once(*[lambda: table.record(rufer("Anna", "Beppo"), key=key, known=0).pk] * 4)
    assert answers == [key] * 4
    assert (table.fresh().hand_count, HandEvent.objects.count()) == (1, 1)
    table.check()


@pytest.mark.parametrize("_round", range(3))
def test_of_two_different_hands_one_has_to_look_first(table: PlayedEvening, _round: int) -> None:
    answers = _run_at_once(
        lambda: table.record(rufer("Anna", "Beppo"), known=0), lambda: table.record(solo("Cilli"), known=0)
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["HandEvent", "StaleHand"]
    assert table.fresh().hand_count == 1
    table.check()


def test_a_correction_and_the_next_hand_come_one_after_the_other(table: PlayedEvening) -> None:
    first = table.record(THROWN_IN)
    answers = _run_at_once(
        lambda: table.correct(1, rufer("Anna", "Beppo"), replaces=first.pk),
        lambda: table.record(solo("Done"), known=1),
    )
    assert [type(answer) for answer in answers] == [HandEvent, HandEvent]
    assert table.points() == {"Anna": -30, "Beppo": -30, "Cilli": -70, "Done": 130}
    table.check()


def test_two_corrections_of_one_hand(table: PlayedEvening) -> None:
    first = table.record(THROWN_IN)
    answers = _run_at_once(
        lambda: table.correct(1, rufer("Anna", "Beppo"), replaces=first.pk),
        lambda: table.void(1, replaces=first.pk),
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["HandEvent", "StaleHand"]
    table.check()


@pytest.mark.postgresql_only
@pytest.mark.parametrize(("held", "is_free"), [(load_snapshot_for_update, False), (load_snapshot, True)])
def test_an_evening_that_is_held_is_held_with_its_books(
    table: PlayedEvening, held: Callable[..., object], is_free: bool
) -> None:
    """Another connection gets neither of them before the transaction ends."""

    def take(rows: QuerySet[Evening] | QuerySet[Chain]) -> bool:
        try:
            with transaction.atomic():
                rows.select_for_update(nowait=True, no_key=True).get()
        except OperationalError:
            return False
        finally:
            connection.close()
        return True

    table.record(THROWN_IN)
    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        assert held(club_id=table.club.pk, scribe_token=table.stored.scribe_token, keys=[])
        for rows in (Evening.objects.filter(pk=table.stored.pk), Chain.objects.filter(pk=table.club.pk)):
            assert pool.submit(take, rows).result() is is_free


def test_evenings_opened_at_once_have_numbers_of_their_own(table: PlayedEvening) -> None:
    def another() -> int:
        return services.open_evening(
            club=table.club,
            key=uuid4(),
            terms=services.Terms(ruleset=PRESETS["bavarian"]["school_10_50"], unit="EUR", stake_minor=1),
            players=list(table.players.values()),
            first_dealer=None,
            at=table.clock,
            by="scribe",
        ).number

    assert sorted(map(str, _run_at_once(*[another] * 4))) == ["2", "3", "4", "5"]
