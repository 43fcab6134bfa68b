"""A club goes out of SQLite into PostgreSQL and back, by the commands that an operator has."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.conftest import Figure
from tests.support import postgres
from tests.support.extent import IS_CI
from tests.support.process import manage

pytestmark = [pytest.mark.once, pytest.mark.thorough]

# The ten thousand hands of eight years take two minutes and a half in a run of their own:
# CLUB_HANDS=10000 CI=true python -m tests tests/exchange/test_club_file_engines.py
HANDS = int(os.environ.get("CLUB_HANDS", 600))
YEARS = HANDS // 1_250 or 1
MUCH_HAPPENS = """
from uuid import uuid4
from django.utils import timezone
from scorebook.clubs.models import Club, Player
from scorebook.clubs.identities import forget_person
from scorebook.play.models import Evening, HandEvent
from scorebook.play.services import correct_hand, void_hand
from scorebook.standings.services.closing import close_evening, reopen_evening
from scorebook.standings.services.season_services import close_season
from scorebook.standings.seasons.season_queries import seasons_of
from scorebook.clubs.club_groups import club_group

from rules import PRESETS
from scorebook.exchange.imports.import_draft import Choices
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_undoing import ImportUndoing
from scorebook.exchange.imports.import_writing import ImportWriting
from scorebook.play.services import Terms

club, stamp = Club.objects.get(), {"by": "club link", "at": timezone.now()}
forget_person(player=Player.objects.get(club=club, name="Sepp"), key=uuid4(), **stamp)
season = seasons_of(club_group(club.pk))[0]
close_season(club=club, season_id=season.id, seen=season.newest.pk, key=uuid4(), **stamp)
evening = Evening.objects.filter(club=club, game="bavarian", closed_at__isnull=False).first()
reopen_evening(evening=evening, key=uuid4(), **stamp)
first, second = HandEvent.objects.filter(evening=evening, replaced_by=None)[:2]
seated = [player for player in first.table["players"] if player != first.table["dealer"]]
rufer = {"contract": "rufer", "declarer": seated[0], "partner": seated[1], "won": False}
correct_hand(evening=evening, key=uuid4(), no=first.no, replaces=first.pk, hand=rufer, **stamp)
second = HandEvent.objects.get(evening=evening, replaced_by=None, no=second.no)
void_hand(evening=evening, key=uuid4(), no=second.no, replaces=second.pk, **stamp)
close_evening(evening=evening, key=uuid4(), **stamp)
choices = Choices(terms=Terms(ruleset=PRESETS["bavarian"]["pub_10_20_50"], unit="EUR", stake_minor=1))
stamp["most"] = None
sheet = "date;Ludwig;Resi;Xaver;Zenz\\n2015-11-{day};0,30;-0,10;-0,10;-0,10\\n"
for day in (13, 20):
    read = read_evenings(sheet.format(day=day))
    writing = ImportWriting(club=club, imported=read, choices=choices, key=uuid4(), file_name="Liste", **stamp)
    written = writing.write_all()
ImportUndoing(club=club, import_id=written.pk, key=uuid4(), **stamp).undo_all()
print(club.pk)
"""
RECEIPTS = """
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.ledger.queries import chain_receipt
from scorebook.ledger.ledger_verification import verify_receipt
from scorebook.standings.seasons.season_queries import seasons_of

club = Club.objects.get(pk="{club}")
print(chain_receipt(club))
for season in seasons_of(club_group(club.pk)):
    print(season.id, season.receipt or "open")
for entries, start in {receipts}:
    print(verify_receipt(club=club, entries=entries, hash_start=start) or "fits")
"""


def done(*arguments: str, **variables: str) -> str:
    process = manage(*arguments, **variables)
    assert process.returncode == 0, process.stderr
    return process.stdout


def shell(text: str, *arguments: str, **variables: str) -> str:
    return done("shell", "--no-imports", "-c", text, *arguments, **variables)


def played_club(folder: Path) -> str:
    """Its id."""
    done("demo", "--hands", str(HANDS), "--years", str(YEARS), "--data", str(folder))
    return shell(MUCH_HAPPENS, "--data", str(folder)).strip()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[dict[str, str]]:
    """What a command needs to reach an empty database of PostgreSQL."""
    try:
        with postgres.private_server() as url:
            with psycopg.connect(url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
                admin.execute("CREATE DATABASE scorebook")
            there = {"DATABASE_URL": url, "SCOREBOOK_DATA": str(tmp_path)}
            done("migrate", **there)
            yield there
    except postgres.PostgresMissing as missing:
        if IS_CI:
            raise
        pytest.skip(str(missing))


@pytest.mark.long
def test_from_sqlite_to_postgresql_and_back(tmp_path: Path, server: dict[str, str], figure: Figure) -> None:
    """With corrections, pots, a closed season, and a person who was forgotten; receipts of before fit after it."""
    here, again = str(tmp_path / "here"), str(tmp_path / "again")
    out, over, back = (tmp_path / f"{name}.club.json" for name in ("out", "over", "back"))
    done("migrate", "--data", again)
    shutil.copytree(again, here)
    club, times = played_club(Path(here)), dict[str, int]()

    def took(what: str, *arguments: str, **variables: str) -> str:
        begun = time.monotonic_ns()
        output = done(*arguments, **variables)
        times[what] = (time.monotonic_ns() - begun) // 1_000_000
        return output

    took("out of SQLite", "export_club", club, str(out), "--data", here)
    [data] = json.loads(out.read_bytes())["clubs"]
    assert_much_happened(data)
    receipts = RECEIPTS.format(club=club, receipts=kept_receipts(data))
    kept = shell(receipts, "--data", here)
    assert kept.splitlines()[-3:] == ["fits"] * 3
    assert "everything is right" in took("into PostgreSQL", "import_club", str(out), **server)
    took("out of PostgreSQL", "export_club", club, str(over), **server)
    assert "everything is right" in took("into SQLite", "import_club", str(over), "--data", again)
    took("out again", "export_club", club, str(back), "--data", again)
    assert out.read_bytes() == over.read_bytes() == back.read_bytes()
    assert shell(receipts, **server) == shell(receipts, "--data", again) == kept
    audited = done("audit", **server)
    assert audited.endswith("everything is right\n") and audited == done("audit", "--data", again)
    figure(f"a club of {HANDS:,} hands, {out.stat().st_size:,} bytes, ms: {times}")


def assert_much_happened(club: dict[str, Any]) -> None:
    """A club of less would prove less."""
    events = [event for evening in club["evenings"] for event in evening["events"]]
    assert {"corrected", "voided", "closed", "reopened"} <= kinds_of(events)
    assert any(event.get("state_after", {}).get("pot") for event in events)
    newest = {event["season"]: event["kind"] for event in club["seasons"]}
    assert "closed" in newest.values()
    assert {"imported", "undone"} <= kinds_of(club["imports"])
    assert "name_forgotten" in kinds_of(club["sayings"]) and '"Sepp"' not in json.dumps(club)
    assert {"result", "reversal", "payment"} <= kinds_of(club["books"]["entries"])


def kinds_of(rows: Iterable[dict[str, Any]]) -> set[str]:
    return {row["kind"] for row in rows}


def kept_receipts(club: dict[str, Any]) -> list[tuple[int, str]]:
    """As statements print them: how many entries there were, and the beginning of the last one's hash."""
    entries = club["books"]["entries"]
    return [(entry["seq"], entry["hash"][:12]) for entry in (entries[0], entries[len(entries) // 2], entries[-1])]
