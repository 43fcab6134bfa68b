"""The language of this request as `rules.words` knows it."""

from django.utils.translation import get_language

from rules.words import LANGUAGES


def current() -> str:
    language = (get_language() or "de").split("-")[0]
    return language if language in LANGUAGES else "en"
