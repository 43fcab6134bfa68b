"""The download of a club file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.ledger.snapshot import one_moment


@never_cache
@require_safe
def club_file(request: HttpRequest, club_token: str) -> HttpResponse:
    """Return the whole file as one response: a stream to a slow client would hold the database snapshot open."""
    # Imported with the first file: it brings the reader of files and the audit along, which no other page needs.
    from scorebook.exchange.club_file import club_file_lines

    club = access.club_of(club_token)
    with one_moment():
        text = "".join(club_file_lines(club.pk))
    name = slugify(club.name, allow_unicode=True) or "club"
    disposition = content_disposition_header(as_attachment=True, filename=f"{name}.club.json") or "attachment"
    return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": disposition})
