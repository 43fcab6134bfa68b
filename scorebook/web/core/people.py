"""Each person's name and colour: the same colour on every page of the club."""

from __future__ import annotations

from collections.abc import Mapping

from scorebook.clubs.models import Club
from scorebook.web.hand_form.form import Person

COLOURS = 10


def of_club(club: Club) -> Mapping[str, Person]:
    """Colours in the order in which people joined, so that nobody's changes when somebody comes or is renamed."""
    players = club.players.order_by("created_at", "id")
    return {
        str(player.pk): Person(id=str(player.pk), name=player.name, colour=place % COLOURS)
        for place, player in enumerate(players)
    }


def by_name(people: Mapping[str, Person]) -> list[Person]:
    """As a list is read."""
    return sorted(people.values(), key=lambda person: person.name.lower())
