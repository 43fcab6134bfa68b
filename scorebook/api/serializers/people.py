"""Responses with the people of a club and of the clubs linked with it."""

from rest_framework import serializers

from scorebook.api.serializers.common import PageResponse, ResponseSerializer
from scorebook.api.serializers.payments import PersonBalanceResponse
from scorebook.clubs.club_groups import ClubGroup
from scorebook.clubs.models import Player


def entries_of_club(group: ClubGroup) -> list[dict[str, object]]:
    """Return the entries of all clubs of the group, by name."""
    players = Player.objects.filter(club__in=group.clubs).order_by("name_folded", "pk")
    return [
        {
            "player": player,
            "person": person,
            "is_hidden": person in group.hidden - group.forgotten,
            "is_forgotten": person in group.forgotten,
            "is_rated": person not in group.unrated,
        }
        for player, person in ((player, group.person(player.pk)) for player in players)
    ]


class PersonEntryResponse(ResponseSerializer):
    """An entry in one of the clubs.

    person: id of the person; another id than `id` if the entry is linked to another one.
    is_rated: whether they are listed in the ratings.
    """

    id = serializers.UUIDField(source="player.pk")
    name = serializers.CharField(source="player.name")
    club = serializers.UUIDField(source="player.club_id")
    person = serializers.UUIDField()
    is_hidden = serializers.BooleanField()
    is_forgotten = serializers.BooleanField()
    is_rated = serializers.BooleanField()


class PeopleResponse(PageResponse):
    """results: the entries, by name.
    open: open balances, to be checked before a person is linked, hidden or forgotten."""

    results = PersonEntryResponse(many=True)
    open = PersonBalanceResponse(many=True)
