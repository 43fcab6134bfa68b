"""A new keeper's link for a club whose keeper lost theirs: two members ask, everybody sees it, and any keeper stops it.

It is made 72 hours after the second member agreed, so that nobody with a weaker link takes the club at once. Both must
be people whose phones have their names (`claims`), still at the end. The phones of both become the keeper's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from scorebook.clubs.club_groups import KEEPER_KINDS, append_club_event, club_group
from scorebook.clubs.models import Club, ClubEvent, Device, Player
from scorebook.clubs.roles import Role
from scorebook.clubs.services import locked_club
from scorebook.clubs.writers import writer_of_player
from scorebook.core.link_tokens import new_link_token

Kind = ClubEvent.Kind
WAIT = timedelta(hours=72)
REQUEST_LASTS = timedelta(days=30)  # until the second member agrees, and again until the link is made


class KeeperRequestRefused(Exception):
    """A step that is not possible now; nothing is written."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperRequest:
    """The request of two members for a new keeper's link."""

    wanted_by: UUID  # person
    wanted_at: datetime
    seconded_by: UUID | None = None  # another person
    seconded_at: datetime | None = None

    @property
    def ready_at(self) -> datetime | None:
        """Return when the link can be made; None until the second member agrees."""
        return self.seconded_at + WAIT if self.seconded_at else None

    @property
    def people(self) -> tuple[UUID, ...]:
        return (self.wanted_by, self.seconded_by) if self.seconded_by else (self.wanted_by,)


def keeper_request(club: Club, *, events: Iterable[ClubEvent] | None = None, at: datetime) -> KeeperRequest | None:
    """Return the request that stands. One statement, none with the events.

    events: `ClubGroup.keeper_events`.
    """
    found: KeeperRequest | None = None
    if events is None:
        events = ClubEvent.objects.filter(club=club, kind__in=KEEPER_KINDS).order_by("seq")
    for event in events:
        if event.club_id == club.pk:
            found = _request_after(found, event)
    return found if found and _is_standing(found, club, at) else None


def want_keeper_link(*, club: Club, device: Device | None, key: UUID, at: datetime) -> None:
    """Ask for a new keeper's link. Raises: KeeperRequestRefused keeper_needs_claim, keeper_already_wanted."""
    with transaction.atomic():
        club, person = locked_club(club.pk), _claimed_person(device)
        if keeper_request(club, at=at):
            raise KeeperRequestRefused("keeper_already_wanted")
        _append(Kind.KEEPER_LINK_WANTED, club, person, key=key, at=at)


def second_keeper_link(*, club: Club, device: Device | None, key: UUID, at: datetime) -> None:
    """Agree to the request of another member. Raises: KeeperRequestRefused keeper_needs_claim, keeper_not_wanted,
    keeper_needs_second (the person who asked cannot agree too).
    """
    with transaction.atomic():
        club, person = locked_club(club.pk), _claimed_person(device)
        request = keeper_request(club, at=at)
        if request is None or request.seconded_by:
            raise KeeperRequestRefused("keeper_not_wanted")
        if _people_of_request(club, *request.people, person.pk) < 2:
            raise KeeperRequestRefused("keeper_needs_second")
        _append(Kind.KEEPER_LINK_SECONDED, club, person, key=key, at=at)


def refuse_keeper_link(*, club: Club, key: UUID, by: str, at: datetime) -> None:
    """Stop the request: by a keeper, or by one of the two. Raises: KeeperRequestRefused keeper_not_wanted."""
    with transaction.atomic():
        locked = locked_club(club.pk)
        request = keeper_request(locked, at=at)
        is_own = request and club.device and club.device.player_id in request.people
        if request is None or not (club.is_opened_by_keeper or is_own):
            raise KeeperRequestRefused("keeper_not_wanted")
        append_club_event(locked, kind=Kind.KEEPER_LINK_REFUSED, key=key, by=by, at=at)


def make_keeper_link(*, club: Club, key: UUID, at: datetime) -> None:
    """Replace the keeper's link, and let the phones of both people administer the club.

    Raises: KeeperRequestRefused keeper_not_wanted, keeper_too_early, keeper_claim_gone.
    """
    with transaction.atomic():
        locked = locked_club(club.pk)
        request = keeper_request(locked, at=at)
        if request is None or club.device is None or club.device.player_id not in request.people:
            raise KeeperRequestRefused("keeper_not_wanted")
        if request.ready_at is None or at < request.ready_at:
            raise KeeperRequestRefused("keeper_too_early")
        phones = Device.objects.filter(club=locked, player__in=request.people)
        if {one.player_id for one in phones} != set(request.people) or _people_of_request(locked, *request.people) < 2:
            raise KeeperRequestRefused("keeper_claim_gone")
        append_club_event(locked, kind=Kind.KEEPER_LINK_MADE, key=key, by=club.by, at=at)
        phones.update(role=Role.KEEPER)
        locked.keeper_token, locked.keeper_link_kept_at = new_link_token(), None
        locked.save(update_fields=["keeper_token", "keeper_link_kept_at"])


def _request_after(found: KeeperRequest | None, event: ClubEvent) -> KeeperRequest | None:
    person, at = event.player_id, event.recorded_at
    if event.kind == Kind.KEEPER_LINK_WANTED and person:
        return KeeperRequest(wanted_by=person, wanted_at=at)
    if event.kind == Kind.KEEPER_LINK_SECONDED and found:
        return replace(found, seconded_by=person, seconded_at=at)
    return None  # it was stopped, or the link was made


def _is_standing(request: KeeperRequest, club: Club, at: datetime) -> bool:
    """Return whether it has neither lapsed nor come with the file of a club, whose devices stayed where it was."""
    if club.imported_at and request.wanted_at < club.imported_at:
        return False
    return at < (request.ready_at or request.wanted_at) + REQUEST_LASTS


def _people_of_request(club: Club, *players: UUID) -> int:
    """Return how many people these players are: two entries of one person may have been linked."""
    group = club_group(club.pk)
    return len({group.person(player) for player in players})


def _claimed_person(device: Device | None) -> Player:
    player = device.player if device else None
    if player is None:
        raise KeeperRequestRefused("keeper_needs_claim")
    return player


def _append(kind: Kind, club: Club, person: Player, *, key: UUID, at: datetime) -> None:
    append_club_event(club, kind=kind, player=person, key=key, by=writer_of_player(person.pk), at=at)
