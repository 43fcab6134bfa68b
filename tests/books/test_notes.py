"""What people type to an amount or a hand: beside the chains, so that it can be erased and every hash stays right."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorebook.clubs.models import TypedText
from scorebook.core import append_only
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services
from scorebook.play.hand_event_codec import facts_of_event
from scorebook.play.models import HandEvent
from scorebook.play.queries import statements
from scorebook.play.queries.evening_sheets import hand_history
from tests.support.played_evening import PlayedEvening, new_evening, ramsch, rufer

FINE, AGREED = "Beppo hat gepasst", "Cilli hat falsch gegeben"
GONE = "(note deleted)"


def agreed(why: str = AGREED) -> dict[str, object]:
    return {"contract": "agreed", "points": {"Anna": 30, "Beppo": 0, "Cilli": -30, "Done": 0}, "why": why}


@pytest.fixture
def evening(db: None) -> PlayedEvening:
    """Hand 1 was settled by the table itself, and Beppo pays a fine."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(agreed())
    fine(evening)
    return evening


def fine(evening: PlayedEvening, note: str = FINE, key: UUID | None = None) -> Entry:
    return services.charge_in_evening(
        evening=evening.stored,
        key=key or uuid4(),
        amounts={evening.players["Beppo"].pk: 50},
        note=note,
        by="scribe",
        at=evening.now(),
    )


def erase(text: str) -> None:
    """With the triggers on: the only change that they let pass."""
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_typedtext SET text = '', salt = '' WHERE text = %s", [text])
        assert cursor.rowcount >= 1


def rows(*model: type[models.Model]) -> Iterator[str]:
    for one in model:
        yield from (str(row) for row in one._default_manager.values())


def notes_of(evening: PlayedEvening, name: str) -> list[str | None]:
    found = statements.player_statement(club=evening.club, unit="EUR", player=evening.players[name])
    return [line.note for line in found.lines]


def test_what_was_typed_stands_in_no_chain(evening: PlayedEvening) -> None:
    for row in rows(Entry, HandEvent):
        assert FINE not in row and AGREED not in row
    assert sorted(TypedText.objects.filter(text__in=[FINE, AGREED]).values_list("text", flat=True)) == [FINE, AGREED]
    assert evening.sheet().lines[0].report.to_json()["why"] == AGREED
    assert [reason.args for reason in evening.sheet().lines[0].score.reasons] == [{"why": AGREED}]
    assert notes_of(evening, "Beppo") == [FINE]
    assert audit_club(evening.club) is None


def test_an_erased_text_leaves_every_hash_and_receipt_right(evening: PlayedEvening, client: Client) -> None:
    receipt, last_hash = books.chain_receipt(evening.club), evening.fresh().last_hash
    for text in (FINE, AGREED):
        erase(text)
    assert audit_club(evening.club) is None
    assert (books.chain_receipt(evening.club), evening.fresh().last_hash) == (receipt, last_hash)
    assert books.verify_receipt(club=evening.club, entries=receipt.entries, hash_start=receipt.hash[:16]) is None
    assert notes_of(evening, "Beppo") == [None]
    evening.record(rufer("Anna", "Beppo"))
    assert audit_club(evening.club) is None


def test_the_pages_say_that_a_note_is_no_longer_there(evening: PlayedEvening, client: Client) -> None:
    stored, beppo, anna = evening.fresh(), evening.players["Beppo"].pk, evening.players["Anna"].pk
    token, club = stored.scribe_token, stored.club.keeper_token
    pages = {
        f"/t/{token}/": AGREED,
        f"/t/{token}/hands/1/": AGREED,
        f"/t/{token}/players/{anna}/": AGREED,
        f"/t/{token}/players/{beppo}/": FINE,
        f"/c/{club}/players/{beppo}/": FINE,
        f"/t/{token}/settle/extras": FINE,
        f"/api/v1/evenings/{token}": AGREED,
    }
    headers = {"Accept-Language": "en"}
    before = {path: client.get(path, headers=headers) for path in pages}
    assert [path for path, text in pages.items() if text not in before[path].content.decode()] == []
    for text in (FINE, AGREED):
        erase(text)
    after = {path: client.get(path, headers=headers).content.decode() for path in pages}
    assert [path for path, text in pages.items() if text in after[path] or GONE not in after[path]] == []


def test_a_repeat_is_a_repeat_and_another_note_is_another_content(evening: PlayedEvening) -> None:
    key, hand_key = uuid4(), uuid4()
    first, hand = fine(evening, key=key), evening.record(agreed(), key=hand_key, known=1)
    texts = TypedText.objects.count()
    assert (fine(evening, key=key), evening.record(agreed(), key=hand_key, known=1)) == (first, hand)
    assert TypedText.objects.count() == texts
    for other in ("", "Cilli hat gepasst"):
        with pytest.raises(ledger.KeyConflict), transaction.atomic():
            fine(evening, other, key=key)
    with pytest.raises(services.KeyReused), transaction.atomic():
        evening.record(agreed("Done hat falsch gegeben"), key=hand_key, known=1)
    for text in (FINE, AGREED):
        erase(text)
    assert (fine(evening, key=key), evening.record(agreed(), key=hand_key, known=1)) == (first, hand)


def test_corrected_replayed_and_struck_out_hands_keep_one_text(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.correct(1, agreed("Cilli hat zweimal gegeben"))
    evening.void(1)
    history = [(event.kind, event.note.text if event.note else None) for event in hand_history(evening.stored, 1)]
    assert history == [
        ("recorded", AGREED),
        ("corrected", "Cilli hat zweimal gegeben"),
        ("voided", "Cilli hat zweimal gegeben"),
    ]
    assert TypedText.objects.filter(text="Cilli hat zweimal gegeben").count() == 1
    erase("Cilli hat zweimal gegeben")
    evening.correct(1, agreed("doch nicht"))
    assert audit_club(evening.club) is None


def test_a_note_costs_no_statement(evening: PlayedEvening) -> None:
    """Nor does a hand without two sides, which no pair of players is counted in."""
    evening.record(ramsch("Cilli"))
    costs = []
    for hand in (ramsch("Cilli"), agreed()):
        known = evening.fresh().hand_count
        with CaptureQueriesContext(connection) as queries:
            evening.record(hand, known=known)
        costs.append(len(queries))
    assert costs[0] == costs[1]


# -- any other change is found -----------------------------------------------------------------------------------------

FORBIDDEN = [
    "UPDATE clubs_typedtext SET text = 'x'",
    "UPDATE clubs_typedtext SET text = ''",
    "UPDATE clubs_typedtext SET salt = ''",
    "UPDATE clubs_typedtext SET text = '', salt = 'f00'",
    "UPDATE clubs_typedtext SET text = '', salt = '', id = 'f00' WHERE text = 'Beppo hat gepasst'",
    "UPDATE clubs_typedtext SET text = '', salt = '', club_id = NULL",
    "DELETE FROM clubs_typedtext",
    "DELETE FROM clubs_typedtext WHERE text = ''",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_database_lets_nothing_pass_but_erasing(evening: PlayedEvening, statement: str) -> None:
    erase(AGREED)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


NOTE = "(SELECT note_id FROM {} WHERE note_id IS NOT NULL)"
ENTRY_NOTE, HAND_NOTE = NOTE.format("ledger_entry"), NOTE.format("play_handevent")
TAMPERED = {
    "text of an entry": (f"UPDATE clubs_typedtext SET text = 'x' WHERE id = {ENTRY_NOTE}", "entry 2: text_changed"),
    "salt of an entry": (f"UPDATE clubs_typedtext SET salt = 'x' WHERE id = {ENTRY_NOTE}", "entry 2: text_changed"),
    "text without its salt": (f"UPDATE clubs_typedtext SET text = '' WHERE id = {ENTRY_NOTE}", "entry 2: text_changed"),
    "salt without its text": (f"UPDATE clubs_typedtext SET salt = '' WHERE id = {ENTRY_NOTE}", "entry 2: text_changed"),
    "commitment of an entry": (
        f"UPDATE ledger_entry SET note_id = {HAND_NOTE} WHERE note_id IS NOT NULL", "entry 2: entry_changed"
    ),
    "no commitment of an entry": (
        "UPDATE ledger_entry SET note_id = NULL WHERE note_id IS NOT NULL", "entry 2: entry_changed"
    ),
    "text of a hand": (f"UPDATE clubs_typedtext SET text = 'x' WHERE id = {HAND_NOTE}", "hand 1, note: text_changed"),
    "salt of a hand": (f"UPDATE clubs_typedtext SET salt = 'x' WHERE id = {HAND_NOTE}", "hand 1, note: text_changed"),
    "commitment of a hand": (
        f"UPDATE play_handevent SET note_id = {ENTRY_NOTE} WHERE note_id IS NOT NULL", "hand 1: event_changed"
    ),
    "no commitment of a hand": (
        "UPDATE play_handevent SET note_id = NULL WHERE note_id IS NOT NULL", "hand 1: hand_impossible"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_any_other_change_is_found(evening: PlayedEvening, name: str) -> None:
    statement, place = TAMPERED[name]
    connection.check_constraints()
    append_only.drop_triggers(connection, append_only.protected_tables())
    with connection.cursor() as cursor:
        cursor.execute(statement)
        assert cursor.rowcount == 1
    difference = audit_club(evening.club)
    assert difference is not None and place in str(difference).partition(", expected")[0]


def test_a_note_of_any_hand_can_be_erased_and_every_hash_stays_right(evening: PlayedEvening) -> None:
    """Beside the note stands why, where the table settled the hand: one text, and both come back."""
    key, hand = uuid4(), dict(rufer("Anna", "Beppo")) | {"note": "Anna hat gejodelt"}
    event = evening.record(hand, key=key)
    both = evening.record(agreed() | {"note": "Beppo zahlt die Runde"})
    assert "note" not in event.report and not {"note", "why"} & both.report.keys()
    assert facts_of_event(event)["note"] == "Anna hat gejodelt"
    assert {name: facts_of_event(both)[name] for name in ("why", "note")} == {
        "why": AGREED, "note": "Beppo zahlt die Runde",
    }  # fmt: skip
    assert evening.record(hand, key=key, known=1).pk == event.pk
    with pytest.raises(services.KeyReused):
        evening.record(hand | {"note": "jemand anders"}, key=key, known=1)
    TypedText.objects.filter(text__contains="gejodelt").erase()
    assert audit_club(evening.club) is None
    assert facts_of_event(HandEvent.objects.get(pk=event.pk))["note"] not in ("", "Anna hat gejodelt")
    assert evening.record(hand | {"note": "jemand anders"}, key=key, known=1).pk == event.pk
