"""Where the lists of a club's events end is kept, so that none of them can lose its last row unnoticed."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import QuerySet

from scorebook.clubs import identities
from scorebook.clubs.models import ChainEnd, Club, ClubEvent
from scorebook.core import append_only
from scorebook.exchange.models import Import
from scorebook.operations.audit.full_audit import audit_club
from scorebook.standings.models import SeasonEvent
from tests.exchange.club_with_everything import WRITTEN_AT, club_with_everything

pytestmark = pytest.mark.django_db

LISTS: dict[str, Any] = {"club_events": ClubEvent, "seasons": SeasonEvent, "imports": Import}
FILLED_BY = ("clubs.migrations.0004_chain_ends.fill_ends_of_club_events",
             "standings.migrations.0003_ends_of_seasons.fill_ends_of_seasons",
             "exchange.migrations.0002_ends_of_imports.fill_ends_of_imports")  # fmt: skip


@pytest.fixture
def club() -> Club:
    """Its triggers are away."""
    club = club_with_everything()
    connection.check_constraints()
    append_only.drop_triggers(connection, append_only.protected_tables())
    return club


def stored_ends() -> list[tuple[object, ...]]:
    return list(ChainEnd.objects.order_by("club_id", "name").values_list("club_id", "name", "length", "hash"))


def last_of(club: Club, name: str) -> Any:
    rows = LISTS[name].objects.filter(club=club)
    return rows.order_by("recorded_at", "pk").last() if name == "imports" else rows.order_by("seq").last()


def remove_row(row: Any) -> None:
    QuerySet(type(row)).filter(pk=row.pk)._raw_delete(connection.alias)


@pytest.mark.parametrize("name", LISTS)
def test_a_list_without_its_last_row_is_found(club: Club, name: str) -> None:
    remove_row(last_of(club, name))
    found = audit_club(club)
    assert found is not None and (found.code, found.place) == ("chain_end", name)


@pytest.mark.parametrize("name", LISTS)
def test_an_end_that_is_gone_is_found(club: Club, name: str) -> None:
    ChainEnd.objects.filter(club=club, name=name).delete()
    found = audit_club(club)
    assert found is not None and (found.code, found.place, found.found) == ("chain_end", name, "")


def test_a_leave_rewritten_as_a_join_is_found(club: Club) -> None:
    QuerySet(ClubEvent).filter(club=club, kind="left_ratings").update(kind="joined_ratings")
    found = audit_club(club)
    assert found is not None and found.place == "club_events"


def test_the_next_event_goes_on_where_the_last_one_ended(club: Club) -> None:
    before = ChainEnd.objects.get(club=club, name="club_events")
    beppo = club.players.get(name="Beppo der Jüngere")
    identities.join_ratings(player=beppo, key=uuid4(), by="club link", at=WRITTEN_AT)
    after = ChainEnd.objects.get(club=club, name="club_events")
    assert after.length == before.length + 1 == last_of(club, "club_events").seq
    assert after.hash != before.hash
    assert audit_club(club) is None


def test_the_migrations_fill_in_what_the_program_would_have_kept(club: Club) -> None:
    kept = stored_ends()
    assert {name for _club, name, *_end in kept} == LISTS.keys()
    ChainEnd.objects.all().delete()
    for path in FILLED_BY:
        module, _, function = path.rpartition(".")
        getattr(import_module(f"scorebook.{module}"), function)(apps, connection.schema_editor())
    assert stored_ends() == kept
