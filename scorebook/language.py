"""The language of this request, or of this terminal, as `rules.words` knows it."""

import os

from django.utils.translation import get_language

from rules.words import LANGUAGES


def current_language() -> str:
    language = (get_language() or "de").split("-")[0]
    return language if language in LANGUAGES else "en"


def language_of_terminal() -> str:
    """The terminal's language where we speak it; English, as the README, where it says none or another."""
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    language = name.split("_")[0].split(".")[0]
    return language if language in LANGUAGES else "en"
