"""The page for a request whose body the server refused to read. The API has its own response."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorebook.server import request_bodies


class UnreadBodies:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        status = request_bodies.refused_body_status(request)
        if status is None or (request.resolver_match and request.resolver_match.app_name == "api"):
            return None
        response = render(request, "core/unread_body.html", {"code": request_bodies.CODES[status]}, status=status)
        for name, value in request_bodies.refused_body_headers(status).items():
            response[name] = value
        return response
