"""The rendered sheet of an evening, cached for all watchers and all workers.

It is the same for everybody with the same language: it holds no token, no key and no host name.
Decision: docs/decisions/503-watchers-share-a-sheet-and-hear-of-changes.md.
"""

from __future__ import annotations

import gzip
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import brotli
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from scorebook import access
from scorebook.clubs.club_groups import club_group
from scorebook.ledger.snapshot import consistent_reads
from scorebook.play.models import Evening
from scorebook.play.queries import evening_sheets, settlements
from scorebook.web.core import person_names
from scorebook.web.core.compressed_pages import QUALITY
from scorebook.web.core.static_files import best_encoding
from scorebook.web.evening import sheet_versions
from scorebook.web.evening.settlement import plan_overviews, summary
from scorebook.web.evening.settlement.closing_remarks import closing_remarks
from scorebook.web.evening.sheet_versions import LinkedVersion
from scorebook.web.evening.table import sheet as sheets

log = logging.getLogger(__name__)
# Long enough for all watchers to fetch a new version, and short enough to drop sheets of an older program.
KEPT_S = 60
TURN_S = 2
_turn = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedSheet:
    """A compressed sheet. No padding: it has no secret that its length could reveal."""

    version: str
    language: str
    packed: dict[str, bytes]  # by encoding

    @property
    def html(self) -> str:
        return gzip.decompress(self.packed["gzip"]).decode()

    @property
    def etag(self) -> str:
        return sheet_versions.sheet_etag(self.version, self.language)


def cached_sheet(shown: LinkedVersion, language: str) -> RenderedSheet:
    """Return the sheet of this version or of a newer one."""
    kept = _read_cached_sheet(shown, language)
    if kept:
        return kept
    with _render_in_turn():
        return _read_cached_sheet(shown, language) or _render_sheet(shown, language)


def sheet_response(kept: RenderedSheet, request: HttpRequest) -> HttpResponse:
    encoding = best_encoding(request)
    response = HttpResponse(kept.packed[encoding] if encoding else kept.html)
    # The same page in other bytes: the ETag becomes a weak one (RFC 9110, 8.8.1).
    response["ETag"] = f"W/{kept.etag}" if encoding else kept.etag
    if encoding:
        response["Content-Encoding"] = encoding
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


@contextmanager
def _render_in_turn() -> Iterator[None]:
    """Let one request render while others wait for its result, at most TURN_S, in case the database is slow."""
    is_mine = _turn.acquire(timeout=TURN_S)
    try:
        yield
    finally:
        if is_mine:
            _turn.release()


def _render_sheet(shown: LinkedVersion, language: str) -> RenderedSheet:
    with consistent_reads():  # so that the version matches the content
        evening = Evening.objects.select_related("club").get(club=shown.club_id, pk=shown.evening_id)
        shown = replace(shown, version=sheet_versions.sheet_version_of_evening(evening))
        html = render_to_string("evening/watch/sheet.html", _sheet_template_context(evening)).encode()
    packed = {"br": bytes(brotli.compress(html, quality=QUALITY)), "gzip": gzip.compress(html, 6, mtime=0)}
    kept = RenderedSheet(version=shown.version, language=language, packed=packed)
    _cache_sheet(shown, kept)
    return kept


def _sheet_template_context(evening: Evening) -> dict[str, object]:
    group = club_group(evening.club_id)
    persons = person_names.people_of_club(evening.club, group)
    hides_money = access.hides_money(evening, group)
    sheet = evening_sheets.evening_sheet(evening, sheets.newest_hand_numbers(evening))
    page = sheets.sheet_page(sheet, persons, hides_money=hides_money)
    remarks = closing_remarks(group, evening, persons)
    has_plan = evening.is_closed and not hides_money
    return {
        "evening": evening,
        "hides_money": hides_money,
        "statements_at": "" if hides_money else "./",
        "page": page,
        "summary": summary.evening_summary(sheet, page, persons, extra=remarks) if evening.is_closed else None,
        "dealer": persons[str(sheet.next_dealer.pk)],
        "leader": persons[str(sheet.leader.pk)],
        "sitting_out": [(persons[str(player.pk)], "") for player in sheet.sitting_out],
        "hand_no": evening.hand_count + 1,
        "plan": plan_overviews.plan_overview(settlements.evening_settlement(evening), persons) if has_plan else None,
    }


def _sheet_cache_key(shown: LinkedVersion, language: str) -> str:
    return f"{shown.evening_id}.{shown.version}.{language}"


def _read_cached_sheet(shown: LinkedVersion, language: str) -> RenderedSheet | None:
    try:
        packed = caches["sheets"].get(_sheet_cache_key(shown, language))
    except OSError as error:
        log.warning("A kept sheet is not read: %s", error)
        return None
    return packed and RenderedSheet(version=shown.version, language=language, packed=packed)


def _cache_sheet(shown: LinkedVersion, kept: RenderedSheet) -> None:
    try:
        caches["sheets"].set(_sheet_cache_key(shown, kept.language), kept.packed, KEPT_S)
    except OSError as error:
        # With a full disk, watchers can still read.
        log.warning("A sheet is not kept: %s", error)
