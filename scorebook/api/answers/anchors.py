"""The heads of a club's chains, to be kept elsewhere."""

from rest_framework import serializers

from scorebook.api.answers.objects import AnswerObject, At, Word
from scorebook.operations.anchor import EVENING, LEDGER, NAMES


class HeadAnswer(AnswerObject):
    """evening: only of its own chain.
    length: how many events or entries there were.
    hash: of the last of them; it follows from all before it.
    """

    chain = Word([NAMES, LEDGER, EVENING])
    evening = serializers.UUIDField(source="evening_id", allow_null=True)
    length = serializers.IntegerField()
    hash = serializers.CharField()


class AnchorAnswer(AnswerObject):
    """Only heads that were kept elsewhere show that a whole database was set back or written anew."""

    club = serializers.UUIDField()
    at = At()
    heads = HeadAnswer(many=True)
