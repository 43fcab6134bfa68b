"""The responses to monitoring: alive, ready and metrics.

Decision: docs/decisions/412-monitoring-has-threads-and-files-of-its-own.md.
"""

import hmac
import time
from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from scorebook.core.monitoring import metrics
from scorebook.core.monitoring.readiness import readiness
from scorebook.core.monitoring.seen_requests import ALIVE, METRICS, READY

NO_STORE = {"Cache-Control": "no-store"}
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class MonitoringAddresses:
    """Middleware that answers monitoring before all other middleware, for clients without language or host name.

    The paths stand in the URLconf too, for code that lists all paths.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if path == ALIVE:
            return alive_response(request)
        if path == READY:
            return ready_response(request)
        if path == METRICS and _may_read_metrics(request):
            return metrics_page(request)
        return self.get_response(request)


@require_safe
def alive_response(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"alive": True}, headers=NO_STORE)


@require_safe
def ready_response(request: HttpRequest) -> HttpResponse:
    state = readiness.state_at(time.monotonic())
    response = JsonResponse(state.as_json(), status=200 if state.is_ready else 503, headers=NO_STORE)
    # Django must not log each 503: `readiness` logs changes once.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def metrics_page(request: HttpRequest) -> HttpResponse:
    """Return the metrics; 404 without the token, for any method."""
    text = metrics.metrics_text() if _may_read_metrics(request) else None
    if text is None:
        raise Http404
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return HttpResponse(text, content_type=METRICS_TYPE, headers=NO_STORE)


def _may_read_metrics(request: HttpRequest) -> bool:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.METRICS_TOKEN
    if not wanted or scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(token.strip().encode(), wanted.encode())
