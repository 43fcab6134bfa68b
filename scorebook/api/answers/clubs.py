"""A club over its evenings."""

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
    """Whoever has the club's link belongs to it, and writes in its evenings as on its page."""

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
    """older: the `before` of those before these."""

    evenings = EveningOnShelf(many=True)
    older = serializers.IntegerField(allow_null=True)


class LinkedClub(AnswerObject):
    id = serializers.UUIDField(source="pk")
    name = serializers.CharField()


class ClubAnswer(AnswerObject):
    """hides_money: those who look on see points only.
    clubs: those that are one, that to which the others are linked first.
    players: those of this club.
    evenings: the latest.
    older: the `before` of those before them; null where these are the first.
    balances: unit -> what every entry of this club still owes (below 0) or is owed, evenings and tab together.
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
