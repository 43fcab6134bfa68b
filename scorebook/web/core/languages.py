"""The language of an answer: what LocaleMiddleware chooses, and by which headers caches tell the languages apart."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_vary_headers

# The language that was chosen on the page is in a cookie, of which Django's own middleware says nothing.
LANGUAGE_HEADERS = ("Accept-Language", "Cookie")


class Languages(LocaleMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        answer: HttpResponseBase = super().process_response(request, response)
        patch_vary_headers(answer, LANGUAGE_HEADERS)
        return answer
