"""Responses for errors, all in one shape."""

from rest_framework import serializers

from scorebook.api.answers.evenings import Written
from scorebook.api.answers.objects import AnswerObject


class ProblemAnswer(AnswerObject):
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


class ErrorBody(ProblemAnswer):
    """The first problem, and all of them."""

    problems = ProblemAnswer(many=True)


class Refusal(AnswerObject):
    error = ErrorBody()


class ClashBody(ErrorBody):
    """current: for `stale_hand` only."""

    current = Written(required=False)


class Clash(AnswerObject):
    """The request conflicts with stored data."""

    error = ClashBody()
