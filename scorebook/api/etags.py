"""The ETag of an evening's sheet, calculated without reading the sheet."""

import hashlib

from django.db.models import Max

from scorebook.api.views.document import document_etag
from scorebook.ledger import queries as books
from scorebook.ledger.models import Plan
from scorebook.play.models import Evening
from scorebook.texts import language


def api_sheet_etag(evening: Evening) -> str:
    """Return an ETag by all that the sheet has: events, payments, plans, names, club events, links, language, and the
    names of its fields in the document.

    One SQL statement, two for a closed evening, regardless of its length.
    """
    last_entry = (
        books.ledger_entries(club=evening.club, evening_id=evening.pk).order_by().aggregate(Max("seq"))["seq__max"]
    )
    plans = Plan.objects.filter(club=evening.club, evening_id=evening.pk).order_by()
    last_plan = plans.aggregate(Max("number"))["number__max"] if evening.is_closed else None
    state = (
        document_etag(),
        evening.pk,
        evening.revision,
        evening.is_closed,
        last_entry,
        last_plan,
        evening.club.group_version,
        language.current_language(),
        evening.role,
        evening.watch_token,
        evening.writing_link,
    )
    return f'"{hashlib.sha256(repr(state).encode()).hexdigest()[:32]}"'
