"""The audit of clubs: it compares hands, seats, money and hashes, and returns the first difference of each club.

Processes share the work; all read the same snapshot of the database. The checks in their order are in `audit_parts`.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Exists, Model, OuterRef, Sum

from rules.scoring_memo import ScoringMemo
from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import Club, EndedClub, LinkRoute
from scorebook.core import append_only
from scorebook.core.database import write_lock
from scorebook.core.database.club_keys import stays_in_club
from scorebook.ledger.models import Chain
from scorebook.ledger.snapshot import shareable_snapshot, snapshot_of_all_clubs
from scorebook.operations.audit.audit_parts import AuditPart, ClubToAudit, check_audit_parts
from scorebook.operations.audit.evening_audit import Found
from scorebook.operations.garbage import reduce_garbage_collection
from scorebook.operations.worker_process import START_TIMEOUT_S, open_shared_snapshot, start_worker, wait_for_workers

# One process checks fewer entries before a second has started.
ENTRIES_WORTH_SHARING = 5000
# The number of clubs for each process that are prepared before their turn.
CLUBS_AHEAD = 4
# A club with more long parts is shared among the processes.
LONG_PARTS_OF_SMALL_CLUB = 2
# The columns of a row's owner, the nearest first.
OWNERS = ("evening", "entry", "club")


def audit_club(club: Club) -> AuditDifference | None:
    """Return the first difference in a club's books and evenings, or None."""
    [found] = map(first_difference, audit_clubs([ClubToAudit(club_id=club.pk)], processes=1))
    return found


def first_difference(found_in_club: Iterator[Found]) -> AuditDifference | None:
    return next((found for found in found_in_club if isinstance(found, AuditDifference)), None)


def audit_clubs(clubs: Sequence[ClubToAudit], *, processes: int | None = None) -> Iterator[Iterator[Found]]:
    """Yield for each club the counts of what is right, and its first difference at the end if there is one.

    In one snapshot, for any number of processes: consume the findings of a club before those of the next. It loads some
    evenings at a time; each such part takes the same number of statements.
    processes: None for the number of cores, but one if there is not enough work or the caller's transaction holds data
    that others cannot see.
    """
    several = _audit_process_count(clubs, processes)
    if several == 1:
        memo = ScoringMemo()
        with snapshot_of_all_clubs(), reduce_garbage_collection():
            for club in clubs:
                yield check_audit_parts(club.audit_parts(), memo)
        return
    write_lock.wait_long_for_locks()  # on SQLite writers are kept out while all begin to read
    with audit_workers(several) as workers:
        yield from workers.check_clubs(clubs)


def _audit_process_count(clubs: Sequence[ClubToAudit], count: int | None) -> int:
    if connection.in_atomic_block or str(connection.settings_dict["NAME"]).startswith((":memory:", "file:")):
        return 1
    if count is not None:
        return count
    books = Chain.objects.filter(club__in=[club.club_id for club in clubs])
    if (books.aggregate(Sum("length"))["length__sum"] or 0) < ENTRIES_WORTH_SHARING:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def rows_without_owner() -> Iterator[AuditDifference]:
    """Yield the first row of each table whose club, evening or entry is gone, which no club's audit reads.

    One statement for each table, by an indexed column: the owner of events and transfers, and the club of all others.
    References between clubs own no row; the audit of the club compares them.
    """
    for model in apps.get_models():
        owners = {column.name: column for column in model._meta.concrete_fields if stays_in_club(column)}
        owner = next((owners[name] for name in OWNERS if name in owners), None)
        if owner is None or owner.related_model is None:
            continue
        if row := _row_without_owner(model, owner):
            club = f"club {getattr(row, 'club_id', '')}"
            what, expected = f"{model._meta.verbose_name} {row.pk}", str(getattr(row, owner.attname))
            yield AuditDifference(code=f"{owner.name}_missing", club=club, what=what, expected=expected)


def _row_without_owner(model: type[Model], owner: Any) -> Any:
    if model is LinkRoute:  # not distributed, and therefore not joined to the clubs (`operations.distribution`)
        moved = EndedClub.objects.exclude(moved_to="").order_by().values("club_id")  # their links lead there
        gone = LinkRoute.objects.order_by().values("club").difference(Club.objects.order_by().values("pk"), moved)
        return LinkRoute.objects.filter(club__in=list(gone.values_list("club", flat=True)[:1])).first()
    same_club = {} if owner.name == "club" else {"club": OuterRef("club")}
    known = owner.related_model._base_manager.filter(pk=OuterRef(owner.attname), **same_club)
    return model._base_manager.filter(~Exists(known)).order_by().first()


def missing_append_only_triggers() -> list[str]:
    """Return the names of append-only triggers that are missing or differ from ours."""
    return append_only.missing_triggers(connection, append_only.protected_tables())


# -- several processes ------------------------------------------------------------------------------------------------


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
            for found in chain.from_iterable(future.result() for future in futures):
                yield found
                if isinstance(found, AuditDifference):
                    return
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
            with shareable_snapshot() as moment:
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
