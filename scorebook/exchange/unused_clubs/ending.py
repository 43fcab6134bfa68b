"""The end of a club: its file is written, read back and proved, then all its rows are gone; or nothing happened.

Whoever writes in it meanwhile comes before, and the club stays, or after, and finds nothing. Who writes in others does
not wait on PostgreSQL; on SQLite they queue as behind any other writer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from scorebook.clubs.models import Club, EndedClub
from scorebook.core import append_only
from scorebook.core.data_folder import make_data_folder
from scorebook.core.whole_file import whole_file
from scorebook.exchange.club_file import club_file_lines, import_club
from scorebook.exchange.unused_clubs.last_use import unused_since
from scorebook.ledger.models import Chain, Entry, Transfer
from scorebook.operations.anchor import chain_heads, chain_to_json
from scorebook.play.models import Evening
from scorebook.standings.models import Memory

# Longer than any request may hold a row of its own.
PATIENCE_S = 15


class EndRefused(Exception):
    """The club stays as it is."""


def end_club(club_id: UUID, *, last: datetime, at: datetime, folder: Path) -> Path | None:
    """The file in which it is now; None where somebody used it since, and it stays.

    last: when something was written in it last, as far as the caller knows.
    Raises: EndRefused, ClubUnsound, ClubFileRefused, OSError, DatabaseError; then it stays.
    """
    make_data_folder(folder)
    path = folder / f"{club_id}-{timezone.localdate(at):%Y-%m-%d}.club.json"
    with transaction.atomic():
        club = _held_club(club_id)
        if club is None or club.ends_at is None or club.ends_at > at or unused_since(club) != last:
            return None
        with _unless_it_fails(path):
            text = _written_file(club_id, path)
            _note_end(club, at=at, text=text)
            _delete_club(club_id)
            _check_comes_back(club_id, text, at=at)
    return path


def _held_club(club_id: UUID) -> Club | None:
    """The club as it is now, and nobody else writes in it until the transaction ends.

    In the order of those who write: a hand holds the evening, a payment the chain of the books, and each of them the
    club when it is done, because its rows refer to it.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE_S}s'")
    for rows in (Evening.objects.filter(club=club_id), Chain.objects.filter(club=club_id)):
        list(rows.order_by("pk").select_for_update().values_list("pk"))
    list(Memory.objects.filter(club=club_id).select_for_update().values_list("pk"))
    return Club.objects.select_for_update().filter(pk=club_id).first()


@contextmanager
def _unless_it_fails(path: Path) -> Iterator[None]:
    """Where the club stays its file does not."""
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _written_file(club_id: UUID, path: Path) -> bytes:
    """What the disk gives back."""
    text = "".join(club_file_lines(club_id)).encode()
    for older in path.parent.glob(f"{club_id}-*.club.json"):
        if not EndedClub.objects.filter(club_id=club_id, file_sha256=sha256(older.read_bytes()).hexdigest()).exists():
            older.unlink()  # of a run that was cut off before the club had ended
    with whole_file(path) as file:
        file.write(text)
    if path.read_bytes() != text:
        raise EndRefused(f"{path} does not hold what was written to it")
    return text


def _note_end(club: Club, *, at: datetime, text: bytes) -> None:
    EndedClub.objects.create(
        club_id=club.pk,
        ended_at=at,
        file_sha256=sha256(text).hexdigest(),
        heads=[chain_to_json(head) for head in chain_heads(club)],
        written_in=_transaction_number(),
    )


def _transaction_number() -> str:
    if connection.vendor != "postgresql":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text")
        return str(cursor.fetchone()[0])


def _delete_club(club_id: UUID) -> None:
    """Every row. Those of others that refer to one of them, which nobody knows of, make it fail."""
    evenings = list(Evening.objects.filter(club=club_id).values_list("pk", flat=True))
    entries = list(Entry.objects.filter(club=club_id).values_list("pk", flat=True))
    with append_only.letting_ended_clubs_go(connection, append_only.protected_tables()):
        for model in models_of_clubs():
            # By what has an index: there is none of all events by their club.
            within: dict[str, Any] = {"evening__in": evenings} if _has_field(model, "evening") else {}
            if model is Transfer:
                within = {"entry__in": entries}
            QuerySet(model).filter(club=club_id, **within)._raw_delete(connection.alias)
        QuerySet(Club).filter(pk=club_id)._raw_delete(connection.alias)
        if connection.vendor == "postgresql":
            connection.check_constraints()  # SQLite does so when the transaction ends, and here would read everything


def models_of_clubs() -> list[type[Model]]:
    return [model for model in apps.get_models() if _has_field(model, "club")]


def _has_field(model: type[Model], name: str) -> bool:
    return any(field.name == name for field in model._meta.concrete_fields)


def _check_comes_back(club_id: UUID, text: bytes, *, at: datetime) -> None:
    """Read the file in as `import_club --check` does, and hold what then stands there against it."""
    with transaction.atomic():
        import_club(text, at=at)
        if "".join(club_file_lines(club_id)).encode() != text:
            raise EndRefused("its file brings back another club")
        transaction.set_rollback(True)
