"""The sizes of clubs and the times of their last use, for lists of clubs, in one statement for a whole list."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.apps import apps
from django.db.models import Count, F, Model, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Greatest

from scorebook.clubs.models import Club, ClubEvent, NameEvent, Player
from scorebook.ledger.models import Chain, Entry
from scorebook.play.models import Evening, EveningEvent, HandEvent
from scorebook.standings.models import SeasonEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFigures:
    people: int
    evenings: int
    hands: int  # struck out ones included
    rows: int  # people, evenings, and all events and entries about them
    # The last write of a name, an evening, a hand of the newest evening, an entry or a season. Reading leaves no trace.
    last_used_at: datetime


def club_figures(club_ids: Collection[UUID]) -> Mapping[UUID, ClubFigures]:
    """Return the figures of each club. One statement, whose parts use an index of the club or of its newest evening."""
    own = {"club": OuterRef("pk")}
    evening_rows = Evening.objects.filter(**own)
    clubs = with_last_use(Club.objects.filter(pk__in=club_ids)).order_by()
    rows = clubs.values_list(
        "pk",
        "last_used_at",
        "names_length",
        _club_aggregate(Player.objects.filter(**own), Count("pk")),
        _club_aggregate(evening_rows, Count("pk")),
        _club_aggregate(evening_rows, Sum("hand_count")),
        _club_aggregate(evening_rows, Sum("revision")),
        Coalesce(Subquery(Chain.objects.filter(**own).values("length")), 0),
    )
    return {
        pk: ClubFigures(
            people=people,
            evenings=evenings,
            hands=hands,
            rows=names + people + evenings + events + entries,
            last_used_at=last_used_at,
        )
        for pk, last_used_at, names, people, evenings, hands, events, entries in rows
    }


def with_last_use(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Annotate `last_used_at`, the time of the club's last write. Names, evenings, hands of the newest evening,
    entries, seasons, imports and the club itself count; reading does not.
    """
    own = {"club": OuterRef("pk")}
    newest = Evening.objects.filter(**own).order_by("-number").values("pk")[:1]
    of_newest = {**own, "evening": OuterRef("newest_evening")}
    imports = apps.get_model("exchange", "Import")  # by its name: its package stands above this one
    written_at = (
        *(_newest_recorded_at(model, "-seq", **own) for model in (NameEvent, ClubEvent, Entry, SeasonEvent)),
        *(_newest_recorded_at(model, "-seq", **of_newest) for model in (EveningEvent, HandEvent)),
        _newest_recorded_at(imports, "-recorded_at", **own),
        F("imported_at"),
    )
    last_used_at = Greatest("created_at", *(Coalesce(one, "created_at") for one in written_at))
    return clubs.annotate(newest_evening=Subquery(newest)).annotate(last_used_at=last_used_at)


def _club_aggregate(rows: QuerySet[Model], figure: Count | Sum) -> Coalesce:
    return Coalesce(Subquery(rows.order_by().values("club").annotate(figure=figure).values("figure")), 0)


def _newest_recorded_at(model: type[Model], order: str, **which: OuterRef) -> Subquery:
    return Subquery(model._default_manager.filter(**which).order_by(order).values("recorded_at")[:1])
