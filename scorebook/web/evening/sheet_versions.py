"""The version of an evening that a scribe's or watch link shows, and a fast 304 if the client already has it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone

from scorebook import access
from scorebook.clubs.link_routes import clubs_of_links
from scorebook.clubs.roles import LINK_SEPARATOR, Role
from scorebook.core.database import outage
from scorebook.core.database.timeouts import database_wait_at_most
from scorebook.ledger.models import Entry, Plan
from scorebook.play import services as play
from scorebook.play.ending import is_time_reached, read_agreed_end
from scorebook.play.models import Evening
from scorebook.texts.language import language_of_request
from scorebook.web.core import error_pages
from scorebook.web.core.response_headers import LANGUAGE_HEADERS

SHEET = re.compile(r"^/([tw])/([\w.-]+)/sheet$")
CHANGES = re.compile(r"^/([tw])/([\w.-]+)/changes$")
# Key in request.META of what the link shows, if the middleware has looked it up.
SHOWN = "scorebook.shown"
LINKS = {"t": "scribe_token", "w": "watch_token"}
KNOWN = re.compile(r'^(?:W/)?"([\w-]+)\.([\w-]+)"$')
# The same as on the sheet itself (RFC 9110, 15.4.5).
VARY = ", ".join(("Accept-Encoding", *LANGUAGE_HEADERS))
Key = TypeVar("Key", str, UUID)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedVersion:
    """The evening and version that a link leads to."""

    club_id: UUID
    evening_id: UUID
    # Changes with everything that the sheet shows: events of the evening, names, club events about people and money,
    # payments, plans, and the agreed time once it is reached.
    version: str


def sheet_version_by_link(kind: str, token: str, request: HttpRequest | None = None) -> LinkedVersion | None:
    """Return what a link shows, with one SQL statement, two for a closed evening; None for an unknown link.

    kind: a key of LINKS, so that no watch link opens the pages of writers. Members' links need two more statements.
    request: for the address of a device, which no stream has.
    """
    return _sheet_versions_by_token(kind, [token], request).get(token)


def linked_version_or_404(kind: str, token: str, request: HttpRequest | None = None) -> LinkedVersion:
    found = sheet_version_by_link(kind, token, request)
    if found is None:
        raise Http404
    return found


def sheet_version_of_evening(evening: Evening) -> str:
    return _version_of_evening(evening).version


def versions_at(paths: Collection[str]) -> dict[str, str]:
    """Return path -> version for the streams at these paths; a path with an unknown link is left out.

    Per kind of link (scribe's, watch) one SQL statement, two if there are closed evenings.
    """
    asked = [(match[1], match[2], path) for path in paths if (match := CHANGES.match(path))]
    found: dict[str, str] = {}
    for kind in LINKS:
        path_of = {token: path for its, token, path in asked if its == kind}
        if path_of:
            with database_wait_at_most(settings.DATABASE_TIMEOUT_S):
                shown = _sheet_versions_by_token(kind, list(path_of))
            found |= {path_of[token]: one.version for token, one in shown.items()}
    return found


def _pad_to_power_of_two(keys: list[Key]) -> list[Key]:
    """Pad to a length of 1, 2, 4, 8 ...: PostgreSQL prepares a statement for each length."""
    return keys + keys[-1:] * ((1 << (len(keys) - 1).bit_length()) - len(keys))


def _sheet_versions_by_token(
    kind: str, tokens: Collection[str], request: HttpRequest | None = None
) -> dict[str, LinkedVersion]:
    of_club = [token for token in tokens if LINK_SEPARATOR in token]
    own = [token for token in tokens if token not in of_club]
    field, found = LINKS[kind], dict[str, LinkedVersion]()
    if clubs := clubs_of_links(own):
        evenings = Evening.objects.filter(
            club__in=_pad_to_power_of_two(sorted({*clubs.values()})),
            club__arriving_from="",
            **{f"{field}__in": _pad_to_power_of_two([*clubs])},
        )
        if kind == "t":
            evenings = play.with_scribe_link(evenings)
        found |= _sheet_versions(evenings, field)
    for token in of_club if kind == "t" else ():
        with suppress(Http404):
            evening = access.evening_of(token, Role.SCRIBE, request=request)
            found[token] = _version_of_evening(evening)
    return found


def _version_of_evening(evening: Evening) -> LinkedVersion:
    return _sheet_versions(Evening.objects.filter(club=evening.club_id, pk=evening.pk), "pk")[evening.pk]


def _sheet_versions(evenings: QuerySet[Evening], field: str) -> dict[Any, LinkedVersion]:
    """Return the value of the field -> what is shown of that evening."""
    shown = ("pk", "club", "revision", "agreed_end", "closed_at", "club__group_version")
    rows = evenings.order_by().values_list(field, *shown)
    closed = _newest_entry_and_plan({pk: club for _token, pk, club, *_, closed_at, _changes in rows if closed_at})
    now, found = timezone.now(), {}
    for key, pk, club_id, revision, agreed_end, _closed_at, changes in rows:
        written, planned = closed.get(pk, (0, 0))
        late = "-late" if is_time_reached(read_agreed_end(agreed_end), now=now) else ""
        version = f"{revision}-{written}-{planned}-{changes}{late}"
        found[key] = LinkedVersion(club_id=club_id, evening_id=pk, version=version)
    return found


def _newest_entry_and_plan(evenings: Mapping[UUID, UUID]) -> dict[UUID, tuple[int, int]]:
    """Return the numbers of the newest entry and plan of closed evenings; open evenings do not show them.

    evenings: evening -> club.
    """
    if not evenings:
        return {}
    clubs, ids = (_pad_to_power_of_two(sorted(set(keys))) for keys in (evenings.values(), evenings))
    its = {"club_id": OuterRef("club_id"), "club_id__in": clubs, "evening_id": OuterRef("pk")}
    newest = (
        Entry.objects.filter(**its).order_by("-seq").values("seq")[:1],
        Plan.objects.filter(**its).order_by("-number").values("number")[:1],
    )
    rows = Evening.objects.filter(club__in=clubs, pk__in=ids).order_by()
    return {pk: found for pk, *found in rows.values_list("pk", *(Coalesce(Subquery(one), 0) for one in newest))}


def sheet_etag(version: str, language: str) -> str:
    return f'"{version}.{language}"'


class UnchangedSheets:
    """Middleware that answers 304 before all others, to nine of ten requests of open pages.

    The language is compared too, because a browser sends the ETag of its cached page in any language.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        etag = request.headers.get("If-None-Match")
        known = KNOWN.match(etag) if etag and request.method == "GET" else None
        if known and known[2] != language_of_request(request):
            known = None
        asked = SHEET.match(request.path_info) if known else None
        try:
            shown = sheet_version_by_link(asked[1], asked[2], request) if asked else None
        except DatabaseError as error:
            # The middleware that handles outages has not run yet.
            if outage.is_outage(error):
                return error_pages.database_unavailable_page(request, error)
            raise
        if known and shown and known[1] == shown.version:
            kept = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": VARY}
            return HttpResponseNotModified(headers=kept)
        request.META[SHOWN] = shown
        return self.get_response(request)
