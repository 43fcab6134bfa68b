"""Every refusal in one shape."""

from rest_framework import serializers

from scorebook.api.answers.evenings import Written
from scorebook.api.answers.objects import AnswerObject


class ProblemAnswer(AnswerObject):
    """One thing that is wrong.

    code: stable, whatever the language.
    field: where, dotted below the top.
    message: for people.
    line, column: of a hand that was typed as a line, counted from 1.
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
    """current: of `stale_hand` alone."""

    current = Written(required=False)


class Clash(AnswerObject):
    """It clashes with what is written."""

    error = ClashBody()
