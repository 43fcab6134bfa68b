"""The file's form is promised: by a schema, and to every later version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.exchange.club_file import ClubFileRefused, club_file_schema, import_club, versions
from scorebook.exchange.club_file.club_file_schema import RowSchema
from scorebook.exchange.imports.import_duplicates import standing_imports
from scorebook.ledger.ledger_verification import verify_receipt
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import Evening, Seat
from scorebook.standings.seasons import closed_season, season_standings
from scorebook.standings.seasons.season_queries import seasons_of
from scorebook.standings.seasons.season_results import standings_of_season
from tests.exchange.club_with_everything import file_of, file_with_everything
from tests.exchange.file_changes import CHANGES
from tests.standings.club_season import WideLine
from tests.support.process import ROOT

SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "club-file.schema.json").read_bytes())
# Written once, before version 1 was given to anybody: `club_with_everything()` in an empty database, and
# `manage.py export_club`. Nobody writes it again.
VERSION_1 = Path(__file__).parent / "version_1.club.json"
# What of a row has a form of its own in the schema and in `reading`.
DEFINED = {
    "club": club_file_schema.CLUB,
    "person": club_file_schema.PERSON,
    "text": club_file_schema.TEXT,
    "name": club_file_schema.NAME,
    "saying": club_file_schema.CLUB_EVENT,
    "season": club_file_schema.SEASON,
    "shelved": club_file_schema.SHELVED,
    "evening": club_file_schema.EVENING,
    "evening_event": club_file_schema.EVENING_EVENT,
    "hand_event": club_file_schema.HAND_EVENT,
    "account": club_file_schema.ACCOUNT,
    "payment": club_file_schema.PAYMENT,
    "plan": club_file_schema.PLAN,
    "transfer": club_file_schema.TRANSFER,
    "entry": club_file_schema.ENTRY,
    "import": club_file_schema.IMPORT,
}
LISTS = {
    "club": {"people", "texts", "names", "sayings", "seasons", "evenings", "books", "imports", "ends"},
    "evening": {"shelved", "events"},
}


@pytest.fixture
def file(db: None) -> bytes:
    return file_with_everything()


def schema_faults(data: object) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(data)]


# -- the schema ----------------------------------------------------------------------------------------------------


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["version"] == {"const": versions.VERSION}


@pytest.mark.parametrize("name", DEFINED)
def test_the_schema_has_the_members_that_are_written(name: str) -> None:
    form: RowSchema = DEFINED[name]
    defined, more = SCHEMA["$defs"][name], LISTS.get(name, set())
    optional = {cell.name for cell in form.cells if cell.may_be_left_out}
    assert set(defined["properties"]) == {*form.names, *more}
    assert set(defined["required"]) == {*form.names, *more} - {*optional, "shelved"}
    assert defined["additionalProperties"] is False


def test_what_goes_out_is_as_the_schema_says(file: bytes) -> None:
    assert schema_faults(json.loads(file)) == []


@pytest.mark.parametrize("name", ["a score that is none", "a number as text", "an id in capitals", "no books"])
def test_the_schema_finds_what_has_another_form(file: bytes, name: str) -> None:
    data = json.loads(file)
    CHANGES[name][0](data)
    assert schema_faults(data) != []


# -- older versions ------------------------------------------------------------------------------------------------


def test_a_file_of_version_1_is_read(db: None) -> None:
    done = import_club(VERSION_1.read_bytes())
    club = done.clubs[0]
    assert [one.name for one in done.clubs] == ["Stammtisch zur Linde", "Abend vom 3."]
    assert [audit_club(one) for one in done.clubs] == [None, None]
    assert Evening.objects.filter(club=club).count() == 6
    assert [(one.first.format, len(one.evenings)) for one in standing_imports(club)] == [("splitwise", 1)]
    evening = Evening.objects.get(club=club, number=1)
    points = {seat.player.name: seat.points for seat in Seat.objects.filter(evening=evening).select_related("player")}
    assert sum(points.values()) == 0 and len(points) == 5
    entries = json.loads(VERSION_1.read_bytes())["clubs"][0]["books"]["entries"]
    assert verify_receipt(club=club, entries=len(entries), hash_start=entries[-1]["hash"][:12]) is None


def test_a_file_of_version_1_goes_out_as_it_was_as_long_as_that_is_the_newest(db: None) -> None:
    if versions.VERSION > 1:
        pytest.skip("a newer version is written")
    done = import_club(VERSION_1.read_bytes())
    assert file_of(done.clubs[0].pk) == VERSION_1.read_bytes()


def test_a_column_on_the_season_board_leaves_a_file_of_version_1_as_it_is(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (season_standings, closed_season):
        monkeypatch.setattr(module, "SeasonLine", WideLine)
    club = import_club(VERSION_1.read_bytes()).clubs[0]
    assert audit_club(club) is None
    group = club_group(club.pk)
    closed = [standings_of_season(group, season) for season in seasons_of(group) if season.is_closed]
    lines = [line for standings in closed for line in standings.table.lines]
    assert lines and all(isinstance(line, WideLine) and line.beers is None for line in lines)
    read, written = (json.loads(text)["clubs"][0] for text in (VERSION_1.read_bytes(), file_of(club.pk)))
    assert written["seasons"] == read["seasons"]


def test_an_older_file_becomes_one_of_today_step_by_step(file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tomorrow's version calls the people members, and the one after it calls them people again."""

    def renamed(old: str, new: str) -> Any:
        def upgrade(data: dict[str, Any]) -> dict[str, Any]:
            for club in data["clubs"]:
                club[new] = club.pop(old)
            return data

        return upgrade

    today = versions.VERSION
    steps = {today: renamed("people", "members"), today + 1: renamed("members", "people")}
    monkeypatch.setattr(versions, "VERSION", today + 2)
    monkeypatch.setattr(versions, "UPGRADES", steps)
    assert [club.name for club in import_club(file).clubs] == ["Stammtisch zur Linde", "Abend vom 3."]


# -- once ----------------------------------------------------------------------------------------------------------


def test_a_second_import_is_refused_and_the_club_named(file: bytes) -> None:
    import_club(file)
    with pytest.raises(ClubFileRefused) as raised:
        import_club(file)
    assert str(raised.value) == "clubs[0]: the club Stammtisch zur Linde is in this database already"
    assert Club.objects.count() == 2


def test_rows_of_another_club_are_refused_and_the_place_named(file: bytes) -> None:
    """A club whose id somebody changed in the file is no other club: its people are those of the first."""
    import_club(file)
    for club in json.loads(file)["clubs"]:
        file = file.replace(club["id"].encode(), f"00000000{club['id'][8:]}".encode())
    last = len(json.loads(file)["clubs"][0]["people"]) - 1
    with pytest.raises(ClubFileRefused) as raised:
        import_club(file)
    what = f"something from here to clubs[0].people[{last}] is in this database already"
    assert str(raised.value) == f"clubs[0].people[0]: {what}"
    assert Club.objects.count() == 2


def test_under_another_id_its_hashes_are_wrong(file: bytes) -> None:
    """So one club does not become two, with receipts that are right for both."""
    own = json.loads(file)["clubs"][0]["id"]
    with pytest.raises(ClubFileRefused, match="_changed"):
        import_club(file.replace(own.encode(), f"00000000{own[8:]}".encode()))
    assert not Club.objects.exists()
