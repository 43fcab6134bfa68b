"""The language of a response: LocaleMiddleware chooses it, and Vary names the headers that decide it."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_vary_headers

# The page stores a chosen language in a cookie; Django's middleware does not add it to Vary.
LANGUAGE_HEADERS = ("Accept-Language", "Cookie")


class Languages(LocaleMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        answer: HttpResponseBase = super().process_response(request, response)
        patch_vary_headers(answer, LANGUAGE_HEADERS)
        return answer
