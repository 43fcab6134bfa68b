"""Somebody has a copy of the database file and changes it: the audit says where."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection

from scorebook.clubs import name_chain
from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.club_verification import verify_names
from scorebook.clubs.models import Club, Player
from scorebook.ledger.chain import entry_digest, leg_of_transfer, transfer_id
from scorebook.ledger.models import Chain, Entry, Transfer
from scorebook.operations.audit import audit_parts
from scorebook.operations.audit.full_audit import audit_club, missing_append_only_triggers
from tests.books.copies import CommandResult, demo_file, in_turn, reading, unguarded
from tests.support.process import manage

pytestmark = [pytest.mark.sqlite_only(reason="there is no file on PostgreSQL"), pytest.mark.sampled]

EVENING = "(SELECT id FROM play_evening WHERE number = {})"
TONIGHT, FIRST = EVENING.format(3), EVENING.format(1)
STANDING = f"evening_id = {TONIGHT} AND id NOT IN (SELECT replaces_id FROM play_handevent WHERE replaces_id NOT NULL)"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_file(tmp_path_factory.mktemp("demo"))


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Iterator[Path]:
    yield Path(shutil.copy(original, tmp_path / "scorebook.sqlite3"))


@pytest.fixture(autouse=True)
def _may_use_a_database(db: None) -> None:
    """Of pytest-django; the copies are read through connections of their own."""


def first_difference(file: Path) -> AuditDifference | None:
    with reading(file):
        return audit_club(Club.objects.get())


def test_what_nobody_touched_is_right(copy: Path) -> None:
    assert first_difference(copy) is None
    with reading(copy):
        assert missing_append_only_triggers() == []


# What is done to the file, and the place and code that the audit names.
TAMPERED = {
    "an amount in the ledger": (
        "UPDATE ledger_transfer SET amount_minor = amount_minor + 100"
        " WHERE position = 1 AND entry_id = (SELECT id FROM ledger_entry WHERE seq = 20)",
        "entry 20, transfer 1: transfer_changed",
    ),
    "a transfer is gone": (
        "DELETE FROM ledger_transfer WHERE position = 2 AND entry_id = (SELECT id FROM ledger_entry WHERE seq = 18)",
        "entry 18, transfer 2: transfer_missing",
    ),
    "why money moved": ("UPDATE ledger_entry SET why = 'hand 9 recorded' WHERE seq = 5", "entry 5: entry_changed"),
    "an entry is gone": (
        "DELETE FROM ledger_transfer WHERE entry_id = (SELECT id FROM ledger_entry WHERE seq = 10);"
        "DELETE FROM ledger_entry WHERE seq = 10",
        "entry 10: entry_missing",
    ),
    "the last entry is gone, and the chain shortened": (
        "DELETE FROM ledger_transfer WHERE entry_id = (SELECT id FROM ledger_entry WHERE seq = 38);"
        "UPDATE ledger_chain SET length = 37, head_hash = (SELECT hash FROM ledger_entry WHERE seq = 37);"
        "DELETE FROM ledger_entry WHERE seq = 38",
        "evening 3, hand 11: not_booked",
    ),
    "the card points of a hand, so that it is worth more": (
        f"UPDATE play_handevent SET report = json_set(report, '$.card_points', 30) WHERE {STANDING} AND no = 6",
        "evening 3, hand 6, declarer_won: score_changed",
    ),
    "the card points of a hand, worth the same": (
        f"UPDATE play_handevent SET report = json_set(report, '$.card_points', 97) WHERE {STANDING} AND no = 2",
        "evening 3, hand 2: event_changed",
    ),
    "what a hand was worth": (
        f"UPDATE play_handevent SET score = json_set(score, '$.value', 90) WHERE {STANDING} AND no = 7",
        "evening 3, hand 7, value: score_changed",
    ),
    "a hand that was corrected since": (
        f"UPDATE play_handevent SET report = json_set(report, '$.won', json('true'), '$.card_points', 70)"
        f" WHERE evening_id = {TONIGHT} AND no = 5 AND kind = 'recorded'",
        "evening 3, hand 5, declarer_won: score_changed",
    ),
    "what a hand left for the next": (
        f"UPDATE play_handevent SET state_after = json_set(state_after, '$.pot', 500) WHERE {STANDING} AND no = 4",
        "evening 3, hand 4, pot: state_changed",
    ),
    "who wrote a hand": (
        f"UPDATE play_handevent SET recorded_by = 'Sepp' WHERE {STANDING} AND no = 3",
        "evening 3, hand 3: event_changed",
    ),
    "when a hand was struck out": (
        "UPDATE play_handevent SET recorded_at = '2026-01-01 00:00:00' WHERE kind = 'voided'",
        "evening 3, hand 11: event_changed",
    ),
    "a hand is gone": (
        "DELETE FROM play_handevent WHERE kind = 'voided'; UPDATE play_evening SET revision = 14 WHERE number = 3",
        "evening 3, last_hash: evening_changed",
    ),
    "a hand in the middle is gone": (
        f"DELETE FROM play_handevent WHERE evening_id = {TONIGHT} AND no = 8",
        "evening 3, hand 9: event_missing",
    ),
    "the stake": (
        "UPDATE play_evening SET stake_minor = 2 WHERE number = 3",
        "evening 3, opened after hand 0, the opening, or what was agreed at it: event_changed",
    ),
    "a house rule that the game does not have": (
        "UPDATE play_evening SET ruleset = json_set(ruleset, '$.house_rules.colour', 80) WHERE number = 3",
        "evening 3, ruleset: unreadable",
    ),
    "a house rule": (
        "UPDATE play_evening SET ruleset = json_set(ruleset, '$.house_rules.solo_tariff', 80) WHERE number = 3",
        "evening 3, opened after hand 0, the opening, or what was agreed at it: event_changed",
    ),
    "who sat down": (
        f"UPDATE play_eveningevent SET facts = json_set(facts, '$.players[0]', json_extract(facts, '$.players[1]'),"
        f" '$.players[1]', json_extract(facts, '$.players[0]')) WHERE evening_id = {TONIGHT}",
        "evening 3, opened after hand 0, the opening, or what was agreed at it: event_changed",
    ),
    "points of a seat": (
        f"UPDATE play_seat SET points = points + 10 WHERE place = 2 AND evening_id = {FIRST}",
        "evening 1, Sepp's points: seat_changed",
    ),
    "money of a seat": (
        f"UPDATE play_seat SET amount_minor = 0 WHERE place = 4 AND evening_id = {TONIGHT}",
        "evening 3, Xaver's amount_minor: seat_changed",
    ),
    "a seat is gone": (
        f"DELETE FROM play_seat WHERE place = 4 AND evening_id = {FIRST}",
        "evening 1, place 4 from hand 1: seat_missing",
    ),
    "an evening goes on in secret": (
        "UPDATE play_evening SET closed_at = NULL WHERE number = 1",
        "evening 1, closed_at: evening_changed",
    ),
    "the pot": (
        "UPDATE play_evening SET state = json_set(state, '$.pot', 300) WHERE number = 3",
        "evening 3, state: evening_changed",
    ),
    "when it was to end": (
        "UPDATE play_evening SET agreed_end = '{\"rounds\": 9}' WHERE number = 3",
        "evening 3, agreed_end: evening_changed",
    ),
    "what is still to be paid": (
        "UPDATE ledger_plannedpayment SET amount_minor = 1 WHERE amount_minor = 230",
        "evening 2, the plan: plan_does_not_settle",
    ),
    "who was paid": (
        "UPDATE ledger_plannedpayment SET payee_id = payer_id, payer_id = payee_id WHERE amount_minor = 130",
        "evening 1, the plan, entry 9: payment_unlike_plan",
    ),
    "a whole evening is gone": (
        f"DELETE FROM play_handevent WHERE evening_id = {EVENING.format(2)};"
        f"DELETE FROM play_eveningevent WHERE evening_id = {EVENING.format(2)};"
        f"DELETE FROM play_seat WHERE evening_id = {EVENING.format(2)};"
        "DELETE FROM play_evening WHERE number = 2",
        "evening 2: evening_missing",
    ),
    "a hand that cannot be read": (
        f"UPDATE play_handevent SET \"table\" = '[]' WHERE {STANDING} AND no = 3",
        "evening 3, event 4: unreadable",
    ),
    "a hand that cannot have been": (
        f"UPDATE play_handevent SET report = json_set(report, '$.card_points', 500) WHERE {STANDING} AND no = 6",
        "evening 3, hand 6: hand_impossible",
    ),
    "two people trade names, and nobody wrote it down": (
        "UPDATE clubs_player SET name = 'x', name_folded = 'x' WHERE name = 'Resi';"
        "UPDATE clubs_player SET name = 'Resi', name_folded = 'resi' WHERE name = 'Sepp';"
        "UPDATE clubs_player SET name = 'Sepp', name_folded = 'sepp' WHERE name = 'x'",
        "'s name: name_changed",
    ),
    "who was enrolled as whom": (
        "UPDATE clubs_nameevent SET player_id = (SELECT id FROM clubs_player WHERE name = 'Sepp') WHERE seq = 2",
        "name 2: name_event_changed",
    ),
    "what somebody was called at first": (
        "UPDATE clubs_typedtext SET text = 'Rosi' WHERE text = 'Resi'",
        "name 2: text_changed",
    ),
    "whom an evening knew": (
        "UPDATE play_evening SET names_head = 'f00' WHERE number = 2",
        "evening 2: names_rewritten",
    ),
    "that an evening knew anybody": (
        "UPDATE play_evening SET names_head = '' WHERE number = 2",
        "evening 2, opened after hand 0, the opening, or what was agreed at it: event_changed",
    ),
    "what a player has won in a month": (
        "UPDATE play_monthtotal SET amount_minor = amount_minor + 1",
        " for EUR: month_changed",
    ),
    "a month is gone": (
        "DELETE FROM play_monthtotal WHERE player_id = (SELECT id FROM clubs_player WHERE name = 'Sepp')",
        ", Sepp, bavarian for EUR: month_changed",
    ),
    "how a player fared with a contract": (
        "UPDATE play_monthcontract SET declared_won = declared_won + 1"
        " WHERE player_id = (SELECT id FROM clubs_player WHERE name = 'Sepp')",
        ", Sepp: month_changed",
    ),
    "how two fared together": (
        "DELETE FROM play_monthpair",
        " two in bavarian for EUR",
    ),
    "a contract in a year without an evening": (
        "UPDATE play_monthcontract SET month = '1999-01-01'"
        " WHERE player_id = (SELECT id FROM clubs_player WHERE name = 'Sepp')",
        "1999-01 ",
    ),
    "what stands on an account": (
        "UPDATE ledger_monthmovement SET amount_minor = amount_minor + 1 WHERE account_id ="
        " (SELECT id FROM ledger_account WHERE player_id = (SELECT id FROM clubs_player WHERE name = 'Sepp'))"
        " AND NOT is_tab",
        ", Sepp in EUR: balance_changed",
    ),
    "a balance is gone": (
        "DELETE FROM ledger_monthmovement WHERE account_id = (SELECT id FROM ledger_account WHERE kind = 'kitty')",
        ", tab, kitty in EUR: balance_changed",
    ),
    "what an account counts": (
        "UPDATE ledger_account SET unit = 'CHF' WHERE kind = 'table'",
        "entry 1, transfer 1: account_changed",
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_changed_copy_is_found_and_the_place_named(copy: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the smallest parts too, one for each evening and every second entry: so every one begins or ends at a seam."""
    statements, place = TAMPERED[name]
    with unguarded(copy) as database:
        before = database.total_changes
        database.executescript(statements)
        assert database.total_changes > before
    difference = first_difference(copy)
    assert difference is not None
    assert place in str(difference).partition(", expected")[0] and difference.club == "Stammtisch Goldener Hirsch"
    monkeypatch.setattr(audit_parts, "EVENTS_IN_PART", 1)
    monkeypatch.setattr(audit_parts, "ENTRIES_IN_PART", 2)
    assert first_difference(copy) == difference


@pytest.mark.parametrize("gone", ["5", "6", "5, 6", "4, 5, 6, 7", "37, 38", "1"])
def test_a_gap_at_a_seam_is_named_as_anywhere(copy: Path, gone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with unguarded(copy) as database:
        database.execute(f"DELETE FROM ledger_entry WHERE seq IN ({gone})")
        database.commit()
    whole = first_difference(copy)
    assert whole is not None and whole.code in ("entry_missing", "chain_length")
    for entries in (1, 2, 3, 6):
        monkeypatch.setattr(audit_parts, "ENTRIES_IN_PART", entries)
        assert first_difference(copy) == whole


def test_a_forger_who_knows_our_hashes_is_found_by_the_hands(copy: Path) -> None:
    """He changes an amount in hand 3 of the third evening, and makes all ids and hashes fit."""
    with unguarded(copy), reading(copy):
        forged = Entry.objects.get(seq=26)
        amounts = {transfer.pk: transfer.amount_minor * 2 for transfer in forged.transfers.all()}
        _rewrite_transfers(forged, amounts)
        assert audit_club(Club.objects.get()) is not None
    difference = first_difference(copy)
    assert difference is not None
    assert (difference.code, difference.place, difference.what) == ("booked_otherwise", "evening 3, hand 3", "entry 26")
    assert "Sepp -300" in difference.expected and "Sepp -600" in difference.found


def test_a_history_of_names_written_anew_breaks_every_evening_after_it(copy: Path) -> None:
    """The forger enrols Resi as Sepp and Sepp as Resi, and makes all commitments, hashes and names fit."""
    with unguarded(copy), reading(copy), connection.cursor() as cursor:
        club = Club.objects.get()
        resi, sepp, *_ = (event.player for event in name_chain.name_events(club)[1:])
        assert resi and sepp
        for player, name in ((resi, "x"), (sepp, "Resi"), (resi, "Sepp")):
            Player.objects.filter(pk=player.pk).update(name=name, name_folded=name.lower())
        previous = ""
        for event in name_chain.name_events(club):
            event.player = {resi: sepp, sepp: resi}.get(event.player, event.player) if event.player else None
            event.previous_hash, event.hash = previous, ""
            previous = event.hash = name_chain.name_digest(event)
            cursor.execute(
                "UPDATE clubs_nameevent SET player_id = %s, previous_hash = %s, hash = %s WHERE seq = %s",
                [event.player.pk.hex if event.player else None, event.previous_hash, event.hash, event.seq],
            )
        Club.objects.update(names_head=previous)
        assert list(verify_names(Club.objects.get(), name_chain.name_events(club))) == []
    difference = first_difference(copy)
    assert difference is not None
    assert (difference.code, difference.place) == ("names_rewritten", "evening 1")


def _rewrite_transfers(entry: Entry, amounts: dict[UUID, int]) -> None:
    rows: list[Transfer] = []
    for transfer in entry.transfers.order_by("position"):
        transfer.amount_minor = amounts[transfer.pk]
        rows.append(transfer)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ledger_transfer WHERE entry_id = %s", [entry.pk.hex])
        for row in rows:
            row.id = transfer_id(entry_id=entry.pk, position=row.position, leg=leg_of_transfer(row))
            row._state.adding = True
            row.save()
        previous = entry.previous_hash
        for later in Entry.objects.filter(seq__gte=entry.seq):
            later.previous_hash = previous
            moves = [leg_of_transfer(transfer) for transfer in later.transfers.order_by("position")]
            previous = entry_digest(later, moves)
            cursor.execute(
                "UPDATE ledger_entry SET previous_hash = %s, hash = %s WHERE seq = %s",
                [later.previous_hash, previous, later.seq],
            )
    Chain.objects.update(head_hash=previous)


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_is_content_with_what_is_right(copy: Path) -> None:
    audits = (["audit", *processes] for processes in ([], ["--processes", "1"], ["--processes", "2"]))
    right = "1 club, 3 evenings, 27 hands, 34 events, 38 in the ledger: everything is right\n"
    assert in_turn(*audits, SCOREBOOK_DATA=str(copy.parent)) == [CommandResult(printed=right, error="")] * 3


def test_the_command_names_the_place_and_fails(copy: Path) -> None:
    with unguarded(copy) as database:
        database.execute(f"UPDATE play_seat SET points = 7 WHERE place = 2 AND evening_id = {FIRST}")
        database.commit()
        [(link,)] = database.execute("SELECT keeper_token FROM clubs_club")
    club = ["--club", f"https://scorebook.example/c/{link}/"]
    done, shared = (manage("audit", "--data", str(copy.parent), *club, *more) for more in ([], ["--processes", "2"]))
    assert (shared.returncode, shared.stdout, shared.stderr) == (1, done.stdout, "")
    assert (done.returncode, done.stderr) == (1, "")
    first, second = done.stdout.splitlines()
    assert first.startswith("Stammtisch Goldener Hirsch, evening 1, Sepp's points: seat_changed, expected ")
    assert second.endswith(": 1 club not right")


def test_the_command_misses_a_trigger(copy: Path) -> None:
    with sqlite3.connect(copy) as database:
        database.execute("DROP TRIGGER ledger_entry_append_only_delete")
    done = manage("audit", "--data", str(copy.parent))
    assert done.returncode == 1
    assert done.stdout.startswith("trigger ledger_entry_append_only_delete: missing")


def test_the_command_names_rows_whose_club_is_gone(copy: Path) -> None:
    with unguarded(copy) as database:
        database.execute("DELETE FROM clubs_club")
        database.commit()
    done = manage("audit", "--data", str(copy.parent))
    assert (done.returncode, done.stderr) == (1, "")
    *rows, verdict = done.stdout.splitlines()
    tables = ("player", "evening", "entry", "name event", "account", "chain", "plan")
    assert [
        table for table in tables if not any(f", {table} " in row and ": club_missing" in row for row in rows)
    ] == []
    assert verdict.endswith(": 0 clubs not right, rows left behind")


def test_the_command_knows_no_such_club(copy: Path) -> None:
    unknown = ("nobody", "00000000-0000-4000-8000-000000000000")
    for result in in_turn(*(["audit", "--club", club] for club in unknown), SCOREBOOK_DATA=str(copy.parent)):
        assert "there is no club" in result.error
