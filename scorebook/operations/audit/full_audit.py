"""The audit of a club: it compares hands, seats, money and hashes, and returns the first difference.

clubs.verify_names              every name as it was given, and in use
ledger.verify_entries           every entry, transfer and sum as it was written
evening_findings, replay_check  every event scored again, with the ruleset of its evening
seats, evening, months          the stored values against those of the events
results, memory                 ratings and the cup, row by row against the evenings
ledger.reconcile_evening        score x stake against what was booked, entry by entry
ledger.balance_differences      the balance of each account against its transfers
ledger.verify_plans             every plan of evenings and the tab fits the books, and settles what is open
`audit_findings` of an app      its own data: exchange, whether what was imported still exists
"""

from collections.abc import Callable, Iterator, Sequence

from django.apps import apps
from django.db import connection
from django.db.models import Exists, OuterRef

from rules.scoring_memo import ScoringMemo
from scorebook.clubs.models import Club
from scorebook.core import append_only
from scorebook.core.database import write_lock
from scorebook.ledger.models import Entry
from scorebook.ledger.snapshot import one_moment
from scorebook.operations.audit.audit_parts import ClubToAudit, check_audit_parts
from scorebook.operations.audit.audit_workers import audit_workers, available_processes
from scorebook.operations.audit.evening_audit import Found
from scorebook.operations.audit.replay_check import AuditDifference, Checked
from scorebook.operations.garbage import few_collections

__all__ = [
    "Checked",
    "AuditDifference",
    "ClubToAudit",
    "audit_club",
    "audit_clubs",
    "missing_guards",
    "rows_left_behind",
]

AuditCallback = Callable[[Checked], None]
# One process checks fewer entries before a second has started.
ENTRIES_WORTH_SHARING = 5000
# The columns of a row's owner, the nearest first.
OWNERS = ("evening", "entry", "club")


def audit_club(club: Club, *, when_checked: AuditCallback = lambda _: None) -> AuditDifference | None:
    """Return the first difference in a club's books and evenings, or None; `audit_clubs` for one club."""
    [difference] = audit_clubs([ClubToAudit(club_id=club.pk)], processes=1, when_checked=when_checked)
    return difference


def audit_clubs(
    clubs: Sequence[ClubToAudit], *, processes: int | None = None, when_checked: AuditCallback = lambda _: None
) -> Iterator[AuditDifference | None]:
    """Yield the first difference of each club in their order, in one snapshot, for any number of processes.

    It loads some evenings at a time; each such part takes the same number of statements.
    processes: None for the number of cores, but one if there is not enough work or the caller's transaction holds data
    that others cannot see. when_checked: called with the counts of some entries or evenings.
    """
    several = _audit_process_count(processes)
    if several == 1:
        memo = ScoringMemo()
        with one_moment(), few_collections():
            for club in clubs:
                yield _first_difference(check_audit_parts(club.audit_parts(), memo), when_checked)
        return
    write_lock.wait_long_for_locks()  # on SQLite writers are kept out while all begin to read
    with audit_workers(several) as workers:
        for found_in_club in workers.check_clubs(clubs):
            yield _first_difference(found_in_club, when_checked)


def _first_difference(found_in_club: Iterator[Found], when_checked: AuditCallback) -> AuditDifference | None:
    for found in found_in_club:
        if isinstance(found, AuditDifference):
            return found
        when_checked(found)
    return None


def _audit_process_count(count: int | None) -> int:
    if connection.in_atomic_block or str(connection.settings_dict["NAME"]).startswith((":memory:", "file:")):
        return 1
    if count is not None:
        return count
    is_little = Entry.objects.count() < ENTRIES_WORTH_SHARING
    return 1 if is_little else available_processes()


def rows_left_behind() -> Iterator[AuditDifference]:
    """Yield the first row of each table whose club, evening or entry is gone, which no club's audit reads.

    One statement for each table, by an indexed column: the owner of evenings, events and transfers, and the club of all
    others.
    """
    for model in apps.get_models():
        owners = {column.name: column for column in model._meta.concrete_fields if column.name in OWNERS}
        owner = next((owners[name] for name in OWNERS if name in owners), None)
        if owner is None or owner.related_model is None:
            continue
        known = owner.related_model._base_manager.filter(pk=OuterRef(owner.attname))
        if row := model._base_manager.filter(~Exists(known)).order_by().first():
            club = f"club {getattr(row, 'club_id', '')}"
            what, expected = f"{model._meta.verbose_name} {row.pk}", str(getattr(row, owner.attname))
            yield AuditDifference(code=f"{owner.name}_missing", club=club, what=what, expected=expected)


def missing_guards() -> list[str]:
    """Return the names of append-only triggers that are missing or differ from ours."""
    return append_only.missing_triggers(connection, append_only.protected_tables())
