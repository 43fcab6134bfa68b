"""An audit that several processes share: they see one moment, and name the same place as one."""

import io
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.core import append_only
from scorebook.operations.audit import audit_parts
from scorebook.operations.audit.audit_parts import ClubToAudit
from scorebook.operations.audit.audit_replay import Checked
from scorebook.operations.audit.evening_audit import Found
from scorebook.operations.audit.full_audit import audit_clubs, audit_workers, first_difference
from tests.support import log_search
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo
from tests.support.postgres import children_of, is_running
from tests.support.process import ROOT, environment, manage

pytestmark = pytest.mark.sampled

PATIENCE_S = 60
NAMES = ("Anna", "Beppo", "Cilli", "Done")


@pytest.fixture
def evenings(transactional_db: None) -> list[PlayedEvening]:
    """Three of one club, the second closed, and one of another club."""
    found = [new_evening(*NAMES)]
    found += [new_evening(*(f"{name} {number}" for name in NAMES), club=found[0].club) for number in (2, 3)]
    for number, evening in enumerate([*found, other := new_evening(*NAMES)]):
        names = list(evening.players)
        for _ in range(2 + number):
            evening.record(rufer(names[0], names[1]))
        evening.correct(1, solo(names[2]))
    found[1].close()
    return [*found, other]


def audited(*options: str) -> tuple[int, str]:
    out, code = io.StringIO(), 0
    try:
        call_command("audit", *options, stdout=out)
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    return code, out.getvalue()


@contextmanager
def unguarded() -> Iterator[None]:
    append_only.drop_triggers(connection, append_only.protected_tables())
    try:
        yield
    finally:
        append_only.install_triggers(connection, append_only.protected_tables())


THIRD_EVENING = "evening_id IN (SELECT id FROM play_evening WHERE number = 3)"
TAMPERED = {
    "an amount": (
        "UPDATE ledger_transfer SET amount_minor = amount_minor + 1 WHERE position = 1 AND "
        "entry_id IN (SELECT id FROM ledger_entry WHERE seq = 5)",
        ["entry 5, transfer 1: transfer_changed", "entry 5, transfer 1: transfer_changed"],
    ),
    "a seat": (f"UPDATE play_seat SET points = 7 WHERE place = 2 AND {THIRD_EVENING}", ["evening 3, Beppo 3's points"]),
    "who wrote a hand": (
        f"UPDATE play_handevent SET recorded_by = 'Beppo' WHERE no = 2 AND {THIRD_EVENING}",
        ["evening 3, hand 2: event_changed"],
    ),
    "an evening and what stands before it": (
        f"UPDATE play_seat SET points = 7 WHERE place = 2 AND {THIRD_EVENING};"
        "UPDATE play_evening SET hand_count = 9 WHERE number = 2",
        ["evening 2, hand_count: evening_changed"],
    ),
}


def test_two_processes_are_content_with_what_is_right(evenings: list[PlayedEvening]) -> None:
    one, two = audited("--processes", "1"), audited("--processes", "2")
    assert one == two == (0, "2 clubs, 4 evenings, 14 hands, 23 events, 22 in the ledger: everything is right\n")


@pytest.mark.once
@pytest.mark.parametrize("name", TAMPERED)
def test_two_processes_name_the_same_place_as_one(evenings: list[PlayedEvening], name: str) -> None:
    statements, places = TAMPERED[name]
    with unguarded(), connection.cursor() as cursor:
        for statement in statements.split(";"):
            cursor.execute(statement)
    one, two = audited("--processes", "1"), audited("--processes", "2")
    assert one == two and one[0] == 1
    assert [place in line for place, line in zip(places, one[1].splitlines(), strict=False)] == [True] * len(places)


def test_the_parts_of_one_club_are_shared(evenings: list[PlayedEvening], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_parts, "EVENTS_IN_PART", 1)
    monkeypatch.setattr(audit_parts, "ENTRIES_IN_PART", 4)
    club = ClubToAudit(club_id=evenings[0].club.pk)
    parts = club.audit_parts()
    assert len(parts) == 4 + 4 + 10
    with audit_workers(2) as workers:
        checked = _counts_without_difference(workers.check_parts(parts))
        [found] = list(workers.check_clubs([club]))
        assert _counts_without_difference(found) == checked
    assert checked == Checked(evenings=3, hands=9, events=16, entries=15)


def test_all_see_the_moment_at_which_they_began(evenings: list[PlayedEvening]) -> None:
    """What is written meanwhile comes without waiting, and no process sees any of it."""
    first, clubs = evenings[0], [ClubToAudit(club_id=evening.club.pk) for evening in (evenings[0], evenings[-1])]
    with audit_workers(2) as workers:
        for evening in evenings[:1] + evenings[2:]:
            for _ in range(3):
                evening.record(rufer(*list(evening.players)[:2]))
        assert sum(_counts_without_difference(found).hands for found in workers.check_clubs(clubs)) == 14
    assert list(map(first_difference, audit_clubs(clubs, processes=1))) == [None, None]
    assert first.fresh().hand_count == 5


def _counts_without_difference(found: Iterable[Found]) -> Checked:
    counts = list(found)
    assert [one for one in counts if isinstance(one, AuditDifference)] == []
    return sum((one for one in counts if isinstance(one, Checked)), start=Checked())


def test_an_audit_that_is_killed_takes_its_processes_with_it(tmp_path: Path) -> None:
    """They would hold the moment that they read, and whatever was written since could never be cleared away."""
    script = "from scorebook.operations.audit.full_audit import *; import time\nwith audit_workers(2): time.sleep(60)"
    data = environment(SCOREBOOK_DATA=str(tmp_path))
    assert manage("migrate", SCOREBOOK_DATA=str(tmp_path)).returncode == 0
    with log_search.kept_output() as output:
        command = [sys.executable, str(ROOT / "manage.py"), "shell", "-c", script]
        audit = subprocess.Popen(command, env=data, stdout=output, stderr=output)
        try:
            # Two that work, and the one that keeps count of what they share.
            _wait_until(lambda: len(children_of(audit.pid)) == 3)
            workers = children_of(audit.pid)
        finally:
            audit.kill()
            audit.wait()
    _wait_until(lambda: not any(map(is_running, workers)))


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.django_db
def test_inside_a_transaction_there_is_one_process() -> None:
    """What it has written, no other process could see."""
    evening = new_evening(*NAMES)
    evening.record(rufer("Anna", "Beppo"))
    clubs = [ClubToAudit(club_id=evening.club.pk)]
    assert list(map(first_difference, audit_clubs(clubs, processes=2))) == [None]


@pytest.mark.django_db
@pytest.mark.parametrize("count", ["0", "-1", "many"])
def test_a_number_of_processes_that_cannot_be(count: str) -> None:
    with pytest.raises(CommandError, match="processes"):
        call_command("audit", "--processes", count)
