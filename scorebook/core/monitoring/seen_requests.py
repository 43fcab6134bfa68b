"""The outermost middleware: it gives each request its id, and logs and counts the response."""

from __future__ import annotations

import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from scorebook.core import request_ids
from scorebook.core.monitoring import metrics, request_log
from scorebook.core.monitoring.metrics import Channel

# A key of `request.META`: the arrival by `time.monotonic`, before the request took a thread.
SINCE = "scorebook.since"
API = "/api/v1/"
# The paths that monitoring reads. They have threads of their own, so an outage does not make the site look dead; if a
# check blocks one of the two, the other still answers `/alive`.
ALIVE, READY, METRICS = "/alive", "/ready", "/metrics"
MONITORED = frozenset({ALIVE, READY, METRICS})
MONITORING_THREADS = 2


class SeenRequests:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        since = request.META.get(SINCE) or time.monotonic()
        name = request_ids.begin_request(request)
        response = self.get_response(request)
        channel = _channel_of_path(request.path)
        if channel is not Channel.FILE:  # a file is cached for ever, and its headers with it
            response.headers[request_ids.HEADER] = name
        if request.path not in MONITORED:
            _log_and_count_response(request, response, channel, time.monotonic() - since)
        return response


def _channel_of_path(path: str) -> Channel:
    if path.startswith(settings.STATIC_URL):
        return Channel.FILE
    return Channel.API if path.startswith(API) else Channel.PAGE


def _log_and_count_response(request: HttpRequest, response: HttpResponseBase, channel: Channel, seconds: float) -> None:
    status = response.status_code
    metrics.count_request(channel, status, seconds)
    # The API counts its refusals by their codes (scorebook.api.exceptions).
    if channel is not Channel.API and 400 <= status < 500:
        metrics.count_refusal(channel, HTTPStatus(status).name.lower())
    if settings.LOG_REQUESTS:
        size = _response_size(request, response)
        request_log.log_answered_request(
            method=request.method, path=request.path, status=status, ms=round(1000 * seconds), size=size
        )


def _response_size(request: HttpRequest, response: HttpResponseBase) -> int | None:
    if request.method == "HEAD":
        return 0
    if not response.streaming:
        return len(response.content)  # type: ignore[attr-defined]
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isdecimal() else None
