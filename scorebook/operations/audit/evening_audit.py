"""The audit of some evenings of a club: each replayed, and compared with its seats and books, in a few statements."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from rules import RulesError
from rules.scoring_memo import ScoringMemo
from scorebook.clubs.audit_difference import AuditDifference, difference_of_values
from scorebook.clubs.models import Club, NameEvent
from scorebook.ledger.plan_verification import EveningBooks, PlanMoments, books_of_evenings, verify_plans
from scorebook.ledger.reconciliation import reconcile_evening
from scorebook.operations.audit.audit_replay import AuditedEvening, Checked, Event
from scorebook.play.evening_results import NO_RESULTS, Results, results_of, stored_results, wrong_results
from scorebook.play.evening_totals import TOTALS
from scorebook.play.models import Evening, EveningEvent, HandEvent, Seat
from scorebook.play.terms import POINTS

# Errors of reading a value that was changed outside Scorebook.
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, RulesError)
Found = AuditDifference | Checked


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredEvening:
    evening: Evening
    events: Sequence[Event]  # by seq
    seats: Sequence[Seat]
    books: EveningBooks
    results: Results


def evening_findings(club: Club, memo: ScoringMemo, *, numbers: Mapping[int, int]) -> Iterator[Found]:
    """Yield the counts or the differences of each evening; callers stop at the first difference.

    numbers: of the evenings, in their order -> the number that each must have, its place among the club's evenings.
    """
    names_heads = set(NameEvent.objects.filter(club=club).values_list("hash", flat=True))
    for stored in _stored_evenings(club, list(numbers)):
        evening, number = stored.evening, numbers[stored.evening.number]
        if evening.number != number:
            yield AuditDifference(code="evening_missing", place=f"evening {number}", found=f"evening {evening.number}")
        if evening.names_head and evening.names_head not in names_heads:
            yield AuditDifference(code="names_rewritten", place=str(evening), expected=evening.names_head)
        for found in _compare_evening_with_replay(stored, memo):
            if isinstance(found, AuditDifference):
                found = replace(found, place=", ".join(filter(None, (str(evening), found.place))))
            yield found


# -- reading ---------------------------------------------------------------------------------------------------------


def _stored_evenings(club: Club, numbers: Sequence[int]) -> Iterator[_StoredEvening]:
    """Yield the evenings by number; an unreadable one does not prevent those before it."""
    try:
        yield from _load_stored_evenings(club, numbers)
    except UNREADABLE:
        for number in numbers:
            yield from _load_stored_evenings(club, [number])


def _load_stored_evenings(club: Club, numbers: Sequence[int]) -> list[_StoredEvening]:
    evenings = list(Evening.objects.filter(club=club, number__in=numbers).order_by("number"))
    for evening in evenings:
        evening.club = club
    events = _events_by_evening(club, evenings)
    seats: dict[UUID, list[Seat]] = {}
    for seat in Seat.objects.filter(club=club, evening__in=evenings).select_related("player"):
        seats.setdefault(seat.evening_id, []).append(seat)
    results = stored_results(club.pk, [evening.pk for evening in evenings])
    booked = books_of_evenings(club=club, units={evening.pk: evening.unit for evening in evenings})
    return [
        _StoredEvening(
            evening=evening,
            events=events.get(evening.pk, ()),
            seats=seats.get(evening.pk, ()),
            books=own,
            results=results.get(evening.pk, NO_RESULTS),
        )
        for evening, own in zip(evenings, booked, strict=True)
    ]


def _events_by_evening(club: Club, evenings: Sequence[Evening]) -> dict[UUID, list[Event]]:
    hands = HandEvent.objects.filter(club=club, evening__in=evenings)
    found: dict[UUID, list[Event]] = {}
    # Few hands have a note: a join would cost all others more than this statement.
    for rows in (
        hands.filter(note__isnull=True),
        hands.filter(note__isnull=False).select_related("note"),
        EveningEvent.objects.filter(club=club, evening__in=evenings),
    ):
        for event in rows.order_by():
            found.setdefault(event.evening_id, []).append(event)
    for events in found.values():
        events.sort(key=lambda event: event.seq)
    return found


# -- comparing -------------------------------------------------------------------------------------------------------


def _compare_evening_with_replay(stored: _StoredEvening, memo: ScoringMemo) -> Iterator[Found]:
    evening = stored.evening
    try:
        ruleset = evening.rules
    except UNREADABLE as error:
        yield AuditDifference(code="unreadable", what="ruleset", found=str(error))
        return
    rescored = AuditedEvening(evening=evening, ruleset=ruleset, memo=memo)
    try:
        yield from rescored.replay_events(stored.events)
        rescored.add_seat_totals()
    except UNREADABLE as error:
        yield AuditDifference(
            code="unreadable", place=f"event {rescored.revision}", found=f"{type(error).__name__}: {error}"
        )
        return
    yield from _evening_differences(evening, rescored)
    yield from _seat_differences(stored.seats, rescored.seats)
    for what in wrong_results(results_of(evening, rescored.seats, rescored.hands), stored.results):
        yield AuditDifference(code="result_changed", what=what)
    yield from reconcile_evening(stored.books, claims=rescored.claims)
    is_due, moments = evening.is_closed and evening.unit != POINTS, _plan_moments(stored.events)
    for found in verify_plans(stored.books, is_due=is_due, moments=moments):
        yield replace(found, place="the plan")
    yield Checked(evenings=1, hands=len(rescored.hands), events=len(stored.events))


def _plan_moments(events: Iterable[Event]) -> PlanMoments:
    around = [event for event in events if isinstance(event, EveningEvent)]
    return PlanMoments(
        begun={event.recorded_at for event in around if event.kind == EveningEvent.Kind.CLOSED},
        withdrawn={event.recorded_at for event in around if event.kind == EveningEvent.Kind.REOPENED},
    )


def _evening_differences(evening: Evening, rescored: AuditedEvening) -> Iterator[AuditDifference]:
    for name, expected in {
        "game": rescored.ruleset.GAME,
        "hand_count": len(rescored.hands),
        "revision": rescored.revision,
        "state": rescored.state.to_json(),
        "closed_at": rescored.closed_at,
        "agreed_end": rescored.agreed_end,
        "last_hash": rescored.last_hash,
    }.items():
        found = getattr(evening, name)
        if found != expected:
            yield difference_of_values("evening_changed", "", name, expected=expected, found=found)


def _seat_differences(seats: Iterable[Seat], expected: Iterable[Seat]) -> Iterator[AuditDifference]:
    stored = {(seat.player_id, seat.from_hand): seat for seat in seats}
    for wanted in expected:
        seat = stored.pop((wanted.player_id, wanted.from_hand), None)
        if seat is None:
            yield AuditDifference(code="seat_missing", what=str(wanted), expected=str(wanted.player_id))
            continue
        for name in ("place", "until_hand", *TOTALS):
            must, found = getattr(wanted, name), getattr(seat, name)
            if found != must:
                what = f"{seat.player.name}'s {name}"
                yield difference_of_values("seat_changed", "", what, expected=must, found=found)
    for seat in stored.values():
        yield AuditDifference(code="seat_extra", what=seat.player.name, found=str(seat))
