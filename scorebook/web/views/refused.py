"""The page for an address that is not there."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.defaults import page_not_found


@never_cache
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Never kept: what opens nothing today is still somebody's link of yesterday."""
    return page_not_found(request, exception)
