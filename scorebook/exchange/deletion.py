"""The deletion of one club on request: all its rows go in one transaction, or none.

Decision: docs/decisions/422-a-club-is-deleted-on-request.md.
"""

from collections.abc import Collection
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from uuid import UUID

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model, QuerySet, Sum

from scorebook.clubs.models import Club, ClubEvent, EndedClub, Player, TypedText
from scorebook.core import append_only, erasure
from scorebook.core.currencies import digits_of
from scorebook.core.database import write_lock
from scorebook.exchange.club_file import club_file_lines, import_club
from scorebook.ledger.models import Account, MonthMovement
from scorebook.operations.anchor import chain_heads, chain_to_json
from scorebook.play.models import Evening
from scorebook.play.terms import POINTS


class DeletionRefused(Exception):
    """A refused deletion; nothing was deleted. The text says why."""


@transaction.atomic
def delete_club(*, club_id: UUID, name: str, file: bytes, at: datetime) -> EndedClub:
    """Delete every row of a club whose exported file is complete and current; return the note that stays.

    name: the club's name, as the operator typed it.
    file: must be what an export writes now, and is imported on trial once the rows are gone.
    Raises: DeletionRefused, ClubFileRefused, ClubUnsound, WritersBusy; then nothing has changed.
    """
    models: list[type[Model]] = [*models_of_clubs(), Club]
    write_lock.keep_writers_out([model._meta.db_table for model in models], first=Evening._meta.db_table)
    club = Club.objects.get(pk=club_id)
    if name != club.name:
        raise DeletionRefused(f"the club is called {club.name}, not {name}")
    if ClubEvent.objects.filter(club=club, other_club__isnull=False).exists():  # both clubs have an event of each link
        raise DeletionRefused("it is or was linked with another club, whose events name it")
    if "".join(club_file_lines(club_id)).encode() != file:
        raise DeletionRefused("the file is not the club as it is now; export it again")
    heads = [chain_to_json(head) for head in chain_heads(club)]
    note = EndedClub.objects.create(club_id=club_id, ended_at=at, file_sha256=sha256(file).hexdigest(), heads=heads)
    _delete_club_rows(club_id, models)
    import_club(file, keeps=False, at=at)
    erasure.erase_traces(after_changes_of=(TypedText, Player, Club))
    return note


def models_of_clubs() -> list[type[Model]]:
    """Return every model whose rows belong to a club; notes of deleted clubs have no such column."""
    return [model for model in apps.get_models() if any(field.name == "club" for field in model._meta.concrete_fields)]


def unsettled_money(club: Club) -> list[str]:
    """Return what people, pots and the kitty hold (above 0) or owe, a line each, such as "Done: -0.20 EUR"."""
    moved = MonthMovement.objects.filter(club=club).exclude(account__kind=Account.Kind.CASH)
    owners = ("account__player__name", "account__kind", "account__unit", "is_tab")
    rows = moved.exclude(account__unit=POINTS).order_by(*owners).values_list(*owners).annotate(Sum("amount_minor"))
    return [
        f"{name or kind}: {Decimal(minor).scaleb(-digits_of(unit))} {unit}{' on the tab' if is_tab else ''}"
        for name, kind, unit, is_tab, minor in rows
        if minor
    ]


def _delete_club_rows(club_id: UUID, models: Collection[type[Model]]) -> None:
    """Delete the rows. Fail here or at the end of the transaction if a row of another club refers to one of them."""
    tables = append_only.protected_tables()
    append_only.silence_triggers(connection, tables)
    for model in models:
        QuerySet(model).filter(**{"pk" if model is Club else "club": club_id})._raw_delete(connection.alias)
    if connection.vendor == "postgresql":
        connection.check_constraints()  # triggers cannot be made while a check is pending; SQLite would read all rows
    append_only.install_triggers(connection, tables)
