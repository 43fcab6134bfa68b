"""A club as one file: what goes out comes in again, the same byte for byte, on either engine."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random

import pytest
from django.db import connection

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, TypedText
from scorebook.exchange.club_file import club_file_schema, import_club
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.import_duplicates import standing_imports
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.ledger.ledger_verification import verify_receipt
from scorebook.ledger.models import Entry
from scorebook.operations.audit.full_audit import audit_club
from scorebook.operations.rebuild import Rebuilt, rebuild_club
from scorebook.play.models import Evening, EveningEvent, EveningResult, HandEvent, Seat
from scorebook.standings.models import SeasonEvent
from tests.exchange.club_with_everything import (
    FROM_A_TABLE,
    FROM_SPLITWISE,
    club_with_everything,
    file_of,
    file_with_everything,
    undone,
)
from tests.exchange.columns_left_out import DERIVED_TABLES, LEFT_OUT
from tests.exchange.stored_rows import FACTS, MODELS, WORKED_OUT, stored
from tests.exchange.test_club_file_versions import schema_faults
from tests.standings.random_clubs import EDGES, random_club
from tests.support.extent import in_ci
from tests.support.imported import balances, choices, imported
from tests.support.imported import undone as taken_back
from tests.support.played_evening import PlayedEvening, new_evening, rufer

pytestmark = pytest.mark.sampled


@pytest.fixture
def file(db: None) -> bytes:
    return file_with_everything()


# -- the same ------------------------------------------------------------------------------------------------------


def test_all_that_happened_to_the_club_is_in_the_file(file: bytes) -> None:
    """Otherwise the other tests would prove less than they say."""
    clubs = json.loads(file)["clubs"]
    evenings = [evening for club in clubs for evening in club["evenings"]]
    kinds = {event["kind"] for evening in evenings for event in evening["events"]}
    assert kinds == {*HandEvent.Kind.values, *EveningEvent.Kind.values}
    assert {evening.get("shelved", {}).get("kind") for evening in evenings} == {"archived", "discarded", None}
    booked = {entry["kind"] for entry in clubs[0]["books"]["entries"]}
    assert booked == {"result", "reversal", "payment", "carried", "deposit", "charge", "spending"}
    assert {event["kind"] for event in clubs[0]["seasons"]} == {*SeasonEvent.Kind.values}
    states = [event.get("state_after", {}) for evening in evenings for event in evening["events"]]
    assert any(state.get("pot") for state in states) and any("bock" in json.dumps(state) for state in states)
    assert any(event.get("shares") for evening in evenings for event in evening["events"])
    assert [one["kind"] for one in clubs[0]["imports"]] == ["imported", "imported", "undone"]
    assert clubs[0]["imports"][0]["facts"]["payments"] and clubs[0]["imports"][0]["facts"]["evenings"]
    assert [club["name"] for club in clubs] == ["Stammtisch zur Linde", "Abend vom 3."]


def test_it_comes_in_as_it_went_out(file: bytes) -> None:
    done = import_club(file)
    assert file_of(done.clubs[0].pk) == file
    assert [audit_club(club) for club in done.clubs] == [None, None]
    assert [rebuild_club(club) for club in done.clubs] == [Rebuilt(), Rebuilt()]


def test_every_row_of_every_table_stands_again(db: None) -> None:
    with undone():
        club = club_with_everything()
        own = {*club_group(club.pk).clubs}
        before, file = stored(*FACTS, of=own), file_of(club.pk)
    import_club(file)
    assert stored(*FACTS, of=own) == before
    assert all(before.values()), "a table in which nothing stood"


def test_a_linked_club_gives_the_same_file(file: bytes) -> None:
    done = import_club(file)
    assert len(done.clubs) == 2
    assert file_of(done.clubs[1].pk) == file


def test_no_key_goes_with_it_and_new_ones_are_made(db: None) -> None:
    with undone():
        file = file_of(club_with_everything().pk)
        keys = {key for row in Club.objects.values_list("keeper_token", "member_token", "calendar_seed") for key in row}
        keys |= {key for row in Evening.objects.values_list("scribe_token", "watch_token") for key in row}
    assert not [key for key in keys if key.encode() in file]
    import_club(file)
    new = {
        *Club.objects.values_list("keeper_token", flat=True),
        *Club.objects.values_list("member_token", flat=True),
        *Evening.objects.values_list("scribe_token", flat=True),
    }
    assert len(new) == 11 and not new & keys


def test_what_was_forgotten_is_not_in_the_file_and_what_is_hidden_is(file: bytes) -> None:
    text = file.decode()
    assert "Done" not in text and "Da hat der" not in text and "Kranz" not in text
    assert '"text": "Zilli"' in text and "N. N. " in text
    import_club(file)
    assert TypedText.objects.filter(text="", salt="").count() == 4


def test_a_club_that_was_unlinked_stays_out_with_its_events(file: bytes) -> None:
    assert "Gäste" not in file.decode() and "Quirin" not in file.decode()
    done = import_club(file)
    kinds = [event["kind"] for event in json.loads(file)["clubs"][0]["sayings"]]
    assert (kinds.count("club_linked"), kinds.count("club_unlinked")) == (1, 0)
    assert club_group(done.clubs[0].pk).clubs == tuple(club.pk for club in done.clubs)


def test_a_receipt_that_was_printed_before_is_right_after_it(db: None) -> None:
    with undone():
        club = club_with_everything()
        file = file_of(club.pk)
        receipts = [(entry.seq, entry.hash[:12]) for entry in Entry.objects.filter(club=club)]
    club = import_club(file).clubs[0]
    assert {verify_receipt(club=club, entries=entries, hash_start=start) for entries, start in receipts} == {None}
    assert verify_receipt(club=club, entries=3, hash_start="0" * 12) == "receipt_differs"


def test_the_open_evening_goes_on(file: bytes) -> None:
    evening = open_evening(import_club(file).clubs[0])
    one, two, three, _ = evening.players
    evening.record(rufer(one, two))
    evening.correct(1, rufer(two, three))
    evening.close()
    evening.check()
    assert evening.plan()


def test_a_hand_more_is_two_lines_more_and_only_the_count_of_them_changes(file: bytes) -> None:
    """That of the hand and that of the ledger: so a comparison of two files shows what happened in between."""
    evening = open_evening(import_club(file).clubs[0])
    one, two, *_ = evening.players
    evening.record(rufer(one, two))
    before, after = file.decode().splitlines(), file_of(evening.club.pk).decode().splitlines()
    new = {line.strip().rstrip(",") for line in after} - {line.strip().rstrip(",") for line in before}
    assert len(after) == len(before) + 2
    [ends] = [line for line in new if line.startswith('"ends": ')]
    assert sorted(json.loads(line)["kind"] for line in new - {ends}) == ["recorded", "result"]


def test_what_was_imported_is_not_imported_again(file: bytes) -> None:
    club = import_club(file).clubs[0]
    with pytest.raises(ImportRefused, match="nothing_new"):
        imported(club, FROM_SPLITWISE)
    # That was undone, and may come in again; Beppo has a longer name by now, and may be somebody else.
    with pytest.raises(ImportRefused, match="name_unclear") as refused:
        imported(club, FROM_A_TABLE)
    imported(club, FROM_A_TABLE, choices(names={str(one.args["name"]).lower(): None for one in refused.value.problems}))
    assert audit_club(club) is None


def test_what_was_imported_is_undone_after_the_move(db: None) -> None:
    """Balances, months and results are as if it had never come in."""
    with undone():
        evening = new_evening("Anna", "Beppo", "Cilli", "Done")
        evening.record(rufer("Anna", "Beppo"))
        evening.close()
        before = balances(evening.club), stored(EveningResult, of={evening.club.pk})
        imported(evening.club, FROM_SPLITWISE)
        file = file_of(evening.club.pk)
    club = import_club(file).clubs[0]
    # Of the evening 120, -40, -40, -40; of the payment -40, 40.
    assert balances(club) == {"Anna": 80, "Cilli": -40, "Done": -40}
    [found] = standing_imports(club)
    assert found.first.file_name and found.first.file_name.text == "abende.csv"
    taken_back(club, found)
    assert (balances(club), stored(EveningResult, of={club.pk})) == before == ({}, before[1])
    assert (audit_club(club), rebuild_club(club), standing_imports(club)) == (None, Rebuilt(), [])


def test_an_import_in_several_parts_is_one_after_the_move_too(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PART_WEIGHT", 1)
    with undone():
        club = new_evening("Anna", "Beppo", "Cilli", "Done").club
        imported(club, FROM_SPLITWISE)
        [standing] = standing_imports(club)
        file = file_of(club.pk)
    assert len(standing.parts) > 1
    assert schema_faults(json.loads(file)) == []
    club = import_club(file).clubs[0]
    assert standing_imports(club) == [standing]
    taken_back(club, standing)
    assert (audit_club(club), rebuild_club(club), standing_imports(club), balances(club)) == (None, Rebuilt(), [], {})


def open_evening(club: Club) -> PlayedEvening:
    evening = Evening.objects.get(club=club, closed_at=None, shelved=None)
    seats = Seat.objects.filter(evening=evening).select_related("player")
    players = {seat.player.name: seat.player for seat in seats}
    return PlayedEvening(club=club, players=players, stored=evening, clock=evening.started_at + timedelta(hours=1))


def import_anything(club: Club, dice: Random) -> None:
    """A day that they may have imported before, undone in some clubs, unless that is refused."""
    won, day = dice.randrange(1, 9), dice.randrange(1, 4)
    try:
        found = imported(club, f"date;Anna;Emmi;Fritz\n2024-05-0{day};{won}0,00;-{won}0,00;0,00\n", at=EDGES[-1])
        if dice.randrange(3) == 0:
            taken_back(club, found, at=EDGES[-1])
    except ImportRefused:
        pass


@pytest.mark.parametrize("seed", range(in_ci(12 if connection.vendor == "sqlite" else 4, otherwise=4)))
def test_any_club_comes_in_as_it_went_out(seed: int, db: None) -> None:
    with undone():
        past = random_club(seed)
        club = past.clubs[0]
        for dice in [Random(f"imports {seed}")] * Random(seed).randrange(4):
            import_anything(club, dice)
        standing = standing_imports(club)
        group, file = club_group(club.pk), file_of(club.pk)
        before = stored(*WORKED_OUT, of=group.clubs)
    done = import_club(file)
    assert file_of(done.clubs[0].pk) == file
    assert club_group(club.pk) == group
    assert standing_imports(done.clubs[0]) == standing
    assert stored(*WORKED_OUT, of=group.clubs) == before


# -- what is in it -------------------------------------------------------------------------------------------------


def test_every_field_is_in_the_file_or_left_out_for_a_reason() -> None:
    """A new field fails this until it is in the schema, or its reason in `columns_left_out`."""
    forms = [value for value in vars(club_file_schema).values() if isinstance(value, club_file_schema.RowSchema)]
    forms_by_model: dict[type, club_file_schema.RowSchema] = {form.model: form for form in forms}
    assert len(forms_by_model) == len(forms)
    for model in MODELS:
        assert (model in forms_by_model) is not (model in DERIVED_TABLES), (
            f"{model.__name__}: in the file, or worked out?"
        )
        if model in forms_by_model:
            form = forms_by_model[model]
            handled = [*form.columns.values(), *LEFT_OUT[model]]
            fields = [field.attname for field in model._meta.concrete_fields]
            assert sorted(handled) == sorted(fields), (
                f"{model.__name__}: say in `columns_left_out` what becomes of its fields"
            )
