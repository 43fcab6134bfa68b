"""The names of the people of a club group, for any of their entries."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from uuid import UUID

from scorebook.clubs.club_groups import ClubGroup
from scorebook.clubs.models import Player
from scorebook.clubs.names import substitute_name


class GroupNames:
    """The names of a club group's people, read by one SQL statement."""

    def __init__(self, group: ClubGroup) -> None:
        self._group = group

    @cached_property
    def everybody(self) -> Mapping[UUID, str]:
        """Return a mapping of each entry to the name of its person."""
        players = Player.objects.filter(club__in=self._group.clubs).order_by("created_at", "id")
        own = dict(players.values_list("pk", "name"))
        return {entry: own[self._group.person(entry)] for entry in own}

    def names_of(self, people: Iterable[UUID | None]) -> dict[UUID, str]:
        """Return names by id; a person of a club that is no longer linked gets a neutral name."""
        return {one: self.everybody.get(one) or substitute_name(one) for one in dict.fromkeys(people) if one}
