"""What the people of a circle are called, whichever of their entries is meant."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from uuid import UUID

from scorebook.clubs.circle import Circle
from scorebook.clubs.models import Player
from scorebook.clubs.names import nameless


class CircleNames:
    """One statement, however many are asked for."""

    def __init__(self, circle: Circle) -> None:
        self._circle = circle

    @cached_property
    def everybody(self) -> Mapping[UUID, str]:
        """Entry -> the name of the person."""
        players = Player.objects.filter(club__in=self._circle.clubs).order_by("created_at", "id")
        own = dict(players.values_list("pk", "name"))
        return {entry: own[self._circle.person(entry)] for entry in own}

    def of(self, people: Iterable[UUID | None]) -> dict[UUID, str]:
        """Somebody of a club that is linked no longer has no name here."""
        return {one: self.everybody.get(one) or nameless(one) for one in dict.fromkeys(people) if one}
