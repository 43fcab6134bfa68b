"""Links between people and between clubs, with a replay of the evenings that they concern; hidden and forgotten names.

Hiding or forgetting a name is refused while the person has open money, unless the caller accepts that.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count

from scorebook.clubs import identities, joining
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import ClubError, NameProblem
from scorebook.play.models import Seat
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.standings import standings_updates
from scorebook.standings.models import StandingsLock


def link_players(*, player: Player, other: Player, key: UUID, by: str, at: datetime) -> None:
    """Link two entries as one person. Raises: the errors of `identities.link_players`, and ClubError sat_together."""
    with transaction.atomic():
        if identities.link_players(player=player, other=other, key=key, by=by, at=at):
            group = club_group(player.club_id)
            if _have_sat_together(group, player):
                raise ClubError([NameProblem(code="sat_together", field="player")])
            standings_updates.replay_standings(group)


def unlink_player(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    with transaction.atomic():
        if identities.unlink_player(player=player, key=key, by=by, at=at):
            standings_updates.replay_standings(club_group(player.club_id))


def hide_name(*, player: Player, accepts_balance: bool, key: UUID, by: str, at: datetime) -> None:
    """Hide a name. Raises: the errors of `identities.hide_name`, and ClubError balance_open."""
    with transaction.atomic():
        if identities.hide_name(player=player, key=key, by=by, at=at) and not accepts_balance:
            _check_nothing_open(player)


def forget_person(*, player: Player, accepts_balance: bool, key: UUID, by: str, at: datetime) -> None:
    """Empty a name for good. Raises: the errors of `identities.forget_person`, and ClubError balance_open."""
    with transaction.atomic():
        if identities.forget_person(player=player, key=key, by=by, at=at) and not accepts_balance:
            _check_nothing_open(player)


def link_club(*, club: Club, other: Club, key: UUID, by: str, at: datetime) -> None:
    with transaction.atomic():
        if joining.link_club(club=club, other=other, key=key, by=by, at=at):
            StandingsLock.lock_clubs(club.pk, other.pk)
            standings_updates.delete_standings_of_club(other.pk)
            standings_updates.replay_standings(club_group(club.pk))


def unlink_club(*, club: Club, other: Club, key: UUID, by: str, at: datetime) -> None:
    with transaction.atomic():
        if joining.unlink_club(club=club, other=other, key=key, by=by, at=at):
            StandingsLock.lock_clubs(club.pk, other.pk)
            # The other club gets its own rows back, also of games that only it has played.
            for one in (club, other):
                standings_updates.delete_standings_of_club(one.pk)
                standings_updates.replay_standings(club_group(one.pk))


def _check_nothing_open(player: Player) -> None:
    """Raise ClubError balance_open if the person has a balance in any unit."""
    if open_balances_of_people(club_group(player.club_id), club=player.club_id, players=[player.pk]).people:
        raise ClubError([NameProblem(code="balance_open", field="accept_balance")])


def _have_sat_together(group: ClubGroup, player: Player) -> bool:
    """Return whether two entries of the person played at one table; then they are two people."""
    entries = group.entries_of(group.person(player.pk))
    seats = Seat.objects.filter(club__in=group.clubs, player__in=entries).order_by()
    people_there = seats.values("evening").annotate(people=Count("player", distinct=True))
    return people_there.filter(people__gt=1).exists()
