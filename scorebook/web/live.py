"""Which version of an evening its watchers see, and the quick answer to those who ask whether there is a new one."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable

from django.db import DatabaseError
from django.db.models import Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from scorebook import outage
from scorebook.clubs.models import Player
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.play.models import Session
from scorebook.web import outages

SHEET = re.compile(r"^/w/([\w-]+)/sheet$")
KNOWN = re.compile(r'^(?:W/)?"([\w-]+)\.[\w-]+"$')


def version(watch_token: str) -> str | None:
    """Changes with every event of the evening, every new name, every payment and every new plan: all that it shows.

    Two statements, three for a closed evening: payments are only shown then.
    """
    fields = ("pk", "club_id", "revision", "closed_at")
    found = list(Session.objects.filter(watch_token=watch_token).order_by().values_list(*fields)[:1])
    if not found:
        return None
    ((pk, club_id, revision, closed_at),) = found
    names = Player.objects.filter(club_id=club_id).order_by("id").values_list("name", flat=True)
    written = planned = 0
    if closed_at:
        plans = PlannedPayment.objects.filter(club_id=club_id, session_id=pk).order_by("-position")
        entries = Entry.objects.filter(club_id=club_id, session_id=pk).order_by("-seq")
        newest = Coalesce(Subquery(plans.values("position")[:1]), 0)
        written, planned = next(iter(entries.values_list("seq", newest)[:1]), (0, 0))
    return f"{revision}-{written}-{planned}-{zlib.crc32(chr(10).join(names).encode())}"


def etag(version: str, language: str) -> str:
    return f'"{version}.{language}"'


class UnchangedSheets:
    """Answers 304 before any other middleware has begun its work: nine of ten questions of watchers end here.

    A language that was changed since loads the page anew, and so asks without an ETag.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        told = request.headers.get("If-None-Match")
        known = KNOWN.match(told) if told and request.method == "GET" else None
        asked = SHEET.match(request.path_info) if known else None
        try:
            is_unchanged = known and asked and known[1] == version(asked[1])
        except DatabaseError as error:
            # Nobody else answers for what goes wrong before the other middleware.
            if outage.is_outage(error):
                return outages.unavailable(request, error)
            raise
        if is_unchanged:
            return HttpResponseNotModified(headers={"ETag": told, "Cache-Control": "private, no-cache"})
        return self.get_response(request)
