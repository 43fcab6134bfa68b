"""The response with an evening as text."""

from rest_framework import serializers

from scorebook.api.answers.objects import ResponseSerializer


class EveningTextResponse(ResponseSerializer):
    """text: a header, then one line per hand; see docs/notation.md."""

    text = serializers.CharField()
