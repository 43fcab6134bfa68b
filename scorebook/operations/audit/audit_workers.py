"""An audit shared among processes, which all read the same snapshot of the database."""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from typing import Any

from django.db import connection

from rules.scoring_memo import ScoringMemo
from scorebook.ledger.snapshot import moment_to_share
from scorebook.operations.audit.audit_parts import AuditPart, ClubToAudit, check_audit_parts
from scorebook.operations.audit.evening_audit import Found
from scorebook.operations.worker_process import START_TIMEOUT_S, open_shared_snapshot, start_worker, wait_for_workers

# The number of clubs for each process that are prepared before their turn.
CLUBS_AHEAD = 4
# A club with more long parts is shared among the processes.
LONG_PARTS_OF_SMALL_CLUB = 2


def available_processes() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class AuditWorkers:
    """Processes that read one snapshot while others write."""

    def __init__(self, pool: ProcessPoolExecutor, processes: int) -> None:
        self._pool, self._processes = pool, processes

    def check_clubs(self, clubs: Iterable[ClubToAudit]) -> Iterator[Iterator[Found]]:
        """Yield what `check_audit_parts` yields for each club, in the given order; callers may stop early."""
        waiting, looked_at = iter(clubs), deque[Future[tuple[Sequence[Found], Sequence[AuditPart]]]]()
        while True:
            while len(looked_at) < CLUBS_AHEAD * self._processes and (club := next(waiting, None)):
                looked_at.append(self._pool.submit(_check_or_split_club, club))
            if not looked_at:
                return
            found, parts_to_share = looked_at.popleft().result()
            yield chain(found, self.check_parts(parts_to_share))

    def check_parts(self, parts: Sequence[AuditPart]) -> Iterator[Found]:
        futures = [self._pool.submit(_check_parts_in_process, [part]) for part in parts]
        try:
            for future in futures:
                yield from future.result()
        finally:
            for future in futures:
                future.cancel()


@contextmanager
def audit_workers(processes: int) -> Iterator[AuditWorkers]:
    """Start the processes, which takes a second, and then open their snapshots together, which takes none."""
    context = get_context("spawn")
    together = context.Barrier(processes + 1)
    database = {name: value for name, value in connection.settings_dict.items() if name != "TEST"}
    with ProcessPoolExecutor(
        processes, mp_context=context, initializer=start_worker, initargs=(database, together)
    ) as pool:
        try:
            _run_once_in_each_process(pool, processes, together, wait_for_workers)
            with moment_to_share() as moment:
                _run_once_in_each_process(pool, processes, together, open_shared_snapshot, moment)
            yield AuditWorkers(pool, processes)
        finally:
            together.abort()  # no process waits for one that never arrives
            pool.shutdown(cancel_futures=True)


def _run_once_in_each_process(
    pool: ProcessPoolExecutor, processes: int, together: Barrier, work: Any, *arguments: object
) -> None:
    """Let each process do the work once: none takes a second turn before all have had one."""
    futures = [pool.submit(work, *arguments) for _ in range(processes)]
    for future in futures:
        future.add_done_callback(lambda done: together.abort() if done.exception() else None)
    try:
        together.wait(START_TIMEOUT_S)
    finally:
        for future in futures:
            future.result(START_TIMEOUT_S)  # raises the error of a process that failed


# -- in each of the processes ----------------------------------------------------------------------------------------

_memo = ScoringMemo()


def _check_or_split_club(club: ClubToAudit) -> tuple[Sequence[Found], Sequence[AuditPart]]:
    """Check a small club at once; return the parts of a large one, to be shared."""
    parts = club.audit_parts()
    is_small = sum(part.is_long for part in parts) <= LONG_PARTS_OF_SMALL_CLUB
    return (_check_parts_in_process(parts), ()) if is_small else ((), parts)


def _check_parts_in_process(parts: Sequence[AuditPart]) -> Sequence[Found]:
    return list(check_audit_parts(parts, _memo))
