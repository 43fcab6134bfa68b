"""The club for other programs: the calendar feed of its evenings, at a read-only address, and the club file."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.exchange.calendar import calendar_signature, club_calendar, is_calendar_signature
from scorebook.ledger.snapshot import consistent_reads
from scorebook.texts import language
from scorebook.web.core import person_names
from scorebook.web.evening.table.links import link_for_phones


@require_safe
@access.public
def club_calendar_feed(request: HttpRequest, club_id: UUID, tongue: str, signature: str) -> HttpResponse:
    """Return the feed; one address per language, because calendar programs send no cookies and their own language."""
    club = get_object_or_404(Club, pk=club_id, arriving_from="")
    if tongue not in dict(settings.LANGUAGES) or not is_calendar_signature(club, signature):
        raise Http404
    with translation.override(tongue), consistent_reads():
        group = club_group(club.pk)
        names = person_names.names_of(person_names.people_of_club(club, group))
        content = club_calendar(club, group, names, page_address=partial(_page_address, request))
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{slugify(club.name) or "scorebook"}.ics"'
    response["Content-Language"] = tongue
    response["ETag"] = etag = f'"{sha256(content).hexdigest()[:32]}"'
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=response) or response


def calendar_addresses(request: HttpRequest, club: Club) -> dict[str, str]:
    """Return the feed's address with https: and with webcal:, which opens a calendar program."""
    address = _page_address(request, "calendar", club.pk, language.current_language(), calendar_signature(club))
    return {"calendar_url": address, "webcal_url": f"webcal://{address.partition('://')[2]}"}


def _page_address(request: HttpRequest, name: str, *args: object) -> str:
    return link_for_phones(request, reverse(f"web:{name}", args=args))


@never_cache
@require_safe
@access.opens_club(Role.KEEPER)
def club_file(request: HttpRequest, club: Club) -> HttpResponse:
    """Return the whole file as one response: a stream to a slow client would hold the database snapshot open."""
    # Imported with the first file: it brings the reader of files and the audit along, which no other page needs.
    from scorebook.exchange.club_file import club_file_lines

    with consistent_reads():
        text = "".join(club_file_lines(club.pk))
    name = slugify(club.name, allow_unicode=True) or "club"
    disposition = content_disposition_header(as_attachment=True, filename=f"{name}.club.json") or "attachment"
    return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": disposition})
