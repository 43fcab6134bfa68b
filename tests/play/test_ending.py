"""The end that a table agreed on: how near it is, and how it is written down."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from rules import State
from rules.state import SpecialRound
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services
from scorebook.play.ending import (
    END_VERSION,
    FIELDS_OF_VERSION_1,
    AgreedEnd,
    EndStanding,
    EveningCourse,
    Phase,
    evening_end_progress,
    read_agreed_end,
    write_agreed_end,
)
from scorebook.play.models import Evening, EveningEvent
from scorebook.play.rounds import RoundPlace
from scorebook.play.services import EveningClosed, EveningProblems, KeyReused
from tests.rules.table import agreed
from tests.support.played_evening import NINE_O_CLOCK, PUB, PlayedEvening, new_evening, rufer

ELEVEN = datetime(2026, 11, 20, 23, 0, tzinfo=UTC)
LAST = State(round=SpecialRound(kind="last", left=3))
RAMSCH = State(round=SpecialRound(kind="ramsch", left=3))


def course(
    round: int, hand: int, *, deals: int = 0, most: int = 11, state: State | None = None, was_last_round: bool = False
) -> EveningCourse:
    """After 20 hands, at a table of four."""
    return EveningCourse(
        hand_count=20,
        deals=deals,
        most=most,
        place=RoundPlace(round=round, hand=hand, of=4),
        state=state or State(),
        was_last_round=was_last_round,
    )


@pytest.mark.parametrize(
    ("end", "at", "phase", "after_hand"),
    [
        (AgreedEnd(rounds=5), course(4, 4), Phase.AGREED, None),
        (AgreedEnd(rounds=5), course(5, 1), Phase.LAST, None),
        (AgreedEnd(rounds=5), course(5, 2), Phase.RUNNING, 23),
        (AgreedEnd(rounds=5), course(5, 4), Phase.RUNNING, 21),
        (AgreedEnd(rounds=5), course(6, 1), Phase.OVER, None),
        (AgreedEnd(deals=21), course(5, 1, deals=17), Phase.RUNNING, 24),
        (AgreedEnd(deals=21), course(5, 4, deals=20), Phase.RUNNING, 21),
        (AgreedEnd(deals=21), course(6, 1, deals=21), Phase.OVER, None),
        (AgreedEnd(at=ELEVEN), course(5, 1), Phase.AGREED, None),
        (AgreedEnd(at=ELEVEN - timedelta(seconds=1)), course(5, 1), Phase.REACHED, None),
        (AgreedEnd(points=12), course(5, 1, most=11), Phase.AGREED, None),
        (AgreedEnd(points=12), course(5, 1, most=12), Phase.REACHED, None),
        # A last round that was announced goes before whatever was agreed.
        (AgreedEnd(rounds=9), course(5, 2, state=LAST), Phase.RUNNING, 23),
        (None, course(5, 2, state=LAST, was_last_round=True), Phase.RUNNING, 23),
        (None, course(6, 1, was_last_round=True), Phase.OVER, None),
    ],
)
def test_how_near_the_end_is(end: AgreedEnd | None, at: EveningCourse, phase: Phase, after_hand: int | None) -> None:
    now = ELEVEN - timedelta(seconds=1)
    assert evening_end_progress(end, at, now=now) == EndStanding(phase=phase, after_hand=after_hand)


def test_where_nothing_is_agreed_there_is_nothing_to_say() -> None:
    assert evening_end_progress(None, course(5, 1, state=RAMSCH), now=ELEVEN) is None


@pytest.fixture
def table(db: None) -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done")


def agree(table: PlayedEvening, end: AgreedEnd | None, **more: object) -> Evening:
    key = more.pop("key", None) or uuid4()
    return services.agree_end(evening=table.stored, key=key, end=end, at=table.now(), by="scribe")  # type: ignore[arg-type]


def test_it_is_an_event_and_the_newest_one_counts(table: PlayedEvening) -> None:
    agree(table, AgreedEnd(rounds=8))
    agree(table, AgreedEnd(at=ELEVEN))
    assert read_agreed_end(table.fresh().agreed_end) == AgreedEnd(at=ELEVEN)
    agree(table, None)
    assert table.fresh().agreed_end is None
    assert [event.facts["end"] for event in EveningEvent.objects.filter(kind="end_agreed")] == [
        {"rounds": 8},
        {"at": "2026-11-20T23:00:00+00:00"},
        None,
    ]
    assert audit_club(table.club) is None


@pytest.mark.parametrize(
    ("end", "record"),
    [
        (None, None),
        (AgreedEnd(rounds=8), {"rounds": 8}),
        (AgreedEnd(deals=12), {"deals": 12}),
        (AgreedEnd(points=100), {"points": 100}),
        (AgreedEnd(at=ELEVEN), {"at": "2026-11-20T23:00:00+00:00"}),
    ],
)
def test_version_1_of_the_stored_end_is_written_and_read(end: AgreedEnd | None, record: dict[str, object]) -> None:
    """Hashes and club files depend on it for ever: a new field needs a new version, no change here."""
    assert (END_VERSION, write_agreed_end(end), read_agreed_end(record)) == (1, record, end)


def test_version_1_of_the_stored_end_has_every_field_and_no_other() -> None:
    assert [field.name for field in fields(AgreedEnd)] == list(FIELDS_OF_VERSION_1)
    for other in ({"version": 2, "rounds": 8}, {"hours": 3}):
        with pytest.raises(ValueError, match="no agreed end of version 1"):
            read_agreed_end(other)


def test_the_same_key_agrees_once(table: PlayedEvening) -> None:
    key = uuid4()
    agree(table, AgreedEnd(rounds=8), key=key)
    agree(table, AgreedEnd(rounds=8), key=key)
    assert table.fresh().revision == 2
    with pytest.raises(KeyReused):
        agree(table, AgreedEnd(rounds=9), key=key)


def test_the_key_of_another_club_agrees_on_nothing(table: PlayedEvening) -> None:
    key = uuid4()
    agree(new_evening("Emil", "Fanny", "Gustl", "Hans"), AgreedEnd(rounds=8), key=key)
    with pytest.raises(KeyReused):
        agree(table, AgreedEnd(rounds=8), key=key)
    assert (table.fresh().revision, table.fresh().agreed_end) == (1, None)


def test_it_closes_nothing_and_a_closed_evening_has_no_end_to_agree_on(table: PlayedEvening) -> None:
    agree(table, AgreedEnd(deals=1))
    table.record(rufer("Anna", "Beppo"))
    table.record(rufer("Anna", "Beppo"))
    assert not table.fresh().is_closed
    table.close()
    with pytest.raises(EveningClosed):
        agree(table, None)


@pytest.mark.parametrize(
    ("end", "code", "field"),
    [
        (AgreedEnd(), "end_not_one", "end"),
        (AgreedEnd(rounds=4, at=ELEVEN), "end_not_one", "end"),
        (AgreedEnd(rounds=4, points=9), "end_not_one", "end"),
        (AgreedEnd(points=0), "end_out_of_range", "end.points"),
        (AgreedEnd(points=100_001), "end_out_of_range", "end.points"),
        (AgreedEnd(rounds=0), "end_out_of_range", "end.rounds"),
        (AgreedEnd(rounds=100), "end_out_of_range", "end.rounds"),
        (AgreedEnd(deals=0), "end_out_of_range", "end.deals"),
    ],
)
def test_what_cannot_be_agreed(table: PlayedEvening, end: AgreedEnd, code: str, field: str) -> None:
    with pytest.raises(EveningProblems) as refused:
        agree(table, end)
    assert [(one.code, one.field) for one in refused.value.problems] == [(code, field)]


def test_it_may_be_agreed_at_the_start(db: None) -> None:
    start = services.Start(
        terms=services.Terms(ruleset=PUB, unit="EUR", stake_minor=1),
        names=["Anna", "Beppo", "Cilli", "Done"],
        end=AgreedEnd(rounds=8),
    )
    key = uuid4()
    for _twice in range(2):
        evening = services.start_evening(start, key=key, club=None, own_club_name="T", at=NINE_O_CLOCK, by="scribe")
    assert (evening.agreed_end, evening.revision) == ({"rounds": 8}, 1)
    assert audit_club(evening.club) is None


@pytest.mark.django_db
def test_which_deals_were_of_a_last_round() -> None:
    """An evening that has just begun has nothing on its sheet; a called round is no deal of it."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=agreed("bavarian", "pub_10_20_50", rounds=["last"]))
    assert (table.sheet().course.most, table.sheet().course.was_last_round) == (0, False)
    hands = [rufer("Anna", "Beppo"), {"contract": "round", "round": "last"}, *[rufer("Anna", "Beppo")] * 5]
    found = []
    for hand in hands:
        table.record(hand)
        found.append(table.sheet().course.was_last_round)
    assert found == [False, False, True, True, True, True, False]
    table.check()
