"""Look-ups by an id of a request. Each takes the club or the evening that the row must belong to.

Pages and API use only these, so that no look-up can omit its club or evening. A row of another club or evening is
treated as missing: functions named `find_` return None, all others raise Http404.
"""

from collections.abc import Sequence
from typing import TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club, Player
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.play.models import Evening

Row = TypeVar("Row", bound=Model)


def player_of(club: Club, id: UUID) -> Player:
    return get_object_or_404(club.players, pk=id)


def find_player(club: Club, id: UUID | None) -> Player | None:
    return club.players.filter(pk=id).first() if id else None


def linked_player_of(club: Club, id: UUID) -> Player:
    """Return a player of the club or of a linked club."""
    return get_object_or_404(Player.objects.select_related("club"), club__in=club_group(club.pk).clubs, pk=id)


def find_evening(group: ClubGroup, id: UUID | None) -> Evening | None:
    return Evening.objects.filter(club__in=group.clubs, pk=id).first() if id else None


def entries_of_person(group: ClubGroup, player_id: UUID) -> Sequence[Player]:
    """Return all entries of the person behind an entry of the club group, the person's own first."""
    ids = group.entries_of(group.person(player_id))
    found = {one.pk: one for one in Player.objects.filter(club__in=group.clubs, pk__in=ids)}
    if player_id not in found:
        raise Http404
    return [found[id] for id in ids if id in found]


def numbered_evening(club: Club, number: int) -> Evening:
    return _evening_of_club(club, number=number)


def evening_of(club: Club, id: UUID) -> Evening:
    return _evening_of_club(club, pk=id)


def _evening_of_club(club: Club, **wanted: int | UUID) -> Evening:
    found = get_object_or_404(Evening, club=club, **wanted)
    found.club = club  # with the link by which it was opened
    return found


def entry_of(book: Evening | Club, id: UUID) -> Entry:
    """Return an entry of an evening's book or, for a club, of its tab."""
    return _of_book(Entry.objects.all(), book, id, evening="evening_id")


def planned_payment_of(book: Evening | Club, id: UUID) -> PlannedPayment:
    """Return a planned payment of an evening or, for a club, of its tab. Its plan may be superseded."""
    return _of_book(PlannedPayment.objects.select_related("plan"), book, id, evening="plan__evening_id")


def _of_book(rows: QuerySet[Row], book: Evening | Club, id: UUID, *, evening: str) -> Row:
    club_id, evening_id = (book.club_id, book.pk) if isinstance(book, Evening) else (book.pk, None)
    return get_object_or_404(rows, club_id=club_id, pk=id, **{evening: evening_id})
