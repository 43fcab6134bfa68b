"""Each person's name and colour: the same colour on every page of the club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Player
from scorebook.clubs.models import Club

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


def names_of(people: People) -> dict[Player, str]:
    """What everybody is called, as the rules ask for it."""
    return {Player(person.id): person.name for person in people.values()}


def people_by_name(people: People) -> list[Person]:
    """As a list is read."""
    return sorted(people.values(), key=lambda person: person.name.lower())
