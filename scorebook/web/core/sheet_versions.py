"""Which version of an evening its scribes and watchers see, and the quick answer where there is no newer one."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.db import DatabaseError
from django.db.models import Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone

from scorebook.core import database_outage
from scorebook.ledger.models import Entry, Plan
from scorebook.play.ending import is_time_reached, read_end
from scorebook.play.models import Evening
from scorebook.web.core import database_away

SHEET = re.compile(r"^/([tw])/([\w-]+)/sheet$")
LINKS = {"t": "scribe_token", "w": "watch_token"}
KNOWN = re.compile(r'^(?:W/)?"([\w-]+)\.[\w-]+"$')


def page_version(**link: str) -> str | None:
    """Changes with every event of the evening, every new name, every payment, every new plan, and when the agreed time
    is reached: all that it shows.

    link: `watch_token` or `scribe_token`, so that neither opens what is the other's.
    One statement, two for a closed evening: payments are only shown then.
    """
    shown = ("club_id", "club__names_length", "revision", "closed_at", "agreed_end")
    evening = Evening.objects.filter(**link).order_by().select_related("club").only(*shown).first()
    return None if evening is None else page_version_of(evening)


def page_version_of(evening: Evening) -> str:
    """evening: with its club."""
    written = planned = 0
    if evening.closed_at:
        plans = Plan.objects.filter(club_id=evening.club_id, evening_id=evening.pk).order_by("-number")
        entries = Entry.objects.filter(club_id=evening.club_id, evening_id=evening.pk).order_by("-seq")
        newest = Coalesce(Subquery(plans.values("number")[:1]), 0)
        written, planned = next(iter(entries.values_list("seq", newest)[:1]), (0, 0))
    is_late = is_time_reached(read_end(evening.agreed_end), now=timezone.now())
    return f"{evening.revision}-{written}-{planned}-{evening.club.names_length}{'-late' if is_late else ''}"


def page_etag(version: str, language: str) -> str:
    return f'"{version}.{language}"'


class UnchangedSheets:
    """Answers 304 before any other middleware has begun its work: nine of ten questions of open pages end here.

    A language that was changed since loads the page anew, and so asks without an ETag.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        told = request.headers.get("If-None-Match")
        known = KNOWN.match(told) if told and request.method == "GET" else None
        asked = SHEET.match(request.path_info) if known else None
        try:
            is_unchanged = known and asked and known[1] == page_version(**{LINKS[asked[1]]: asked[2]})
        except DatabaseError as error:
            # Nobody else answers for what goes wrong before the other middleware.
            if database_outage.is_outage(error):
                return database_away.database_unavailable_page(request, error)
            raise
        if is_unchanged:
            return HttpResponseNotModified(headers={"ETag": told, "Cache-Control": "private, no-cache"})
        return self.get_response(request)
