"""Every name that was ever given: who gave it, when, and that nobody can say otherwise later."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorebook.clubs import name_chain
from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.club_verification import verify_names
from scorebook.clubs.models import Club, NameEvent, Player, TypedText
from scorebook.clubs.name_chain import FormerName
from scorebook.clubs.names import folded_name, substitute_name
from scorebook.clubs.services import create_club, enrol_players, rename_club, rename_player
from scorebook.core import append_only, canonical_hash
from tests.clubs.test_clubs import TONIGHT

LATER = TONIGHT + timedelta(days=7)
BY = "club link"


@pytest.fixture
def club(db: None) -> Club:
    return create_club(key=uuid4(), name="Stammtisch Linde", by=BY, at=TONIGHT)


def enrol(club: Club, *names: str) -> list[Player]:
    return enrol_players(club=club, names=names, by=BY, at=TONIGHT)


def name_differences(club: Club) -> list[AuditDifference]:
    club = Club.objects.get(pk=club.pk)
    return list(verify_names(club, name_chain.name_events(club)))


def recorded_namings(club: Club) -> list[tuple[str, str, str]]:
    return [(event.kind, event.text.text, event.recorded_by) for event in name_chain.name_events(club)]


def test_each_name_is_an_event_with_who_and_when(club: Club) -> None:
    [anna, beppo] = enrol(club, "Anna", "Beppo")
    rename_player(player=beppo, name="Giuseppe", by="scribe link", at=LATER)
    rename_club(club=club, name="Krone", by=BY, at=LATER)
    assert recorded_namings(club) == [
        ("founded", "Stammtisch Linde", BY),
        ("enrolled", "Anna", BY),
        ("enrolled", "Beppo", BY),
        ("renamed", "Giuseppe", "scribe link"),
        ("renamed", "Krone", BY),
    ]
    assert [event.recorded_at for event in name_chain.name_events(club)] == [TONIGHT] * 3 + [LATER] * 2
    assert name_chain.former_names_of_club(club) == (FormerName(name="Stammtisch Linde", until=LATER),)
    assert name_chain.former_names_of(beppo) == (FormerName(name="Beppo", until=LATER),)
    assert (name_chain.former_names_of(anna), name_differences(club)) == ((), [])


def test_a_repeat_writes_no_second_event(club: Club) -> None:
    keys = [uuid4(), uuid4()]
    for _ in range(2):
        create_club(key=club.pk, name="Stammtisch Linde", by=BY, at=LATER)
        players = enrol_players(club=club, names=["Anna", "Beppo"], keys=keys, by=BY, at=LATER)
        rename_player(player=players[0], name="Anna", by=BY, at=LATER)
        rename_club(club=club, name="Stammtisch Linde", by=BY, at=LATER)
    assert [kind for kind, _, _ in recorded_namings(club)] == ["founded", "enrolled", "enrolled"]
    assert name_differences(club) == []


def test_a_chain_holds_no_name(club: Club) -> None:
    """Only a commitment, and never the same one twice: who has the chain cannot tell that two are called Anna."""
    enrol(club, "Anna", "Beppo")
    other = create_club(key=uuid4(), name="Krone", by=BY, at=TONIGHT)
    enrol(other, "Anna")
    for row in NameEvent.objects.values():
        assert not {"Anna", "Beppo"} & {str(value) for value in row.values()}
    annas = TypedText.objects.filter(text="Anna")
    assert len({text.pk for text in annas}) == len({text.salt for text in annas}) == 2
    for text in annas:
        assert len(bytes.fromhex(text.salt)) * 8 >= 128
        assert text.pk == canonical_hash.salted_commitment(salt=text.salt, text="Anna")


def test_enrolling_twenty_costs_no_more_than_one(club: Club) -> None:
    costs = []
    for names in (["Anna"], [f"Gast {number}" for number in range(20)]):
        club.refresh_from_db()  # as each request reads it
        with CaptureQueriesContext(connection) as queries:
            enrol(club, *names)
        costs.append(len(queries))
    assert costs[0] == costs[1]


# -- what somebody who owns the database may do to it ------------------------------------------------------------------


@pytest.fixture
def unguarded(club: Club) -> Club:
    """Anna, and Beppo, who is called Giuseppe since; the triggers are away."""
    beppo = enrol(club, "Anna", "Beppo")[1]
    rename_player(player=beppo, name="Giuseppe", by=BY, at=LATER)
    connection.check_constraints()
    append_only.drop_triggers(connection, append_only.protected_tables())
    return club


RENAMED = "(SELECT text_id FROM clubs_nameevent WHERE seq = 4)"
TAMPERED = {
    "the player's name": ("UPDATE clubs_player SET name = 'Sepp' WHERE name = 'Anna'", "Sepp's name: name_changed"),
    "how it is compared": (
        "UPDATE clubs_player SET name_folded = 'sepp' WHERE name = 'Anna'", "Anna's name: name_changed"
    ),
    "since when they are there": (
        "UPDATE clubs_player SET created_at = '2020-01-01 00:00:00+00:00' WHERE name = 'Anna'",
        "Anna's name: name_changed",
    ),
    "the club's name": ("UPDATE clubs_club SET name = 'Krone'", "the club's name: name_changed"),
    "the club's founding": (
        "UPDATE clubs_club SET created_at = '2020-01-01 00:00:00+00:00'", "the club's founding: name_changed"
    ),
    "how many names": ("UPDATE clubs_club SET names_length = 3", "names: names_length"),
    "the head": ("UPDATE clubs_club SET names_head = 'f00'", "names: names_head"),
    "id": (
        "UPDATE clubs_nameevent SET id = '00000000000040008000000000000001' WHERE seq = 2", "name 2: name_event_changed"
    ),
    "seq": ("UPDATE clubs_nameevent SET seq = 9 WHERE seq = 4", "name 4: name_missing"),
    "kind": ("UPDATE clubs_nameevent SET kind = 'enrolled' WHERE seq = 4", "name 4: name_event_changed"),
    "player_id": (
        "UPDATE clubs_nameevent SET player_id = (SELECT player_id FROM clubs_nameevent WHERE seq = 2) WHERE seq = 4",
        "name 4: name_event_changed",
    ),
    "text_id": (
        "UPDATE clubs_nameevent SET text_id = (SELECT text_id FROM clubs_nameevent WHERE seq = 2) WHERE seq = 4",
        "name 4: name_event_changed",
    ),
    "recorded_by": ("UPDATE clubs_nameevent SET recorded_by = 'Sepp' WHERE seq = 3", "name 3: name_event_changed"),
    "recorded_at": (
        "UPDATE clubs_nameevent SET recorded_at = '2026-01-01 00:00:00+00:00' WHERE seq = 3",
        "name 3: name_event_changed",
    ),
    "previous_hash": ("UPDATE clubs_nameevent SET previous_hash = 'f00' WHERE seq = 3", "name 3: previous_hash"),
    "hash": ("UPDATE clubs_nameevent SET hash = 'f00' WHERE seq = 3", "name 3: name_event_changed"),
    "an event is gone": ("DELETE FROM clubs_nameevent WHERE seq = 3", "name 3: name_missing"),
    "the last event is gone": ("DELETE FROM clubs_nameevent WHERE seq = 4", "names: names_length"),
    "the text": (f"UPDATE clubs_typedtext SET text = 'Anna' WHERE id = {RENAMED}", "name 4: text_changed"),
    "the salt": (f"UPDATE clubs_typedtext SET salt = 'f00' WHERE id = {RENAMED}", "name 4: text_changed"),
    "the text alone erased": (f"UPDATE clubs_typedtext SET text = '' WHERE id = {RENAMED}", "name 4: text_changed"),
    "the salt alone erased": (f"UPDATE clubs_typedtext SET salt = '' WHERE id = {RENAMED}", "name 4: text_changed"),
    "erased, and called otherwise": (
        f"UPDATE clubs_typedtext SET text = '', salt = '' WHERE id = {RENAMED};"
        "UPDATE clubs_player SET name = 'Sepp', name_folded = 'sepp' WHERE name = 'Giuseppe'",
        "Sepp's name: name_changed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_a_change_of_any_column_is_found(unguarded: Club, name: str) -> None:
    statements, place = TAMPERED[name]
    with connection.cursor() as cursor:
        for statement in statements.split(";"):
            cursor.execute(statement)
            assert cursor.rowcount == 1
    assert place in [f"{one.place}: {one.code}" for one in name_differences(unguarded)]


def test_every_column_has_its_row() -> None:
    columns = {field.column for field in NameEvent._meta.concrete_fields} - {"club_id"}  # that has a test below
    assert columns <= TAMPERED.keys()


def test_a_name_in_another_club_is_found(unguarded: Club) -> None:
    other = create_club(key=uuid4(), name="Krone", by=BY, at=TONIGHT)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_player SET club_id = %s WHERE name = 'Anna'", [player_id(other)])
    assert {"name 2: name_of_other_club"} == {f"{one.place}: {one.code}" for one in name_differences(unguarded)}
    assert {"Anna's name: name_not_enrolled"} == {f"{one.place}: {one.code}" for one in name_differences(other)}
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_nameevent SET club_id = %s, seq = 2 WHERE seq = 2", [player_id(other)])
        cursor.execute("UPDATE clubs_typedtext SET club_id = %s WHERE text = 'Giuseppe'", [player_id(other)])
    assert "name_event_changed" in [one.code for one in name_differences(other)]
    assert "text_changed" in [one.code for one in name_differences(unguarded)]


def player_id(club: Club) -> str:
    return club.pk.hex if connection.vendor == "sqlite" else str(club.pk)


# -- what may be forgotten ---------------------------------------------------------------------------------------------


def erase_text(text: str) -> None:
    """With the triggers on: the only change that they let pass."""
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_typedtext SET text = '', salt = '' WHERE text = %s", [text])
        assert cursor.rowcount == 1


def test_a_former_name_can_be_erased_and_every_hash_stays_right(club: Club) -> None:
    beppo = enrol(club, "Anna", "Beppo")[1]
    rename_player(player=beppo, name="Giuseppe", by=BY, at=LATER)
    before = [event.hash for event in name_chain.name_events(club)]
    erase_text("Beppo")
    assert name_differences(club) == []
    assert [event.hash for event in name_chain.name_events(club)] == before
    assert name_chain.former_names_of(beppo) == (FormerName(name="", until=LATER),)


def test_who_is_forgotten_is_called_by_a_word_that_nobody_chooses(club: Club) -> None:
    [anna, beppo] = enrol(club, "Anna", "Beppo")
    for player in (anna, beppo):
        erase_text(player.name)
        name = substitute_name(player.pk)
        Player.objects.filter(pk=player.pk).update(name=name, name_folded=folded_name(name))
    assert name_differences(club) == []
    assert len({player.name for player in Player.objects.all()}) == 2
