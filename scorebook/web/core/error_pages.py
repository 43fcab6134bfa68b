"""The pages for an unknown address, an exhausted budget (`scorebook.core.budgets`), and a database out of reach."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.cache import never_cache
from django.views.defaults import page_not_found
from rest_framework.exceptions import Throttled

from scorebook import access
from scorebook.clubs.models import Club
from scorebook.core import throttles
from scorebook.core.database import outage, timeouts
from scorebook.core.monitoring.request_log import log_outage
from scorebook.core.throttles import Budget
from scorebook.play.models import Evening
from scorebook.web.core import problem_texts

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


@never_cache
def not_found_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the 404 page, never cached: the address may be a link that was valid until yesterday."""
    if moved := _redirect_to_other_site(request):
        return moved
    try:
        throttles.spend_budget(throttles.WrongLink, request)
    except Throttled as spent:
        return too_many_requests_page(request, spent)
    return page_not_found(request, exception)


def _redirect_to_other_site(request: HttpRequest) -> HttpResponse | None:
    """Return the redirect to the same address at the site that has the club, if that is another one.

    No browser may keep it: the club may come back.
    """
    try:
        address = access.moved_address(request)
    except DatabaseError as error:  # Django calls no middleware for an error of its page for 404
        if outage.is_outage(error):
            return database_unavailable_page(request, error)
        raise
    if not address:
        return None
    answer = HttpResponsePermanentRedirect(address, preserve_request=True)
    add_never_cache_headers(answer)
    return answer


def limit_requests(budget: type[Budget]) -> Callable[[View[P]], View[P]]:
    """Decorate a view that needs no link and is costly: each request spends the budget."""

    def decorated(view: View[P]) -> View[P]:
        @wraps(view)
        def decorated_view(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                throttles.spend_budget(budget, request)
            except Throttled as spent:
                return too_many_requests_page(request, spent)
            return view(request, *args, **kwargs)

        return decorated_view

    return decorated


def too_many_requests_page(request: HttpRequest, spent: Throttled) -> HttpResponse:
    return retry_later_response(render(request, "429.html", {"text": throttled_text(spent)}, status=429), spent)


def retry_later_response(response: HttpResponse, spent: Throttled) -> HttpResponse:
    response["Retry-After"] = str(throttles.throttle_wait_s(spent))
    response["Cache-Control"] = "no-store"
    return response


def throttled_text(spent: Throttled) -> str:
    return problem_texts.web_problem_text("throttled", {"minutes": throttles.throttle_wait_min(spent)})


class Outages:
    """Middleware that bounds the wait for the database and turns an outage into a page without queries."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timeouts.database_wait_at_most(settings.DATABASE_TIMEOUT_S):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, Evening.DoesNotExist | Club.DoesNotExist):
            # It existed when the link was looked up; it moved, or a backup without it was restored since.
            return _redirect_to_other_site(request) or page_not_found(request, error)
        return database_unavailable_page(request, error) if outage.is_outage(error) else None


def database_unavailable_page(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the 503 page, with everything that was typed, to be sent again."""
    typed = [(name, text) for name, texts in request.POST.lists() for text in texts if name != "csrfmiddlewaretoken"]
    response = render(request, "503.html", {"typed": typed}, status=503)
    response.headers["Retry-After"] = str(outage.RETRY_AFTER_S)
    response.headers["Cache-Control"] = "no-store"
    log_outage(error, response, request)
    return response
