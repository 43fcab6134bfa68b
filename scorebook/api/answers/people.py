"""The people of a club and of those that are one with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from rest_framework import serializers

from scorebook.api.answers.objects import AnswerObject
from scorebook.api.answers.open_balances import PersonBalance
from scorebook.clubs.circle import Circle
from scorebook.clubs.models import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEntry:
    player: Player
    circle: Circle

    @property
    def person(self) -> UUID:
        return self.circle.person(self.player.pk)

    @property
    def is_hidden(self) -> bool:
        return self.person in self.circle.hidden - self.circle.forgotten

    @property
    def is_forgotten(self) -> bool:
        return self.person in self.circle.forgotten

    @property
    def is_rated(self) -> bool:
        return self.person not in self.circle.unrated


def entries_of_club(circle: Circle) -> Iterable[ShownEntry]:
    """Of all its clubs, by name."""
    players = Player.objects.filter(club__in=circle.clubs).order_by("name_folded")
    return [ShownEntry(player=player, circle=circle) for player in players]


class PersonEntry(AnswerObject):
    """An entry in one of the clubs.

    person: who they are: another id than `id` where the entry is linked to another one.
    is_rated: whether they stand in the table of ratings.
    """

    id = serializers.UUIDField(source="player.pk")
    name = serializers.CharField(source="player.name")
    club = serializers.UUIDField(source="player.club_id")
    person = serializers.UUIDField()
    is_hidden = serializers.BooleanField()
    is_forgotten = serializers.BooleanField()
    is_rated = serializers.BooleanField()


class People(AnswerObject):
    """open: what people still owe or are owed, to look at before somebody is linked, hidden or forgotten."""

    people = PersonEntry(many=True)
    open = PersonBalance(many=True)
