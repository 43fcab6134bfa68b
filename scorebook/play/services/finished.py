"""Bulk recording of evenings that are already over, such as those of an import.

The rows are those that `open_evening`, `record_hands`, `close_evening` and settling would write one after the other.
They are computed together without a lock and written by a constant number of statements. Before writing, the state
they build on (`Basis`) is compared again under the locks of club and books, so the locks are held only while writing.
Decision: docs/decisions/310-a-long-import-is-written-in-parts.md.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.db.models import Max

from rules import read_state
from rules.problems import ProblemList
from scorebook.clubs import models as clubs
from scorebook.clubs.link_routes import add_links
from scorebook.core import budgets, rows
from scorebook.core.rows import Change, Insert
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Account, Chain
from scorebook.play import evening_results, evening_totals, months
from scorebook.play.errors import CeilingReached, LinkGone, translate_ledger_errors
from scorebook.play.models import Evening, EveningEvent, HandEvent, Seat
from scorebook.play.pot import pot_draft
from scorebook.play.replay import result_draft
from scorebook.play.services.evening import (
    check_opening,
    evening_opening_facts,
    new_evening,
    new_evening_event,
    new_seats,
    opening_event_id,
    pot_shares_on_closing,
    raise_evening_problems,
)
from scorebook.play.services.hand_scoring import NewHand
from scorebook.play.services.recording import scored_events
from scorebook.play.terms import POINTS, Terms

Kind = EveningEvent.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedEvening:
    key: UUID  # of its opening
    terms: Terms
    players: Sequence[clubs.Player]
    first_dealer: clubs.Player  # one of the players
    hands: Sequence[NewHand]
    started_at: datetime
    recorded_at: datetime  # time of the last hand
    closed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """The state of a club that the rows of new evenings build on."""

    names_head: str
    keeper_token: str
    number: int  # of its last evening
    entries: int  # number in its books
    head_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedEvenings:
    """Evenings with all their rows, not written yet."""

    basis: Basis
    evenings: Sequence[Evening]
    accounts: Sequence[Account]  # used by the entries; to be opened before `write`
    write_rows: Callable[[], None]  # writes all rows except accounts and link routes

    def write(self) -> None:
        """Write all rows. The caller holds the locks and has compared the basis (`basis_of_club_evenings`)."""
        self.write_rows()
        if self.evenings:  # and not payments alone
            links = [link for one in self.evenings for link in (one.scribe_token, one.watch_token)]
            add_links(self.evenings[0].club_id, links)


def basis_of_club_evenings(club: clubs.Club, *, holds: bool) -> Basis:
    """Return the basis. holds: lock the club's books until the transaction ends; the club must be locked already."""
    found = Chain.objects.filter(pk=club.pk)
    chain = (found.select_for_update(of=("self",), no_key=True) if holds else found).first() or Chain(club=club)
    return Basis(
        names_head=club.names_head,
        keeper_token=club.keeper_token,
        number=Evening.objects.filter(club=club).aggregate(Max("number"))["number__max"] or 0,
        entries=chain.length,
        head_hash=chain.head_hash,
    )


def prepare_evenings(
    *,
    club: clubs.Club,
    basis: Basis,
    finished: Sequence[FinishedEvening],
    payments: Sequence[ledger.TabPayment] = (),
    settled: ledger.SettledHow,
    by: str,
) -> PreparedEvenings:
    """Compute the rows of evenings of one club and of payments on its tab.

    Raises: EveningProblems, HandRefused; CeilingReached; LinkGone if the keeper's link was replaced since the club was
    read.
    """
    if basis.keeper_token != club.keeper_token:
        raise LinkGone  # the new evenings' links would be known to a holder of the old link
    if basis.number + len(finished) > budgets.EVENINGS_PER_CLUB:
        raise CeilingReached(code="evenings_full", field="club")
    played = [
        _prepare_evening(one, club, names_head=basis.names_head, number=number, by=by)
        for number, one in enumerate(finished, start=basis.number + 1)
    ]
    with translate_ledger_errors():
        books = ledger.books_of_finished_evenings(
            [one.books for one in played],
            payments,
            club=club,
            chain=Chain(club=club, length=basis.entries, head_hash=basis.head_hash),
            settled=settled,
            by=by,
        )
    return PreparedEvenings(
        basis=basis,
        evenings=[one.evening for one in played],
        accounts=books.accounts,
        write_rows=rows.prepared_write([*_changes_of_evenings(club, played), *books.changes], club_id=club.pk),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _PreparedEvening:
    evening: Evening
    seats: Sequence[Seat]
    events: Sequence[EveningEvent]  # opened, closed
    hands: Sequence[HandEvent]
    books: ledger.FinishedBooks


def _prepare_evening(
    one: FinishedEvening, club: clubs.Club, *, names_head: str, number: int, by: str
) -> _PreparedEvening:
    problems = ProblemList()
    check_opening(problems, club, one.terms, one.players)
    raise_evening_problems(problems)
    if len(one.hands) > budgets.HANDS_PER_EVENING:
        raise CeilingReached(code="hands_full", field="hand")
    evening = new_evening(
        club=club, key=one.key, terms=one.terms, first_dealer=one.first_dealer, at=one.started_at, end=None
    )
    evening.number, evening.names_head = number, names_head
    seats, facts = new_seats(evening, one.players), evening_opening_facts(one.players, None)
    opened = new_evening_event(
        evening, key=opening_event_id(one.key), kind=Kind.OPENED, facts=facts, by=by, at=one.started_at
    )
    hands = scored_events(evening, seats, one.hands, at=one.recorded_at, by=by)
    closing, pot = uuid5(evening.pk, "closed"), read_state(evening.state).pot
    shares = pot_shares_on_closing(evening, seats, hands) if pot else None
    evening_totals.compute_seat_totals(evening, seats, hands, shares or {})
    evening.closed_at = one.closed_at
    closed = new_evening_event(evening, key=closing, kind=Kind.CLOSED, facts={}, shares=shares, by=by, at=one.closed_at)
    stake_minor = evening.stake_minor
    books = ledger.FinishedBooks(
        evening_id=evening.pk,
        unit=evening.unit,
        players=one.players,
        hands=[result_draft(event, stake_minor=stake_minor) for event in hands],
        recorded_at=one.recorded_at,
        pot=None if shares is None else pot_draft(key=closing, pot=pot, shares=shares, stake_minor=stake_minor),
        closed_at=one.closed_at,
        is_money=evening.unit != POINTS,
    )
    return _PreparedEvening(evening=evening, seats=seats, events=[opened, closed], hands=hands, books=books)


def _changes_of_evenings(club: clubs.Club, played: Sequence[_PreparedEvening]) -> Sequence[Change]:
    found = [evening_results.results_of(one.evening, one.seats, one.hands) for one in played]
    people = [row for one in found for row in one.people]
    return [
        Insert(rows=[one.evening for one in played]),
        Insert(rows=[seat for one in played for seat in one.seats]),
        Insert(rows=[event.note for one in played for event in one.hands if event.note]),
        Insert(rows=[event for one in played for event in one.events]),
        Insert(rows=[event for one in played for event in one.hands]),
        *evening_results.insert_results(found),
        *months.sum_changes(people, [(one.evening, one.hands) for one in played], club_id=club.pk, times=1),
    ]
