"""All rows of one club, whatever their table: which they are, how their writers are kept out, and how they go."""

from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection
from django.db.models import Model, QuerySet

from scorebook.clubs.models import Club
from scorebook.core import append_only
from scorebook.core.database import write_lock
from scorebook.ledger.models import Chain
from scorebook.play.models import Evening
from scorebook.standings.models import StandingsLock


def models_of_clubs() -> list[type[Model]]:
    """Return every model whose rows belong to a club; notes of deleted clubs have no such column."""
    return [model for model in apps.get_models() if any(field.name == "club" for field in model._meta.concrete_fields)]


def keep_club_writers_out(club_id: UUID) -> None:
    """Wait until nobody writes in the club, and keep its writers out until the transaction ends.

    Each writer locks one of these rows first or, where it only adds rows, the club's own when it commits: their foreign
    keys lead there. Writers of other clubs go on.
    Raises: WritersBusy.
    """
    evenings = Evening.objects.filter(club=club_id)
    # Evenings once more, for one that was begun before the club was locked.
    rows: list[QuerySet[Any]] = [
        evenings,
        Club.objects.filter(pk=club_id),
        evenings.all(),
        Chain.objects.filter(club=club_id),
        StandingsLock.objects.filter(club=club_id),
    ]
    write_lock.lock_rows(rows)


def delete_club_rows(club_id: UUID) -> None:
    """Delete the rows. The transaction cannot commit if a row of another club refers to one of them."""
    with append_only.deleting_club(connection, club_id):
        models: list[type[Model]] = [*models_of_clubs(), Club]
        for model in models:
            QuerySet(model).filter(**{"pk" if model is Club else "club": club_id})._raw_delete(connection.alias)
