"""The code that a member's phone shows at the table: the person whose phone scans it is the one it names.

It is short, because a phone has to read it from another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.core import signing

from scorebook.clubs.devices.writers import writer_of_player
from scorebook.clubs.models import Club, Player
from scorebook.clubs.roles import Role

CODE_LASTS = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannedCode:
    shown_by: UUID | None  # device that shows the code; None for a browser without cookies
    writer: str  # as the books name it


def code_of(club: Club, player: Player) -> str:
    """Return the code by which the phone in use says that another one is this person's."""
    return _signer(player).sign(club.device.pk.hex if club.device else club.role.name)


def read_code(text: str, *, club: Club, player: Player) -> ScannedCode | None:
    """Return the code; None for one that is too old, changed, of another person, or of a removed device."""
    try:
        shown_by = _signer(player).unsign(text, max_age=CODE_LASTS)
    except signing.BadSignature:
        return None
    if shown_by in Role.__members__:
        return ScannedCode(shown_by=None, writer=Role[shown_by].writer)
    device = club.devices.filter(pk=shown_by).first()
    if device is None:
        return None
    writer = writer_of_player(device.player_id) if device.player_id else Role(device.role).writer
    return ScannedCode(shown_by=device.pk, writer=writer)


def _signer(player: Player) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"scorebook.clubs.claim_codes {player.pk}")
