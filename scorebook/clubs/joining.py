"""Functions that link clubs and unlink them. The books of each club stay separate."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs.club_groups import (
    append_club_event,
    club_group,
    direct_links,
    is_repeated_event,
    lock_club_group,
)
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.clubs.services import ClubError, NameProblem

Kind = ClubEvent.Kind


@transaction.atomic
def link_club(*, club: Club, other: Club, key: UUID, by: str, at: datetime) -> bool:
    """Make the other club part of the club and link players with the same name. Return whether this call did it.

    Raises: ClubError same_club, already_linked, has_linked_clubs; NameKeyConflict.
    """
    held = lock_club_group(club.pk, others=[other.pk])
    if is_repeated_event(key, kind=Kind.CLUB_LINKED, club_id=club.pk, other_club_id=other.pk):
        return False
    if code := _club_link_fault(club, other):
        raise ClubError([NameProblem(code=code, field="club")])
    own_key = uuid5(key, "joined")
    append_club_event(held.clubs[club.pk], kind=Kind.CLUB_LINKED, other_club=other, key=key, by=by, at=at)
    append_club_event(held.clubs[other.pk], kind=Kind.CLUB_JOINED, other_club=club, key=own_key, by=by, at=at)
    group = club_group(club.pk)
    own = {player.name_folded: player for player in Player.objects.filter(club=club)}
    for player in Player.objects.filter(club=other):
        namesake = own.get(player.name_folded)
        if namesake and player.pk not in group.same:
            its_club, own_key = held.clubs[other.pk], uuid5(key, str(player.pk))
            append_club_event(
                its_club, kind=Kind.PERSON_LINKED, player=player, other_player=namesake, key=own_key, by=by, at=at
            )
    held.raise_versions()
    return True


@transaction.atomic
def unlink_club(*, club: Club, other: Club, key: UUID, by: str, at: datetime) -> bool:
    """Make the clubs independent again; players of one club who are one person stay linked.

    Returns: whether this call did it. Raises: ClubError not_linked; NameKeyConflict.
    """
    held = lock_club_group(club.pk, others=[other.pk])
    if is_repeated_event(key, kind=Kind.CLUB_UNLINKED, club_id=club.pk, other_club_id=other.pk):
        return False
    group = held.group
    if group.club_id != club.pk or other.pk not in group.clubs[1:]:
        raise ClubError([NameProblem(code="not_linked", field="club")])
    own_key = uuid5(key, "left")
    append_club_event(held.clubs[club.pk], kind=Kind.CLUB_UNLINKED, other_club=other, key=key, by=by, at=at)
    append_club_event(held.clubs[other.pk], kind=Kind.CLUB_LEFT, other_club=club, key=own_key, by=by, at=at)
    players = {one.pk: one for one in Player.objects.filter(club__in=group.clubs)}
    links = direct_links(group.clubs)
    leaving = {one.pk for one in players.values() if one.club_id == other.pk}
    for player_id, linked in links.items():
        if (player_id in leaving) == (linked in leaving):
            continue
        player, own_key = players[player_id], uuid5(key, str(player_id))
        kept = _linked_player_on_own_side(links, player_id, leaving)
        kind, who = (Kind.PERSON_UNLINKED, None) if kept is None else (Kind.PERSON_LINKED, players[kept])
        its_club = held.clubs[player.club_id]
        append_club_event(its_club, kind=kind, player=player, other_player=who, key=own_key, by=by, at=at)
    held.raise_versions()
    return True


def _linked_player_on_own_side(links: Mapping[UUID, UUID], player: UUID, leaving: set[UUID]) -> UUID | None:
    """Follow a player's links through the other club to the next player of the same side, if any."""
    one = links.get(player)
    while one is not None and (one in leaving) != (player in leaving):
        one = links.get(one)
    return one


def _club_link_fault(club: Club, other: Club) -> str | None:
    group, others = club_group(club.pk), club_group(other.pk)
    if club.pk == other.pk:
        return "same_club"
    if group.club_id != club.pk or others.club_id != other.pk:
        return "already_linked"
    return "has_linked_clubs" if len(others.clubs) > 1 else None
