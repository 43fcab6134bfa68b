"""Responses about a club and its evenings."""

from rest_framework import serializers

from scorebook.api.answers.evenings import EveningAnswer, LinkAnswer
from scorebook.api.answers.objects import Amounts, AnswerObject, At, Word
from scorebook.api.answers.open_balances import PersonBalance
from scorebook.play.models import ShelvedEvening


class PersonName(AnswerObject):
    id = serializers.UUIDField(source="pk")
    name = serializers.CharField()


class EveningResult(AnswerObject):
    player = serializers.UUIDField(source="player.pk")
    points = serializers.IntegerField()
    amount_minor = serializers.IntegerField()


class EveningOfClub(EveningAnswer):
    """An evening of the club. The club's link gives write access to it, as on the club's page."""

    results = EveningResult(many=True)


class ClubLinkOnly(AnswerObject):
    club = LinkAnswer()


class ClubLinks(AnswerObject):
    links = ClubLinkOnly()


class EveningOnShelf(AnswerObject):
    id = serializers.UUIDField(source="pk")
    number = serializers.IntegerField()
    started_at = At()
    hand_count = serializers.IntegerField()
    shelf = Word(ShelvedEvening.Kind, source="shelved.kind")


class EveningsOnShelf(AnswerObject):
    """older: the `before` of the page of earlier evenings."""

    evenings = EveningOnShelf(many=True)
    older = serializers.IntegerField(allow_null=True)


class LinkedClub(AnswerObject):
    id = serializers.UUIDField(source="pk")
    name = serializers.CharField()


class ClubAnswer(AnswerObject):
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
    links = ClubLinkOnly()
    hides_money = serializers.BooleanField(source="circle.hides_money")
    clubs = LinkedClub(many=True)
    players = PersonName(many=True, source="club.players.all")
    evenings = EveningOfClub(many=True)
    older = serializers.IntegerField(allow_null=True)
    balances = serializers.DictField(child=Amounts())
    open = PersonBalance(many=True)


class Standing(AnswerObject):
    rank = serializers.IntegerField()
    player = serializers.UUIDField(source="player.pk")
    name = serializers.CharField(source="player.name")
    points = serializers.IntegerField()
    amounts = Amounts()
    evenings = serializers.IntegerField()
    hands = serializers.IntegerField()
    declared = serializers.IntegerField()
    declared_won = serializers.IntegerField()


class LeaderboardAnswer(AnswerObject):
    standings = Standing(many=True)
