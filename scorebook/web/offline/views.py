"""The offline app: manifest, service worker, the page that opens without a network, the rules of an evening."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.play.models import Evening
from scorebook.web.core.static_files import compressed_as_file
from scorebook.web.offline import reason_texts

DAY_S = 86400
WEB = Path(__file__).resolve().parents[1] / "static"
ICONS = (("192x192", "any", "web/icons/icon-192.png"), ("512x512", "any", "web/icons/icon-512.png"),
         ("512x512", "maskable", "web/icons/maskable-512.png"))  # fmt: skip
SHELL = (
    "web/scorebook.css", "web/entry.css", "web/on.js", "web/icon.svg", "web/table.js", "web/stream.js",
    "web/link.js", "web/ask.js", "web/evaluate.js", "web/facts.js", "web/bookkeeping.js",
    "web/print.css",
)  # fmt: skip
# The worker itself, and a script of a page that needs the network.
NOT_IN_SHELL = ("web/offline/worker.js", "web/offline/moved.js")


@require_safe
@cache_control(public=True, max_age=3600)
@access.public
def web_manifest(request: HttpRequest, tongue: str) -> JsonResponse:
    """Return the manifest; one address per language, because browsers request it without cookies."""
    if tongue not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(tongue):
        content = {
            "id": "/",
            "name": _("Scorebook for the Schafkopf table"),
            "short_name": "Scorebook",
            "description": _("Hands, points, who pays whom, and the club's leaderboard."),
            "lang": tongue,
            "start_url": reverse("web:start"),
            "scope": "/",
            "display": "standalone",
            "background_color": "#17110c",
            "theme_color": "#17110c",
            "categories": ["games", "sports"],
            "icons": [
                {"src": static(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for sizes, purpose, path in ICONS
            ],
        }
    return JsonResponse(content, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_safe
@compressed_as_file
@access.public
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the worker's script, at the root, because a worker's scope is the path below its address.

    Each change of a static file changes STATIC_URL and so this script; browsers then update the worker.
    """
    context = {"static": settings.STATIC_URL, "files": offline_shell_files(), "page": reverse("phone:offline")}
    script = f"self.SHELL = {json.dumps(context)};\nimportScripts({json.dumps(static('web/offline/worker.js'))});\n"
    response = HttpResponse(script, content_type="text/javascript")
    patch_cache_control(response, no_cache=True)
    return response


def offline_shell_files() -> tuple[str, ...]:
    """Return all static files that the table page needs."""
    offline = sorted(path.relative_to(WEB).as_posix() for path in (WEB / "web/offline").glob("*.js"))
    return (*SHELL, *(path for path in offline if path not in NOT_IN_SHELL))


@never_cache
@require_safe
@compressed_as_file
@access.public
def offline_page(request: HttpRequest) -> HttpResponse:
    """Show the evenings stored on this phone; the page's script fills it, the server knows none of them."""
    return render(request, "offline/offline.html")


@never_cache
@require_safe
@compressed_as_file
@access.public
def key_ring_part(request: HttpRequest) -> HttpResponse:
    """Return the part of the offline page that takes keys to another phone; the page's script adds it."""
    return render(request, "offline/key_ring.html")


@never_cache
@require_safe
@compressed_as_file
@access.public
def moved_part(request: HttpRequest) -> HttpResponse:
    """Return the box for what a phone brings along from the site that had the club before; its script adds it."""
    from scorebook.web.offline import hand_shapes  # imported here: few clubs move

    return render(request, "offline/moved.html", {"shapes": hand_shapes.hand_shapes_json()})


@require_safe
@access.public
def evening_on_phone_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show an evening that was started on a phone and is not on the server yet."""
    return offline_page(request)


@require_safe
@access.opens_evening
@compressed_as_file
def offline_lookup(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Return the lookup table from which the phone previews and totals; it never changes for an evening.

    Its texts are in the page's language, which is part of the address.
    """
    response = HttpResponse(reason_texts.offline_table_with_words(evening.rules), content_type="application/json")
    patch_cache_control(response, private=True, max_age=DAY_S)
    return response
