"""Changed rows of a club's season events are found by the audit, with their place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection

from scorebook.clubs.club_groups import club_group
from scorebook.core import append_only
from scorebook.operations.audit.full_audit import audit_club
from scorebook.standings.models import SeasonEvent
from scorebook.standings.seasons import season_queries
from scorebook.standings.seasons.season_verification import season_chain_differences
from tests.standings.club_season import YEAR, Club2026, two_evenings


@pytest.fixture
def unguarded(db: None) -> Club2026:
    """Agreed, changed, closed, reopened, closed again; and the triggers are away."""
    table = two_evenings()
    table.agree()
    table.change(replace(YEAR, best=4))
    table.close()
    table.reopen()
    table.close()
    connection.check_constraints()
    append_only.drop_triggers(connection, append_only.protected_tables())
    return table


NAME, EVENT = "(SELECT text_id FROM standings_seasonevent WHERE seq = 1)", "UPDATE standings_seasonevent SET "
NOBODY = "'00000000000040008000000000000001'"
TAMPERED = {
    "id": (f"{EVENT} id = {NOBODY} WHERE seq = 3", "season event 3: season_event_changed"),
    "season": (f"{EVENT} season = {NOBODY} WHERE seq = 3", "season event 3: season_event_changed"),
    "seq": (f"{EVENT} seq = 9 WHERE seq = 5", "season event 5: season_event_missing"),
    "kind": (f"{EVENT} kind = 'changed' WHERE seq = 4", "season event 4: season_event_changed"),
    "facts": (
        f"{EVENT} facts = REPLACE({{facts}}, '130', '230') WHERE seq = 3", "season event 3: season_event_changed"
    ),
    "text_id": (f"{EVENT} text_id = NULL WHERE seq = 4", "season event 4: text_missing"),
    "recorded_by": (f"{EVENT} recorded_by = 'Sepp' WHERE seq = 5", "season event 5: season_event_changed"),
    "recorded_at": (
        f"{EVENT} recorded_at = '2026-01-01 00:00:00+00:00' WHERE seq = 2", "season event 2: season_event_changed"
    ),
    "previous_hash": (f"{EVENT} previous_hash = 'f00' WHERE seq = 3", "season event 3: previous_hash"),
    "hash": (f"{EVENT} hash = 'f00' WHERE seq = 3", "season event 4: previous_hash"),
    "an event is gone": ("DELETE FROM standings_seasonevent WHERE seq = 4", "season event 4: season_event_missing"),
    "order": (f"{EVENT} kind = 'reopened' WHERE seq = 2", "season event 2: season_out_of_order"),
    "an agreement": (f"{EVENT} facts = '{{}}' WHERE seq = 2", "season event 2: season_unreadable"),
    "a table": (f"{EVENT} facts = '{{}}' WHERE seq = 5", "season event 5: season_unreadable"),
    "the name": (f"UPDATE clubs_typedtext SET text = 'x' WHERE id = {NAME}", "season event 1: text_changed"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_a_change_of_any_column_is_found(unguarded: Club2026, name: str) -> None:
    statement, place = TAMPERED[name]
    is_postgresql = connection.vendor == "postgresql"
    facts = "facts::text" if is_postgresql else "facts"
    with connection.cursor() as cursor:
        sql = statement.replace("{facts}", facts).replace("{{}}", "{}")
        cursor.execute(sql.replace("'230')", "'230')::jsonb") if is_postgresql else sql)
        assert cursor.rowcount == 1
    assert place in [f"{one.place}: {one.code}" for one in season_chain_differences(unguarded.club)]
    found = audit_club(unguarded.club)
    assert found is not None and found.place.startswith("season event")


def test_every_column_has_its_row() -> None:
    columns = {column.column for column in SeasonEvent._meta.concrete_fields} - {"club_id"}
    assert columns <= TAMPERED.keys()


def test_an_erased_name_leaves_every_hash_right(unguarded: Club2026) -> None:
    """The one thing that may be done: forget what somebody typed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE clubs_typedtext SET text = '', salt = '' WHERE id IN (SELECT text_id FROM standings_seasonevent)"
        )
    assert list(season_chain_differences(unguarded.club)) == []
    [season] = season_queries.seasons_of(club_group(unguarded.club.pk))
    assert season.name == ""
