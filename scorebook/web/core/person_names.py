"""Each person's name and colour, the same on every page of the club; and the names of their devices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from rules import Player as RulesPlayer
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.devices.writers import player_of_writer
from scorebook.clubs.models import Club, Device, Player
from scorebook.clubs.roles import Role

# As many as scorebook.css has; neighbours in a club of a dozen differ.
COLOURS = 12
COLOUR_OF_TILL = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    id: str
    name: str
    colour: int

    @property
    def dot(self) -> str:
        return dot_class(self.colour)


People = Mapping[str, Person]


def people_of_group(group: ClubGroup) -> People:
    """Return every player of all clubs of the group -> their person; linked entries share a name and a colour.

    Colours follow the order of joining, first club first, so that none changes when people join, are renamed or linked.
    """
    return _person_by_player(group, _players_of_group(group))


def entries_of_group(group: ClubGroup) -> People:
    """Return every player of all clubs of the group as entered, for data saved before two entries were linked.

    Colours and number of SQL statements as for `people_of_group`.
    """
    return _entry_by_player(_players_of_group(group))


def people_and_entries(group: ClubGroup) -> tuple[People, People]:
    """Return `people_of_group` and `entries_of_group` with one SQL statement."""
    players = _players_of_group(group)
    return _person_by_player(group, players), _entry_by_player(players)


def people_of_club(club: Club, group: ClubGroup | None = None) -> People:
    """Return the entries of one club, each with its own id, under which it sits, plays and pays, and the person's name.

    One SQL statement, two without `group`.
    """
    group = group or club_group(club.pk)
    players = _players_of_group(group)
    persons = _person_by_player(group, players)
    own = [str(player.pk) for player in players if player.club_id == club.pk]
    return {id: replace(persons[id], id=id) for id in own}


def people_to_seat(club: Club, group: ClubGroup | None = None) -> list[Person]:
    """Return each person of the club once, by name, as the entry that plays and pays for them from now on.

    The name is the one in this club, which may differ from the person's name in a linked club.
    """
    group = group or club_group(club.pk)
    players = _players_of_group(group)
    persons = _person_by_player(group, players)
    found: dict[UUID, Person] = {}
    for player in players:
        person = group.person(player.pk)
        if player.club_id == club.pk and (player.pk == person or person not in found):
            found[person] = replace(persons[str(player.pk)], id=str(player.pk), name=player.name)
    return sorted(found.values(), key=lambda one: one.name.lower())


def _players_of_group(group: ClubGroup) -> list[Player]:
    found = Player.objects.filter(club__in=group.clubs).order_by("created_at", "id")
    return sorted(found, key=lambda player: group.clubs.index(player.club_id))


def _person_by_player(group: ClubGroup, players: Iterable[Player]) -> People:
    own = _entry_by_player(players)
    return {id: own[str(group.person(UUID(id)))] for id in own}


def _entry_by_player(players: Iterable[Player]) -> People:
    return {
        str(player.pk): Person(id=str(player.pk), name=player.name, colour=place % COLOURS)
        for place, player in enumerate(players)
    }


def dot_class(colour: int) -> str:
    return "till" if colour == COLOUR_OF_TILL else f"p{colour}"


def names_of(people: People) -> dict[RulesPlayer, str]:
    return {RulesPlayer(id): person.name for id, person in people.items()}


def people_by_name(people: People) -> list[Person]:
    return sorted(set(people.values()), key=lambda person: person.name.lower())


def names_text(people: tuple[Person, ...]) -> str:
    """Join the names: Anna, Beppo and Cilli; equal names once."""
    return list_text(dict.fromkeys(person.name for person in people))


def list_text(parts: Iterable[str]) -> str:
    """Join the parts: Anna, Beppo and Cilli."""
    *first, last = [*parts] or [""]
    return _("%(names)s and %(last)s") % {"names": ", ".join(first), "last": last} if first else last


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
