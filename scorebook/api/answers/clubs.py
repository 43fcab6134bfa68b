"""Responses about a club and its evenings."""

from rest_framework import serializers

from scorebook.api.answers.evenings import EveningResponse, LinkResponse
from scorebook.api.answers.objects import AmountsField, EnumField, ResponseSerializer, TimestampField
from scorebook.api.answers.open_balances import PersonBalanceResponse
from scorebook.play.models import ShelvedEvening


class PersonNameResponse(ResponseSerializer):
    id = serializers.UUIDField(source="pk")
    name = serializers.CharField()


class EveningResultResponse(ResponseSerializer):
    player = serializers.UUIDField(source="player.pk")
    points = serializers.IntegerField()
    amount_minor = serializers.IntegerField()


class ClubEveningResponse(EveningResponse):
    """An evening of the club. The club's link gives write access to it, as on the club's page."""

    results = EveningResultResponse(many=True)


class ClubLinkOnlyResponse(ResponseSerializer):
    club = LinkResponse()


class ClubLinksResponse(ResponseSerializer):
    links = ClubLinkOnlyResponse()


class ArchivedEveningResponse(ResponseSerializer):
    id = serializers.UUIDField(source="pk")
    number = serializers.IntegerField()
    started_at = TimestampField()
    hand_count = serializers.IntegerField()
    shelf = EnumField(ShelvedEvening.Kind, source="shelved.kind")


class ArchivedEveningsResponse(ResponseSerializer):
    """older: the `before` of the page of earlier evenings."""

    evenings = ArchivedEveningResponse(many=True)
    older = serializers.IntegerField(allow_null=True)


class LinkedClubResponse(ResponseSerializer):
    id = serializers.UUIDField(source="pk")
    name = serializers.CharField()


class ClubResponse(ResponseSerializer):
    """hides_money: whether watchers see points only.
    clubs: the linked clubs, the one that the others are linked to first.
    players: players of this club.
    evenings: latest evenings.
    older: the `before` of the page of earlier evenings; null if there are none.
    balances: unit -> what each entry of this club still owes (below 0) or is owed, evenings and tab together.
    open: the same by person, with its parts.
    """

    id = serializers.UUIDField(source="club.pk")
    name = serializers.CharField(source="club.name")
    links = ClubLinkOnlyResponse()
    hides_money = serializers.BooleanField(source="circle.hides_money")
    clubs = LinkedClubResponse(many=True)
    players = PersonNameResponse(many=True, source="club.players.all")
    evenings = ClubEveningResponse(many=True)
    older = serializers.IntegerField(allow_null=True)
    balances = serializers.DictField(child=AmountsField())
    open = PersonBalanceResponse(many=True)


class StandingResponse(ResponseSerializer):
    rank = serializers.IntegerField()
    player = serializers.UUIDField(source="player.pk")
    name = serializers.CharField(source="player.name")
    points = serializers.IntegerField()
    amounts = AmountsField()
    evenings = serializers.IntegerField()
    hands = serializers.IntegerField()
    declared = serializers.IntegerField()
    declared_won = serializers.IntegerField()


class LeaderboardResponse(ResponseSerializer):
    standings = StandingResponse(many=True)
