"""The devices of a club: browsers that opened a link of members or keepers, and since then need none.

A device key is not derived from the link, so a link can be replaced without the devices, and a device removed without
the link. The database has only a digest of the key.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import transaction

from scorebook.clubs.devices.browser_names import BrowserName
from scorebook.clubs.models import Club, Device
from scorebook.clubs.roles import Role
from scorebook.clubs.services import locked_club
from scorebook.core import budgets

DEVICE_LASTS = timedelta(days=400)  # without use; browsers keep no cookie for longer
_USE_IS_NOTED_AFTER = timedelta(days=1)  # a page that is only read shall not write each time


def admit_device(*, club: Club, key: str, name: BrowserName, at: datetime) -> Device | None:
    """Make a browser a device of the club, with the role of the link in use.

    key: a new one, for the browser's cookie.
    Returns None if the link was replaced since, or the club has as many devices as it may; those that nobody uses any
    more do not count.
    """
    if club.role < Role.MEMBER:
        raise AssertionError("a device opens a club, so the link has to")
    with transaction.atomic():
        if not locked_club(club.pk).has_same_link(club):
            return None
        Device.objects.filter(club=club, used_at__lt=at - DEVICE_LASTS).delete()
        if Device.objects.filter(club=club).count() >= budgets.DEVICES_PER_CLUB:
            return None
        return Device.objects.create(
            club=club,
            key_hash=key_digest(key),
            role=club.role,
            browser=name.browser,
            system=name.system,
            admitted_at=at,
            used_at=at,
        )


def find_device(*, club_id: UUID, key: str, at: datetime) -> Device | None:
    """Return the device with this key, and its club. One statement."""
    found = Device.objects.select_related("club", "player").filter(club=club_id, key_hash=key_digest(key))
    return found.filter(used_at__gte=at - DEVICE_LASTS, club__arriving_from="").first()


def raise_device_role(device: Device, *, club: Club, key: str) -> bool:
    """Give a device the role of the stronger link that it opened. Return False if the link was replaced since.

    club: as opened by the link.
    key: a new one. The old one may have been put into this browser by another person, who knows it.
    """
    with transaction.atomic():
        if not locked_club(club.pk).has_same_link(club):
            return False
        return Device.objects.filter(club=club, pk=device.pk).update(role=club.role, key_hash=key_digest(key)) == 1


def note_device_use(device: Device, at: datetime) -> bool:
    """Store that the device was used, once a day. Return whether it was stored now."""
    if device.used_at + _USE_IS_NOTED_AFTER > at:
        return False
    return Device.objects.filter(club=device.club_id, pk=device.pk).update(used_at=at) == 1


def key_digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()
