"""The verbs of clubs that are one: linked, and unlinked again. The books of each stay its own."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs.circle import append_club_event, circle_of
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.clubs.services import ClubError, NameKeyConflict, Problem

Kind = ClubEvent.Kind


@transaction.atomic
def link_club(*, club: Club, other: Club, key: UUID, by: str, at: datetime) -> None:
    """The other becomes a part of the club; who has the same name in both is one person.

    Raises: ClubError same_club, already_linked, has_linked_clubs; NameKeyConflict.
    """
    if _was_said(key, club, other, Kind.CLUB_LINKED):
        return
    _hold(club, other)
    if code := _link_fault(club, other):
        raise ClubError([Problem(code=code, field="club")])
    append_club_event(club, kind=Kind.CLUB_LINKED, other_club=other, key=key, by=by, at=at)
    append_club_event(other, kind=Kind.CLUB_JOINED, other_club=club, key=uuid5(key, "joined"), by=by, at=at)
    circle = circle_of(club.pk)
    own = {player.name_folded: player for player in Player.objects.filter(club=club)}
    for player in Player.objects.filter(club=other):
        namesake = own.get(player.name_folded)
        if namesake and player.pk not in circle.same:
            own_key = uuid5(key, str(player.pk))
            append_club_event(
                other, kind=Kind.PERSON_LINKED, player=player, other_player=namesake, key=own_key, by=by, at=at
            )


@transaction.atomic
def unlink_club(*, club: Club, other: Club, key: UUID, by: str, at: datetime) -> None:
    """Each is a club of its own again, with people of its own. Raises: ClubError not_linked; NameKeyConflict."""
    if _was_said(key, club, other, Kind.CLUB_UNLINKED):
        return
    _hold(club, other)
    circle = circle_of(club.pk)
    if circle.club_id != club.pk or other.pk not in circle.clubs[1:]:
        raise ClubError([Problem(code="not_linked", field="club")])
    append_club_event(club, kind=Kind.CLUB_UNLINKED, other_club=other, key=key, by=by, at=at)
    append_club_event(other, kind=Kind.CLUB_LEFT, other_club=club, key=uuid5(key, "left"), by=by, at=at)
    clubs = {player.pk: player.club for player in Player.objects.filter(club__in=circle.clubs).select_related("club")}
    for player in Player.objects.filter(pk__in=circle.same, club__in=circle.clubs).select_related("club"):
        # Whoever is somebody across the two clubs is so no longer.
        if (player.club_id == other.pk) != (clubs[circle.same[player.pk]].pk == other.pk):
            own_key = uuid5(key, str(player.pk))
            append_club_event(player.club, kind=Kind.PERSON_UNLINKED, player=player, key=own_key, by=by, at=at)


def _link_fault(club: Club, other: Club) -> str | None:
    circle, others = circle_of(club.pk), circle_of(other.pk)
    if club.pk == other.pk:
        return "same_club"
    if circle.club_id != club.pk or others.club_id != other.pk:
        return "already_linked"
    return "has_linked_clubs" if len(others.clubs) > 1 else None


def _was_said(key: UUID, club: Club, other: Club, kind: Kind) -> bool:
    first = ClubEvent.objects.filter(pk=key).first()
    if first and (first.club_id, first.other_club_id, first.kind) != (club.pk, other.pk, kind):
        raise NameKeyConflict(field="key")
    return first is not None


def _hold(club: Club, other: Club) -> None:
    """In one order for all who link."""
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=(club.pk, other.pk)).order_by("pk"))
