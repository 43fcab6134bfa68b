"""The heads of a club's hash chains, to be kept outside the database."""

from rest_framework import serializers

from scorebook.api.answers.objects import EnumField, ResponseSerializer, TimestampField
from scorebook.operations.anchor import EVENING, LEDGER, NAMES


class HeadResponse(ResponseSerializer):
    """evening: null except for the chain of an evening.
    length: number of events or entries.
    hash: hash of the last of them; it depends on all before it.
    """

    chain = EnumField([NAMES, LEDGER, EVENING])
    evening = serializers.UUIDField(source="evening_id", allow_null=True)
    length = serializers.IntegerField()
    hash = serializers.CharField()


class AnchorResponse(ResponseSerializer):
    """The heads of a club's hash chains. Only a copy outside the database shows that a whole database was reset or
    rewritten.
    """

    club = serializers.UUIDField()
    at = TimestampField()
    heads = HeadResponse(many=True)
