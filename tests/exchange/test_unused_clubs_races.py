"""Somebody writes in the second in which a club ends, or the command is killed: it is whole, or it is gone."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.utils import timezone

from scorebook.clubs.models import Club, EndedClub, NameEvent
from scorebook.clubs.services import enrol_players
from scorebook.exchange.club_file import import_club
from scorebook.exchange.unused_clubs.run import Did, Done
from scorebook.ledger.models import Entry
from scorebook.operations.audit import audit_club, missing_guards
from scorebook.play.models import HandEvent
from tests.conftest import Figure
from tests.support.api_phone import Phone, key
from tests.support.played_evening import PlayedEvening, rufer
from tests.support.process import ROOT, environment
from tests.support.unused_clubs import DAY, UNUSED_DAYS, did, look, rows_of, tried_out

pytestmark = [pytest.mark.thorough, pytest.mark.django_db(transaction=True)]
ROUNDS = 5
DEATHS = 6


def due(*, closed: bool = False) -> tuple[PlayedEvening, Any]:
    """A club that ends now, and now."""
    evening = tried_out(at=timezone.now() - (UNUSED_DAYS + 1) * DAY, closed=closed)
    now = timezone.now()
    Club.objects.filter(pk=evening.club.pk).update(unused_since=evening.clock, ends_at=now - DAY)
    return evening, now


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def left(evening: PlayedEvening) -> set[str]:
    return {model.__name__ for model, rows in rows_of(evening.club.pk) if rows}


def check_whole_or_gone(evening: PlayedEvening, *, is_there: bool) -> None:
    assert missing_guards() == []
    assert EndedClub.objects.filter(club_id=evening.club.pk).exists() is not is_there
    if is_there:
        assert audit_club(Club.objects.get(pk=evening.club.pk)) is None
    else:
        assert left(evening) == set()


# -- a writer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_a_hand_in_that_second_is_there_or_its_writer_learns_it(tmp_path: Path, _round: int, figure: Figure) -> None:
    evening, now = due()
    own = uuid4()
    hand = {"id": str(own), "known_hands": 2, "hand": evening.by_id(rufer("Anna", "Beppo"))}
    dice = random.Random(_round)

    def record() -> int:
        return Phone().post(f"evenings/{evening.stored.scribe_token}/hands", hand).status

    def end() -> list[Done]:
        time.sleep(dice.random() * 0.06)
        return look(now, tmp_path)

    status, done = at_once(record, end)
    is_there = Club.objects.filter(pk=evening.club.pk).exists()
    figure(f"a hand while its club ends: {status}, the club {'stays' if is_there else 'ended'}")
    assert (status, did(done)) in ((201, [Did.WITHDRAWN]), (201, []), (404, [Did.ENDED]))
    assert HandEvent.objects.filter(pk=own).exists() is (status == 201) is is_there
    check_whole_or_gone(evening, is_there=is_there)


def _on_page(evening: PlayedEvening) -> int:
    return Client().post(f"/c/{evening.club.link_token}/order", {"name": "Eiche", "key": str(uuid4())}).status_code


def _kept(evening: PlayedEvening) -> int:
    return Phone().post(f"clubs/{evening.club.link_token}/keep", key()).status


def _enrolled(evening: PlayedEvening) -> int:
    return Phone().post(f"clubs/{evening.club.link_token}/people", {**key(), "names": ["Elis"]}).status


def _closed(evening: PlayedEvening) -> int:
    return Phone().post(f"evenings/{evening.stored.scribe_token}/close", key()).status


@pytest.mark.parametrize("_round", range(ROUNDS))
@pytest.mark.parametrize("write", [_on_page, _kept, _enrolled, _closed])
def test_whoever_else_writes_then_too(tmp_path: Path, write: Callable[[PlayedEvening], int], _round: int) -> None:
    evening, now = due()
    dice = random.Random(_round)

    def end() -> list[Done]:
        time.sleep(dice.random() * 0.06)
        return look(now, tmp_path)

    status, done = at_once(lambda: write(evening), end)
    is_there = Club.objects.filter(pk=evening.club.pk).exists()
    assert status in ((200, 201, 302) if is_there else (404,)), (status, done)
    check_whole_or_gone(evening, is_there=is_there)


def test_a_hand_that_is_not_committed_yet_is_waited_for(tmp_path: Path) -> None:
    """The writer holds the evening: who ends the club waits, looks again, and the club stays."""
    evening, now = due()
    is_written, may_end = threading.Event(), threading.Event()

    def record() -> None:
        with transaction.atomic():
            evening.clock = timezone.now()
            evening.record(rufer("Anna", "Beppo"))
            is_written.set()
            may_end.wait(timeout=30)
            time.sleep(0.5)

    def end() -> list[Did]:
        is_written.wait(timeout=30)
        may_end.set()
        return did(look(now, tmp_path))

    assert at_once(record, end)[1] == []
    assert evening.fresh().hand_count == 3
    check_whole_or_gone(evening, is_there=True)


# -- those of other clubs ------------------------------------------------------------------------------------------


def test_writers_of_other_clubs_hardly_notice(tmp_path: Path, figure: Figure) -> None:
    """Four clubs end while two scribes write elsewhere; each of their hands is there, and none waited long."""
    ending = [due()[0] for _ in range(4)]
    others = [tried_out(at=timezone.now(), closed=False) for _ in range(2)]
    now, is_over, waits = timezone.now(), threading.Event(), list[float]()

    def write(evening: PlayedEvening) -> int:
        while not is_over.is_set():
            began = time.monotonic()
            evening.record(rufer("Anna", "Beppo"))
            waits.append(time.monotonic() - began)
        return evening.fresh().hand_count

    def end() -> list[Did]:
        try:
            return did(look(now, tmp_path))
        finally:
            is_over.set()

    first, second, ended = at_once(lambda: write(others[0]), lambda: write(others[1]), end)
    figure(
        f"{len(ending)} clubs end on {connection.vendor}: {len(waits)} hands elsewhere meanwhile, "
        f"the slowest {max(waits) * 1000:.0f} ms"
    )
    assert ended == [Did.ENDED] * len(ending) and first + second == len(waits) + 4
    assert max(waits) < 5 and missing_guards() == []
    for evening in others:
        assert audit_club(Club.objects.get(pk=evening.club.pk)) is None


@pytest.fixture
def other() -> Iterator[BaseDatabaseWrapper]:
    found = connection.copy("other")
    yield found
    found.close()


def test_nobody_else_can_delete_while_one_club_ends(
    tmp_path: Path, other: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked at the moment when the rows are gone and nothing is committed."""
    from scorebook.exchange.unused_clubs import ending

    (_evening, now), bystander = due(), tried_out(at=timezone.now())
    checked, answers = ending._check_comes_back, list[str]()
    theirs = {
        model._meta.db_table: model._meta.pk.get_db_prep_value(
            model._default_manager.filter(club=bystander.club)[0].pk, other
        )
        for model in (HandEvent, Entry, NameEvent)
    }

    def ask(*args: Any, **kwargs: Any) -> None:
        with other.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA busy_timeout = 50")
            for table in ("play_handevent", "ledger_entry", "clubs_nameevent"):
                try:
                    cursor.execute(f"DELETE FROM {table} WHERE id = %s", [theirs[table]])
                except DatabaseError as error:
                    answers.append(str(error))
        checked(*args, **kwargs)

    monkeypatch.setattr(ending, "_check_comes_back", ask)
    assert did(look(now, tmp_path)) == [Did.ENDED]
    refused = "database is locked" if connection.vendor == "sqlite" else "append-only"
    assert len(answers) == 3 and all(refused in answer for answer in answers)
    assert audit_club(Club.objects.get(pk=bystander.club.pk)) is None


# -- killed --------------------------------------------------------------------------------------------------------

# The command as it is, in a process that dies as soon as a step of it is done.
DYING = """
import os, sys
import django
django.setup()
from django.core.management import call_command
from scorebook.exchange.unused_clubs import ending, run

place = run if sys.argv[1] == "end_club" else ending
real = getattr(place, sys.argv[1])

def step(*args, **kwargs):
    real(*args, **kwargs)
    os.kill(os.getpid(), 9)

setattr(place, sys.argv[1], step)
call_command("end_unused_clubs")
"""
POINTS = ["_held_club", "_written_file", "_note_end", "_delete_club", "_check_comes_back"]


def _database_url() -> str:
    """That of the tests' own database, for another process."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["SCOREBOOK_TEST_DATABASE_URL"])._replace(path=f"/{name}").geturl()


@contextmanager
def command(data: Path, *, dies_after: str = "") -> Iterator[subprocess.Popen[str]]:
    """The real command in a process of its own on the tests' database."""
    start = ["-c", DYING, dies_after] if dies_after else ["manage.py", "end_unused_clubs"]
    variables = environment(
        DATABASE_URL=_database_url(),
        SCOREBOOK_DATA=str(data),
        SCOREBOOK_UNUSED_DAYS=str(UNUSED_DAYS),
        DJANGO_SETTINGS_MODULE="scorebook.settings",
    )
    process = subprocess.Popen(
        [sys.executable, *start], cwd=ROOT, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def settled_after_death(evening: PlayedEvening) -> bool:
    """Whether the club is there; PostgreSQL takes back what a dead client had begun as soon as it hears of it."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '10s'")
        return Club.objects.select_for_update().filter(pk=evening.club.pk).exists()


@pytest.mark.parametrize("point", POINTS)
def test_killed_before_the_end_the_club_is_whole_and_ends_the_next_time(tmp_path: Path, point: str) -> None:
    evening, now = due()
    with command(tmp_path, dies_after=point) as process:
        said, _ = process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL, said
    assert settled_after_death(evening)
    check_whole_or_gone(evening, is_there=True)
    with command(tmp_path) as process:
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and f"club {evening.club.pk}: ended" in said, said
    check_whole_or_gone(evening, is_there=False)
    [file] = (tmp_path / "ended").iterdir()
    assert [club.pk for club in import_club(file.read_bytes()).clubs] == [evening.club.pk]


def test_killed_right_after_the_end_the_club_is_gone_and_its_file_is_there(tmp_path: Path) -> None:
    evening, now = due()
    with command(tmp_path, dies_after="end_club") as process:
        process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL
    assert not settled_after_death(evening)
    check_whole_or_gone(evening, is_there=False)
    [file] = (tmp_path / "ended").iterdir()
    assert [club.pk for club in import_club(file.read_bytes()).clubs] == [evening.club.pk]


@pytest.mark.long
@pytest.mark.thorough
def test_killed_at_any_moment(tmp_path: Path, figure: Figure) -> None:
    dice, outcomes = random.Random(2026), list[bool]()
    for death in range(DEATHS):
        evening, _now = due()
        data = tmp_path / str(death)
        data.mkdir()
        with command(data) as process:
            # Every other time from its file on: behind that lies most of the work.
            until, sign = time.monotonic() + 60, "ended/*.club.json" if death % 2 else "ended"
            while not any(data.glob(sign)) and process.poll() is None and time.monotonic() < until:
                time.sleep(0.0005)
            time.sleep(dice.random() * (3 if death % 2 else 0.8))
            os.kill(process.pid, signal.SIGKILL)
            process.wait(timeout=30)
            outcomes.append(settled_after_death(evening))
            check_whole_or_gone(evening, is_there=outcomes[-1])
        files = list((data / "ended").glob("*.club.json"))
        assert files or outcomes[-1], "gone without its file"
        if outcomes[-1]:
            # Out of the way of the next.
            Club.objects.filter(pk=evening.club.pk).update(unused_since=None, ends_at=None)
            keep_alive(evening)
    figure(f"killed {DEATHS} times while a club ended: {outcomes.count(True)} whole, {outcomes.count(False)} gone")


def keep_alive(evening: PlayedEvening) -> None:
    enrol_players(club=evening.club, names=["Elis"], by="club link", at=timezone.now() + timedelta(seconds=1))
