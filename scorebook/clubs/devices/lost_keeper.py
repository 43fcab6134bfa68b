"""A new keeper's link for a club whose keeper lost theirs: two members ask, everybody sees it, and any keeper stops it.

It is made 72 hours after the second member agreed, so that nobody with a weaker link takes the club at once. Both need
a device with their name (`claims`). Only these two devices make the link and become the keeper's, and only if their
claims have stood all the time: a claim that is made later counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from scorebook.clubs.club_groups import (
    KEEPER_KINDS,
    append_club_event,
    club_group,
    events_of_a_day,
    is_repeated_event,
)
from scorebook.clubs.devices.writers import writer_of_player
from scorebook.clubs.link_routes import replace_links
from scorebook.clubs.models import Club, ClubEvent, Device
from scorebook.clubs.roles import Role
from scorebook.clubs.services import locked_club
from scorebook.core import budgets
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
class Asker:
    """A person who asks for the link, by their device."""

    person: UUID
    device: str
    seq: int  # of the event
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperRequest:
    """The request of two members for a new keeper's link."""

    first: Asker
    second: Asker | None = None

    @property
    def ready_at(self) -> datetime | None:
        """Return when the link can be made; None until the second member agrees."""
        return self.second.at + WAIT if self.second else None

    @property
    def askers(self) -> tuple[Asker, ...]:
        return (self.first, self.second) if self.second else (self.first,)

    def is_by(self, device: Device | None) -> bool:
        return device is not None and str(device.pk) in [one.device for one in self.askers]


def keeper_request(club: Club, *, events: Iterable[ClubEvent] | None = None, at: datetime) -> KeeperRequest | None:
    """Return the request that stands, with the claims of those who ask. One statement, none with the events; a few
    more if there is a request.

    events: `ClubGroup.keeper_events`.
    """
    found: KeeperRequest | None = None
    if events is None:
        events = ClubEvent.objects.filter(club=club, kind__in=KEEPER_KINDS).order_by("seq")
    for event in events:
        if event.club_id == club.pk:
            found = _request_after(found, event)
    return found if found and _is_standing(found, club, at) and _have_claims_stood(club, found) else None


def want_keeper_link(*, club: Club, device: Device | None, key: UUID, at: datetime) -> None:
    """Ask for a new keeper's link.

    Raises: KeeperRequestRefused keeper_needs_claim, keeper_already_wanted, keeper_wanted_often; NameKeyConflict.
    """
    with transaction.atomic():
        club = locked_club(club.pk)
        if is_repeated_event(key, kind=Kind.KEEPER_LINK_WANTED, club_id=club.pk):
            return
        if keeper_request(club, at=at):
            raise KeeperRequestRefused("keeper_already_wanted")
        wanted = events_of_a_day(club, (Kind.KEEPER_LINK_WANTED,), at)
        if wanted >= budgets.KEEPER_REQUESTS_PER_CLUB_AND_DAY:
            raise KeeperRequestRefused("keeper_wanted_often")
        _append_step(Kind.KEEPER_LINK_WANTED, club, device, key=key, at=at)


def second_keeper_link(*, club: Club, device: Device | None, key: UUID, at: datetime) -> None:
    """Agree to the request of another member. Raises: KeeperRequestRefused keeper_needs_claim, keeper_not_wanted,
    keeper_needs_second (the person who asked cannot agree too); NameKeyConflict.
    """
    with transaction.atomic():
        club = locked_club(club.pk)
        if is_repeated_event(key, kind=Kind.KEEPER_LINK_SECONDED, club_id=club.pk):
            return
        request = keeper_request(club, at=at)
        if request is None or request.second:
            raise KeeperRequestRefused("keeper_not_wanted")
        if device and device.player_id and not _are_two_people(club, request.first.person, device.player_id):
            raise KeeperRequestRefused("keeper_needs_second")
        _append_step(Kind.KEEPER_LINK_SECONDED, club, device, key=key, at=at)


def refuse_keeper_link(*, club: Club, key: UUID, by: str, at: datetime) -> None:
    """Stop the request: by a keeper, or by one of the two. Raises: KeeperRequestRefused keeper_not_wanted;
    NameKeyConflict.
    """
    with transaction.atomic():
        locked = locked_club(club.pk)
        if is_repeated_event(key, kind=Kind.KEEPER_LINK_REFUSED, club_id=club.pk):
            return
        request = keeper_request(locked, at=at)
        if request is None or not (club.is_opened_by_keeper or request.is_by(club.device)):
            raise KeeperRequestRefused("keeper_not_wanted")
        append_club_event(locked, kind=Kind.KEEPER_LINK_REFUSED, key=key, by=by, at=at)


def make_keeper_link(*, club: Club, key: UUID, at: datetime) -> None:
    """Replace the keeper's link, and let the devices of both administer the club.

    Raises: KeeperRequestRefused keeper_not_wanted, keeper_too_early; NameKeyConflict.
    """
    with transaction.atomic():
        locked = locked_club(club.pk)
        if is_repeated_event(key, kind=Kind.KEEPER_LINK_MADE, club_id=club.pk):
            return
        request = keeper_request(locked, at=at)
        if request is None or not request.is_by(club.device):
            raise KeeperRequestRefused("keeper_not_wanted")
        if request.ready_at is None or at < request.ready_at:
            raise KeeperRequestRefused("keeper_too_early")
        append_club_event(locked, kind=Kind.KEEPER_LINK_MADE, key=key, by=club.by, at=at)
        Device.objects.filter(club=locked, pk__in=[one.device for one in request.askers]).update(role=Role.KEEPER)
        replaced, locked.keeper_token, locked.keeper_link_kept_at = locked.keeper_token, new_link_token(), None
        locked.save(update_fields=["keeper_token", "keeper_link_kept_at"])
        replace_links(locked.pk, {replaced: locked.keeper_token})


def _have_claims_stood(club: Club, request: KeeperRequest) -> bool:
    """Return whether the devices have been these people's since each asked, and two people ask if two do."""
    for one in request.askers:
        changed = ClubEvent.objects.filter(
            club=club, kind__in=(Kind.PERSON_CLAIMED, Kind.CLAIM_REVOKED), facts__device=one.device, seq__gt=one.seq
        )
        if changed.exists() or not Device.objects.filter(club=club, pk=one.device, player=one.person).exists():
            return False
    return request.second is None or _are_two_people(club, request.first.person, request.second.person)


def _request_after(found: KeeperRequest | None, event: ClubEvent) -> KeeperRequest | None:
    """Return the request after an event."""
    if event.player_id is None or event.kind not in (Kind.KEEPER_LINK_WANTED, Kind.KEEPER_LINK_SECONDED):
        return None  # it was stopped, or the link was made
    asker = Asker(person=event.player_id, device=event.facts["device"], seq=event.seq, at=event.recorded_at)
    if event.kind == Kind.KEEPER_LINK_WANTED:
        return KeeperRequest(first=asker)  # written only if none stands; an earlier one has lapsed
    return replace(found, second=asker) if found else None


def _is_standing(request: KeeperRequest, club: Club, at: datetime) -> bool:
    """Return whether it has neither lapsed nor come with the file of a club, whose devices stayed where it was."""
    if club.imported_at and request.first.at < club.imported_at:
        return False
    return at < (request.ready_at or request.first.at) + REQUEST_LASTS


def _are_two_people(club: Club, first: UUID, second: UUID) -> bool:
    """Return whether these players are different people: two entries of one person may have been linked."""
    group = club_group(club.pk)
    return group.person(first) != group.person(second)


def _append_step(kind: Kind, club: Club, device: Device | None, *, key: UUID, at: datetime) -> None:
    person = device.player if device else None
    if device is None or person is None:
        raise KeeperRequestRefused("keeper_needs_claim")
    facts, by = {"device": str(device.pk)}, writer_of_player(person.pk)
    append_club_event(club, kind=kind, player=person, key=key, by=by, at=at, facts=facts)
