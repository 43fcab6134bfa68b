"""The writer in the books when the device that wrote is a person's.

They have the id of the person and no name, so that a person can be forgotten. A hand costs no statement for it: what
was read of a device is kept for a minute (`_KEPT_S`), by each process.
"""

from __future__ import annotations

import time
from typing import NamedTuple
from uuid import UUID

from scorebook.clubs.devices.admission import key_digest
from scorebook.clubs.models import Device

_PHONE_OF = "phone of "
_KEPT_S = 60
_MAX_KEPT = 2_000


class _DeviceWriter(NamedTuple):
    writer: str  # empty: no such device, or it has no person
    until_s: float  # by the monotonic clock


_kept: dict[tuple[UUID, str], _DeviceWriter] = {}  # club and digest of a key


def writer_of_player(player_id: UUID) -> str:
    return f"{_PHONE_OF}{player_id}"


def player_of_writer(writer: str) -> str | None:
    """Return the id of the person whose device wrote; None for any other writer."""
    return writer.removeprefix(_PHONE_OF) if writer.startswith(_PHONE_OF) else None


def writer_of_key(club_id: UUID, key: str) -> str:
    """Return the writer if the key is that of a person's device, else "". At most one statement a minute."""
    now, device = time.monotonic(), (club_id, key_digest(key))
    kept = _kept.get(device)
    if kept is None or kept.until_s < now:
        if len(_kept) > _MAX_KEPT:
            _kept.clear()
        found = Device.objects.filter(club=club_id, key_hash=device[1]).values_list("player", flat=True).first()
        kept = _kept[device] = _DeviceWriter(writer=writer_of_player(found) if found else "", until_s=now + _KEPT_S)
    return kept.writer


def forget_cached_writers() -> None:
    """Read all devices anew, after a claim was made or revoked in this process."""
    _kept.clear()
