"""Responses for errors, all in one shape."""

from rest_framework import serializers

from scorebook.api.serializers.common import ResponseSerializer
from scorebook.api.serializers.evenings import RecordedEveningResponse


class ProblemResponse(ResponseSerializer):
    """One problem of a request.

    code: stable, in every language.
    field: the field, dotted below the top.
    message: text for people.
    line, column: position in a hand typed as a line, counted from 1.
    """

    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    line = serializers.IntegerField(required=False)
    column = serializers.IntegerField(required=False)


class ErrorDetailResponse(ProblemResponse):
    """The first problem, and all of them."""

    problems = ProblemResponse(many=True)


class ErrorResponse(ResponseSerializer):
    error = ErrorDetailResponse()


class ConflictDetailResponse(ErrorDetailResponse):
    """current: for `stale_hand` only."""

    current = RecordedEveningResponse(required=False)


class ConflictResponse(ResponseSerializer):
    """The request conflicts with stored data."""

    error = ConflictDetailResponse()
