"""The proof that hands, seats, money and hashes of a club say the same, or the place where they first do not.

clubs.verify_names       every name as it was given, and in use
ledger.verify_chain      every entry, transfer and sum as it was written
retrace                  every event ever written scored again, with the ruleset of its evening
seats, evening, months   what is stored against what the events give
ledger.recount           score x stake against what was booked, entry by entry
ledger.balances          what stands on each account against its transfers
ledger.verify_plan       the payments that are asked for settle the evening
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from django.db import connection

from rules import RulesError
from scorebook.clubs import name_chain
from scorebook.clubs.models import Club, Player
from scorebook.clubs.verification import verify_names
from scorebook.core import append_only
from scorebook.ledger import verification as books
from scorebook.ledger.models import Entry
from scorebook.ledger.reconciliation import reconcile, verify_plan
from scorebook.operations.replay_check import AuditDifference, AuditedEvening, Event, audit_value_text
from scorebook.play import months
from scorebook.play.models import Evening, EveningEvent, HandEvent, Seat
from scorebook.play.terms import POINTS
from scorebook.play.totals import TOTALS

__all__ = ["Checked", "AuditDifference", "audit_club", "missing_guards"]

# So many evenings are asked for at a time.
CHUNK = 100
# What reading a value that somebody has rewritten can raise.
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, RulesError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What the audit went through. hands: as they stand; events: all that was ever written."""

    evenings: int = 0
    hands: int = 0
    events: int = 0
    entries: int = 0

    def __add__(self, other: "Checked") -> "Checked":
        return Checked(
            evenings=self.evenings + other.evenings,
            hands=self.hands + other.hands,
            events=self.events + other.events,
            entries=self.entries + other.entries,
        )


def audit_club(club: Club, *, when_checked: Callable[[Checked], None] = lambda _: None) -> AuditDifference | None:
    """The first difference in a club's books and evenings; None where all of it holds together.

    One evening is in memory at a time, and each takes the same number of statements.
    when_checked: told what was gone through, bit by bit.
    """
    # As it is in the snapshot: its names and their head are held against the chain.
    club = Club.objects.get(pk=club.pk)
    try:
        found = next(_audit_differences(club, when_checked), None)
    except UNREADABLE as error:
        found = AuditDifference(code="unreadable", found=f"{type(error).__name__}: {error}")
    return replace(found, club=club.name) if found else None


def missing_guards() -> list[str]:
    """Names of the triggers that keep hands and money from being changed and are not there, or not ours."""
    return append_only.missing_triggers(connection, append_only.protected_tables())


def _audit_differences(club: Club, when_checked: Callable[[Checked], None]) -> Iterator[AuditDifference]:
    named = name_chain.name_events(club)
    for name in verify_names(club, named):
        yield AuditDifference(code=name.code, place=name.place, expected=name.expected, found=name.found)
    if broken := books.verify_chain(club=club):
        yield _audit_book_difference(broken, place="")
    when_checked(Checked(entries=Entry.objects.filter(club=club).count()))
    names_heads = {event.hash for event in named}
    for number, evening in enumerate(_evenings_to_audit(club), start=1):
        if evening.number != number:
            yield AuditDifference(code="evening_missing", place=f"evening {number}", found=f"evening {evening.number}")
        if evening.names_head and evening.names_head not in names_heads:
            yield AuditDifference(code="names_rewritten", place=str(evening), expected=evening.names_head)
        for difference in _audit_evening_differences(evening, when_checked):
            yield replace(difference, place=", ".join(filter(None, (str(evening), difference.place))))
    yield from _month_differences(club)
    for found in books.balance_differences(club):
        yield _audit_book_difference(found, place="")
    yield from _stray_rows(club)


def _evenings_to_audit(club: Club) -> Iterator[Evening]:
    last = 0
    while evenings := list(Evening.objects.filter(club=club, number__gt=last).order_by("number")[:CHUNK]):
        yield from evenings
        last = evenings[-1].number


def _audit_evening_differences(evening: Evening, when_checked: Callable[[Checked], None]) -> Iterator[AuditDifference]:
    try:
        ruleset = evening.rules
    except UNREADABLE as error:
        yield AuditDifference(code="unreadable", what="ruleset", found=str(error))
        return
    events, seats = _events_to_audit(evening), list(evening.seats.select_related("player"))
    told_again = AuditedEvening(evening=evening, ruleset=ruleset)
    try:
        yield from told_again.walk(events)
        told_again.totals()
    except UNREADABLE as error:
        yield AuditDifference(
            code="unreadable", place=f"event {told_again.revision}", found=f"{type(error).__name__}: {error}"
        )
        return
    yield from _stored_evening_differences(evening, told_again)
    yield from _seat_differences(seats, told_again.seats)
    for found in reconcile(club=evening.club, unit=evening.unit, evening_id=evening.pk, claims=told_again.claims):
        yield _audit_book_difference(found, place=told_again.owners.get(found.key, "") if found.key else "")
    is_due = evening.is_closed and evening.unit != POINTS
    for found in verify_plan(club=evening.club, unit=evening.unit, evening_id=evening.pk, is_due=is_due):
        yield _audit_book_difference(found, place="the plan")
    when_checked(Checked(evenings=1, hands=len(told_again.hands), events=len(events)))


def _events_to_audit(evening: Evening) -> list[Event]:
    hands = HandEvent.objects.filter(evening=evening).select_related("note")
    others = EveningEvent.objects.filter(evening=evening)
    return sorted([*hands, *others], key=lambda event: event.seq)


def _stored_evening_differences(evening: Evening, told_again: AuditedEvening) -> Iterator[AuditDifference]:
    for name, expected in {
        "game": told_again.ruleset.GAME,
        "hand_count": len(told_again.hands),
        "revision": told_again.revision,
        "state": told_again.state.to_json(),
        "closed_at": told_again.closed_at,
        "agreed_end": told_again.agreed_end,
        "last_hash": told_again.last_hash,
    }.items():
        found = getattr(evening, name)
        if found != expected:
            yield AuditDifference(
                code="evening_changed", what=name, expected=audit_value_text(expected), found=audit_value_text(found)
            )


def _seat_differences(seats: Iterable[Seat], expected: Iterable[Seat]) -> Iterator[AuditDifference]:
    stored = {(seat.player_id, seat.from_hand): seat for seat in seats}
    for wanted in expected:
        seat = stored.pop((wanted.player_id, wanted.from_hand), None)
        if seat is None:
            yield AuditDifference(code="seat_missing", what=str(wanted), expected=str(wanted.player_id))
            continue
        for name in ("place", "until_hand", *TOTALS):
            if getattr(seat, name) != getattr(wanted, name):
                expected_value, found = audit_value_text(getattr(wanted, name)), audit_value_text(getattr(seat, name))
                yield AuditDifference(
                    code="seat_changed", what=f"{seat.player.name}'s {name}", expected=expected_value, found=found
                )
    for seat in stored.values():
        yield AuditDifference(code="seat_extra", what=seat.player.name, found=str(seat))


def _month_differences(club: Club) -> Iterator[AuditDifference]:
    """Whether each month is the sum of its seats, which were held against the events before."""
    stored, summed = months.stored_months(club), months.summed_months(club)
    for place in sorted(stored.keys() | summed.keys()):
        if stored.get(place) != summed.get(place):
            player, month, game, unit = place
            name = Player.objects.filter(club=club, pk=player).first() or player
            yield AuditDifference(
                code="month_changed",
                place=f"{month:%Y-%m}",
                what=f"{name}, {game} for {unit}",
                expected=audit_value_text(summed.get(place)),
                found=audit_value_text(stored.get(place)),
            )


def _audit_book_difference(found: books.Difference, *, place: str) -> AuditDifference:
    what = found.what if found.seq is None else f"entry {found.seq}"
    if found.position is not None:
        what += f", transfer {found.position}"
    return AuditDifference(
        code=found.code, place=place or ("" if what else "chain"), what=what, expected=found.expected, found=found.found
    )


def _stray_rows(club: Club) -> Iterator[AuditDifference]:
    """Money of an evening that is not there, and events that stand in another club's evening."""
    known = Evening.objects.filter(club=club).values("pk")
    stray = Entry.objects.filter(club=club, evening_id__isnull=False).exclude(evening_id__in=known).order_by("seq")
    if entry := stray.first():
        yield AuditDifference(code="evening_missing", what=f"entry {entry.seq}", expected=str(entry.evening_id))
    for kind in (HandEvent, EveningEvent):
        if event := kind._default_manager.filter(club=club).exclude(evening__club=club).first():
            yield AuditDifference(code="event_of_other_club", what=str(event), expected=str(club.pk))
