"""Changes of the database from outside that the audit may miss, each with the reason.

A test makes every change to every column and row. Changes that are found must not stand here, and those that are
missed must; docs/operation.md has the same list.
"""

from collections.abc import Sequence
from dataclasses import dataclass

ROW_ADDED, ROW_REMOVED = "row added", "row removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unproved:
    table: str
    changes: Sequence[str]  # columns, ROW_ADDED or ROW_REMOVED
    reason: str


UNPROVED: Sequence[Unproved] = (
    Unproved(
        table="accounts_user",
        changes=(
            "id",
            "username",
            "password",
            "is_staff",
            "is_active",
            "last_login",
            "created_at",
            ROW_ADDED,
            ROW_REMOVED,
        ),
        reason="who runs the site is in no chain; `/admin/` lists every account, so look there for strange ones",
    ),
    Unproved(
        table="clubs_club",
        changes=("calendar_seed", "keeper_link_kept_at", "group_version", "imported_at", "arriving_from"),
        reason="they are no part of the books: the calendar's address, what pages compare, imports and moves",
    ),
    Unproved(
        table="clubs_device",
        changes=(
            "id",
            "club_id",
            "key_hash",
            "role",
            "browser",
            "system",
            "admitted_at",
            "used_at",
            "requested_player_id",
            ROW_ADDED,
            ROW_REMOVED,
        ),
        reason="a device is a key and no part of the books; the page of links lists all, and strange ones too",
    ),
    Unproved(
        table="clubs_endedclub",
        changes=("id", "club_id", "ended_at", "file_sha256", "heads", "moved_to", ROW_ADDED, ROW_REMOVED),
        reason="the club is gone; its file and earlier anchors contradict a changed note",
    ),
    Unproved(
        table="clubs_typedtext",
        changes=(ROW_ADDED,),
        reason="no event names the text, so no page shows it",
    ),
    Unproved(
        table="ledger_plan",
        changes=("id", "method", "treasurer_id", "is_proven"),
        reason="if its payments, or none, fit several methods; the payments still settle everything",
    ),
    Unproved(
        table="ledger_plannedpayment",
        changes=("id",),
        reason="no entry names the payment before it is paid",
    ),
    Unproved(
        table="play_seat",
        changes=("id",),
        reason="no row refers to a seat by its id",
    ),
    Unproved(
        table="play_shelvedevening",
        changes=("evening_id", "kind", "shelved_by", "shelved_at", ROW_ADDED, ROW_REMOVED),
        reason="lists leave the evening out or show it again; its hands, money and results count as before",
    ),
    Unproved(
        table="standings_memory",
        changes=(ROW_REMOVED,),
        reason="the row holds nothing; it is locked while ratings are counted",
    ),
)
