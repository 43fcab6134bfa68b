"""Roles: what links allow. A stronger link allows all that a weaker one does, to the same club or evening."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from scorebook.clubs.models import Device

LINK_SEPARATOR = "."  # between the token of a club and the id of an evening


class Role(enum.IntEnum):
    """From the weakest to the strongest. Each includes the weaker links of the same club or evening."""

    PUBLIC = 0  # opens what needs no link
    WATCH = 1  # reads one evening
    SCRIBE = 2  # writes one evening, until a day after it is closed
    MEMBER = 3  # reads the club, starts evenings, writes in them and on the tab
    KEEPER = 4  # also administers the club: people, links, imports, seasons, linked clubs

    @property
    def writer(self) -> str:
        """Return what the books name as the writer."""
        return f"{self.name.lower()} link"


class OpenedByLink:
    """The link or device by which a club or an evening was opened; set by `scorebook.access`, not stored."""

    link = ""  # the token in the address; of a device, the id of the club
    club_link = ""  # an evening that was opened by a link of its club: the token of that link
    role = Role.PUBLIC
    device: Device | None = None
    writer = ""  # the person whose device it is, as `clubs.devices.writers` writes them

    def opened_like(self, other: OpenedByLink) -> Self:
        """Return this row as opened by the same link as another copy of it."""
        self.link, self.club_link = other.link, other.club_link
        self.role, self.device, self.writer = other.role, other.device, other.writer
        return self

    @property
    def by(self) -> str:
        """Return what the books name as the writer."""
        return self.writer or self.role.writer

    @property
    def is_opened_by_member(self) -> bool:
        return self.role >= Role.MEMBER

    @property
    def is_opened_by_keeper(self) -> bool:
        return self.role >= Role.KEEPER
