"""Claims: whose device is whose. "That is me" on a device, and a yes from another member.

A claim names the writer in the books; it opens nothing. It is known by device and not proved, so it can be revoked: by
the keeper, by the device itself, or by the devices of two other people.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs.club_groups import (
    CLAIM_KINDS,
    append_club_event,
    club_group,
    events_of_a_day,
    is_repeated_event,
)
from scorebook.clubs.devices.writers import forget_cached_writers, player_of_writer, writer_of_player
from scorebook.clubs.models import Club, ClubEvent, Device, Player
from scorebook.clubs.services import locked_club
from scorebook.core import budgets

Kind = ClubEvent.Kind


class ClaimRefused(Exception):
    """A claim that cannot be made or answered now; nothing is written."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def request_claim(*, device: Device, player: Player) -> None:
    """Ask the club to confirm that the device is this person's.

    Raises: ClaimRefused device_gone, claim_of_own_device, claim_needs_release (the device is another person's),
    claim_of_forgotten.
    """
    with transaction.atomic():
        club = locked_club(device.club_id)
        locked = _locked_device(club, device.pk)
        _check_claimable(club, locked, player)
        Device.objects.filter(club=club, pk=locked.pk).update(requested_player=player)


def withdraw_request(*, club: Club, device_id: UUID, player: Player) -> None:
    """Drop the request of a device, because a member or the device itself says no."""
    Device.objects.filter(club=club, pk=device_id, requested_player=player).update(requested_player=None)


def confirm_claim(
    *, club: Club, device_id: UUID, player: Player, confirmed_by: UUID | None, key: UUID, by: str, at: datetime
) -> Device:
    """Make the device that of the person.

    confirmed_by: id of the device of the member who says yes; None for one without cookies.
    Raises: ClaimRefused device_gone, claim_changed (the device asks for another person), claim_by_own_device,
    claims_full; NameKeyConflict.
    """
    with transaction.atomic():
        club = locked_club(club.pk)
        device = _locked_device(club, device_id)
        if _is_repeat(Kind.PERSON_CLAIMED, club, device, key=key):
            return device
        if device.requested_player_id != player.pk:
            raise ClaimRefused("claim_changed")
        if confirmed_by == device.pk:
            raise ClaimRefused("claim_by_own_device")
        _make_claim(club, device, player, key=key, by=by, at=at)
    forget_cached_writers()
    return device


def claim_by_code(*, device: Device, player: Player, shown_by: UUID | None, key: UUID, by: str, at: datetime) -> None:
    """Make the device that of the person whose code it scanned; nobody else has to say yes.

    shown_by: id of the device that showed the code; None for one without cookies.
    Raises: ClaimRefused as of `request_claim`, claim_by_own_device, claims_full; NameKeyConflict.
    """
    with transaction.atomic():
        club = locked_club(device.club_id)
        locked = _locked_device(club, device.pk)
        if _is_repeat(Kind.PERSON_CLAIMED, club, locked, key=key):
            return
        _check_claimable(club, locked, player)
        if shown_by == locked.pk:
            raise ClaimRefused("claim_by_own_device")
        _make_claim(club, locked, player, key=key, by=by, at=at)
    forget_cached_writers()


def deny_claim(*, club: Club, device_id: UUID, player: Player, key: UUID, at: datetime) -> bool:
    """Say that the device is not this person's. Return whether it is without a name now.

    club: as opened. The keeper and the device itself revoke the claim, anybody else disputes it.
    Raises: as of `revoke_claim` and `dispute_claim`.
    """
    if club.is_opened_by_keeper or (club.device is not None and club.device.pk == device_id):
        revoke_claim(club=club, device_id=device_id, player=player, key=key, by=club.by, at=at)
        return True
    if club.device is None:
        raise ClaimRefused("dispute_needs_claim")
    return dispute_claim(club=club, device_id=device_id, player=player, disputed_by=club.device, key=key, at=at)


def revoke_claim(*, club: Club, device_id: UUID, player: Player, key: UUID, by: str, at: datetime) -> None:
    """Take the person off the device: by the keeper, or by the device itself.

    Raises: ClaimRefused device_gone, claim_changed (the device is another person's); NameKeyConflict.
    """
    with transaction.atomic():
        club = locked_club(club.pk)
        device = _claimed_device(club, device_id, player)
        if device.player is not None and not _is_repeat(Kind.CLAIM_REVOKED, club, device, key=key):
            _revoke(club, device, device.player, key=key, by=by, at=at)
    forget_cached_writers()


def dispute_claim(*, club: Club, device_id: UUID, player: Player, disputed_by: Device, key: UUID, at: datetime) -> bool:
    """Write that a member disputes the claim; the second one revokes it. Return whether it is revoked now.

    disputed_by: the claimed device of another person. Two disputes are by two people on two devices whose claims stand.
    Raises: ClaimRefused device_gone, claim_changed (the device is another person's), dispute_needs_claim,
    dispute_of_own_claim, claims_full; NameKeyConflict.
    """
    with transaction.atomic():
        club = locked_club(club.pk)
        device = _claimed_device(club, device_id, player)
        if device.player is None:
            return True
        person = _locked_device(club, disputed_by.pk).player
        if person is None:
            raise ClaimRefused("dispute_needs_claim")
        group, by = club_group(club.pk), writer_of_player(person.pk)
        if group.person(device.player.pk) == group.person(person.pk):
            raise ClaimRefused("dispute_of_own_claim")
        facts = {"disputed_by": str(disputed_by.pk)}
        if _is_repeat(Kind.CLAIM_DISPUTED, club, device, key=key, facts=facts):
            return False
        disputes = _standing_disputes(club, device)
        others = [one for one in disputes if one.player_id and group.person(one.player_id) != group.person(person.pk)]
        if len(others) == len(disputes):  # one dispute of a person is enough
            _check_limit(club, at)
            _append_claim_event(Kind.CLAIM_DISPUTED, club, device, device.player, key=key, by=by, at=at, facts=facts)
        is_revoked = any(one.pk != disputed_by.pk for one in others)
        if is_revoked:
            _revoke(club, device, device.player, key=uuid5(key, "revoked"), by=by, at=at)
    forget_cached_writers()
    return is_revoked


def _standing_disputes(club: Club, device: Device) -> Collection[Device]:
    """Return the devices that disputed the claim of the device since it was made, and whose own claims stand."""
    disputed: dict[str, UUID | None] = {}
    for event in ClubEvent.objects.filter(club=club, kind__in=CLAIM_KINDS, facts__device=str(device.pk)).order_by(
        "seq"
    ):
        if event.kind != Kind.CLAIM_DISPUTED:
            disputed = {}
        elif person := player_of_writer(event.recorded_by):
            disputed[event.facts["disputed_by"]] = UUID(person)
    found = Device.objects.filter(club=club, pk__in=list(disputed))
    return [one for one in found if one.player_id == disputed[str(one.pk)]]


def claims_in_events(events: Iterable[ClubEvent]) -> Mapping[str, UUID | None]:
    """Return device -> person by the events of a club, in order of writing."""
    found: dict[str, UUID | None] = {}
    for event in events:
        if event.kind in (Kind.PERSON_CLAIMED, Kind.CLAIM_REVOKED):
            found[event.facts["device"]] = event.player_id if event.kind == Kind.PERSON_CLAIMED else None
    return found


def revoke_claims_of_players(players: Collection[Player], *, key: UUID, by: str, at: datetime) -> None:
    """Take people who are forgotten off all their devices. The caller holds the lock on their clubs."""
    clubs = {player.club_id for player in players}
    Device.objects.filter(club__in=clubs, requested_player__in=players).update(requested_player=None)
    claimed = Device.objects.filter(club__in=clubs, player__in=players).select_related("player", "club")
    for device in claimed.order_by("pk"):
        if device.player is not None:
            _revoke(device.club, device, device.player, key=uuid5(key, str(device.pk)), by=by, at=at)
    transaction.on_commit(forget_cached_writers)


def _locked_device(club: Club, device_id: UUID) -> Device:
    found = Device.objects.select_for_update(of=("self",), no_key=True).select_related("player")
    device = found.filter(club=club, pk=device_id).first()
    if device is None:
        raise ClaimRefused("device_gone")
    return device


def _claimed_device(club: Club, device_id: UUID, player: Player) -> Device:
    """Return the device, which is this person's or nobody's any more."""
    device = _locked_device(club, device_id)
    if device.player_id not in (None, player.pk):
        raise ClaimRefused("claim_changed")
    return device


def _check_claimable(club: Club, device: Device, player: Player) -> None:
    if device.player_id is not None:
        raise ClaimRefused("claim_of_own_device" if device.player_id == player.pk else "claim_needs_release")
    if player.pk in club_group(club.pk).forgotten:
        raise ClaimRefused("claim_of_forgotten")


def _check_limit(club: Club, at: datetime) -> None:
    """Refuse what members may write without limit; a claim can be revoked all the same."""
    written = events_of_a_day(club, (Kind.PERSON_CLAIMED, Kind.CLAIM_DISPUTED), at)
    if written >= budgets.CLAIMS_PER_CLUB_AND_DAY:
        raise ClaimRefused("claims_full")


def _make_claim(club: Club, device: Device, player: Player, *, key: UUID, by: str, at: datetime) -> None:
    _check_limit(club, at)
    _append_claim_event(Kind.PERSON_CLAIMED, club, device, player, key=key, by=by, at=at)
    device.player, device.requested_player = player, None
    Device.objects.filter(club=club, pk=device.pk).update(player=player, requested_player=None)


def _revoke(club: Club, device: Device, player: Player, *, key: UUID, by: str, at: datetime) -> None:
    _append_claim_event(Kind.CLAIM_REVOKED, club, device, player, key=key, by=by, at=at)
    Device.objects.filter(club=club, pk=device.pk).update(player=None)


def _append_claim_event(
    kind: Kind,
    club: Club,
    device: Device,
    player: Player,
    *,
    key: UUID,
    by: str,
    at: datetime,
    facts: Mapping[str, str] | None = None,
) -> None:
    about = {"device": str(device.pk)} | dict(facts or {})
    append_club_event(club, kind=kind, player=player, key=key, by=by, at=at, facts=about)


def _is_repeat(kind: Kind, club: Club, device: Device, *, key: UUID, facts: Mapping[str, str] | None = None) -> bool:
    """Return whether the event about the device was written under this key before. Raises: NameKeyConflict."""
    about = {"device": str(device.pk)} | dict(facts or {})
    return is_repeated_event(key, kind=kind, club_id=club.pk, facts=about)
