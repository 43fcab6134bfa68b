"""Responses of pages while the database is unavailable."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

from scorebook.clubs.models import Club
from scorebook.core.database import outage, timeouts
from scorebook.core.monitoring.request_log import log_outage
from scorebook.play.models import Evening


class Outages:
    """Middleware that bounds the wait for the database and turns an outage into a page without queries."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timeouts.database_wait_at_most(settings.DATABASE_TIMEOUT_S):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, Evening.DoesNotExist | Club.DoesNotExist):
            # It existed when the link was looked up; a backup without it was restored since.
            return page_not_found(request, error)
        return database_unavailable_page(request, error) if outage.is_outage(error) else None


def database_unavailable_page(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the 503 page, with everything that was typed, to be sent again."""
    typed = [(name, text) for name, texts in request.POST.lists() for text in texts if name != "csrfmiddlewaretoken"]
    response = render(request, "503.html", {"typed": typed}, status=503)
    response.headers["Retry-After"] = str(outage.RETRY_AFTER_S)
    response.headers["Cache-Control"] = "no-store"
    log_outage(error, response, request)
    return response
