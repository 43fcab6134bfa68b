"""How large clubs are and when they were last used: for lists of clubs, in one statement for all that are shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Model, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from scorebook.clubs.models import Club, ClubEvent, NameEvent, Player
from scorebook.ledger.models import Chain, Entry
from scorebook.play.models import Evening, EveningEvent, HandEvent
from scorebook.standings.models import SeasonEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFigures:
    """hands: written, those that were struck out too. rows: people, evenings, and all that was ever written about them.

    last_used_at: when somebody last wrote anything: a name, an evening, a hand of the newest evening, an entry, a
    season. Whoever only looks leaves no trace.
    """

    people: int
    evenings: int
    hands: int
    rows: int
    last_used_at: datetime


def club_figures(club_ids: Collection[UUID]) -> Mapping[UUID, ClubFigures]:
    """One statement; each of its parts goes along an index of the club, or of its newest evening."""
    own = {"club": OuterRef("pk")}
    evenings = Evening.objects.filter(**own)
    newest = evenings.order_by("-number").values("pk")[:1]
    of_newest = {"evening": OuterRef("newest_evening")}
    rows = (
        Club.objects.filter(pk__in=club_ids)
        .order_by()
        .annotate(newest_evening=Subquery(newest))
        .values_list(
            "pk",
            "created_at",
            "names_length",
            _sum_of(Player.objects.filter(**own), Count("pk")),
            _sum_of(evenings, Count("pk")),
            _sum_of(evenings, Sum("hand_count")),
            _sum_of(evenings, Sum("revision")),
            Coalesce(Subquery(Chain.objects.filter(**own).values("length")), 0),
            *(_newest_of(model, **own) for model in (NameEvent, ClubEvent, Entry, SeasonEvent)),
            *(_newest_of(model, **of_newest) for model in (EveningEvent, HandEvent)),
        )
    )
    return {pk: _figures(*figures) for pk, *figures in rows}


def _figures(
    created_at: datetime,
    names: int,
    people: int,
    evenings: int,
    hands: int,
    events: int,
    entries: int,
    *written_at: datetime | None,
) -> ClubFigures:
    return ClubFigures(
        people=people,
        evenings=evenings,
        hands=hands,
        rows=names + people + evenings + events + entries,
        last_used_at=max(filter(None, (created_at, *written_at))),
    )


def _sum_of(rows: QuerySet[Model], figure: Count | Sum) -> Coalesce:
    return Coalesce(Subquery(rows.order_by().values("club").annotate(figure=figure).values("figure")), 0)


def _newest_of(model: type[Model], **which: OuterRef) -> Subquery:
    return Subquery(model._default_manager.filter(**which).order_by("-seq").values("recorded_at")[:1])
