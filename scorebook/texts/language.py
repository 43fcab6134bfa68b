"""The language of this request or this terminal, as a code of `rules.wording.words`."""

import os

from django.http import HttpRequest
from django.utils.translation import get_language, get_language_from_request

from rules.wording.words import LANGUAGES


def current_language() -> str:
    return _known_language(get_language() or "de")


def language_of_request(request: HttpRequest) -> str:
    """Return the language that LocaleMiddleware will choose, for middleware that runs before it."""
    return _known_language(get_language_from_request(request))


def language_of_terminal() -> str:
    """Return the terminal's language if it is supported, else English."""
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    language = name.split("_")[0].split(".")[0]
    return language if language in LANGUAGES else "en"


def _known_language(code: str) -> str:
    language = code.split("-")[0]
    return language if language in LANGUAGES else "en"
