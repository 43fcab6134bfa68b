"""Each person's name and colour: the same colour on every page of the club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Player
from scorebook.clubs.circle import Circle
from scorebook.clubs.models import Club
from scorebook.clubs.models import Player as ClubPlayer

COLOURS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    id: str
    name: str
    colour: int


People = Mapping[str, Person]


def people_of_club(club: Club) -> People:
    """Colours in the order in which people joined, so that nobody's changes when somebody comes or is renamed."""
    players = club.players.order_by("created_at", "id")
    return {
        str(player.pk): Person(id=str(player.pk), name=player.name, colour=place % COLOURS)
        for place, player in enumerate(players)
    }


def people_of_circle(circle: Circle) -> People:
    """By the id of each of their entries; those of the club itself in the colours that they have there."""
    players = list(ClubPlayer.objects.filter(club__in=circle.clubs).order_by("created_at", "id"))
    players.sort(key=lambda player: circle.clubs.index(player.club_id))
    entries = {
        player.pk: Person(id=str(player.pk), name=player.name, colour=place % COLOURS)
        for place, player in enumerate(players)
    }
    return {str(id): entries.get(circle.person(id), own) for id, own in entries.items()}


def names_of(people: People) -> dict[Player, str]:
    """What everybody is called, as the rules ask for it."""
    return {Player(id): person.name for id, person in people.items()}


def people_by_name(people: People) -> list[Person]:
    """As a list is read, each of them once."""
    return sorted({person.id: person for person in people.values()}.values(), key=lambda person: person.name.lower())
