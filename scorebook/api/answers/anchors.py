"""The heads of a club's hash chains, to be kept outside the database."""

from rest_framework import serializers

from scorebook.api.answers.objects import AnswerObject, At, Word
from scorebook.operations.anchor import EVENING, LEDGER, NAMES


class HeadAnswer(AnswerObject):
    """evening: null except for the chain of an evening.
    length: number of events or entries.
    hash: hash of the last of them; it depends on all before it.
    """

    chain = Word([NAMES, LEDGER, EVENING])
    evening = serializers.UUIDField(source="evening_id", allow_null=True)
    length = serializers.IntegerField()
    hash = serializers.CharField()


class AnchorAnswer(AnswerObject):
    """The heads of a club's hash chains. Only a copy outside the database shows that a whole database was reset or
    rewritten.
    """

    club = serializers.UUIDField()
    at = At()
    heads = HeadAnswer(many=True)
