"""An evening with all that its next hand needs, read in one statement, with or without a lock.

With a lock: locks the evening first and then the club's books, the order of all writers of both. On PostgreSQL locked
rows are current, and all others as of the start of the statement, so it is repeated after a concurrent write. On
SQLite the transaction locks the whole file.
Without a lock: the writer passes the values it expects (`rows.Update.was`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from django.db import connection

from rules import Player
from scorebook.clubs.models import Club
from scorebook.clubs.models import Player as Person
from scorebook.core import rows
from scorebook.ledger.models import Chain
from scorebook.play.models import Evening, HandEvent, Seat

_HELD_MODELS = (("evening", Evening), ("chain", Chain))


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningSnapshot:
    evening: Evening
    chain: Chain
    seats: Sequence[Seat]  # all stays
    names: Mapping[Player, str]  # of all who stayed
    has_key: bool  # a hand of the evening has one of the keys


def load_snapshot(*, club_id: UUID, scribe_token: str, keys: Collection[UUID]) -> EveningSnapshot | None:
    """Read the evening of a scribe link without a lock; None for an invalid link."""
    found = _read_snapshot(club_id, scribe_token, keys, holds=False)
    return found[0] if found else None


def load_snapshot_for_update(*, club_id: UUID, scribe_token: str, keys: Collection[UUID]) -> EveningSnapshot | None:
    """Lock the evening of a scribe link until the transaction ends, and read it; None for an invalid link."""
    while found := _read_snapshot(club_id, scribe_token, keys, holds=True):
        held, seen_revision = found
        if held.evening.revision == seen_revision:
            return held
    return None


def _read_snapshot(
    club_id: UUID, scribe_token: str, keys: Collection[UUID], *, holds: bool
) -> tuple[EveningSnapshot, int] | None:
    club, *ids = (HandEvent._meta.pk.get_db_prep_value(id, connection) for id in (club_id, *keys))
    among = [ids] if connection.vendor == "postgresql" else ids
    # Every part names the club by its value, so that a server with many clubs finds them in one place.
    params = [club, club, club, scribe_token, club, club, *among, club, club]
    with rows.execute_prepared(_snapshot_sql(connection.vendor, len(ids), holds=holds), params) as cursor:
        found = cursor.fetchall()
    if not found:
        return None
    first, chain_at = found[0], rows.column_count(Evening)
    seat_at = chain_at + rows.column_count(Chain)
    seats = [rows.instance_from_columns(Seat, row[seat_at:-3]) for row in found]
    held = EveningSnapshot(
        evening=rows.instance_from_columns(Evening, first[:chain_at]),
        chain=rows.instance_from_columns(Chain, first[chain_at:seat_at]),
        seats=seats,
        names={seat.of_player: row[-3] for seat, row in zip(seats, found, strict=True)},
        has_key=bool(first[-2]),
    )
    return held, first[-1]


@lru_cache
def _snapshot_sql(vendor: str, keys: int, *, holds: bool) -> str:
    """Return the SQL: one row per stay, with all other columns repeated.

    Evening and books are locked in a separate part, so once for any number of stays. The name is a subquery and not a
    join, because without statistics PostgreSQL would start with the players and read all their stays.
    """
    evening, chain, seat = (model._meta.db_table for model in (Evening, Chain, Seat))
    locked = ", ".join(rows.columns_sql(model, alias, named=f"{alias}_") for alias, model in _HELD_MODELS)
    columns = [rows.columns_sql(model, "held", prefix=f"{alias}_") for alias, model in _HELD_MODELS]
    among = "= ANY(%s::uuid[])" if vendor == "postgresql" else f"IN ({', '.join('%s' for _ in range(keys))})"
    hold = "FOR NO KEY UPDATE OF evening, chain" if holds and vendor == "postgresql" else ""
    return f"""
        WITH held AS (
            SELECT {locked}
            FROM "{evening}" AS evening
                JOIN "{chain}" AS chain ON chain.club_id = %s
                JOIN "{Club._meta.db_table}" AS club ON club.id = %s AND club.arriving_from = ''
            WHERE evening.club_id = %s AND evening.scribe_token = %s
            {hold}
        )
        SELECT {", ".join(columns)}, {rows.columns_sql(Seat, "seat")},
            (
                SELECT person.name FROM "{Person._meta.db_table}" AS person
                WHERE person.club_id = %s AND person.id = seat.player_id
            ),
            EXISTS (
                SELECT 1 FROM "{HandEvent._meta.db_table}" AS event
                WHERE event.club_id = %s AND event.evening_id = held.evening_id AND event.id {among}
            ),
            (
                SELECT seen.revision FROM "{evening}" AS seen
                WHERE seen.club_id = %s AND seen.id = held.evening_id
            )
        FROM held
            JOIN "{seat}" AS seat
                ON seat.club_id = %s AND seat.evening_id = held.evening_id
    """
