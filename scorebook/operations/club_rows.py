"""All rows of one club, whatever their table: which they are, how their writers are kept out, and how they go."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet

from scorebook.clubs.club_tables import models_of_clubs
from scorebook.clubs.models import Club, EndedClub, LinkRoute
from scorebook.core import append_only
from scorebook.core.database import write_lock
from scorebook.ledger.models import Chain, Entry, Transfer
from scorebook.play.models import Evening
from scorebook.standings.models import StandingsLock


def club_column(model: type[Model]) -> str | None:
    """Return the column that names the club of a row, in notes of deleted clubs too; None for rows of no club.

    model: of today or of a migration.
    """
    if model._meta.db_table == Club._meta.db_table:
        return "id"
    return "club_id" if any(field.attname == "club_id" for field in model._meta.concrete_fields) else None


def keep_club_writers_out(*club_ids: UUID) -> None:
    """Wait until nobody writes in these clubs, and keep their writers out until the transaction ends.

    Each writer locks one of these rows first or, where it only adds rows, the club's own when it commits: their foreign
    keys lead there. Writers of other clubs go on.
    Raises: WritersBusy.
    """
    # Evenings once more, for one that was begun before the club was locked.
    models: Sequence[type[Model]] = (Evening, Club, Evening, Chain, StandingsLock)
    write_lock.lock_rows([rows_of_club(model, club_id) for club_id in club_ids for model in models])


def rows_of_club(model: type[Model], club_id: UUID) -> QuerySet[Any]:
    """Return the rows of a club, past a manager that refuses to delete; none of a model whose rows are of no club."""
    column = club_column(model)
    if not column:
        return QuerySet(model).none()
    rows: QuerySet[Any] = QuerySet(model).filter(**{column: club_id})
    if model is not Transfer:
        return rows
    # By their entries, since no index of the transfers begins with the club.
    return rows.filter(entry__in=Entry.objects.filter(club=club_id).order_by())


def delete_club_rows(club_id: UUID, *, and_notes: bool = False, keeps_routes: bool = False) -> None:
    """Delete the rows. The transaction cannot commit if a row of another club refers to one of them.

    and_notes: delete the notes of earlier deletions too. keeps_routes: let the links still lead to the club.
    """
    models: list[type[Model]] = [*models_of_clubs(), Club, *([EndedClub] if and_notes else [])]
    with append_only.deleting_club(connection, club_id):
        for model in reversed(models):  # transfers before the entries by which they are found
            if not (keeps_routes and model is LinkRoute):
                rows_of_club(model, club_id)._raw_delete(connection.alias)
