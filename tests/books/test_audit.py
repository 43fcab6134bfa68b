"""The audit while people play, what it costs, and what it shows meanwhile."""

import io
import threading
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorebook.ledger.snapshot import consistent_reads
from scorebook.operations.audit import audit_parts
from scorebook.operations.audit.audit_parts import ClubToAudit
from scorebook.operations.audit.audit_replay import Checked
from scorebook.operations.audit.full_audit import audit_club, audit_clubs
from scorebook.operations.management.progress import Progress
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _queries_of_audit(evening: PlayedEvening) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert audit_club(evening.club) is None
    return len(queries)


def test_however_many_hands_and_evenings_a_part_takes_the_same_number_of_statements(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    one_hand = _queries_of_audit(evening)
    for _ in range(8):
        evening.record(rufer("Anna", "Beppo"))
    evening.correct(3, solo("Cilli"))
    assert _queries_of_audit(evening) == one_hand
    for _ in range(3):
        new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club).record(rufer("Anna", "Beppo"))
    assert _queries_of_audit(evening) == one_hand
    monkeypatch.setattr(audit_parts, "EVENTS_IN_PART", 1)
    in_four_parts = _queries_of_audit(evening)
    monkeypatch.setattr(audit_parts, "EVENTS_IN_PART", 4)  # the last two evenings share a part
    in_three_parts = _queries_of_audit(evening)
    assert (in_four_parts - one_hand) == 3 * (in_four_parts - in_three_parts) > 0


def test_it_counts_what_it_went_through(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.correct(1, solo("Cilli"))
    evening.close()
    [found_in_club] = map(list, audit_clubs([ClubToAudit(club_id=evening.club.pk)]))
    checked = [found for found in found_in_club if isinstance(found, Checked)]
    assert checked == found_in_club
    assert sum(checked, start=Checked()) == Checked(evenings=1, hands=1, events=4, entries=3)


@pytest.mark.django_db(transaction=True)
def test_people_play_on_and_it_sees_one_moment() -> None:
    """Read without a snapshot, a hand that is half read already would look like a difference."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    is_over = threading.Event()
    failures: list[BaseException] = []

    def play_on() -> None:
        try:
            while not is_over.is_set():
                evening.record(rufer("Cilli", "Done"))
                evening.correct(1, solo("Anna"))
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    player = threading.Thread(target=play_on)
    player.start()
    try:
        for _ in range(15):
            with consistent_reads():
                assert audit_club(evening.club) is None
    finally:
        is_over.set()
        player.join()
    assert failures == []
    assert evening.fresh().hand_count > 3


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_writes_nothing_and_leaves_nothing_behind() -> None:
    for _ in range(2):
        with consistent_reads():
            assert connection.in_atomic_block
            with consistent_reads():
                pass
        assert not connection.in_atomic_block
    new_evening("Anna", "Beppo", "Cilli", "Done").record(rufer("Anna", "Beppo"))


def test_progress_shows_on_a_terminal_only() -> None:
    terminal, pipe = Terminal(), io.StringIO()
    for out in (terminal, pipe):
        progress = Progress(out, interval_ns=10**18)
        progress.show("club 1 of 2")
        progress.show("too soon to be seen")
        progress.clear()
    assert terminal.getvalue() == "\r\x1b[Kclub 1 of 2\r\x1b[K"
    assert pipe.getvalue() == ""


def test_an_installation_without_clubs_is_right(db: None, tmp_path: Path) -> None:
    out = io.StringIO()
    call_command("audit", stdout=out)
    assert out.getvalue() == "0 clubs, 0 evenings, 0 hands, 0 events, 0 in the ledger: everything is right\n"
