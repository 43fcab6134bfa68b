"""The club as one file."""

from rest_framework import serializers

from scorebook.api.answers.objects import AnswerObject


class ClubFile(AnswerObject):
    """As docs/club-file.schema.json says.

    clubs: the club, then those that are one with it.
    """

    format = serializers.CharField()
    version = serializers.IntegerField()
    clubs = serializers.ListField(child=serializers.DictField())
