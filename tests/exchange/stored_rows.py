"""Every row of every table, as it stands: what two databases, or two ways to the same books, are compared by."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import Model

from scorebook.clubs.models import ChainEnd, Club, Device, EndedClub, LinkRoute
from scorebook.play.models import Evening, MonthTotal, Seat
from scorebook.play.months import SUMS
from scorebook.standings.models import StandingsLock
from tests.exchange.columns_left_out import DERIVED_TABLES

APPS = {"clubs", "exchange", "ledger", "play", "standings"}
KEYS = {
    (Club, "keeper_token"),
    (Club, "member_token"),
    (Club, "calendar_seed"),
    (Club, "keeper_link_kept_at"),
    (Club, "imported_at"),
    (Club, "group_version"),
    (Club, "arriving_from"),
    (Evening, "scribe_token"),
    (Evening, "watch_token"),
    (Seat, "id"),
}
MODELS = [model for model in apps.get_models() if model._meta.app_label in APPS]
# Without the rows that only hold a lock, those of deleted clubs, and the keys of browsers and links.
FACTS = [model for model in MODELS if model not in (StandingsLock, EndedClub, Device, LinkRoute)]
WORKED_OUT = [model for model in DERIVED_TABLES if model in FACTS]
MONTH_COLUMNS = ("evenings", "points", "amount_minor", "hands", "declared", "declared_won")
Tables = dict[str, list[dict[str, Any]]]


def stored(*models: type[Model], of: Collection[UUID]) -> Tables:
    """All rows of these clubs, but for keys that are made anew, and for events about other clubs.

    Where those are left out, the end of the club's events is another; the audit holds it against the events.
    """
    found: Tables = {}
    for model in models:
        club = "pk" if model is Club else "club_id"
        candidates = [_without_keys(model, row) for row in model._base_manager.filter(**{f"{club}__in": of}).values()]
        rows = [row for row in candidates if row and row.get("other_club_id") in {None, *of}]
        if model is ChainEnd:
            rows = [row for row in rows if row["name"] != ChainEnd.Name.CLUB_EVENTS]
        found[model.__name__] = sorted(rows, key=lambda row: json.dumps(row, default=str, sort_keys=True))
    return found


def _without_keys(model: type[Model], row: dict[str, Any]) -> dict[str, Any]:
    """Nothing of a sum that came to nothing again, which is as good as none."""
    sums = [name for one, names in (*SUMS.items(), (MonthTotal, MONTH_COLUMNS)) if one is model for name in names]
    if sums and not any(row[name] for name in sums):
        return {}
    return {name: value for name, value in row.items() if (model, name) not in KEYS}
