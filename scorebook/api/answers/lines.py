"""Evenings as text."""

from rest_framework import serializers

from scorebook.api.answers.objects import AnswerObject


class EveningText(AnswerObject):
    """text: a header, then a line a hand, as docs/notation.md says."""

    text = serializers.CharField()
