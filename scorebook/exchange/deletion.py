"""The deletion of one club on request: all its rows go in one transaction, or none.

Decision: docs/decisions/422-a-club-is-deleted-on-request.md.
"""

from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from uuid import UUID

from django.db import transaction
from django.db.models import Sum

from scorebook.clubs.models import Club, ClubEvent, EndedClub, Player, TypedText
from scorebook.core import erasure
from scorebook.core.currencies import digits_of
from scorebook.exchange.club_file import club_file_lines, import_club
from scorebook.ledger.models import Account, MonthMovement
from scorebook.operations.anchor import chain_heads, chain_to_json
from scorebook.operations.club_rows import delete_club_rows, keep_club_writers_out
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
    keep_club_writers_out(club_id)
    club = Club.objects.get(pk=club_id)
    if name != club.name:
        raise DeletionRefused(f"the club is called {club.name}, not {name}")
    if ClubEvent.objects.filter(club=club, other_club__isnull=False).exists():  # both clubs have an event of each link
        raise DeletionRefused("it is or was linked with another club, whose events name it")
    if "".join(club_file_lines(club_id)).encode() != file:
        raise DeletionRefused("the file is not the club as it is now; export it again")
    heads = [chain_to_json(head) for head in chain_heads(club_id)]
    note = EndedClub.objects.create(club_id=club_id, ended_at=at, file_sha256=sha256(file).hexdigest(), heads=heads)
    delete_club_rows(club_id)
    import_club(file, keeps=False, at=at)
    erasure.erase_traces(after_changes_of=(TypedText, Player, Club))
    return note


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
