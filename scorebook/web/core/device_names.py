"""The names of devices and writers in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scorebook.clubs.models import Device
from scorebook.clubs.roles import Role
from scorebook.clubs.writers import player_of_writer
from scorebook.web.core.person_names import People


def device_name(device: Device) -> str:
    """Return the name by which its user knows it, such as "Firefox on Android"."""
    if device.browser and device.system:
        return _("%(browser)s on %(system)s") % {"browser": device.browser, "system": device.system}
    return device.browser or device.system or _("A browser")


def writer_name(writer: str, persons: People) -> str:
    """Return who wrote an event, such as "Anna's phone"; empty for an import or an operator.

    writer: as the books have it (`recorded_by`).
    """
    person = persons.get(player_of_writer(writer) or "")
    if person:
        return _("%(name)s's phone") % {"name": person.name}
    of_links = {
        Role.SCRIBE.writer: _("scribe's link"),
        Role.MEMBER.writer: _("members' link"),
        Role.KEEPER.writer: _("keeper's link"),
    }
    return of_links.get(writer, "")
