"""People and clubs in order: who is linked is remembered together from then on, and each alone when unlinked."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs import joining, people
from scorebook.clubs.circle import circle_of
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import ClubError, Problem
from scorebook.play.models import Seat
from scorebook.standings import memory


def link_players(*, player: Player, other: Player, key: UUID, by: str, at: datetime) -> None:
    """As `people.link_players`. Raises: also ClubError sat_together."""
    with transaction.atomic():
        people.link_players(player=player, other=other, key=key, by=by, at=at)
        circle = circle_of(player.club_id)
        if _sat_together(circle.clubs, player.pk, set(circle.entries_of(circle.person(player.pk))) - {player.pk}):
            raise ClubError([Problem(code="sat_together", field="player")])
        memory.replay(circle)


def unlink_player(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    with transaction.atomic():
        people.unlink_player(player=player, key=key, by=by, at=at)
        memory.replay(circle_of(player.club_id))


def link_club(*, club: Club, other: Club, key: UUID, by: str, at: datetime) -> None:
    with transaction.atomic():
        joining.link_club(club=club, other=other, key=key, by=by, at=at)
        memory.forget_club(other.pk)
        memory.replay(circle_of(club.pk))


def unlink_club(*, club: Club, other: Club, key: UUID, by: str, at: datetime) -> None:
    with transaction.atomic():
        joining.unlink_club(club=club, other=other, key=key, by=by, at=at)
        # What the other brought is remembered under it again: games that only it has played, too.
        for one in (club, other):
            memory.forget_club(one.pk)
            memory.replay(circle_of(one.pk))


def _sat_together(clubs: tuple[UUID, ...], player: UUID, others: set[UUID]) -> bool:
    """Whether they were at one table: then they are two."""
    own = Seat.objects.filter(club__in=clubs, player=player).values("evening")
    return Seat.objects.filter(club__in=clubs, player__in=others, evening__in=own).exists()
