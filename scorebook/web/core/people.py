"""Each person's name and colour: the same colour on every page of the club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from rules import Player as RulesPlayer
from scorebook.clubs.circle import Circle, circle_of
from scorebook.clubs.models import Club, Player

COLOURS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    id: str
    name: str
    colour: int


People = Mapping[str, Person]


def people_of_circle(circle: Circle) -> People:
    """Every player of all its clubs -> the person: who is another entry of somebody has their name and colour.

    Colours in the order in which people joined the first club, then the others, so that nobody's changes when somebody
    comes to it, is renamed or linked.
    """
    players = Player.objects.filter(club__in=circle.clubs).order_by("created_at", "id")
    placed = enumerate(sorted(players, key=lambda player: circle.clubs.index(player.club_id)))
    own = {
        player.pk: Person(id=str(player.pk), name=player.name, colour=place % COLOURS) for place, player in placed
    }
    return {str(id): own[circle.person(id)] for id in own}


def people_of_club(club: Club, circle: Circle | None = None) -> People:
    """The entries of one club, each with its own id, under which it sits, plays and pays, and the person's name.

    circle: the club's, where somebody has it already.
    """
    circle = circle or circle_of(club.pk)
    entries = Player.objects.filter(club=club).values_list("pk", flat=True)
    persons = people_of_circle(circle)
    own = {str(id) for id in entries} if len(circle.clubs) > 1 else persons.keys()
    return {id: replace(person, id=id) for id, person in persons.items() if id in own}


def people_to_seat(club: Club, circle: Circle | None = None) -> list[Person]:
    """As a list is read: each person of the club once, by the entry that plays and pays for them from now on.

    Each under the name by which the club enrols them, which may be that of another entry's in a club linked to it.
    """
    circle = circle or circle_of(club.pk)
    persons = people_of_circle(circle)
    found: dict[UUID, Person] = {}
    for player in Player.objects.filter(club=club).order_by("created_at", "id"):
        person = circle.person(player.pk)
        if player.pk == person or person not in found:
            found[person] = replace(persons[str(player.pk)], id=str(player.pk), name=player.name)
    return sorted(found.values(), key=lambda one: one.name.lower())


def names_of(people: People) -> dict[RulesPlayer, str]:
    """What everybody is called, as the rules ask for it."""
    return {RulesPlayer(id): person.name for id, person in people.items()}


def people_by_name(people: People) -> list[Person]:
    """As a list is read: each person once."""
    return sorted(set(people.values()), key=lambda person: person.name.lower())
