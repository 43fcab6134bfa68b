"""The writer in the books when the device that wrote is a person's.

They have the id of the person and no name, so that a person can be forgotten. A hand costs no statement for it: what
was read of a device is kept for a minute (`_KEPT_S`), by each process.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from scorebook.clubs.devices.admission import key_digest
from scorebook.clubs.models import Device

_PHONE_OF = "phone of "
_KEPT_S = 60
_MAX_KEPT = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _DeviceWriter:
    club_id: UUID | None = None  # None: no such device
    writer: str = ""  # empty: the device has no person
    until_s: float  # by the monotonic clock


_kept: dict[str, _DeviceWriter] = {}


def writer_of_player(player_id: UUID) -> str:
    return f"{_PHONE_OF}{player_id}"


def player_of_writer(writer: str) -> str | None:
    """Return the id of the person whose device wrote; None for any other writer."""
    return writer.removeprefix(_PHONE_OF) if writer.startswith(_PHONE_OF) else None


def writers_of_keys(keys: Collection[str]) -> Mapping[UUID, str]:
    """Return club -> writer for the devices of persons with these keys. At most one statement a minute."""
    now, digests = time.monotonic(), [key_digest(key) for key in keys]
    if missing := [digest for digest in digests if digest not in _kept or _kept[digest].until_s < now]:
        _read_writers(missing, until_s=now + _KEPT_S)
    found = [_kept[digest] for digest in digests if digest in _kept]
    return {one.club_id: one.writer for one in found if one.club_id and one.writer}


def forget_cached_writers() -> None:
    """Read all devices anew, after a claim was made or revoked in this process."""
    _kept.clear()


def _read_writers(digests: Collection[str], *, until_s: float) -> None:
    if len(_kept) > _MAX_KEPT:
        _kept.clear()
    rows = {
        row[0]: row for row in Device.objects.filter(key_hash__in=digests).values_list("key_hash", "club", "player")
    }
    for digest in digests:
        _, club_id, player_id = rows.get(digest, (digest, None, None))
        writer = writer_of_player(player_id) if player_id else ""
        _kept[digest] = _DeviceWriter(club_id=club_id, writer=writer, until_s=until_s)
