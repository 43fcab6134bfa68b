"""The robots.txt file."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ROBOTS = """\
# Every answer says "noindex", and a crawler has to read an answer to see that. An address that it must not read
# it could list all the same, and here the address is the key.
User-agent: *
Disallow:
"""


@require_safe
@cache_control(public=True, max_age=86_400)
def robots_file(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
