"""The help pages for players."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.web.help.help_topics import TOPICS


@require_safe
@cache_control(private=True, max_age=3600)
@access.public
def help_page(request: HttpRequest, topic: str = "") -> HttpResponse:
    """Show one topic, or the list of all."""
    if topic and topic not in TOPICS:
        raise Http404
    return render(request, "help/help.html", {"topic": TOPICS.get(topic), "name": topic, "topics": TOPICS})
