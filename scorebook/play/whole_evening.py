"""An evening with all that its next hand needs, seen or held: one statement.

Held it is for whoever writes in a transaction: it locks the evening first and then the books of its club, as everybody
does who writes in both. On PostgreSQL what is locked is read as it is now, and all else as it was when the statement
began: where somebody wrote in between, it is asked once more. On SQLite the transaction holds the whole file.

Seen it is without a lock: whoever writes then says what it was (`rows.Update`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import connection

from rules import Player
from scorebook.clubs.models import Player as Person
from scorebook.core import rows
from scorebook.ledger.models import Chain
from scorebook.play.models import Evening, HandEvent, Seat

_READ = (("evening", Evening), ("chain", Chain), ("seat", Seat))


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeEvening:
    """seats: all stays at the table. names: of those who stayed there.
    has_key: whether a hand of the evening has one of the keys already.
    """

    evening: Evening
    chain: Chain
    seats: Sequence[Seat]
    names: Mapping[Player, str]
    has_key: bool


def seen_evening(*, scribe_token: str, keys: Collection[UUID]) -> WholeEvening | None:
    """The evening of a scribe link as it is at the moment; None where the link opens nothing."""
    found = _asked(scribe_token, keys, holds=False)
    return found[0] if found else None


def held_evening(*, scribe_token: str, keys: Collection[UUID]) -> WholeEvening | None:
    """The same, held until the transaction ends."""
    while found := _asked(scribe_token, keys, holds=True):
        held, seen_revision = found
        if held.evening.revision == seen_revision:
            return held
    return None


def _asked(scribe_token: str, keys: Collection[UUID], *, holds: bool) -> tuple[WholeEvening, int] | None:
    ids = [HandEvent._meta.pk.get_db_prep_value(key, connection) for key in keys]
    params = [scribe_token, ids] if connection.vendor == "postgresql" else [scribe_token, *ids]
    with rows.execute_prepared(_statement(connection.vendor, len(ids), holds=holds), params) as cursor:
        found = cursor.fetchall()
    if not found:
        return None
    evening, chain, _ = _instances(found[0])
    seats = [_instances(row, only="seat")[0] for row in found]
    names = [row[-3] for row in found]
    held = WholeEvening(
        evening=evening,
        chain=chain,
        seats=seats,
        names={seat.of_player: name for seat, name in zip(seats, names, strict=True)},
        has_key=bool(found[0][-2]),
    )
    return held, found[0][-1]


def _instances(row: Sequence[Any], *, only: str = "") -> list[Any]:
    found, place = [], 0
    for alias, model in _READ:
        end = place + rows.column_count(model)
        if only in ("", alias):
            found.append(rows.instance(model, row[place:end]))
        place = end
    return found


@lru_cache
def _statement(vendor: str, keys: int, *, holds: bool) -> str:
    """Rows: one for each stay, with all else repeated.

    Evening and books are locked in a part of its own: once, however many stays there are, and what was waited for is
    looked at again once. The name is no join: without statistics PostgreSQL would begin with the people, and read all
    their stays.
    """
    tables = {alias: model._meta.db_table for alias, model in _READ}
    locked = ", ".join(rows.columns_sql(model, alias, named=f"{alias}_") for alias, model in _READ[:2])
    columns = [rows.columns_sql(model, "held", prefix=f"{alias}_") for alias, model in _READ[:2]]
    among = "= ANY(%s::uuid[])" if vendor == "postgresql" else f"IN ({', '.join('%s' for _ in range(keys))})"
    hold = "FOR NO KEY UPDATE" if holds and vendor == "postgresql" else ""
    return f"""
        WITH held AS (
            SELECT {locked}
            FROM "{tables["evening"]}" AS evening
                JOIN "{tables["chain"]}" AS chain ON chain.club_id = evening.club_id
            WHERE evening.scribe_token = %s
            {hold}
        )
        SELECT {", ".join(columns)}, {rows.columns_sql(Seat, "seat")},
            (
                SELECT person.name FROM "{Person._meta.db_table}" AS person
                WHERE person.club_id = seat.club_id AND person.id = seat.player_id
            ),
            EXISTS (
                SELECT 1 FROM "{HandEvent._meta.db_table}" AS event
                WHERE event.club_id = held.evening_club_id AND event.evening_id = held.evening_id AND event.id {among}
            ),
            (
                SELECT seen.revision FROM "{tables["evening"]}" AS seen
                WHERE seen.club_id = held.evening_club_id AND seen.id = held.evening_id
            )
        FROM held
            JOIN "{tables["seat"]}" AS seat
                ON seat.club_id = held.evening_club_id AND seat.evening_id = held.evening_id
    """
