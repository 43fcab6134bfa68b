"""The response with a club as one file."""

from rest_framework import serializers

from scorebook.api.answers.objects import ResponseSerializer


class ClubFileResponse(ResponseSerializer):
    """A club file, as described by docs/club-file.schema.json.

    clubs: the club, then the clubs linked with it.
    """

    format = serializers.CharField()
    version = serializers.IntegerField()
    clubs = serializers.ListField(child=serializers.DictField())
